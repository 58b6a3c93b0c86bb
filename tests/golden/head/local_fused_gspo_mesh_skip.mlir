module @logphead_fused attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %advantages: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %old_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "masked_tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "ratio_mean", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_low", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_high", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k1", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k3", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x16x8xf32> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:11 = sdy.manual_computation(%hidden, %kernel, %targets, %advantages, %mask, %old_logps, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xf32>, %part0.1: tensor<4x7xf32>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1x8xf32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>, %part0.8: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.6 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.7 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.8 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.pad %7, %8, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<9x8xf32>
      %10 = stablehlo.reshape %9 : (tensor<9x8xf32>) -> tensor<3x3x8xf32>
      %11 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %12 = stablehlo.constant dense<-100> : tensor<i32>
      %13 = stablehlo.pad %11, %12, low = [0], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
      %14 = stablehlo.reshape %13 : (tensor<9xi32>) -> tensor<3x3xi32>
      %15 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
      %17 = stablehlo.compare GE, %14, %16, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
      %18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %22 = stablehlo.select %17, %19, %21 : tensor<3x3xi1>, tensor<3x3xf32>
      %23 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %24 = stablehlo.reduce (%22 init: %23) applies stablehlo.maximum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
      %25 = "stablehlo.all_reduce"(%24) <{channel_handle = #stablehlo.channel_handle<handle = 40, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({ ^bb0(%lhs.39: tensor<f32>, %rhs.39: tensor<f32>): %both.39 = stablehlo.maximum %lhs.39, %rhs.39 : tensor<f32> stablehlo.return %both.39 : tensor<f32> }) : (tensor<3xf32>) -> tensor<3xf32>
      %26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %28 = stablehlo.compare GT, %25, %27, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      %29 = stablehlo.constant dense<3> : tensor<i32>
      %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %31 = stablehlo.iota dim = 0 : tensor<3xi32>
      %32 = stablehlo.select %28, %31, %30 : tensor<3xi1>, tensor<3xi32>
      %33 = stablehlo.pad %32, %29, low = [0], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
      %34 = stablehlo.slice %33 [1:4] : (tensor<4xi32>) -> tensor<3xi32>
      %35 = stablehlo.pad %34, %29, low = [0], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
      %36 = stablehlo.minimum %33, %35 : tensor<4xi32>
      %37 = stablehlo.slice %36 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
      %38 = stablehlo.pad %37, %29, low = [0], high = [2], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
      %39 = stablehlo.minimum %36, %38 : tensor<4xi32>
      %40 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<i32>) -> tensor<1x8xi32>
      %42 = stablehlo.compare GE, %part0.2, %41, SIGNED : (tensor<1x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi1>
      %43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %45 = stablehlo.select %42, %part0.4, %44 : tensor<1x8xi1>, tensor<1x8xf32>
      %46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %48 = stablehlo.compare NE, %45, %47, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %51 = stablehlo.select %48, %50, %47 : tensor<1x8xi1>, tensor<1x8xf32>
      %52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %53 = stablehlo.reduce (%51 init: %52) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %54 = "stablehlo.all_reduce"(%53) <{channel_handle = #stablehlo.channel_handle<handle = 69, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.68: tensor<f32>, %rhs.68: tensor<f32>): %both.68 = stablehlo.add %lhs.68, %rhs.68 : tensor<f32> stablehlo.return %both.68 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %57 = stablehlo.maximum %54, %56 : tensor<1xf32>
      %58 = stablehlo.minimum %54, %56 : tensor<1xf32>
      %59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %60 = stablehlo.reduce (%58 init: %59) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %61 = "stablehlo.all_reduce"(%60) <{channel_handle = #stablehlo.channel_handle<handle = 76, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.75: tensor<f32>, %rhs.75: tensor<f32>): %both.75 = stablehlo.add %lhs.75, %rhs.75 : tensor<f32> stablehlo.return %both.75 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %62 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %63 = stablehlo.maximum %61, %62 : tensor<f32>
      %64 = stablehlo.broadcast_in_dim %57, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
      %65 = stablehlo.divide %51, %64 : tensor<1x8xf32>
      %66 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %67 = stablehlo.divide %65, %66 : tensor<1x8xf32>
      %68 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.constant dense<0> : tensor<i32>
      %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %71 = stablehlo.constant dense<1> : tensor<i32>
      %72 = stablehlo.constant dense<0> : tensor<i32>
      %73 = stablehlo.constant dense<1> : tensor<i32>
      %74 = stablehlo.multiply %72, %73 : tensor<i32>
      %75 = stablehlo.add %74, %68 : tensor<i32>
      %76 = stablehlo.multiply %75, %71 : tensor<i32>
      %77 = stablehlo.constant dense<0> : tensor<i32>
      %78 = stablehlo.add %76, %77 : tensor<i32>
      %79 = stablehlo.constant dense<7> : tensor<i32>
      %80 = stablehlo.multiply %78, %79 : tensor<i32>
      %81 = stablehlo.iota dim = 0 : tensor<7xi32>
      %82 = stablehlo.broadcast_in_dim %80, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %83 = stablehlo.add %81, %82 : tensor<7xi32>
      %84 = stablehlo.constant dense<7> : tensor<i32>
      %85 = stablehlo.broadcast_in_dim %84, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %86 = stablehlo.multiply %70, %85 : tensor<7xi32>
      %87 = stablehlo.add %86, %83 : tensor<7xi32>
      %88 = stablehlo.constant dense<7> : tensor<i32>
      %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %90 = stablehlo.compare LT, %83, %89, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %91 = stablehlo.constant dense<7> : tensor<i32>
      %92 = stablehlo.broadcast_in_dim %91, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %93 = stablehlo.compare LT, %87, %92, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %94 = stablehlo.and %90, %93 : tensor<7xi1>
      %95 = stablehlo.constant dense<-1> : tensor<i32>
      %96 = stablehlo.broadcast_in_dim %95, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %97 = stablehlo.select %94, %87, %96 : tensor<7xi1>, tensor<7xi32>
      %98 = stablehlo.constant dense<0> : tensor<i32>
      %99 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 114, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xf32>) -> tensor<8x7xf32>
      %100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %101 = stablehlo.broadcast_in_dim %100, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %103 = stablehlo.broadcast_in_dim %102, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %105 = stablehlo.broadcast_in_dim %104, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %106 = stablehlo.constant dense<0> : tensor<i32>
      %107 = stablehlo.dynamic_slice %39, %106, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
      %108 = stablehlo.reshape %107 : (tensor<1xi32>) -> tensor<i32>
      %109:9 = stablehlo.while(%loop0.0 = %108, %loop0.1 = %39, %loop0.2 = %10, %loop0.3 = %14, %loop0.4 = %99, %loop0.5 = %97, %loop0.6 = %101, %loop0.7 = %103, %loop0.8 = %105) : tensor<i32>, tensor<4xi32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x7xf32>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %110 = stablehlo.constant dense<3> : tensor<i32>
        %111 = stablehlo.compare LT, %loop0.0, %110, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %111 : tensor<i1>
      } do {
        %112 = stablehlo.constant dense<0> : tensor<i32>
        %113 = stablehlo.dynamic_slice %loop0.3, %loop0.0, %112, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %114 = stablehlo.reshape %113 : (tensor<1x3xi32>) -> tensor<3xi32>
        %115 = stablehlo.constant dense<0> : tensor<i32>
        %116 = stablehlo.constant dense<0> : tensor<i32>
        %117 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %115, %116, sizes = [1, 3, 8] : (tensor<3x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
        %118 = stablehlo.reshape %117 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
        %119 = stablehlo.constant dense<0> : tensor<i32>
        %120 = stablehlo.broadcast_in_dim %119, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %121 = stablehlo.compare GE, %114, %120, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %122 = stablehlo.broadcast_in_dim %121, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %125 = stablehlo.select %122, %118, %124 : tensor<3x8xi1>, tensor<3x8xf32>
        %126 = stablehlo.dot_general %125, %loop0.4, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x8xf32>, tensor<8x7xf32>) -> tensor<3x7xf32>
        %127 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %128 = stablehlo.reduce (%126 init: %127) applies stablehlo.maximum across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %129 = stablehlo.is_finite %128 : (tensor<3xf32>) -> tensor<3xi1>
        %130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %131 = stablehlo.broadcast_in_dim %130, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %132 = stablehlo.select %129, %128, %131 : tensor<3xi1>, tensor<3xf32>
        %133 = stablehlo.broadcast_in_dim %132, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %134 = stablehlo.subtract %126, %133 : tensor<3x7xf32>
        %135 = stablehlo.broadcast_in_dim %loop0.5, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %136 = stablehlo.broadcast_in_dim %114, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %137 = stablehlo.compare EQ, %135, %136, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %138 = stablehlo.constant dense<0> : tensor<i32>
        %139 = stablehlo.broadcast_in_dim %138, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %140 = stablehlo.compare GE, %114, %139, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %141 = stablehlo.exponential %134 : tensor<3x7xf32>
        %142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %143 = stablehlo.reduce (%141 init: %142) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %144 = stablehlo.log %143 : tensor<3xf32>
        %145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %146 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %147 = stablehlo.select %137, %134, %146 : tensor<3x7xi1>, tensor<3x7xf32>
        %148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %149 = stablehlo.reduce (%147 init: %148) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %150 = stablehlo.subtract %149, %144 : tensor<3xf32>
        %151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %152 = stablehlo.broadcast_in_dim %151, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %153 = stablehlo.select %140, %150, %152 : tensor<3xi1>, tensor<3xf32>
        %154 = stablehlo.reshape %153 : (tensor<3xf32>) -> tensor<1x3xf32>
        %155 = stablehlo.constant dense<0> : tensor<i32>
        %156 = stablehlo.dynamic_update_slice %loop0.6, %154, %loop0.0, %155 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %157 = stablehlo.reshape %132 : (tensor<3xf32>) -> tensor<1x3xf32>
        %158 = stablehlo.constant dense<0> : tensor<i32>
        %159 = stablehlo.dynamic_update_slice %loop0.7, %157, %loop0.0, %158 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %160 = stablehlo.reshape %144 : (tensor<3xf32>) -> tensor<1x3xf32>
        %161 = stablehlo.constant dense<0> : tensor<i32>
        %162 = stablehlo.dynamic_update_slice %loop0.8, %160, %loop0.0, %161 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %163 = stablehlo.constant dense<1> : tensor<i32>
        %164 = stablehlo.add %loop0.0, %163 : tensor<i32>
        %165 = stablehlo.dynamic_slice %loop0.1, %164, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
        %166 = stablehlo.reshape %165 : (tensor<1xi32>) -> tensor<i32>
        stablehlo.return %166, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %loop0.5, %156, %159, %162 : tensor<i32>, tensor<4xi32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x7xf32>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %167 = stablehlo.reshape %109#6 : (tensor<3x3xf32>) -> tensor<9xf32>
      %168 = stablehlo.slice %167 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %169 = stablehlo.reshape %168 : (tensor<8xf32>) -> tensor<1x8xf32>
      %170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %171 = stablehlo.broadcast_in_dim %170, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %172 = stablehlo.compare NE, %45, %171, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %173 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %174 = stablehlo.broadcast_in_dim %173, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %175 = stablehlo.select %172, %174, %171 : tensor<1x8xi1>, tensor<1x8xf32>
      %176 = stablehlo.subtract %169, %part0.5 : tensor<1x8xf32>
      %177 = stablehlo.select %172, %176, %171 : tensor<1x8xi1>, tensor<1x8xf32>
      %178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %179 = stablehlo.reduce (%175 init: %178) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %180 = "stablehlo.all_reduce"(%179) <{channel_handle = #stablehlo.channel_handle<handle = 221, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.220: tensor<f32>, %rhs.220: tensor<f32>): %both.220 = stablehlo.add %lhs.220, %rhs.220 : tensor<f32> stablehlo.return %both.220 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %181 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %182 = stablehlo.broadcast_in_dim %181, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %183 = stablehlo.maximum %180, %182 : tensor<1xf32>
      %184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %185 = stablehlo.reduce (%177 init: %184) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %186 = "stablehlo.all_reduce"(%185) <{channel_handle = #stablehlo.channel_handle<handle = 227, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.226: tensor<f32>, %rhs.226: tensor<f32>): %both.226 = stablehlo.add %lhs.226, %rhs.226 : tensor<f32> stablehlo.return %both.226 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %187 = stablehlo.divide %186, %183 : tensor<1xf32>
      %188 = stablehlo.broadcast_in_dim %187, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
      %189 = stablehlo.exponential %188 : tensor<1x8xf32>
      %190 = stablehlo.constant dense<9.997000e-01> : tensor<f32>
      %191 = stablehlo.broadcast_in_dim %190, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %192 = stablehlo.maximum %189, %191 : tensor<1x8xf32>
      %193 = stablehlo.constant dense<1.000400e+00> : tensor<f32>
      %194 = stablehlo.broadcast_in_dim %193, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %195 = stablehlo.minimum %192, %194 : tensor<1x8xf32>
      %196 = stablehlo.multiply %195, %part0.3 : tensor<1x8xf32>
      %197 = stablehlo.multiply %189, %part0.3 : tensor<1x8xf32>
      %198 = stablehlo.minimum %197, %196 : tensor<1x8xf32>
      %199 = stablehlo.negate %198 : tensor<1x8xf32>
      %200 = stablehlo.compare LE, %197, %196, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %201 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %202 = stablehlo.broadcast_in_dim %201, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %203 = stablehlo.negate %197 : tensor<1x8xf32>
      %204 = stablehlo.select %200, %203, %202 : tensor<1x8xi1>, tensor<1x8xf32>
      %205 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %206 = stablehlo.broadcast_in_dim %205, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %207 = stablehlo.compare NE, %67, %206, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %208 = stablehlo.multiply %199, %67 : tensor<1x8xf32>
      %209 = stablehlo.select %207, %208, %206 : tensor<1x8xi1>, tensor<1x8xf32>
      %210 = stablehlo.multiply %204, %67 : tensor<1x8xf32>
      %211 = stablehlo.select %207, %210, %206 : tensor<1x8xi1>, tensor<1x8xf32>
      %212 = stablehlo.reshape %211 : (tensor<1x8xf32>) -> tensor<8xf32>
      %213 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %214 = stablehlo.pad %212, %213, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %215 = stablehlo.reshape %214 : (tensor<9xf32>) -> tensor<3x3xf32>
      %216 = stablehlo.constant dense<0> : tensor<i32>
      %217 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %218 = stablehlo.broadcast_in_dim %217, dims = [] : (tensor<f32>) -> tensor<3x3x8xf32>
      %219 = stablehlo.constant dense<0> : tensor<i32>
      %220 = stablehlo.constant dense<0> : tensor<i32>
      %221 = stablehlo.broadcast_in_dim %220, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %222 = stablehlo.constant dense<1> : tensor<i32>
      %223 = stablehlo.constant dense<0> : tensor<i32>
      %224 = stablehlo.constant dense<1> : tensor<i32>
      %225 = stablehlo.multiply %223, %224 : tensor<i32>
      %226 = stablehlo.add %225, %219 : tensor<i32>
      %227 = stablehlo.multiply %226, %222 : tensor<i32>
      %228 = stablehlo.constant dense<0> : tensor<i32>
      %229 = stablehlo.add %227, %228 : tensor<i32>
      %230 = stablehlo.constant dense<7> : tensor<i32>
      %231 = stablehlo.multiply %229, %230 : tensor<i32>
      %232 = stablehlo.iota dim = 0 : tensor<7xi32>
      %233 = stablehlo.broadcast_in_dim %231, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %234 = stablehlo.add %232, %233 : tensor<7xi32>
      %235 = stablehlo.constant dense<7> : tensor<i32>
      %236 = stablehlo.broadcast_in_dim %235, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %237 = stablehlo.multiply %221, %236 : tensor<7xi32>
      %238 = stablehlo.add %237, %234 : tensor<7xi32>
      %239 = stablehlo.constant dense<7> : tensor<i32>
      %240 = stablehlo.broadcast_in_dim %239, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %241 = stablehlo.compare LT, %234, %240, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %242 = stablehlo.constant dense<7> : tensor<i32>
      %243 = stablehlo.broadcast_in_dim %242, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %244 = stablehlo.compare LT, %238, %243, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %245 = stablehlo.and %241, %244 : tensor<7xi1>
      %246 = stablehlo.constant dense<-1> : tensor<i32>
      %247 = stablehlo.broadcast_in_dim %246, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %248 = stablehlo.select %245, %238, %247 : tensor<7xi1>, tensor<7xi32>
      %249 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %250:2 = stablehlo.optimization_barrier %249, %99 : tensor<f32>, tensor<8x7xf32>
      %251 = stablehlo.broadcast_in_dim %250#0, dims = [] : (tensor<f32>) -> tensor<8x7xf32>
      %252 = stablehlo.constant dense<0> : tensor<i32>
      %253 = stablehlo.dynamic_slice %39, %252, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
      %254 = stablehlo.reshape %253 : (tensor<1xi32>) -> tensor<i32>
      %255:11 = stablehlo.while(%loop1.0 = %254, %loop1.1 = %39, %loop1.2 = %10, %loop1.3 = %14, %loop1.4 = %99, %loop1.5 = %248, %loop1.6 = %251, %loop1.7 = %218, %loop1.8 = %109#7, %loop1.9 = %109#8, %loop1.10 = %215) : tensor<i32>, tensor<4xi32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x7xf32>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %256 = stablehlo.constant dense<3> : tensor<i32>
        %257 = stablehlo.compare LT, %loop1.0, %256, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %257 : tensor<i1>
      } do {
        %258 = stablehlo.constant dense<0> : tensor<i32>
        %259 = stablehlo.dynamic_slice %loop1.3, %loop1.0, %258, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %260 = stablehlo.reshape %259 : (tensor<1x3xi32>) -> tensor<3xi32>
        %261 = stablehlo.constant dense<0> : tensor<i32>
        %262 = stablehlo.constant dense<0> : tensor<i32>
        %263 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %261, %262, sizes = [1, 3, 8] : (tensor<3x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
        %264 = stablehlo.reshape %263 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
        %265 = stablehlo.constant dense<0> : tensor<i32>
        %266 = stablehlo.broadcast_in_dim %265, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %267 = stablehlo.compare GE, %260, %266, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %268 = stablehlo.broadcast_in_dim %267, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %269 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %270 = stablehlo.broadcast_in_dim %269, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %271 = stablehlo.select %268, %264, %270 : tensor<3x8xi1>, tensor<3x8xf32>
        %272 = stablehlo.constant dense<0> : tensor<i32>
        %273 = stablehlo.dynamic_slice %loop1.8, %loop1.0, %272, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %274 = stablehlo.reshape %273 : (tensor<1x3xf32>) -> tensor<3xf32>
        %275 = stablehlo.constant dense<0> : tensor<i32>
        %276 = stablehlo.dynamic_slice %loop1.9, %loop1.0, %275, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %277 = stablehlo.reshape %276 : (tensor<1x3xf32>) -> tensor<3xf32>
        %278 = stablehlo.dot_general %271, %loop1.4, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x8xf32>, tensor<8x7xf32>) -> tensor<3x7xf32>
        %279 = stablehlo.broadcast_in_dim %274, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %280 = stablehlo.subtract %278, %279 : tensor<3x7xf32>
        %281 = stablehlo.broadcast_in_dim %loop1.5, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %282 = stablehlo.broadcast_in_dim %260, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %283 = stablehlo.compare EQ, %281, %282, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %284 = stablehlo.constant dense<0> : tensor<i32>
        %285 = stablehlo.broadcast_in_dim %284, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %286 = stablehlo.compare GE, %260, %285, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %287 = stablehlo.broadcast_in_dim %277, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %288 = stablehlo.subtract %280, %287 : tensor<3x7xf32>
        %289 = stablehlo.exponential %288 : tensor<3x7xf32>
        %290 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %291 = stablehlo.broadcast_in_dim %290, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %292 = stablehlo.constant dense<0> : tensor<i32>
        %293 = stablehlo.dynamic_slice %loop1.10, %loop1.0, %292, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %294 = stablehlo.reshape %293 : (tensor<1x3xf32>) -> tensor<3xf32>
        %295 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %296 = stablehlo.broadcast_in_dim %295, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %297 = stablehlo.divide %296, %291 : tensor<3xf32>
        %298 = stablehlo.broadcast_in_dim %297, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %299 = stablehlo.multiply %289, %298 : tensor<3x7xf32>
        %300 = stablehlo.broadcast_in_dim %294, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %301 = stablehlo.multiply %299, %300 : tensor<3x7xf32>
        %302 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %303 = stablehlo.broadcast_in_dim %302, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %304 = stablehlo.broadcast_in_dim %294, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %305 = stablehlo.select %283, %304, %303 : tensor<3x7xi1>, tensor<3x7xf32>
        %306 = stablehlo.subtract %305, %301 : tensor<3x7xf32>
        %307 = stablehlo.broadcast_in_dim %286, dims = [0] : (tensor<3xi1>) -> tensor<3x7xi1>
        %308 = stablehlo.select %307, %306, %303 : tensor<3x7xi1>, tensor<3x7xf32>
        %309 = stablehlo.dot_general %271, %308, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x8xf32>, tensor<3x7xf32>) -> tensor<8x7xf32>
        %310 = stablehlo.add %loop1.6, %309 : tensor<8x7xf32>
        %311 = stablehlo.dot_general %308, %loop1.4, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<3x7xf32>, tensor<8x7xf32>) -> tensor<3x8xf32>
        %312 = stablehlo.broadcast_in_dim %286, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %313 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %314 = stablehlo.broadcast_in_dim %313, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %315 = stablehlo.select %312, %311, %314 : tensor<3x8xi1>, tensor<3x8xf32>
        %316 = stablehlo.reshape %315 : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
        %317 = stablehlo.constant dense<0> : tensor<i32>
        %318 = stablehlo.constant dense<0> : tensor<i32>
        %319 = stablehlo.dynamic_update_slice %loop1.7, %316, %loop1.0, %317, %318 : (tensor<3x3x8xf32>, tensor<1x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xf32>
        %320 = stablehlo.constant dense<1> : tensor<i32>
        %321 = stablehlo.add %loop1.0, %320 : tensor<i32>
        %322 = stablehlo.dynamic_slice %loop1.1, %321, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
        %323 = stablehlo.reshape %322 : (tensor<1xi32>) -> tensor<i32>
        stablehlo.return %323, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %loop1.5, %310, %319, %loop1.8, %loop1.9, %loop1.10 : tensor<i32>, tensor<4xi32>, tensor<3x3x8xf32>, tensor<3x3xi32>, tensor<8x7xf32>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %324 = "stablehlo.reduce_scatter"(%255#6) <{channel_handle = #stablehlo.channel_handle<handle = 398, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.397: tensor<f32>, %rhs.397: tensor<f32>): %both.397 = stablehlo.add %lhs.397, %rhs.397 : tensor<f32> stablehlo.return %both.397 : tensor<f32> }) : (tensor<8x7xf32>) -> tensor<4x7xf32>
      %325 = "stablehlo.all_reduce"(%324) <{channel_handle = #stablehlo.channel_handle<handle = 399, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.398: tensor<f32>, %rhs.398: tensor<f32>): %both.398 = stablehlo.add %lhs.398, %rhs.398 : tensor<f32> stablehlo.return %both.398 : tensor<f32> }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
      %326 = stablehlo.reshape %325 : (tensor<4x7xf32>) -> tensor<1x4x7xf32>
      %327 = stablehlo.reshape %326 : (tensor<1x4x7xf32>) -> tensor<1x4x1x7xf32>
      %328 = stablehlo.transpose %327, dims = [1, 2, 0, 3] : (tensor<1x4x1x7xf32>) -> tensor<4x1x1x7xf32>
      %329 = stablehlo.reshape %328 : (tensor<4x1x1x7xf32>) -> tensor<4x7xf32>
      %330 = stablehlo.reshape %255#7 : (tensor<3x3x8xf32>) -> tensor<9x8xf32>
      %331 = stablehlo.slice %330 [0:8, 0:8] : (tensor<9x8xf32>) -> tensor<8x8xf32>
      %332 = stablehlo.reshape %331 : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %333 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %334 = stablehlo.broadcast_in_dim %333, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %335 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %336 = stablehlo.broadcast_in_dim %335, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %337 = stablehlo.compare NE, %67, %334, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %338 = stablehlo.exponential %188 : tensor<1x8xf32>
      %339 = stablehlo.constant dense<9.997000e-01> : tensor<f32>
      %340 = stablehlo.broadcast_in_dim %339, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %341 = stablehlo.maximum %338, %340 : tensor<1x8xf32>
      %342 = stablehlo.constant dense<1.000400e+00> : tensor<f32>
      %343 = stablehlo.broadcast_in_dim %342, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %344 = stablehlo.minimum %341, %343 : tensor<1x8xf32>
      %345 = stablehlo.multiply %344, %part0.3 : tensor<1x8xf32>
      %346 = stablehlo.multiply %338, %part0.3 : tensor<1x8xf32>
      %347 = stablehlo.minimum %346, %345 : tensor<1x8xf32>
      %348 = stablehlo.negate %347 : tensor<1x8xf32>
      %349 = stablehlo.compare LE, %346, %345, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %350 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %351 = stablehlo.broadcast_in_dim %350, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %352 = stablehlo.negate %346 : tensor<1x8xf32>
      %353 = stablehlo.select %349, %352, %351 : tensor<1x8xi1>, tensor<1x8xf32>
      %354 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %355 = stablehlo.broadcast_in_dim %354, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %356 = stablehlo.compare NE, %67, %355, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %357 = stablehlo.multiply %348, %67 : tensor<1x8xf32>
      %358 = stablehlo.select %356, %357, %355 : tensor<1x8xi1>, tensor<1x8xf32>
      %359 = stablehlo.multiply %353, %67 : tensor<1x8xf32>
      %360 = stablehlo.select %356, %359, %355 : tensor<1x8xi1>, tensor<1x8xf32>
      %361 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %362 = stablehlo.reduce (%358 init: %361) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %363 = "stablehlo.all_reduce"(%362) <{channel_handle = #stablehlo.channel_handle<handle = 437, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.436: tensor<f32>, %rhs.436: tensor<f32>): %both.436 = stablehlo.add %lhs.436, %rhs.436 : tensor<f32> stablehlo.return %both.436 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %364 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %365 = stablehlo.reduce (%363 init: %364) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %366 = "stablehlo.all_reduce"(%365) <{channel_handle = #stablehlo.channel_handle<handle = 440, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.439: tensor<f32>, %rhs.439: tensor<f32>): %both.439 = stablehlo.add %lhs.439, %rhs.439 : tensor<f32> stablehlo.return %both.439 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %367 = stablehlo.select %337, %336, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %368 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %369 = stablehlo.reduce (%367 init: %368) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %370 = "stablehlo.all_reduce"(%369) <{channel_handle = #stablehlo.channel_handle<handle = 444, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.443: tensor<f32>, %rhs.443: tensor<f32>): %both.443 = stablehlo.add %lhs.443, %rhs.443 : tensor<f32> stablehlo.return %both.443 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %371 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %372 = stablehlo.reduce (%370 init: %371) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %373 = "stablehlo.all_reduce"(%372) <{channel_handle = #stablehlo.channel_handle<handle = 447, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.446: tensor<f32>, %rhs.446: tensor<f32>): %both.446 = stablehlo.add %lhs.446, %rhs.446 : tensor<f32> stablehlo.return %both.446 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %374 = stablehlo.select %337, %334, %336 : tensor<1x8xi1>, tensor<1x8xf32>
      %375 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %376 = stablehlo.reduce (%374 init: %375) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %377 = "stablehlo.all_reduce"(%376) <{channel_handle = #stablehlo.channel_handle<handle = 451, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.450: tensor<f32>, %rhs.450: tensor<f32>): %both.450 = stablehlo.add %lhs.450, %rhs.450 : tensor<f32> stablehlo.return %both.450 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %378 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %379 = stablehlo.reduce (%377 init: %378) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %380 = "stablehlo.all_reduce"(%379) <{channel_handle = #stablehlo.channel_handle<handle = 454, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.453: tensor<f32>, %rhs.453: tensor<f32>): %both.453 = stablehlo.add %lhs.453, %rhs.453 : tensor<f32> stablehlo.return %both.453 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %381 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %382 = stablehlo.maximum %373, %381 : tensor<f32>
      %383 = stablehlo.exponential %188 : tensor<1x8xf32>
      %384 = stablehlo.select %337, %383, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %385 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %386 = stablehlo.reduce (%384 init: %385) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %387 = "stablehlo.all_reduce"(%386) <{channel_handle = #stablehlo.channel_handle<handle = 461, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.460: tensor<f32>, %rhs.460: tensor<f32>): %both.460 = stablehlo.add %lhs.460, %rhs.460 : tensor<f32> stablehlo.return %both.460 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %388 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %389 = stablehlo.reduce (%387 init: %388) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %390 = "stablehlo.all_reduce"(%389) <{channel_handle = #stablehlo.channel_handle<handle = 464, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.463: tensor<f32>, %rhs.463: tensor<f32>): %both.463 = stablehlo.add %lhs.463, %rhs.463 : tensor<f32> stablehlo.return %both.463 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %391 = stablehlo.divide %390, %382 : tensor<f32>
      %392 = stablehlo.constant dense<9.997000e-01> : tensor<f32>
      %393 = stablehlo.broadcast_in_dim %392, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %394 = stablehlo.compare LT, %383, %393, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %395 = stablehlo.select %394, %336, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %396 = stablehlo.select %337, %395, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %397 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %398 = stablehlo.reduce (%396 init: %397) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %399 = "stablehlo.all_reduce"(%398) <{channel_handle = #stablehlo.channel_handle<handle = 473, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.472: tensor<f32>, %rhs.472: tensor<f32>): %both.472 = stablehlo.add %lhs.472, %rhs.472 : tensor<f32> stablehlo.return %both.472 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %400 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %401 = stablehlo.reduce (%399 init: %400) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %402 = "stablehlo.all_reduce"(%401) <{channel_handle = #stablehlo.channel_handle<handle = 476, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.475: tensor<f32>, %rhs.475: tensor<f32>): %both.475 = stablehlo.add %lhs.475, %rhs.475 : tensor<f32> stablehlo.return %both.475 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %403 = stablehlo.divide %402, %382 : tensor<f32>
      %404 = stablehlo.constant dense<1.000400e+00> : tensor<f32>
      %405 = stablehlo.broadcast_in_dim %404, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %406 = stablehlo.compare GT, %383, %405, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %407 = stablehlo.select %406, %336, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %408 = stablehlo.select %337, %407, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %409 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %410 = stablehlo.reduce (%408 init: %409) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %411 = "stablehlo.all_reduce"(%410) <{channel_handle = #stablehlo.channel_handle<handle = 485, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.484: tensor<f32>, %rhs.484: tensor<f32>): %both.484 = stablehlo.add %lhs.484, %rhs.484 : tensor<f32> stablehlo.return %both.484 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %412 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %413 = stablehlo.reduce (%411 init: %412) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %414 = "stablehlo.all_reduce"(%413) <{channel_handle = #stablehlo.channel_handle<handle = 488, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.487: tensor<f32>, %rhs.487: tensor<f32>): %both.487 = stablehlo.add %lhs.487, %rhs.487 : tensor<f32> stablehlo.return %both.487 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %415 = stablehlo.divide %414, %382 : tensor<f32>
      %416 = stablehlo.negate %188 : tensor<1x8xf32>
      %417 = stablehlo.select %337, %416, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %418 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %419 = stablehlo.reduce (%417 init: %418) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %420 = "stablehlo.all_reduce"(%419) <{channel_handle = #stablehlo.channel_handle<handle = 494, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.493: tensor<f32>, %rhs.493: tensor<f32>): %both.493 = stablehlo.add %lhs.493, %rhs.493 : tensor<f32> stablehlo.return %both.493 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %421 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %422 = stablehlo.reduce (%420 init: %421) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %423 = "stablehlo.all_reduce"(%422) <{channel_handle = #stablehlo.channel_handle<handle = 497, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.496: tensor<f32>, %rhs.496: tensor<f32>): %both.496 = stablehlo.add %lhs.496, %rhs.496 : tensor<f32> stablehlo.return %both.496 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %424 = stablehlo.divide %423, %382 : tensor<f32>
      %425 = stablehlo.subtract %383, %336 : tensor<1x8xf32>
      %426 = stablehlo.subtract %425, %188 : tensor<1x8xf32>
      %427 = stablehlo.select %337, %426, %334 : tensor<1x8xi1>, tensor<1x8xf32>
      %428 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %429 = stablehlo.reduce (%427 init: %428) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %430 = "stablehlo.all_reduce"(%429) <{channel_handle = #stablehlo.channel_handle<handle = 504, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.503: tensor<f32>, %rhs.503: tensor<f32>): %both.503 = stablehlo.add %lhs.503, %rhs.503 : tensor<f32> stablehlo.return %both.503 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %431 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %432 = stablehlo.reduce (%430 init: %431) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %433 = "stablehlo.all_reduce"(%432) <{channel_handle = #stablehlo.channel_handle<handle = 507, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.506: tensor<f32>, %rhs.506: tensor<f32>): %both.506 = stablehlo.add %lhs.506, %rhs.506 : tensor<f32> stablehlo.return %both.506 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %434 = stablehlo.divide %433, %382 : tensor<f32>
      sdy.return %366, %373, %380, %391, %403, %415, %424, %434, %332, %329, %169 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<1x8x8xf32>, tensor<4x7xf32>, tensor<1x8xf32>
    } : (tensor<4x16x8xf32>, tensor<8x7xf32>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xf32>, tensor<8x7xf32>, tensor<4x16xf32>)
    return %3#0, %3#1, %3#2, %3#3, %3#4, %3#5, %3#6, %3#7, %3#8, %3#9, %3#10 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xf32>, tensor<8x7xf32>, tensor<4x16xf32>
  }
}
