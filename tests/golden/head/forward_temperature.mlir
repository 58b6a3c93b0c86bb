module @logphead_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<2x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %6 = stablehlo.constant dense<0> : tensor<i32>
    %7:5 = stablehlo.while(%loop0.0 = %6, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %5) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>
    cond {
      %8 = stablehlo.constant dense<2> : tensor<i32>
      %9 = stablehlo.compare LT, %loop0.0, %8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %10 = stablehlo.constant dense<0> : tensor<i32>
      %11 = stablehlo.constant dense<0> : tensor<i32>
      %12 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %10, %11, sizes = [1, 2, 4] : (tensor<2x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %13 = stablehlo.reshape %12 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %14 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %14, %15, %16, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %18 = stablehlo.reshape %17 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %19 = stablehlo.constant dense<0> : tensor<i32>
      %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %21 = stablehlo.compare GE, %13, %20, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %23 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %25 = stablehlo.select %22, %18, %24 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %26 = stablehlo.dot_general %25, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
      %27 = stablehlo.constant dense<7.000000e-01> : tensor<f32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %29 = stablehlo.divide %26, %28 : tensor<2x4x6xf32>
      %30 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %31 = stablehlo.reduce (%29 init: %30) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %32 = stablehlo.is_finite %31 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %35 = stablehlo.select %32, %31, %34 : tensor<2x4xi1>, tensor<2x4xf32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %37 = stablehlo.subtract %29, %36 : tensor<2x4x6xf32>
      %38 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %39 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %40 = stablehlo.compare EQ, %38, %39, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %41 = stablehlo.constant dense<0> : tensor<i32>
      %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %43 = stablehlo.compare GE, %13, %42, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %44 = stablehlo.exponential %37 : tensor<2x4x6xf32>
      %45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %46 = stablehlo.reduce (%44 init: %45) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %47 = stablehlo.log %46 : tensor<2x4xf32>
      %48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %50 = stablehlo.select %40, %37, %49 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %52 = stablehlo.reduce (%50 init: %51) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %53 = stablehlo.subtract %52, %47 : tensor<2x4xf32>
      %54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %55 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %56 = stablehlo.select %43, %53, %55 : tensor<2x4xi1>, tensor<2x4xf32>
      %57 = stablehlo.reshape %56 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.constant dense<0> : tensor<i32>
      %60 = stablehlo.dynamic_update_slice %loop0.4, %57, %loop0.0, %58, %59 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %61 = stablehlo.constant dense<1> : tensor<i32>
      %62 = stablehlo.add %loop0.0, %61 : tensor<i32>
      stablehlo.return %62, %loop0.1, %loop0.2, %loop0.3, %60 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>
    }
    %63 = stablehlo.transpose %7#4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %64 = stablehlo.reshape %63 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %64 : tensor<2x8xf32>
  }
}
