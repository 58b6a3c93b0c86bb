module @logphead_forward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x4096x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<4x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x4096xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x4096xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = sdy.sharding_constraint %targets <@mesh, [{?}, {}]> : tensor<4x4096xi32>
    %1 = stablehlo.reshape %hidden : (tensor<4x4096x4xbf16>) -> tensor<4x2x2048x4xbf16>
    %2 = stablehlo.transpose %1, dims = [1, 0, 2, 3] : (tensor<4x2x2048x4xbf16>) -> tensor<2x4x2048x4xbf16>
    %3 = stablehlo.reshape %0 : (tensor<4x4096xi32>) -> tensor<4x2x2048xi32>
    %4 = stablehlo.transpose %3, dims = [1, 0, 2] : (tensor<4x2x2048xi32>) -> tensor<2x4x2048xi32>
    %5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2x4x2048xf32>
    %7 = stablehlo.constant dense<0> : tensor<i32>
    %8:5 = stablehlo.while(%loop0.0 = %7, %loop0.1 = %2, %loop0.2 = %4, %loop0.3 = %kernel, %loop0.4 = %6) : tensor<i32>, tensor<2x4x2048x4xbf16>, tensor<2x4x2048xi32>, tensor<4x6xbf16>, tensor<2x4x2048xf32>
    cond {
      %9 = stablehlo.constant dense<2> : tensor<i32>
      %10 = stablehlo.compare LT, %loop0.0, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %11 = stablehlo.constant dense<0> : tensor<i32>
      %12 = stablehlo.constant dense<0> : tensor<i32>
      %13 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %11, %12, sizes = [1, 4, 2048] : (tensor<2x4x2048xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2048xi32>
      %14 = stablehlo.reshape %13 : (tensor<1x4x2048xi32>) -> tensor<4x2048xi32>
      %15 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.constant dense<0> : tensor<i32>
      %18 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %15, %16, %17, sizes = [1, 4, 2048, 4] : (tensor<2x4x2048x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2048x4xbf16>
      %19 = stablehlo.reshape %18 : (tensor<1x4x2048x4xbf16>) -> tensor<4x2048x4xbf16>
      %20 = stablehlo.constant dense<0> : tensor<i32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<4x2048xi32>
      %22 = stablehlo.compare GE, %14, %21, SIGNED : (tensor<4x2048xi32>, tensor<4x2048xi32>) -> tensor<4x2048xi1>
      %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<4x2048xi1>) -> tensor<4x2048x4xi1>
      %24 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<bf16>) -> tensor<4x2048x4xbf16>
      %26 = stablehlo.select %23, %19, %25 : tensor<4x2048x4xi1>, tensor<4x2048x4xbf16>
      %27 = stablehlo.dot_general %26, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2048x4xbf16>, tensor<4x6xbf16>) -> tensor<4x2048x6xf32>
      %28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %29 = stablehlo.reduce (%27 init: %28) applies stablehlo.maximum across dimensions = [2] : (tensor<4x2048x6xf32>, tensor<f32>) -> tensor<4x2048xf32>
      %30 = stablehlo.is_finite %29 : (tensor<4x2048xf32>) -> tensor<4x2048xi1>
      %31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<4x2048xf32>
      %33 = stablehlo.select %30, %29, %32 : tensor<4x2048xi1>, tensor<4x2048xf32>
      %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<4x2048xf32>) -> tensor<4x2048x6xf32>
      %35 = stablehlo.subtract %27, %34 : tensor<4x2048x6xf32>
      %36 = stablehlo.iota dim = 2 : tensor<4x2048x6xi32>
      %37 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<4x2048xi32>) -> tensor<4x2048x6xi32>
      %38 = stablehlo.compare EQ, %36, %37, SIGNED : (tensor<4x2048x6xi32>, tensor<4x2048x6xi32>) -> tensor<4x2048x6xi1>
      %39 = stablehlo.constant dense<0> : tensor<i32>
      %40 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<i32>) -> tensor<4x2048xi32>
      %41 = stablehlo.compare GE, %14, %40, SIGNED : (tensor<4x2048xi32>, tensor<4x2048xi32>) -> tensor<4x2048xi1>
      %42 = stablehlo.exponential %35 : tensor<4x2048x6xf32>
      %43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.reduce (%42 init: %43) applies stablehlo.add across dimensions = [2] : (tensor<4x2048x6xf32>, tensor<f32>) -> tensor<4x2048xf32>
      %45 = stablehlo.log %44 : tensor<4x2048xf32>
      %46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<4x2048x6xf32>
      %48 = stablehlo.select %38, %35, %47 : tensor<4x2048x6xi1>, tensor<4x2048x6xf32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.reduce (%48 init: %49) applies stablehlo.add across dimensions = [2] : (tensor<4x2048x6xf32>, tensor<f32>) -> tensor<4x2048xf32>
      %51 = stablehlo.subtract %50, %45 : tensor<4x2048xf32>
      %52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<4x2048xf32>
      %54 = stablehlo.select %41, %51, %53 : tensor<4x2048xi1>, tensor<4x2048xf32>
      %55 = stablehlo.reshape %54 : (tensor<4x2048xf32>) -> tensor<1x4x2048xf32>
      %56 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.constant dense<0> : tensor<i32>
      %58 = stablehlo.dynamic_update_slice %loop0.4, %55, %loop0.0, %56, %57 : (tensor<2x4x2048xf32>, tensor<1x4x2048xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x2048xf32>
      %59 = stablehlo.constant dense<1> : tensor<i32>
      %60 = stablehlo.add %loop0.0, %59 : tensor<i32>
      stablehlo.return %60, %loop0.1, %loop0.2, %loop0.3, %58 : tensor<i32>, tensor<2x4x2048x4xbf16>, tensor<2x4x2048xi32>, tensor<4x6xbf16>, tensor<2x4x2048xf32>
    }
    %61 = sdy.sharding_constraint %8#4 <@mesh, [{}, {?}, {}]> : tensor<2x4x2048xf32>
    %62 = stablehlo.transpose %61, dims = [1, 0, 2] : (tensor<2x4x2048xf32>) -> tensor<4x2x2048xf32>
    %63 = stablehlo.reshape %62 : (tensor<4x2x2048xf32>) -> tensor<4x4096xf32>
    return %63 : tensor<4x4096xf32>
  }
}
