module @logphead_loss_and_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %weights: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:3 = sdy.manual_computation(%hidden, %kernel, %targets, %weights, %mask, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<4x7xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.5 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.6 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.7 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
      %8 = stablehlo.reshape %7 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %9 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %10 = stablehlo.reshape %9 : (tensor<8xi32>) -> tensor<1x8xi32>
      %11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %13 = stablehlo.compare NE, %part0.4, %12, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %14 = stablehlo.multiply %part0.3, %part0.4 : tensor<1x8xf32>
      %15 = stablehlo.select %13, %14, %12 : tensor<1x8xi1>, tensor<1x8xf32>
      %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.reduce (%part0.4 init: %16) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %18 = "stablehlo.all_reduce"(%17) <{channel_handle = #stablehlo.channel_handle<handle = 31, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.30: tensor<f32>, %rhs.30: tensor<f32>): %both.30 = stablehlo.add %lhs.30, %rhs.30 : tensor<f32> stablehlo.return %both.30 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %20 = stablehlo.reduce (%18 init: %19) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %21 = "stablehlo.all_reduce"(%20) <{channel_handle = #stablehlo.channel_handle<handle = 34, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.33: tensor<f32>, %rhs.33: tensor<f32>): %both.33 = stablehlo.add %lhs.33, %rhs.33 : tensor<f32> stablehlo.return %both.33 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %23 = stablehlo.compare NE, %21, %22, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %25 = stablehlo.select %23, %21, %24 : tensor<i1>, tensor<f32>
      %26 = stablehlo.constant dense<0> : tensor<i32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %29 = stablehlo.constant dense<1> : tensor<i32>
      %30 = stablehlo.constant dense<0> : tensor<i32>
      %31 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.multiply %30, %31 : tensor<i32>
      %33 = stablehlo.add %32, %26 : tensor<i32>
      %34 = stablehlo.multiply %33, %29 : tensor<i32>
      %35 = stablehlo.constant dense<0> : tensor<i32>
      %36 = stablehlo.add %34, %35 : tensor<i32>
      %37 = stablehlo.constant dense<7> : tensor<i32>
      %38 = stablehlo.multiply %36, %37 : tensor<i32>
      %39 = stablehlo.iota dim = 0 : tensor<7xi32>
      %40 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %41 = stablehlo.add %39, %40 : tensor<7xi32>
      %42 = stablehlo.constant dense<7> : tensor<i32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %44 = stablehlo.multiply %28, %43 : tensor<7xi32>
      %45 = stablehlo.add %44, %41 : tensor<7xi32>
      %46 = stablehlo.constant dense<7> : tensor<i32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %48 = stablehlo.compare LT, %41, %47, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %49 = stablehlo.constant dense<7> : tensor<i32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %51 = stablehlo.compare LT, %45, %50, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %52 = stablehlo.and %48, %51 : tensor<7xi1>
      %53 = stablehlo.constant dense<-1> : tensor<i32>
      %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %55 = stablehlo.select %52, %45, %54 : tensor<7xi1>, tensor<7xi32>
      %56 = stablehlo.constant dense<0> : tensor<i32>
      %57 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 70, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xbf16>) -> tensor<8x7xbf16>
      %58 = stablehlo.reshape %8 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
      %59 = stablehlo.reshape %10 : (tensor<1x8xi32>) -> tensor<8xi32>
      %60:5 = stablehlo.custom_call @logphead_softmax(%58, %57, %59, %55) {api_version = 4 : i32, backend_config = {isa = "portable", temperature = 1.000000e+00 : f64, threads = 0 : i64, vocab_major = false}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<8x8xbf16>, tensor<8x7xbf16>, tensor<8xi32>, tensor<7xi32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      %61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %62 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %63 = stablehlo.log %60#1 : tensor<8xf32>
      %64 = stablehlo.constant dense<0> : tensor<i32>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %66 = stablehlo.compare GE, %59, %65, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
      %67 = stablehlo.subtract %60#3, %63 : tensor<8xf32>
      %68 = stablehlo.select %66, %67, %62 : tensor<8xi1>, tensor<8xf32>
      %69 = stablehlo.reshape %68 : (tensor<8xf32>) -> tensor<1x8xf32>
      %70 = stablehlo.reshape %60#0 : (tensor<8xf32>) -> tensor<1x8xf32>
      %71 = stablehlo.reshape %63 : (tensor<8xf32>) -> tensor<1x8xf32>
      %72 = stablehlo.reshape %69 : (tensor<1x8xf32>) -> tensor<8xf32>
      %73 = stablehlo.reshape %72 : (tensor<8xf32>) -> tensor<1x8xf32>
      %74 = stablehlo.multiply %73, %15 : tensor<1x8xf32>
      %75 = stablehlo.select %13, %74, %12 : tensor<1x8xi1>, tensor<1x8xf32>
      %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %77 = stablehlo.reduce (%75 init: %76) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %78 = "stablehlo.all_reduce"(%77) <{channel_handle = #stablehlo.channel_handle<handle = 95, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.94: tensor<f32>, %rhs.94: tensor<f32>): %both.94 = stablehlo.add %lhs.94, %rhs.94 : tensor<f32> stablehlo.return %both.94 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %80 = stablehlo.reduce (%78 init: %79) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %81 = "stablehlo.all_reduce"(%80) <{channel_handle = #stablehlo.channel_handle<handle = 98, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.97: tensor<f32>, %rhs.97: tensor<f32>): %both.97 = stablehlo.add %lhs.97, %rhs.97 : tensor<f32> stablehlo.return %both.97 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %82 = stablehlo.divide %81, %25 : tensor<f32>
      %83 = stablehlo.negate %82 : tensor<f32>
      %84 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %85 = stablehlo.divide %84, %25 : tensor<f32>
      %86 = stablehlo.negate %85 : tensor<f32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %88 = stablehlo.multiply %15, %87 : tensor<1x8xf32>
      %89 = stablehlo.reshape %88 : (tensor<1x8xf32>) -> tensor<8xf32>
      %90 = stablehlo.reshape %89 : (tensor<8xf32>) -> tensor<1x8xf32>
      %91:2 = stablehlo.optimization_barrier %part0.1, %71 : tensor<4x7xbf16>, tensor<1x8xf32>
      %92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %93 = stablehlo.broadcast_in_dim %92, dims = [] : (tensor<f32>) -> tensor<1x8x8xf32>
      %94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %95 = stablehlo.broadcast_in_dim %94, dims = [] : (tensor<f32>) -> tensor<4x4x2xf32>
      %96 = stablehlo.constant dense<0> : tensor<i32>
      %97:4 = stablehlo.while(%loop0.0 = %96, %loop0.1 = %91#0, %loop0.2 = %93, %loop0.3 = %95) : tensor<i32>, tensor<4x7xbf16>, tensor<1x8x8xf32>, tensor<4x4x2xf32>
      cond {
        %98 = stablehlo.constant dense<4> : tensor<i32>
        %99 = stablehlo.compare LT, %loop0.0, %98, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %99 : tensor<i1>
      } do {
        %100 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %101 = stablehlo.pad %loop0.1, %100, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<4x7xbf16>, tensor<bf16>) -> tensor<4x8xbf16>
        %102 = stablehlo.constant dense<2> : tensor<i32>
        %103 = stablehlo.constant dense<0> : tensor<i32>
        %104 = stablehlo.constant dense<4> : tensor<i32>
        %105 = stablehlo.multiply %103, %104 : tensor<i32>
        %106 = stablehlo.add %105, %loop0.0 : tensor<i32>
        %107 = stablehlo.multiply %106, %102 : tensor<i32>
        %108 = stablehlo.constant dense<0> : tensor<i32>
        %109 = stablehlo.dynamic_slice %101, %108, %107, sizes = [4, 2] : (tensor<4x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x2xbf16>
        %110 = "stablehlo.all_gather"(%109) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 135, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xbf16>) -> tensor<8x2xbf16>
        %111 = stablehlo.constant dense<0> : tensor<i32>
        %112 = stablehlo.broadcast_in_dim %111, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %113 = stablehlo.constant dense<1> : tensor<i32>
        %114 = stablehlo.constant dense<0> : tensor<i32>
        %115 = stablehlo.constant dense<4> : tensor<i32>
        %116 = stablehlo.multiply %114, %115 : tensor<i32>
        %117 = stablehlo.add %116, %loop0.0 : tensor<i32>
        %118 = stablehlo.multiply %117, %113 : tensor<i32>
        %119 = stablehlo.constant dense<0> : tensor<i32>
        %120 = stablehlo.add %118, %119 : tensor<i32>
        %121 = stablehlo.constant dense<2> : tensor<i32>
        %122 = stablehlo.multiply %120, %121 : tensor<i32>
        %123 = stablehlo.iota dim = 0 : tensor<2xi32>
        %124 = stablehlo.broadcast_in_dim %122, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %125 = stablehlo.add %123, %124 : tensor<2xi32>
        %126 = stablehlo.constant dense<7> : tensor<i32>
        %127 = stablehlo.broadcast_in_dim %126, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %128 = stablehlo.multiply %112, %127 : tensor<2xi32>
        %129 = stablehlo.add %128, %125 : tensor<2xi32>
        %130 = stablehlo.constant dense<7> : tensor<i32>
        %131 = stablehlo.broadcast_in_dim %130, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %132 = stablehlo.compare LT, %125, %131, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
        %133 = stablehlo.constant dense<7> : tensor<i32>
        %134 = stablehlo.broadcast_in_dim %133, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %135 = stablehlo.compare LT, %129, %134, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
        %136 = stablehlo.and %132, %135 : tensor<2xi1>
        %137 = stablehlo.constant dense<-1> : tensor<i32>
        %138 = stablehlo.broadcast_in_dim %137, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %139 = stablehlo.select %136, %129, %138 : tensor<2xi1>, tensor<2xi32>
        %140 = stablehlo.reshape %8 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
        %141 = stablehlo.reshape %10 : (tensor<1x8xi32>) -> tensor<8xi32>
        %142 = stablehlo.reshape %90 : (tensor<1x8xf32>) -> tensor<8xf32>
        %143 = stablehlo.reshape %71 : (tensor<1x8xf32>) -> tensor<8xf32>
        %144 = stablehlo.reshape %70 : (tensor<1x8xf32>) -> tensor<8xf32>
        %145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %146 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<0xf32>
        %147:2 = stablehlo.custom_call @logphead_backward(%140, %110, %141, %139, %144, %143, %146, %142, %146) {api_version = 4 : i32, backend_config = {gradient_filter = 0.000000e+00 : f64, isa = "portable", temperature = 1.000000e+00 : f64, threads = 0 : i64, vocab_major = false}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x8xbf16>, tensor<8x2xbf16>, tensor<8xi32>, tensor<2xi32>, tensor<8xf32>, tensor<8xf32>, tensor<0xf32>, tensor<8xf32>, tensor<0xf32>) -> (tensor<8x8xf32>, tensor<8x2xf32>)
        %148 = stablehlo.reshape %147#0 : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
        %149 = stablehlo.add %loop0.2, %148 : tensor<1x8x8xf32>
        %150 = "stablehlo.reduce_scatter"(%147#1) <{channel_handle = #stablehlo.channel_handle<handle = 176, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.175: tensor<f32>, %rhs.175: tensor<f32>): %both.175 = stablehlo.add %lhs.175, %rhs.175 : tensor<f32> stablehlo.return %both.175 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
        %151 = "stablehlo.all_reduce"(%150) <{channel_handle = #stablehlo.channel_handle<handle = 177, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.176: tensor<f32>, %rhs.176: tensor<f32>): %both.176 = stablehlo.add %lhs.176, %rhs.176 : tensor<f32> stablehlo.return %both.176 : tensor<f32> }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
        %152 = stablehlo.reshape %151 : (tensor<4x2xf32>) -> tensor<1x4x2xf32>
        %153 = stablehlo.constant dense<0> : tensor<i32>
        %154 = stablehlo.constant dense<0> : tensor<i32>
        %155 = stablehlo.dynamic_update_slice %loop0.3, %152, %loop0.0, %153, %154 : (tensor<4x4x2xf32>, tensor<1x4x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x4x2xf32>
        %156 = stablehlo.constant dense<1> : tensor<i32>
        %157 = stablehlo.add %loop0.0, %156 : tensor<i32>
        stablehlo.return %157, %loop0.1, %149, %155 : tensor<i32>, tensor<4x7xbf16>, tensor<1x8x8xf32>, tensor<4x4x2xf32>
      }
      %158 = stablehlo.reshape %97#3 : (tensor<4x4x2xf32>) -> tensor<4x4x1x2xf32>
      %159 = stablehlo.transpose %158, dims = [1, 2, 0, 3] : (tensor<4x4x1x2xf32>) -> tensor<4x1x4x2xf32>
      %160 = stablehlo.reshape %159 : (tensor<4x1x4x2xf32>) -> tensor<4x8xf32>
      %161 = stablehlo.slice %160 [0:4, 0:7] : (tensor<4x8xf32>) -> tensor<4x7xf32>
      %162 = stablehlo.convert %97#2 : (tensor<1x8x8xf32>) -> tensor<1x8x8xbf16>
      %163 = stablehlo.reshape %162 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
      %164 = stablehlo.reshape %163 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      sdy.return %83, %164, %161 : tensor<f32>, tensor<1x8x8xbf16>, tensor<4x7xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>)
    return %3#0, %3#1, %3#2 : tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>
  }
}
