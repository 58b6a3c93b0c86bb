module @logphead_backward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>, %cotangent_logps: tensor<2x8xf32>, %cotangent_entropies: tensor<2x8xf32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}, tensor<2x8xf32> {jax.result_info = "entropies"}, tensor<2x8x4xbf16> {jax.result_info = "d_hidden"}, tensor<4x6xf32> {jax.result_info = "d_kernel"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<2x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.reshape %cotangent_logps : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %6 = stablehlo.reshape %cotangent_entropies : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %10 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<bf16>) -> tensor<2x2x4x4xbf16>
    %12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %16 = stablehlo.constant dense<0> : tensor<i32>
    %17:10 = stablehlo.while(%loop0.0 = %16, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %5, %loop0.5 = %7, %loop0.6 = %9, %loop0.7 = %11, %loop0.8 = %13, %loop0.9 = %15) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
    cond {
      %18 = stablehlo.constant dense<2> : tensor<i32>
      %19 = stablehlo.compare LT, %loop0.0, %18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %19 : tensor<i1>
    } do {
      %20 = stablehlo.constant dense<0> : tensor<i32>
      %21 = stablehlo.constant dense<0> : tensor<i32>
      %22 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %20, %21, sizes = [1, 2, 4] : (tensor<2x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %23 = stablehlo.reshape %22 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %24 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.constant dense<0> : tensor<i32>
      %26 = stablehlo.constant dense<0> : tensor<i32>
      %27 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %24, %25, %26, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %28 = stablehlo.reshape %27 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %29 = stablehlo.constant dense<0> : tensor<i32>
      %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %31 = stablehlo.compare GE, %23, %30, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %33 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %35 = stablehlo.select %32, %28, %34 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %36 = stablehlo.dot_general %35, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
      %37 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %39 = stablehlo.divide %36, %38 : tensor<2x4x6xf32>
      %40 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %41 = stablehlo.reduce (%39 init: %40) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %42 = stablehlo.is_finite %41 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %45 = stablehlo.select %42, %41, %44 : tensor<2x4xi1>, tensor<2x4xf32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %47 = stablehlo.subtract %39, %46 : tensor<2x4x6xf32>
      %48 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %49 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %50 = stablehlo.compare EQ, %48, %49, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %51 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %53 = stablehlo.compare GE, %23, %52, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %54 = stablehlo.exponential %47 : tensor<2x4x6xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.reduce (%54 init: %55) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %57 = stablehlo.log %56 : tensor<2x4xf32>
      %58 = stablehlo.multiply %54, %47 : tensor<2x4x6xf32>
      %59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %60 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %61 = stablehlo.compare GT, %54, %60, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %62 = stablehlo.select %61, %58, %60 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %64 = stablehlo.reduce (%62 init: %63) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %65 = stablehlo.divide %64, %56 : tensor<2x4xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %68 = stablehlo.select %50, %47, %67 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %70 = stablehlo.reduce (%68 init: %69) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %71 = stablehlo.subtract %70, %57 : tensor<2x4xf32>
      %72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %73 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %74 = stablehlo.select %53, %71, %73 : tensor<2x4xi1>, tensor<2x4xf32>
      %75 = stablehlo.reshape %74 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %76 = stablehlo.constant dense<0> : tensor<i32>
      %77 = stablehlo.constant dense<0> : tensor<i32>
      %78 = stablehlo.dynamic_update_slice %loop0.8, %75, %loop0.0, %76, %77 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %79 = stablehlo.subtract %57, %65 : tensor<2x4xf32>
      %80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %81 = stablehlo.broadcast_in_dim %80, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %82 = stablehlo.select %53, %79, %81 : tensor<2x4xi1>, tensor<2x4xf32>
      %83 = stablehlo.reshape %82 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %84 = stablehlo.constant dense<0> : tensor<i32>
      %85 = stablehlo.constant dense<0> : tensor<i32>
      %86 = stablehlo.dynamic_update_slice %loop0.9, %83, %loop0.0, %84, %85 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %87 = stablehlo.constant dense<0> : tensor<i32>
      %88 = stablehlo.constant dense<0> : tensor<i32>
      %89 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %87, %88, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %90 = stablehlo.reshape %89 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %91 = stablehlo.constant dense<0> : tensor<i32>
      %92 = stablehlo.constant dense<0> : tensor<i32>
      %93 = stablehlo.dynamic_slice %loop0.5, %loop0.0, %91, %92, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %94 = stablehlo.reshape %93 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %95 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %96 = stablehlo.broadcast_in_dim %95, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %97 = stablehlo.divide %90, %96 : tensor<2x4xf32>
      %98 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %99 = stablehlo.broadcast_in_dim %98, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %100 = stablehlo.divide %99, %56 : tensor<2x4xf32>
      %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %102 = stablehlo.multiply %54, %101 : tensor<2x4x6xf32>
      %103 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %104 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %105 = stablehlo.subtract %47, %104 : tensor<2x4x6xf32>
      %106 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %107 = stablehlo.broadcast_in_dim %106, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %108 = stablehlo.divide %94, %107 : tensor<2x4xf32>
      %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %110 = stablehlo.multiply %109, %105 : tensor<2x4x6xf32>
      %111 = stablehlo.add %103, %110 : tensor<2x4x6xf32>
      %112 = stablehlo.multiply %102, %111 : tensor<2x4x6xf32>
      %113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %114 = stablehlo.broadcast_in_dim %113, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %115 = stablehlo.compare GT, %54, %114, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %116 = stablehlo.select %115, %112, %114 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %118 = stablehlo.broadcast_in_dim %117, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %119 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %120 = stablehlo.select %50, %119, %118 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %121 = stablehlo.subtract %120, %116 : tensor<2x4x6xf32>
      %122 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %123 = stablehlo.select %122, %121, %118 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %124 = stablehlo.convert %123 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %125 = stablehlo.dot_general %35, %124, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<2x4x6xbf16>) -> tensor<4x6xf32>
      %126 = stablehlo.add %loop0.6, %125 : tensor<4x6xf32>
      %127 = stablehlo.dot_general %124, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x6xbf16>, tensor<4x6xbf16>) -> tensor<2x4x4xf32>
      %128 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %130 = stablehlo.broadcast_in_dim %129, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %131 = stablehlo.select %128, %127, %130 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %132 = stablehlo.convert %131 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %133 = stablehlo.reshape %132 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %134 = stablehlo.constant dense<0> : tensor<i32>
      %135 = stablehlo.constant dense<0> : tensor<i32>
      %136 = stablehlo.constant dense<0> : tensor<i32>
      %137 = stablehlo.dynamic_update_slice %loop0.7, %133, %loop0.0, %134, %135, %136 : (tensor<2x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xbf16>
      %138 = stablehlo.constant dense<1> : tensor<i32>
      %139 = stablehlo.add %loop0.0, %138 : tensor<i32>
      stablehlo.return %139, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %loop0.5, %126, %137, %78, %86 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
    }
    %140 = stablehlo.transpose %17#7, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %141 = stablehlo.reshape %140 : (tensor<2x2x4x4xbf16>) -> tensor<2x8x4xbf16>
    %142 = stablehlo.transpose %17#8, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %143 = stablehlo.reshape %142 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    %144 = stablehlo.transpose %17#9, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %145 = stablehlo.reshape %144 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %143, %145, %141, %17#6 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x4xbf16>, tensor<4x6xf32>
  }
}
