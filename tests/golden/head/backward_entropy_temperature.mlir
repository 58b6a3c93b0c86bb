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
      %48 = stablehlo.exponential %47 : tensor<2x4x6xf32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.reduce (%48 init: %49) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %51 = stablehlo.log %50 : tensor<2x4xf32>
      %52 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %53 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %54 = stablehlo.compare EQ, %52, %53, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %55 = stablehlo.constant dense<0> : tensor<i32>
      %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %57 = stablehlo.compare GE, %23, %56, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.constant dense<0> : tensor<i32>
      %60 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %58, %59, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %61 = stablehlo.reshape %60 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %62 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.constant dense<0> : tensor<i32>
      %64 = stablehlo.dynamic_slice %loop0.5, %loop0.0, %62, %63, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %65 = stablehlo.reshape %64 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %66 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %68 = stablehlo.divide %61, %67 : tensor<2x4xf32>
      %69 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %71 = stablehlo.divide %70, %50 : tensor<2x4xf32>
      %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %73 = stablehlo.multiply %48, %72 : tensor<2x4x6xf32>
      %74 = stablehlo.broadcast_in_dim %68, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %75 = stablehlo.multiply %48, %47 : tensor<2x4x6xf32>
      %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %78 = stablehlo.compare GT, %48, %77, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %79 = stablehlo.select %78, %75, %77 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %81 = stablehlo.reduce (%79 init: %80) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %82 = stablehlo.divide %81, %50 : tensor<2x4xf32>
      %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %84 = stablehlo.subtract %47, %83 : tensor<2x4x6xf32>
      %85 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %87 = stablehlo.divide %65, %86 : tensor<2x4xf32>
      %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %89 = stablehlo.multiply %88, %84 : tensor<2x4x6xf32>
      %90 = stablehlo.add %74, %89 : tensor<2x4x6xf32>
      %91 = stablehlo.multiply %73, %90 : tensor<2x4x6xf32>
      %92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %93 = stablehlo.broadcast_in_dim %92, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %94 = stablehlo.compare GT, %48, %93, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %95 = stablehlo.select %94, %91, %93 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %97 = stablehlo.broadcast_in_dim %96, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %98 = stablehlo.broadcast_in_dim %68, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %99 = stablehlo.select %54, %98, %97 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %100 = stablehlo.subtract %99, %95 : tensor<2x4x6xf32>
      %101 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %102 = stablehlo.select %101, %100, %97 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %103 = stablehlo.convert %102 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %104 = stablehlo.dot_general %35, %103, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<2x4x6xbf16>) -> tensor<4x6xf32>
      %105 = stablehlo.add %loop0.6, %104 : tensor<4x6xf32>
      %106 = stablehlo.dot_general %103, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x6xbf16>, tensor<4x6xbf16>) -> tensor<2x4x4xf32>
      %107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %108 = stablehlo.broadcast_in_dim %107, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %109 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %110 = stablehlo.select %109, %106, %108 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %111 = stablehlo.convert %110 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %112 = stablehlo.reshape %111 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %113 = stablehlo.constant dense<0> : tensor<i32>
      %114 = stablehlo.constant dense<0> : tensor<i32>
      %115 = stablehlo.constant dense<0> : tensor<i32>
      %116 = stablehlo.dynamic_update_slice %loop0.7, %112, %loop0.0, %113, %114, %115 : (tensor<2x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xbf16>
      %117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %118 = stablehlo.broadcast_in_dim %117, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %119 = stablehlo.select %54, %47, %118 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %121 = stablehlo.reduce (%119 init: %120) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %122 = stablehlo.subtract %121, %51 : tensor<2x4xf32>
      %123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %125 = stablehlo.select %57, %122, %124 : tensor<2x4xi1>, tensor<2x4xf32>
      %126 = stablehlo.reshape %125 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %127 = stablehlo.constant dense<0> : tensor<i32>
      %128 = stablehlo.constant dense<0> : tensor<i32>
      %129 = stablehlo.dynamic_update_slice %loop0.8, %126, %loop0.0, %127, %128 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %130 = stablehlo.multiply %48, %47 : tensor<2x4x6xf32>
      %131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %132 = stablehlo.broadcast_in_dim %131, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %133 = stablehlo.compare GT, %48, %132, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %134 = stablehlo.select %133, %130, %132 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %136 = stablehlo.reduce (%134 init: %135) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %137 = stablehlo.divide %136, %50 : tensor<2x4xf32>
      %138 = stablehlo.subtract %51, %137 : tensor<2x4xf32>
      %139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %140 = stablehlo.broadcast_in_dim %139, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %141 = stablehlo.select %57, %138, %140 : tensor<2x4xi1>, tensor<2x4xf32>
      %142 = stablehlo.reshape %141 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %143 = stablehlo.constant dense<0> : tensor<i32>
      %144 = stablehlo.constant dense<0> : tensor<i32>
      %145 = stablehlo.dynamic_update_slice %loop0.9, %142, %loop0.0, %143, %144 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %146 = stablehlo.constant dense<1> : tensor<i32>
      %147 = stablehlo.add %loop0.0, %146 : tensor<i32>
      stablehlo.return %147, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %loop0.5, %105, %116, %129, %145 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
    }
    %148 = stablehlo.transpose %17#7, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %149 = stablehlo.reshape %148 : (tensor<2x2x4x4xbf16>) -> tensor<2x8x4xbf16>
    %150 = stablehlo.transpose %17#8, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %151 = stablehlo.reshape %150 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    %152 = stablehlo.transpose %17#9, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %153 = stablehlo.reshape %152 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %151, %153, %149, %17#6 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x4xbf16>, tensor<4x6xf32>
  }
}
