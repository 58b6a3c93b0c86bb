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
      %42 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %43 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %44 = stablehlo.compare EQ, %42, %43, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %45 = stablehlo.constant dense<0> : tensor<i32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %47 = stablehlo.compare GE, %19, %46, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %48 = stablehlo.exponential %41 : tensor<2x4x6xf32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.reduce (%48 init: %49) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %51 = stablehlo.log %50 : tensor<2x4xf32>
      %52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %54 = stablehlo.select %44, %41, %53 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.reduce (%54 init: %55) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %57 = stablehlo.subtract %56, %51 : tensor<2x4xf32>
      %58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %60 = stablehlo.select %47, %57, %59 : tensor<2x4xi1>, tensor<2x4xf32>
      %61 = stablehlo.reshape %60 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %62 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.constant dense<0> : tensor<i32>
      %64 = stablehlo.dynamic_update_slice %loop0.7, %61, %loop0.0, %62, %63 : (tensor<2x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4xf32>
      %65 = stablehlo.constant dense<0> : tensor<i32>
      %66 = stablehlo.constant dense<0> : tensor<i32>
      %67 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %65, %66, sizes = [1, 2, 4] : (tensor<2x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %68 = stablehlo.reshape %67 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %69 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %71 = stablehlo.divide %70, %50 : tensor<2x4xf32>
      %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %73 = stablehlo.multiply %48, %72 : tensor<2x4x6xf32>
      %74 = stablehlo.broadcast_in_dim %68, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %75 = stablehlo.multiply %73, %74 : tensor<2x4x6xf32>
      %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %78 = stablehlo.broadcast_in_dim %68, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %79 = stablehlo.select %44, %78, %77 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %80 = stablehlo.subtract %79, %75 : tensor<2x4x6xf32>
      %81 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %82 = stablehlo.select %81, %80, %77 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %83 = stablehlo.convert %82 : (tensor<2x4x6xf32>) -> tensor<2x4x6xbf16>
      %84 = stablehlo.dot_general %31, %83, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<2x4x6xbf16>) -> tensor<4x6xbf16>
      %85 = stablehlo.add %loop0.5, %84 : tensor<4x6xbf16>
      %86 = stablehlo.dot_general %83, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x6xbf16>, tensor<4x6xbf16>) -> tensor<2x4x4xf32>
      %87 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %90 = stablehlo.select %87, %86, %89 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %91 = stablehlo.convert %90 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %92 = stablehlo.reshape %91 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %93 = stablehlo.constant dense<0> : tensor<i32>
      %94 = stablehlo.constant dense<0> : tensor<i32>
      %95 = stablehlo.constant dense<0> : tensor<i32>
      %96 = stablehlo.dynamic_update_slice %loop0.6, %92, %loop0.0, %93, %94, %95 : (tensor<2x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x4x4xbf16>
      %97 = stablehlo.constant dense<1> : tensor<i32>
      %98 = stablehlo.add %loop0.0, %97 : tensor<i32>
      stablehlo.return %98, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %85, %96, %64 : tensor<i32>, tensor<2x2x4x4xbf16>, tensor<2x2x4xi32>, tensor<4x6xbf16>, tensor<2x2x4xf32>, tensor<4x6xbf16>, tensor<2x2x4x4xbf16>, tensor<2x2x4xf32>
    }
    %99 = stablehlo.transpose %13#6, dims = [1, 0, 2, 3] : (tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
    %100 = stablehlo.reshape %99 : (tensor<2x2x4x4xbf16>) -> tensor<2x8x4xbf16>
    %101 = stablehlo.transpose %13#7, dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    %102 = stablehlo.reshape %101 : (tensor<2x2x4xf32>) -> tensor<2x8xf32>
    return %102, %100, %13#5 : tensor<2x8xf32>, tensor<2x8x4xbf16>, tensor<4x6xbf16>
  }
}
