module @logphead_backward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>, %cotangent_logps: tensor<2x8xf32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}, tensor<2x8x4xbf16> {jax.result_info = "d_hidden"}, tensor<4x6xbf16> {jax.result_info = "d_kernel"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<2x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.reshape %cotangent_logps : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %6 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<bf16>) -> tensor<4x6xbf16>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<bf16>) -> tensor<2x2x4x4xbf16>
    %10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %12 = stablehlo.constant dense<0> : tensor<i32>
    %13:8 = stablehlo.while(%loop0.0 = %12, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %5, %loop0.5 = %7, %loop0.6 = %9, %loop0.7 = %11) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<4x6xbf16>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>
    cond {
      %14 = stablehlo.constant dense<2> : tensor<i32>
      %15 = stablehlo.compare LT, %loop0.0, %14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %16 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.constant dense<0> : tensor<i32>
      %18 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %16, %17, sizes = [1, 2, 4] : (tensor<2x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %19 = stablehlo.reshape %18 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %20 = stablehlo.constant dense<0> : tensor<i32>
      %21 = stablehlo.constant dense<0> : tensor<i32>
      %22 = stablehlo.constant dense<0> : tensor<i32>
      %23 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %20, %21, %22, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %24 = stablehlo.reshape %23 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %25 = stablehlo.constant dense<0> : tensor<i32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %27 = stablehlo.compare GE, %19, %26, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %29 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %31 = stablehlo.select %28, %24, %30 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %32 = stablehlo.dot_general %31, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xbf16>
      %33 = stablehlo.convert %32 : (tensor<2x4x6xbf16>) -> tensor<2x4x6xf32>
      %34 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %35 = stablehlo.reduce (%33 init: %34) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %36 = stablehlo.is_finite %35 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %39 = stablehlo.select %36, %35, %38 : tensor<2x4xi1>, tensor<2x4xf32>
      %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %41 = stablehlo.subtract %33, %40 : tensor<2x4x6xf32>
      %42 = stablehlo.exponential %41 : tensor<2x4x6xf32>
      %43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.reduce (%42 init: %43) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %45 = stablehlo.log %44 : tensor<2x4xf32>
      %46 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %47 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %48 = stablehlo.compare EQ, %46, %47, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %49 = stablehlo.constant dense<0> : tensor<i32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %51 = stablehlo.compare GE, %19, %50, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %52 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.constant dense<0> : tensor<i32>
      %54 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %52, %53, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %55 = stablehlo.reshape %54 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %56 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.constant dense<0> : tensor<i32>
      %58 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %56, %57, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %59 = stablehlo.reshape %58 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %62 = stablehlo.divide %61, %44 : tensor<2x4xf32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %64 = stablehlo.multiply %42, %63 : tensor<2x4x6xf32>
      %65 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %66 = stablehlo.multiply %64, %65 : tensor<2x4x6xf32>
      %67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %68 = stablehlo.broadcast_in_dim %67, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %69 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %70 = stablehlo.select %48, %69, %68 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %71 = stablehlo.subtract %70, %66 : tensor<2x4x6xf32>
      %72 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %73 = stablehlo.select %72, %71, %68 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %74 = stablehlo.convert %73 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %75 = stablehlo.dot_general %31, %74, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<2x4x6xbf16>) -> tensor<4x6xbf16>
      %76 = stablehlo.add %loop0.5, %75 : tensor<4x6xbf16>
      %77 = stablehlo.dot_general %74, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x6xbf16>, tensor<4x6xbf16>) -> tensor<2x4x4xf32>
      %78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %79 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %80 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %81 = stablehlo.select %80, %77, %79 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %82 = stablehlo.convert %81 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %83 = stablehlo.reshape %82 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %84 = stablehlo.constant dense<0> : tensor<i32>
      %85 = stablehlo.constant dense<0> : tensor<i32>
      %86 = stablehlo.constant dense<0> : tensor<i32>
      %87 = stablehlo.dynamic_update_slice %loop0.6, %83, %loop0.0, %84, %85, %86 : (tensor<2x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xbf16>
      %88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %90 = stablehlo.select %48, %41, %89 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %92 = stablehlo.reduce (%90 init: %91) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %93 = stablehlo.subtract %92, %45 : tensor<2x4xf32>
      %94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %95 = stablehlo.broadcast_in_dim %94, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %96 = stablehlo.select %51, %93, %95 : tensor<2x4xi1>, tensor<2x4xf32>
      %97 = stablehlo.reshape %96 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %98 = stablehlo.constant dense<0> : tensor<i32>
      %99 = stablehlo.constant dense<0> : tensor<i32>
      %100 = stablehlo.dynamic_update_slice %loop0.7, %97, %loop0.0, %98, %99 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %101 = stablehlo.constant dense<1> : tensor<i32>
      %102 = stablehlo.add %loop0.0, %101 : tensor<i32>
      stablehlo.return %102, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %76, %87, %100 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<4x6xbf16>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>
    }
    %103 = stablehlo.transpose %13#6, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %104 = stablehlo.reshape %103 : (tensor<2x2x4x4xbf16>) -> tensor<2x8x4xbf16>
    %105 = stablehlo.transpose %13#7, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %106 = stablehlo.reshape %105 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %106, %104, %13#5 : tensor<2x8xf32>, tensor<2x8x4xbf16>, tensor<4x6xbf16>
  }
}
