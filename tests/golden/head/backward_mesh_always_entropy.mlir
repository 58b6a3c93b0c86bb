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
      %48 = stablehlo.exponential %47 : tensor<4x4x6xf32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.reduce (%48 init: %49) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %51 = stablehlo.log %50 : tensor<4x4xf32>
      %52 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %53 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %54 = stablehlo.compare EQ, %52, %53, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %55 = stablehlo.constant dense<0> : tensor<i32>
      %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %57 = stablehlo.compare GE, %26, %56, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.constant dense<0> : tensor<i32>
      %60 = stablehlo.dynamic_slice %loop0.4, %loop0.0, %58, %59, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %61 = stablehlo.reshape %60 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %62 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.constant dense<0> : tensor<i32>
      %64 = stablehlo.dynamic_slice %loop0.5, %loop0.0, %62, %63, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %65 = stablehlo.reshape %64 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %66 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %68 = stablehlo.divide %67, %50 : tensor<4x4xf32>
      %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %70 = stablehlo.multiply %48, %69 : tensor<4x4x6xf32>
      %71 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %72 = stablehlo.multiply %48, %47 : tensor<4x4x6xf32>
      %73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %74 = stablehlo.broadcast_in_dim %73, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %75 = stablehlo.compare GT, %48, %74, FLOAT : (tensor<4x4x6xf32>, tensor<4x4x6xf32>) -> tensor<4x4x6xi1>
      %76 = stablehlo.select %75, %72, %74 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %78 = stablehlo.reduce (%76 init: %77) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %79 = stablehlo.divide %78, %50 : tensor<4x4xf32>
      %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %81 = stablehlo.subtract %47, %80 : tensor<4x4x6xf32>
      %82 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %83 = stablehlo.multiply %82, %81 : tensor<4x4x6xf32>
      %84 = stablehlo.add %71, %83 : tensor<4x4x6xf32>
      %85 = stablehlo.multiply %70, %84 : tensor<4x4x6xf32>
      %86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %88 = stablehlo.compare GT, %48, %87, FLOAT : (tensor<4x4x6xf32>, tensor<4x4x6xf32>) -> tensor<4x4x6xi1>
      %89 = stablehlo.select %88, %85, %87 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %91 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %92 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %93 = stablehlo.select %54, %92, %91 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %94 = stablehlo.subtract %93, %89 : tensor<4x4x6xf32>
      %95 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x6xi1>
      %96 = stablehlo.select %95, %94, %91 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %97 = stablehlo.convert %96 : (tensor<4x4x6xf32>) -> tensor<4x4x6xbf16>
      %98 = stablehlo.dot_general %38, %97, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x4x6xbf16>) -> tensor<4x6xf32>
      %99 = stablehlo.add %loop0.6, %98 : tensor<4x6xf32>
      %100 = stablehlo.dot_general %97, %loop0.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x6xbf16>, tensor<4x6xbf16>) -> tensor<4x4x4xf32>
      %101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %102 = stablehlo.broadcast_in_dim %101, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
      %103 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %104 = stablehlo.select %103, %100, %102 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
      %105 = stablehlo.convert %104 : (tensor<4x4x4xf32>) -> tensor<4x4x4xbf16>
      %106 = stablehlo.reshape %105 : (tensor<4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
      %107 = stablehlo.constant dense<0> : tensor<i32>
      %108 = stablehlo.constant dense<0> : tensor<i32>
      %109 = stablehlo.constant dense<0> : tensor<i32>
      %110 = stablehlo.dynamic_update_slice %loop0.7, %106, %loop0.0, %107, %108, %109 : (tensor<2x4x4x4xbf16>, tensor<1x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4x4xbf16>
      %111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %112 = stablehlo.broadcast_in_dim %111, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %113 = stablehlo.select %54, %47, %112 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %115 = stablehlo.reduce (%113 init: %114) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %116 = stablehlo.subtract %115, %51 : tensor<4x4xf32>
      %117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %118 = stablehlo.broadcast_in_dim %117, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %119 = stablehlo.select %57, %116, %118 : tensor<4x4xi1>, tensor<4x4xf32>
      %120 = stablehlo.reshape %119 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %121 = stablehlo.constant dense<0> : tensor<i32>
      %122 = stablehlo.constant dense<0> : tensor<i32>
      %123 = stablehlo.dynamic_update_slice %loop0.8, %120, %loop0.0, %121, %122 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %124 = stablehlo.multiply %48, %47 : tensor<4x4x6xf32>
      %125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %127 = stablehlo.compare GT, %48, %126, FLOAT : (tensor<4x4x6xf32>, tensor<4x4x6xf32>) -> tensor<4x4x6xi1>
      %128 = stablehlo.select %127, %124, %126 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %130 = stablehlo.reduce (%128 init: %129) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %131 = stablehlo.divide %130, %50 : tensor<4x4xf32>
      %132 = stablehlo.subtract %51, %131 : tensor<4x4xf32>
      %133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %134 = stablehlo.broadcast_in_dim %133, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %135 = stablehlo.select %57, %132, %134 : tensor<4x4xi1>, tensor<4x4xf32>
      %136 = stablehlo.reshape %135 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %137 = stablehlo.constant dense<0> : tensor<i32>
      %138 = stablehlo.constant dense<0> : tensor<i32>
      %139 = stablehlo.dynamic_update_slice %loop0.9, %136, %loop0.0, %137, %138 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %140 = stablehlo.constant dense<1> : tensor<i32>
      %141 = stablehlo.add %loop0.0, %140 : tensor<i32>
      stablehlo.return %141, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %loop0.5, %99, %110, %123, %139 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xf32>, tensor<2x4x4xf32>
    }
    %142 = stablehlo.transpose %20#7, dims = [1, 0, 2, 3] : (tensor<2x4x4x4xbf16>) -> tensor<4x2x4x4xbf16>
    %143 = stablehlo.reshape %142 : (tensor<4x2x4x4xbf16>) -> tensor<4x8x4xbf16>
    %144 = sdy.sharding_constraint %20#8 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %145 = stablehlo.transpose %144, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %146 = stablehlo.reshape %145 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    %147 = sdy.sharding_constraint %20#9 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %148 = stablehlo.transpose %147, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %149 = stablehlo.reshape %148 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    return %146, %149, %143, %20#6 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8x4xbf16>, tensor<4x6xf32>
  }
}
