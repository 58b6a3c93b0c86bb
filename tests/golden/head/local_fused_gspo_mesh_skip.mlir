module @logphead_fused attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %advantages: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %old_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "masked_tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "ratio_mean", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_low", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_high", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k1", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k3", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:11 = sdy.manual_computation(%hidden, %kernel, %targets, %advantages, %mask, %old_logps, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<4x7xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1x8xf32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>, %part0.8: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.6 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.7 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.8 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
      %8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %9 = stablehlo.pad %7, %8, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xbf16>, tensor<bf16>) -> tensor<9x8xbf16>
      %10 = stablehlo.reshape %9 : (tensor<9x8xbf16>) -> tensor<3x3x8xbf16>
      %11 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %12 = stablehlo.constant dense<-100> : tensor<i32>
      %13 = stablehlo.pad %11, %12, low = [0], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
      %14 = stablehlo.reshape %13 : (tensor<9xi32>) -> tensor<3x3xi32>
      %15 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i32>) -> tensor<1x8xi32>
      %17 = stablehlo.compare GE, %part0.2, %16, SIGNED : (tensor<1x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi1>
      %18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %20 = stablehlo.select %17, %part0.4, %19 : tensor<1x8xi1>, tensor<1x8xf32>
      %21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %23 = stablehlo.compare NE, %20, %22, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %26 = stablehlo.select %23, %25, %22 : tensor<1x8xi1>, tensor<1x8xf32>
      %27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %28 = stablehlo.reduce (%26 init: %27) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %29 = "stablehlo.all_reduce"(%28) <{channel_handle = #stablehlo.channel_handle<handle = 44, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.43: tensor<f32>, %rhs.43: tensor<f32>): %both.43 = stablehlo.add %lhs.43, %rhs.43 : tensor<f32> stablehlo.return %both.43 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %32 = stablehlo.maximum %29, %31 : tensor<1xf32>
      %33 = stablehlo.minimum %29, %31 : tensor<1xf32>
      %34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %35 = stablehlo.reduce (%33 init: %34) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %36 = "stablehlo.all_reduce"(%35) <{channel_handle = #stablehlo.channel_handle<handle = 51, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.50: tensor<f32>, %rhs.50: tensor<f32>): %both.50 = stablehlo.add %lhs.50, %rhs.50 : tensor<f32> stablehlo.return %both.50 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %38 = stablehlo.maximum %36, %37 : tensor<f32>
      %39 = stablehlo.broadcast_in_dim %32, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
      %40 = stablehlo.divide %26, %39 : tensor<1x8xf32>
      %41 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %42 = stablehlo.divide %40, %41 : tensor<1x8xf32>
      %43 = stablehlo.constant dense<0> : tensor<i32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %45 = stablehlo.constant dense<0> : tensor<i32>
      %46 = stablehlo.constant dense<7> : tensor<i32>
      %47 = stablehlo.multiply %45, %46 : tensor<i32>
      %48 = stablehlo.iota dim = 0 : tensor<7xi32>
      %49 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %50 = stablehlo.add %48, %49 : tensor<7xi32>
      %51 = stablehlo.constant dense<7> : tensor<i32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %53 = stablehlo.multiply %44, %52 : tensor<7xi32>
      %54 = stablehlo.add %53, %50 : tensor<7xi32>
      %55 = stablehlo.constant dense<7> : tensor<i32>
      %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %57 = stablehlo.compare LT, %50, %56, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %58 = stablehlo.constant dense<7> : tensor<i32>
      %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %60 = stablehlo.compare LT, %54, %59, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %61 = stablehlo.and %57, %60 : tensor<7xi1>
      %62 = stablehlo.constant dense<-1> : tensor<i32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %64 = stablehlo.select %61, %54, %63 : tensor<7xi1>, tensor<7xi32>
      %65 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 80, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xbf16>) -> tensor<8x7xbf16>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %71 = stablehlo.broadcast_in_dim %70, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %72 = stablehlo.constant dense<0> : tensor<i32>
      %73 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
      %74 = stablehlo.compare GE, %14, %73, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
      %75 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %76 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %78 = stablehlo.broadcast_in_dim %77, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %79 = stablehlo.select %74, %76, %78 : tensor<3x3xi1>, tensor<3x3xf32>
      %80 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %81 = stablehlo.reduce (%79 init: %80) applies stablehlo.maximum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
      %82 = "stablehlo.all_reduce"(%81) <{channel_handle = #stablehlo.channel_handle<handle = 97, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({ ^bb0(%lhs.96: tensor<f32>, %rhs.96: tensor<f32>): %both.96 = stablehlo.maximum %lhs.96, %rhs.96 : tensor<f32> stablehlo.return %both.96 : tensor<f32> }) : (tensor<3xf32>) -> tensor<3xf32>
      %83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %84 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %85 = stablehlo.compare GT, %82, %84, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      %86 = stablehlo.constant dense<3> : tensor<i32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %88 = stablehlo.iota dim = 0 : tensor<3xi32>
      %89 = stablehlo.select %85, %88, %87 : tensor<3xi1>, tensor<3xi32>
      %90 = stablehlo.pad %89, %86, low = [0], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
      %91 = stablehlo.slice %90 [1:4] : (tensor<4xi32>) -> tensor<3xi32>
      %92 = stablehlo.pad %91, %86, low = [0], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
      %93 = stablehlo.minimum %90, %92 : tensor<4xi32>
      %94 = stablehlo.slice %93 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
      %95 = stablehlo.pad %94, %86, low = [0], high = [2], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
      %96 = stablehlo.minimum %93, %95 : tensor<4xi32>
      %97 = stablehlo.constant dense<0> : tensor<i32>
      %98 = stablehlo.dynamic_slice %96, %97, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
      %99 = stablehlo.reshape %98 : (tensor<1xi32>) -> tensor<i32>
      %100:9 = stablehlo.while(%loop0.0 = %99, %loop0.1 = %96, %loop0.2 = %10, %loop0.3 = %14, %loop0.4 = %65, %loop0.5 = %64, %loop0.6 = %67, %loop0.7 = %69, %loop0.8 = %71) : tensor<i32>, tensor<4xi32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %101 = stablehlo.constant dense<3> : tensor<i32>
        %102 = stablehlo.compare LT, %loop0.0, %101, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %102 : tensor<i1>
      } do {
        %103 = stablehlo.constant dense<0> : tensor<i32>
        %104 = stablehlo.dynamic_slice %loop0.3, %loop0.0, %103, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %105 = stablehlo.reshape %104 : (tensor<1x3xi32>) -> tensor<3xi32>
        %106 = stablehlo.constant dense<0> : tensor<i32>
        %107 = stablehlo.constant dense<0> : tensor<i32>
        %108 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %106, %107, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %109 = stablehlo.reshape %108 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %110 = stablehlo.constant dense<0> : tensor<i32>
        %111 = stablehlo.broadcast_in_dim %110, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %112 = stablehlo.compare GE, %105, %111, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %113 = stablehlo.broadcast_in_dim %112, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %114 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %115 = stablehlo.broadcast_in_dim %114, dims = [] : (tensor<bf16>) -> tensor<3x8xbf16>
        %116 = stablehlo.select %113, %109, %115 : tensor<3x8xi1>, tensor<3x8xbf16>
        %117 = stablehlo.dot_general %116, %loop0.4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<8x7xbf16>) -> tensor<3x7xf32>
        %118 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %119 = stablehlo.reduce (%117 init: %118) applies stablehlo.maximum across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %120 = stablehlo.is_finite %119 : (tensor<3xf32>) -> tensor<3xi1>
        %121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %122 = stablehlo.broadcast_in_dim %121, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %123 = stablehlo.select %120, %119, %122 : tensor<3xi1>, tensor<3xf32>
        %124 = stablehlo.broadcast_in_dim %123, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %125 = stablehlo.subtract %117, %124 : tensor<3x7xf32>
        %126 = stablehlo.broadcast_in_dim %loop0.5, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %127 = stablehlo.broadcast_in_dim %105, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %128 = stablehlo.compare EQ, %126, %127, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %129 = stablehlo.constant dense<0> : tensor<i32>
        %130 = stablehlo.broadcast_in_dim %129, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %131 = stablehlo.compare GE, %105, %130, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %132 = stablehlo.exponential %125 : tensor<3x7xf32>
        %133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %134 = stablehlo.reduce (%132 init: %133) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %135 = stablehlo.log %134 : tensor<3xf32>
        %136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %137 = stablehlo.broadcast_in_dim %136, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %138 = stablehlo.select %128, %125, %137 : tensor<3x7xi1>, tensor<3x7xf32>
        %139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %140 = stablehlo.reduce (%138 init: %139) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %141 = stablehlo.subtract %140, %135 : tensor<3xf32>
        %142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %143 = stablehlo.broadcast_in_dim %142, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %144 = stablehlo.select %131, %141, %143 : tensor<3xi1>, tensor<3xf32>
        %145 = stablehlo.reshape %144 : (tensor<3xf32>) -> tensor<1x3xf32>
        %146 = stablehlo.constant dense<0> : tensor<i32>
        %147 = stablehlo.dynamic_update_slice %loop0.6, %145, %loop0.0, %146 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %148 = stablehlo.reshape %123 : (tensor<3xf32>) -> tensor<1x3xf32>
        %149 = stablehlo.constant dense<0> : tensor<i32>
        %150 = stablehlo.dynamic_update_slice %loop0.7, %148, %loop0.0, %149 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %151 = stablehlo.reshape %135 : (tensor<3xf32>) -> tensor<1x3xf32>
        %152 = stablehlo.constant dense<0> : tensor<i32>
        %153 = stablehlo.dynamic_update_slice %loop0.8, %151, %loop0.0, %152 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %154 = stablehlo.constant dense<1> : tensor<i32>
        %155 = stablehlo.add %loop0.0, %154 : tensor<i32>
        %156 = stablehlo.dynamic_slice %loop0.1, %155, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
        %157 = stablehlo.reshape %156 : (tensor<1xi32>) -> tensor<i32>
        stablehlo.return %157, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %loop0.5, %147, %150, %153 : tensor<i32>, tensor<4xi32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %158 = stablehlo.reshape %100#6 : (tensor<3x3xf32>) -> tensor<9xf32>
      %159 = stablehlo.slice %158 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %160 = stablehlo.reshape %159 : (tensor<8xf32>) -> tensor<1x8xf32>
      %161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %162 = stablehlo.broadcast_in_dim %161, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %163 = stablehlo.compare NE, %20, %162, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %164 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %165 = stablehlo.broadcast_in_dim %164, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %166 = stablehlo.select %163, %165, %162 : tensor<1x8xi1>, tensor<1x8xf32>
      %167 = stablehlo.subtract %160, %part0.5 : tensor<1x8xf32>
      %168 = stablehlo.select %163, %167, %162 : tensor<1x8xi1>, tensor<1x8xf32>
      %169 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %170 = stablehlo.reduce (%166 init: %169) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %171 = "stablehlo.all_reduce"(%170) <{channel_handle = #stablehlo.channel_handle<handle = 212, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.211: tensor<f32>, %rhs.211: tensor<f32>): %both.211 = stablehlo.add %lhs.211, %rhs.211 : tensor<f32> stablehlo.return %both.211 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %172 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %173 = stablehlo.broadcast_in_dim %172, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %174 = stablehlo.maximum %171, %173 : tensor<1xf32>
      %175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %176 = stablehlo.reduce (%168 init: %175) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %177 = "stablehlo.all_reduce"(%176) <{channel_handle = #stablehlo.channel_handle<handle = 218, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.217: tensor<f32>, %rhs.217: tensor<f32>): %both.217 = stablehlo.add %lhs.217, %rhs.217 : tensor<f32> stablehlo.return %both.217 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %178 = stablehlo.divide %177, %174 : tensor<1xf32>
      %179 = stablehlo.broadcast_in_dim %178, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
      %180 = stablehlo.exponential %179 : tensor<1x8xf32>
      %181 = stablehlo.constant dense<9.997000e-01> : tensor<f32>
      %182 = stablehlo.broadcast_in_dim %181, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %183 = stablehlo.maximum %180, %182 : tensor<1x8xf32>
      %184 = stablehlo.constant dense<1.000400e+00> : tensor<f32>
      %185 = stablehlo.broadcast_in_dim %184, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %186 = stablehlo.minimum %183, %185 : tensor<1x8xf32>
      %187 = stablehlo.multiply %186, %part0.3 : tensor<1x8xf32>
      %188 = stablehlo.multiply %180, %part0.3 : tensor<1x8xf32>
      %189 = stablehlo.minimum %188, %187 : tensor<1x8xf32>
      %190 = stablehlo.negate %189 : tensor<1x8xf32>
      %191 = stablehlo.compare LE, %188, %187, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %193 = stablehlo.broadcast_in_dim %192, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %194 = stablehlo.negate %188 : tensor<1x8xf32>
      %195 = stablehlo.select %191, %194, %193 : tensor<1x8xi1>, tensor<1x8xf32>
      %196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %197 = stablehlo.broadcast_in_dim %196, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %198 = stablehlo.compare NE, %42, %197, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %199 = stablehlo.multiply %190, %42 : tensor<1x8xf32>
      %200 = stablehlo.select %198, %199, %197 : tensor<1x8xi1>, tensor<1x8xf32>
      %201 = stablehlo.multiply %195, %42 : tensor<1x8xf32>
      %202 = stablehlo.select %198, %201, %197 : tensor<1x8xi1>, tensor<1x8xf32>
      %203 = stablehlo.constant dense<0> : tensor<i32>
      %204 = stablehlo.broadcast_in_dim %203, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %205 = stablehlo.constant dense<0> : tensor<i32>
      %206 = stablehlo.constant dense<7> : tensor<i32>
      %207 = stablehlo.multiply %205, %206 : tensor<i32>
      %208 = stablehlo.iota dim = 0 : tensor<7xi32>
      %209 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %210 = stablehlo.add %208, %209 : tensor<7xi32>
      %211 = stablehlo.constant dense<7> : tensor<i32>
      %212 = stablehlo.broadcast_in_dim %211, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %213 = stablehlo.multiply %204, %212 : tensor<7xi32>
      %214 = stablehlo.add %213, %210 : tensor<7xi32>
      %215 = stablehlo.constant dense<7> : tensor<i32>
      %216 = stablehlo.broadcast_in_dim %215, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %217 = stablehlo.compare LT, %210, %216, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %218 = stablehlo.constant dense<7> : tensor<i32>
      %219 = stablehlo.broadcast_in_dim %218, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %220 = stablehlo.compare LT, %214, %219, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %221 = stablehlo.and %217, %220 : tensor<7xi1>
      %222 = stablehlo.constant dense<-1> : tensor<i32>
      %223 = stablehlo.broadcast_in_dim %222, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %224 = stablehlo.select %221, %214, %223 : tensor<7xi1>, tensor<7xi32>
      %225 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %226 = stablehlo.broadcast_in_dim %225, dims = [] : (tensor<f32>) -> tensor<8x7xf32>
      %227 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %228 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %229 = stablehlo.reshape %202 : (tensor<1x8xf32>) -> tensor<8xf32>
      %230 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %231 = stablehlo.pad %229, %230, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %232 = stablehlo.reshape %231 : (tensor<9xf32>) -> tensor<3x3xf32>
      %233 = stablehlo.constant dense<0> : tensor<i32>
      %234 = stablehlo.broadcast_in_dim %233, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
      %235 = stablehlo.compare GE, %14, %234, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
      %236 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %237 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %238 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %239 = stablehlo.broadcast_in_dim %238, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %240 = stablehlo.select %235, %237, %239 : tensor<3x3xi1>, tensor<3x3xf32>
      %241 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %242 = stablehlo.reduce (%240 init: %241) applies stablehlo.maximum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
      %243 = "stablehlo.all_reduce"(%242) <{channel_handle = #stablehlo.channel_handle<handle = 284, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({ ^bb0(%lhs.283: tensor<f32>, %rhs.283: tensor<f32>): %both.283 = stablehlo.maximum %lhs.283, %rhs.283 : tensor<f32> stablehlo.return %both.283 : tensor<f32> }) : (tensor<3xf32>) -> tensor<3xf32>
      %244 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %245 = stablehlo.broadcast_in_dim %244, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %246 = stablehlo.compare GT, %243, %245, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      %247 = stablehlo.constant dense<3> : tensor<i32>
      %248 = stablehlo.broadcast_in_dim %247, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %249 = stablehlo.iota dim = 0 : tensor<3xi32>
      %250 = stablehlo.select %246, %249, %248 : tensor<3xi1>, tensor<3xi32>
      %251 = stablehlo.pad %250, %247, low = [0], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
      %252 = stablehlo.slice %251 [1:4] : (tensor<4xi32>) -> tensor<3xi32>
      %253 = stablehlo.pad %252, %247, low = [0], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
      %254 = stablehlo.minimum %251, %253 : tensor<4xi32>
      %255 = stablehlo.slice %254 [2:4] : (tensor<4xi32>) -> tensor<2xi32>
      %256 = stablehlo.pad %255, %247, low = [0], high = [2], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
      %257 = stablehlo.minimum %254, %256 : tensor<4xi32>
      %258 = stablehlo.constant dense<0> : tensor<i32>
      %259 = stablehlo.dynamic_slice %257, %258, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
      %260 = stablehlo.reshape %259 : (tensor<1xi32>) -> tensor<i32>
      %261:11 = stablehlo.while(%loop1.0 = %260, %loop1.1 = %257, %loop1.2 = %10, %loop1.3 = %14, %loop1.4 = %65, %loop1.5 = %224, %loop1.6 = %226, %loop1.7 = %228, %loop1.8 = %100#7, %loop1.9 = %100#8, %loop1.10 = %232) : tensor<i32>, tensor<4xi32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %262 = stablehlo.constant dense<3> : tensor<i32>
        %263 = stablehlo.compare LT, %loop1.0, %262, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %263 : tensor<i1>
      } do {
        %264 = stablehlo.constant dense<0> : tensor<i32>
        %265 = stablehlo.dynamic_slice %loop1.3, %loop1.0, %264, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %266 = stablehlo.reshape %265 : (tensor<1x3xi32>) -> tensor<3xi32>
        %267 = stablehlo.constant dense<0> : tensor<i32>
        %268 = stablehlo.constant dense<0> : tensor<i32>
        %269 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %267, %268, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %270 = stablehlo.reshape %269 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %271 = stablehlo.constant dense<0> : tensor<i32>
        %272 = stablehlo.broadcast_in_dim %271, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %273 = stablehlo.compare GE, %266, %272, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %274 = stablehlo.broadcast_in_dim %273, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %275 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %276 = stablehlo.broadcast_in_dim %275, dims = [] : (tensor<bf16>) -> tensor<3x8xbf16>
        %277 = stablehlo.select %274, %270, %276 : tensor<3x8xi1>, tensor<3x8xbf16>
        %278 = stablehlo.constant dense<0> : tensor<i32>
        %279 = stablehlo.dynamic_slice %loop1.8, %loop1.0, %278, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %280 = stablehlo.reshape %279 : (tensor<1x3xf32>) -> tensor<3xf32>
        %281 = stablehlo.constant dense<0> : tensor<i32>
        %282 = stablehlo.dynamic_slice %loop1.9, %loop1.0, %281, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %283 = stablehlo.reshape %282 : (tensor<1x3xf32>) -> tensor<3xf32>
        %284 = stablehlo.dot_general %277, %loop1.4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<8x7xbf16>) -> tensor<3x7xf32>
        %285 = stablehlo.broadcast_in_dim %280, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %286 = stablehlo.subtract %284, %285 : tensor<3x7xf32>
        %287 = stablehlo.broadcast_in_dim %loop1.5, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %288 = stablehlo.broadcast_in_dim %266, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %289 = stablehlo.compare EQ, %287, %288, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %290 = stablehlo.constant dense<0> : tensor<i32>
        %291 = stablehlo.broadcast_in_dim %290, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %292 = stablehlo.compare GE, %266, %291, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %293 = stablehlo.broadcast_in_dim %283, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %294 = stablehlo.subtract %286, %293 : tensor<3x7xf32>
        %295 = stablehlo.exponential %294 : tensor<3x7xf32>
        %296 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %297 = stablehlo.broadcast_in_dim %296, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %298 = stablehlo.constant dense<0> : tensor<i32>
        %299 = stablehlo.dynamic_slice %loop1.10, %loop1.0, %298, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %300 = stablehlo.reshape %299 : (tensor<1x3xf32>) -> tensor<3xf32>
        %301 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %302 = stablehlo.broadcast_in_dim %301, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %303 = stablehlo.divide %302, %297 : tensor<3xf32>
        %304 = stablehlo.broadcast_in_dim %303, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %305 = stablehlo.multiply %295, %304 : tensor<3x7xf32>
        %306 = stablehlo.broadcast_in_dim %300, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %307 = stablehlo.multiply %305, %306 : tensor<3x7xf32>
        %308 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %309 = stablehlo.broadcast_in_dim %308, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %310 = stablehlo.broadcast_in_dim %300, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %311 = stablehlo.select %289, %310, %309 : tensor<3x7xi1>, tensor<3x7xf32>
        %312 = stablehlo.subtract %311, %307 : tensor<3x7xf32>
        %313 = stablehlo.broadcast_in_dim %292, dims = [0] : (tensor<3xi1>) -> tensor<3x7xi1>
        %314 = stablehlo.select %313, %312, %309 : tensor<3x7xi1>, tensor<3x7xf32>
        %315 = stablehlo.convert %314 : (tensor<3x7xf32>) -> tensor<3x7xbf16>
        %316 = stablehlo.dot_general %277, %315, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<3x7xbf16>) -> tensor<8x7xf32>
        %317 = stablehlo.add %loop1.6, %316 : tensor<8x7xf32>
        %318 = stablehlo.dot_general %315, %loop1.4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x7xbf16>, tensor<8x7xbf16>) -> tensor<3x8xf32>
        %319 = stablehlo.broadcast_in_dim %292, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %320 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %321 = stablehlo.broadcast_in_dim %320, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %322 = stablehlo.select %319, %318, %321 : tensor<3x8xi1>, tensor<3x8xf32>
        %323 = stablehlo.convert %322 : (tensor<3x8xf32>) -> tensor<3x8xbf16>
        %324 = stablehlo.reshape %323 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %325 = stablehlo.constant dense<0> : tensor<i32>
        %326 = stablehlo.constant dense<0> : tensor<i32>
        %327 = stablehlo.dynamic_update_slice %loop1.7, %324, %loop1.0, %325, %326 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %328 = stablehlo.constant dense<1> : tensor<i32>
        %329 = stablehlo.add %loop1.0, %328 : tensor<i32>
        %330 = stablehlo.dynamic_slice %loop1.1, %329, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
        %331 = stablehlo.reshape %330 : (tensor<1xi32>) -> tensor<i32>
        stablehlo.return %331, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %loop1.5, %317, %327, %loop1.8, %loop1.9, %loop1.10 : tensor<i32>, tensor<4xi32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %332 = stablehlo.reshape %261#7 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %333 = stablehlo.slice %332 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %334 = stablehlo.reshape %333 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %335 = "stablehlo.reduce_scatter"(%261#6) <{channel_handle = #stablehlo.channel_handle<handle = 408, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.407: tensor<f32>, %rhs.407: tensor<f32>): %both.407 = stablehlo.add %lhs.407, %rhs.407 : tensor<f32> stablehlo.return %both.407 : tensor<f32> }) : (tensor<8x7xf32>) -> tensor<4x7xf32>
      %336 = "stablehlo.all_reduce"(%335) <{channel_handle = #stablehlo.channel_handle<handle = 409, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.408: tensor<f32>, %rhs.408: tensor<f32>): %both.408 = stablehlo.add %lhs.408, %rhs.408 : tensor<f32> stablehlo.return %both.408 : tensor<f32> }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
      %337 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %338 = stablehlo.broadcast_in_dim %337, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %339 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %340 = stablehlo.broadcast_in_dim %339, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %341 = stablehlo.compare NE, %42, %338, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %342 = stablehlo.exponential %179 : tensor<1x8xf32>
      %343 = stablehlo.constant dense<9.997000e-01> : tensor<f32>
      %344 = stablehlo.broadcast_in_dim %343, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %345 = stablehlo.maximum %342, %344 : tensor<1x8xf32>
      %346 = stablehlo.constant dense<1.000400e+00> : tensor<f32>
      %347 = stablehlo.broadcast_in_dim %346, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %348 = stablehlo.minimum %345, %347 : tensor<1x8xf32>
      %349 = stablehlo.multiply %348, %part0.3 : tensor<1x8xf32>
      %350 = stablehlo.multiply %342, %part0.3 : tensor<1x8xf32>
      %351 = stablehlo.minimum %350, %349 : tensor<1x8xf32>
      %352 = stablehlo.negate %351 : tensor<1x8xf32>
      %353 = stablehlo.compare LE, %350, %349, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %354 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %355 = stablehlo.broadcast_in_dim %354, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %356 = stablehlo.negate %350 : tensor<1x8xf32>
      %357 = stablehlo.select %353, %356, %355 : tensor<1x8xi1>, tensor<1x8xf32>
      %358 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %359 = stablehlo.broadcast_in_dim %358, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %360 = stablehlo.compare NE, %42, %359, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %361 = stablehlo.multiply %352, %42 : tensor<1x8xf32>
      %362 = stablehlo.select %360, %361, %359 : tensor<1x8xi1>, tensor<1x8xf32>
      %363 = stablehlo.multiply %357, %42 : tensor<1x8xf32>
      %364 = stablehlo.select %360, %363, %359 : tensor<1x8xi1>, tensor<1x8xf32>
      %365 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %366 = stablehlo.reduce (%362 init: %365) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %367 = "stablehlo.all_reduce"(%366) <{channel_handle = #stablehlo.channel_handle<handle = 440, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.439: tensor<f32>, %rhs.439: tensor<f32>): %both.439 = stablehlo.add %lhs.439, %rhs.439 : tensor<f32> stablehlo.return %both.439 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %368 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %369 = stablehlo.reduce (%367 init: %368) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %370 = "stablehlo.all_reduce"(%369) <{channel_handle = #stablehlo.channel_handle<handle = 443, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.442: tensor<f32>, %rhs.442: tensor<f32>): %both.442 = stablehlo.add %lhs.442, %rhs.442 : tensor<f32> stablehlo.return %both.442 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %371 = stablehlo.select %341, %340, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %372 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %373 = stablehlo.reduce (%371 init: %372) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %374 = "stablehlo.all_reduce"(%373) <{channel_handle = #stablehlo.channel_handle<handle = 447, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.446: tensor<f32>, %rhs.446: tensor<f32>): %both.446 = stablehlo.add %lhs.446, %rhs.446 : tensor<f32> stablehlo.return %both.446 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %375 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %376 = stablehlo.reduce (%374 init: %375) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %377 = "stablehlo.all_reduce"(%376) <{channel_handle = #stablehlo.channel_handle<handle = 450, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.449: tensor<f32>, %rhs.449: tensor<f32>): %both.449 = stablehlo.add %lhs.449, %rhs.449 : tensor<f32> stablehlo.return %both.449 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %378 = stablehlo.select %341, %338, %340 : tensor<1x8xi1>, tensor<1x8xf32>
      %379 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %380 = stablehlo.reduce (%378 init: %379) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %381 = "stablehlo.all_reduce"(%380) <{channel_handle = #stablehlo.channel_handle<handle = 454, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.453: tensor<f32>, %rhs.453: tensor<f32>): %both.453 = stablehlo.add %lhs.453, %rhs.453 : tensor<f32> stablehlo.return %both.453 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %382 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %383 = stablehlo.reduce (%381 init: %382) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %384 = "stablehlo.all_reduce"(%383) <{channel_handle = #stablehlo.channel_handle<handle = 457, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.456: tensor<f32>, %rhs.456: tensor<f32>): %both.456 = stablehlo.add %lhs.456, %rhs.456 : tensor<f32> stablehlo.return %both.456 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %385 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %386 = stablehlo.maximum %377, %385 : tensor<f32>
      %387 = stablehlo.exponential %179 : tensor<1x8xf32>
      %388 = stablehlo.select %341, %387, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %389 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %390 = stablehlo.reduce (%388 init: %389) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %391 = "stablehlo.all_reduce"(%390) <{channel_handle = #stablehlo.channel_handle<handle = 464, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.463: tensor<f32>, %rhs.463: tensor<f32>): %both.463 = stablehlo.add %lhs.463, %rhs.463 : tensor<f32> stablehlo.return %both.463 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %392 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %393 = stablehlo.reduce (%391 init: %392) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %394 = "stablehlo.all_reduce"(%393) <{channel_handle = #stablehlo.channel_handle<handle = 467, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.466: tensor<f32>, %rhs.466: tensor<f32>): %both.466 = stablehlo.add %lhs.466, %rhs.466 : tensor<f32> stablehlo.return %both.466 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %395 = stablehlo.divide %394, %386 : tensor<f32>
      %396 = stablehlo.constant dense<9.997000e-01> : tensor<f32>
      %397 = stablehlo.broadcast_in_dim %396, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %398 = stablehlo.compare LT, %387, %397, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %399 = stablehlo.select %398, %340, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %400 = stablehlo.select %341, %399, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %401 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %402 = stablehlo.reduce (%400 init: %401) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %403 = "stablehlo.all_reduce"(%402) <{channel_handle = #stablehlo.channel_handle<handle = 476, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.475: tensor<f32>, %rhs.475: tensor<f32>): %both.475 = stablehlo.add %lhs.475, %rhs.475 : tensor<f32> stablehlo.return %both.475 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %404 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %405 = stablehlo.reduce (%403 init: %404) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %406 = "stablehlo.all_reduce"(%405) <{channel_handle = #stablehlo.channel_handle<handle = 479, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.478: tensor<f32>, %rhs.478: tensor<f32>): %both.478 = stablehlo.add %lhs.478, %rhs.478 : tensor<f32> stablehlo.return %both.478 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %407 = stablehlo.divide %406, %386 : tensor<f32>
      %408 = stablehlo.constant dense<1.000400e+00> : tensor<f32>
      %409 = stablehlo.broadcast_in_dim %408, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %410 = stablehlo.compare GT, %387, %409, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %411 = stablehlo.select %410, %340, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %412 = stablehlo.select %341, %411, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %413 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %414 = stablehlo.reduce (%412 init: %413) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %415 = "stablehlo.all_reduce"(%414) <{channel_handle = #stablehlo.channel_handle<handle = 488, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.487: tensor<f32>, %rhs.487: tensor<f32>): %both.487 = stablehlo.add %lhs.487, %rhs.487 : tensor<f32> stablehlo.return %both.487 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %416 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %417 = stablehlo.reduce (%415 init: %416) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %418 = "stablehlo.all_reduce"(%417) <{channel_handle = #stablehlo.channel_handle<handle = 491, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.490: tensor<f32>, %rhs.490: tensor<f32>): %both.490 = stablehlo.add %lhs.490, %rhs.490 : tensor<f32> stablehlo.return %both.490 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %419 = stablehlo.divide %418, %386 : tensor<f32>
      %420 = stablehlo.negate %179 : tensor<1x8xf32>
      %421 = stablehlo.select %341, %420, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %422 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %423 = stablehlo.reduce (%421 init: %422) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %424 = "stablehlo.all_reduce"(%423) <{channel_handle = #stablehlo.channel_handle<handle = 497, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.496: tensor<f32>, %rhs.496: tensor<f32>): %both.496 = stablehlo.add %lhs.496, %rhs.496 : tensor<f32> stablehlo.return %both.496 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %425 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %426 = stablehlo.reduce (%424 init: %425) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %427 = "stablehlo.all_reduce"(%426) <{channel_handle = #stablehlo.channel_handle<handle = 500, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.499: tensor<f32>, %rhs.499: tensor<f32>): %both.499 = stablehlo.add %lhs.499, %rhs.499 : tensor<f32> stablehlo.return %both.499 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %428 = stablehlo.divide %427, %386 : tensor<f32>
      %429 = stablehlo.subtract %387, %340 : tensor<1x8xf32>
      %430 = stablehlo.subtract %429, %179 : tensor<1x8xf32>
      %431 = stablehlo.select %341, %430, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %432 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %433 = stablehlo.reduce (%431 init: %432) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %434 = "stablehlo.all_reduce"(%433) <{channel_handle = #stablehlo.channel_handle<handle = 507, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.506: tensor<f32>, %rhs.506: tensor<f32>): %both.506 = stablehlo.add %lhs.506, %rhs.506 : tensor<f32> stablehlo.return %both.506 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %435 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %436 = stablehlo.reduce (%434 init: %435) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %437 = "stablehlo.all_reduce"(%436) <{channel_handle = #stablehlo.channel_handle<handle = 510, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.509: tensor<f32>, %rhs.509: tensor<f32>): %both.509 = stablehlo.add %lhs.509, %rhs.509 : tensor<f32> stablehlo.return %both.509 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %438 = stablehlo.divide %437, %386 : tensor<f32>
      sdy.return %370, %377, %384, %395, %407, %419, %428, %438, %334, %336, %160 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<1x8x8xbf16>, tensor<4x7xf32>, tensor<1x8xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>, tensor<4x16xf32>)
    return %3#0, %3#1, %3#2, %3#3, %3#4, %3#5, %3#6, %3#7, %3#8, %3#9, %3#10 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>, tensor<4x16xf32>
  }
}
