module @logphead_fused attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>, %advantages: tensor<2x8xf32>, %mask: tensor<2x8xf32>, %old_logps: tensor<2x8xf32>, %ref_logps: tensor<2x8xf32>) -> (tensor<f32> {jax.result_info = "loss"}, tensor<f32> {jax.result_info = "tokens"}, tensor<f32> {jax.result_info = "masked_tokens"}, tensor<f32> {jax.result_info = "ratio_mean"}, tensor<f32> {jax.result_info = "clip_fraction_low"}, tensor<f32> {jax.result_info = "clip_fraction_high"}, tensor<f32> {jax.result_info = "approx_kl_k1"}, tensor<f32> {jax.result_info = "approx_kl_k3"}, tensor<2x8x4xbf16> {jax.result_info = "d_hidden"}, tensor<4x6xf32> {jax.result_info = "d_kernel"}, tensor<2x8xf32> {jax.result_info = "logps"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<2x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
    %6 = stablehlo.compare GE, %targets, %5, SIGNED : (tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi1>
    %7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %9 = stablehlo.select %6, %mask, %8 : tensor<2x8xi1>, tensor<2x8xf32>
    %10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %12 = stablehlo.compare NE, %9, %11, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %15 = stablehlo.select %12, %14, %11 : tensor<2x8xi1>, tensor<2x8xf32>
    %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce (%15 init: %16) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %20 = stablehlo.maximum %17, %19 : tensor<2xf32>
    %21 = stablehlo.minimum %17, %19 : tensor<2xf32>
    %22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce (%21 init: %22) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.maximum %23, %24 : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %27 = stablehlo.divide %15, %26 : tensor<2x8xf32>
    %28 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %29 = stablehlo.divide %27, %28 : tensor<2x8xf32>
    %30 = stablehlo.reshape %advantages : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %32 = stablehlo.reshape %29 : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %34 = stablehlo.reshape %old_logps : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %36 = stablehlo.reshape %ref_logps : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %40 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<bf16>) -> tensor<2x2x4x4xbf16>
    %42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %44 = stablehlo.constant dense<0> : tensor<i32>
    %45:11 = stablehlo.while(%loop0.0 = %44, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %31, %loop0.5 = %33, %loop0.6 = %35, %loop0.7 = %37, %loop0.8 = %39, %loop0.9 = %41, %loop0.10 = %43) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>
    cond {
      %46 = stablehlo.constant dense<2> : tensor<i32>
      %47 = stablehlo.compare LT, %loop0.0, %46, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %47 : tensor<i1>
    } do {
      %48 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.constant dense<0> : tensor<i32>
      %50 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %48, %49, sizes = [1, 2, 4] : (tensor<2x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %51 = stablehlo.reshape %50 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %52 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.constant dense<0> : tensor<i32>
      %54 = stablehlo.constant dense<0> : tensor<i32>
      %55 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %52, %53, %54, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %56 = stablehlo.reshape %55 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %57 = stablehlo.constant dense<0> : tensor<i32>
      %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %59 = stablehlo.compare GE, %51, %58, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %61 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %62 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %63 = stablehlo.select %60, %56, %62 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %64 = stablehlo.dot_general %63, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
      %65 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %66 = stablehlo.reduce (%64 init: %65) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %67 = stablehlo.is_finite %66 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %70 = stablehlo.select %67, %66, %69 : tensor<2x4xi1>, tensor<2x4xf32>
      %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %72 = stablehlo.subtract %64, %71 : tensor<2x4x6xf32>
      %73 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %74 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %75 = stablehlo.compare EQ, %73, %74, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %76 = stablehlo.constant dense<0> : tensor<i32>
      %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %78 = stablehlo.compare GE, %51, %77, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %79 = stablehlo.exponential %72 : tensor<2x4x6xf32>
      %80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %81 = stablehlo.reduce (%79 init: %80) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %82 = stablehlo.log %81 : tensor<2x4xf32>
      %83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %84 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %85 = stablehlo.select %75, %72, %84 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %87 = stablehlo.reduce (%85 init: %86) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %88 = stablehlo.subtract %87, %82 : tensor<2x4xf32>
      %89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %90 = stablehlo.broadcast_in_dim %89, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %91 = stablehlo.select %78, %88, %90 : tensor<2x4xi1>, tensor<2x4xf32>
      %92 = stablehlo.reshape %91 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %93 = stablehlo.constant dense<0> : tensor<i32>
      %94 = stablehlo.constant dense<0> : tensor<i32>
      %95 = stablehlo.dynamic_update_slice %loop0.10, %92, %loop0.0, %93, %94 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %96 = stablehlo.constant dense<0> : tensor<i32>
      %97 = stablehlo.constant dense<0> : tensor<i32>
      %98 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %96, %97, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %99 = stablehlo.reshape %98 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %100 = stablehlo.constant dense<0> : tensor<i32>
      %101 = stablehlo.constant dense<0> : tensor<i32>
      %102 = stablehlo.dynamic_slice %loop0.5, %loop0.0, %100, %101, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %103 = stablehlo.reshape %102 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %104 = stablehlo.constant dense<0> : tensor<i32>
      %105 = stablehlo.constant dense<0> : tensor<i32>
      %106 = stablehlo.dynamic_slice %loop0.6, %loop0.0, %104, %105, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %107 = stablehlo.reshape %106 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %108 = stablehlo.constant dense<0> : tensor<i32>
      %109 = stablehlo.constant dense<0> : tensor<i32>
      %110 = stablehlo.dynamic_slice %loop0.7, %loop0.0, %108, %109, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %111 = stablehlo.reshape %110 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %112 = stablehlo.subtract %91, %107 : tensor<2x4xf32>
      %113 = stablehlo.exponential %112 : tensor<2x4xf32>
      %114 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %115 = stablehlo.broadcast_in_dim %114, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %116 = stablehlo.maximum %113, %115 : tensor<2x4xf32>
      %117 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
      %118 = stablehlo.broadcast_in_dim %117, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %119 = stablehlo.minimum %116, %118 : tensor<2x4xf32>
      %120 = stablehlo.multiply %119, %99 : tensor<2x4xf32>
      %121 = stablehlo.multiply %113, %99 : tensor<2x4xf32>
      %122 = stablehlo.minimum %121, %120 : tensor<2x4xf32>
      %123 = stablehlo.negate %122 : tensor<2x4xf32>
      %124 = stablehlo.compare LE, %121, %120, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
      %125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %127 = stablehlo.negate %121 : tensor<2x4xf32>
      %128 = stablehlo.select %124, %127, %126 : tensor<2x4xi1>, tensor<2x4xf32>
      %129 = stablehlo.subtract %111, %91 : tensor<2x4xf32>
      %130 = stablehlo.exponential %129 : tensor<2x4xf32>
      %131 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %132 = stablehlo.broadcast_in_dim %131, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %133 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
      %134 = stablehlo.broadcast_in_dim %133, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %135 = stablehlo.subtract %130, %129 : tensor<2x4xf32>
      %136 = stablehlo.subtract %135, %132 : tensor<2x4xf32>
      %137 = stablehlo.multiply %134, %136 : tensor<2x4xf32>
      %138 = stablehlo.add %123, %137 : tensor<2x4xf32>
      %139 = stablehlo.subtract %132, %130 : tensor<2x4xf32>
      %140 = stablehlo.multiply %134, %139 : tensor<2x4xf32>
      %141 = stablehlo.add %128, %140 : tensor<2x4xf32>
      %142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %143 = stablehlo.broadcast_in_dim %142, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %144 = stablehlo.compare NE, %103, %143, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
      %145 = stablehlo.multiply %138, %103 : tensor<2x4xf32>
      %146 = stablehlo.select %144, %145, %143 : tensor<2x4xi1>, tensor<2x4xf32>
      %147 = stablehlo.multiply %141, %103 : tensor<2x4xf32>
      %148 = stablehlo.select %144, %147, %143 : tensor<2x4xi1>, tensor<2x4xf32>
      %149 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %150 = stablehlo.broadcast_in_dim %149, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %151 = stablehlo.divide %150, %81 : tensor<2x4xf32>
      %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %153 = stablehlo.multiply %79, %152 : tensor<2x4x6xf32>
      %154 = stablehlo.broadcast_in_dim %148, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %155 = stablehlo.multiply %153, %154 : tensor<2x4x6xf32>
      %156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %157 = stablehlo.broadcast_in_dim %156, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %158 = stablehlo.broadcast_in_dim %148, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %159 = stablehlo.select %75, %158, %157 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %160 = stablehlo.subtract %159, %155 : tensor<2x4x6xf32>
      %161 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %162 = stablehlo.select %161, %160, %157 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %163 = stablehlo.convert %162 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %164 = stablehlo.dot_general %63, %163, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<2x4x6xbf16>) -> tensor<4x6xf32>
      %165 = stablehlo.add %loop0.8, %164 : tensor<4x6xf32>
      %166 = stablehlo.dot_general %163, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x6xbf16>, tensor<4x6xbf16>) -> tensor<2x4x4xf32>
      %167 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %169 = stablehlo.broadcast_in_dim %168, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %170 = stablehlo.select %167, %166, %169 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %171 = stablehlo.convert %170 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %172 = stablehlo.reshape %171 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %173 = stablehlo.constant dense<0> : tensor<i32>
      %174 = stablehlo.constant dense<0> : tensor<i32>
      %175 = stablehlo.constant dense<0> : tensor<i32>
      %176 = stablehlo.dynamic_update_slice %loop0.9, %172, %loop0.0, %173, %174, %175 : (tensor<2x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xbf16>
      %177 = stablehlo.constant dense<1> : tensor<i32>
      %178 = stablehlo.add %loop0.0, %177 : tensor<i32>
      stablehlo.return %178, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %loop0.5, %loop0.6, %loop0.7, %165, %176, %95 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>
    }
    %179 = stablehlo.transpose %45#9, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %180 = stablehlo.reshape %179 : (tensor<2x2x4x4xbf16>) -> tensor<2x8x4xbf16>
    %181 = stablehlo.transpose %45#10, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %182 = stablehlo.reshape %181 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    %183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %185 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %187 = stablehlo.compare NE, %29, %184, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %188 = stablehlo.subtract %182, %old_logps : tensor<2x8xf32>
    %189 = stablehlo.exponential %188 : tensor<2x8xf32>
    %190 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %192 = stablehlo.maximum %189, %191 : tensor<2x8xf32>
    %193 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %193, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %195 = stablehlo.minimum %192, %194 : tensor<2x8xf32>
    %196 = stablehlo.multiply %195, %advantages : tensor<2x8xf32>
    %197 = stablehlo.multiply %189, %advantages : tensor<2x8xf32>
    %198 = stablehlo.minimum %197, %196 : tensor<2x8xf32>
    %199 = stablehlo.negate %198 : tensor<2x8xf32>
    %200 = stablehlo.compare LE, %197, %196, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %201 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %203 = stablehlo.negate %197 : tensor<2x8xf32>
    %204 = stablehlo.select %200, %203, %202 : tensor<2x8xi1>, tensor<2x8xf32>
    %205 = stablehlo.subtract %ref_logps, %182 : tensor<2x8xf32>
    %206 = stablehlo.exponential %205 : tensor<2x8xf32>
    %207 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %209 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %211 = stablehlo.subtract %206, %205 : tensor<2x8xf32>
    %212 = stablehlo.subtract %211, %208 : tensor<2x8xf32>
    %213 = stablehlo.multiply %210, %212 : tensor<2x8xf32>
    %214 = stablehlo.add %199, %213 : tensor<2x8xf32>
    %215 = stablehlo.subtract %208, %206 : tensor<2x8xf32>
    %216 = stablehlo.multiply %210, %215 : tensor<2x8xf32>
    %217 = stablehlo.add %204, %216 : tensor<2x8xf32>
    %218 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %220 = stablehlo.compare NE, %29, %219, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %221 = stablehlo.multiply %214, %29 : tensor<2x8xf32>
    %222 = stablehlo.select %220, %221, %219 : tensor<2x8xi1>, tensor<2x8xf32>
    %223 = stablehlo.multiply %217, %29 : tensor<2x8xf32>
    %224 = stablehlo.select %220, %223, %219 : tensor<2x8xi1>, tensor<2x8xf32>
    %225 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce (%222 init: %225) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %227 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce (%226 init: %227) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %229 = stablehlo.select %187, %186, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %230 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %231 = stablehlo.reduce (%229 init: %230) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %232 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %233 = stablehlo.reduce (%231 init: %232) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %234 = stablehlo.select %187, %184, %186 : tensor<2x8xi1>, tensor<2x8xf32>
    %235 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce (%234 init: %235) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %237 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %238 = stablehlo.reduce (%236 init: %237) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %239 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %240 = stablehlo.maximum %233, %239 : tensor<f32>
    %241 = stablehlo.subtract %182, %old_logps : tensor<2x8xf32>
    %242 = stablehlo.exponential %241 : tensor<2x8xf32>
    %243 = stablehlo.select %187, %242, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %244 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %245 = stablehlo.reduce (%243 init: %244) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %246 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce (%245 init: %246) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %248 = stablehlo.divide %247, %240 : tensor<f32>
    %249 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %251 = stablehlo.compare LT, %242, %250, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %252 = stablehlo.select %251, %186, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %253 = stablehlo.select %187, %252, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %254 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %255 = stablehlo.reduce (%253 init: %254) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %256 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce (%255 init: %256) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %258 = stablehlo.divide %257, %240 : tensor<f32>
    %259 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %261 = stablehlo.compare GT, %242, %260, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %262 = stablehlo.select %261, %186, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %263 = stablehlo.select %187, %262, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %264 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %265 = stablehlo.reduce (%263 init: %264) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %266 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.reduce (%265 init: %266) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %268 = stablehlo.divide %267, %240 : tensor<f32>
    %269 = stablehlo.negate %241 : tensor<2x8xf32>
    %270 = stablehlo.select %187, %269, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %271 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %272 = stablehlo.reduce (%270 init: %271) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %273 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %274 = stablehlo.reduce (%272 init: %273) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %275 = stablehlo.divide %274, %240 : tensor<f32>
    %276 = stablehlo.subtract %242, %186 : tensor<2x8xf32>
    %277 = stablehlo.subtract %276, %241 : tensor<2x8xf32>
    %278 = stablehlo.select %187, %277, %184 : tensor<2x8xi1>, tensor<2x8xf32>
    %279 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %280 = stablehlo.reduce (%278 init: %279) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %281 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %282 = stablehlo.reduce (%280 init: %281) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %283 = stablehlo.divide %282, %240 : tensor<f32>
    return %228, %233, %238, %248, %258, %268, %275, %283, %180, %45#8, %182 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<2x8x4xbf16>, tensor<4x6xf32>, tensor<2x8xf32>
  }
}
