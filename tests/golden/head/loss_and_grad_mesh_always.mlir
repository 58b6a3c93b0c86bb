module @logphead_loss_and_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<4x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %weights: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x8x4xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<4x6xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = sdy.sharding_constraint %targets <@mesh, [{?}, {}]> : tensor<4x8xi32>
    %1 = stablehlo.reshape %hidden : (tensor<4x8x4xbf16>) -> tensor<4x2x4x4xbf16>
    %2 = stablehlo.transpose %1, dims = [1, 0, 2, 3] : (tensor<4x2x4x4xbf16>) -> tensor<2x4x4x4xbf16>
    %3 = stablehlo.reshape %0 : (tensor<4x8xi32>) -> tensor<4x2x4xi32>
    %4 = stablehlo.transpose %3, dims = [1, 0, 2] : (tensor<4x2x4xi32>) -> tensor<2x4x4xi32>
    %5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %7 = stablehlo.compare NE, %mask, %6, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %8 = stablehlo.multiply %weights, %mask : tensor<4x8xf32>
    %9 = stablehlo.select %7, %8, %6 : tensor<4x8xi1>, tensor<4x8xf32>
    %10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce (%mask init: %10) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.compare NE, %11, %12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.select %13, %11, %14 : tensor<i1>, tensor<f32>
    %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
    %18 = stablehlo.constant dense<0> : tensor<i32>
    %19:5 = stablehlo.while(%loop0.0 = %18, %loop0.1 = %2, %loop0.2 = %4, %loop0.3 = %kernel, %loop0.4 = %17) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>
    cond {
      %20 = stablehlo.constant dense<2> : tensor<i32>
      %21 = stablehlo.compare LT, %loop0.0, %20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %22 = stablehlo.constant dense<0> : tensor<i32>
      %23 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %22, %23, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %25 = stablehlo.reshape %24 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %26 = stablehlo.constant dense<0> : tensor<i32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.constant dense<0> : tensor<i32>
      %29 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %26, %27, %28, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %30 = stablehlo.reshape %29 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %31 = stablehlo.constant dense<0> : tensor<i32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %33 = stablehlo.compare GE, %25, %32, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %35 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %37 = stablehlo.select %34, %30, %36 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %38 = stablehlo.dot_general %37, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %39 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %40 = stablehlo.reduce (%38 init: %39) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %41 = stablehlo.is_finite %40 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %44 = stablehlo.select %41, %40, %43 : tensor<4x4xi1>, tensor<4x4xf32>
      %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %46 = stablehlo.subtract %38, %45 : tensor<4x4x6xf32>
      %47 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %48 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %49 = stablehlo.compare EQ, %47, %48, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %50 = stablehlo.constant dense<0> : tensor<i32>
      %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %52 = stablehlo.compare GE, %25, %51, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %53 = stablehlo.exponential %46 : tensor<4x4x6xf32>
      %54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %55 = stablehlo.reduce (%53 init: %54) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %56 = stablehlo.log %55 : tensor<4x4xf32>
      %57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %59 = stablehlo.select %49, %46, %58 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %61 = stablehlo.reduce (%59 init: %60) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %62 = stablehlo.subtract %61, %56 : tensor<4x4xf32>
      %63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %64 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %65 = stablehlo.select %52, %62, %64 : tensor<4x4xi1>, tensor<4x4xf32>
      %66 = stablehlo.reshape %65 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %67 = stablehlo.constant dense<0> : tensor<i32>
      %68 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.dynamic_update_slice %loop0.4, %66, %loop0.0, %67, %68 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %70 = stablehlo.constant dense<1> : tensor<i32>
      %71 = stablehlo.add %loop0.0, %70 : tensor<i32>
      stablehlo.return %71, %loop0.1, %loop0.2, %loop0.3, %69 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>
    }
    %72 = sdy.sharding_constraint %19#4 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %73 = stablehlo.transpose %72, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %74 = stablehlo.reshape %73 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    %75 = stablehlo.multiply %74, %9 : tensor<4x8xf32>
    %76 = stablehlo.select %7, %75, %6 : tensor<4x8xi1>, tensor<4x8xf32>
    %77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce (%76 init: %77) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %79 = stablehlo.divide %78, %15 : tensor<f32>
    %80 = stablehlo.negate %79 : tensor<f32>
    %81 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %82 = stablehlo.divide %81, %15 : tensor<f32>
    %83 = stablehlo.negate %82 : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %85 = stablehlo.multiply %9, %84 : tensor<4x8xf32>
    %86 = stablehlo.reshape %85 : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
    %87 = stablehlo.transpose %86, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %88 = sdy.sharding_constraint %87 <@mesh, [{}, {?}, {}]> : tensor<2x4x4xf32>
    %89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %91 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %92 = stablehlo.broadcast_in_dim %91, dims = [] : (tensor<bf16>) -> tensor<2x4x4x4xbf16>
    %93 = stablehlo.constant dense<0> : tensor<i32>
    %94:7 = stablehlo.while(%loop1.0 = %93, %loop1.1 = %2, %loop1.2 = %4, %loop1.3 = %kernel, %loop1.4 = %88, %loop1.5 = %90, %loop1.6 = %92) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    cond {
      %95 = stablehlo.constant dense<2> : tensor<i32>
      %96 = stablehlo.compare LT, %loop1.0, %95, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %96 : tensor<i1>
    } do {
      %97 = stablehlo.constant dense<0> : tensor<i32>
      %98 = stablehlo.constant dense<0> : tensor<i32>
      %99 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %97, %98, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %100 = stablehlo.reshape %99 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %101 = stablehlo.constant dense<0> : tensor<i32>
      %102 = stablehlo.constant dense<0> : tensor<i32>
      %103 = stablehlo.constant dense<0> : tensor<i32>
      %104 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %101, %102, %103, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %105 = stablehlo.reshape %104 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %106 = stablehlo.constant dense<0> : tensor<i32>
      %107 = stablehlo.broadcast_in_dim %106, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %108 = stablehlo.compare GE, %100, %107, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %110 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %111 = stablehlo.broadcast_in_dim %110, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %112 = stablehlo.select %109, %105, %111 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %113 = stablehlo.dot_general %112, %loop1.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %114 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %115 = stablehlo.reduce (%113 init: %114) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %116 = stablehlo.is_finite %115 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %118 = stablehlo.broadcast_in_dim %117, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %119 = stablehlo.select %116, %115, %118 : tensor<4x4xi1>, tensor<4x4xf32>
      %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %121 = stablehlo.subtract %113, %120 : tensor<4x4x6xf32>
      %122 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %123 = stablehlo.broadcast_in_dim %100, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %124 = stablehlo.compare EQ, %122, %123, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %125 = stablehlo.constant dense<0> : tensor<i32>
      %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %127 = stablehlo.compare GE, %100, %126, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %128 = stablehlo.exponential %121 : tensor<4x4x6xf32>
      %129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %130 = stablehlo.reduce (%128 init: %129) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %131 = stablehlo.log %130 : tensor<4x4xf32>
      %132 = stablehlo.constant dense<0> : tensor<i32>
      %133 = stablehlo.constant dense<0> : tensor<i32>
      %134 = stablehlo.dynamic_slice %loop1.4, %loop1.0, %132, %133, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %135 = stablehlo.reshape %134 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %136 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %137 = stablehlo.broadcast_in_dim %136, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %138 = stablehlo.divide %137, %130 : tensor<4x4xf32>
      %139 = stablehlo.broadcast_in_dim %138, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %140 = stablehlo.multiply %128, %139 : tensor<4x4x6xf32>
      %141 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %142 = stablehlo.multiply %140, %141 : tensor<4x4x6xf32>
      %143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %144 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %145 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %146 = stablehlo.select %124, %145, %144 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %147 = stablehlo.subtract %146, %142 : tensor<4x4x6xf32>
      %148 = stablehlo.broadcast_in_dim %127, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x6xi1>
      %149 = stablehlo.select %148, %147, %144 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %150 = stablehlo.convert %149 : (tensor<4x4x6xf32>) -> tensor<4x4x6xbf16>
      %151 = stablehlo.dot_general %112, %150, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x4x6xbf16>) -> tensor<4x6xf32>
      %152 = stablehlo.add %loop1.5, %151 : tensor<4x6xf32>
      %153 = stablehlo.dot_general %150, %loop1.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x6xbf16>, tensor<4x6xbf16>) -> tensor<4x4x4xf32>
      %154 = stablehlo.broadcast_in_dim %127, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %156 = stablehlo.broadcast_in_dim %155, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
      %157 = stablehlo.select %154, %153, %156 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
      %158 = stablehlo.convert %157 : (tensor<4x4x4xf32>) -> tensor<4x4x4xbf16>
      %159 = stablehlo.reshape %158 : (tensor<4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
      %160 = stablehlo.constant dense<0> : tensor<i32>
      %161 = stablehlo.constant dense<0> : tensor<i32>
      %162 = stablehlo.constant dense<0> : tensor<i32>
      %163 = stablehlo.dynamic_update_slice %loop1.6, %159, %loop1.0, %160, %161, %162 : (tensor<2x4x4x4xbf16>, tensor<1x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4x4xbf16>
      %164 = stablehlo.constant dense<1> : tensor<i32>
      %165 = stablehlo.add %loop1.0, %164 : tensor<i32>
      stablehlo.return %165, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %152, %163 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    }
    %166 = stablehlo.transpose %94#6, dims = [1, 0, 2, 3] : (tensor<2x4x4x4xbf16>) -> tensor<4x2x4x4xbf16>
    %167 = stablehlo.reshape %166 : (tensor<4x2x4x4xbf16>) -> tensor<4x8x4xbf16>
    return %80, %167, %94#5 : tensor<f32>, tensor<4x8x4xbf16>, tensor<4x6xf32>
  }
}
