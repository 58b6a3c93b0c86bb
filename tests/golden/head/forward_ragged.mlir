module @logphead_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x10x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x10xi32>) -> (tensor<2x10xf32> {jax.result_info = "logps"}) {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1 = stablehlo.pad %hidden, %0, low = [0, 0, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<2x10x4xbf16>, tensor<bf16>) -> tensor<2x12x4xbf16>
    %2 = stablehlo.reshape %1 : (tensor<2x12x4xbf16>) -> tensor<2x3x4x4xbf16>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2, 3] : (tensor<2x3x4x4xbf16>) -> tensor<3x2x4x4xbf16>
    %4 = stablehlo.constant dense<-100> : tensor<i32>
    %5 = stablehlo.pad %targets, %4, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x10xi32>, tensor<i32>) -> tensor<2x12xi32>
    %6 = stablehlo.reshape %5 : (tensor<2x12xi32>) -> tensor<2x3x4xi32>
    %7 = stablehlo.transpose %6, dims = [1, 0, 2] : (tensor<2x3x4xi32>) -> tensor<3x2x4xi32>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<3x2x4xf32>
    %10 = stablehlo.constant dense<0> : tensor<i32>
    %11:5 = stablehlo.while(%loop0.0 = %10, %loop0.1 = %3, %loop0.2 = %7, %loop0.3 = %kernel, %loop0.4 = %9) : tensor<i32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xi32>, tensor<4x6xbf16>, tensor<3x2x4xf32>
    cond {
      %12 = stablehlo.constant dense<3> : tensor<i32>
      %13 = stablehlo.compare LT, %loop0.0, %12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      %14 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %14, %15, sizes = [1, 2, 4] : (tensor<3x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %17 = stablehlo.reshape %16 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %18 = stablehlo.constant dense<0> : tensor<i32>
      %19 = stablehlo.constant dense<0> : tensor<i32>
      %20 = stablehlo.constant dense<0> : tensor<i32>
      %21 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %18, %19, %20, sizes = [1, 2, 4, 4] : (tensor<3x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %22 = stablehlo.reshape %21 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %23 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %25 = stablehlo.compare GE, %17, %24, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %27 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %29 = stablehlo.select %26, %22, %28 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %30 = stablehlo.dot_general %29, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xbf16>, tensor<4x6xbf16>) -> tensor<2x4x6xf32>
      %31 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %32 = stablehlo.reduce (%30 init: %31) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %33 = stablehlo.is_finite %32 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %36 = stablehlo.select %33, %32, %35 : tensor<2x4xi1>, tensor<2x4xf32>
      %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %38 = stablehlo.subtract %30, %37 : tensor<2x4x6xf32>
      %39 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %40 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %41 = stablehlo.compare EQ, %39, %40, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %42 = stablehlo.constant dense<0> : tensor<i32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %44 = stablehlo.compare GE, %17, %43, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %45 = stablehlo.exponential %38 : tensor<2x4x6xf32>
      %46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %47 = stablehlo.reduce (%45 init: %46) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %48 = stablehlo.log %47 : tensor<2x4xf32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %51 = stablehlo.select %41, %38, %50 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %53 = stablehlo.reduce (%51 init: %52) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %54 = stablehlo.subtract %53, %48 : tensor<2x4xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %57 = stablehlo.select %44, %54, %56 : tensor<2x4xi1>, tensor<2x4xf32>
      %58 = stablehlo.reshape %57 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %59 = stablehlo.constant dense<0> : tensor<i32>
      %60 = stablehlo.constant dense<0> : tensor<i32>
      %61 = stablehlo.dynamic_update_slice %loop0.4, %58, %loop0.0, %59, %60 : (tensor<3x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
      %62 = stablehlo.constant dense<1> : tensor<i32>
      %63 = stablehlo.add %loop0.0, %62 : tensor<i32>
      stablehlo.return %63, %loop0.1, %loop0.2, %loop0.3, %61 : tensor<i32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xi32>, tensor<4x6xbf16>, tensor<3x2x4xf32>
    }
    %64 = stablehlo.transpose %11#4, dims = [1, 0, 2] : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
    %65 = stablehlo.reshape %64 : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    %66 = stablehlo.slice %65 [0:2, 0:10] : (tensor<2x12xf32>) -> tensor<2x10xf32>
    return %66 : tensor<2x10xf32>
  }
}
