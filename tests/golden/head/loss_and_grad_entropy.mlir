module @logphead_loss_and_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>, %weights: tensor<2x8xf32>, %mask: tensor<2x8xf32>) -> (tensor<f32> {jax.result_info = "loss"}, tensor<2x8x4xbf16> {jax.result_info = "d_hidden"}, tensor<4x6xf32> {jax.result_info = "d_kernel"}, tensor<2x8xf32> {jax.result_info = "entropies"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<2x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %6 = stablehlo.compare NE, %mask, %5, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %7 = stablehlo.multiply %weights, %mask : tensor<2x8xf32>
    %8 = stablehlo.select %6, %7, %5 : tensor<2x8xi1>, tensor<2x8xf32>
    %9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce (%mask init: %9) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
    %11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare NE, %10, %11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.select %12, %10, %13 : tensor<i1>, tensor<f32>
    %15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %19 = stablehlo.constant dense<0> : tensor<i32>
    %20:6 = stablehlo.while(%loop0.0 = %19, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %16, %loop0.5 = %18) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
    cond {
      %21 = stablehlo.constant dense<2> : tensor<i32>
      %22 = stablehlo.compare LT, %loop0.0, %21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %23 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %23, %24, sizes = [1, 2, 4] : (tensor<2x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %26 = stablehlo.reshape %25 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.constant dense<0> : tensor<i32>
      %29 = stablehlo.constant dense<0> : tensor<i32>
      %30 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %27, %28, %29, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %31 = stablehlo.reshape %30 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %32 = stablehlo.constant dense<0> : tensor<i32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %34 = stablehlo.compare GE, %26, %33, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %36 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %38 = stablehlo.select %35, %31, %37 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %39 = stablehlo.dot_general %38, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
      %40 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %41 = stablehlo.reduce (%39 init: %40) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %42 = stablehlo.is_finite %41 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %45 = stablehlo.select %42, %41, %44 : tensor<2x4xi1>, tensor<2x4xf32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %47 = stablehlo.subtract %39, %46 : tensor<2x4x6xf32>
      %48 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %49 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %50 = stablehlo.compare EQ, %48, %49, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %51 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %53 = stablehlo.compare GE, %26, %52, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %54 = stablehlo.exponential %47 : tensor<2x4x6xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.reduce (%54 init: %55) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %57 = stablehlo.log %56 : tensor<2x4xf32>
      %58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %60 = stablehlo.select %50, %47, %59 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %62 = stablehlo.reduce (%60 init: %61) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %63 = stablehlo.subtract %62, %57 : tensor<2x4xf32>
      %64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %66 = stablehlo.select %53, %63, %65 : tensor<2x4xi1>, tensor<2x4xf32>
      %67 = stablehlo.reshape %66 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %68 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.constant dense<0> : tensor<i32>
      %70 = stablehlo.dynamic_update_slice %loop0.4, %67, %loop0.0, %68, %69 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %71 = stablehlo.multiply %54, %47 : tensor<2x4x6xf32>
      %72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %73 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %74 = stablehlo.compare GT, %54, %73, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %75 = stablehlo.select %74, %71, %73 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %77 = stablehlo.reduce (%75 init: %76) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %78 = stablehlo.divide %77, %56 : tensor<2x4xf32>
      %79 = stablehlo.subtract %57, %78 : tensor<2x4xf32>
      %80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %81 = stablehlo.broadcast_in_dim %80, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %82 = stablehlo.select %53, %79, %81 : tensor<2x4xi1>, tensor<2x4xf32>
      %83 = stablehlo.reshape %82 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %84 = stablehlo.constant dense<0> : tensor<i32>
      %85 = stablehlo.constant dense<0> : tensor<i32>
      %86 = stablehlo.dynamic_update_slice %loop0.5, %83, %loop0.0, %84, %85 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %87 = stablehlo.constant dense<1> : tensor<i32>
      %88 = stablehlo.add %loop0.0, %87 : tensor<i32>
      stablehlo.return %88, %loop0.1, %loop0.2, %loop0.3, %70, %86 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
    }
    %89 = stablehlo.transpose %20#4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %90 = stablehlo.reshape %89 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    %91 = stablehlo.transpose %20#5, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %92 = stablehlo.reshape %91 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    %93 = stablehlo.multiply %90, %8 : tensor<2x8xf32>
    %94 = stablehlo.select %6, %93, %5 : tensor<2x8xi1>, tensor<2x8xf32>
    %95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce (%94 init: %95) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
    %97 = stablehlo.divide %96, %14 : tensor<f32>
    %98 = stablehlo.negate %97 : tensor<f32>
    %99 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %100 = stablehlo.divide %99, %14 : tensor<f32>
    %101 = stablehlo.negate %100 : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %103 = stablehlo.multiply %8, %102 : tensor<2x8xf32>
    %104 = stablehlo.reshape %103 : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %105 = stablehlo.transpose %104, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %106 = stablehlo.reshape %5 : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %107 = stablehlo.transpose %106, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %110 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %111 = stablehlo.broadcast_in_dim %110, dims = [] : (tensor<bf16>) -> tensor<2x2x4x4xbf16>
    %112 = stablehlo.constant dense<0> : tensor<i32>
    %113:8 = stablehlo.while(%loop1.0 = %112, %loop1.1 = %1, %loop1.2 = %3, %loop1.3 = %kernel, %loop1.4 = %105, %loop1.5 = %107, %loop1.6 = %109, %loop1.7 = %111) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>
    cond {
      %114 = stablehlo.constant dense<2> : tensor<i32>
      %115 = stablehlo.compare LT, %loop1.0, %114, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %115 : tensor<i1>
    } do {
      %116 = stablehlo.constant dense<0> : tensor<i32>
      %117 = stablehlo.constant dense<0> : tensor<i32>
      %118 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %116, %117, sizes = [1, 2, 4] : (tensor<2x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %119 = stablehlo.reshape %118 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %120 = stablehlo.constant dense<0> : tensor<i32>
      %121 = stablehlo.constant dense<0> : tensor<i32>
      %122 = stablehlo.constant dense<0> : tensor<i32>
      %123 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %120, %121, %122, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %124 = stablehlo.reshape %123 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %125 = stablehlo.constant dense<0> : tensor<i32>
      %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %127 = stablehlo.compare GE, %119, %126, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %129 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %130 = stablehlo.broadcast_in_dim %129, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %131 = stablehlo.select %128, %124, %130 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %132 = stablehlo.dot_general %131, %loop1.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
      %133 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %134 = stablehlo.reduce (%132 init: %133) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %135 = stablehlo.is_finite %134 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %137 = stablehlo.broadcast_in_dim %136, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %138 = stablehlo.select %135, %134, %137 : tensor<2x4xi1>, tensor<2x4xf32>
      %139 = stablehlo.broadcast_in_dim %138, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %140 = stablehlo.subtract %132, %139 : tensor<2x4x6xf32>
      %141 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %142 = stablehlo.broadcast_in_dim %119, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %143 = stablehlo.compare EQ, %141, %142, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %144 = stablehlo.constant dense<0> : tensor<i32>
      %145 = stablehlo.broadcast_in_dim %144, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %146 = stablehlo.compare GE, %119, %145, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %147 = stablehlo.exponential %140 : tensor<2x4x6xf32>
      %148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %149 = stablehlo.reduce (%147 init: %148) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %150 = stablehlo.log %149 : tensor<2x4xf32>
      %151 = stablehlo.multiply %147, %140 : tensor<2x4x6xf32>
      %152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %153 = stablehlo.broadcast_in_dim %152, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %154 = stablehlo.compare GT, %147, %153, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %155 = stablehlo.select %154, %151, %153 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %157 = stablehlo.reduce (%155 init: %156) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %158 = stablehlo.divide %157, %149 : tensor<2x4xf32>
      %159 = stablehlo.constant dense<0> : tensor<i32>
      %160 = stablehlo.constant dense<0> : tensor<i32>
      %161 = stablehlo.dynamic_slice %loop1.4, %loop1.0, %159, %160, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %162 = stablehlo.reshape %161 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %163 = stablehlo.constant dense<0> : tensor<i32>
      %164 = stablehlo.constant dense<0> : tensor<i32>
      %165 = stablehlo.dynamic_slice %loop1.5, %loop1.0, %163, %164, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %166 = stablehlo.reshape %165 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %167 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %168 = stablehlo.broadcast_in_dim %167, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %169 = stablehlo.divide %168, %149 : tensor<2x4xf32>
      %170 = stablehlo.broadcast_in_dim %169, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %171 = stablehlo.multiply %147, %170 : tensor<2x4x6xf32>
      %172 = stablehlo.broadcast_in_dim %162, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %173 = stablehlo.broadcast_in_dim %158, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %174 = stablehlo.subtract %140, %173 : tensor<2x4x6xf32>
      %175 = stablehlo.broadcast_in_dim %166, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %176 = stablehlo.multiply %175, %174 : tensor<2x4x6xf32>
      %177 = stablehlo.add %172, %176 : tensor<2x4x6xf32>
      %178 = stablehlo.multiply %171, %177 : tensor<2x4x6xf32>
      %179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %180 = stablehlo.broadcast_in_dim %179, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %181 = stablehlo.compare GT, %147, %180, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %182 = stablehlo.select %181, %178, %180 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %184 = stablehlo.broadcast_in_dim %183, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %185 = stablehlo.broadcast_in_dim %162, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %186 = stablehlo.select %143, %185, %184 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %187 = stablehlo.subtract %186, %182 : tensor<2x4x6xf32>
      %188 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %189 = stablehlo.select %188, %187, %184 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %190 = stablehlo.convert %189 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %191 = stablehlo.dot_general %131, %190, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<2x4x6xbf16>) -> tensor<4x6xf32>
      %192 = stablehlo.add %loop1.6, %191 : tensor<4x6xf32>
      %193 = stablehlo.dot_general %190, %loop1.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x6xbf16>, tensor<4x6xbf16>) -> tensor<2x4x4xf32>
      %194 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %196 = stablehlo.broadcast_in_dim %195, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %197 = stablehlo.select %194, %193, %196 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %198 = stablehlo.convert %197 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %199 = stablehlo.reshape %198 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %200 = stablehlo.constant dense<0> : tensor<i32>
      %201 = stablehlo.constant dense<0> : tensor<i32>
      %202 = stablehlo.constant dense<0> : tensor<i32>
      %203 = stablehlo.dynamic_update_slice %loop1.7, %199, %loop1.0, %200, %201, %202 : (tensor<2x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xbf16>
      %204 = stablehlo.constant dense<1> : tensor<i32>
      %205 = stablehlo.add %loop1.0, %204 : tensor<i32>
      stablehlo.return %205, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %loop1.5, %192, %203 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>
    }
    %206 = stablehlo.transpose %113#7, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %207 = stablehlo.reshape %206 : (tensor<2x2x4x4xbf16>) -> tensor<2x8x4xbf16>
    return %98, %207, %113#6, %92 : tensor<f32>, tensor<2x8x4xbf16>, tensor<4x6xf32>, tensor<2x8xf32>
  }
}
