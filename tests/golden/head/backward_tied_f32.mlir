module @logphead_backward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xf32>, %kernel: tensor<6x4xf32>, %targets: tensor<2x8xi32>, %cotangent_logps: tensor<2x8xf32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}, tensor<2x8x4xf32> {jax.result_info = "d_hidden"}, tensor<6x4xf32> {jax.result_info = "d_kernel"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xf32>) -> tensor<2x2x4x4xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.reshape %cotangent_logps : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<2x2x4x4xf32>
    %10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %12 = stablehlo.constant dense<0> : tensor<i32>
    %13:8 = stablehlo.while(%loop0.0 = %12, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %5, %loop0.5 = %7, %loop0.6 = %9, %loop0.7 = %11) : tensor<i32>, tensor<2x2x4x4xf32>, tensor<2x2x4xi32>, tensor<6x4xf32>, tensor<2x2x4xf32>, tensor<6x4xf32>, tensor<2x2x4x4xf32>, tensor<2x2x4xf32>
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
      %23 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %20, %21, %22, sizes = [1, 2, 4, 4] : (tensor<2x2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xf32>
      %24 = stablehlo.reshape %23 : (tensor<1x2x4x4xf32>) -> tensor<2x4x4xf32>
      %25 = stablehlo.constant dense<0> : tensor<i32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %27 = stablehlo.compare GE, %19, %26, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %31 = stablehlo.select %28, %24, %30 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %32 = stablehlo.dot_general %31, %loop0.3, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x4xf32>, tensor<6x4xf32>) -> tensor<2x4x6xf32>
      %33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %34 = stablehlo.reduce (%32 init: %33) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %35 = stablehlo.is_finite %34 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %38 = stablehlo.select %35, %34, %37 : tensor<2x4xi1>, tensor<2x4xf32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %40 = stablehlo.subtract %32, %39 : tensor<2x4x6xf32>
      %41 = stablehlo.exponential %40 : tensor<2x4x6xf32>
      %42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %43 = stablehlo.reduce (%41 init: %42) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %44 = stablehlo.log %43 : tensor<2x4xf32>
      %45 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %46 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %47 = stablehlo.compare EQ, %45, %46, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %48 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %50 = stablehlo.compare GE, %19, %49, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %51 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %51, %52, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %54 = stablehlo.reshape %53 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %55 = stablehlo.constant dense<0> : tensor<i32>
      %56 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %55, %56, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %58 = stablehlo.reshape %57 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %60 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %61 = stablehlo.divide %60, %43 : tensor<2x4xf32>
      %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %63 = stablehlo.multiply %41, %62 : tensor<2x4x6xf32>
      %64 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %65 = stablehlo.multiply %63, %64 : tensor<2x4x6xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %68 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %69 = stablehlo.select %47, %68, %67 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %70 = stablehlo.subtract %69, %65 : tensor<2x4x6xf32>
      %71 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %72 = stablehlo.select %71, %70, %67 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %73 = stablehlo.dot_general %72, %31, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x6xf32>, tensor<2x4x4xf32>) -> tensor<6x4xf32>
      %74 = stablehlo.add %loop0.5, %73 : tensor<6x4xf32>
      %75 = stablehlo.dot_general %72, %loop0.3, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x4x6xf32>, tensor<6x4xf32>) -> tensor<2x4x4xf32>
      %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %78 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %79 = stablehlo.select %78, %75, %77 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %80 = stablehlo.reshape %79 : (tensor<2x4x4xf32>) -> tensor<1x2x4x4xf32>
      %81 = stablehlo.constant dense<0> : tensor<i32>
      %82 = stablehlo.constant dense<0> : tensor<i32>
      %83 = stablehlo.constant dense<0> : tensor<i32>
      %84 = stablehlo.dynamic_update_slice %loop0.6, %80, %loop0.0, %81, %82, %83 : (tensor<2x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xf32>
      %85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %87 = stablehlo.select %47, %40, %86 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %89 = stablehlo.reduce (%87 init: %88) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %90 = stablehlo.subtract %89, %44 : tensor<2x4xf32>
      %91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %92 = stablehlo.broadcast_in_dim %91, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %93 = stablehlo.select %50, %90, %92 : tensor<2x4xi1>, tensor<2x4xf32>
      %94 = stablehlo.reshape %93 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %95 = stablehlo.constant dense<0> : tensor<i32>
      %96 = stablehlo.constant dense<0> : tensor<i32>
      %97 = stablehlo.dynamic_update_slice %loop0.7, %94, %loop0.0, %95, %96 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %98 = stablehlo.constant dense<1> : tensor<i32>
      %99 = stablehlo.add %loop0.0, %98 : tensor<i32>
      stablehlo.return %99, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %74, %84, %97 : tensor<i32>, tensor<2x2x4x4xf32>, tensor<2x2x4xi32>, tensor<6x4xf32>, tensor<2x2x4xf32>, tensor<6x4xf32>, tensor<2x2x4x4xf32>, tensor<2x2x4xf32>
    }
    %100 = stablehlo.transpose %13#6, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
    %101 = stablehlo.reshape %100 : (tensor<2x2x4x4xf32>) -> tensor<2x8x4xf32>
    %102 = stablehlo.transpose %13#7, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %103 = stablehlo.reshape %102 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %103, %101, %13#5 : tensor<2x8xf32>, tensor<2x8x4xf32>, tensor<6x4xf32>
  }
}
