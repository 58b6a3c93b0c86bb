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
      %65 = stablehlo.constant dense<0> : tensor<i32>
      %66 = stablehlo.broadcast_in_dim %65, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %67 = stablehlo.constant dense<1> : tensor<i32>
      %68 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.constant dense<2> : tensor<i32>
      %70 = stablehlo.multiply %68, %69 : tensor<i32>
      %71 = stablehlo.add %70, %5 : tensor<i32>
      %72 = stablehlo.constant dense<2> : tensor<i32>
      %73 = stablehlo.multiply %71, %72 : tensor<i32>
      %74 = stablehlo.add %73, %6 : tensor<i32>
      %75 = stablehlo.constant dense<1> : tensor<i32>
      %76 = stablehlo.multiply %74, %75 : tensor<i32>
      %77 = stablehlo.add %76, %64 : tensor<i32>
      %78 = stablehlo.multiply %77, %67 : tensor<i32>
      %79 = stablehlo.constant dense<0> : tensor<i32>
      %80 = stablehlo.add %78, %79 : tensor<i32>
      %81 = stablehlo.constant dense<2> : tensor<i32>
      %82 = stablehlo.multiply %80, %81 : tensor<i32>
      %83 = stablehlo.iota dim = 0 : tensor<2xi32>
      %84 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %85 = stablehlo.add %83, %84 : tensor<2xi32>
      %86 = stablehlo.constant dense<7> : tensor<i32>
      %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %88 = stablehlo.multiply %66, %87 : tensor<2xi32>
      %89 = stablehlo.add %88, %85 : tensor<2xi32>
      %90 = stablehlo.constant dense<7> : tensor<i32>
      %91 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %92 = stablehlo.compare LT, %85, %91, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %93 = stablehlo.constant dense<7> : tensor<i32>
      %94 = stablehlo.broadcast_in_dim %93, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %95 = stablehlo.compare LT, %89, %94, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %96 = stablehlo.and %92, %95 : tensor<2xi1>
      %97 = stablehlo.constant dense<-1> : tensor<i32>
      %98 = stablehlo.broadcast_in_dim %97, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %99 = stablehlo.select %96, %89, %98 : tensor<2xi1>, tensor<2xi32>
      %100 = stablehlo.constant dense<0> : tensor<i32>
      %101 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %102 = stablehlo.pad %part0.1, %101, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<4x7xbf16>, tensor<bf16>) -> tensor<4x8xbf16>
      %103 = stablehlo.constant dense<2> : tensor<i32>
      %104 = stablehlo.constant dense<0> : tensor<i32>
      %105 = stablehlo.constant dense<2> : tensor<i32>
      %106 = stablehlo.multiply %104, %105 : tensor<i32>
      %107 = stablehlo.add %106, %5 : tensor<i32>
      %108 = stablehlo.constant dense<2> : tensor<i32>
      %109 = stablehlo.multiply %107, %108 : tensor<i32>
      %110 = stablehlo.add %109, %6 : tensor<i32>
      %111 = stablehlo.constant dense<1> : tensor<i32>
      %112 = stablehlo.multiply %110, %111 : tensor<i32>
      %113 = stablehlo.add %112, %100 : tensor<i32>
      %114 = stablehlo.multiply %113, %103 : tensor<i32>
      %115 = stablehlo.constant dense<0> : tensor<i32>
      %116 = stablehlo.dynamic_slice %102, %115, %114, sizes = [4, 2] : (tensor<4x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x2xbf16>
      %117 = "stablehlo.all_gather"(%116) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 134, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xbf16>) -> tensor<8x2xbf16>
      %118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %119:2 = stablehlo.optimization_barrier %118, %117 : tensor<f32>, tensor<8x2xbf16>
      %120 = stablehlo.broadcast_in_dim %119#0, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
      %121 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %122 = stablehlo.broadcast_in_dim %121, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %127 = stablehlo.constant dense<0> : tensor<i32>
      %128:13 = stablehlo.while(%loop0.0 = %127, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %117, %loop0.4 = %99, %loop0.5 = %120, %loop0.6 = %122, %loop0.7 = %124, %loop0.8 = %126, %loop0.9 = %48, %loop0.10 = %53, %loop0.11 = %58, %loop0.12 = %63) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      cond {
        %129 = stablehlo.constant dense<3> : tensor<i32>
        %130 = stablehlo.compare LT, %loop0.0, %129, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %130 : tensor<i1>
      } do {
        %131 = stablehlo.constant dense<0> : tensor<i32>
        %132 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %131, sizes = [1, 12] : (tensor<3x12xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12xi32>
        %133 = stablehlo.reshape %132 : (tensor<1x12xi32>) -> tensor<12xi32>
        %134 = stablehlo.constant dense<0> : tensor<i32>
        %135 = stablehlo.constant dense<0> : tensor<i32>
        %136 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %134, %135, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %137 = stablehlo.reshape %136 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %138 = "stablehlo.all_gather"(%137) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 181, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<12x8xbf16>
        %139 = stablehlo.constant dense<0> : tensor<i32>
        %140 = stablehlo.broadcast_in_dim %139, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %141 = stablehlo.compare GE, %133, %140, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %142 = stablehlo.broadcast_in_dim %141, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %143 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %144 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<bf16>) -> tensor<12x8xbf16>
        %145 = stablehlo.select %142, %138, %144 : tensor<12x8xi1>, tensor<12x8xbf16>
        %146 = stablehlo.dot_general %145, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<8x2xbf16>) -> tensor<12x2xf32>
        %147 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %148 = stablehlo.constant dense<0> : tensor<i32>
        %149 = stablehlo.broadcast_in_dim %148, dims = [] : (tensor<i32>) -> tensor<12x2xi32>
        %150 = stablehlo.compare GE, %147, %149, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %151 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %152 = stablehlo.broadcast_in_dim %151, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %153 = stablehlo.select %150, %146, %152 : tensor<12x2xi1>, tensor<12x2xf32>
        %154 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %155 = stablehlo.reduce (%153 init: %154) applies stablehlo.maximum across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %156 = "stablehlo.all_reduce"(%155) <{channel_handle = #stablehlo.channel_handle<handle = 199, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.198: tensor<f32>, %rhs.198: tensor<f32>): %both.198 = stablehlo.maximum %lhs.198, %rhs.198 : tensor<f32> stablehlo.return %both.198 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %157 = stablehlo.is_finite %156 : (tensor<12xf32>) -> tensor<12xi1>
        %158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %159 = stablehlo.broadcast_in_dim %158, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %160 = stablehlo.select %157, %156, %159 : tensor<12xi1>, tensor<12xf32>
        %161 = stablehlo.broadcast_in_dim %160, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %162 = stablehlo.subtract %153, %161 : tensor<12x2xf32>
        %163 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %164 = stablehlo.broadcast_in_dim %133, dims = [0] : (tensor<12xi32>) -> tensor<12x2xi32>
        %165 = stablehlo.compare EQ, %163, %164, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %166 = stablehlo.constant dense<0> : tensor<i32>
        %167 = stablehlo.broadcast_in_dim %166, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %168 = stablehlo.compare GE, %133, %167, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %169 = stablehlo.exponential %162 : tensor<12x2xf32>
        %170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %171 = stablehlo.reduce (%169 init: %170) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %172 = "stablehlo.all_reduce"(%171) <{channel_handle = #stablehlo.channel_handle<handle = 215, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.214: tensor<f32>, %rhs.214: tensor<f32>): %both.214 = stablehlo.add %lhs.214, %rhs.214 : tensor<f32> stablehlo.return %both.214 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %173 = stablehlo.log %172 : tensor<12xf32>
        %174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %175 = stablehlo.broadcast_in_dim %174, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %176 = stablehlo.select %165, %162, %175 : tensor<12x2xi1>, tensor<12x2xf32>
        %177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %178 = stablehlo.reduce (%176 init: %177) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %179 = "stablehlo.all_reduce"(%178) <{channel_handle = #stablehlo.channel_handle<handle = 222, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.221: tensor<f32>, %rhs.221: tensor<f32>): %both.221 = stablehlo.add %lhs.221, %rhs.221 : tensor<f32> stablehlo.return %both.221 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %180 = stablehlo.subtract %179, %173 : tensor<12xf32>
        %181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %182 = stablehlo.broadcast_in_dim %181, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %183 = stablehlo.select %168, %180, %182 : tensor<12xi1>, tensor<12xf32>
        %184 = stablehlo.multiply %169, %162 : tensor<12x2xf32>
        %185 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %186 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %187 = stablehlo.compare GT, %169, %186, FLOAT : (tensor<12x2xf32>, tensor<12x2xf32>) -> tensor<12x2xi1>
        %188 = stablehlo.select %187, %184, %186 : tensor<12x2xi1>, tensor<12x2xf32>
        %189 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %190 = stablehlo.reduce (%188 init: %189) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %191 = "stablehlo.all_reduce"(%190) <{channel_handle = #stablehlo.channel_handle<handle = 234, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.233: tensor<f32>, %rhs.233: tensor<f32>): %both.233 = stablehlo.add %lhs.233, %rhs.233 : tensor<f32> stablehlo.return %both.233 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %192 = stablehlo.divide %191, %172 : tensor<12xf32>
        %193 = stablehlo.subtract %173, %192 : tensor<12xf32>
        %194 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %195 = stablehlo.broadcast_in_dim %194, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %196 = stablehlo.select %168, %193, %195 : tensor<12xi1>, tensor<12xf32>
        %197 = stablehlo.constant dense<0> : tensor<i32>
        %198 = stablehlo.dynamic_slice %loop0.9, %loop0.0, %197, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %199 = stablehlo.reshape %198 : (tensor<1x12xf32>) -> tensor<12xf32>
        %200 = stablehlo.constant dense<0> : tensor<i32>
        %201 = stablehlo.dynamic_slice %loop0.10, %loop0.0, %200, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %202 = stablehlo.reshape %201 : (tensor<1x12xf32>) -> tensor<12xf32>
        %203 = stablehlo.constant dense<0> : tensor<i32>
        %204 = stablehlo.dynamic_slice %loop0.11, %loop0.0, %203, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %205 = stablehlo.reshape %204 : (tensor<1x12xf32>) -> tensor<12xf32>
        %206 = stablehlo.constant dense<0> : tensor<i32>
        %207 = stablehlo.dynamic_slice %loop0.12, %loop0.0, %206, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %208 = stablehlo.reshape %207 : (tensor<1x12xf32>) -> tensor<12xf32>
        %209 = stablehlo.subtract %183, %205 : tensor<12xf32>
        %210 = stablehlo.exponential %209 : tensor<12xf32>
        %211 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
        %212 = stablehlo.broadcast_in_dim %211, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %213 = stablehlo.maximum %210, %212 : tensor<12xf32>
        %214 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
        %215 = stablehlo.broadcast_in_dim %214, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %216 = stablehlo.minimum %213, %215 : tensor<12xf32>
        %217 = stablehlo.multiply %216, %199 : tensor<12xf32>
        %218 = stablehlo.multiply %210, %199 : tensor<12xf32>
        %219 = stablehlo.minimum %218, %217 : tensor<12xf32>
        %220 = stablehlo.negate %219 : tensor<12xf32>
        %221 = stablehlo.compare LE, %218, %217, FLOAT : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
        %222 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %223 = stablehlo.broadcast_in_dim %222, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %224 = stablehlo.negate %218 : tensor<12xf32>
        %225 = stablehlo.select %221, %224, %223 : tensor<12xi1>, tensor<12xf32>
        %226 = stablehlo.subtract %208, %183 : tensor<12xf32>
        %227 = stablehlo.exponential %226 : tensor<12xf32>
        %228 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %229 = stablehlo.broadcast_in_dim %228, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %230 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
        %231 = stablehlo.broadcast_in_dim %230, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %232 = stablehlo.subtract %227, %226 : tensor<12xf32>
        %233 = stablehlo.subtract %232, %229 : tensor<12xf32>
        %234 = stablehlo.multiply %231, %233 : tensor<12xf32>
        %235 = stablehlo.add %220, %234 : tensor<12xf32>
        %236 = stablehlo.subtract %229, %227 : tensor<12xf32>
        %237 = stablehlo.multiply %231, %236 : tensor<12xf32>
        %238 = stablehlo.add %225, %237 : tensor<12xf32>
        %239 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %240 = stablehlo.broadcast_in_dim %239, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %241 = stablehlo.compare NE, %202, %240, FLOAT : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>
        %242 = stablehlo.constant dense<1.000000e-02> : tensor<f32>
        %243 = stablehlo.broadcast_in_dim %242, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %244 = stablehlo.multiply %243, %196 : tensor<12xf32>
        %245 = stablehlo.subtract %235, %244 : tensor<12xf32>
        %246 = stablehlo.negate %243 : tensor<12xf32>
        %247 = stablehlo.multiply %246, %202 : tensor<12xf32>
        %248 = stablehlo.select %241, %247, %240 : tensor<12xi1>, tensor<12xf32>
        %249 = stablehlo.multiply %245, %202 : tensor<12xf32>
        %250 = stablehlo.select %241, %249, %240 : tensor<12xi1>, tensor<12xf32>
        %251 = stablehlo.multiply %238, %202 : tensor<12xf32>
        %252 = stablehlo.select %241, %251, %240 : tensor<12xi1>, tensor<12xf32>
        %253 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %254 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %255 = stablehlo.divide %254, %172 : tensor<12xf32>
        %256 = stablehlo.broadcast_in_dim %255, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %257 = stablehlo.multiply %169, %256 : tensor<12x2xf32>
        %258 = stablehlo.broadcast_in_dim %252, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %259 = stablehlo.broadcast_in_dim %192, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %260 = stablehlo.subtract %162, %259 : tensor<12x2xf32>
        %261 = stablehlo.broadcast_in_dim %248, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %262 = stablehlo.multiply %261, %260 : tensor<12x2xf32>
        %263 = stablehlo.add %258, %262 : tensor<12x2xf32>
        %264 = stablehlo.multiply %257, %263 : tensor<12x2xf32>
        %265 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %266 = stablehlo.broadcast_in_dim %265, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %267 = stablehlo.compare GT, %169, %266, FLOAT : (tensor<12x2xf32>, tensor<12x2xf32>) -> tensor<12x2xi1>
        %268 = stablehlo.select %267, %264, %266 : tensor<12x2xi1>, tensor<12x2xf32>
        %269 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %270 = stablehlo.broadcast_in_dim %269, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %271 = stablehlo.broadcast_in_dim %252, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %272 = stablehlo.select %165, %271, %270 : tensor<12x2xi1>, tensor<12x2xf32>
        %273 = stablehlo.subtract %272, %268 : tensor<12x2xf32>
        %274 = stablehlo.broadcast_in_dim %168, dims = [0] : (tensor<12xi1>) -> tensor<12x2xi1>
        %275 = stablehlo.select %274, %273, %270 : tensor<12x2xi1>, tensor<12x2xf32>
        %276 = stablehlo.convert %275 : (tensor<12x2xf32>) -> tensor<12x2xbf16>
        %277 = stablehlo.dot_general %145, %276, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<12x2xbf16>) -> tensor<8x2xf32>
        %278 = stablehlo.add %loop0.5, %277 : tensor<8x2xf32>
        %279 = stablehlo.dot_general %276, %loop0.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x2xbf16>, tensor<8x2xbf16>) -> tensor<12x8xf32>
        %280 = stablehlo.broadcast_in_dim %168, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %281 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %282 = stablehlo.broadcast_in_dim %281, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
        %283 = stablehlo.select %280, %279, %282 : tensor<12x8xi1>, tensor<12x8xf32>
        %284 = stablehlo.convert %283 : (tensor<12x8xf32>) -> tensor<12x8xbf16>
        %285 = "stablehlo.reduce_scatter"(%284) <{channel_handle = #stablehlo.channel_handle<handle = 328, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.327: tensor<bf16>, %rhs.327: tensor<bf16>): %both.327 = stablehlo.add %lhs.327, %rhs.327 : tensor<bf16> stablehlo.return %both.327 : tensor<bf16> }) : (tensor<12x8xbf16>) -> tensor<3x8xbf16>
        %286 = stablehlo.reshape %285 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %287 = stablehlo.constant dense<0> : tensor<i32>
        %288 = stablehlo.constant dense<0> : tensor<i32>
        %289 = stablehlo.dynamic_update_slice %loop0.6, %286, %loop0.0, %287, %288 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %290 = stablehlo.reshape %183 : (tensor<12xf32>) -> tensor<1x12xf32>
        %291 = stablehlo.constant dense<0> : tensor<i32>
        %292 = stablehlo.dynamic_update_slice %loop0.7, %290, %loop0.0, %291 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %293 = stablehlo.reshape %196 : (tensor<12xf32>) -> tensor<1x12xf32>
        %294 = stablehlo.constant dense<0> : tensor<i32>
        %295 = stablehlo.dynamic_update_slice %loop0.8, %293, %loop0.0, %294 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %296 = stablehlo.constant dense<1> : tensor<i32>
        %297 = stablehlo.add %loop0.0, %296 : tensor<i32>
        stablehlo.return %297, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %278, %289, %292, %295, %loop0.9, %loop0.10, %loop0.11, %loop0.12 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      }
      %298 = stablehlo.constant dense<0> : tensor<i32>
      %299 = stablehlo.constant dense<2> : tensor<i32>
      %300 = stablehlo.multiply %298, %299 : tensor<i32>
      %301 = stablehlo.add %300, %5 : tensor<i32>
      %302 = stablehlo.constant dense<2> : tensor<i32>
      %303 = stablehlo.multiply %301, %302 : tensor<i32>
      %304 = stablehlo.add %303, %6 : tensor<i32>
      %305 = stablehlo.constant dense<3> : tensor<i32>
      %306 = stablehlo.multiply %304, %305 : tensor<i32>
      %307 = stablehlo.constant dense<0> : tensor<i32>
      %308 = stablehlo.dynamic_slice %128#7, %307, %306, sizes = [3, 3] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %309 = stablehlo.reshape %308 : (tensor<3x3xf32>) -> tensor<9xf32>
      %310 = stablehlo.slice %309 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %311 = stablehlo.reshape %310 : (tensor<8xf32>) -> tensor<1x8xf32>
      %312 = stablehlo.constant dense<0> : tensor<i32>
      %313 = stablehlo.constant dense<2> : tensor<i32>
      %314 = stablehlo.multiply %312, %313 : tensor<i32>
      %315 = stablehlo.add %314, %5 : tensor<i32>
      %316 = stablehlo.constant dense<2> : tensor<i32>
      %317 = stablehlo.multiply %315, %316 : tensor<i32>
      %318 = stablehlo.add %317, %6 : tensor<i32>
      %319 = stablehlo.constant dense<3> : tensor<i32>
      %320 = stablehlo.multiply %318, %319 : tensor<i32>
      %321 = stablehlo.constant dense<0> : tensor<i32>
      %322 = stablehlo.dynamic_slice %128#8, %321, %320, sizes = [3, 3] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %323 = stablehlo.reshape %322 : (tensor<3x3xf32>) -> tensor<9xf32>
      %324 = stablehlo.slice %323 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %325 = stablehlo.reshape %324 : (tensor<8xf32>) -> tensor<1x8xf32>
      %326 = "stablehlo.reduce_scatter"(%128#5) <{channel_handle = #stablehlo.channel_handle<handle = 382, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.381: tensor<f32>, %rhs.381: tensor<f32>): %both.381 = stablehlo.add %lhs.381, %rhs.381 : tensor<f32> stablehlo.return %both.381 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
      %327 = "stablehlo.all_gather"(%326) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 383, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x8xf32>
      %328 = stablehlo.reshape %327 : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
      %329 = stablehlo.reshape %328 : (tensor<1x4x8xf32>) -> tensor<1x4x4x2xf32>
      %330 = stablehlo.transpose %329, dims = [1, 2, 0, 3] : (tensor<1x4x4x2xf32>) -> tensor<4x4x1x2xf32>
      %331 = stablehlo.reshape %330 : (tensor<4x4x1x2xf32>) -> tensor<4x8xf32>
      %332 = stablehlo.slice %331 [0:4, 0:7] : (tensor<4x8xf32>) -> tensor<4x7xf32>
      %333 = stablehlo.reshape %128#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %334 = stablehlo.slice %333 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %335 = stablehlo.reshape %334 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %336 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %337 = stablehlo.broadcast_in_dim %336, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %338 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %339 = stablehlo.broadcast_in_dim %338, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %340 = stablehlo.compare NE, %43, %337, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %341 = stablehlo.subtract %311, %part0.5 : tensor<1x8xf32>
      %342 = stablehlo.exponential %341 : tensor<1x8xf32>
      %343 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %344 = stablehlo.broadcast_in_dim %343, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %345 = stablehlo.maximum %342, %344 : tensor<1x8xf32>
      %346 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
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
      %358 = stablehlo.subtract %part0.6, %311 : tensor<1x8xf32>
      %359 = stablehlo.exponential %358 : tensor<1x8xf32>
      %360 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %361 = stablehlo.broadcast_in_dim %360, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %362 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
      %363 = stablehlo.broadcast_in_dim %362, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %364 = stablehlo.subtract %359, %358 : tensor<1x8xf32>
      %365 = stablehlo.subtract %364, %361 : tensor<1x8xf32>
      %366 = stablehlo.multiply %363, %365 : tensor<1x8xf32>
      %367 = stablehlo.add %352, %366 : tensor<1x8xf32>
      %368 = stablehlo.subtract %361, %359 : tensor<1x8xf32>
      %369 = stablehlo.multiply %363, %368 : tensor<1x8xf32>
      %370 = stablehlo.add %357, %369 : tensor<1x8xf32>
      %371 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %372 = stablehlo.broadcast_in_dim %371, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %373 = stablehlo.compare NE, %43, %372, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %374 = stablehlo.constant dense<1.000000e-02> : tensor<f32>
      %375 = stablehlo.broadcast_in_dim %374, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %376 = stablehlo.multiply %375, %325 : tensor<1x8xf32>
      %377 = stablehlo.subtract %367, %376 : tensor<1x8xf32>
      %378 = stablehlo.negate %375 : tensor<1x8xf32>
      %379 = stablehlo.multiply %378, %43 : tensor<1x8xf32>
      %380 = stablehlo.select %373, %379, %372 : tensor<1x8xi1>, tensor<1x8xf32>
      %381 = stablehlo.multiply %377, %43 : tensor<1x8xf32>
      %382 = stablehlo.select %373, %381, %372 : tensor<1x8xi1>, tensor<1x8xf32>
      %383 = stablehlo.multiply %370, %43 : tensor<1x8xf32>
      %384 = stablehlo.select %373, %383, %372 : tensor<1x8xi1>, tensor<1x8xf32>
      %385 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %386 = stablehlo.reduce (%382 init: %385) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %387 = "stablehlo.all_reduce"(%386) <{channel_handle = #stablehlo.channel_handle<handle = 443, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.442: tensor<f32>, %rhs.442: tensor<f32>): %both.442 = stablehlo.add %lhs.442, %rhs.442 : tensor<f32> stablehlo.return %both.442 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %388 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %389 = stablehlo.reduce (%387 init: %388) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %390 = "stablehlo.all_reduce"(%389) <{channel_handle = #stablehlo.channel_handle<handle = 446, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.445: tensor<f32>, %rhs.445: tensor<f32>): %both.445 = stablehlo.add %lhs.445, %rhs.445 : tensor<f32> stablehlo.return %both.445 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %391 = stablehlo.select %340, %339, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %392 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %393 = stablehlo.reduce (%391 init: %392) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %394 = "stablehlo.all_reduce"(%393) <{channel_handle = #stablehlo.channel_handle<handle = 450, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.449: tensor<f32>, %rhs.449: tensor<f32>): %both.449 = stablehlo.add %lhs.449, %rhs.449 : tensor<f32> stablehlo.return %both.449 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %395 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %396 = stablehlo.reduce (%394 init: %395) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %397 = "stablehlo.all_reduce"(%396) <{channel_handle = #stablehlo.channel_handle<handle = 453, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.452: tensor<f32>, %rhs.452: tensor<f32>): %both.452 = stablehlo.add %lhs.452, %rhs.452 : tensor<f32> stablehlo.return %both.452 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %398 = stablehlo.select %340, %337, %339 : tensor<1x8xi1>, tensor<1x8xf32>
      %399 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %400 = stablehlo.reduce (%398 init: %399) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %401 = "stablehlo.all_reduce"(%400) <{channel_handle = #stablehlo.channel_handle<handle = 457, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.456: tensor<f32>, %rhs.456: tensor<f32>): %both.456 = stablehlo.add %lhs.456, %rhs.456 : tensor<f32> stablehlo.return %both.456 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %402 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %403 = stablehlo.reduce (%401 init: %402) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %404 = "stablehlo.all_reduce"(%403) <{channel_handle = #stablehlo.channel_handle<handle = 460, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.459: tensor<f32>, %rhs.459: tensor<f32>): %both.459 = stablehlo.add %lhs.459, %rhs.459 : tensor<f32> stablehlo.return %both.459 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %405 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %406 = stablehlo.maximum %397, %405 : tensor<f32>
      %407 = stablehlo.subtract %311, %part0.5 : tensor<1x8xf32>
      %408 = stablehlo.exponential %407 : tensor<1x8xf32>
      %409 = stablehlo.select %340, %408, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %410 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %411 = stablehlo.reduce (%409 init: %410) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %412 = "stablehlo.all_reduce"(%411) <{channel_handle = #stablehlo.channel_handle<handle = 468, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.467: tensor<f32>, %rhs.467: tensor<f32>): %both.467 = stablehlo.add %lhs.467, %rhs.467 : tensor<f32> stablehlo.return %both.467 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %413 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %414 = stablehlo.reduce (%412 init: %413) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %415 = "stablehlo.all_reduce"(%414) <{channel_handle = #stablehlo.channel_handle<handle = 471, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.470: tensor<f32>, %rhs.470: tensor<f32>): %both.470 = stablehlo.add %lhs.470, %rhs.470 : tensor<f32> stablehlo.return %both.470 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %416 = stablehlo.divide %415, %406 : tensor<f32>
      %417 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %418 = stablehlo.broadcast_in_dim %417, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %419 = stablehlo.compare LT, %408, %418, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %420 = stablehlo.select %419, %339, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %421 = stablehlo.select %340, %420, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %422 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %423 = stablehlo.reduce (%421 init: %422) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %424 = "stablehlo.all_reduce"(%423) <{channel_handle = #stablehlo.channel_handle<handle = 480, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.479: tensor<f32>, %rhs.479: tensor<f32>): %both.479 = stablehlo.add %lhs.479, %rhs.479 : tensor<f32> stablehlo.return %both.479 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %425 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %426 = stablehlo.reduce (%424 init: %425) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %427 = "stablehlo.all_reduce"(%426) <{channel_handle = #stablehlo.channel_handle<handle = 483, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.482: tensor<f32>, %rhs.482: tensor<f32>): %both.482 = stablehlo.add %lhs.482, %rhs.482 : tensor<f32> stablehlo.return %both.482 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %428 = stablehlo.divide %427, %406 : tensor<f32>
      %429 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
      %430 = stablehlo.broadcast_in_dim %429, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %431 = stablehlo.compare GT, %408, %430, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %432 = stablehlo.select %431, %339, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %433 = stablehlo.select %340, %432, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %434 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %435 = stablehlo.reduce (%433 init: %434) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %436 = "stablehlo.all_reduce"(%435) <{channel_handle = #stablehlo.channel_handle<handle = 492, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.491: tensor<f32>, %rhs.491: tensor<f32>): %both.491 = stablehlo.add %lhs.491, %rhs.491 : tensor<f32> stablehlo.return %both.491 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %437 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %438 = stablehlo.reduce (%436 init: %437) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %439 = "stablehlo.all_reduce"(%438) <{channel_handle = #stablehlo.channel_handle<handle = 495, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.494: tensor<f32>, %rhs.494: tensor<f32>): %both.494 = stablehlo.add %lhs.494, %rhs.494 : tensor<f32> stablehlo.return %both.494 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %440 = stablehlo.divide %439, %406 : tensor<f32>
      %441 = stablehlo.negate %407 : tensor<1x8xf32>
      %442 = stablehlo.select %340, %441, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %443 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %444 = stablehlo.reduce (%442 init: %443) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %445 = "stablehlo.all_reduce"(%444) <{channel_handle = #stablehlo.channel_handle<handle = 501, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.500: tensor<f32>, %rhs.500: tensor<f32>): %both.500 = stablehlo.add %lhs.500, %rhs.500 : tensor<f32> stablehlo.return %both.500 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %446 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %447 = stablehlo.reduce (%445 init: %446) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %448 = "stablehlo.all_reduce"(%447) <{channel_handle = #stablehlo.channel_handle<handle = 504, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.503: tensor<f32>, %rhs.503: tensor<f32>): %both.503 = stablehlo.add %lhs.503, %rhs.503 : tensor<f32> stablehlo.return %both.503 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %449 = stablehlo.divide %448, %406 : tensor<f32>
      %450 = stablehlo.subtract %408, %339 : tensor<1x8xf32>
      %451 = stablehlo.subtract %450, %407 : tensor<1x8xf32>
      %452 = stablehlo.select %340, %451, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %453 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %454 = stablehlo.reduce (%452 init: %453) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %455 = "stablehlo.all_reduce"(%454) <{channel_handle = #stablehlo.channel_handle<handle = 511, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.510: tensor<f32>, %rhs.510: tensor<f32>): %both.510 = stablehlo.add %lhs.510, %rhs.510 : tensor<f32> stablehlo.return %both.510 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %456 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %457 = stablehlo.reduce (%455 init: %456) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %458 = "stablehlo.all_reduce"(%457) <{channel_handle = #stablehlo.channel_handle<handle = 514, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.513: tensor<f32>, %rhs.513: tensor<f32>): %both.513 = stablehlo.add %lhs.513, %rhs.513 : tensor<f32> stablehlo.return %both.513 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %459 = stablehlo.divide %458, %406 : tensor<f32>
      %460 = stablehlo.select %340, %325, %337 : tensor<1x8xi1>, tensor<1x8xf32>
      %461 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %462 = stablehlo.reduce (%460 init: %461) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %463 = "stablehlo.all_reduce"(%462) <{channel_handle = #stablehlo.channel_handle<handle = 519, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.518: tensor<f32>, %rhs.518: tensor<f32>): %both.518 = stablehlo.add %lhs.518, %rhs.518 : tensor<f32> stablehlo.return %both.518 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %464 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %465 = stablehlo.reduce (%463 init: %464) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %466 = "stablehlo.all_reduce"(%465) <{channel_handle = #stablehlo.channel_handle<handle = 522, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.521: tensor<f32>, %rhs.521: tensor<f32>): %both.521 = stablehlo.add %lhs.521, %rhs.521 : tensor<f32> stablehlo.return %both.521 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %467 = stablehlo.divide %466, %406 : tensor<f32>
      sdy.return %390, %397, %404, %416, %428, %440, %449, %459, %467, %335, %332, %311, %325 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<1x8x8xbf16>, tensor<4x7xf32>, tensor<1x8xf32>, tensor<1x8xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>, tensor<4x16xf32>, tensor<4x16xf32>)
    return %3#0, %3#1, %3#2, %3#3, %3#4, %3#5, %3#6, %3#7, %3#8, %3#9, %3#10, %3#11, %3#12 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
}
