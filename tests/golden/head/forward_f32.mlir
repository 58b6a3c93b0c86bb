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
      %27 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %28 = stablehlo.reduce (%26 init: %27) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %29 = stablehlo.is_finite %28 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %32 = stablehlo.select %29, %28, %31 : tensor<2x4xi1>, tensor<2x4xf32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %34 = stablehlo.subtract %26, %33 : tensor<2x4x6xf32>
      %35 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %36 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %37 = stablehlo.compare EQ, %35, %36, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %38 = stablehlo.constant dense<0> : tensor<i32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %40 = stablehlo.compare GE, %13, %39, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %41 = stablehlo.exponential %34 : tensor<2x4x6xf32>
      %42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %43 = stablehlo.reduce (%41 init: %42) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %44 = stablehlo.log %43 : tensor<2x4xf32>
      %45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %47 = stablehlo.select %37, %34, %46 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %49 = stablehlo.reduce (%47 init: %48) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %50 = stablehlo.subtract %49, %44 : tensor<2x4xf32>
      %51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %53 = stablehlo.select %40, %50, %52 : tensor<2x4xi1>, tensor<2x4xf32>
      %54 = stablehlo.reshape %53 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %55 = stablehlo.constant dense<0> : tensor<i32>
      %56 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.dynamic_update_slice %loop0.4, %54, %loop0.0, %55, %56 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %58 = stablehlo.constant dense<1> : tensor<i32>
      %59 = stablehlo.add %loop0.0, %58 : tensor<i32>
      stablehlo.return %59, %loop0.1, %loop0.2, %loop0.3, %57 : tensor<i32>, tensor<2x2x4x4xf32>, tensor<2x2x4xi32>, tensor<4x6xf32>, tensor<2x2x4xf32>
    }
    %60 = stablehlo.transpose %7#4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %61 = stablehlo.reshape %60 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %61 : tensor<2x8xf32>
  }
}
