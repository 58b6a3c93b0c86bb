module @logphead_backward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>, %cotangent_logps: tensor<2x8xf32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}, tensor<2x8x4xbf16> {jax.result_info = "d_hidden"}, tensor<4x6xf32> {jax.result_info = "d_kernel"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<2x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<2x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
    %4 = stablehlo.reshape %cotangent_logps : (tensor<2x8xf32>) -> tensor<2x2x4xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<bf16>) -> tensor<2x2x4x4xbf16>
    %10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
    %12 = stablehlo.constant dense<0> : tensor<i32>
    %13:8 = stablehlo.while(%loop0.0 = %12, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %5, %loop0.5 = %7, %loop0.6 = %9, %loop0.7 = %11) : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>
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
      %32 = stablehlo.dot_general %31, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
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
      %73 = stablehlo.convert %72 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %74 = stablehlo.dot_general %31, %73, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<2x4x6xbf16>) -> tensor<4x6xf32>
      %75 = stablehlo.add %loop0.5, %74 : tensor<4x6xf32>
      %76 = stablehlo.dot_general %73, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x6xbf16>, tensor<4x6xbf16>) -> tensor<2x4x4xf32>
      %77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %78 = stablehlo.broadcast_in_dim %77, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %79 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %80 = stablehlo.select %79, %76, %78 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %81 = stablehlo.convert %80 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %82 = stablehlo.reshape %81 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %83 = stablehlo.constant dense<0> : tensor<i32>
      %84 = stablehlo.constant dense<0> : tensor<i32>
      %85 = stablehlo.constant dense<0> : tensor<i32>
      %86 = stablehlo.dynamic_update_slice %loop0.6, %82, %loop0.0, %83, %84, %85 : (tensor<2x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xbf16>
      %87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %88 = stablehlo.broadcast_in_dim %87, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %89 = stablehlo.select %47, %40, %88 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %91 = stablehlo.reduce (%89 init: %90) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %92 = stablehlo.subtract %91, %44 : tensor<2x4xf32>
      %93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %94 = stablehlo.broadcast_in_dim %93, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %95 = stablehlo.select %50, %92, %94 : tensor<2x4xi1>, tensor<2x4xf32>
      %96 = stablehlo.reshape %95 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %97 = stablehlo.constant dense<0> : tensor<i32>
      %98 = stablehlo.constant dense<0> : tensor<i32>
      %99 = stablehlo.dynamic_update_slice %loop0.7, %96, %loop0.0, %97, %98 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %100 = stablehlo.constant dense<1> : tensor<i32>
      %101 = stablehlo.add %loop0.0, %100 : tensor<i32>
      stablehlo.return %101, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %75, %86, %99 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<4x6xf32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>
    }
    %102 = stablehlo.transpose %13#6, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %103 = stablehlo.reshape %102 : (tensor<2x2x4x4xbf16>) -> tensor<2x8x4xbf16>
    %104 = stablehlo.transpose %13#7, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %105 = stablehlo.reshape %104 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %105, %103, %13#5 : tensor<2x8xf32>, tensor<2x8x4xbf16>, tensor<4x6xf32>
  }
}
