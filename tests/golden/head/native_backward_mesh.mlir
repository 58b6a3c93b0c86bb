module @logphead_backward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x16x8xf32> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<7x8xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:3 = sdy.manual_computation(%hidden, %kernel, %targets, %cotangent_logps, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{}, {"fsdp"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{}, {"fsdp"}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xf32>, %part0.1: tensor<7x4xf32>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1xi32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.4 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.5 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.6 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %8 = stablehlo.reshape %7 : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %9 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %10 = stablehlo.reshape %9 : (tensor<8xi32>) -> tensor<1x8xi32>
      %11 = "stablehlo.all_gather"(%10) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 22, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<1x8xi32>) -> tensor<1x16xi32>
      %12 = stablehlo.reshape %part0.3 : (tensor<1x8xf32>) -> tensor<8xf32>
      %13 = stablehlo.reshape %12 : (tensor<8xf32>) -> tensor<1x8xf32>
      %14 = "stablehlo.all_gather"(%13) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 25, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<1x8xf32>) -> tensor<1x16xf32>
      %15 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %18 = stablehlo.constant dense<1> : tensor<i32>
      %19 = stablehlo.constant dense<0> : tensor<i32>
      %20 = stablehlo.constant dense<2> : tensor<i32>
      %21 = stablehlo.multiply %19, %20 : tensor<i32>
      %22 = stablehlo.add %21, %5 : tensor<i32>
      %23 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.multiply %22, %23 : tensor<i32>
      %25 = stablehlo.add %24, %15 : tensor<i32>
      %26 = stablehlo.multiply %25, %18 : tensor<i32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.add %26, %27 : tensor<i32>
      %29 = stablehlo.constant dense<4> : tensor<i32>
      %30 = stablehlo.multiply %28, %29 : tensor<i32>
      %31 = stablehlo.iota dim = 0 : tensor<4xi32>
      %32 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %33 = stablehlo.add %31, %32 : tensor<4xi32>
      %34 = stablehlo.constant dense<7> : tensor<i32>
      %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %36 = stablehlo.multiply %17, %35 : tensor<4xi32>
      %37 = stablehlo.add %36, %33 : tensor<4xi32>
      %38 = stablehlo.constant dense<7> : tensor<i32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %40 = stablehlo.compare LT, %33, %39, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %41 = stablehlo.constant dense<7> : tensor<i32>
      %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %43 = stablehlo.compare LT, %37, %42, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %44 = stablehlo.and %40, %43 : tensor<4xi1>
      %45 = stablehlo.constant dense<-1> : tensor<i32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %47 = stablehlo.select %44, %37, %46 : tensor<4xi1>, tensor<4xi32>
      %48 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.pad %part0.1, %49, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x4xf32>, tensor<f32>) -> tensor<8x4xf32>
      %51 = stablehlo.constant dense<4> : tensor<i32>
      %52 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.constant dense<2> : tensor<i32>
      %54 = stablehlo.multiply %52, %53 : tensor<i32>
      %55 = stablehlo.add %54, %5 : tensor<i32>
      %56 = stablehlo.constant dense<1> : tensor<i32>
      %57 = stablehlo.multiply %55, %56 : tensor<i32>
      %58 = stablehlo.add %57, %48 : tensor<i32>
      %59 = stablehlo.multiply %58, %51 : tensor<i32>
      %60 = stablehlo.constant dense<0> : tensor<i32>
      %61 = stablehlo.dynamic_slice %50, %59, %60, sizes = [4, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %62 = "stablehlo.all_gather"(%61) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 73, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
      %63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %64:2 = stablehlo.optimization_barrier %63, %62 : tensor<f32>, tensor<4x8xf32>
      %65 = stablehlo.broadcast_in_dim %64#0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<1x8x8xf32>
      %68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<1x16xf32>
      %70 = stablehlo.constant dense<0> : tensor<i32>
      %71:9 = stablehlo.while(%loop0.0 = %70, %loop0.1 = %8, %loop0.2 = %11, %loop0.3 = %62, %loop0.4 = %47, %loop0.5 = %65, %loop0.6 = %67, %loop0.7 = %69, %loop0.8 = %14) : tensor<i32>, tensor<1x8x8xf32>, tensor<1x16xi32>, tensor<4x8xf32>, tensor<4xi32>, tensor<4x8xf32>, tensor<1x8x8xf32>, tensor<1x16xf32>, tensor<1x16xf32>
      cond {
        %72 = stablehlo.constant dense<1> : tensor<i32>
        %73 = stablehlo.compare LT, %loop0.0, %72, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %73 : tensor<i1>
      } do {
        %74 = stablehlo.constant dense<0> : tensor<i32>
        %75 = stablehlo.constant dense<0> : tensor<i32>
        %76 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %74, %75, sizes = [1, 8, 8] : (tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
        %77 = stablehlo.reshape %76 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
        %78 = "stablehlo.all_gather"(%77) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 107, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<16x8xf32>
        %79 = stablehlo.constant dense<0> : tensor<i32>
        %80 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %79, sizes = [1, 16] : (tensor<1x16xi32>, tensor<i32>, tensor<i32>) -> tensor<1x16xi32>
        %81 = stablehlo.reshape %80 : (tensor<1x16xi32>) -> tensor<16xi32>
        %82:6 = stablehlo.custom_call @logphead_softmax_keeping(%78, %loop0.3, %81, %loop0.4) {api_version = 4 : i32, backend_config = {isa = "portable", temperature = 7.000000e-01 : f64, threads = 0 : i64, vocab_major = true}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<16x8xf32>, tensor<4x8xf32>, tensor<16xi32>, tensor<4xi32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1080xf32>)
        %83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %84 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<16xf32>
        %85 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<f32>) -> tensor<16xf32>
        %87 = stablehlo.constant dense<0x7F800000> : tensor<f32>
        %88 = stablehlo.broadcast_in_dim %87, dims = [] : (tensor<f32>) -> tensor<16xf32>
        %89 = stablehlo.compare EQ, %82#1, %84, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
        %90 = stablehlo.is_finite %82#1 : (tensor<16xf32>) -> tensor<16xi1>
        %91 = stablehlo.select %90, %82#0, %88 : tensor<16xi1>, tensor<16xf32>
        %92 = stablehlo.select %89, %86, %91 : tensor<16xi1>, tensor<16xf32>
        %93 = "stablehlo.all_reduce"(%92) <{channel_handle = #stablehlo.channel_handle<handle = 127, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.126: tensor<f32>, %rhs.126: tensor<f32>): %both.126 = stablehlo.maximum %lhs.126, %rhs.126 : tensor<f32> stablehlo.return %both.126 : tensor<f32> }) : (tensor<16xf32>) -> tensor<16xf32>
        %94 = stablehlo.is_finite %93 : (tensor<16xf32>) -> tensor<16xi1>
        %95 = stablehlo.select %94, %93, %84 : tensor<16xi1>, tensor<16xf32>
        %96 = stablehlo.subtract %82#0, %95 : tensor<16xf32>
        %97 = stablehlo.exponential %96 : tensor<16xf32>
        %98 = stablehlo.select %89, %84, %97 : tensor<16xi1>, tensor<16xf32>
        %99 = stablehlo.multiply %82#1, %96 : tensor<16xf32>
        %100 = stablehlo.add %82#2, %99 : tensor<16xf32>
        %101 = stablehlo.compare EQ, %98, %84, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
        %102 = stablehlo.multiply %98, %100 : tensor<16xf32>
        %103 = stablehlo.select %101, %84, %102 : tensor<16xi1>, tensor<16xf32>
        %104 = stablehlo.compare NE, %82#4, %84, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
        %105 = stablehlo.add %82#3, %96 : tensor<16xf32>
        %106 = stablehlo.select %104, %105, %84 : tensor<16xi1>, tensor<16xf32>
        %107 = stablehlo.multiply %98, %82#1 : tensor<16xf32>
        %108 = "stablehlo.all_reduce"(%107) <{channel_handle = #stablehlo.channel_handle<handle = 142, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.141: tensor<f32>, %rhs.141: tensor<f32>): %both.141 = stablehlo.add %lhs.141, %rhs.141 : tensor<f32> stablehlo.return %both.141 : tensor<f32> }) : (tensor<16xf32>) -> tensor<16xf32>
        %109 = "stablehlo.all_reduce"(%103) <{channel_handle = #stablehlo.channel_handle<handle = 143, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.142: tensor<f32>, %rhs.142: tensor<f32>): %both.142 = stablehlo.add %lhs.142, %rhs.142 : tensor<f32> stablehlo.return %both.142 : tensor<f32> }) : (tensor<16xf32>) -> tensor<16xf32>
        %110 = "stablehlo.all_reduce"(%106) <{channel_handle = #stablehlo.channel_handle<handle = 144, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.143: tensor<f32>, %rhs.143: tensor<f32>): %both.143 = stablehlo.add %lhs.143, %rhs.143 : tensor<f32> stablehlo.return %both.143 : tensor<f32> }) : (tensor<16xf32>) -> tensor<16xf32>
        %111 = stablehlo.log %108 : tensor<16xf32>
        %112 = stablehlo.constant dense<0> : tensor<i32>
        %113 = stablehlo.broadcast_in_dim %112, dims = [] : (tensor<i32>) -> tensor<16xi32>
        %114 = stablehlo.compare GE, %81, %113, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
        %115 = stablehlo.subtract %110, %111 : tensor<16xf32>
        %116 = stablehlo.select %114, %115, %84 : tensor<16xi1>, tensor<16xf32>
        %117 = stablehlo.constant dense<0> : tensor<i32>
        %118 = stablehlo.dynamic_slice %loop0.8, %loop0.0, %117, sizes = [1, 16] : (tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
        %119 = stablehlo.reshape %118 : (tensor<1x16xf32>) -> tensor<16xf32>
        %120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %121 = stablehlo.broadcast_in_dim %120, dims = [] : (tensor<f32>) -> tensor<0xf32>
        %122:2 = stablehlo.custom_call @logphead_backward_of(%78, %loop0.3, %81, %loop0.4, %95, %111, %121, %119, %121, %82#5, %loop0.5) {api_version = 4 : i32, backend_config = {gradient_filter = 0.000000e+00 : f64, isa = "portable", temperature = 7.000000e-01 : f64, threads = 0 : i64, vocab_major = true}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 10, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<16x8xf32>, tensor<4x8xf32>, tensor<16xi32>, tensor<4xi32>, tensor<16xf32>, tensor<16xf32>, tensor<0xf32>, tensor<16xf32>, tensor<0xf32>, tensor<1080xf32>, tensor<4x8xf32>) -> (tensor<16x8xf32>, tensor<4x8xf32>)
        %123 = "stablehlo.reduce_scatter"(%122#0) <{channel_handle = #stablehlo.channel_handle<handle = 158, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.157: tensor<f32>, %rhs.157: tensor<f32>): %both.157 = stablehlo.add %lhs.157, %rhs.157 : tensor<f32> stablehlo.return %both.157 : tensor<f32> }) : (tensor<16x8xf32>) -> tensor<8x8xf32>
        %124 = stablehlo.reshape %123 : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
        %125 = stablehlo.constant dense<0> : tensor<i32>
        %126 = stablehlo.constant dense<0> : tensor<i32>
        %127 = stablehlo.dynamic_update_slice %loop0.6, %124, %loop0.0, %125, %126 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
        %128 = stablehlo.reshape %116 : (tensor<16xf32>) -> tensor<1x16xf32>
        %129 = stablehlo.constant dense<0> : tensor<i32>
        %130 = stablehlo.dynamic_update_slice %loop0.7, %128, %loop0.0, %129 : (tensor<1x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
        %131 = stablehlo.constant dense<1> : tensor<i32>
        %132 = stablehlo.add %loop0.0, %131 : tensor<i32>
        stablehlo.return %132, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %122#1, %127, %130, %loop0.8 : tensor<i32>, tensor<1x8x8xf32>, tensor<1x16xi32>, tensor<4x8xf32>, tensor<4xi32>, tensor<4x8xf32>, tensor<1x8x8xf32>, tensor<1x16xf32>, tensor<1x16xf32>
      }
      %133 = stablehlo.constant dense<0> : tensor<i32>
      %134 = stablehlo.constant dense<2> : tensor<i32>
      %135 = stablehlo.multiply %133, %134 : tensor<i32>
      %136 = stablehlo.add %135, %5 : tensor<i32>
      %137 = stablehlo.constant dense<8> : tensor<i32>
      %138 = stablehlo.multiply %136, %137 : tensor<i32>
      %139 = stablehlo.constant dense<0> : tensor<i32>
      %140 = stablehlo.dynamic_slice %71#7, %139, %138, sizes = [1, 8] : (tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %141 = stablehlo.reshape %140 : (tensor<1x8xf32>) -> tensor<8xf32>
      %142 = stablehlo.reshape %141 : (tensor<8xf32>) -> tensor<1x8xf32>
      %143 = "stablehlo.reduce_scatter"(%71#5) <{channel_handle = #stablehlo.channel_handle<handle = 187, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({ ^bb0(%lhs.186: tensor<f32>, %rhs.186: tensor<f32>): %both.186 = stablehlo.add %lhs.186, %rhs.186 : tensor<f32> stablehlo.return %both.186 : tensor<f32> }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
      %144 = "stablehlo.all_reduce"(%143) <{channel_handle = #stablehlo.channel_handle<handle = 188, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.187: tensor<f32>, %rhs.187: tensor<f32>): %both.187 = stablehlo.add %lhs.187, %rhs.187 : tensor<f32> stablehlo.return %both.187 : tensor<f32> }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %145 = "stablehlo.all_gather"(%144) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 189, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
      %146 = stablehlo.reshape %145 : (tensor<8x4xf32>) -> tensor<1x8x4xf32>
      %147 = stablehlo.reshape %146 : (tensor<1x8x4xf32>) -> tensor<1x2x4x4xf32>
      %148 = stablehlo.transpose %147, dims = [1, 0, 2, 3] : (tensor<1x2x4x4xf32>) -> tensor<2x1x4x4xf32>
      %149 = stablehlo.reshape %148 : (tensor<2x1x4x4xf32>) -> tensor<8x4xf32>
      %150 = stablehlo.slice %149 [0:7, 0:4] : (tensor<8x4xf32>) -> tensor<7x4xf32>
      %151 = stablehlo.reshape %71#6 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %152 = stablehlo.reshape %151 : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      sdy.return %142, %152, %150 : tensor<1x8xf32>, tensor<1x8x8xf32>, tensor<7x4xf32>
    } : (tensor<4x16x8xf32>, tensor<7x8xf32>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4x16xf32>, tensor<4x16x8xf32>, tensor<7x8xf32>)
    return %3#0, %3#1, %3#2 : tensor<4x16xf32>, tensor<4x16x8xf32>, tensor<7x8xf32>
  }
}
