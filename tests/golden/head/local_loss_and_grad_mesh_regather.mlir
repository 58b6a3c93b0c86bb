module @logphead_loss_and_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %weights: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x16x8xf32> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:3 = sdy.manual_computation(%hidden, %kernel, %targets, %weights, %mask, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xf32>, %part0.1: tensor<4x7xf32>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.5 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.6 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.7 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.pad %7, %8, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<9x8xf32>
      %10 = stablehlo.reshape %9 : (tensor<9x8xf32>) -> tensor<3x3x8xf32>
      %11 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %12 = stablehlo.constant dense<-100> : tensor<i32>
      %13 = stablehlo.pad %11, %12, low = [0], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
      %14 = stablehlo.reshape %13 : (tensor<9xi32>) -> tensor<3x3xi32>
      %15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %17 = stablehlo.compare NE, %part0.4, %16, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %18 = stablehlo.multiply %part0.3, %part0.4 : tensor<1x8xf32>
      %19 = stablehlo.select %17, %18, %16 : tensor<1x8xi1>, tensor<1x8xf32>
      %20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.reduce (%part0.4 init: %20) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %22 = "stablehlo.all_reduce"(%21) <{channel_handle = #stablehlo.channel_handle<handle = 35, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.34: tensor<f32>, %rhs.34: tensor<f32>): %both.34 = stablehlo.add %lhs.34, %rhs.34 : tensor<f32> stablehlo.return %both.34 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.reduce (%22 init: %23) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %25 = "stablehlo.all_reduce"(%24) <{channel_handle = #stablehlo.channel_handle<handle = 38, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.37: tensor<f32>, %rhs.37: tensor<f32>): %both.37 = stablehlo.add %lhs.37, %rhs.37 : tensor<f32> stablehlo.return %both.37 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %27 = stablehlo.compare NE, %25, %26, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %29 = stablehlo.select %27, %25, %28 : tensor<i1>, tensor<f32>
      %30 = stablehlo.constant dense<0> : tensor<i32>
      %31 = stablehlo.constant dense<0> : tensor<i32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %33 = stablehlo.constant dense<1> : tensor<i32>
      %34 = stablehlo.constant dense<0> : tensor<i32>
      %35 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.multiply %34, %35 : tensor<i32>
      %37 = stablehlo.add %36, %30 : tensor<i32>
      %38 = stablehlo.multiply %37, %33 : tensor<i32>
      %39 = stablehlo.constant dense<0> : tensor<i32>
      %40 = stablehlo.add %38, %39 : tensor<i32>
      %41 = stablehlo.constant dense<7> : tensor<i32>
      %42 = stablehlo.multiply %40, %41 : tensor<i32>
      %43 = stablehlo.iota dim = 0 : tensor<7xi32>
      %44 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %45 = stablehlo.add %43, %44 : tensor<7xi32>
      %46 = stablehlo.constant dense<7> : tensor<i32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %48 = stablehlo.multiply %32, %47 : tensor<7xi32>
      %49 = stablehlo.add %48, %45 : tensor<7xi32>
      %50 = stablehlo.constant dense<7> : tensor<i32>
      %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %52 = stablehlo.compare LT, %45, %51, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %53 = stablehlo.constant dense<7> : tensor<i32>
      %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %55 = stablehlo.compare LT, %49, %54, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %56 = stablehlo.and %52, %55 : tensor<7xi1>
      %57 = stablehlo.constant dense<-1> : tensor<i32>
      %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %59 = stablehlo.select %56, %49, %58 : tensor<7xi1>, tensor<7xi32>
      %60 = stablehlo.constant dense<0> : tensor<i32>
      %61 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 74, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xf32>) -> tensor<8x7xf32>
      %62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %68 = stablehlo.constant dense<0> : tensor<i32>
      %69:8 = stablehlo.while(%loop0.0 = %68, %loop0.1 = %10, %loop0.2 = %14, %loop0.3 = %61, %loop0.4 = %59, %loop0.5 = %63, %loop0.6 = %65, %loop0.7 = %67) : tensor<i32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x7xf32>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %70 = stablehlo.constant dense<3> : tensor<i32>
        %71 = stablehlo.compare LT, %loop0.0, %70, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %71 : tensor<i1>
      } do {
        %72 = stablehlo.constant dense<0> : tensor<i32>
        %73 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %72, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %74 = stablehlo.reshape %73 : (tensor<1x3xi32>) -> tensor<3xi32>
        %75 = stablehlo.constant dense<0> : tensor<i32>
        %76 = stablehlo.constant dense<0> : tensor<i32>
        %77 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %75, %76, sizes = [1, 3, 8] : (tensor<3x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
        %78 = stablehlo.reshape %77 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
        %79 = stablehlo.constant dense<0> : tensor<i32>
        %80 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %81 = stablehlo.compare GE, %74, %80, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %82 = stablehlo.broadcast_in_dim %81, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %84 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %85 = stablehlo.select %82, %78, %84 : tensor<3x8xi1>, tensor<3x8xf32>
        %86 = stablehlo.dot_general %85, %loop0.3, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x8xf32>, tensor<8x7xf32>) -> tensor<3x7xf32>
        %87 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %88 = stablehlo.reduce (%86 init: %87) applies stablehlo.maximum across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %89 = stablehlo.is_finite %88 : (tensor<3xf32>) -> tensor<3xi1>
        %90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %91 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %92 = stablehlo.select %89, %88, %91 : tensor<3xi1>, tensor<3xf32>
        %93 = stablehlo.broadcast_in_dim %92, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %94 = stablehlo.subtract %86, %93 : tensor<3x7xf32>
        %95 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %96 = stablehlo.broadcast_in_dim %74, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %97 = stablehlo.compare EQ, %95, %96, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %98 = stablehlo.constant dense<0> : tensor<i32>
        %99 = stablehlo.broadcast_in_dim %98, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %100 = stablehlo.compare GE, %74, %99, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %101 = stablehlo.exponential %94 : tensor<3x7xf32>
        %102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %103 = stablehlo.reduce (%101 init: %102) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %104 = stablehlo.log %103 : tensor<3xf32>
        %105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %106 = stablehlo.broadcast_in_dim %105, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %107 = stablehlo.select %97, %94, %106 : tensor<3x7xi1>, tensor<3x7xf32>
        %108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %109 = stablehlo.reduce (%107 init: %108) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %110 = stablehlo.subtract %109, %104 : tensor<3xf32>
        %111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %112 = stablehlo.broadcast_in_dim %111, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %113 = stablehlo.select %100, %110, %112 : tensor<3xi1>, tensor<3xf32>
        %114 = stablehlo.reshape %113 : (tensor<3xf32>) -> tensor<1x3xf32>
        %115 = stablehlo.constant dense<0> : tensor<i32>
        %116 = stablehlo.dynamic_update_slice %loop0.5, %114, %loop0.0, %115 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %117 = stablehlo.reshape %92 : (tensor<3xf32>) -> tensor<1x3xf32>
        %118 = stablehlo.constant dense<0> : tensor<i32>
        %119 = stablehlo.dynamic_update_slice %loop0.6, %117, %loop0.0, %118 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %120 = stablehlo.reshape %104 : (tensor<3xf32>) -> tensor<1x3xf32>
        %121 = stablehlo.constant dense<0> : tensor<i32>
        %122 = stablehlo.dynamic_update_slice %loop0.7, %120, %loop0.0, %121 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %123 = stablehlo.constant dense<1> : tensor<i32>
        %124 = stablehlo.add %loop0.0, %123 : tensor<i32>
        stablehlo.return %124, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %116, %119, %122 : tensor<i32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x7xf32>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %125 = stablehlo.reshape %69#5 : (tensor<3x3xf32>) -> tensor<9xf32>
      %126 = stablehlo.slice %125 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %127 = stablehlo.reshape %126 : (tensor<8xf32>) -> tensor<1x8xf32>
      %128 = stablehlo.multiply %127, %19 : tensor<1x8xf32>
      %129 = stablehlo.select %17, %128, %16 : tensor<1x8xi1>, tensor<1x8xf32>
      %130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %131 = stablehlo.reduce (%129 init: %130) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %132 = "stablehlo.all_reduce"(%131) <{channel_handle = #stablehlo.channel_handle<handle = 168, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.167: tensor<f32>, %rhs.167: tensor<f32>): %both.167 = stablehlo.add %lhs.167, %rhs.167 : tensor<f32> stablehlo.return %both.167 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %134 = stablehlo.reduce (%132 init: %133) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %135 = "stablehlo.all_reduce"(%134) <{channel_handle = #stablehlo.channel_handle<handle = 171, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.170: tensor<f32>, %rhs.170: tensor<f32>): %both.170 = stablehlo.add %lhs.170, %rhs.170 : tensor<f32> stablehlo.return %both.170 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %136 = stablehlo.divide %135, %29 : tensor<f32>
      %137 = stablehlo.negate %136 : tensor<f32>
      %138 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %139 = stablehlo.divide %138, %29 : tensor<f32>
      %140 = stablehlo.negate %139 : tensor<f32>
      %141 = stablehlo.broadcast_in_dim %140, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %142 = stablehlo.multiply %19, %141 : tensor<1x8xf32>
      %143 = stablehlo.reshape %142 : (tensor<1x8xf32>) -> tensor<8xf32>
      %144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %145 = stablehlo.pad %143, %144, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %146 = stablehlo.reshape %145 : (tensor<9xf32>) -> tensor<3x3xf32>
      %147:2 = stablehlo.optimization_barrier %part0.1, %69#7 : tensor<4x7xf32>, tensor<3x3xf32>
      %148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %149 = stablehlo.broadcast_in_dim %148, dims = [] : (tensor<f32>) -> tensor<3x3x8xf32>
      %150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %151 = stablehlo.broadcast_in_dim %150, dims = [] : (tensor<f32>) -> tensor<4x4x2xf32>
      %152 = stablehlo.constant dense<0> : tensor<i32>
      %153:4 = stablehlo.while(%loop1.0 = %152, %loop1.1 = %147#0, %loop1.2 = %149, %loop1.3 = %151) : tensor<i32>, tensor<4x7xf32>, tensor<3x3x8xf32>, tensor<4x4x2xf32>
      cond {
        %154 = stablehlo.constant dense<4> : tensor<i32>
        %155 = stablehlo.compare LT, %loop1.0, %154, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %155 : tensor<i1>
      } do {
        %156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %157 = stablehlo.pad %loop1.1, %156, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<4x7xf32>, tensor<f32>) -> tensor<4x8xf32>
        %158 = stablehlo.constant dense<2> : tensor<i32>
        %159 = stablehlo.constant dense<0> : tensor<i32>
        %160 = stablehlo.constant dense<4> : tensor<i32>
        %161 = stablehlo.multiply %159, %160 : tensor<i32>
        %162 = stablehlo.add %161, %loop1.0 : tensor<i32>
        %163 = stablehlo.multiply %162, %158 : tensor<i32>
        %164 = stablehlo.constant dense<0> : tensor<i32>
        %165 = stablehlo.dynamic_slice %157, %164, %163, sizes = [4, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
        %166 = "stablehlo.all_gather"(%165) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 210, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
        %167 = stablehlo.constant dense<0> : tensor<i32>
        %168 = stablehlo.broadcast_in_dim %167, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %169 = stablehlo.constant dense<1> : tensor<i32>
        %170 = stablehlo.constant dense<0> : tensor<i32>
        %171 = stablehlo.constant dense<4> : tensor<i32>
        %172 = stablehlo.multiply %170, %171 : tensor<i32>
        %173 = stablehlo.add %172, %loop1.0 : tensor<i32>
        %174 = stablehlo.multiply %173, %169 : tensor<i32>
        %175 = stablehlo.constant dense<0> : tensor<i32>
        %176 = stablehlo.add %174, %175 : tensor<i32>
        %177 = stablehlo.constant dense<2> : tensor<i32>
        %178 = stablehlo.multiply %176, %177 : tensor<i32>
        %179 = stablehlo.iota dim = 0 : tensor<2xi32>
        %180 = stablehlo.broadcast_in_dim %178, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %181 = stablehlo.add %179, %180 : tensor<2xi32>
        %182 = stablehlo.constant dense<7> : tensor<i32>
        %183 = stablehlo.broadcast_in_dim %182, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %184 = stablehlo.multiply %168, %183 : tensor<2xi32>
        %185 = stablehlo.add %184, %181 : tensor<2xi32>
        %186 = stablehlo.constant dense<7> : tensor<i32>
        %187 = stablehlo.broadcast_in_dim %186, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %188 = stablehlo.compare LT, %181, %187, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
        %189 = stablehlo.constant dense<7> : tensor<i32>
        %190 = stablehlo.broadcast_in_dim %189, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %191 = stablehlo.compare LT, %185, %190, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
        %192 = stablehlo.and %188, %191 : tensor<2xi1>
        %193 = stablehlo.constant dense<-1> : tensor<i32>
        %194 = stablehlo.broadcast_in_dim %193, dims = [] : (tensor<i32>) -> tensor<2xi32>
        %195 = stablehlo.select %192, %185, %194 : tensor<2xi1>, tensor<2xi32>
        %196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %197:2 = stablehlo.optimization_barrier %196, %166 : tensor<f32>, tensor<8x2xf32>
        %198 = stablehlo.broadcast_in_dim %197#0, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
        %199 = stablehlo.constant dense<0> : tensor<i32>
        %200:10 = stablehlo.while(%loop2.0 = %199, %loop2.1 = %10, %loop2.2 = %14, %loop2.3 = %166, %loop2.4 = %195, %loop2.5 = %198, %loop2.6 = %loop1.2, %loop2.7 = %69#6, %loop2.8 = %69#7, %loop2.9 = %146) : tensor<i32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x2xf32>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
        cond {
          %201 = stablehlo.constant dense<3> : tensor<i32>
          %202 = stablehlo.compare LT, %loop2.0, %201, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %202 : tensor<i1>
        } do {
          %203 = stablehlo.constant dense<0> : tensor<i32>
          %204 = stablehlo.dynamic_slice %loop2.2, %loop2.0, %203, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
          %205 = stablehlo.reshape %204 : (tensor<1x3xi32>) -> tensor<3xi32>
          %206 = stablehlo.constant dense<0> : tensor<i32>
          %207 = stablehlo.constant dense<0> : tensor<i32>
          %208 = stablehlo.dynamic_slice %loop2.1, %loop2.0, %206, %207, sizes = [1, 3, 8] : (tensor<3x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
          %209 = stablehlo.reshape %208 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
          %210 = stablehlo.constant dense<0> : tensor<i32>
          %211 = stablehlo.broadcast_in_dim %210, dims = [] : (tensor<i32>) -> tensor<3xi32>
          %212 = stablehlo.compare GE, %205, %211, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
          %213 = stablehlo.broadcast_in_dim %212, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
          %214 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
          %215 = stablehlo.broadcast_in_dim %214, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
          %216 = stablehlo.select %213, %209, %215 : tensor<3x8xi1>, tensor<3x8xf32>
          %217 = stablehlo.constant dense<0> : tensor<i32>
          %218 = stablehlo.dynamic_slice %loop2.7, %loop2.0, %217, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
          %219 = stablehlo.reshape %218 : (tensor<1x3xf32>) -> tensor<3xf32>
          %220 = stablehlo.constant dense<0> : tensor<i32>
          %221 = stablehlo.dynamic_slice %loop2.8, %loop2.0, %220, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
          %222 = stablehlo.reshape %221 : (tensor<1x3xf32>) -> tensor<3xf32>
          %223 = stablehlo.dot_general %216, %loop2.3, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x8xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
          %224 = stablehlo.broadcast_in_dim %loop2.4, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
          %225 = stablehlo.constant dense<0> : tensor<i32>
          %226 = stablehlo.broadcast_in_dim %225, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
          %227 = stablehlo.compare GE, %224, %226, SIGNED : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
          %228 = stablehlo.constant dense<0xFF800000> : tensor<f32>
          %229 = stablehlo.broadcast_in_dim %228, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
          %230 = stablehlo.select %227, %223, %229 : tensor<3x2xi1>, tensor<3x2xf32>
          %231 = stablehlo.broadcast_in_dim %219, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
          %232 = stablehlo.subtract %230, %231 : tensor<3x2xf32>
          %233 = stablehlo.broadcast_in_dim %loop2.4, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
          %234 = stablehlo.broadcast_in_dim %205, dims = [0] : (tensor<3xi32>) -> tensor<3x2xi32>
          %235 = stablehlo.compare EQ, %233, %234, SIGNED : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi1>
          %236 = stablehlo.constant dense<0> : tensor<i32>
          %237 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<i32>) -> tensor<3xi32>
          %238 = stablehlo.compare GE, %205, %237, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
          %239 = stablehlo.broadcast_in_dim %222, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
          %240 = stablehlo.subtract %232, %239 : tensor<3x2xf32>
          %241 = stablehlo.exponential %240 : tensor<3x2xf32>
          %242 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
          %243 = stablehlo.broadcast_in_dim %242, dims = [] : (tensor<f32>) -> tensor<3xf32>
          %244 = stablehlo.constant dense<0> : tensor<i32>
          %245 = stablehlo.dynamic_slice %loop2.9, %loop2.0, %244, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
          %246 = stablehlo.reshape %245 : (tensor<1x3xf32>) -> tensor<3xf32>
          %247 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
          %248 = stablehlo.broadcast_in_dim %247, dims = [] : (tensor<f32>) -> tensor<3xf32>
          %249 = stablehlo.divide %248, %243 : tensor<3xf32>
          %250 = stablehlo.broadcast_in_dim %249, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
          %251 = stablehlo.multiply %241, %250 : tensor<3x2xf32>
          %252 = stablehlo.broadcast_in_dim %246, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
          %253 = stablehlo.multiply %251, %252 : tensor<3x2xf32>
          %254 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
          %255 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
          %256 = stablehlo.broadcast_in_dim %246, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
          %257 = stablehlo.select %235, %256, %255 : tensor<3x2xi1>, tensor<3x2xf32>
          %258 = stablehlo.subtract %257, %253 : tensor<3x2xf32>
          %259 = stablehlo.broadcast_in_dim %238, dims = [0] : (tensor<3xi1>) -> tensor<3x2xi1>
          %260 = stablehlo.select %259, %258, %255 : tensor<3x2xi1>, tensor<3x2xf32>
          %261 = stablehlo.dot_general %216, %260, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x8xf32>, tensor<3x2xf32>) -> tensor<8x2xf32>
          %262 = stablehlo.add %loop2.5, %261 : tensor<8x2xf32>
          %263 = stablehlo.dot_general %260, %loop2.3, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<3x2xf32>, tensor<8x2xf32>) -> tensor<3x8xf32>
          %264 = stablehlo.broadcast_in_dim %238, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
          %265 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
          %266 = stablehlo.broadcast_in_dim %265, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
          %267 = stablehlo.select %264, %263, %266 : tensor<3x8xi1>, tensor<3x8xf32>
          %268 = stablehlo.constant dense<0> : tensor<i32>
          %269 = stablehlo.constant dense<0> : tensor<i32>
          %270 = stablehlo.dynamic_slice %loop2.6, %loop2.0, %268, %269, sizes = [1, 3, 8] : (tensor<3x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
          %271 = stablehlo.reshape %270 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
          %272 = stablehlo.add %271, %267 : tensor<3x8xf32>
          %273 = stablehlo.reshape %272 : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
          %274 = stablehlo.constant dense<0> : tensor<i32>
          %275 = stablehlo.constant dense<0> : tensor<i32>
          %276 = stablehlo.dynamic_update_slice %loop2.6, %273, %loop2.0, %274, %275 : (tensor<3x3x8xf32>, tensor<1x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xf32>
          %277 = stablehlo.constant dense<1> : tensor<i32>
          %278 = stablehlo.add %loop2.0, %277 : tensor<i32>
          stablehlo.return %278, %loop2.1, %loop2.2, %loop2.3, %loop2.4, %262, %276, %loop2.7, %loop2.8, %loop2.9 : tensor<i32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x2xf32>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
        }
        %279 = "stablehlo.reduce_scatter"(%200#5) <{channel_handle = #stablehlo.channel_handle<handle = 353, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.352: tensor<f32>, %rhs.352: tensor<f32>): %both.352 = stablehlo.add %lhs.352, %rhs.352 : tensor<f32> stablehlo.return %both.352 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
        %280 = "stablehlo.all_reduce"(%279) <{channel_handle = #stablehlo.channel_handle<handle = 354, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.353: tensor<f32>, %rhs.353: tensor<f32>): %both.353 = stablehlo.add %lhs.353, %rhs.353 : tensor<f32> stablehlo.return %both.353 : tensor<f32> }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
        %281 = stablehlo.reshape %280 : (tensor<4x2xf32>) -> tensor<1x4x2xf32>
        %282 = stablehlo.constant dense<0> : tensor<i32>
        %283 = stablehlo.constant dense<0> : tensor<i32>
        %284 = stablehlo.dynamic_update_slice %loop1.3, %281, %loop1.0, %282, %283 : (tensor<4x4x2xf32>, tensor<1x4x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x4x2xf32>
        %285 = stablehlo.constant dense<1> : tensor<i32>
        %286 = stablehlo.add %loop1.0, %285 : tensor<i32>
        stablehlo.return %286, %loop1.1, %200#6, %284 : tensor<i32>, tensor<4x7xf32>, tensor<3x3x8xf32>, tensor<4x4x2xf32>
      }
      %287 = stablehlo.reshape %153#3 : (tensor<4x4x2xf32>) -> tensor<4x4x1x2xf32>
      %288 = stablehlo.transpose %287, dims = [1, 2, 0, 3] : (tensor<4x4x1x2xf32>) -> tensor<4x1x4x2xf32>
      %289 = stablehlo.reshape %288 : (tensor<4x1x4x2xf32>) -> tensor<4x8xf32>
      %290 = stablehlo.slice %289 [0:4, 0:7] : (tensor<4x8xf32>) -> tensor<4x7xf32>
      %291 = stablehlo.reshape %153#2 : (tensor<3x3x8xf32>) -> tensor<9x8xf32>
      %292 = stablehlo.slice %291 [0:8, 0:8] : (tensor<9x8xf32>) -> tensor<8x8xf32>
      %293 = stablehlo.reshape %292 : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      sdy.return %137, %293, %290 : tensor<f32>, tensor<1x8x8xf32>, tensor<4x7xf32>
    } : (tensor<4x16x8xf32>, tensor<8x7xf32>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<4x16x8xf32>, tensor<8x7xf32>)
    return %3#0, %3#1, %3#2 : tensor<f32>, tensor<4x16x8xf32>, tensor<8x7xf32>
  }
}
