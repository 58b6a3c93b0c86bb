module @logphead_loss_and_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<4x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %advantages: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %old_logps: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "masked_tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "ratio_mean", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_low", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_high", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k1", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k3", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x8x4xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<4x6xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, tensor<4x8xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = stablehlo.reshape %hidden : (tensor<4x8x4xbf16>) -> tensor<4x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<4x2x4x4xbf16>) -> tensor<2x4x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<4x8xi32>) -> tensor<4x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<4x2x4xi32>) -> tensor<2x4x4xi32>
    %4 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<4x8xi32>
    %6 = stablehlo.compare GE, %targets, %5, SIGNED : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
    %7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %9 = stablehlo.select %6, %mask, %8 : tensor<4x8xi1>, tensor<4x8xf32>
    %10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %12 = stablehlo.compare NE, %9, %11, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.select %12, %14, %11 : tensor<4x8xi1>, tensor<4x8xf32>
    %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce (%15 init: %16) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %20 = stablehlo.maximum %17, %19 : tensor<4xf32>
    %21 = stablehlo.minimum %17, %19 : tensor<4xf32>
    %22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce (%21 init: %22) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.maximum %23, %24 : tensor<f32>
    %26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce (%17 init: %26) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.maximum %27, %28 : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %31 = stablehlo.divide %15, %30 : tensor<4x8xf32>
    %32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
    %34 = stablehlo.constant dense<0> : tensor<i32>
    %35:5 = stablehlo.while(%loop0.0 = %34, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %33) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>
    cond {
      %36 = stablehlo.constant dense<2> : tensor<i32>
      %37 = stablehlo.compare LT, %loop0.0, %36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %37 : tensor<i1>
    } do {
      %38 = stablehlo.constant dense<0> : tensor<i32>
      %39 = stablehlo.constant dense<0> : tensor<i32>
      %40 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %38, %39, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %41 = stablehlo.reshape %40 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %42 = stablehlo.constant dense<0> : tensor<i32>
      %43 = stablehlo.constant dense<0> : tensor<i32>
      %44 = stablehlo.constant dense<0> : tensor<i32>
      %45 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %42, %43, %44, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %46 = stablehlo.reshape %45 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %47 = stablehlo.constant dense<0> : tensor<i32>
      %48 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %49 = stablehlo.compare GE, %41, %48, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %51 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %53 = stablehlo.select %50, %46, %52 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %54 = stablehlo.dot_general %53, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %55 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %56 = stablehlo.reduce (%54 init: %55) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %57 = stablehlo.is_finite %56 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %60 = stablehlo.select %57, %56, %59 : tensor<4x4xi1>, tensor<4x4xf32>
      %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %62 = stablehlo.subtract %54, %61 : tensor<4x4x6xf32>
      %63 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %64 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %65 = stablehlo.compare EQ, %63, %64, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %66 = stablehlo.constant dense<0> : tensor<i32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %68 = stablehlo.compare GE, %41, %67, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %69 = stablehlo.exponential %62 : tensor<4x4x6xf32>
      %70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %71 = stablehlo.reduce (%69 init: %70) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %72 = stablehlo.log %71 : tensor<4x4xf32>
      %73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %74 = stablehlo.broadcast_in_dim %73, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %75 = stablehlo.select %65, %62, %74 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %77 = stablehlo.reduce (%75 init: %76) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %78 = stablehlo.subtract %77, %72 : tensor<4x4xf32>
      %79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %80 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %81 = stablehlo.select %68, %78, %80 : tensor<4x4xi1>, tensor<4x4xf32>
      %82 = stablehlo.reshape %81 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %83 = stablehlo.constant dense<0> : tensor<i32>
      %84 = stablehlo.constant dense<0> : tensor<i32>
      %85 = stablehlo.dynamic_update_slice %loop0.4, %82, %loop0.0, %83, %84 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %86 = stablehlo.constant dense<1> : tensor<i32>
      %87 = stablehlo.add %loop0.0, %86 : tensor<i32>
      stablehlo.return %87, %loop0.1, %loop0.2, %loop0.3, %85 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>
    }
    %88 = stablehlo.transpose %35#4, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %89 = stablehlo.reshape %88 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    %90 = stablehlo.subtract %89, %old_logps : tensor<4x8xf32>
    %91 = stablehlo.exponential %90 : tensor<4x8xf32>
    %92 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %94 = stablehlo.maximum %91, %93 : tensor<4x8xf32>
    %95 = stablehlo.constant dense<1.280000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %97 = stablehlo.minimum %94, %96 : tensor<4x8xf32>
    %98 = stablehlo.multiply %97, %advantages : tensor<4x8xf32>
    %99 = stablehlo.multiply %91, %advantages : tensor<4x8xf32>
    %100 = stablehlo.minimum %99, %98 : tensor<4x8xf32>
    %101 = stablehlo.negate %100 : tensor<4x8xf32>
    %102 = stablehlo.compare LE, %99, %98, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %105 = stablehlo.negate %99 : tensor<4x8xf32>
    %106 = stablehlo.select %102, %105, %104 : tensor<4x8xi1>, tensor<4x8xf32>
    %107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %109 = stablehlo.compare NE, %31, %108, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %110 = stablehlo.multiply %101, %31 : tensor<4x8xf32>
    %111 = stablehlo.select %109, %110, %108 : tensor<4x8xi1>, tensor<4x8xf32>
    %112 = stablehlo.multiply %106, %31 : tensor<4x8xf32>
    %113 = stablehlo.select %109, %112, %108 : tensor<4x8xi1>, tensor<4x8xf32>
    %114 = stablehlo.reshape %113 : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
    %115 = stablehlo.transpose %114, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %118 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %119 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<bf16>) -> tensor<2x4x4x4xbf16>
    %120 = stablehlo.constant dense<0> : tensor<i32>
    %121:7 = stablehlo.while(%loop1.0 = %120, %loop1.1 = %1, %loop1.2 = %3, %loop1.3 = %kernel, %loop1.4 = %115, %loop1.5 = %117, %loop1.6 = %119) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    cond {
      %122 = stablehlo.constant dense<2> : tensor<i32>
      %123 = stablehlo.compare LT, %loop1.0, %122, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %123 : tensor<i1>
    } do {
      %124 = stablehlo.constant dense<0> : tensor<i32>
      %125 = stablehlo.constant dense<0> : tensor<i32>
      %126 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %124, %125, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %127 = stablehlo.reshape %126 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %128 = stablehlo.constant dense<0> : tensor<i32>
      %129 = stablehlo.constant dense<0> : tensor<i32>
      %130 = stablehlo.constant dense<0> : tensor<i32>
      %131 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %128, %129, %130, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %132 = stablehlo.reshape %131 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %133 = stablehlo.constant dense<0> : tensor<i32>
      %134 = stablehlo.broadcast_in_dim %133, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %135 = stablehlo.compare GE, %127, %134, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %137 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %138 = stablehlo.broadcast_in_dim %137, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %139 = stablehlo.select %136, %132, %138 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %140 = stablehlo.dot_general %139, %loop1.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %141 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %142 = stablehlo.reduce (%140 init: %141) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %143 = stablehlo.is_finite %142 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %145 = stablehlo.broadcast_in_dim %144, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %146 = stablehlo.select %143, %142, %145 : tensor<4x4xi1>, tensor<4x4xf32>
      %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %148 = stablehlo.subtract %140, %147 : tensor<4x4x6xf32>
      %149 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %150 = stablehlo.broadcast_in_dim %127, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %151 = stablehlo.compare EQ, %149, %150, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %152 = stablehlo.constant dense<0> : tensor<i32>
      %153 = stablehlo.broadcast_in_dim %152, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %154 = stablehlo.compare GE, %127, %153, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %155 = stablehlo.exponential %148 : tensor<4x4x6xf32>
      %156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %157 = stablehlo.reduce (%155 init: %156) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %158 = stablehlo.log %157 : tensor<4x4xf32>
      %159 = stablehlo.constant dense<0> : tensor<i32>
      %160 = stablehlo.constant dense<0> : tensor<i32>
      %161 = stablehlo.dynamic_slice %loop1.4, %loop1.0, %159, %160, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %162 = stablehlo.reshape %161 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %163 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %164 = stablehlo.broadcast_in_dim %163, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %165 = stablehlo.divide %164, %157 : tensor<4x4xf32>
      %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %167 = stablehlo.multiply %155, %166 : tensor<4x4x6xf32>
      %168 = stablehlo.broadcast_in_dim %162, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %169 = stablehlo.multiply %167, %168 : tensor<4x4x6xf32>
      %170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %171 = stablehlo.broadcast_in_dim %170, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %172 = stablehlo.broadcast_in_dim %162, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %173 = stablehlo.select %151, %172, %171 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %174 = stablehlo.subtract %173, %169 : tensor<4x4x6xf32>
      %175 = stablehlo.broadcast_in_dim %154, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x6xi1>
      %176 = stablehlo.select %175, %174, %171 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %177 = stablehlo.convert %176 : (tensor<4x4x6xf32>) -> tensor<4x4x6xbf16>
      %178 = stablehlo.dot_general %139, %177, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x4x6xbf16>) -> tensor<4x6xf32>
      %179 = stablehlo.add %loop1.5, %178 : tensor<4x6xf32>
      %180 = stablehlo.dot_general %177, %loop1.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x6xbf16>, tensor<4x6xbf16>) -> tensor<4x4x4xf32>
      %181 = stablehlo.broadcast_in_dim %154, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %183 = stablehlo.broadcast_in_dim %182, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
      %184 = stablehlo.select %181, %180, %183 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
      %185 = stablehlo.convert %184 : (tensor<4x4x4xf32>) -> tensor<4x4x4xbf16>
      %186 = stablehlo.reshape %185 : (tensor<4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
      %187 = stablehlo.constant dense<0> : tensor<i32>
      %188 = stablehlo.constant dense<0> : tensor<i32>
      %189 = stablehlo.constant dense<0> : tensor<i32>
      %190 = stablehlo.dynamic_update_slice %loop1.6, %186, %loop1.0, %187, %188, %189 : (tensor<2x4x4x4xbf16>, tensor<1x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4x4xbf16>
      %191 = stablehlo.constant dense<1> : tensor<i32>
      %192 = stablehlo.add %loop1.0, %191 : tensor<i32>
      stablehlo.return %192, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %179, %190 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    }
    %193 = stablehlo.transpose %121#6, dims = [1, 0, 2, 3] : (tensor<2x4x4x4xbf16>) -> tensor<4x2x4x4xbf16>
    %194 = stablehlo.reshape %193 : (tensor<4x2x4x4xbf16>) -> tensor<4x8x4xbf16>
    %195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %197 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %199 = stablehlo.compare NE, %31, %196, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %200 = stablehlo.subtract %89, %old_logps : tensor<4x8xf32>
    %201 = stablehlo.exponential %200 : tensor<4x8xf32>
    %202 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %202, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %204 = stablehlo.maximum %201, %203 : tensor<4x8xf32>
    %205 = stablehlo.constant dense<1.280000e+00> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %205, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %207 = stablehlo.minimum %204, %206 : tensor<4x8xf32>
    %208 = stablehlo.multiply %207, %advantages : tensor<4x8xf32>
    %209 = stablehlo.multiply %201, %advantages : tensor<4x8xf32>
    %210 = stablehlo.minimum %209, %208 : tensor<4x8xf32>
    %211 = stablehlo.negate %210 : tensor<4x8xf32>
    %212 = stablehlo.compare LE, %209, %208, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %213 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %213, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %215 = stablehlo.negate %209 : tensor<4x8xf32>
    %216 = stablehlo.select %212, %215, %214 : tensor<4x8xi1>, tensor<4x8xf32>
    %217 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %219 = stablehlo.compare NE, %31, %218, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %220 = stablehlo.multiply %211, %31 : tensor<4x8xf32>
    %221 = stablehlo.select %219, %220, %218 : tensor<4x8xi1>, tensor<4x8xf32>
    %222 = stablehlo.multiply %216, %31 : tensor<4x8xf32>
    %223 = stablehlo.select %219, %222, %218 : tensor<4x8xi1>, tensor<4x8xf32>
    %224 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %225 = stablehlo.reduce (%221 init: %224) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %226 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %227 = stablehlo.reduce (%225 init: %226) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %228 = stablehlo.select %199, %198, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %229 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.reduce (%228 init: %229) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %231 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %232 = stablehlo.reduce (%230 init: %231) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %233 = stablehlo.select %199, %196, %198 : tensor<4x8xi1>, tensor<4x8xf32>
    %234 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %235 = stablehlo.reduce (%233 init: %234) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %236 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.reduce (%235 init: %236) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %238 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %239 = stablehlo.maximum %232, %238 : tensor<f32>
    %240 = stablehlo.subtract %89, %old_logps : tensor<4x8xf32>
    %241 = stablehlo.exponential %240 : tensor<4x8xf32>
    %242 = stablehlo.select %199, %241, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %243 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %244 = stablehlo.reduce (%242 init: %243) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %245 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %246 = stablehlo.reduce (%244 init: %245) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %247 = stablehlo.divide %246, %239 : tensor<f32>
    %248 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %250 = stablehlo.compare LT, %241, %249, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %251 = stablehlo.select %250, %198, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %252 = stablehlo.select %199, %251, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %253 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %254 = stablehlo.reduce (%252 init: %253) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %255 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %256 = stablehlo.reduce (%254 init: %255) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %257 = stablehlo.divide %256, %239 : tensor<f32>
    %258 = stablehlo.constant dense<1.280000e+00> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %260 = stablehlo.compare GT, %241, %259, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %261 = stablehlo.select %260, %198, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %262 = stablehlo.select %199, %261, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %263 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.reduce (%262 init: %263) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %265 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %266 = stablehlo.reduce (%264 init: %265) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %267 = stablehlo.divide %266, %239 : tensor<f32>
    %268 = stablehlo.negate %240 : tensor<4x8xf32>
    %269 = stablehlo.select %199, %268, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %270 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %271 = stablehlo.reduce (%269 init: %270) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %272 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %273 = stablehlo.reduce (%271 init: %272) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %274 = stablehlo.divide %273, %239 : tensor<f32>
    %275 = stablehlo.subtract %241, %198 : tensor<4x8xf32>
    %276 = stablehlo.subtract %275, %240 : tensor<4x8xf32>
    %277 = stablehlo.select %199, %276, %196 : tensor<4x8xi1>, tensor<4x8xf32>
    %278 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %279 = stablehlo.reduce (%277 init: %278) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %280 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %281 = stablehlo.reduce (%279 init: %280) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %282 = stablehlo.divide %281, %239 : tensor<f32>
    return %227, %232, %237, %247, %257, %267, %274, %282, %194, %121#5, %89 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x8x4xbf16>, tensor<4x6xf32>, tensor<4x8xf32>
  }
}
