module @logphead_loss_and_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<4x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %weights: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x8x4xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<4x6xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = stablehlo.reshape %hidden : (tensor<4x8x4xbf16>) -> tensor<4x2x4x4xbf16>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2, 3] : (tensor<4x2x4x4xbf16>) -> tensor<2x4x4x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<4x8xi32>) -> tensor<4x2x4xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<4x2x4xi32>) -> tensor<2x4x4xi32>
    %4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.compare NE, %mask, %5, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %7 = stablehlo.multiply %weights, %mask : tensor<4x8xf32>
    %8 = stablehlo.select %6, %7, %5 : tensor<4x8xi1>, tensor<4x8xf32>
    %9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce (%mask init: %9) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare NE, %10, %11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.select %12, %10, %13 : tensor<i1>, tensor<f32>
    %15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
    %17 = stablehlo.constant dense<0> : tensor<i32>
    %18:5 = stablehlo.while(%loop0.0 = %17, %loop0.1 = %1, %loop0.2 = %3, %loop0.3 = %kernel, %loop0.4 = %16) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>
    cond {
      %19 = stablehlo.constant dense<2> : tensor<i32>
      %20 = stablehlo.compare LT, %loop0.0, %19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %20 : tensor<i1>
    } do {
      %21 = stablehlo.constant dense<0> : tensor<i32>
      %22 = stablehlo.constant dense<0> : tensor<i32>
      %23 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %21, %22, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %24 = stablehlo.reshape %23 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %25 = stablehlo.constant dense<0> : tensor<i32>
      %26 = stablehlo.constant dense<0> : tensor<i32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %25, %26, %27, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %29 = stablehlo.reshape %28 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %30 = stablehlo.constant dense<0> : tensor<i32>
      %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %32 = stablehlo.compare GE, %24, %31, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %34 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %36 = stablehlo.select %33, %29, %35 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %37 = stablehlo.dot_general %36, %loop0.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %38 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %39 = stablehlo.reduce (%37 init: %38) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %40 = stablehlo.is_finite %39 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %43 = stablehlo.select %40, %39, %42 : tensor<4x4xi1>, tensor<4x4xf32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %45 = stablehlo.subtract %37, %44 : tensor<4x4x6xf32>
      %46 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %47 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %48 = stablehlo.compare EQ, %46, %47, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %49 = stablehlo.constant dense<0> : tensor<i32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %51 = stablehlo.compare GE, %24, %50, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %52 = stablehlo.exponential %45 : tensor<4x4x6xf32>
      %53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %54 = stablehlo.reduce (%52 init: %53) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %55 = stablehlo.log %54 : tensor<4x4xf32>
      %56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %57 = stablehlo.broadcast_in_dim %56, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %58 = stablehlo.select %48, %45, %57 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %60 = stablehlo.reduce (%58 init: %59) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %61 = stablehlo.subtract %60, %55 : tensor<4x4xf32>
      %62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %64 = stablehlo.select %51, %61, %63 : tensor<4x4xi1>, tensor<4x4xf32>
      %65 = stablehlo.reshape %64 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %66 = stablehlo.constant dense<0> : tensor<i32>
      %67 = stablehlo.constant dense<0> : tensor<i32>
      %68 = stablehlo.dynamic_update_slice %loop0.4, %65, %loop0.0, %66, %67 : (tensor<2x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4xf32>
      %69 = stablehlo.constant dense<1> : tensor<i32>
      %70 = stablehlo.add %loop0.0, %69 : tensor<i32>
      stablehlo.return %70, %loop0.1, %loop0.2, %loop0.3, %68 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>
    }
    %71 = stablehlo.transpose %18#4, dims = [1, 0, 2] : (tensor<2x4x4xf32>) -> tensor<4x2x4xf32>
    %72 = stablehlo.reshape %71 : (tensor<4x2x4xf32>) -> tensor<4x8xf32>
    %73 = stablehlo.multiply %72, %8 : tensor<4x8xf32>
    %74 = stablehlo.select %6, %73, %5 : tensor<4x8xi1>, tensor<4x8xf32>
    %75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce (%74 init: %75) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %77 = stablehlo.divide %76, %14 : tensor<f32>
    %78 = stablehlo.negate %77 : tensor<f32>
    %79 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %80 = stablehlo.divide %79, %14 : tensor<f32>
    %81 = stablehlo.negate %80 : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %83 = stablehlo.multiply %8, %82 : tensor<4x8xf32>
    %84 = stablehlo.reshape %83 : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
    %85 = stablehlo.transpose %84, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %88 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<bf16>) -> tensor<2x4x4x4xbf16>
    %90 = stablehlo.constant dense<0> : tensor<i32>
    %91:7 = stablehlo.while(%loop1.0 = %90, %loop1.1 = %1, %loop1.2 = %3, %loop1.3 = %kernel, %loop1.4 = %85, %loop1.5 = %87, %loop1.6 = %89) : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    cond {
      %92 = stablehlo.constant dense<2> : tensor<i32>
      %93 = stablehlo.compare LT, %loop1.0, %92, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %93 : tensor<i1>
    } do {
      %94 = stablehlo.constant dense<0> : tensor<i32>
      %95 = stablehlo.constant dense<0> : tensor<i32>
      %96 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %94, %95, sizes = [1, 4, 4] : (tensor<2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xi32>
      %97 = stablehlo.reshape %96 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
      %98 = stablehlo.constant dense<0> : tensor<i32>
      %99 = stablehlo.constant dense<0> : tensor<i32>
      %100 = stablehlo.constant dense<0> : tensor<i32>
      %101 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %98, %99, %100, sizes = [1, 4, 4, 4] : (tensor<2x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x4xbf16>
      %102 = stablehlo.reshape %101 : (tensor<1x4x4x4xbf16>) -> tensor<4x4x4xbf16>
      %103 = stablehlo.constant dense<0> : tensor<i32>
      %104 = stablehlo.broadcast_in_dim %103, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %105 = stablehlo.compare GE, %97, %104, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %107 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %108 = stablehlo.broadcast_in_dim %107, dims = [] : (tensor<bf16>) -> tensor<4x4x4xbf16>
      %109 = stablehlo.select %106, %102, %108 : tensor<4x4x4xi1>, tensor<4x4x4xbf16>
      %110 = stablehlo.dot_general %109, %loop1.3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x6xbf16>) -> tensor<4x4x6xf32>
      %111 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %112 = stablehlo.reduce (%110 init: %111) applies stablehlo.maximum across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %113 = stablehlo.is_finite %112 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %115 = stablehlo.broadcast_in_dim %114, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %116 = stablehlo.select %113, %112, %115 : tensor<4x4xi1>, tensor<4x4xf32>
      %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %118 = stablehlo.subtract %110, %117 : tensor<4x4x6xf32>
      %119 = stablehlo.iota dim = 2 : tensor<4x4x6xi32>
      %120 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x6xi32>
      %121 = stablehlo.compare EQ, %119, %120, SIGNED : (tensor<4x4x6xi32>, tensor<4x4x6xi32>) -> tensor<4x4x6xi1>
      %122 = stablehlo.constant dense<0> : tensor<i32>
      %123 = stablehlo.broadcast_in_dim %122, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %124 = stablehlo.compare GE, %97, %123, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %125 = stablehlo.exponential %118 : tensor<4x4x6xf32>
      %126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %127 = stablehlo.reduce (%125 init: %126) applies stablehlo.add across dimensions = [2] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x4xf32>
      %128 = stablehlo.log %127 : tensor<4x4xf32>
      %129 = stablehlo.constant dense<0> : tensor<i32>
      %130 = stablehlo.constant dense<0> : tensor<i32>
      %131 = stablehlo.dynamic_slice %loop1.4, %loop1.0, %129, %130, sizes = [1, 4, 4] : (tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %132 = stablehlo.reshape %131 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %133 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %134 = stablehlo.broadcast_in_dim %133, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %135 = stablehlo.divide %134, %127 : tensor<4x4xf32>
      %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %137 = stablehlo.multiply %125, %136 : tensor<4x4x6xf32>
      %138 = stablehlo.broadcast_in_dim %132, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %139 = stablehlo.multiply %137, %138 : tensor<4x4x6xf32>
      %140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %141 = stablehlo.broadcast_in_dim %140, dims = [] : (tensor<f32>) -> tensor<4x4x6xf32>
      %142 = stablehlo.broadcast_in_dim %132, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x6xf32>
      %143 = stablehlo.select %121, %142, %141 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %144 = stablehlo.subtract %143, %139 : tensor<4x4x6xf32>
      %145 = stablehlo.broadcast_in_dim %124, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x6xi1>
      %146 = stablehlo.select %145, %144, %141 : tensor<4x4x6xi1>, tensor<4x4x6xf32>
      %147 = stablehlo.convert %146 : (tensor<4x4x6xf32>) -> tensor<4x4x6xbf16>
      %148 = stablehlo.dot_general %109, %147, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xbf16>, tensor<4x4x6xbf16>) -> tensor<4x6xf32>
      %149 = stablehlo.add %loop1.5, %148 : tensor<4x6xf32>
      %150 = stablehlo.dot_general %147, %loop1.3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x6xbf16>, tensor<4x6xbf16>) -> tensor<4x4x4xf32>
      %151 = stablehlo.broadcast_in_dim %124, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
      %152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %153 = stablehlo.broadcast_in_dim %152, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
      %154 = stablehlo.select %151, %150, %153 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
      %155 = stablehlo.convert %154 : (tensor<4x4x4xf32>) -> tensor<4x4x4xbf16>
      %156 = stablehlo.reshape %155 : (tensor<4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
      %157 = stablehlo.constant dense<0> : tensor<i32>
      %158 = stablehlo.constant dense<0> : tensor<i32>
      %159 = stablehlo.constant dense<0> : tensor<i32>
      %160 = stablehlo.dynamic_update_slice %loop1.6, %156, %loop1.0, %157, %158, %159 : (tensor<2x4x4x4xbf16>, tensor<1x4x4x4xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x4x4xbf16>
      %161 = stablehlo.constant dense<1> : tensor<i32>
      %162 = stablehlo.add %loop1.0, %161 : tensor<i32>
      stablehlo.return %162, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %149, %160 : tensor<i32>, tensor<2x4x4x4xbf16>, tensor<2x4x4xi32>, tensor<4x6xbf16>, tensor<2x4x4xf32>, tensor<4x6xf32>, tensor<2x4x4x4xbf16>
    }
    %163 = stablehlo.transpose %91#6, dims = [1, 0, 2, 3] : (tensor<2x4x4x4xbf16>) -> tensor<4x2x4x4xbf16>
    %164 = stablehlo.reshape %163 : (tensor<4x2x4x4xbf16>) -> tensor<4x8x4xbf16>
    return %78, %164, %91#5 : tensor<f32>, tensor<4x8x4xbf16>, tensor<4x6xf32>
  }
}
