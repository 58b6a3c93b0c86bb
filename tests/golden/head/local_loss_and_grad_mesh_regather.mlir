module @logphead_loss_and_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %weights: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:3 = sdy.manual_computation(%hidden, %kernel, %targets, %weights, %mask, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<4x7xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>) {
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
      %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %32 = stablehlo.constant dense<0> : tensor<i32>
      %33 = stablehlo.constant dense<7> : tensor<i32>
      %34 = stablehlo.multiply %32, %33 : tensor<i32>
      %35 = stablehlo.iota dim = 0 : tensor<7xi32>
      %36 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %37 = stablehlo.add %35, %36 : tensor<7xi32>
      %38 = stablehlo.constant dense<7> : tensor<i32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %40 = stablehlo.multiply %31, %39 : tensor<7xi32>
      %41 = stablehlo.add %40, %37 : tensor<7xi32>
      %42 = stablehlo.constant dense<7> : tensor<i32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %44 = stablehlo.compare LT, %37, %43, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %45 = stablehlo.constant dense<7> : tensor<i32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %47 = stablehlo.compare LT, %41, %46, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %48 = stablehlo.and %44, %47 : tensor<7xi1>
      %49 = stablehlo.constant dense<-1> : tensor<i32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %51 = stablehlo.select %48, %41, %50 : tensor<7xi1>, tensor<7xi32>
      %52 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 65, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xbf16>) -> tensor<8x7xbf16>
      %53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %59 = stablehlo.constant dense<0> : tensor<i32>
      %60:8 = stablehlo.while(%loop0.0 = %59, %loop0.1 = %10, %loop0.2 = %14, %loop0.3 = %52, %loop0.4 = %51, %loop0.5 = %54, %loop0.6 = %56, %loop0.7 = %58) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %61 = stablehlo.constant dense<3> : tensor<i32>
        %62 = stablehlo.compare LT, %loop0.0, %61, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %62 : tensor<i1>
      } do {
        %63 = stablehlo.constant dense<0> : tensor<i32>
        %64 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %63, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %65 = stablehlo.reshape %64 : (tensor<1x3xi32>) -> tensor<3xi32>
        %66 = stablehlo.constant dense<0> : tensor<i32>
        %67 = stablehlo.constant dense<0> : tensor<i32>
        %68 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %66, %67, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %69 = stablehlo.reshape %68 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %70 = stablehlo.constant dense<0> : tensor<i32>
        %71 = stablehlo.broadcast_in_dim %70, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %72 = stablehlo.compare GE, %65, %71, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %73 = stablehlo.broadcast_in_dim %72, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %74 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %75 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<bf16>) -> tensor<3x8xbf16>
        %76 = stablehlo.select %73, %69, %75 : tensor<3x8xi1>, tensor<3x8xbf16>
        %77 = stablehlo.dot_general %76, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<8x7xbf16>) -> tensor<3x7xf32>
        %78 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %79 = stablehlo.reduce (%77 init: %78) applies stablehlo.maximum across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %80 = stablehlo.is_finite %79 : (tensor<3xf32>) -> tensor<3xi1>
        %81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %82 = stablehlo.broadcast_in_dim %81, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %83 = stablehlo.select %80, %79, %82 : tensor<3xi1>, tensor<3xf32>
        %84 = stablehlo.broadcast_in_dim %83, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %85 = stablehlo.subtract %77, %84 : tensor<3x7xf32>
        %86 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %87 = stablehlo.broadcast_in_dim %65, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %88 = stablehlo.compare EQ, %86, %87, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %89 = stablehlo.constant dense<0> : tensor<i32>
        %90 = stablehlo.broadcast_in_dim %89, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %91 = stablehlo.compare GE, %65, %90, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %92 = stablehlo.exponential %85 : tensor<3x7xf32>
        %93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %94 = stablehlo.reduce (%92 init: %93) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %95 = stablehlo.log %94 : tensor<3xf32>
        %96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %97 = stablehlo.broadcast_in_dim %96, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %98 = stablehlo.select %88, %85, %97 : tensor<3x7xi1>, tensor<3x7xf32>
        %99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %100 = stablehlo.reduce (%98 init: %99) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %101 = stablehlo.subtract %100, %95 : tensor<3xf32>
        %102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %103 = stablehlo.broadcast_in_dim %102, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %104 = stablehlo.select %91, %101, %103 : tensor<3xi1>, tensor<3xf32>
        %105 = stablehlo.reshape %104 : (tensor<3xf32>) -> tensor<1x3xf32>
        %106 = stablehlo.constant dense<0> : tensor<i32>
        %107 = stablehlo.dynamic_update_slice %loop0.5, %105, %loop0.0, %106 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %108 = stablehlo.reshape %83 : (tensor<3xf32>) -> tensor<1x3xf32>
        %109 = stablehlo.constant dense<0> : tensor<i32>
        %110 = stablehlo.dynamic_update_slice %loop0.6, %108, %loop0.0, %109 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %111 = stablehlo.reshape %95 : (tensor<3xf32>) -> tensor<1x3xf32>
        %112 = stablehlo.constant dense<0> : tensor<i32>
        %113 = stablehlo.dynamic_update_slice %loop0.7, %111, %loop0.0, %112 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %114 = stablehlo.constant dense<1> : tensor<i32>
        %115 = stablehlo.add %loop0.0, %114 : tensor<i32>
        stablehlo.return %115, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %107, %110, %113 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %116 = stablehlo.reshape %60#5 : (tensor<3x3xf32>) -> tensor<9xf32>
      %117 = stablehlo.slice %116 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %118 = stablehlo.reshape %117 : (tensor<8xf32>) -> tensor<1x8xf32>
      %119 = stablehlo.multiply %118, %19 : tensor<1x8xf32>
      %120 = stablehlo.select %17, %119, %16 : tensor<1x8xi1>, tensor<1x8xf32>
      %121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %122 = stablehlo.reduce (%120 init: %121) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %123 = "stablehlo.all_reduce"(%122) <{channel_handle = #stablehlo.channel_handle<handle = 159, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.158: tensor<f32>, %rhs.158: tensor<f32>): %both.158 = stablehlo.add %lhs.158, %rhs.158 : tensor<f32> stablehlo.return %both.158 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %125 = stablehlo.reduce (%123 init: %124) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %126 = "stablehlo.all_reduce"(%125) <{channel_handle = #stablehlo.channel_handle<handle = 162, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.161: tensor<f32>, %rhs.161: tensor<f32>): %both.161 = stablehlo.add %lhs.161, %rhs.161 : tensor<f32> stablehlo.return %both.161 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %127 = stablehlo.divide %126, %29 : tensor<f32>
      %128 = stablehlo.negate %127 : tensor<f32>
      %129 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %130 = stablehlo.divide %129, %29 : tensor<f32>
      %131 = stablehlo.negate %130 : tensor<f32>
      %132 = stablehlo.broadcast_in_dim %131, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %133 = stablehlo.multiply %19, %132 : tensor<1x8xf32>
      %134 = stablehlo.constant dense<0> : tensor<i32>
      %135 = stablehlo.broadcast_in_dim %134, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %136 = stablehlo.constant dense<0> : tensor<i32>
      %137 = stablehlo.constant dense<7> : tensor<i32>
      %138 = stablehlo.multiply %136, %137 : tensor<i32>
      %139 = stablehlo.iota dim = 0 : tensor<7xi32>
      %140 = stablehlo.broadcast_in_dim %138, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %141 = stablehlo.add %139, %140 : tensor<7xi32>
      %142 = stablehlo.constant dense<7> : tensor<i32>
      %143 = stablehlo.broadcast_in_dim %142, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %144 = stablehlo.multiply %135, %143 : tensor<7xi32>
      %145 = stablehlo.add %144, %141 : tensor<7xi32>
      %146 = stablehlo.constant dense<7> : tensor<i32>
      %147 = stablehlo.broadcast_in_dim %146, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %148 = stablehlo.compare LT, %141, %147, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %149 = stablehlo.constant dense<7> : tensor<i32>
      %150 = stablehlo.broadcast_in_dim %149, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %151 = stablehlo.compare LT, %145, %150, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %152 = stablehlo.and %148, %151 : tensor<7xi1>
      %153 = stablehlo.constant dense<-1> : tensor<i32>
      %154 = stablehlo.broadcast_in_dim %153, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %155 = stablehlo.select %152, %145, %154 : tensor<7xi1>, tensor<7xi32>
      %156:2 = stablehlo.optimization_barrier %part0.1, %60#7 : tensor<4x7xbf16>, tensor<3x3xf32>
      %157 = "stablehlo.all_gather"(%156#0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 194, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xbf16>) -> tensor<8x7xbf16>
      %158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %159 = stablehlo.broadcast_in_dim %158, dims = [] : (tensor<f32>) -> tensor<8x7xf32>
      %160 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %161 = stablehlo.broadcast_in_dim %160, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %162 = stablehlo.reshape %133 : (tensor<1x8xf32>) -> tensor<8xf32>
      %163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %164 = stablehlo.pad %162, %163, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %165 = stablehlo.reshape %164 : (tensor<9xf32>) -> tensor<3x3xf32>
      %166 = stablehlo.constant dense<0> : tensor<i32>
      %167:10 = stablehlo.while(%loop1.0 = %166, %loop1.1 = %10, %loop1.2 = %14, %loop1.3 = %157, %loop1.4 = %155, %loop1.5 = %159, %loop1.6 = %161, %loop1.7 = %60#6, %loop1.8 = %60#7, %loop1.9 = %165) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %168 = stablehlo.constant dense<3> : tensor<i32>
        %169 = stablehlo.compare LT, %loop1.0, %168, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %169 : tensor<i1>
      } do {
        %170 = stablehlo.constant dense<0> : tensor<i32>
        %171 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %170, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %172 = stablehlo.reshape %171 : (tensor<1x3xi32>) -> tensor<3xi32>
        %173 = stablehlo.constant dense<0> : tensor<i32>
        %174 = stablehlo.constant dense<0> : tensor<i32>
        %175 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %173, %174, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %176 = stablehlo.reshape %175 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %177 = stablehlo.constant dense<0> : tensor<i32>
        %178 = stablehlo.broadcast_in_dim %177, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %179 = stablehlo.compare GE, %172, %178, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %180 = stablehlo.broadcast_in_dim %179, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %181 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %182 = stablehlo.broadcast_in_dim %181, dims = [] : (tensor<bf16>) -> tensor<3x8xbf16>
        %183 = stablehlo.select %180, %176, %182 : tensor<3x8xi1>, tensor<3x8xbf16>
        %184 = stablehlo.constant dense<0> : tensor<i32>
        %185 = stablehlo.dynamic_slice %loop1.7, %loop1.0, %184, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %186 = stablehlo.reshape %185 : (tensor<1x3xf32>) -> tensor<3xf32>
        %187 = stablehlo.constant dense<0> : tensor<i32>
        %188 = stablehlo.dynamic_slice %loop1.8, %loop1.0, %187, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %189 = stablehlo.reshape %188 : (tensor<1x3xf32>) -> tensor<3xf32>
        %190 = stablehlo.dot_general %183, %loop1.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<8x7xbf16>) -> tensor<3x7xf32>
        %191 = stablehlo.broadcast_in_dim %186, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %192 = stablehlo.subtract %190, %191 : tensor<3x7xf32>
        %193 = stablehlo.broadcast_in_dim %loop1.4, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %194 = stablehlo.broadcast_in_dim %172, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %195 = stablehlo.compare EQ, %193, %194, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %196 = stablehlo.constant dense<0> : tensor<i32>
        %197 = stablehlo.broadcast_in_dim %196, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %198 = stablehlo.compare GE, %172, %197, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %199 = stablehlo.broadcast_in_dim %189, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %200 = stablehlo.subtract %192, %199 : tensor<3x7xf32>
        %201 = stablehlo.exponential %200 : tensor<3x7xf32>
        %202 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %203 = stablehlo.broadcast_in_dim %202, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %204 = stablehlo.constant dense<0> : tensor<i32>
        %205 = stablehlo.dynamic_slice %loop1.9, %loop1.0, %204, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %206 = stablehlo.reshape %205 : (tensor<1x3xf32>) -> tensor<3xf32>
        %207 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %208 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %209 = stablehlo.divide %208, %203 : tensor<3xf32>
        %210 = stablehlo.broadcast_in_dim %209, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %211 = stablehlo.multiply %201, %210 : tensor<3x7xf32>
        %212 = stablehlo.broadcast_in_dim %206, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %213 = stablehlo.multiply %211, %212 : tensor<3x7xf32>
        %214 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %215 = stablehlo.broadcast_in_dim %214, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %216 = stablehlo.broadcast_in_dim %206, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %217 = stablehlo.select %195, %216, %215 : tensor<3x7xi1>, tensor<3x7xf32>
        %218 = stablehlo.subtract %217, %213 : tensor<3x7xf32>
        %219 = stablehlo.broadcast_in_dim %198, dims = [0] : (tensor<3xi1>) -> tensor<3x7xi1>
        %220 = stablehlo.select %219, %218, %215 : tensor<3x7xi1>, tensor<3x7xf32>
        %221 = stablehlo.convert %220 : (tensor<3x7xf32>) -> tensor<3x7xbf16>
        %222 = stablehlo.dot_general %183, %221, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<3x7xbf16>) -> tensor<8x7xf32>
        %223 = stablehlo.add %loop1.5, %222 : tensor<8x7xf32>
        %224 = stablehlo.dot_general %221, %loop1.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x7xbf16>, tensor<8x7xbf16>) -> tensor<3x8xf32>
        %225 = stablehlo.broadcast_in_dim %198, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %226 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %227 = stablehlo.broadcast_in_dim %226, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %228 = stablehlo.select %225, %224, %227 : tensor<3x8xi1>, tensor<3x8xf32>
        %229 = stablehlo.convert %228 : (tensor<3x8xf32>) -> tensor<3x8xbf16>
        %230 = stablehlo.reshape %229 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %231 = stablehlo.constant dense<0> : tensor<i32>
        %232 = stablehlo.constant dense<0> : tensor<i32>
        %233 = stablehlo.dynamic_update_slice %loop1.6, %230, %loop1.0, %231, %232 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %234 = stablehlo.constant dense<1> : tensor<i32>
        %235 = stablehlo.add %loop1.0, %234 : tensor<i32>
        stablehlo.return %235, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %223, %233, %loop1.7, %loop1.8, %loop1.9 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %236 = stablehlo.reshape %167#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %237 = stablehlo.slice %236 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %238 = stablehlo.reshape %237 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %239 = "stablehlo.reduce_scatter"(%167#5) <{channel_handle = #stablehlo.channel_handle<handle = 305, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.304: tensor<f32>, %rhs.304: tensor<f32>): %both.304 = stablehlo.add %lhs.304, %rhs.304 : tensor<f32> stablehlo.return %both.304 : tensor<f32> }) : (tensor<8x7xf32>) -> tensor<4x7xf32>
      %240 = "stablehlo.all_reduce"(%239) <{channel_handle = #stablehlo.channel_handle<handle = 306, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.305: tensor<f32>, %rhs.305: tensor<f32>): %both.305 = stablehlo.add %lhs.305, %rhs.305 : tensor<f32> stablehlo.return %both.305 : tensor<f32> }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
      sdy.return %128, %238, %240 : tensor<f32>, tensor<1x8x8xbf16>, tensor<4x7xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>)
    return %3#0, %3#1, %3#2 : tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>
  }
}
