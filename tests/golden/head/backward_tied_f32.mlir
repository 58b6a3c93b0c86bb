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
      %41 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %42 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %43 = stablehlo.compare EQ, %41, %42, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %44 = stablehlo.constant dense<0> : tensor<i32>
      %45 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %46 = stablehlo.compare GE, %19, %45, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %47 = stablehlo.exponential %40 : tensor<2x4x6xf32>
      %48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %49 = stablehlo.reduce (%47 init: %48) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %50 = stablehlo.log %49 : tensor<2x4xf32>
      %51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %53 = stablehlo.select %43, %40, %52 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %55 = stablehlo.reduce (%53 init: %54) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %56 = stablehlo.subtract %55, %50 : tensor<2x4xf32>
      %57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %59 = stablehlo.select %46, %56, %58 : tensor<2x4xi1>, tensor<2x4xf32>
      %60 = stablehlo.reshape %59 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %61 = stablehlo.constant dense<0> : tensor<i32>
      %62 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.dynamic_update_slice %loop0.7, %60, %loop0.0, %61, %62 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %64 = stablehlo.constant dense<0> : tensor<i32>
      %65 = stablehlo.constant dense<0> : tensor<i32>
      %66 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %64, %65, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %67 = stablehlo.reshape %66 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %68 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %70 = stablehlo.divide %69, %49 : tensor<2x4xf32>
      %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %72 = stablehlo.multiply %47, %71 : tensor<2x4x6xf32>
      %73 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %74 = stablehlo.multiply %72, %73 : tensor<2x4x6xf32>
      %75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %76 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %77 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %78 = stablehlo.select %43, %77, %76 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %79 = stablehlo.subtract %78, %74 : tensor<2x4x6xf32>
      %80 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %81 = stablehlo.select %80, %79, %76 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %82 = stablehlo.dot_general %81, %31, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x6xf32>, tensor<2x4x4xf32>) -> tensor<6x4xf32>
      %83 = stablehlo.add %loop0.5, %82 : tensor<6x4xf32>
      %84 = stablehlo.dot_general %81, %loop0.3, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x4x6xf32>, tensor<6x4xf32>) -> tensor<2x4x4xf32>
      %85 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %88 = stablehlo.select %85, %84, %87 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %89 = stablehlo.reshape %88 : (tensor<2x4x4xf32>) -> tensor<1x2x4x4xf32>
      %90 = stablehlo.constant dense<0> : tensor<i32>
      %91 = stablehlo.constant dense<0> : tensor<i32>
      %92 = stablehlo.constant dense<0> : tensor<i32>
      %93 = stablehlo.dynamic_update_slice %loop0.6, %89, %loop0.0, %90, %91, %92 : (tensor<2x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xf32>
      %94 = stablehlo.constant dense<1> : tensor<i32>
      %95 = stablehlo.add %loop0.0, %94 : tensor<i32>
      stablehlo.return %95, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %83, %93, %63 : tensor<i32>, tensor<2x2x4x4xf32>, tensor<2x2x4xi32>, tensor<6x4xf32>, tensor<2x2x4xf32>, tensor<6x4xf32>, tensor<2x2x4x4xf32>, tensor<2x2x4xf32>
    }
    %96 = stablehlo.transpose %13#6, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
    %97 = stablehlo.reshape %96 : (tensor<2x2x4x4xf32>) -> tensor<2x8x4xf32>
    %98 = stablehlo.transpose %13#7, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %99 = stablehlo.reshape %98 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %99, %97, %13#5 : tensor<2x8xf32>, tensor<2x8x4xf32>, tensor<6x4xf32>
  }
}
