module @logphead_loss_and_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "context", "expert"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %weights: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %mask: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<f32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "context", "expert"}, {}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:3 = sdy.manual_computation(%hidden, %kernel, %targets, %weights, %mask, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp", "context", "expert"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp", "context", "expert"}, {}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<1x7xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>) {
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
      %15 = "stablehlo.all_gather"(%14) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 28, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xi32>) -> tensor<3x12xi32>
      %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %18 = stablehlo.compare NE, %part0.4, %17, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
      %19 = stablehlo.multiply %part0.3, %part0.4 : tensor<1x8xf32>
      %20 = stablehlo.select %18, %19, %17 : tensor<1x8xi1>, tensor<1x8xf32>
      %21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.reduce (%part0.4 init: %21) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %23 = "stablehlo.all_reduce"(%22) <{channel_handle = #stablehlo.channel_handle<handle = 36, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.35: tensor<f32>, %rhs.35: tensor<f32>): %both.35 = stablehlo.add %lhs.35, %rhs.35 : tensor<f32> stablehlo.return %both.35 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %25 = stablehlo.reduce (%23 init: %24) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %26 = "stablehlo.all_reduce"(%25) <{channel_handle = #stablehlo.channel_handle<handle = 39, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.38: tensor<f32>, %rhs.38: tensor<f32>): %both.38 = stablehlo.add %lhs.38, %rhs.38 : tensor<f32> stablehlo.return %both.38 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %28 = stablehlo.compare NE, %26, %27, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %30 = stablehlo.select %28, %26, %29 : tensor<i1>, tensor<f32>
      %31 = stablehlo.constant dense<0> : tensor<i32>
      %32 = stablehlo.constant dense<0> : tensor<i32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %34 = stablehlo.constant dense<4> : tensor<i32>
      %35 = stablehlo.constant dense<0> : tensor<i32>
      %36 = stablehlo.constant dense<1> : tensor<i32>
      %37 = stablehlo.multiply %35, %36 : tensor<i32>
      %38 = stablehlo.add %37, %31 : tensor<i32>
      %39 = stablehlo.multiply %38, %34 : tensor<i32>
      %40 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.constant dense<2> : tensor<i32>
      %42 = stablehlo.multiply %40, %41 : tensor<i32>
      %43 = stablehlo.add %42, %5 : tensor<i32>
      %44 = stablehlo.constant dense<2> : tensor<i32>
      %45 = stablehlo.multiply %43, %44 : tensor<i32>
      %46 = stablehlo.add %45, %6 : tensor<i32>
      %47 = stablehlo.add %39, %46 : tensor<i32>
      %48 = stablehlo.constant dense<2> : tensor<i32>
      %49 = stablehlo.multiply %47, %48 : tensor<i32>
      %50 = stablehlo.iota dim = 0 : tensor<2xi32>
      %51 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %52 = stablehlo.add %50, %51 : tensor<2xi32>
      %53 = stablehlo.constant dense<7> : tensor<i32>
      %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %55 = stablehlo.multiply %33, %54 : tensor<2xi32>
      %56 = stablehlo.add %55, %52 : tensor<2xi32>
      %57 = stablehlo.constant dense<7> : tensor<i32>
      %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %59 = stablehlo.compare LT, %52, %58, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %60 = stablehlo.constant dense<7> : tensor<i32>
      %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %62 = stablehlo.compare LT, %56, %61, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %63 = stablehlo.and %59, %62 : tensor<2xi1>
      %64 = stablehlo.constant dense<-1> : tensor<i32>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %66 = stablehlo.select %63, %56, %65 : tensor<2xi1>, tensor<2xi32>
      %67 = stablehlo.constant dense<0> : tensor<i32>
      %68 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %69 = stablehlo.pad %part0.1, %68, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<1x7xbf16>, tensor<bf16>) -> tensor<1x8xbf16>
      %70 = "stablehlo.all_to_all"(%69) <{channel_handle = #stablehlo.channel_handle<handle = 83, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<1x8xbf16>) -> tensor<4x2xbf16>
      %71 = "stablehlo.all_gather"(%70) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 84, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xbf16>) -> tensor<8x2xbf16>
      %72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %73 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %75 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %78 = stablehlo.constant dense<0> : tensor<i32>
      %79:8 = stablehlo.while(%loop0.0 = %78, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %71, %loop0.4 = %66, %loop0.5 = %73, %loop0.6 = %75, %loop0.7 = %77) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      cond {
        %80 = stablehlo.constant dense<3> : tensor<i32>
        %81 = stablehlo.compare LT, %loop0.0, %80, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %81 : tensor<i1>
      } do {
        %82 = stablehlo.constant dense<0> : tensor<i32>
        %83 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %82, sizes = [1, 12] : (tensor<3x12xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12xi32>
        %84 = stablehlo.reshape %83 : (tensor<1x12xi32>) -> tensor<12xi32>
        %85 = stablehlo.constant dense<0> : tensor<i32>
        %86 = stablehlo.constant dense<0> : tensor<i32>
        %87 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %85, %86, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %88 = stablehlo.reshape %87 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %89 = "stablehlo.all_gather"(%88) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 117, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<12x8xbf16>
        %90 = stablehlo.constant dense<0> : tensor<i32>
        %91 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %92 = stablehlo.compare GE, %84, %91, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %93 = stablehlo.broadcast_in_dim %92, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %94 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %95 = stablehlo.broadcast_in_dim %94, dims = [] : (tensor<bf16>) -> tensor<12x8xbf16>
        %96 = stablehlo.select %93, %89, %95 : tensor<12x8xi1>, tensor<12x8xbf16>
        %97 = stablehlo.dot_general %96, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<8x2xbf16>) -> tensor<12x2xf32>
        %98 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %99 = stablehlo.constant dense<0> : tensor<i32>
        %100 = stablehlo.broadcast_in_dim %99, dims = [] : (tensor<i32>) -> tensor<12x2xi32>
        %101 = stablehlo.compare GE, %98, %100, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %102 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %103 = stablehlo.broadcast_in_dim %102, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %104 = stablehlo.select %101, %97, %103 : tensor<12x2xi1>, tensor<12x2xf32>
        %105 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %106 = stablehlo.reduce (%104 init: %105) applies stablehlo.maximum across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %107 = "stablehlo.all_reduce"(%106) <{channel_handle = #stablehlo.channel_handle<handle = 135, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.134: tensor<f32>, %rhs.134: tensor<f32>): %both.134 = stablehlo.maximum %lhs.134, %rhs.134 : tensor<f32> stablehlo.return %both.134 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %108 = stablehlo.is_finite %107 : (tensor<12xf32>) -> tensor<12xi1>
        %109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %110 = stablehlo.broadcast_in_dim %109, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %111 = stablehlo.select %108, %107, %110 : tensor<12xi1>, tensor<12xf32>
        %112 = stablehlo.broadcast_in_dim %111, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %113 = stablehlo.subtract %104, %112 : tensor<12x2xf32>
        %114 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %115 = stablehlo.broadcast_in_dim %84, dims = [0] : (tensor<12xi32>) -> tensor<12x2xi32>
        %116 = stablehlo.compare EQ, %114, %115, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %117 = stablehlo.constant dense<0> : tensor<i32>
        %118 = stablehlo.broadcast_in_dim %117, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %119 = stablehlo.compare GE, %84, %118, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %120 = stablehlo.exponential %113 : tensor<12x2xf32>
        %121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %122 = stablehlo.reduce (%120 init: %121) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %123 = "stablehlo.all_reduce"(%122) <{channel_handle = #stablehlo.channel_handle<handle = 151, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.150: tensor<f32>, %rhs.150: tensor<f32>): %both.150 = stablehlo.add %lhs.150, %rhs.150 : tensor<f32> stablehlo.return %both.150 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %124 = stablehlo.log %123 : tensor<12xf32>
        %125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %126 = stablehlo.broadcast_in_dim %125, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %127 = stablehlo.select %116, %113, %126 : tensor<12x2xi1>, tensor<12x2xf32>
        %128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %129 = stablehlo.reduce (%127 init: %128) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %130 = "stablehlo.all_reduce"(%129) <{channel_handle = #stablehlo.channel_handle<handle = 158, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.157: tensor<f32>, %rhs.157: tensor<f32>): %both.157 = stablehlo.add %lhs.157, %rhs.157 : tensor<f32> stablehlo.return %both.157 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %131 = stablehlo.subtract %130, %124 : tensor<12xf32>
        %132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %133 = stablehlo.broadcast_in_dim %132, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %134 = stablehlo.select %119, %131, %133 : tensor<12xi1>, tensor<12xf32>
        %135 = stablehlo.reshape %134 : (tensor<12xf32>) -> tensor<1x12xf32>
        %136 = stablehlo.constant dense<0> : tensor<i32>
        %137 = stablehlo.dynamic_update_slice %loop0.5, %135, %loop0.0, %136 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %138 = stablehlo.reshape %111 : (tensor<12xf32>) -> tensor<1x12xf32>
        %139 = stablehlo.constant dense<0> : tensor<i32>
        %140 = stablehlo.dynamic_update_slice %loop0.6, %138, %loop0.0, %139 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %141 = stablehlo.reshape %124 : (tensor<12xf32>) -> tensor<1x12xf32>
        %142 = stablehlo.constant dense<0> : tensor<i32>
        %143 = stablehlo.dynamic_update_slice %loop0.7, %141, %loop0.0, %142 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %144 = stablehlo.constant dense<1> : tensor<i32>
        %145 = stablehlo.add %loop0.0, %144 : tensor<i32>
        stablehlo.return %145, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %137, %140, %143 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      }
      %146 = stablehlo.constant dense<0> : tensor<i32>
      %147 = stablehlo.constant dense<2> : tensor<i32>
      %148 = stablehlo.multiply %146, %147 : tensor<i32>
      %149 = stablehlo.add %148, %5 : tensor<i32>
      %150 = stablehlo.constant dense<2> : tensor<i32>
      %151 = stablehlo.multiply %149, %150 : tensor<i32>
      %152 = stablehlo.add %151, %6 : tensor<i32>
      %153 = stablehlo.constant dense<3> : tensor<i32>
      %154 = stablehlo.multiply %152, %153 : tensor<i32>
      %155 = stablehlo.constant dense<0> : tensor<i32>
      %156 = stablehlo.dynamic_slice %79#5, %155, %154, sizes = [3, 3] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %157 = stablehlo.reshape %156 : (tensor<3x3xf32>) -> tensor<9xf32>
      %158 = stablehlo.slice %157 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %159 = stablehlo.reshape %158 : (tensor<8xf32>) -> tensor<1x8xf32>
      %160 = stablehlo.multiply %159, %20 : tensor<1x8xf32>
      %161 = stablehlo.select %18, %160, %17 : tensor<1x8xi1>, tensor<1x8xf32>
      %162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %163 = stablehlo.reduce (%161 init: %162) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %164 = "stablehlo.all_reduce"(%163) <{channel_handle = #stablehlo.channel_handle<handle = 200, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.199: tensor<f32>, %rhs.199: tensor<f32>): %both.199 = stablehlo.add %lhs.199, %rhs.199 : tensor<f32> stablehlo.return %both.199 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %166 = stablehlo.reduce (%164 init: %165) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %167 = "stablehlo.all_reduce"(%166) <{channel_handle = #stablehlo.channel_handle<handle = 203, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.202: tensor<f32>, %rhs.202: tensor<f32>): %both.202 = stablehlo.add %lhs.202, %rhs.202 : tensor<f32> stablehlo.return %both.202 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %168 = stablehlo.divide %167, %30 : tensor<f32>
      %169 = stablehlo.negate %168 : tensor<f32>
      %170 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %171 = stablehlo.divide %170, %30 : tensor<f32>
      %172 = stablehlo.negate %171 : tensor<f32>
      %173 = stablehlo.broadcast_in_dim %172, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %174 = stablehlo.multiply %20, %173 : tensor<1x8xf32>
      %175 = stablehlo.reshape %174 : (tensor<1x8xf32>) -> tensor<8xf32>
      %176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %177 = stablehlo.pad %175, %176, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %178 = stablehlo.reshape %177 : (tensor<9xf32>) -> tensor<3x3xf32>
      %179 = "stablehlo.all_gather"(%178) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 215, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xf32>) -> tensor<3x12xf32>
      %180 = stablehlo.constant dense<0> : tensor<i32>
      %181 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %182 = stablehlo.broadcast_in_dim %181, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %183 = stablehlo.constant dense<0> : tensor<i32>
      %184 = stablehlo.constant dense<0> : tensor<i32>
      %185 = stablehlo.broadcast_in_dim %184, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %186 = stablehlo.constant dense<4> : tensor<i32>
      %187 = stablehlo.constant dense<0> : tensor<i32>
      %188 = stablehlo.constant dense<1> : tensor<i32>
      %189 = stablehlo.multiply %187, %188 : tensor<i32>
      %190 = stablehlo.add %189, %183 : tensor<i32>
      %191 = stablehlo.multiply %190, %186 : tensor<i32>
      %192 = stablehlo.constant dense<0> : tensor<i32>
      %193 = stablehlo.constant dense<2> : tensor<i32>
      %194 = stablehlo.multiply %192, %193 : tensor<i32>
      %195 = stablehlo.add %194, %5 : tensor<i32>
      %196 = stablehlo.constant dense<2> : tensor<i32>
      %197 = stablehlo.multiply %195, %196 : tensor<i32>
      %198 = stablehlo.add %197, %6 : tensor<i32>
      %199 = stablehlo.add %191, %198 : tensor<i32>
      %200 = stablehlo.constant dense<2> : tensor<i32>
      %201 = stablehlo.multiply %199, %200 : tensor<i32>
      %202 = stablehlo.iota dim = 0 : tensor<2xi32>
      %203 = stablehlo.broadcast_in_dim %201, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %204 = stablehlo.add %202, %203 : tensor<2xi32>
      %205 = stablehlo.constant dense<7> : tensor<i32>
      %206 = stablehlo.broadcast_in_dim %205, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %207 = stablehlo.multiply %185, %206 : tensor<2xi32>
      %208 = stablehlo.add %207, %204 : tensor<2xi32>
      %209 = stablehlo.constant dense<7> : tensor<i32>
      %210 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %211 = stablehlo.compare LT, %204, %210, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %212 = stablehlo.constant dense<7> : tensor<i32>
      %213 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %214 = stablehlo.compare LT, %208, %213, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %215 = stablehlo.and %211, %214 : tensor<2xi1>
      %216 = stablehlo.constant dense<-1> : tensor<i32>
      %217 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %218 = stablehlo.select %215, %208, %217 : tensor<2xi1>, tensor<2xi32>
      %219 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %220:2 = stablehlo.optimization_barrier %219, %71 : tensor<f32>, tensor<8x2xbf16>
      %221 = stablehlo.broadcast_in_dim %220#0, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
      %222 = stablehlo.constant dense<0> : tensor<i32>
      %223:10 = stablehlo.while(%loop1.0 = %222, %loop1.1 = %10, %loop1.2 = %15, %loop1.3 = %71, %loop1.4 = %218, %loop1.5 = %221, %loop1.6 = %182, %loop1.7 = %79#6, %loop1.8 = %79#7, %loop1.9 = %179) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      cond {
        %224 = stablehlo.constant dense<3> : tensor<i32>
        %225 = stablehlo.compare LT, %loop1.0, %224, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %225 : tensor<i1>
      } do {
        %226 = stablehlo.constant dense<0> : tensor<i32>
        %227 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %226, sizes = [1, 12] : (tensor<3x12xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12xi32>
        %228 = stablehlo.reshape %227 : (tensor<1x12xi32>) -> tensor<12xi32>
        %229 = stablehlo.constant dense<0> : tensor<i32>
        %230 = stablehlo.constant dense<0> : tensor<i32>
        %231 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %229, %230, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %232 = stablehlo.reshape %231 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %233 = "stablehlo.all_gather"(%232) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 289, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<12x8xbf16>
        %234 = stablehlo.constant dense<0> : tensor<i32>
        %235 = stablehlo.broadcast_in_dim %234, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %236 = stablehlo.compare GE, %228, %235, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %237 = stablehlo.broadcast_in_dim %236, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %238 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %239 = stablehlo.broadcast_in_dim %238, dims = [] : (tensor<bf16>) -> tensor<12x8xbf16>
        %240 = stablehlo.select %237, %233, %239 : tensor<12x8xi1>, tensor<12x8xbf16>
        %241 = stablehlo.constant dense<0> : tensor<i32>
        %242 = stablehlo.dynamic_slice %loop1.7, %loop1.0, %241, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %243 = stablehlo.reshape %242 : (tensor<1x12xf32>) -> tensor<12xf32>
        %244 = stablehlo.constant dense<0> : tensor<i32>
        %245 = stablehlo.dynamic_slice %loop1.8, %loop1.0, %244, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %246 = stablehlo.reshape %245 : (tensor<1x12xf32>) -> tensor<12xf32>
        %247 = stablehlo.dot_general %240, %loop1.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<8x2xbf16>) -> tensor<12x2xf32>
        %248 = stablehlo.broadcast_in_dim %loop1.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %249 = stablehlo.constant dense<0> : tensor<i32>
        %250 = stablehlo.broadcast_in_dim %249, dims = [] : (tensor<i32>) -> tensor<12x2xi32>
        %251 = stablehlo.compare GE, %248, %250, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %252 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %253 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %254 = stablehlo.select %251, %247, %253 : tensor<12x2xi1>, tensor<12x2xf32>
        %255 = stablehlo.broadcast_in_dim %243, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %256 = stablehlo.subtract %254, %255 : tensor<12x2xf32>
        %257 = stablehlo.broadcast_in_dim %loop1.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %258 = stablehlo.broadcast_in_dim %228, dims = [0] : (tensor<12xi32>) -> tensor<12x2xi32>
        %259 = stablehlo.compare EQ, %257, %258, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %260 = stablehlo.constant dense<0> : tensor<i32>
        %261 = stablehlo.broadcast_in_dim %260, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %262 = stablehlo.compare GE, %228, %261, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %263 = stablehlo.broadcast_in_dim %246, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %264 = stablehlo.subtract %256, %263 : tensor<12x2xf32>
        %265 = stablehlo.exponential %264 : tensor<12x2xf32>
        %266 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %267 = stablehlo.broadcast_in_dim %266, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %268 = stablehlo.constant dense<0> : tensor<i32>
        %269 = stablehlo.dynamic_slice %loop1.9, %loop1.0, %268, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %270 = stablehlo.reshape %269 : (tensor<1x12xf32>) -> tensor<12xf32>
        %271 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %272 = stablehlo.broadcast_in_dim %271, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %273 = stablehlo.divide %272, %267 : tensor<12xf32>
        %274 = stablehlo.broadcast_in_dim %273, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %275 = stablehlo.multiply %265, %274 : tensor<12x2xf32>
        %276 = stablehlo.broadcast_in_dim %270, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %277 = stablehlo.multiply %275, %276 : tensor<12x2xf32>
        %278 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %279 = stablehlo.broadcast_in_dim %278, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %280 = stablehlo.broadcast_in_dim %270, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %281 = stablehlo.select %259, %280, %279 : tensor<12x2xi1>, tensor<12x2xf32>
        %282 = stablehlo.subtract %281, %277 : tensor<12x2xf32>
        %283 = stablehlo.broadcast_in_dim %262, dims = [0] : (tensor<12xi1>) -> tensor<12x2xi1>
        %284 = stablehlo.select %283, %282, %279 : tensor<12x2xi1>, tensor<12x2xf32>
        %285 = stablehlo.convert %284 : (tensor<12x2xf32>) -> tensor<12x2xbf16>
        %286 = stablehlo.dot_general %240, %285, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<12x2xbf16>) -> tensor<8x2xf32>
        %287 = stablehlo.add %loop1.5, %286 : tensor<8x2xf32>
        %288 = stablehlo.dot_general %285, %loop1.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x2xbf16>, tensor<8x2xbf16>) -> tensor<12x8xf32>
        %289 = stablehlo.broadcast_in_dim %262, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %290 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %291 = stablehlo.broadcast_in_dim %290, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
        %292 = stablehlo.select %289, %288, %291 : tensor<12x8xi1>, tensor<12x8xf32>
        %293 = stablehlo.convert %292 : (tensor<12x8xf32>) -> tensor<12x8xbf16>
        %294 = "stablehlo.reduce_scatter"(%293) <{channel_handle = #stablehlo.channel_handle<handle = 350, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.349: tensor<bf16>, %rhs.349: tensor<bf16>): %both.349 = stablehlo.add %lhs.349, %rhs.349 : tensor<bf16> stablehlo.return %both.349 : tensor<bf16> }) : (tensor<12x8xbf16>) -> tensor<3x8xbf16>
        %295 = stablehlo.reshape %294 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %296 = stablehlo.constant dense<0> : tensor<i32>
        %297 = stablehlo.constant dense<0> : tensor<i32>
        %298 = stablehlo.dynamic_update_slice %loop1.6, %295, %loop1.0, %296, %297 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %299 = stablehlo.constant dense<1> : tensor<i32>
        %300 = stablehlo.add %loop1.0, %299 : tensor<i32>
        stablehlo.return %300, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %287, %298, %loop1.7, %loop1.8, %loop1.9 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      }
      %301 = "stablehlo.reduce_scatter"(%223#5) <{channel_handle = #stablehlo.channel_handle<handle = 367, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.366: tensor<f32>, %rhs.366: tensor<f32>): %both.366 = stablehlo.add %lhs.366, %rhs.366 : tensor<f32> stablehlo.return %both.366 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
      %302 = "stablehlo.all_to_all"(%301) <{channel_handle = #stablehlo.channel_handle<handle = 368, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<1x8xf32>
      %303 = stablehlo.reshape %302 : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
      %304 = stablehlo.reshape %303 : (tensor<1x1x8xf32>) -> tensor<1x1x1x8xf32>
      %305 = stablehlo.transpose %304, dims = [1, 2, 0, 3] : (tensor<1x1x1x8xf32>) -> tensor<1x1x1x8xf32>
      %306 = stablehlo.reshape %305 : (tensor<1x1x1x8xf32>) -> tensor<1x8xf32>
      %307 = stablehlo.slice %306 [0:1, 0:7] : (tensor<1x8xf32>) -> tensor<1x7xf32>
      %308 = stablehlo.reshape %223#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %309 = stablehlo.slice %308 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %310 = stablehlo.reshape %309 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      sdy.return %169, %310, %307 : tensor<f32>, tensor<1x8x8xbf16>, tensor<1x7xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>)
    return %3#0, %3#1, %3#2 : tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>
  }
}
