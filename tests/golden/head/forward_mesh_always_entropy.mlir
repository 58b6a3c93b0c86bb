module @logphead_forward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<4x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x8xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x8xf32> {jax.result_info = "entropies", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = sdy.sharding_constraint %targets <@mesh, [{?}, {}]> : tensor<4x8xi32>
    %1 = stablehlo.reshape %hidden : (tensor<4x8x4xbf16>) -> tensor<4x2x4x4xbf16>
    %2 = stablehlo.transpose %1, dims = [1, 0, 2, 3] : (tensor<4x2x4x4xbf16>) -> tensor<2x4x4x4xbf16>
    %3 = stablehlo.reshape %0 : (tensor<4x8xi32>) -> tensor<4x2x4xi32>
    %4 = stablehlo.transpose %3, dims = [1, 0, 2] : (tensor<4x2x4xi32>) -> tensor<2x4x4xi32>
    %5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
    %7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
    %9 = stablehlo.constant dense<0> : tensor<i32>
    %10:6 = stablehlo.while(%loop0.0 = %9, %loop0.1 = %2, %loop0.2 = %4, %loop0.3 = %kernel, %loop0.4 = %6, %loop0.5 = %8) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>
    cond {
      %11 = stablehlo.constant dense<2> : tensor<i32>
      %12 = stablehlo.compare LT, %loop0.0, %11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %13 = stablehlo.constant dense<0> : tensor<i32>
      %14 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %13, %14, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %16 = stablehlo.reshape %15 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %17 = stablehlo.constant dense<0> : tensor<i32>
      %18 = stablehlo.constant dense<0> : tensor<i32>
      %19 = stablehlo.constant dense<0> : tensor<i32>
      %20 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %17, %18, %19, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %21 = stablehlo.reshape %20 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %22 = stablehlo.constant dense<0> : tensor<i32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %24 = stablehlo.compare GE, %16, %23, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %26 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %28 = stablehlo.select %25, %21, %27 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %29 = stablehlo.dot_general %28, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %30 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %31 = stablehlo.reduce (%29 init: %30) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %32 = stablehlo.is_finite %31 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %35 = stablehlo.select %32, %31, %34 : tensor<4x4xi1>, tensor<4x4xf32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %37 = stablehlo.subtract %29, %36 : tensor<4x4x6xf32>
      %38 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %39 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %40 = stablehlo.compare EQ, %38, %39, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %41 = stablehlo.constant dense<0> : tensor<i32>
      %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %43 = stablehlo.compare GE, %16, %42, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %44 = stablehlo.exponential %37 : tensor<4x4x6xf32>
      %45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %46 = stablehlo.reduce (%44 init: %45) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %47 = stablehlo.log %46 : tensor<4x4xf32>
      %48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %50 = stablehlo.select %40, %37, %49 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %52 = stablehlo.reduce (%50 init: %51) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %53 = stablehlo.subtract %52, %47 : tensor<4x4xf32>
      %54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %55 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %56 = stablehlo.select %43, %53, %55 : tensor<4x4xi1>, tensor<4x4xf32>
      %57 = stablehlo.reshape %56 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.constant dense<0> : tensor<i32>
      %60 = stablehlo.dynamic_update_slice %loop0.4, %57, %loop0.0, %58, %59 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %61 = stablehlo.multiply %44, %37 : tensor<4x4x6xf32>
      %62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %64 = stablehlo.compare GT, %44, %63, FLOAT : (tensor<4x4x6xf32>, tensor<4x4x6xf32>) -> tensor<4x4x6xi1>
      %65 = stablehlo.select %64, %61, %63 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.reduce (%65 init: %66) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %68 = stablehlo.divide %67, %46 : tensor<4x4xf32>
      %69 = stablehlo.subtract %47, %68 : tensor<4x4xf32>
      %70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %71 = stablehlo.broadcast_in_dim %70, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %72 = stablehlo.select %43, %69, %71 : tensor<4x4xi1>, tensor<4x4xf32>
      %73 = stablehlo.reshape %72 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %74 = stablehlo.constant dense<0> : tensor<i32>
      %75 = stablehlo.constant dense<0> : tensor<i32>
      %76 = stablehlo.dynamic_update_slice %loop0.5, %73, %loop0.0, %74, %75 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %77 = stablehlo.constant dense<1> : tensor<i32>
      %78 = stablehlo.add %loop0.0, %77 : tensor<i32>
      stablehlo.return %78, %loop0.1, %loop0.2, %loop0.3, %60, %76 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>
    }
    %79 = sdy.sharding_constraint %10#4 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %80 = stablehlo.transpose %79, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %81 = stablehlo.reshape %80 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    %82 = sdy.sharding_constraint %10#5 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %83 = stablehlo.transpose %82, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %84 = stablehlo.reshape %83 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    return %81, %84 : tensor<4x8xf32>, tensor<4x8xf32>
  }
}
