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
    %72 = stablehlo.transpose %19#4, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %73 = stablehlo.reshape %72 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    %74 = stablehlo.multiply %73, %9 : tensor<4x8xf32>
    %75 = stablehlo.select %7, %74, %6 : tensor<4x8xi1>, tensor<4x8xf32>
    %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce (%75 init: %76) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %78 = stablehlo.divide %77, %15 : tensor<f32>
    %79 = stablehlo.negate %78 : tensor<f32>
    %80 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %81 = stablehlo.divide %80, %15 : tensor<f32>
    %82 = stablehlo.negate %81 : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %84 = stablehlo.multiply %9, %83 : tensor<4x8xf32>
    %85 = stablehlo.reshape %84 : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
    %86 = stablehlo.transpose %85, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %89 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %90 = stablehlo.broadcast_in_dim %89, dims = [] : (tensor<bf16>) -> tensor<2x4x4x4xbf16>
    %91 = stablehlo.constant dense<0> : tensor<i32>
    %92:7 = stablehlo.while(%loop1.0 = %91, %loop1.1 = %2, %loop1.2 = %4, %loop1.3 = %kernel, %loop1.4 = %86, %loop1.5 = %88, %loop1.6 = %90) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    cond {
      %93 = stablehlo.constant dense<2> : tensor<i32>
      %94 = stablehlo.compare LT, %loop1.0, %93, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %94 : tensor<i1>
    } do {
      %95 = stablehlo.constant dense<0> : tensor<i32>
      %96 = stablehlo.constant dense<0> : tensor<i32>
      %97 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %95, %96, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %98 = stablehlo.reshape %97 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %99 = stablehlo.constant dense<0> : tensor<i32>
      %100 = stablehlo.constant dense<0> : tensor<i32>
      %101 = stablehlo.constant dense<0> : tensor<i32>
      %102 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %99, %100, %101, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %103 = stablehlo.reshape %102 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %104 = stablehlo.constant dense<0> : tensor<i32>
      %105 = stablehlo.broadcast_in_dim %104, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %106 = stablehlo.compare GE, %98, %105, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %108 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %109 = stablehlo.broadcast_in_dim %108, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %110 = stablehlo.select %107, %103, %109 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %111 = stablehlo.dot_general %110, %loop1.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %112 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %113 = stablehlo.reduce (%111 init: %112) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %114 = stablehlo.is_finite %113 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %116 = stablehlo.broadcast_in_dim %115, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %117 = stablehlo.select %114, %113, %116 : tensor<4x4xi1>, tensor<4x4xf32>
      %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %119 = stablehlo.subtract %111, %118 : tensor<4x4x6xf32>
      %120 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %121 = stablehlo.broadcast_in_dim %98, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %122 = stablehlo.compare EQ, %120, %121, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %123 = stablehlo.constant dense<0> : tensor<i32>
      %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %125 = stablehlo.compare GE, %98, %124, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %126 = stablehlo.exponential %119 : tensor<4x4x6xf32>
      %127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %128 = stablehlo.reduce (%126 init: %127) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %129 = stablehlo.log %128 : tensor<4x4xf32>
      %130 = stablehlo.constant dense<0> : tensor<i32>
      %131 = stablehlo.constant dense<0> : tensor<i32>
      %132 = stablehlo.dynamic_slice %loop1.4, %loop1.0, %130, %131, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %133 = stablehlo.reshape %132 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %134 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %135 = stablehlo.broadcast_in_dim %134, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %136 = stablehlo.divide %135, %128 : tensor<4x4xf32>
      %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %138 = stablehlo.multiply %126, %137 : tensor<4x4x6xf32>
      %139 = stablehlo.broadcast_in_dim %133, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %140 = stablehlo.multiply %138, %139 : tensor<4x4x6xf32>
      %141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %142 = stablehlo.broadcast_in_dim %141, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %143 = stablehlo.broadcast_in_dim %133, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %144 = stablehlo.select %122, %143, %142 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %145 = stablehlo.subtract %144, %140 : tensor<4x4x6xf32>
      %146 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x6xi1>
      %147 = stablehlo.select %146, %145, %142 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %148 = stablehlo.convert %147 : (tensor<4x4x6xf32>) -> tensor<4x4x6xbf16>
      %149 = stablehlo.dot_general %110, %148, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x4x6xbf16>) -> tensor<4x6xf32>
      %150 = stablehlo.add %loop1.5, %149 : tensor<4x6xf32>
      %151 = stablehlo.dot_general %148, %loop1.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x6xbf16>, tensor<4x6xbf16>) -> tensor<4x4x4xf32>
      %152 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %154 = stablehlo.broadcast_in_dim %153, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
      %155 = stablehlo.select %152, %151, %154 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
      %156 = stablehlo.convert %155 : (tensor<4x4x4xf32>) -> tensor<4x4x4xbf16>
      %157 = stablehlo.reshape %156 : (tensor<4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
      %158 = stablehlo.constant dense<0> : tensor<i32>
      %159 = stablehlo.constant dense<0> : tensor<i32>
      %160 = stablehlo.constant dense<0> : tensor<i32>
      %161 = stablehlo.dynamic_update_slice %loop1.6, %157, %loop1.0, %158, %159, %160 : (tensor<2x4x4x4xbf16>, tensor<1x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4x4xbf16>
      %162 = stablehlo.constant dense<1> : tensor<i32>
      %163 = stablehlo.add %loop1.0, %162 : tensor<i32>
      stablehlo.return %163, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %150, %161 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    }
    %164 = stablehlo.transpose %92#6, dims = [1, 0, 2, 3] : (tensor<2x4x4x4xbf16>) -> tensor<4x2x4x4xbf16>
    %165 = stablehlo.reshape %164 : (tensor<4x2x4x4xbf16>) -> tensor<4x8x4xbf16>
    return %79, %165, %92#5 : tensor<f32>, tensor<4x8x4xbf16>, tensor<4x6xf32>
  }
}
