module @logphead_backward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x10x4xbf16>, %kernel: tensor<4x6xf32>, %targets: tensor<2x10xi32>, %cotangent_logps: tensor<2x10xf32>) -> (tensor<2x10xf32> {jax.result_info = "logps"}, tensor<2x10x4xbf16> {jax.result_info = "d_hidden"}, tensor<4x6xf32> {jax.result_info = "d_kernel"}) {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1 = stablehlo.pad %hidden, %0, low = [0, 0, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<2x10x4xbf16>, tensor<bf16>) -> tensor<2x12x4xbf16>
    %2 = stablehlo.reshape %1 : (tensor<2x12x4xbf16>) -> tensor<2x3x4x4xbf16>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2, 3] : (tensor<2x3x4x4xbf16>) -> tensor<3x2x4x4xbf16>
    %4 = stablehlo.constant dense<-100> : tensor<i32>
    %5 = stablehlo.pad %targets, %4, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x10xi32>, tensor<i32>) -> tensor<2x12xi32>
    %6 = stablehlo.reshape %5 : (tensor<2x12xi32>) -> tensor<2x3x4xi32>
    %7 = stablehlo.transpose %6, dims = [1, 0, 2] : (tensor<2x3x4xi32>) -> tensor<3x2x4xi32>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.pad %cotangent_logps, %8, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x10xf32>, tensor<f32>) -> tensor<2x12xf32>
    %10 = stablehlo.reshape %9 : (tensor<2x12xf32>) -> tensor<2x3x4xf32>
    %11 = stablehlo.transpose %10, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
    %12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %14 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<bf16>) -> tensor<3x2x4x4xbf16>
    %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<3x2x4xf32>
    %18 = stablehlo.constant dense<0> : tensor<i32>
    %19:8 = stablehlo.while(%loop0.0 = %18, %loop0.1 = %3, %loop0.2 = %7, %loop0.3 = %kernel, %loop0.4 = %11, %loop0.5 = %13, %loop0.6 = %15, %loop0.7 = %17) : tensor<i32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xi32>, tensor<4x6xf32>, tensor<3x2x4xf32>, tensor<4x6xf32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xf32>
    cond {
      %20 = stablehlo.constant dense<3> : tensor<i32>
      %21 = stablehlo.compare LT, %loop0.0, %20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %22 = stablehlo.constant dense<0> : tensor<i32>
      %23 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %22, %23, sizes = [1, 2, 4] : (tensor<3x2x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xi32>
      %25 = stablehlo.reshape %24 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
      %26 = stablehlo.constant dense<0> : tensor<i32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.constant dense<0> : tensor<i32>
      %29 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %26, %27, %28, sizes = [1, 2, 4, 4] : (tensor<3x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x4xbf16>
      %30 = stablehlo.reshape %29 : (tensor<1x2x4x4xbf16>) -> tensor<2x4x4xbf16>
      %31 = stablehlo.constant dense<0> : tensor<i32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %33 = stablehlo.compare GE, %25, %32, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %35 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<bf16>) -> tensor<2x4x4xbf16>
      %37 = stablehlo.select %34, %30, %36 : tensor<2x4x4xi1>, tensor<2x4x4xbf16>
      %38 = stablehlo.convert %37 : (tensor<2x4x4xbf16>) -> tensor<2x4x4xf32>
      %39 = stablehlo.dot_general %38, %loop0.3, contracting_dims = [2] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x4x4xf32>, tensor<4x6xf32>) -> tensor<2x4x6xf32>
      %40 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %41 = stablehlo.reduce (%39 init: %40) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %42 = stablehlo.is_finite %41 : (tensor<2x4xf32>) -> tensor<2x4xi1>
      %43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %45 = stablehlo.select %42, %41, %44 : tensor<2x4xi1>, tensor<2x4xf32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %47 = stablehlo.subtract %39, %46 : tensor<2x4x6xf32>
      %48 = stablehlo.exponential %47 : tensor<2x4x6xf32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.reduce (%48 init: %49) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %51 = stablehlo.log %50 : tensor<2x4xf32>
      %52 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %53 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %54 = stablehlo.compare EQ, %52, %53, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %55 = stablehlo.constant dense<0> : tensor<i32>
      %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %57 = stablehlo.compare GE, %25, %56, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.constant dense<0> : tensor<i32>
      %60 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %58, %59, sizes = [1, 2, 4] : (tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %61 = stablehlo.reshape %60 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %62 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.constant dense<0> : tensor<i32>
      %64 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %62, %63, sizes = [1, 2, 4] : (tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %65 = stablehlo.reshape %64 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %66 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %68 = stablehlo.divide %67, %50 : tensor<2x4xf32>
      %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %70 = stablehlo.multiply %48, %69 : tensor<2x4x6xf32>
      %71 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %72 = stablehlo.multiply %70, %71 : tensor<2x4x6xf32>
      %73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %74 = stablehlo.broadcast_in_dim %73, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %75 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %76 = stablehlo.select %54, %75, %74 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %77 = stablehlo.subtract %76, %72 : tensor<2x4x6xf32>
      %78 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %79 = stablehlo.select %78, %77, %74 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %80 = stablehlo.dot_general %38, %79, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x4xf32>, tensor<2x4x6xf32>) -> tensor<4x6xf32>
      %81 = stablehlo.add %loop0.5, %80 : tensor<4x6xf32>
      %82 = stablehlo.dot_general %79, %loop0.3, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x6xf32>, tensor<4x6xf32>) -> tensor<2x4x4xf32>
      %83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %84 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %85 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %86 = stablehlo.select %85, %82, %84 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %87 = stablehlo.convert %86 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %88 = stablehlo.reshape %87 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %89 = stablehlo.constant dense<0> : tensor<i32>
      %90 = stablehlo.constant dense<0> : tensor<i32>
      %91 = stablehlo.constant dense<0> : tensor<i32>
      %92 = stablehlo.dynamic_update_slice %loop0.6, %88, %loop0.0, %89, %90, %91 : (tensor<3x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4x4xbf16>
      %93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %94 = stablehlo.broadcast_in_dim %93, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %95 = stablehlo.select %54, %47, %94 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %97 = stablehlo.reduce (%95 init: %96) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %98 = stablehlo.subtract %97, %51 : tensor<2x4xf32>
      %99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %100 = stablehlo.broadcast_in_dim %99, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %101 = stablehlo.select %57, %98, %100 : tensor<2x4xi1>, tensor<2x4xf32>
      %102 = stablehlo.reshape %101 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %103 = stablehlo.constant dense<0> : tensor<i32>
      %104 = stablehlo.constant dense<0> : tensor<i32>
      %105 = stablehlo.dynamic_update_slice %loop0.7, %102, %loop0.0, %103, %104 : (tensor<3x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
      %106 = stablehlo.constant dense<1> : tensor<i32>
      %107 = stablehlo.add %loop0.0, %106 : tensor<i32>
      stablehlo.return %107, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %81, %92, %105 : tensor<i32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xi32>, tensor<4x6xf32>, tensor<3x2x4xf32>, tensor<4x6xf32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xf32>
    }
    %108 = stablehlo.transpose %19#6, dims = [1, 0, 2, 3] : (tensor<3x2x4x4xbf16>) -> tensor<2x3x4x4xbf16>
    %109 = stablehlo.reshape %108 : (tensor<2x3x4x4xbf16>) -> tensor<2x12x4xbf16>
    %110 = stablehlo.slice %109 [0:2, 0:10, 0:4] : (tensor<2x12x4xbf16>) -> tensor<2x10x4xbf16>
    %111 = stablehlo.transpose %19#7, dims = [1, 0, 2] : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
    %112 = stablehlo.reshape %111 : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    %113 = stablehlo.slice %112 [0:2, 0:10] : (tensor<2x12xf32>) -> tensor<2x10xf32>
    return %113, %110, %19#5 : tensor<2x10xf32>, tensor<2x10x4xbf16>, tensor<4x6xf32>
  }
}
