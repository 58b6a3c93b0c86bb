module @logphead_fused attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %advantages: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %old_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %ref_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "masked_tokens", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "ratio_mean", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_low", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "clip_fraction_high", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k1", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "approx_kl_k3", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "entropy_mean", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x16xf32> {jax.result_info = "entropies", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:13 = sdy.manual_computation(%hidden, %kernel, %targets, %advantages, %mask, %old_logps, %ref_logps, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<4x7xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1x8xf32>, %part0.6: tensor<1x8xf32>, %part0.7: tensor<1xi32>, %part0.8: tensor<1xi32>, %part0.9: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.7 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.8 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.9 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
      %8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %9 = stablehlo.pad %7, %8, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xbf16>, tensor<bf16>) -> tensor<9x8xbf16>
      %10 = stablehlo.reshape %9 : (tensor<9x8xbf16>) -> tensor<3x3x8xbf16>
      %11 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %12 = stablehlo.constant dense<-100> : tensor<i32>
      %13 = stablehlo.pad %11, %12, low = [0], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
      %14 = stablehlo.reshape %13 : (tensor<9xi32>) -> tensor<3x3xi32>
      %15 = "stablehlo.all_gather"(%14) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 32, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xi32>) -> tensor<3x12xi32>
      %16 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<1x8xi32>
      %18 = stablehlo.compare GE, %part0.2, %17, SIGNED : (tensor<1x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi1>
      %19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %21 = stablehlo.select %18, %part0.4, %20 : tensor<1x8xi1>, tensor<1x8xf32>
      %22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %24 = stablehlo.compare NE, %21, %23, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %27 = stablehlo.select %24, %26, %23 : tensor<1x8xi1>, tensor<1x8xf32>
      %28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %29 = stablehlo.reduce (%27 init: %28) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %30 = "stablehlo.all_reduce"(%29) <{channel_handle = #stablehlo.channel_handle<handle = 47, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.46: tensor<f32>, %rhs.46: tensor<f32>): %both.46 = stablehlo.add %lhs.46, %rhs.46 : tensor<f32> stablehlo.return %both.46 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %33 = stablehlo.maximum %30, %32 : tensor<1xf32>
      %34 = stablehlo.minimum %30, %32 : tensor<1xf32>
      %35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %36 = stablehlo.reduce (%34 init: %35) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %37 = "stablehlo.all_reduce"(%36) <{channel_handle = #stablehlo.channel_handle<handle = 54, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.53: tensor<f32>, %rhs.53: tensor<f32>): %both.53 = stablehlo.add %lhs.53, %rhs.53 : tensor<f32> stablehlo.return %both.53 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %39 = stablehlo.maximum %37, %38 : tensor<f32>
      %40 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
      %41 = stablehlo.divide %27, %40 : tensor<1x8xf32>
      %42 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %43 = stablehlo.divide %41, %42 : tensor<1x8xf32>
      %44 = stablehlo.reshape %part0.3 : (tensor<1x8xf32>) -> tensor<8xf32>
      %45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %46 = stablehlo.pad %44, %45, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %47 = stablehlo.reshape %46 : (tensor<9xf32>) -> tensor<3x3xf32>
      %48 = "stablehlo.all_gather"(%47) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 65, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xf32>) -> tensor<3x12xf32>
      %49 = stablehlo.reshape %43 : (tensor<1x8xf32>) -> tensor<8xf32>
      %50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %51 = stablehlo.pad %49, %50, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %52 = stablehlo.reshape %51 : (tensor<9xf32>) -> tensor<3x3xf32>
      %53 = "stablehlo.all_gather"(%52) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 70, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xf32>) -> tensor<3x12xf32>
      %54 = stablehlo.reshape %part0.5 : (tensor<1x8xf32>) -> tensor<8xf32>
      %55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %56 = stablehlo.pad %54, %55, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %57 = stablehlo.reshape %56 : (tensor<9xf32>) -> tensor<3x3xf32>
      %58 = "stablehlo.all_gather"(%57) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 75, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xf32>) -> tensor<3x12xf32>
      %59 = stablehlo.reshape %part0.6 : (tensor<1x8xf32>) -> tensor<8xf32>
      %60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %61 = stablehlo.pad %59, %60, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %62 = stablehlo.reshape %61 : (tensor<9xf32>) -> tensor<3x3xf32>
      %63 = "stablehlo.all_gather"(%62) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 80, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xf32>) -> tensor<3x12xf32>
      %64 = stablehlo.constant dense<0> : tensor<i32>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %66 = stablehlo.constant dense<0> : tensor<i32>
      %67 = stablehlo.constant dense<2> : tensor<i32>
      %68 = stablehlo.multiply %66, %67 : tensor<i32>
      %69 = stablehlo.add %68, %5 : tensor<i32>
      %70 = stablehlo.constant dense<2> : tensor<i32>
      %71 = stablehlo.multiply %69, %70 : tensor<i32>
      %72 = stablehlo.add %71, %6 : tensor<i32>
      %73 = stablehlo.constant dense<2> : tensor<i32>
      %74 = stablehlo.multiply %72, %73 : tensor<i32>
      %75 = stablehlo.iota dim = 0 : tensor<2xi32>
      %76 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %77 = stablehlo.add %75, %76 : tensor<2xi32>
      %78 = stablehlo.constant dense<7> : tensor<i32>
      %79 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %80 = stablehlo.multiply %65, %79 : tensor<2xi32>
      %81 = stablehlo.add %80, %77 : tensor<2xi32>
      %82 = stablehlo.constant dense<7> : tensor<i32>
      %83 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %84 = stablehlo.compare LT, %77, %83, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %85 = stablehlo.constant dense<7> : tensor<i32>
      %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %87 = stablehlo.compare LT, %81, %86, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %88 = stablehlo.and %84, %87 : tensor<2xi1>
      %89 = stablehlo.constant dense<-1> : tensor<i32>
      %90 = stablehlo.broadcast_in_dim %89, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %91 = stablehlo.select %88, %81, %90 : tensor<2xi1>, tensor<2xi32>
      %92 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %93 = stablehlo.pad %part0.1, %92, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<4x7xbf16>, tensor<bf16>) -> tensor<4x8xbf16>
      %94 = stablehlo.constant dense<0> : tensor<i32>
      %95 = stablehlo.constant dense<2> : tensor<i32>
      %96 = stablehlo.multiply %94, %95 : tensor<i32>
      %97 = stablehlo.add %96, %5 : tensor<i32>
      %98 = stablehlo.constant dense<2> : tensor<i32>
      %99 = stablehlo.multiply %97, %98 : tensor<i32>
      %100 = stablehlo.add %99, %6 : tensor<i32>
      %101 = stablehlo.constant dense<2> : tensor<i32>
      %102 = stablehlo.multiply %100, %101 : tensor<i32>
      %103 = stablehlo.constant dense<0> : tensor<i32>
      %104 = stablehlo.dynamic_slice %93, %103, %102, sizes = [4, 2] : (tensor<4x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x2xbf16>
      %105 = "stablehlo.all_gather"(%104) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 122, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xbf16>) -> tensor<8x2xbf16>
      %106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %107 = stablehlo.broadcast_in_dim %106, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
      %108 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %109 = stablehlo.broadcast_in_dim %108, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %111 = stablehlo.broadcast_in_dim %110, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %113 = stablehlo.broadcast_in_dim %112, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %114 = stablehlo.constant dense<0> : tensor<i32>
      %115:13 = stablehlo.while(%loop0.0 = %114, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %105, %loop0.4 = %91, %loop0.5 = %107, %loop0.6 = %109, %loop0.7 = %111, %loop0.8 = %113, %loop0.9 = %48, %loop0.10 = %53, %loop0.11 = %58, %loop0.12 = %63) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      cond {
        %116 = stablehlo.constant dense<3> : tensor<i32>
        %117 = stablehlo.compare LT, %loop0.0, %116, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %117 : tensor<i1>
      } do {
        %118 = stablehlo.constant dense<0> : tensor<i32>
        %119 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %118, sizes = [1, 12] : (tensor<3x12xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12xi32>
        %120 = stablehlo.reshape %119 : (tensor<1x12xi32>) -> tensor<12xi32>
        %121 = stablehlo.constant dense<0> : tensor<i32>
        %122 = stablehlo.constant dense<0> : tensor<i32>
        %123 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %121, %122, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %124 = stablehlo.reshape %123 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %125 = "stablehlo.all_gather"(%124) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 167, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<12x8xbf16>
        %126 = stablehlo.constant dense<0> : tensor<i32>
        %127 = stablehlo.broadcast_in_dim %126, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %128 = stablehlo.compare GE, %120, %127, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %129 = stablehlo.broadcast_in_dim %128, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %130 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %131 = stablehlo.broadcast_in_dim %130, dims = [] : (tensor<bf16>) -> tensor<12x8xbf16>
        %132 = stablehlo.select %129, %125, %131 : tensor<12x8xi1>, tensor<12x8xbf16>
        %133 = stablehlo.dot_general %132, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<8x2xbf16>) -> tensor<12x2xf32>
        %134 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %135 = stablehlo.constant dense<0> : tensor<i32>
        %136 = stablehlo.broadcast_in_dim %135, dims = [] : (tensor<i32>) -> tensor<12x2xi32>
        %137 = stablehlo.compare GE, %134, %136, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %138 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %139 = stablehlo.broadcast_in_dim %138, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %140 = stablehlo.select %137, %133, %139 : tensor<12x2xi1>, tensor<12x2xf32>
        %141 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %142 = stablehlo.reduce (%140 init: %141) applies stablehlo.maximum across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %143 = "stablehlo.all_reduce"(%142) <{channel_handle = #stablehlo.channel_handle<handle = 185, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.184: tensor<f32>, %rhs.184: tensor<f32>): %both.184 = stablehlo.maximum %lhs.184, %rhs.184 : tensor<f32> stablehlo.return %both.184 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %144 = stablehlo.is_finite %143 : (tensor<12xf32>) -> tensor<12xi1>
        %145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %146 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %147 = stablehlo.select %144, %143, %146 : tensor<12xi1>, tensor<12xf32>
        %148 = stablehlo.broadcast_in_dim %147, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %149 = stablehlo.subtract %140, %148 : tensor<12x2xf32>
        %150 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %151 = stablehlo.broadcast_in_dim %120, dims = [0] : (tensor<12xi32>) -> tensor<12x2xi32>
        %152 = stablehlo.compare EQ, %150, %151, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %153 = stablehlo.constant dense<0> : tensor<i32>
        %154 = stablehlo.broadcast_in_dim %153, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %155 = stablehlo.compare GE, %120, %154, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %156 = stablehlo.exponential %149 : tensor<12x2xf32>
        %157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %158 = stablehlo.reduce (%156 init: %157) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %159 = "stablehlo.all_reduce"(%158) <{channel_handle = #stablehlo.channel_handle<handle = 201, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.200: tensor<f32>, %rhs.200: tensor<f32>): %both.200 = stablehlo.add %lhs.200, %rhs.200 : tensor<f32> stablehlo.return %both.200 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %160 = stablehlo.log %159 : tensor<12xf32>
        %161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %162 = stablehlo.broadcast_in_dim %161, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %163 = stablehlo.select %152, %149, %162 : tensor<12x2xi1>, tensor<12x2xf32>
        %164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %165 = stablehlo.reduce (%163 init: %164) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %166 = "stablehlo.all_reduce"(%165) <{channel_handle = #stablehlo.channel_handle<handle = 208, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.207: tensor<f32>, %rhs.207: tensor<f32>): %both.207 = stablehlo.add %lhs.207, %rhs.207 : tensor<f32> stablehlo.return %both.207 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %167 = stablehlo.subtract %166, %160 : tensor<12xf32>
        %168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %169 = stablehlo.broadcast_in_dim %168, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %170 = stablehlo.select %155, %167, %169 : tensor<12xi1>, tensor<12xf32>
        %171 = stablehlo.multiply %156, %149 : tensor<12x2xf32>
        %172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %173 = stablehlo.broadcast_in_dim %172, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %174 = stablehlo.compare GT, %156, %173, FLOAT : (tensor<12x2xf32>, tensor<12x2xf32>) -> tensor<12x2xi1>
        %175 = stablehlo.select %174, %171, %173 : tensor<12x2xi1>, tensor<12x2xf32>
        %176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %177 = stablehlo.reduce (%175 init: %176) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %178 = "stablehlo.all_reduce"(%177) <{channel_handle = #stablehlo.channel_handle<handle = 220, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.219: tensor<f32>, %rhs.219: tensor<f32>): %both.219 = stablehlo.add %lhs.219, %rhs.219 : tensor<f32> stablehlo.return %both.219 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %179 = stablehlo.divide %178, %159 : tensor<12xf32>
        %180 = stablehlo.subtract %160, %179 : tensor<12xf32>
        %181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %182 = stablehlo.broadcast_in_dim %181, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %183 = stablehlo.select %155, %180, %182 : tensor<12xi1>, tensor<12xf32>
        %184 = stablehlo.constant dense<0> : tensor<i32>
        %185 = stablehlo.dynamic_slice %loop0.9, %loop0.0, %184, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %186 = stablehlo.reshape %185 : (tensor<1x12xf32>) -> tensor<12xf32>
        %187 = stablehlo.constant dense<0> : tensor<i32>
        %188 = stablehlo.dynamic_slice %loop0.10, %loop0.0, %187, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %189 = stablehlo.reshape %188 : (tensor<1x12xf32>) -> tensor<12xf32>
        %190 = stablehlo.constant dense<0> : tensor<i32>
        %191 = stablehlo.dynamic_slice %loop0.11, %loop0.0, %190, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %192 = stablehlo.reshape %191 : (tensor<1x12xf32>) -> tensor<12xf32>
        %193 = stablehlo.constant dense<0> : tensor<i32>
        %194 = stablehlo.dynamic_slice %loop0.12, %loop0.0, %193, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %195 = stablehlo.reshape %194 : (tensor<1x12xf32>) -> tensor<12xf32>
        %196 = stablehlo.subtract %170, %192 : tensor<12xf32>
        %197 = stablehlo.exponential %196 : tensor<12xf32>
        %198 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
        %199 = stablehlo.broadcast_in_dim %198, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %200 = stablehlo.maximum %197, %199 : tensor<12xf32>
        %201 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
        %202 = stablehlo.broadcast_in_dim %201, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %203 = stablehlo.minimum %200, %202 : tensor<12xf32>
        %204 = stablehlo.multiply %203, %186 : tensor<12xf32>
        %205 = stablehlo.multiply %197, %186 : tensor<12xf32>
        %206 = stablehlo.minimum %205, %204 : tensor<12xf32>
        %207 = stablehlo.negate %206 : tensor<12xf32>
        %208 = stablehlo.compare LE, %205, %204, FLOAT : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
        %209 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %210 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %211 = stablehlo.negate %205 : tensor<12xf32>
        %212 = stablehlo.select %208, %211, %210 : tensor<12xi1>, tensor<12xf32>
        %213 = stablehlo.subtract %195, %170 : tensor<12xf32>
        %214 = stablehlo.exponential %213 : tensor<12xf32>
        %215 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %216 = stablehlo.broadcast_in_dim %215, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %217 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
        %218 = stablehlo.broadcast_in_dim %217, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %219 = stablehlo.subtract %214, %213 : tensor<12xf32>
        %220 = stablehlo.subtract %219, %216 : tensor<12xf32>
        %221 = stablehlo.multiply %218, %220 : tensor<12xf32>
        %222 = stablehlo.add %207, %221 : tensor<12xf32>
        %223 = stablehlo.subtract %216, %214 : tensor<12xf32>
        %224 = stablehlo.multiply %218, %223 : tensor<12xf32>
        %225 = stablehlo.add %212, %224 : tensor<12xf32>
        %226 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %227 = stablehlo.broadcast_in_dim %226, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %228 = stablehlo.compare NE, %189, %227, FLOAT : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
        %229 = stablehlo.constant dense<1.000000e-02> : tensor<f32>
        %230 = stablehlo.broadcast_in_dim %229, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %231 = stablehlo.multiply %230, %183 : tensor<12xf32>
        %232 = stablehlo.subtract %222, %231 : tensor<12xf32>
        %233 = stablehlo.negate %230 : tensor<12xf32>
        %234 = stablehlo.multiply %233, %189 : tensor<12xf32>
        %235 = stablehlo.select %228, %234, %227 : tensor<12xi1>, tensor<12xf32>
        %236 = stablehlo.multiply %232, %189 : tensor<12xf32>
        %237 = stablehlo.select %228, %236, %227 : tensor<12xi1>, tensor<12xf32>
        %238 = stablehlo.multiply %225, %189 : tensor<12xf32>
        %239 = stablehlo.select %228, %238, %227 : tensor<12xi1>, tensor<12xf32>
        %240 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %241 = stablehlo.broadcast_in_dim %240, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %242 = stablehlo.divide %241, %159 : tensor<12xf32>
        %243 = stablehlo.broadcast_in_dim %242, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %244 = stablehlo.multiply %156, %243 : tensor<12x2xf32>
        %245 = stablehlo.broadcast_in_dim %239, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %246 = stablehlo.broadcast_in_dim %179, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %247 = stablehlo.subtract %149, %246 : tensor<12x2xf32>
        %248 = stablehlo.broadcast_in_dim %235, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %249 = stablehlo.multiply %248, %247 : tensor<12x2xf32>
        %250 = stablehlo.add %245, %249 : tensor<12x2xf32>
        %251 = stablehlo.multiply %244, %250 : tensor<12x2xf32>
        %252 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %253 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %254 = stablehlo.compare GT, %156, %253, FLOAT : (tensor<12x2xf32>, tensor<12x2xf32>) -> tensor<12x2xi1>
        %255 = stablehlo.select %254, %251, %253 : tensor<12x2xi1>, tensor<12x2xf32>
        %256 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %257 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %258 = stablehlo.broadcast_in_dim %239, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %259 = stablehlo.select %152, %258, %257 : tensor<12x2xi1>, tensor<12x2xf32>
        %260 = stablehlo.subtract %259, %255 : tensor<12x2xf32>
        %261 = stablehlo.broadcast_in_dim %155, dims = [0] : (tensor<12xi1>) -> tensor<12x2xi1>
        %262 = stablehlo.select %261, %260, %257 : tensor<12x2xi1>, tensor<12x2xf32>
        %263 = stablehlo.convert %262 : (tensor<12x2xf32>) -> tensor<12x2xbf16>
        %264 = stablehlo.dot_general %132, %263, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<12x2xbf16>) -> tensor<8x2xf32>
        %265 = stablehlo.add %loop0.5, %264 : tensor<8x2xf32>
        %266 = stablehlo.dot_general %263, %loop0.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x2xbf16>, tensor<8x2xbf16>) -> tensor<12x8xf32>
        %267 = stablehlo.broadcast_in_dim %155, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %268 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %269 = stablehlo.broadcast_in_dim %268, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
        %270 = stablehlo.select %267, %266, %269 : tensor<12x8xi1>, tensor<12x8xf32>
        %271 = stablehlo.convert %270 : (tensor<12x8xf32>) -> tensor<12x8xbf16>
        %272 = "stablehlo.reduce_scatter"(%271) <{channel_handle = #stablehlo.channel_handle<handle = 314, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.313: tensor<bf16>, %rhs.313: tensor<bf16>): %both.313 = stablehlo.add %lhs.313, %rhs.313 : tensor<bf16> stablehlo.return %both.313 : tensor<bf16> }) : (tensor<12x8xbf16>) -> tensor<3x8xbf16>
        %273 = stablehlo.reshape %272 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %274 = stablehlo.constant dense<0> : tensor<i32>
        %275 = stablehlo.constant dense<0> : tensor<i32>
        %276 = stablehlo.dynamic_update_slice %loop0.6, %273, %loop0.0, %274, %275 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %277 = stablehlo.reshape %170 : (tensor<12xf32>) -> tensor<1x12xf32>
        %278 = stablehlo.constant dense<0> : tensor<i32>
        %279 = stablehlo.dynamic_update_slice %loop0.7, %277, %loop0.0, %278 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %280 = stablehlo.reshape %183 : (tensor<12xf32>) -> tensor<1x12xf32>
        %281 = stablehlo.constant dense<0> : tensor<i32>
        %282 = stablehlo.dynamic_update_slice %loop0.8, %280, %loop0.0, %281 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %283 = stablehlo.constant dense<1> : tensor<i32>
        %284 = stablehlo.add %loop0.0, %283 : tensor<i32>
        stablehlo.return %284, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %265, %276, %279, %282, %loop0.9, %loop0.10, %loop0.11, %loop0.12 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      }
      %285 = stablehlo.constant dense<0> : tensor<i32>
      %286 = stablehlo.constant dense<2> : tensor<i32>
      %287 = stablehlo.multiply %285, %286 : tensor<i32>
      %288 = stablehlo.add %287, %5 : tensor<i32>
      %289 = stablehlo.constant dense<2> : tensor<i32>
      %290 = stablehlo.multiply %288, %289 : tensor<i32>
      %291 = stablehlo.add %290, %6 : tensor<i32>
      %292 = stablehlo.constant dense<3> : tensor<i32>
      %293 = stablehlo.multiply %291, %292 : tensor<i32>
      %294 = stablehlo.constant dense<0> : tensor<i32>
      %295 = stablehlo.dynamic_slice %115#7, %294, %293, sizes = [3, 3] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %296 = stablehlo.reshape %295 : (tensor<3x3xf32>) -> tensor<9xf32>
      %297 = stablehlo.slice %296 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %298 = stablehlo.reshape %297 : (tensor<8xf32>) -> tensor<1x8xf32>
      %299 = stablehlo.constant dense<0> : tensor<i32>
      %300 = stablehlo.constant dense<2> : tensor<i32>
      %301 = stablehlo.multiply %299, %300 : tensor<i32>
      %302 = stablehlo.add %301, %5 : tensor<i32>
      %303 = stablehlo.constant dense<2> : tensor<i32>
      %304 = stablehlo.multiply %302, %303 : tensor<i32>
      %305 = stablehlo.add %304, %6 : tensor<i32>
      %306 = stablehlo.constant dense<3> : tensor<i32>
      %307 = stablehlo.multiply %305, %306 : tensor<i32>
      %308 = stablehlo.constant dense<0> : tensor<i32>
      %309 = stablehlo.dynamic_slice %115#8, %308, %307, sizes = [3, 3] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %310 = stablehlo.reshape %309 : (tensor<3x3xf32>) -> tensor<9xf32>
      %311 = stablehlo.slice %310 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %312 = stablehlo.reshape %311 : (tensor<8xf32>) -> tensor<1x8xf32>
      %313 = stablehlo.reshape %115#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %314 = stablehlo.slice %313 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %315 = stablehlo.reshape %314 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %316 = "stablehlo.reduce_scatter"(%115#5) <{channel_handle = #stablehlo.channel_handle<handle = 371, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.370: tensor<f32>, %rhs.370: tensor<f32>): %both.370 = stablehlo.add %lhs.370, %rhs.370 : tensor<f32> stablehlo.return %both.370 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
      %317 = "stablehlo.all_gather"(%316) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 372, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x8xf32>
      %318 = stablehlo.slice %317 [0:4, 0:7] : (tensor<4x8xf32>) -> tensor<4x7xf32>
      %319 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %320 = stablehlo.broadcast_in_dim %319, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %321 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %322 = stablehlo.broadcast_in_dim %321, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %323 = stablehlo.compare NE, %43, %320, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %324 = stablehlo.subtract %298, %part0.5 : tensor<1x8xf32>
      %325 = stablehlo.exponential %324 : tensor<1x8xf32>
      %326 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %327 = stablehlo.broadcast_in_dim %326, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %328 = stablehlo.maximum %325, %327 : tensor<1x8xf32>
      %329 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
      %330 = stablehlo.broadcast_in_dim %329, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %331 = stablehlo.minimum %328, %330 : tensor<1x8xf32>
      %332 = stablehlo.multiply %331, %part0.3 : tensor<1x8xf32>
      %333 = stablehlo.multiply %325, %part0.3 : tensor<1x8xf32>
      %334 = stablehlo.minimum %333, %332 : tensor<1x8xf32>
      %335 = stablehlo.negate %334 : tensor<1x8xf32>
      %336 = stablehlo.compare LE, %333, %332, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %337 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %338 = stablehlo.broadcast_in_dim %337, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %339 = stablehlo.negate %333 : tensor<1x8xf32>
      %340 = stablehlo.select %336, %339, %338 : tensor<1x8xi1>, tensor<1x8xf32>
      %341 = stablehlo.subtract %part0.6, %298 : tensor<1x8xf32>
      %342 = stablehlo.exponential %341 : tensor<1x8xf32>
      %343 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %344 = stablehlo.broadcast_in_dim %343, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %345 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
      %346 = stablehlo.broadcast_in_dim %345, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %347 = stablehlo.subtract %342, %341 : tensor<1x8xf32>
      %348 = stablehlo.subtract %347, %344 : tensor<1x8xf32>
      %349 = stablehlo.multiply %346, %348 : tensor<1x8xf32>
      %350 = stablehlo.add %335, %349 : tensor<1x8xf32>
      %351 = stablehlo.subtract %344, %342 : tensor<1x8xf32>
      %352 = stablehlo.multiply %346, %351 : tensor<1x8xf32>
      %353 = stablehlo.add %340, %352 : tensor<1x8xf32>
      %354 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %355 = stablehlo.broadcast_in_dim %354, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %356 = stablehlo.compare NE, %43, %355, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %357 = stablehlo.constant dense<1.000000e-02> : tensor<f32>
      %358 = stablehlo.broadcast_in_dim %357, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %359 = stablehlo.multiply %358, %312 : tensor<1x8xf32>
      %360 = stablehlo.subtract %350, %359 : tensor<1x8xf32>
      %361 = stablehlo.negate %358 : tensor<1x8xf32>
      %362 = stablehlo.multiply %361, %43 : tensor<1x8xf32>
      %363 = stablehlo.select %356, %362, %355 : tensor<1x8xi1>, tensor<1x8xf32>
      %364 = stablehlo.multiply %360, %43 : tensor<1x8xf32>
      %365 = stablehlo.select %356, %364, %355 : tensor<1x8xi1>, tensor<1x8xf32>
      %366 = stablehlo.multiply %353, %43 : tensor<1x8xf32>
      %367 = stablehlo.select %356, %366, %355 : tensor<1x8xi1>, tensor<1x8xf32>
      %368 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %369 = stablehlo.reduce (%365 init: %368) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %370 = "stablehlo.all_reduce"(%369) <{channel_handle = #stablehlo.channel_handle<handle = 425, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.424: tensor<f32>, %rhs.424: tensor<f32>): %both.424 = stablehlo.add %lhs.424, %rhs.424 : tensor<f32> stablehlo.return %both.424 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %371 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %372 = stablehlo.reduce (%370 init: %371) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %373 = "stablehlo.all_reduce"(%372) <{channel_handle = #stablehlo.channel_handle<handle = 428, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.427: tensor<f32>, %rhs.427: tensor<f32>): %both.427 = stablehlo.add %lhs.427, %rhs.427 : tensor<f32> stablehlo.return %both.427 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %374 = stablehlo.select %323, %322, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %375 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %376 = stablehlo.reduce (%374 init: %375) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %377 = "stablehlo.all_reduce"(%376) <{channel_handle = #stablehlo.channel_handle<handle = 432, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.431: tensor<f32>, %rhs.431: tensor<f32>): %both.431 = stablehlo.add %lhs.431, %rhs.431 : tensor<f32> stablehlo.return %both.431 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %378 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %379 = stablehlo.reduce (%377 init: %378) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %380 = "stablehlo.all_reduce"(%379) <{channel_handle = #stablehlo.channel_handle<handle = 435, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.434: tensor<f32>, %rhs.434: tensor<f32>): %both.434 = stablehlo.add %lhs.434, %rhs.434 : tensor<f32> stablehlo.return %both.434 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %381 = stablehlo.select %323, %320, %322 : tensor<1x8xi1>, tensor<1x8xf32>
      %382 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %383 = stablehlo.reduce (%381 init: %382) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %384 = "stablehlo.all_reduce"(%383) <{channel_handle = #stablehlo.channel_handle<handle = 439, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.438: tensor<f32>, %rhs.438: tensor<f32>): %both.438 = stablehlo.add %lhs.438, %rhs.438 : tensor<f32> stablehlo.return %both.438 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %385 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %386 = stablehlo.reduce (%384 init: %385) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %387 = "stablehlo.all_reduce"(%386) <{channel_handle = #stablehlo.channel_handle<handle = 442, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.441: tensor<f32>, %rhs.441: tensor<f32>): %both.441 = stablehlo.add %lhs.441, %rhs.441 : tensor<f32> stablehlo.return %both.441 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %388 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %389 = stablehlo.maximum %380, %388 : tensor<f32>
      %390 = stablehlo.subtract %298, %part0.5 : tensor<1x8xf32>
      %391 = stablehlo.exponential %390 : tensor<1x8xf32>
      %392 = stablehlo.select %323, %391, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %393 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %394 = stablehlo.reduce (%392 init: %393) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %395 = "stablehlo.all_reduce"(%394) <{channel_handle = #stablehlo.channel_handle<handle = 450, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.449: tensor<f32>, %rhs.449: tensor<f32>): %both.449 = stablehlo.add %lhs.449, %rhs.449 : tensor<f32> stablehlo.return %both.449 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %396 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %397 = stablehlo.reduce (%395 init: %396) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %398 = "stablehlo.all_reduce"(%397) <{channel_handle = #stablehlo.channel_handle<handle = 453, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.452: tensor<f32>, %rhs.452: tensor<f32>): %both.452 = stablehlo.add %lhs.452, %rhs.452 : tensor<f32> stablehlo.return %both.452 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %399 = stablehlo.divide %398, %389 : tensor<f32>
      %400 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %401 = stablehlo.broadcast_in_dim %400, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %402 = stablehlo.compare LT, %391, %401, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %403 = stablehlo.select %402, %322, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %404 = stablehlo.select %323, %403, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %405 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %406 = stablehlo.reduce (%404 init: %405) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %407 = "stablehlo.all_reduce"(%406) <{channel_handle = #stablehlo.channel_handle<handle = 462, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.461: tensor<f32>, %rhs.461: tensor<f32>): %both.461 = stablehlo.add %lhs.461, %rhs.461 : tensor<f32> stablehlo.return %both.461 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %408 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %409 = stablehlo.reduce (%407 init: %408) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %410 = "stablehlo.all_reduce"(%409) <{channel_handle = #stablehlo.channel_handle<handle = 465, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.464: tensor<f32>, %rhs.464: tensor<f32>): %both.464 = stablehlo.add %lhs.464, %rhs.464 : tensor<f32> stablehlo.return %both.464 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %411 = stablehlo.divide %410, %389 : tensor<f32>
      %412 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
      %413 = stablehlo.broadcast_in_dim %412, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %414 = stablehlo.compare GT, %391, %413, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %415 = stablehlo.select %414, %322, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %416 = stablehlo.select %323, %415, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %417 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %418 = stablehlo.reduce (%416 init: %417) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %419 = "stablehlo.all_reduce"(%418) <{channel_handle = #stablehlo.channel_handle<handle = 474, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.473: tensor<f32>, %rhs.473: tensor<f32>): %both.473 = stablehlo.add %lhs.473, %rhs.473 : tensor<f32> stablehlo.return %both.473 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %420 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %421 = stablehlo.reduce (%419 init: %420) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %422 = "stablehlo.all_reduce"(%421) <{channel_handle = #stablehlo.channel_handle<handle = 477, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.476: tensor<f32>, %rhs.476: tensor<f32>): %both.476 = stablehlo.add %lhs.476, %rhs.476 : tensor<f32> stablehlo.return %both.476 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %423 = stablehlo.divide %422, %389 : tensor<f32>
      %424 = stablehlo.negate %390 : tensor<1x8xf32>
      %425 = stablehlo.select %323, %424, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %426 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %427 = stablehlo.reduce (%425 init: %426) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %428 = "stablehlo.all_reduce"(%427) <{channel_handle = #stablehlo.channel_handle<handle = 483, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.482: tensor<f32>, %rhs.482: tensor<f32>): %both.482 = stablehlo.add %lhs.482, %rhs.482 : tensor<f32> stablehlo.return %both.482 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %429 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %430 = stablehlo.reduce (%428 init: %429) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %431 = "stablehlo.all_reduce"(%430) <{channel_handle = #stablehlo.channel_handle<handle = 486, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.485: tensor<f32>, %rhs.485: tensor<f32>): %both.485 = stablehlo.add %lhs.485, %rhs.485 : tensor<f32> stablehlo.return %both.485 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %432 = stablehlo.divide %431, %389 : tensor<f32>
      %433 = stablehlo.subtract %391, %322 : tensor<1x8xf32>
      %434 = stablehlo.subtract %433, %390 : tensor<1x8xf32>
      %435 = stablehlo.select %323, %434, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %436 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %437 = stablehlo.reduce (%435 init: %436) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %438 = "stablehlo.all_reduce"(%437) <{channel_handle = #stablehlo.channel_handle<handle = 493, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.492: tensor<f32>, %rhs.492: tensor<f32>): %both.492 = stablehlo.add %lhs.492, %rhs.492 : tensor<f32> stablehlo.return %both.492 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %439 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %440 = stablehlo.reduce (%438 init: %439) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %441 = "stablehlo.all_reduce"(%440) <{channel_handle = #stablehlo.channel_handle<handle = 496, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.495: tensor<f32>, %rhs.495: tensor<f32>): %both.495 = stablehlo.add %lhs.495, %rhs.495 : tensor<f32> stablehlo.return %both.495 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %442 = stablehlo.divide %441, %389 : tensor<f32>
      %443 = stablehlo.select %323, %312, %320 : tensor<1x8xi1>, tensor<1x8xf32>
      %444 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %445 = stablehlo.reduce (%443 init: %444) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %446 = "stablehlo.all_reduce"(%445) <{channel_handle = #stablehlo.channel_handle<handle = 501, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.500: tensor<f32>, %rhs.500: tensor<f32>): %both.500 = stablehlo.add %lhs.500, %rhs.500 : tensor<f32> stablehlo.return %both.500 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %447 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %448 = stablehlo.reduce (%446 init: %447) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %449 = "stablehlo.all_reduce"(%448) <{channel_handle = #stablehlo.channel_handle<handle = 504, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.503: tensor<f32>, %rhs.503: tensor<f32>): %both.503 = stablehlo.add %lhs.503, %rhs.503 : tensor<f32> stablehlo.return %both.503 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %450 = stablehlo.divide %449, %389 : tensor<f32>
      sdy.return %373, %380, %387, %399, %411, %423, %432, %442, %450, %315, %318, %298, %312 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<1x8x8xbf16>, tensor<4x7xf32>, tensor<1x8xf32>, tensor<1x8xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>, tensor<4x16xf32>, tensor<4x16xf32>)
    return %3#0, %3#1, %3#2, %3#3, %3#4, %3#5, %3#6, %3#7, %3#8, %3#9, %3#10, %3#11, %3#12 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
}
