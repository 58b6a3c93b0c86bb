module @logphead_fused attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<4x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %advantages: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %old_logps: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %ref_logps: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "masked_tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "ratio_mean", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_low", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_high", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k1", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k3", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "entropy_mean", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x8x4xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<4x6xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, tensor<4x8xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x8xf32> {jax.result_info = "entropies", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:13 = sdy.manual_computation(%hidden, %kernel, %targets, %advantages, %mask, %old_logps, %ref_logps, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x4x4xbf16>, %part0.1: tensor<2x6xbf16>, %part0.2: tensor<1x4xi32>, %part0.3: tensor<1x4xf32>, %part0.4: tensor<1x4xf32>, %part0.5: tensor<1x4xf32>, %part0.6: tensor<1x4xf32>, %part0.7: tensor<1xi32>, %part0.8: tensor<1xi32>, %part0.9: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.7 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.8 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.9 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x4x4xbf16>) -> tensor<4x4xbf16>
      %8 = stablehlo.reshape %7 : (tensor<4x4xbf16>) -> tensor<1x4x4xbf16>
      %9 = stablehlo.reshape %part0.2 : (tensor<1x4xi32>) -> tensor<4xi32>
      %10 = stablehlo.reshape %9 : (tensor<4xi32>) -> tensor<1x4xi32>
      %11 = stablehlo.constant dense<0> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i32>) -> tensor<1x4xi32>
      %13 = stablehlo.compare GE, %part0.2, %12, SIGNED : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<1x4xi1>
      %14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %16 = stablehlo.select %13, %part0.4, %15 : tensor<1x4xi1>, tensor<1x4xf32>
      %17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %19 = stablehlo.compare NE, %16, %18, FLOAT : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
      %20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %22 = stablehlo.select %19, %21, %18 : tensor<1x4xi1>, tensor<1x4xf32>
      %23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.reduce (%22 init: %23) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %25 = "stablehlo.all_reduce"(%24) <{channel_handle = #stablehlo.channel_handle<handle = 42, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.41: tensor<f32>, %rhs.41: tensor<f32>): %both.41 = stablehlo.add %lhs.41, %rhs.41 : tensor<f32> stablehlo.return %both.41 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %28 = stablehlo.maximum %25, %27 : tensor<1xf32>
      %29 = stablehlo.minimum %25, %27 : tensor<1xf32>
      %30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %31 = stablehlo.reduce (%29 init: %30) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %32 = "stablehlo.all_reduce"(%31) <{channel_handle = #stablehlo.channel_handle<handle = 49, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.48: tensor<f32>, %rhs.48: tensor<f32>): %both.48 = stablehlo.add %lhs.48, %rhs.48 : tensor<f32> stablehlo.return %both.48 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %34 = stablehlo.maximum %32, %33 : tensor<f32>
      %35 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<1xf32>) -> tensor<1x4xf32>
      %36 = stablehlo.divide %22, %35 : tensor<1x4xf32>
      %37 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %38 = stablehlo.divide %36, %37 : tensor<1x4xf32>
      %39 = stablehlo.reshape %part0.3 : (tensor<1x4xf32>) -> tensor<4xf32>
      %40 = stablehlo.reshape %39 : (tensor<4xf32>) -> tensor<1x4xf32>
      %41 = stablehlo.reshape %38 : (tensor<1x4xf32>) -> tensor<4xf32>
      %42 = stablehlo.reshape %41 : (tensor<4xf32>) -> tensor<1x4xf32>
      %43 = stablehlo.reshape %part0.5 : (tensor<1x4xf32>) -> tensor<4xf32>
      %44 = stablehlo.reshape %43 : (tensor<4xf32>) -> tensor<1x4xf32>
      %45 = stablehlo.reshape %part0.6 : (tensor<1x4xf32>) -> tensor<4xf32>
      %46 = stablehlo.reshape %45 : (tensor<4xf32>) -> tensor<1x4xf32>
      %47 = stablehlo.constant dense<0> : tensor<i32>
      %48 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %50 = stablehlo.constant dense<1> : tensor<i32>
      %51 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.constant dense<1> : tensor<i32>
      %53 = stablehlo.multiply %51, %52 : tensor<i32>
      %54 = stablehlo.add %53, %47 : tensor<i32>
      %55 = stablehlo.multiply %54, %50 : tensor<i32>
      %56 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.add %55, %56 : tensor<i32>
      %58 = stablehlo.constant dense<6> : tensor<i32>
      %59 = stablehlo.multiply %57, %58 : tensor<i32>
      %60 = stablehlo.iota dim = 0 : tensor<6xi32>
      %61 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %62 = stablehlo.add %60, %61 : tensor<6xi32>
      %63 = stablehlo.constant dense<6> : tensor<i32>
      %64 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %65 = stablehlo.multiply %49, %64 : tensor<6xi32>
      %66 = stablehlo.add %65, %62 : tensor<6xi32>
      %67 = stablehlo.constant dense<6> : tensor<i32>
      %68 = stablehlo.broadcast_in_dim %67, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %69 = stablehlo.compare LT, %62, %68, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
      %70 = stablehlo.constant dense<6> : tensor<i32>
      %71 = stablehlo.broadcast_in_dim %70, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %72 = stablehlo.compare LT, %66, %71, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
      %73 = stablehlo.and %69, %72 : tensor<6xi1>
      %74 = stablehlo.constant dense<-1> : tensor<i32>
      %75 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %76 = stablehlo.select %73, %66, %75 : tensor<6xi1>, tensor<6xi32>
      %77 = stablehlo.constant dense<0> : tensor<i32>
      %78 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 95, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2x6xbf16>) -> tensor<4x6xbf16>
      %79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %80:2 = stablehlo.optimization_barrier %79, %78 : tensor<f32>, tensor<4x6xbf16>
      %81 = stablehlo.broadcast_in_dim %80#0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
      %82 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %83 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<bf16>) -> tensor<1x4x4xbf16>
      %84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %85 = stablehlo.broadcast_in_dim %84, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %88 = stablehlo.constant dense<0> : tensor<i32>
      %89:13 = stablehlo.while(%loop0.0 = %88, %loop0.1 = %8, %loop0.2 = %10, %loop0.3 = %78, %loop0.4 = %76, %loop0.5 = %81, %loop0.6 = %83, %loop0.7 = %85, %loop0.8 = %87, %loop0.9 = %40, %loop0.10 = %42, %loop0.11 = %44, %loop0.12 = %46) : tensor<i32>, tensor<1x4x4xbf16>, tensor<1x4xi32>, tensor<4x6xbf16>, tensor<6xi32>, tensor<4x6xf32>, tensor<1x4x4xbf16>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
      cond {
        %90 = stablehlo.constant dense<1> : tensor<i32>
        %91 = stablehlo.compare LT, %loop0.0, %90, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %91 : tensor<i1>
      } do {
        %92 = stablehlo.constant dense<0> : tensor<i32>
        %93 = stablehlo.constant dense<0> : tensor<i32>
        %94 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %92, %93, sizes = [1, 4, 4] : (tensor<1x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xbf16>
        %95 = stablehlo.reshape %94 : (tensor<1x4x4xbf16>) -> tensor<4x4xbf16>
        %96 = stablehlo.constant dense<0> : tensor<i32>
        %97 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %96, sizes = [1, 4] : (tensor<1x4xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4xi32>
        %98 = stablehlo.reshape %97 : (tensor<1x4xi32>) -> tensor<4xi32>
        %99:6 = stablehlo.custom_call @logphead_softmax_keeping(%95, %loop0.3, %98, %loop0.4) {api_version = 4 : i32, backend_config = {isa = "portable", temperature = 1.000000e+00 : f64, threads = 0 : i64, vocab_major = false}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<4x4xbf16>, tensor<4x6xbf16>, tensor<4xi32>, tensor<6xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<432xf32>)
        %100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %101 = stablehlo.broadcast_in_dim %100, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %102 = stablehlo.log %99#1 : tensor<4xf32>
        %103 = stablehlo.constant dense<0> : tensor<i32>
        %104 = stablehlo.broadcast_in_dim %103, dims = [] : (tensor<i32>) -> tensor<4xi32>
        %105 = stablehlo.compare GE, %98, %104, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
        %106 = stablehlo.subtract %99#3, %102 : tensor<4xf32>
        %107 = stablehlo.select %105, %106, %101 : tensor<4xi1>, tensor<4xf32>
        %108 = stablehlo.divide %99#2, %99#1 : tensor<4xf32>
        %109 = stablehlo.subtract %102, %108 : tensor<4xf32>
        %110 = stablehlo.select %105, %109, %101 : tensor<4xi1>, tensor<4xf32>
        %111 = stablehlo.constant dense<0> : tensor<i32>
        %112 = stablehlo.dynamic_slice %loop0.9, %loop0.0, %111, sizes = [1, 4] : (tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
        %113 = stablehlo.reshape %112 : (tensor<1x4xf32>) -> tensor<4xf32>
        %114 = stablehlo.constant dense<0> : tensor<i32>
        %115 = stablehlo.dynamic_slice %loop0.10, %loop0.0, %114, sizes = [1, 4] : (tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
        %116 = stablehlo.reshape %115 : (tensor<1x4xf32>) -> tensor<4xf32>
        %117 = stablehlo.constant dense<0> : tensor<i32>
        %118 = stablehlo.dynamic_slice %loop0.11, %loop0.0, %117, sizes = [1, 4] : (tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
        %119 = stablehlo.reshape %118 : (tensor<1x4xf32>) -> tensor<4xf32>
        %120 = stablehlo.constant dense<0> : tensor<i32>
        %121 = stablehlo.dynamic_slice %loop0.12, %loop0.0, %120, sizes = [1, 4] : (tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
        %122 = stablehlo.reshape %121 : (tensor<1x4xf32>) -> tensor<4xf32>
        %123 = stablehlo.subtract %107, %119 : tensor<4xf32>
        %124 = stablehlo.exponential %123 : tensor<4xf32>
        %125 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
        %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %127 = stablehlo.maximum %124, %126 : tensor<4xf32>
        %128 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
        %129 = stablehlo.broadcast_in_dim %128, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %130 = stablehlo.minimum %127, %129 : tensor<4xf32>
        %131 = stablehlo.multiply %130, %113 : tensor<4xf32>
        %132 = stablehlo.multiply %124, %113 : tensor<4xf32>
        %133 = stablehlo.minimum %132, %131 : tensor<4xf32>
        %134 = stablehlo.negate %133 : tensor<4xf32>
        %135 = stablehlo.compare LE, %132, %131, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
        %136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %137 = stablehlo.broadcast_in_dim %136, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %138 = stablehlo.negate %132 : tensor<4xf32>
        %139 = stablehlo.select %135, %138, %137 : tensor<4xi1>, tensor<4xf32>
        %140 = stablehlo.subtract %122, %107 : tensor<4xf32>
        %141 = stablehlo.exponential %140 : tensor<4xf32>
        %142 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %143 = stablehlo.broadcast_in_dim %142, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %144 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
        %145 = stablehlo.broadcast_in_dim %144, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %146 = stablehlo.subtract %141, %140 : tensor<4xf32>
        %147 = stablehlo.subtract %146, %143 : tensor<4xf32>
        %148 = stablehlo.multiply %145, %147 : tensor<4xf32>
        %149 = stablehlo.add %134, %148 : tensor<4xf32>
        %150 = stablehlo.subtract %143, %141 : tensor<4xf32>
        %151 = stablehlo.multiply %145, %150 : tensor<4xf32>
        %152 = stablehlo.add %139, %151 : tensor<4xf32>
        %153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %154 = stablehlo.broadcast_in_dim %153, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %155 = stablehlo.compare NE, %116, %154, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
        %156 = stablehlo.constant dense<1.000000e-02> : tensor<f32>
        %157 = stablehlo.broadcast_in_dim %156, dims = [] : (tensor<f32>) -> tensor<4xf32>
        %158 = stablehlo.multiply %157, %110 : tensor<4xf32>
        %159 = stablehlo.subtract %149, %158 : tensor<4xf32>
        %160 = stablehlo.negate %157 : tensor<4xf32>
        %161 = stablehlo.multiply %160, %116 : tensor<4xf32>
        %162 = stablehlo.select %155, %161, %154 : tensor<4xi1>, tensor<4xf32>
        %163 = stablehlo.multiply %159, %116 : tensor<4xf32>
        %164 = stablehlo.select %155, %163, %154 : tensor<4xi1>, tensor<4xf32>
        %165 = stablehlo.multiply %152, %116 : tensor<4xf32>
        %166 = stablehlo.select %155, %165, %154 : tensor<4xi1>, tensor<4xf32>
        %167:2 = stablehlo.custom_call @logphead_backward_of(%95, %loop0.3, %98, %loop0.4, %99#0, %102, %108, %166, %162, %99#5, %loop0.5) {api_version = 4 : i32, backend_config = {gradient_filter = 1.000000e-04 : f64, isa = "portable", temperature = 1.000000e+00 : f64, threads = 0 : i64, vocab_major = false}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 10, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x4xbf16>, tensor<4x6xbf16>, tensor<4xi32>, tensor<6xi32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<432xf32>, tensor<4x6xf32>) -> (tensor<4x4xbf16>, tensor<4x6xf32>)
        %168 = stablehlo.reshape %167#0 : (tensor<4x4xbf16>) -> tensor<1x4x4xbf16>
        %169 = stablehlo.constant dense<0> : tensor<i32>
        %170 = stablehlo.constant dense<0> : tensor<i32>
        %171 = stablehlo.dynamic_update_slice %loop0.6, %168, %loop0.0, %169, %170 : (tensor<1x4x4xbf16>, tensor<1x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xbf16>
        %172 = stablehlo.reshape %107 : (tensor<4xf32>) -> tensor<1x4xf32>
        %173 = stablehlo.constant dense<0> : tensor<i32>
        %174 = stablehlo.dynamic_update_slice %loop0.7, %172, %loop0.0, %173 : (tensor<1x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
        %175 = stablehlo.reshape %110 : (tensor<4xf32>) -> tensor<1x4xf32>
        %176 = stablehlo.constant dense<0> : tensor<i32>
        %177 = stablehlo.dynamic_update_slice %loop0.8, %175, %loop0.0, %176 : (tensor<1x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
        %178 = stablehlo.constant dense<1> : tensor<i32>
        %179 = stablehlo.add %loop0.0, %178 : tensor<i32>
        stablehlo.return %179, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %167#1, %171, %174, %177, %loop0.9, %loop0.10, %loop0.11, %loop0.12 : tensor<i32>, tensor<1x4x4xbf16>, tensor<1x4xi32>, tensor<4x6xbf16>, tensor<6xi32>, tensor<4x6xf32>, tensor<1x4x4xbf16>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
      }
      %180 = stablehlo.reshape %89#7 : (tensor<1x4xf32>) -> tensor<4xf32>
      %181 = stablehlo.reshape %180 : (tensor<4xf32>) -> tensor<1x4xf32>
      %182 = stablehlo.reshape %89#8 : (tensor<1x4xf32>) -> tensor<4xf32>
      %183 = stablehlo.reshape %182 : (tensor<4xf32>) -> tensor<1x4xf32>
      %184 = "stablehlo.reduce_scatter"(%89#5) <{channel_handle = #stablehlo.channel_handle<handle = 246, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.245: tensor<f32>, %rhs.245: tensor<f32>): %both.245 = stablehlo.add %lhs.245, %rhs.245 : tensor<f32> stablehlo.return %both.245 : tensor<f32> }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
      %185 = "stablehlo.all_reduce"(%184) <{channel_handle = #stablehlo.channel_handle<handle = 247, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.246: tensor<f32>, %rhs.246: tensor<f32>): %both.246 = stablehlo.add %lhs.246, %rhs.246 : tensor<f32> stablehlo.return %both.246 : tensor<f32> }) : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %186 = stablehlo.reshape %185 : (tensor<2x6xf32>) -> tensor<1x2x6xf32>
      %187 = stablehlo.reshape %186 : (tensor<1x2x6xf32>) -> tensor<1x2x1x6xf32>
      %188 = stablehlo.transpose %187, dims = [1, 2, 0, 3] : (tensor<1x2x1x6xf32>) -> tensor<2x1x1x6xf32>
      %189 = stablehlo.reshape %188 : (tensor<2x1x1x6xf32>) -> tensor<2x6xf32>
      %190 = stablehlo.reshape %89#6 : (tensor<1x4x4xbf16>) -> tensor<4x4xbf16>
      %191 = stablehlo.reshape %190 : (tensor<4x4xbf16>) -> tensor<1x4x4xbf16>
      %192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %193 = stablehlo.broadcast_in_dim %192, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %194 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %195 = stablehlo.broadcast_in_dim %194, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %196 = stablehlo.compare NE, %38, %193, FLOAT : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
      %197 = stablehlo.subtract %181, %part0.5 : tensor<1x4xf32>
      %198 = stablehlo.exponential %197 : tensor<1x4xf32>
      %199 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %200 = stablehlo.broadcast_in_dim %199, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %201 = stablehlo.maximum %198, %200 : tensor<1x4xf32>
      %202 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
      %203 = stablehlo.broadcast_in_dim %202, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %204 = stablehlo.minimum %201, %203 : tensor<1x4xf32>
      %205 = stablehlo.multiply %204, %part0.3 : tensor<1x4xf32>
      %206 = stablehlo.multiply %198, %part0.3 : tensor<1x4xf32>
      %207 = stablehlo.minimum %206, %205 : tensor<1x4xf32>
      %208 = stablehlo.negate %207 : tensor<1x4xf32>
      %209 = stablehlo.compare LE, %206, %205, FLOAT : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
      %210 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %211 = stablehlo.broadcast_in_dim %210, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %212 = stablehlo.negate %206 : tensor<1x4xf32>
      %213 = stablehlo.select %209, %212, %211 : tensor<1x4xi1>, tensor<1x4xf32>
      %214 = stablehlo.subtract %part0.6, %181 : tensor<1x4xf32>
      %215 = stablehlo.exponential %214 : tensor<1x4xf32>
      %216 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %217 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %218 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
      %219 = stablehlo.broadcast_in_dim %218, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %220 = stablehlo.subtract %215, %214 : tensor<1x4xf32>
      %221 = stablehlo.subtract %220, %217 : tensor<1x4xf32>
      %222 = stablehlo.multiply %219, %221 : tensor<1x4xf32>
      %223 = stablehlo.add %208, %222 : tensor<1x4xf32>
      %224 = stablehlo.subtract %217, %215 : tensor<1x4xf32>
      %225 = stablehlo.multiply %219, %224 : tensor<1x4xf32>
      %226 = stablehlo.add %213, %225 : tensor<1x4xf32>
      %227 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %228 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %229 = stablehlo.compare NE, %38, %228, FLOAT : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
      %230 = stablehlo.constant dense<1.000000e-02> : tensor<f32>
      %231 = stablehlo.broadcast_in_dim %230, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %232 = stablehlo.multiply %231, %183 : tensor<1x4xf32>
      %233 = stablehlo.subtract %223, %232 : tensor<1x4xf32>
      %234 = stablehlo.negate %231 : tensor<1x4xf32>
      %235 = stablehlo.multiply %234, %38 : tensor<1x4xf32>
      %236 = stablehlo.select %229, %235, %228 : tensor<1x4xi1>, tensor<1x4xf32>
      %237 = stablehlo.multiply %233, %38 : tensor<1x4xf32>
      %238 = stablehlo.select %229, %237, %228 : tensor<1x4xi1>, tensor<1x4xf32>
      %239 = stablehlo.multiply %226, %38 : tensor<1x4xf32>
      %240 = stablehlo.select %229, %239, %228 : tensor<1x4xi1>, tensor<1x4xf32>
      %241 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %242 = stablehlo.reduce (%238 init: %241) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %243 = "stablehlo.all_reduce"(%242) <{channel_handle = #stablehlo.channel_handle<handle = 305, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.304: tensor<f32>, %rhs.304: tensor<f32>): %both.304 = stablehlo.add %lhs.304, %rhs.304 : tensor<f32> stablehlo.return %both.304 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %244 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %245 = stablehlo.reduce (%243 init: %244) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %246 = "stablehlo.all_reduce"(%245) <{channel_handle = #stablehlo.channel_handle<handle = 308, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.307: tensor<f32>, %rhs.307: tensor<f32>): %both.307 = stablehlo.add %lhs.307, %rhs.307 : tensor<f32> stablehlo.return %both.307 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %247 = stablehlo.select %196, %195, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %248 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %249 = stablehlo.reduce (%247 init: %248) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %250 = "stablehlo.all_reduce"(%249) <{channel_handle = #stablehlo.channel_handle<handle = 312, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.311: tensor<f32>, %rhs.311: tensor<f32>): %both.311 = stablehlo.add %lhs.311, %rhs.311 : tensor<f32> stablehlo.return %both.311 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %251 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %252 = stablehlo.reduce (%250 init: %251) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %253 = "stablehlo.all_reduce"(%252) <{channel_handle = #stablehlo.channel_handle<handle = 315, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.314: tensor<f32>, %rhs.314: tensor<f32>): %both.314 = stablehlo.add %lhs.314, %rhs.314 : tensor<f32> stablehlo.return %both.314 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %254 = stablehlo.select %196, %193, %195 : tensor<1x4xi1>, tensor<1x4xf32>
      %255 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %256 = stablehlo.reduce (%254 init: %255) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %257 = "stablehlo.all_reduce"(%256) <{channel_handle = #stablehlo.channel_handle<handle = 319, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.318: tensor<f32>, %rhs.318: tensor<f32>): %both.318 = stablehlo.add %lhs.318, %rhs.318 : tensor<f32> stablehlo.return %both.318 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %258 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %259 = stablehlo.reduce (%257 init: %258) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %260 = "stablehlo.all_reduce"(%259) <{channel_handle = #stablehlo.channel_handle<handle = 322, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.321: tensor<f32>, %rhs.321: tensor<f32>): %both.321 = stablehlo.add %lhs.321, %rhs.321 : tensor<f32> stablehlo.return %both.321 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %261 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %262 = stablehlo.maximum %253, %261 : tensor<f32>
      %263 = stablehlo.subtract %181, %part0.5 : tensor<1x4xf32>
      %264 = stablehlo.exponential %263 : tensor<1x4xf32>
      %265 = stablehlo.select %196, %264, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %266 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %267 = stablehlo.reduce (%265 init: %266) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %268 = "stablehlo.all_reduce"(%267) <{channel_handle = #stablehlo.channel_handle<handle = 330, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.329: tensor<f32>, %rhs.329: tensor<f32>): %both.329 = stablehlo.add %lhs.329, %rhs.329 : tensor<f32> stablehlo.return %both.329 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %269 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %270 = stablehlo.reduce (%268 init: %269) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %271 = "stablehlo.all_reduce"(%270) <{channel_handle = #stablehlo.channel_handle<handle = 333, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.332: tensor<f32>, %rhs.332: tensor<f32>): %both.332 = stablehlo.add %lhs.332, %rhs.332 : tensor<f32> stablehlo.return %both.332 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %272 = stablehlo.divide %271, %262 : tensor<f32>
      %273 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %274 = stablehlo.broadcast_in_dim %273, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %275 = stablehlo.compare LT, %264, %274, FLOAT : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
      %276 = stablehlo.select %275, %195, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %277 = stablehlo.select %196, %276, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %278 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %279 = stablehlo.reduce (%277 init: %278) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %280 = "stablehlo.all_reduce"(%279) <{channel_handle = #stablehlo.channel_handle<handle = 342, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.341: tensor<f32>, %rhs.341: tensor<f32>): %both.341 = stablehlo.add %lhs.341, %rhs.341 : tensor<f32> stablehlo.return %both.341 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %281 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %282 = stablehlo.reduce (%280 init: %281) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %283 = "stablehlo.all_reduce"(%282) <{channel_handle = #stablehlo.channel_handle<handle = 345, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.344: tensor<f32>, %rhs.344: tensor<f32>): %both.344 = stablehlo.add %lhs.344, %rhs.344 : tensor<f32> stablehlo.return %both.344 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %284 = stablehlo.divide %283, %262 : tensor<f32>
      %285 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
      %286 = stablehlo.broadcast_in_dim %285, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
      %287 = stablehlo.compare GT, %264, %286, FLOAT : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
      %288 = stablehlo.select %287, %195, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %289 = stablehlo.select %196, %288, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %290 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %291 = stablehlo.reduce (%289 init: %290) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %292 = "stablehlo.all_reduce"(%291) <{channel_handle = #stablehlo.channel_handle<handle = 354, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.353: tensor<f32>, %rhs.353: tensor<f32>): %both.353 = stablehlo.add %lhs.353, %rhs.353 : tensor<f32> stablehlo.return %both.353 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %293 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %294 = stablehlo.reduce (%292 init: %293) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %295 = "stablehlo.all_reduce"(%294) <{channel_handle = #stablehlo.channel_handle<handle = 357, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.356: tensor<f32>, %rhs.356: tensor<f32>): %both.356 = stablehlo.add %lhs.356, %rhs.356 : tensor<f32> stablehlo.return %both.356 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %296 = stablehlo.divide %295, %262 : tensor<f32>
      %297 = stablehlo.negate %263 : tensor<1x4xf32>
      %298 = stablehlo.select %196, %297, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %299 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %300 = stablehlo.reduce (%298 init: %299) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %301 = "stablehlo.all_reduce"(%300) <{channel_handle = #stablehlo.channel_handle<handle = 363, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.362: tensor<f32>, %rhs.362: tensor<f32>): %both.362 = stablehlo.add %lhs.362, %rhs.362 : tensor<f32> stablehlo.return %both.362 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %302 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %303 = stablehlo.reduce (%301 init: %302) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %304 = "stablehlo.all_reduce"(%303) <{channel_handle = #stablehlo.channel_handle<handle = 366, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.365: tensor<f32>, %rhs.365: tensor<f32>): %both.365 = stablehlo.add %lhs.365, %rhs.365 : tensor<f32> stablehlo.return %both.365 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %305 = stablehlo.divide %304, %262 : tensor<f32>
      %306 = stablehlo.subtract %264, %195 : tensor<1x4xf32>
      %307 = stablehlo.subtract %306, %263 : tensor<1x4xf32>
      %308 = stablehlo.select %196, %307, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %309 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %310 = stablehlo.reduce (%308 init: %309) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %311 = "stablehlo.all_reduce"(%310) <{channel_handle = #stablehlo.channel_handle<handle = 373, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.372: tensor<f32>, %rhs.372: tensor<f32>): %both.372 = stablehlo.add %lhs.372, %rhs.372 : tensor<f32> stablehlo.return %both.372 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %312 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %313 = stablehlo.reduce (%311 init: %312) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %314 = "stablehlo.all_reduce"(%313) <{channel_handle = #stablehlo.channel_handle<handle = 376, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.375: tensor<f32>, %rhs.375: tensor<f32>): %both.375 = stablehlo.add %lhs.375, %rhs.375 : tensor<f32> stablehlo.return %both.375 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %315 = stablehlo.divide %314, %262 : tensor<f32>
      %316 = stablehlo.select %196, %183, %193 : tensor<1x4xi1>, tensor<1x4xf32>
      %317 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %318 = stablehlo.reduce (%316 init: %317) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
      %319 = "stablehlo.all_reduce"(%318) <{channel_handle = #stablehlo.channel_handle<handle = 381, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.380: tensor<f32>, %rhs.380: tensor<f32>): %both.380 = stablehlo.add %lhs.380, %rhs.380 : tensor<f32> stablehlo.return %both.380 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %320 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %321 = stablehlo.reduce (%319 init: %320) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %322 = "stablehlo.all_reduce"(%321) <{channel_handle = #stablehlo.channel_handle<handle = 384, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.383: tensor<f32>, %rhs.383: tensor<f32>): %both.383 = stablehlo.add %lhs.383, %rhs.383 : tensor<f32> stablehlo.return %both.383 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %323 = stablehlo.divide %322, %262 : tensor<f32>
      sdy.return %246, %253, %260, %272, %284, %296, %305, %315, %323, %191, %189, %181, %183 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<1x4x4xbf16>, tensor<2x6xf32>, tensor<1x4xf32>, tensor<1x4xf32>
    } : (tensor<4x8x4xbf16>, tensor<4x6xbf16>, tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x8x4xbf16>, tensor<4x6xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    return %3#0, %3#1, %3#2, %3#3, %3#4, %3#5, %3#6, %3#7, %3#8, %3#9, %3#10, %3#11, %3#12 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x8x4xbf16>, tensor<4x6xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
}
