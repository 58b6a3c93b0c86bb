module @logphead_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<16x4xbf16>
    %1 = stablehlo.reshape %0 : (tensor<16x4xbf16>) -> tensor<4x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<16xi32>
    %3 = stablehlo.reshape %2 : (tensor<16xi32>) -> tensor<4x4xi32>
    %4 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %7 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.constant dense<1> : tensor<i32>
    %10 = stablehlo.multiply %8, %9 : tensor<i32>
    %11 = stablehlo.add %10, %4 : tensor<i32>
    %12 = stablehlo.multiply %11, %7 : tensor<i32>
    %13 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.add %12, %13 : tensor<i32>
    %15 = stablehlo.constant dense<6> : tensor<i32>
    %16 = stablehlo.multiply %14, %15 : tensor<i32>
    %17 = stablehlo.iota dim = 0 : tensor<6xi32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %19 = stablehlo.add %17, %18 : tensor<6xi32>
    %20 = stablehlo.constant dense<6> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %22 = stablehlo.multiply %6, %21 : tensor<6xi32>
    %23 = stablehlo.add %22, %19 : tensor<6xi32>
    %24 = stablehlo.constant dense<6> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %26 = stablehlo.compare LT, %19, %25, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %27 = stablehlo.constant dense<6> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %29 = stablehlo.compare LT, %23, %28, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %30 = stablehlo.and %26, %29 : tensor<6xi1>
    %31 = stablehlo.constant dense<-1> : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %33 = stablehlo.select %30, %23, %32 : tensor<6xi1>, tensor<6xi32>
    %34 = stablehlo.constant dense<0> : tensor<i32>
    %35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %41 = stablehlo.constant dense<0> : tensor<i32>
    %42:8 = stablehlo.while(%loop0.0 = %41, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %33, %loop0.5 = %36, %loop0.6 = %38, %loop0.7 = %40) : tensor<i32>, tensor<4x4x4xbf16>, tensor<4x4xi32>, tensor<4x6xbf16>, tensor<6xi32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
    cond {
      %43 = stablehlo.constant dense<4> : tensor<i32>
      %44 = stablehlo.compare LT, %loop0.0, %43, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %44 : tensor<i1>
    } do {
      %45 = stablehlo.constant dense<0> : tensor<i32>
      %46 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %45, sizes = [1, 4] : (tensor<4x4xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4xi32>
      %47 = stablehlo.reshape %46 : (tensor<1x4xi32>) -> tensor<4xi32>
      %48 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.constant dense<0> : tensor<i32>
      %50 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %48, %49, sizes = [1, 4, 4] : (tensor<4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xbf16>
      %51 = stablehlo.reshape %50 : (tensor<1x4x4xbf16>) -> tensor<4x4xbf16>
      %52 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %54 = stablehlo.compare GE, %47, %53, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %55 = stablehlo.broadcast_in_dim %54, dims = [0] : (tensor<4xi1>) -> tensor<4x4xi1>
      %56 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %57 = stablehlo.broadcast_in_dim %56, dims = [] : (tensor<bf16>) -> tensor<4x4xbf16>
      %58 = stablehlo.select %55, %51, %57 : tensor<4x4xi1>, tensor<4x4xbf16>
      %59 = stablehlo.dot_general %58, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x6xf32>
      %60 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %61 = stablehlo.reduce (%59 init: %60) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
      %62 = stablehlo.is_finite %61 : (tensor<4xf32>) -> tensor<4xi1>
      %63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %64 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %65 = stablehlo.select %62, %61, %64 : tensor<4xi1>, tensor<4xf32>
      %66 = stablehlo.broadcast_in_dim %65, dims = [0] : (tensor<4xf32>) -> tensor<4x6xf32>
      %67 = stablehlo.subtract %59, %66 : tensor<4x6xf32>
      %68 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<6xi32>) -> tensor<4x6xi32>
      %69 = stablehlo.broadcast_in_dim %47, dims = [0] : (tensor<4xi32>) -> tensor<4x6xi32>
      %70 = stablehlo.compare EQ, %68, %69, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
      %71 = stablehlo.constant dense<0> : tensor<i32>
      %72 = stablehlo.broadcast_in_dim %71, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %73 = stablehlo.compare GE, %47, %72, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %74 = stablehlo.exponential %67 : tensor<4x6xf32>
      %75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %76 = stablehlo.reduce (%74 init: %75) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
      %77 = stablehlo.log %76 : tensor<4xf32>
      %78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %79 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
      %80 = stablehlo.select %70, %67, %79 : tensor<4x6xi1>, tensor<4x6xf32>
      %81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %82 = stablehlo.reduce (%80 init: %81) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
      %83 = stablehlo.subtract %82, %77 : tensor<4xf32>
      %84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %85 = stablehlo.broadcast_in_dim %84, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %86 = stablehlo.select %73, %83, %85 : tensor<4xi1>, tensor<4xf32>
      %87 = stablehlo.reshape %86 : (tensor<4xf32>) -> tensor<1x4xf32>
      %88 = stablehlo.constant dense<0> : tensor<i32>
      %89 = stablehlo.dynamic_update_slice %loop0.5, %87, %loop0.0, %88 : (tensor<4x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %90 = stablehlo.reshape %65 : (tensor<4xf32>) -> tensor<1x4xf32>
      %91 = stablehlo.constant dense<0> : tensor<i32>
      %92 = stablehlo.dynamic_update_slice %loop0.6, %90, %loop0.0, %91 : (tensor<4x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %93 = stablehlo.reshape %77 : (tensor<4xf32>) -> tensor<1x4xf32>
      %94 = stablehlo.constant dense<0> : tensor<i32>
      %95 = stablehlo.dynamic_update_slice %loop0.7, %93, %loop0.0, %94 : (tensor<4x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %96 = stablehlo.constant dense<1> : tensor<i32>
      %97 = stablehlo.add %loop0.0, %96 : tensor<i32>
      stablehlo.return %97, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %89, %92, %95 : tensor<i32>, tensor<4x4x4xbf16>, tensor<4x4xi32>, tensor<4x6xbf16>, tensor<6xi32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
    }
    %98 = stablehlo.reshape %42#5 : (tensor<4x4xf32>) -> tensor<16xf32>
    %99 = stablehlo.reshape %98 : (tensor<16xf32>) -> tensor<2x8xf32>
    return %99 : tensor<2x8xf32>
  }
}
