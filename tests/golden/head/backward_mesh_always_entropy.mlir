module @logphead_backward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<4x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_logps: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_entropies: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x8xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x8xf32> {jax.result_info = "entropies", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x8x4xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<4x6xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = sdy.sharding_constraint %targets <@mesh, [{?}, {}]> : tensor<4x8xi32>
    %1 = stablehlo.reshape %hidden : (tensor<4x8x4xbf16>) -> tensor<4x2x4x4xbf16>
    %2 = stablehlo.transpose %1, dims = [1, 0, 2, 3] : (tensor<4x2x4x4xbf16>) -> tensor<2x4x4x4xbf16>
    %3 = stablehlo.reshape %0 : (tensor<4x8xi32>) -> tensor<4x2x4xi32>
    %4 = stablehlo.transpose %3, dims = [1, 0, 2] : (tensor<4x2x4xi32>) -> tensor<2x4x4xi32>
    %5 = stablehlo.reshape %cotangent_logps : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %8 = stablehlo.reshape %cotangent_entropies : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %13 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<bf16>) -> tensor<2x4x4x4xbf16>
    %15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
    %17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
    %19 = stablehlo.constant dense<0> : tensor<i32>
    %20:10 = stablehlo.while(%loop0.0 = %19, %loop0.1 = %2, %loop0.2 = %4, %loop0.3 = %kernel, %loop0.4 = %7, %loop0.5 = %10, %loop0.6 = %12, %loop0.7 = %14, %loop0.8 = %16, %loop0.9 = %18) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>
    cond {
      %21 = stablehlo.constant dense<2> : tensor<i32>
      %22 = stablehlo.compare LT, %loop0.0, %21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %23 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %23, %24, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %26 = stablehlo.reshape %25 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.constant dense<0> : tensor<i32>
      %29 = stablehlo.constant dense<0> : tensor<i32>
      %30 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %27, %28, %29, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %31 = stablehlo.reshape %30 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %32 = stablehlo.constant dense<0> : tensor<i32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %34 = stablehlo.compare GE, %26, %33, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %36 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %38 = stablehlo.select %35, %31, %37 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %39 = stablehlo.dot_general %38, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %40 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %41 = stablehlo.reduce (%39 init: %40) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %42 = stablehlo.is_finite %41 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %45 = stablehlo.select %42, %41, %44 : tensor<4x4xi1>, tensor<4x4xf32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %47 = stablehlo.subtract %39, %46 : tensor<4x4x6xf32>
      %48 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %49 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %50 = stablehlo.compare EQ, %48, %49, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %51 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %53 = stablehlo.compare GE, %26, %52, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %54 = stablehlo.exponential %47 : tensor<4x4x6xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.reduce (%54 init: %55) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %57 = stablehlo.log %56 : tensor<4x4xf32>
      %58 = stablehlo.multiply %54, %47 : tensor<4x4x6xf32>
      %59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %60 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %61 = stablehlo.compare GT, %54, %60, FLOAT : (tensor<4x4x6xf32>, tensor<4x4x6xf32>) -> tensor<4x4x6xi1>
      %62 = stablehlo.select %61, %58, %60 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %64 = stablehlo.reduce (%62 init: %63) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %65 = stablehlo.divide %64, %56 : tensor<4x4xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %68 = stablehlo.select %50, %47, %67 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %70 = stablehlo.reduce (%68 init: %69) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %71 = stablehlo.subtract %70, %57 : tensor<4x4xf32>
      %72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %73 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %74 = stablehlo.select %53, %71, %73 : tensor<4x4xi1>, tensor<4x4xf32>
      %75 = stablehlo.reshape %74 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %76 = stablehlo.constant dense<0> : tensor<i32>
      %77 = stablehlo.constant dense<0> : tensor<i32>
      %78 = stablehlo.dynamic_update_slice %loop0.8, %75, %loop0.0, %76, %77 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %79 = stablehlo.subtract %57, %65 : tensor<4x4xf32>
      %80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %81 = stablehlo.broadcast_in_dim %80, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %82 = stablehlo.select %53, %79, %81 : tensor<4x4xi1>, tensor<4x4xf32>
      %83 = stablehlo.reshape %82 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %84 = stablehlo.constant dense<0> : tensor<i32>
      %85 = stablehlo.constant dense<0> : tensor<i32>
      %86 = stablehlo.dynamic_update_slice %loop0.9, %83, %loop0.0, %84, %85 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %87 = stablehlo.constant dense<0> : tensor<i32>
      %88 = stablehlo.constant dense<0> : tensor<i32>
      %89 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %87, %88, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %90 = stablehlo.reshape %89 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %91 = stablehlo.constant dense<0> : tensor<i32>
      %92 = stablehlo.constant dense<0> : tensor<i32>
      %93 = stablehlo.dynamic_slice %loop0.5, %loop0.0, %91, %92, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %94 = stablehlo.reshape %93 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %95 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %96 = stablehlo.broadcast_in_dim %95, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %97 = stablehlo.divide %96, %56 : tensor<4x4xf32>
      %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %99 = stablehlo.multiply %54, %98 : tensor<4x4x6xf32>
      %100 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %101 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %102 = stablehlo.subtract %47, %101 : tensor<4x4x6xf32>
      %103 = stablehlo.broadcast_in_dim %94, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %104 = stablehlo.multiply %103, %102 : tensor<4x4x6xf32>
      %105 = stablehlo.add %100, %104 : tensor<4x4x6xf32>
      %106 = stablehlo.multiply %99, %105 : tensor<4x4x6xf32>
      %107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %108 = stablehlo.broadcast_in_dim %107, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %109 = stablehlo.compare GT, %54, %108, FLOAT : (tensor<4x4x6xf32>, tensor<4x4x6xf32>) -> tensor<4x4x6xi1>
      %110 = stablehlo.select %109, %106, %108 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %112 = stablehlo.broadcast_in_dim %111, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %113 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %114 = stablehlo.select %50, %113, %112 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %115 = stablehlo.subtract %114, %110 : tensor<4x4x6xf32>
      %116 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x6xi1>
      %117 = stablehlo.select %116, %115, %112 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %118 = stablehlo.convert %117 : (tensor<4x4x6xf32>) -> tensor<4x4x6xbf16>
      %119 = stablehlo.dot_general %38, %118, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x4x6xbf16>) -> tensor<4x6xf32>
      %120 = stablehlo.add %loop0.6, %119 : tensor<4x6xf32>
      %121 = stablehlo.dot_general %118, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x6xbf16>, tensor<4x6xbf16>) -> tensor<4x4x4xf32>
      %122 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
      %125 = stablehlo.select %122, %121, %124 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
      %126 = stablehlo.convert %125 : (tensor<4x4x4xf32>) -> tensor<4x4x4xbf16>
      %127 = stablehlo.reshape %126 : (tensor<4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
      %128 = stablehlo.constant dense<0> : tensor<i32>
      %129 = stablehlo.constant dense<0> : tensor<i32>
      %130 = stablehlo.constant dense<0> : tensor<i32>
      %131 = stablehlo.dynamic_update_slice %loop0.7, %127, %loop0.0, %128, %129, %130 : (tensor<2x4x4x4xbf16>, tensor<1x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4x4xbf16>
      %132 = stablehlo.constant dense<1> : tensor<i32>
      %133 = stablehlo.add %loop0.0, %132 : tensor<i32>
      stablehlo.return %133, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %loop0.5, %120, %131, %78, %86 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>
    }
    %134 = stablehlo.transpose %20#7, dims = [1, 0, 2, 3] : (tensor<2x4x4x4xbf16>) -> tensor<4x2x4x4xbf16>
    %135 = stablehlo.reshape %134 : (tensor<4x2x4x4xbf16>) -> tensor<4x8x4xbf16>
    %136 = sdy.sharding_constraint %20#8 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %137 = stablehlo.transpose %136, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %138 = stablehlo.reshape %137 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    %139 = sdy.sharding_constraint %20#9 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %140 = stablehlo.transpose %139, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %141 = stablehlo.reshape %140 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    return %138, %141, %135, %20#6 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8x4xbf16>, tensor<4x6xf32>
  }
}
