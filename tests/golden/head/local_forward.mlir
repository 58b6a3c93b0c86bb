module @logphead_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<16x4xbf16>
    %1 = stablehlo.reshape %0 : (tensor<16x4xbf16>) -> tensor<4x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<16xi32>
    %3 = stablehlo.reshape %2 : (tensor<16xi32>) -> tensor<4x4xi32>
    %4 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %6 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.constant dense<6> : tensor<i32>
    %8 = stablehlo.multiply %6, %7 : tensor<i32>
    %9 = stablehlo.iota dim = 0 : tensor<6xi32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %11 = stablehlo.add %9, %10 : tensor<6xi32>
    %12 = stablehlo.constant dense<6> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %14 = stablehlo.multiply %5, %13 : tensor<6xi32>
    %15 = stablehlo.add %14, %11 : tensor<6xi32>
    %16 = stablehlo.constant dense<6> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %18 = stablehlo.compare LT, %11, %17, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %19 = stablehlo.constant dense<6> : tensor<i32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %21 = stablehlo.compare LT, %15, %20, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %22 = stablehlo.and %18, %21 : tensor<6xi1>
    %23 = stablehlo.constant dense<-1> : tensor<i32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %25 = stablehlo.select %22, %15, %24 : tensor<6xi1>, tensor<6xi32>
    %26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %32 = stablehlo.constant dense<0> : tensor<i32>
    %33:8 = stablehlo.while(%loop0.0 = %32, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %25, %loop0.5 = %27, %loop0.6 = %29, %loop0.7 = %31) : tensor<i32>, tensor<4x4x4xbf16>, tensor<4x4xi32>, tensor<4x6xbf16>, tensor<6xi32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
    cond {
      %34 = stablehlo.constant dense<4> : tensor<i32>
      %35 = stablehlo.compare LT, %loop0.0, %34, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %35 : tensor<i1>
    } do {
      %36 = stablehlo.constant dense<0> : tensor<i32>
      %37 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %36, sizes = [1, 4] : (tensor<4x4xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4xi32>
      %38 = stablehlo.reshape %37 : (tensor<1x4xi32>) -> tensor<4xi32>
      %39 = stablehlo.constant dense<0> : tensor<i32>
      %40 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %39, %40, sizes = [1, 4, 4] : (tensor<4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xbf16>
      %42 = stablehlo.reshape %41 : (tensor<1x4x4xbf16>) -> tensor<4x4xbf16>
      %43 = stablehlo.constant dense<0> : tensor<i32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %45 = stablehlo.compare GE, %38, %44, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %46 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<4xi1>) -> tensor<4x4xi1>
      %47 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %48 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<bf16>) -> tensor<4x4xbf16>
      %49 = stablehlo.select %46, %42, %48 : tensor<4x4xi1>, tensor<4x4xbf16>
      %50 = stablehlo.dot_general %49, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x6xf32>
      %51 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %52 = stablehlo.reduce (%50 init: %51) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
      %53 = stablehlo.is_finite %52 : (tensor<4xf32>) -> tensor<4xi1>
      %54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %55 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %56 = stablehlo.select %53, %52, %55 : tensor<4xi1>, tensor<4xf32>
      %57 = stablehlo.broadcast_in_dim %56, dims = [0] : (tensor<4xf32>) -> tensor<4x6xf32>
      %58 = stablehlo.subtract %50, %57 : tensor<4x6xf32>
      %59 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<6xi32>) -> tensor<4x6xi32>
      %60 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<4xi32>) -> tensor<4x6xi32>
      %61 = stablehlo.compare EQ, %59, %60, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
      %62 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %64 = stablehlo.compare GE, %38, %63, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %65 = stablehlo.exponential %58 : tensor<4x6xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.reduce (%65 init: %66) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
      %68 = stablehlo.log %67 : tensor<4xf32>
      %69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
      %71 = stablehlo.select %61, %58, %70 : tensor<4x6xi1>, tensor<4x6xf32>
      %72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %73 = stablehlo.reduce (%71 init: %72) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
      %74 = stablehlo.subtract %73, %68 : tensor<4xf32>
      %75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %76 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %77 = stablehlo.select %64, %74, %76 : tensor<4xi1>, tensor<4xf32>
      %78 = stablehlo.reshape %77 : (tensor<4xf32>) -> tensor<1x4xf32>
      %79 = stablehlo.constant dense<0> : tensor<i32>
      %80 = stablehlo.dynamic_update_slice %loop0.5, %78, %loop0.0, %79 : (tensor<4x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %81 = stablehlo.reshape %56 : (tensor<4xf32>) -> tensor<1x4xf32>
      %82 = stablehlo.constant dense<0> : tensor<i32>
      %83 = stablehlo.dynamic_update_slice %loop0.6, %81, %loop0.0, %82 : (tensor<4x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %84 = stablehlo.reshape %68 : (tensor<4xf32>) -> tensor<1x4xf32>
      %85 = stablehlo.constant dense<0> : tensor<i32>
      %86 = stablehlo.dynamic_update_slice %loop0.7, %84, %loop0.0, %85 : (tensor<4x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %87 = stablehlo.constant dense<1> : tensor<i32>
      %88 = stablehlo.add %loop0.0, %87 : tensor<i32>
      stablehlo.return %88, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %80, %83, %86 : tensor<i32>, tensor<4x4x4xbf16>, tensor<4x4xi32>, tensor<4x6xbf16>, tensor<6xi32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
    }
    %89 = stablehlo.reshape %33#5 : (tensor<4x4xf32>) -> tensor<16xf32>
    %90 = stablehlo.reshape %89 : (tensor<16xf32>) -> tensor<2x8xf32>
    return %90 : tensor<2x8xf32>
  }
}
