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
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %33 = stablehlo.constant dense<0> : tensor<i32>
      %34 = stablehlo.constant dense<2> : tensor<i32>
      %35 = stablehlo.multiply %33, %34 : tensor<i32>
      %36 = stablehlo.add %35, %5 : tensor<i32>
      %37 = stablehlo.constant dense<2> : tensor<i32>
      %38 = stablehlo.multiply %36, %37 : tensor<i32>
      %39 = stablehlo.add %38, %6 : tensor<i32>
      %40 = stablehlo.constant dense<2> : tensor<i32>
      %41 = stablehlo.multiply %39, %40 : tensor<i32>
      %42 = stablehlo.iota dim = 0 : tensor<2xi32>
      %43 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %44 = stablehlo.add %42, %43 : tensor<2xi32>
      %45 = stablehlo.constant dense<7> : tensor<i32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %47 = stablehlo.multiply %32, %46 : tensor<2xi32>
      %48 = stablehlo.add %47, %44 : tensor<2xi32>
      %49 = stablehlo.constant dense<7> : tensor<i32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %52 = stablehlo.constant dense<7> : tensor<i32>
      %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %54 = stablehlo.compare LT, %48, %53, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %55 = stablehlo.and %51, %54 : tensor<2xi1>
      %56 = stablehlo.constant dense<-1> : tensor<i32>
      %57 = stablehlo.broadcast_in_dim %56, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %58 = stablehlo.select %55, %48, %57 : tensor<2xi1>, tensor<2xi32>
      %59 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %60 = stablehlo.pad %part0.1, %59, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<1x7xbf16>, tensor<bf16>) -> tensor<1x8xbf16>
      %61 = "stablehlo.all_to_all"(%60) <{channel_handle = #stablehlo.channel_handle<handle = 74, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<1x8xbf16>) -> tensor<4x2xbf16>
      %62 = "stablehlo.all_gather"(%61) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 75, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xbf16>) -> tensor<8x2xbf16>
      %63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %64 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %66 = stablehlo.broadcast_in_dim %65, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %68 = stablehlo.broadcast_in_dim %67, dims = [] : (tensor<f32>) -> tensor<3x12xf32>
      %69 = stablehlo.constant dense<0> : tensor<i32>
      %70:8 = stablehlo.while(%loop0.0 = %69, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %62, %loop0.4 = %58, %loop0.5 = %64, %loop0.6 = %66, %loop0.7 = %68) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      cond {
        %71 = stablehlo.constant dense<3> : tensor<i32>
        %72 = stablehlo.compare LT, %loop0.0, %71, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %72 : tensor<i1>
      } do {
        %73 = stablehlo.constant dense<0> : tensor<i32>
        %74 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %73, sizes = [1, 12] : (tensor<3x12xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12xi32>
        %75 = stablehlo.reshape %74 : (tensor<1x12xi32>) -> tensor<12xi32>
        %76 = stablehlo.constant dense<0> : tensor<i32>
        %77 = stablehlo.constant dense<0> : tensor<i32>
        %78 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %76, %77, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %79 = stablehlo.reshape %78 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %80 = "stablehlo.all_gather"(%79) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 108, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<12x8xbf16>
        %81 = stablehlo.constant dense<0> : tensor<i32>
        %82 = stablehlo.broadcast_in_dim %81, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %83 = stablehlo.compare GE, %75, %82, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %84 = stablehlo.broadcast_in_dim %83, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %85 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<bf16>) -> tensor<12x8xbf16>
        %87 = stablehlo.select %84, %80, %86 : tensor<12x8xi1>, tensor<12x8xbf16>
        %88 = stablehlo.dot_general %87, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<8x2xbf16>) -> tensor<12x2xf32>
        %89 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %90 = stablehlo.constant dense<0> : tensor<i32>
        %91 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<i32>) -> tensor<12x2xi32>
        %92 = stablehlo.compare GE, %89, %91, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %93 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %94 = stablehlo.broadcast_in_dim %93, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %95 = stablehlo.select %92, %88, %94 : tensor<12x2xi1>, tensor<12x2xf32>
        %96 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %97 = stablehlo.reduce (%95 init: %96) applies stablehlo.maximum across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %98 = "stablehlo.all_reduce"(%97) <{channel_handle = #stablehlo.channel_handle<handle = 126, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.125: tensor<f32>, %rhs.125: tensor<f32>): %both.125 = stablehlo.maximum %lhs.125, %rhs.125 : tensor<f32> stablehlo.return %both.125 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %99 = stablehlo.is_finite %98 : (tensor<12xf32>) -> tensor<12xi1>
        %100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %101 = stablehlo.broadcast_in_dim %100, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %102 = stablehlo.select %99, %98, %101 : tensor<12xi1>, tensor<12xf32>
        %103 = stablehlo.broadcast_in_dim %102, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %104 = stablehlo.subtract %95, %103 : tensor<12x2xf32>
        %105 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %106 = stablehlo.broadcast_in_dim %75, dims = [0] : (tensor<12xi32>) -> tensor<12x2xi32>
        %107 = stablehlo.compare EQ, %105, %106, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %108 = stablehlo.constant dense<0> : tensor<i32>
        %109 = stablehlo.broadcast_in_dim %108, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %110 = stablehlo.compare GE, %75, %109, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %111 = stablehlo.exponential %104 : tensor<12x2xf32>
        %112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %113 = stablehlo.reduce (%111 init: %112) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %114 = "stablehlo.all_reduce"(%113) <{channel_handle = #stablehlo.channel_handle<handle = 142, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.141: tensor<f32>, %rhs.141: tensor<f32>): %both.141 = stablehlo.add %lhs.141, %rhs.141 : tensor<f32> stablehlo.return %both.141 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %115 = stablehlo.log %114 : tensor<12xf32>
        %116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %117 = stablehlo.broadcast_in_dim %116, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %118 = stablehlo.select %107, %104, %117 : tensor<12x2xi1>, tensor<12x2xf32>
        %119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %120 = stablehlo.reduce (%118 init: %119) applies stablehlo.add across dimensions = [1] : (tensor<12x2xf32>, tensor<f32>) -> tensor<12xf32>
        %121 = "stablehlo.all_reduce"(%120) <{channel_handle = #stablehlo.channel_handle<handle = 149, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.148: tensor<f32>, %rhs.148: tensor<f32>): %both.148 = stablehlo.add %lhs.148, %rhs.148 : tensor<f32> stablehlo.return %both.148 : tensor<f32> }) : (tensor<12xf32>) -> tensor<12xf32>
        %122 = stablehlo.subtract %121, %115 : tensor<12xf32>
        %123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %124 = stablehlo.broadcast_in_dim %123, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %125 = stablehlo.select %110, %122, %124 : tensor<12xi1>, tensor<12xf32>
        %126 = stablehlo.reshape %125 : (tensor<12xf32>) -> tensor<1x12xf32>
        %127 = stablehlo.constant dense<0> : tensor<i32>
        %128 = stablehlo.dynamic_update_slice %loop0.5, %126, %loop0.0, %127 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %129 = stablehlo.reshape %102 : (tensor<12xf32>) -> tensor<1x12xf32>
        %130 = stablehlo.constant dense<0> : tensor<i32>
        %131 = stablehlo.dynamic_update_slice %loop0.6, %129, %loop0.0, %130 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %132 = stablehlo.reshape %115 : (tensor<12xf32>) -> tensor<1x12xf32>
        %133 = stablehlo.constant dense<0> : tensor<i32>
        %134 = stablehlo.dynamic_update_slice %loop0.7, %132, %loop0.0, %133 : (tensor<3x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x12xf32>
        %135 = stablehlo.constant dense<1> : tensor<i32>
        %136 = stablehlo.add %loop0.0, %135 : tensor<i32>
        stablehlo.return %136, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %128, %131, %134 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      }
      %137 = stablehlo.constant dense<0> : tensor<i32>
      %138 = stablehlo.constant dense<2> : tensor<i32>
      %139 = stablehlo.multiply %137, %138 : tensor<i32>
      %140 = stablehlo.add %139, %5 : tensor<i32>
      %141 = stablehlo.constant dense<2> : tensor<i32>
      %142 = stablehlo.multiply %140, %141 : tensor<i32>
      %143 = stablehlo.add %142, %6 : tensor<i32>
      %144 = stablehlo.constant dense<3> : tensor<i32>
      %145 = stablehlo.multiply %143, %144 : tensor<i32>
      %146 = stablehlo.constant dense<0> : tensor<i32>
      %147 = stablehlo.dynamic_slice %70#5, %146, %145, sizes = [3, 3] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %148 = stablehlo.reshape %147 : (tensor<3x3xf32>) -> tensor<9xf32>
      %149 = stablehlo.slice %148 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %150 = stablehlo.reshape %149 : (tensor<8xf32>) -> tensor<1x8xf32>
      %151 = stablehlo.multiply %150, %20 : tensor<1x8xf32>
      %152 = stablehlo.select %18, %151, %17 : tensor<1x8xi1>, tensor<1x8xf32>
      %153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %154 = stablehlo.reduce (%152 init: %153) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
      %155 = "stablehlo.all_reduce"(%154) <{channel_handle = #stablehlo.channel_handle<handle = 191, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.190: tensor<f32>, %rhs.190: tensor<f32>): %both.190 = stablehlo.add %lhs.190, %rhs.190 : tensor<f32> stablehlo.return %both.190 : tensor<f32> }) : (tensor<1xf32>) -> tensor<1xf32>
      %156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %157 = stablehlo.reduce (%155 init: %156) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
      %158 = "stablehlo.all_reduce"(%157) <{channel_handle = #stablehlo.channel_handle<handle = 194, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.193: tensor<f32>, %rhs.193: tensor<f32>): %both.193 = stablehlo.add %lhs.193, %rhs.193 : tensor<f32> stablehlo.return %both.193 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
      %159 = stablehlo.divide %158, %30 : tensor<f32>
      %160 = stablehlo.negate %159 : tensor<f32>
      %161 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %162 = stablehlo.divide %161, %30 : tensor<f32>
      %163 = stablehlo.negate %162 : tensor<f32>
      %164 = stablehlo.broadcast_in_dim %163, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
      %165 = stablehlo.multiply %20, %164 : tensor<1x8xf32>
      %166 = stablehlo.constant dense<0> : tensor<i32>
      %167 = stablehlo.broadcast_in_dim %166, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %168 = stablehlo.constant dense<0> : tensor<i32>
      %169 = stablehlo.constant dense<2> : tensor<i32>
      %170 = stablehlo.multiply %168, %169 : tensor<i32>
      %171 = stablehlo.add %170, %5 : tensor<i32>
      %172 = stablehlo.constant dense<2> : tensor<i32>
      %173 = stablehlo.multiply %171, %172 : tensor<i32>
      %174 = stablehlo.add %173, %6 : tensor<i32>
      %175 = stablehlo.constant dense<2> : tensor<i32>
      %176 = stablehlo.multiply %174, %175 : tensor<i32>
      %177 = stablehlo.iota dim = 0 : tensor<2xi32>
      %178 = stablehlo.broadcast_in_dim %176, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %179 = stablehlo.add %177, %178 : tensor<2xi32>
      %180 = stablehlo.constant dense<7> : tensor<i32>
      %181 = stablehlo.broadcast_in_dim %180, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %182 = stablehlo.multiply %167, %181 : tensor<2xi32>
      %183 = stablehlo.add %182, %179 : tensor<2xi32>
      %184 = stablehlo.constant dense<7> : tensor<i32>
      %185 = stablehlo.broadcast_in_dim %184, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %186 = stablehlo.compare LT, %179, %185, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %187 = stablehlo.constant dense<7> : tensor<i32>
      %188 = stablehlo.broadcast_in_dim %187, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %189 = stablehlo.compare LT, %183, %188, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %190 = stablehlo.and %186, %189 : tensor<2xi1>
      %191 = stablehlo.constant dense<-1> : tensor<i32>
      %192 = stablehlo.broadcast_in_dim %191, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %193 = stablehlo.select %190, %183, %192 : tensor<2xi1>, tensor<2xi32>
      %194 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %195 = stablehlo.broadcast_in_dim %194, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
      %196 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %197 = stablehlo.broadcast_in_dim %196, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %198 = stablehlo.reshape %165 : (tensor<1x8xf32>) -> tensor<8xf32>
      %199 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %200 = stablehlo.pad %198, %199, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %201 = stablehlo.reshape %200 : (tensor<9xf32>) -> tensor<3x3xf32>
      %202 = "stablehlo.all_gather"(%201) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 238, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x3xf32>) -> tensor<3x12xf32>
      %203 = stablehlo.constant dense<0> : tensor<i32>
      %204:10 = stablehlo.while(%loop1.0 = %203, %loop1.1 = %10, %loop1.2 = %15, %loop1.3 = %62, %loop1.4 = %193, %loop1.5 = %195, %loop1.6 = %197, %loop1.7 = %70#6, %loop1.8 = %70#7, %loop1.9 = %202) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      cond {
        %205 = stablehlo.constant dense<3> : tensor<i32>
        %206 = stablehlo.compare LT, %loop1.0, %205, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %206 : tensor<i1>
      } do {
        %207 = stablehlo.constant dense<0> : tensor<i32>
        %208 = stablehlo.dynamic_slice %loop1.2, %loop1.0, %207, sizes = [1, 12] : (tensor<3x12xi32>, tensor<i32>, tensor<i32>) -> tensor<1x12xi32>
        %209 = stablehlo.reshape %208 : (tensor<1x12xi32>) -> tensor<12xi32>
        %210 = stablehlo.constant dense<0> : tensor<i32>
        %211 = stablehlo.constant dense<0> : tensor<i32>
        %212 = stablehlo.dynamic_slice %loop1.1, %loop1.0, %210, %211, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %213 = stablehlo.reshape %212 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %214 = "stablehlo.all_gather"(%213) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 269, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<12x8xbf16>
        %215 = stablehlo.constant dense<0> : tensor<i32>
        %216 = stablehlo.broadcast_in_dim %215, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %217 = stablehlo.compare GE, %209, %216, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %218 = stablehlo.broadcast_in_dim %217, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %219 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %220 = stablehlo.broadcast_in_dim %219, dims = [] : (tensor<bf16>) -> tensor<12x8xbf16>
        %221 = stablehlo.select %218, %214, %220 : tensor<12x8xi1>, tensor<12x8xbf16>
        %222 = stablehlo.constant dense<0> : tensor<i32>
        %223 = stablehlo.dynamic_slice %loop1.7, %loop1.0, %222, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %224 = stablehlo.reshape %223 : (tensor<1x12xf32>) -> tensor<12xf32>
        %225 = stablehlo.constant dense<0> : tensor<i32>
        %226 = stablehlo.dynamic_slice %loop1.8, %loop1.0, %225, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %227 = stablehlo.reshape %226 : (tensor<1x12xf32>) -> tensor<12xf32>
        %228 = stablehlo.dot_general %221, %loop1.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<8x2xbf16>) -> tensor<12x2xf32>
        %229 = stablehlo.broadcast_in_dim %loop1.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %230 = stablehlo.constant dense<0> : tensor<i32>
        %231 = stablehlo.broadcast_in_dim %230, dims = [] : (tensor<i32>) -> tensor<12x2xi32>
        %232 = stablehlo.compare GE, %229, %231, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %233 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %234 = stablehlo.broadcast_in_dim %233, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %235 = stablehlo.select %232, %228, %234 : tensor<12x2xi1>, tensor<12x2xf32>
        %236 = stablehlo.broadcast_in_dim %224, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %237 = stablehlo.subtract %235, %236 : tensor<12x2xf32>
        %238 = stablehlo.broadcast_in_dim %loop1.4, dims = [1] : (tensor<2xi32>) -> tensor<12x2xi32>
        %239 = stablehlo.broadcast_in_dim %209, dims = [0] : (tensor<12xi32>) -> tensor<12x2xi32>
        %240 = stablehlo.compare EQ, %238, %239, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
        %241 = stablehlo.constant dense<0> : tensor<i32>
        %242 = stablehlo.broadcast_in_dim %241, dims = [] : (tensor<i32>) -> tensor<12xi32>
        %243 = stablehlo.compare GE, %209, %242, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
        %244 = stablehlo.broadcast_in_dim %227, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %245 = stablehlo.subtract %237, %244 : tensor<12x2xf32>
        %246 = stablehlo.exponential %245 : tensor<12x2xf32>
        %247 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %248 = stablehlo.broadcast_in_dim %247, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %249 = stablehlo.constant dense<0> : tensor<i32>
        %250 = stablehlo.dynamic_slice %loop1.9, %loop1.0, %249, sizes = [1, 12] : (tensor<3x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %251 = stablehlo.reshape %250 : (tensor<1x12xf32>) -> tensor<12xf32>
        %252 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %253 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<12xf32>
        %254 = stablehlo.divide %253, %248 : tensor<12xf32>
        %255 = stablehlo.broadcast_in_dim %254, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %256 = stablehlo.multiply %246, %255 : tensor<12x2xf32>
        %257 = stablehlo.broadcast_in_dim %251, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %258 = stablehlo.multiply %256, %257 : tensor<12x2xf32>
        %259 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %260 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<12x2xf32>
        %261 = stablehlo.broadcast_in_dim %251, dims = [0] : (tensor<12xf32>) -> tensor<12x2xf32>
        %262 = stablehlo.select %240, %261, %260 : tensor<12x2xi1>, tensor<12x2xf32>
        %263 = stablehlo.subtract %262, %258 : tensor<12x2xf32>
        %264 = stablehlo.broadcast_in_dim %243, dims = [0] : (tensor<12xi1>) -> tensor<12x2xi1>
        %265 = stablehlo.select %264, %263, %260 : tensor<12x2xi1>, tensor<12x2xf32>
        %266 = stablehlo.convert %265 : (tensor<12x2xf32>) -> tensor<12x2xbf16>
        %267 = stablehlo.dot_general %221, %266, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x8xbf16>, tensor<12x2xbf16>) -> tensor<8x2xf32>
        %268 = stablehlo.add %loop1.5, %267 : tensor<8x2xf32>
        %269 = stablehlo.dot_general %266, %loop1.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x2xbf16>, tensor<8x2xbf16>) -> tensor<12x8xf32>
        %270 = stablehlo.broadcast_in_dim %243, dims = [0] : (tensor<12xi1>) -> tensor<12x8xi1>
        %271 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %272 = stablehlo.broadcast_in_dim %271, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
        %273 = stablehlo.select %270, %269, %272 : tensor<12x8xi1>, tensor<12x8xf32>
        %274 = stablehlo.convert %273 : (tensor<12x8xf32>) -> tensor<12x8xbf16>
        %275 = "stablehlo.reduce_scatter"(%274) <{channel_handle = #stablehlo.channel_handle<handle = 330, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.329: tensor<bf16>, %rhs.329: tensor<bf16>): %both.329 = stablehlo.add %lhs.329, %rhs.329 : tensor<bf16> stablehlo.return %both.329 : tensor<bf16> }) : (tensor<12x8xbf16>) -> tensor<3x8xbf16>
        %276 = stablehlo.reshape %275 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %277 = stablehlo.constant dense<0> : tensor<i32>
        %278 = stablehlo.constant dense<0> : tensor<i32>
        %279 = stablehlo.dynamic_update_slice %loop1.6, %276, %loop1.0, %277, %278 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %280 = stablehlo.constant dense<1> : tensor<i32>
        %281 = stablehlo.add %loop1.0, %280 : tensor<i32>
        stablehlo.return %281, %loop1.1, %loop1.2, %loop1.3, %loop1.4, %268, %279, %loop1.7, %loop1.8, %loop1.9 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x12xi32>, tensor<8x2xbf16>, tensor<2xi32>, tensor<8x2xf32>, tensor<3x3x8xbf16>, tensor<3x12xf32>, tensor<3x12xf32>, tensor<3x12xf32>
      }
      %282 = stablehlo.reshape %204#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %283 = stablehlo.slice %282 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %284 = stablehlo.reshape %283 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %285 = "stablehlo.reduce_scatter"(%204#5) <{channel_handle = #stablehlo.channel_handle<handle = 350, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.349: tensor<f32>, %rhs.349: tensor<f32>): %both.349 = stablehlo.add %lhs.349, %rhs.349 : tensor<f32> stablehlo.return %both.349 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
      %286 = "stablehlo.all_to_all"(%285) <{channel_handle = #stablehlo.channel_handle<handle = 351, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<1x8xf32>
      %287 = stablehlo.slice %286 [0:1, 0:7] : (tensor<1x8xf32>) -> tensor<1x7xf32>
      sdy.return %160, %284, %287 : tensor<f32>, tensor<1x8x8xbf16>, tensor<1x7xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>)
    return %3#0, %3#1, %3#2 : tensor<f32>, tensor<4x16x8xbf16>, tensor<8x7xf32>
  }
}
