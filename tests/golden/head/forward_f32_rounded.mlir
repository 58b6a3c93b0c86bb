module @logphead_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xf32>, %kernel: tensor<4x6xf32>, %targets: tensor<2x8xi32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xf32>) -> tensor<2x2x4x4xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %6 = stablehlo.constant dense<0> : tensor<i32>
    %7:5 = stablehlo.while(%loop0.0 = %6, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %5) : tensor<i32>, tensor<2x2x4x4xf32>, tensor<2x2x4xi32>, tensor<4x6xf32>, tensor<2x2x4xf32>
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
      %17 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %14, %15, %16, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xf32>
      %18 = stablehlo.reshape %17 : (tensor<1x2x4x4xf32>) -> tensor<2x4x4xf32>
      %19 = stablehlo.constant dense<0> : tensor<i32>
      %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %21 = stablehlo.compare GE, %13, %20, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %25 = stablehlo.select %22, %18, %24 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %26 = stablehlo.dot_general %25, %loop0.3, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x4x4xf32>, tensor<4x6xf32>) -> tensor<2x4x6xf32>
      %27 = stablehlo.convert %26 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %28 = stablehlo.convert %27 : (tensor<2x4x6xbf16>) -> tensor<2x4x6xf32>
      %29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %30 = stablehlo.reduce (%28 init: %29) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %31 = stablehlo.is_finite %30 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %34 = stablehlo.select %31, %30, %33 : tensor<2x4xi1>, tensor<2x4xf32>
      %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %36 = stablehlo.subtract %28, %35 : tensor<2x4x6xf32>
      %37 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %38 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %39 = stablehlo.compare EQ, %37, %38, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %40 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %42 = stablehlo.compare GE, %13, %41, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %43 = stablehlo.exponential %36 : tensor<2x4x6xf32>
      %44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %45 = stablehlo.reduce (%43 init: %44) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %46 = stablehlo.log %45 : tensor<2x4xf32>
      %47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %48 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %49 = stablehlo.select %39, %36, %48 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %51 = stablehlo.reduce (%49 init: %50) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %52 = stablehlo.subtract %51, %46 : tensor<2x4xf32>
      %53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %55 = stablehlo.select %42, %52, %54 : tensor<2x4xi1>, tensor<2x4xf32>
      %56 = stablehlo.reshape %55 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %57 = stablehlo.constant dense<0> : tensor<i32>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.dynamic_update_slice %loop0.4, %56, %loop0.0, %57, %58 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %60 = stablehlo.constant dense<1> : tensor<i32>
      %61 = stablehlo.add %loop0.0, %60 : tensor<i32>
      stablehlo.return %61, %loop0.1, %loop0.2, %loop0.3, %59 : tensor<i32>, tensor<2x2x4x4xf32>, tensor<2x2x4xi32>, tensor<4x6xf32>, tensor<2x2x4xf32>
    }
    %62 = stablehlo.transpose %7#4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %63 = stablehlo.reshape %62 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %63 : tensor<2x8xf32>
  }
}
