module @logphead_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}, tensor<2x8xf32> {jax.result_info = "entropies"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<2x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %8 = stablehlo.constant dense<0> : tensor<i32>
    %9:6 = stablehlo.while(%loop0.0 = %8, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %5, %loop0.5 = %7) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
    cond {
      %10 = stablehlo.constant dense<2> : tensor<i32>
      %11 = stablehlo.compare LT, %loop0.0, %10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %12 = stablehlo.constant dense<0> : tensor<i32>
      %13 = stablehlo.constant dense<0> : tensor<i32>
      %14 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %12, %13, sizes = [1, 2, 4] : (tensor<2x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %15 = stablehlo.reshape %14 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %16 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.constant dense<0> : tensor<i32>
      %18 = stablehlo.constant dense<0> : tensor<i32>
      %19 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %16, %17, %18, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %20 = stablehlo.reshape %19 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %21 = stablehlo.constant dense<0> : tensor<i32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %23 = stablehlo.compare GE, %15, %22, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %27 = stablehlo.select %24, %20, %26 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %28 = stablehlo.dot_general %27, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
      %29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %30 = stablehlo.reduce (%28 init: %29) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %31 = stablehlo.is_finite %30 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %34 = stablehlo.select %31, %30, %33 : tensor<2x4xi1>, tensor<2x4xf32>
      %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %36 = stablehlo.subtract %28, %35 : tensor<2x4x6xf32>
      %37 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %38 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %39 = stablehlo.compare EQ, %37, %38, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %40 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %42 = stablehlo.compare GE, %15, %41, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
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
      %60 = stablehlo.multiply %43, %36 : tensor<2x4x6xf32>
      %61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %62 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %63 = stablehlo.compare GT, %43, %62, FLOAT : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xi1>
      %64 = stablehlo.select %63, %60, %62 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %66 = stablehlo.reduce (%64 init: %65) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %67 = stablehlo.divide %66, %45 : tensor<2x4xf32>
      %68 = stablehlo.subtract %46, %67 : tensor<2x4xf32>
      %69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %71 = stablehlo.select %42, %68, %70 : tensor<2x4xi1>, tensor<2x4xf32>
      %72 = stablehlo.reshape %71 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %73 = stablehlo.constant dense<0> : tensor<i32>
      %74 = stablehlo.constant dense<0> : tensor<i32>
      %75 = stablehlo.dynamic_update_slice %loop0.5, %72, %loop0.0, %73, %74 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %76 = stablehlo.constant dense<1> : tensor<i32>
      %77 = stablehlo.add %loop0.0, %76 : tensor<i32>
      stablehlo.return %77, %loop0.1, %loop0.2, %loop0.3, %59, %75 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
    }
    %78 = stablehlo.transpose %9#4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %79 = stablehlo.reshape %78 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    %80 = stablehlo.transpose %9#5, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %81 = stablehlo.reshape %80 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %79, %81 : tensor<2x8xf32>, tensor<2x8xf32>
  }
}
