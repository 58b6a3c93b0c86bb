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
      %48 = stablehlo.iota dim = 2 : tensor<2x4x6xi32>
      %49 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<2x4xi32>) -> tensor<2x4x6xi32>
      %50 = stablehlo.compare EQ, %48, %49, SIGNED : (tensor<2x4x6xi32>, tensor<2x4x6xi32>) -> tensor<2x4x6xi1>
      %51 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
      %53 = stablehlo.compare GE, %25, %52, SIGNED : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
      %54 = stablehlo.exponential %47 : tensor<2x4x6xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.reduce (%54 init: %55) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %57 = stablehlo.log %56 : tensor<2x4xf32>
      %58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %60 = stablehlo.select %50, %47, %59 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %62 = stablehlo.reduce (%60 init: %61) applies stablehlo.add across dimensions = [2] : (tensor<2x4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
      %63 = stablehlo.subtract %62, %57 : tensor<2x4xf32>
      %64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %66 = stablehlo.select %53, %63, %65 : tensor<2x4xi1>, tensor<2x4xf32>
      %67 = stablehlo.reshape %66 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
      %68 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.constant dense<0> : tensor<i32>
      %70 = stablehlo.dynamic_update_slice %loop0.7, %67, %loop0.0, %68, %69 : (tensor<3x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
      %71 = stablehlo.constant dense<0> : tensor<i32>
      %72 = stablehlo.constant dense<0> : tensor<i32>
      %73 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %71, %72, sizes = [1, 2, 4] : (tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %74 = stablehlo.reshape %73 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %75 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %76 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %77 = stablehlo.divide %76, %56 : tensor<2x4xf32>
      %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %79 = stablehlo.multiply %54, %78 : tensor<2x4x6xf32>
      %80 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %81 = stablehlo.multiply %79, %80 : tensor<2x4x6xf32>
      %82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %83 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
      %84 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x6xf32>
      %85 = stablehlo.select %50, %84, %83 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %86 = stablehlo.subtract %85, %81 : tensor<2x4x6xf32>
      %87 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x6xi1>
      %88 = stablehlo.select %87, %86, %83 : tensor<2x4x6xi1>, tensor<2x4x6xf32>
      %89 = stablehlo.dot_general %38, %88, contracting_dims = [0, 1] x [0, 1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x4xf32>, tensor<2x4x6xf32>) -> tensor<4x6xf32>
      %90 = stablehlo.add %loop0.5, %89 : tensor<4x6xf32>
      %91 = stablehlo.dot_general %88, %loop0.3, contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x6xf32>, tensor<4x6xf32>) -> tensor<2x4x4xf32>
      %92 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x4xi1>
      %93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %94 = stablehlo.broadcast_in_dim %93, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
      %95 = stablehlo.select %92, %91, %94 : tensor<2x4x4xi1>, tensor<2x4x4xf32>
      %96 = stablehlo.convert %95 : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
      %97 = stablehlo.reshape %96 : (tensor<2x4x4xbf16>) -> tensor<1x2x4x4xbf16>
      %98 = stablehlo.constant dense<0> : tensor<i32>
      %99 = stablehlo.constant dense<0> : tensor<i32>
      %100 = stablehlo.constant dense<0> : tensor<i32>
      %101 = stablehlo.dynamic_update_slice %loop0.6, %97, %loop0.0, %98, %99, %100 : (tensor<3x2x4x4xbf16>, tensor<1x2x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4x4xbf16>
      %102 = stablehlo.constant dense<1> : tensor<i32>
      %103 = stablehlo.add %loop0.0, %102 : tensor<i32>
      stablehlo.return %103, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %90, %101, %70 : tensor<i32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xi32>, tensor<4x6xf32>, tensor<3x2x4xf32>, tensor<4x6xf32>, tensor<3x2x4x4xbf16>, tensor<3x2x4xf32>
    }
    %104 = stablehlo.transpose %19#6, dims = [1, 0, 2, 3] : (tensor<3x2x4x4xbf16>) -> tensor<2x3x4x4xbf16>
    %105 = stablehlo.reshape %104 : (tensor<2x3x4x4xbf16>) -> tensor<2x12x4xbf16>
    %106 = stablehlo.slice %105 [0:2, 0:10, 0:4] : (tensor<2x12x4xbf16>) -> tensor<2x10x4xbf16>
    %107 = stablehlo.transpose %19#7, dims = [1, 0, 2] : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
    %108 = stablehlo.reshape %107 : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    %109 = stablehlo.slice %108 [0:2, 0:10] : (tensor<2x12xf32>) -> tensor<2x10xf32>
    return %109, %106, %19#5 : tensor<2x10xf32>, tensor<2x10x4xbf16>, tensor<4x6xf32>
  }
}
