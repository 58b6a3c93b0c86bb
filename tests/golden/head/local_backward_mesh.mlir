module @logphead_backward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_entropies: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x16xf32> {jax.result_info = "entropies", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:4 = sdy.manual_computation(%hidden, %kernel, %targets, %cotangent_logps, %cotangent_entropies, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<4x7xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.5 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.6 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.7 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
      %8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %9 = stablehlo.pad %7, %8, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xbf16>, tensor<bf16>) -> tensor<9x8xbf16>
      %10 = stablehlo.reshape %9 : (tensor<9x8xbf16>) -> tensor<3x3x8xbf16>
      %11 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %12 = stablehlo.constant dense<-100> : tensor<i32>
      %13 = stablehlo.pad %11, %12, low = [0], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
      %14 = stablehlo.reshape %13 : (tensor<9xi32>) -> tensor<3x3xi32>
      %15 = stablehlo.reshape %part0.3 : (tensor<1x8xf32>) -> tensor<8xf32>
      %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.pad %15, %16, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %18 = stablehlo.reshape %17 : (tensor<9xf32>) -> tensor<3x3xf32>
      %19 = stablehlo.reshape %part0.4 : (tensor<1x8xf32>) -> tensor<8xf32>
      %20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.pad %19, %20, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %22 = stablehlo.reshape %21 : (tensor<9xf32>) -> tensor<3x3xf32>
      %23 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %26 = stablehlo.constant dense<1> : tensor<i32>
      %27 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.constant dense<1> : tensor<i32>
      %29 = stablehlo.multiply %27, %28 : tensor<i32>
      %30 = stablehlo.add %29, %23 : tensor<i32>
      %31 = stablehlo.multiply %30, %26 : tensor<i32>
      %32 = stablehlo.constant dense<0> : tensor<i32>
      %33 = stablehlo.add %31, %32 : tensor<i32>
      %34 = stablehlo.constant dense<7> : tensor<i32>
      %35 = stablehlo.multiply %33, %34 : tensor<i32>
      %36 = stablehlo.iota dim = 0 : tensor<7xi32>
      %37 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %38 = stablehlo.add %36, %37 : tensor<7xi32>
      %39 = stablehlo.constant dense<7> : tensor<i32>
      %40 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %41 = stablehlo.multiply %25, %40 : tensor<7xi32>
      %42 = stablehlo.add %41, %38 : tensor<7xi32>
      %43 = stablehlo.constant dense<7> : tensor<i32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %45 = stablehlo.compare LT, %38, %44, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %46 = stablehlo.constant dense<7> : tensor<i32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %48 = stablehlo.compare LT, %42, %47, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %49 = stablehlo.and %45, %48 : tensor<7xi1>
      %50 = stablehlo.constant dense<-1> : tensor<i32>
      %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %52 = stablehlo.select %49, %42, %51 : tensor<7xi1>, tensor<7xi32>
      %53 = stablehlo.constant dense<0> : tensor<i32>
      %54 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 67, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xbf16>) -> tensor<8x7xbf16>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56:2 = stablehlo.optimization_barrier %55, %54 : tensor<f32>, tensor<8x7xbf16>
      %57 = stablehlo.broadcast_in_dim %56#0, dims = [] : (tensor<f32>) -> tensor<8x7xf32>
      %58 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %64 = stablehlo.constant dense<0> : tensor<i32>
      %65:11 = stablehlo.while(%loop0.0 = %64, %loop0.1 = %10, %loop0.2 = %14, %loop0.3 = %54, %loop0.4 = %52, %loop0.5 = %57, %loop0.6 = %59, %loop0.7 = %61, %loop0.8 = %63, %loop0.9 = %18, %loop0.10 = %22) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %66 = stablehlo.constant dense<3> : tensor<i32>
        %67 = stablehlo.compare LT, %loop0.0, %66, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %67 : tensor<i1>
      } do {
        %68 = stablehlo.constant dense<0> : tensor<i32>
        %69 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %68, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %70 = stablehlo.reshape %69 : (tensor<1x3xi32>) -> tensor<3xi32>
        %71 = stablehlo.constant dense<0> : tensor<i32>
        %72 = stablehlo.constant dense<0> : tensor<i32>
        %73 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %71, %72, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %74 = stablehlo.reshape %73 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %75 = stablehlo.constant dense<0> : tensor<i32>
        %76 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %77 = stablehlo.compare GE, %70, %76, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %78 = stablehlo.broadcast_in_dim %77, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %79 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %80 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<bf16>) -> tensor<3x8xbf16>
        %81 = stablehlo.select %78, %74, %80 : tensor<3x8xi1>, tensor<3x8xbf16>
        %82 = stablehlo.dot_general %81, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<8x7xbf16>) -> tensor<3x7xf32>
        %83 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %84 = stablehlo.reduce (%82 init: %83) applies stablehlo.maximum across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %85 = stablehlo.is_finite %84 : (tensor<3xf32>) -> tensor<3xi1>
        %86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %88 = stablehlo.select %85, %84, %87 : tensor<3xi1>, tensor<3xf32>
        %89 = stablehlo.broadcast_in_dim %88, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %90 = stablehlo.subtract %82, %89 : tensor<3x7xf32>
        %91 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %92 = stablehlo.broadcast_in_dim %70, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %93 = stablehlo.compare EQ, %91, %92, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %94 = stablehlo.constant dense<0> : tensor<i32>
        %95 = stablehlo.broadcast_in_dim %94, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %96 = stablehlo.compare GE, %70, %95, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %97 = stablehlo.exponential %90 : tensor<3x7xf32>
        %98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %99 = stablehlo.reduce (%97 init: %98) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %100 = stablehlo.log %99 : tensor<3xf32>
        %101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %102 = stablehlo.broadcast_in_dim %101, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %103 = stablehlo.select %93, %90, %102 : tensor<3x7xi1>, tensor<3x7xf32>
        %104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %105 = stablehlo.reduce (%103 init: %104) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %106 = stablehlo.subtract %105, %100 : tensor<3xf32>
        %107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %108 = stablehlo.broadcast_in_dim %107, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %109 = stablehlo.select %96, %106, %108 : tensor<3xi1>, tensor<3xf32>
        %110 = stablehlo.multiply %97, %90 : tensor<3x7xf32>
        %111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %112 = stablehlo.broadcast_in_dim %111, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %113 = stablehlo.compare GT, %97, %112, FLOAT : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xi1>
        %114 = stablehlo.select %113, %110, %112 : tensor<3x7xi1>, tensor<3x7xf32>
        %115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %116 = stablehlo.reduce (%114 init: %115) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %117 = stablehlo.divide %116, %99 : tensor<3xf32>
        %118 = stablehlo.subtract %100, %117 : tensor<3xf32>
        %119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %120 = stablehlo.broadcast_in_dim %119, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %121 = stablehlo.select %96, %118, %120 : tensor<3xi1>, tensor<3xf32>
        %122 = stablehlo.constant dense<0> : tensor<i32>
        %123 = stablehlo.dynamic_slice %loop0.9, %loop0.0, %122, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %124 = stablehlo.reshape %123 : (tensor<1x3xf32>) -> tensor<3xf32>
        %125 = stablehlo.constant dense<0> : tensor<i32>
        %126 = stablehlo.dynamic_slice %loop0.10, %loop0.0, %125, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %127 = stablehlo.reshape %126 : (tensor<1x3xf32>) -> tensor<3xf32>
        %128 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %129 = stablehlo.broadcast_in_dim %128, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %130 = stablehlo.divide %129, %99 : tensor<3xf32>
        %131 = stablehlo.broadcast_in_dim %130, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %132 = stablehlo.multiply %97, %131 : tensor<3x7xf32>
        %133 = stablehlo.broadcast_in_dim %124, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %134 = stablehlo.broadcast_in_dim %117, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %135 = stablehlo.subtract %90, %134 : tensor<3x7xf32>
        %136 = stablehlo.broadcast_in_dim %127, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %137 = stablehlo.multiply %136, %135 : tensor<3x7xf32>
        %138 = stablehlo.add %133, %137 : tensor<3x7xf32>
        %139 = stablehlo.multiply %132, %138 : tensor<3x7xf32>
        %140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %141 = stablehlo.broadcast_in_dim %140, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %142 = stablehlo.compare GT, %97, %141, FLOAT : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xi1>
        %143 = stablehlo.select %142, %139, %141 : tensor<3x7xi1>, tensor<3x7xf32>
        %144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %145 = stablehlo.broadcast_in_dim %144, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %146 = stablehlo.broadcast_in_dim %124, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %147 = stablehlo.select %93, %146, %145 : tensor<3x7xi1>, tensor<3x7xf32>
        %148 = stablehlo.subtract %147, %143 : tensor<3x7xf32>
        %149 = stablehlo.broadcast_in_dim %96, dims = [0] : (tensor<3xi1>) -> tensor<3x7xi1>
        %150 = stablehlo.select %149, %148, %145 : tensor<3x7xi1>, tensor<3x7xf32>
        %151 = stablehlo.convert %150 : (tensor<3x7xf32>) -> tensor<3x7xbf16>
        %152 = stablehlo.dot_general %81, %151, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<3x7xbf16>) -> tensor<8x7xf32>
        %153 = stablehlo.add %loop0.5, %152 : tensor<8x7xf32>
        %154 = stablehlo.dot_general %151, %loop0.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x7xbf16>, tensor<8x7xbf16>) -> tensor<3x8xf32>
        %155 = stablehlo.broadcast_in_dim %96, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %157 = stablehlo.broadcast_in_dim %156, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %158 = stablehlo.select %155, %154, %157 : tensor<3x8xi1>, tensor<3x8xf32>
        %159 = stablehlo.convert %158 : (tensor<3x8xf32>) -> tensor<3x8xbf16>
        %160 = stablehlo.reshape %159 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %161 = stablehlo.constant dense<0> : tensor<i32>
        %162 = stablehlo.constant dense<0> : tensor<i32>
        %163 = stablehlo.dynamic_update_slice %loop0.6, %160, %loop0.0, %161, %162 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %164 = stablehlo.reshape %109 : (tensor<3xf32>) -> tensor<1x3xf32>
        %165 = stablehlo.constant dense<0> : tensor<i32>
        %166 = stablehlo.dynamic_update_slice %loop0.7, %164, %loop0.0, %165 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %167 = stablehlo.reshape %121 : (tensor<3xf32>) -> tensor<1x3xf32>
        %168 = stablehlo.constant dense<0> : tensor<i32>
        %169 = stablehlo.dynamic_update_slice %loop0.8, %167, %loop0.0, %168 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %170 = stablehlo.constant dense<1> : tensor<i32>
        %171 = stablehlo.add %loop0.0, %170 : tensor<i32>
        stablehlo.return %171, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %153, %163, %166, %169, %loop0.9, %loop0.10 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %172 = stablehlo.reshape %65#7 : (tensor<3x3xf32>) -> tensor<9xf32>
      %173 = stablehlo.slice %172 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %174 = stablehlo.reshape %173 : (tensor<8xf32>) -> tensor<1x8xf32>
      %175 = stablehlo.reshape %65#8 : (tensor<3x3xf32>) -> tensor<9xf32>
      %176 = stablehlo.slice %175 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %177 = stablehlo.reshape %176 : (tensor<8xf32>) -> tensor<1x8xf32>
      %178 = "stablehlo.reduce_scatter"(%65#5) <{channel_handle = #stablehlo.channel_handle<handle = 224, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.223: tensor<f32>, %rhs.223: tensor<f32>): %both.223 = stablehlo.add %lhs.223, %rhs.223 : tensor<f32> stablehlo.return %both.223 : tensor<f32> }) : (tensor<8x7xf32>) -> tensor<4x7xf32>
      %179 = "stablehlo.all_reduce"(%178) <{channel_handle = #stablehlo.channel_handle<handle = 225, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.224: tensor<f32>, %rhs.224: tensor<f32>): %both.224 = stablehlo.add %lhs.224, %rhs.224 : tensor<f32> stablehlo.return %both.224 : tensor<f32> }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
      %180 = stablehlo.reshape %179 : (tensor<4x7xf32>) -> tensor<1x4x7xf32>
      %181 = stablehlo.reshape %180 : (tensor<1x4x7xf32>) -> tensor<1x4x1x7xf32>
      %182 = stablehlo.transpose %181, dims = [1, 2, 0, 3] : (tensor<1x4x1x7xf32>) -> tensor<4x1x1x7xf32>
      %183 = stablehlo.reshape %182 : (tensor<4x1x1x7xf32>) -> tensor<4x7xf32>
      %184 = stablehlo.reshape %65#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %185 = stablehlo.slice %184 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %186 = stablehlo.reshape %185 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      sdy.return %174, %177, %186, %183 : tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8x8xbf16>, tensor<4x7xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x7xf32>)
    return %3#0, %3#1, %3#2, %3#3 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x7xf32>
  }
}
