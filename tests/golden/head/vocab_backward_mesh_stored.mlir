module @logphead_backward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"context"}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x8xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"context"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:3 = sdy.manual_computation(%hidden, %kernel, %targets, %cotangent_logps, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {"context"}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<4x4xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1xi32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.4 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.5 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.6 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
      %8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %9 = stablehlo.pad %7, %8, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xbf16>, tensor<bf16>) -> tensor<9x8xbf16>
      %10 = stablehlo.reshape %9 : (tensor<9x8xbf16>) -> tensor<3x3x8xbf16>
      %11 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %12 = stablehlo.constant dense<-100> : tensor<i32>
      %13 = stablehlo.pad %11, %12, low = [0], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
      %14 = stablehlo.reshape %13 : (tensor<9xi32>) -> tensor<3x3xi32>
      %15 = "stablehlo.all_gather"(%14) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 26, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<3x3xi32>) -> tensor<3x6xi32>
      %16 = stablehlo.reshape %part0.3 : (tensor<1x8xf32>) -> tensor<8xf32>
      %17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %18 = stablehlo.pad %16, %17, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %19 = stablehlo.reshape %18 : (tensor<9xf32>) -> tensor<3x3xf32>
      %20 = "stablehlo.all_gather"(%19) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 31, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<3x3xf32>) -> tensor<3x6xf32>
      %21 = stablehlo.constant dense<0> : tensor<i32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %23 = stablehlo.iota dim = 0 : tensor<2x2xi32>
      %24 = stablehlo.constant dense<2> : tensor<i32>
      %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %26 = stablehlo.multiply %22, %25 : tensor<2x2xi32>
      %27 = stablehlo.add %26, %23 : tensor<2x2xi32>
      %28 = stablehlo.constant dense<0> : tensor<i32>
      %29 = stablehlo.constant dense<2> : tensor<i32>
      %30 = stablehlo.multiply %28, %29 : tensor<i32>
      %31 = stablehlo.add %30, %6 : tensor<i32>
      %32 = stablehlo.constant dense<2> : tensor<i32>
      %33 = stablehlo.multiply %31, %32 : tensor<i32>
      %34 = stablehlo.iota dim = 1 : tensor<2x2xi32>
      %35 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %36 = stablehlo.add %34, %35 : tensor<2x2xi32>
      %37 = stablehlo.constant dense<4> : tensor<i32>
      %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %39 = stablehlo.multiply %27, %38 : tensor<2x2xi32>
      %40 = stablehlo.add %39, %36 : tensor<2x2xi32>
      %41 = stablehlo.constant dense<4> : tensor<i32>
      %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %43 = stablehlo.compare LT, %36, %42, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
      %44 = stablehlo.constant dense<7> : tensor<i32>
      %45 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %46 = stablehlo.compare LT, %40, %45, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
      %47 = stablehlo.and %43, %46 : tensor<2x2xi1>
      %48 = stablehlo.constant dense<-1> : tensor<i32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %50 = stablehlo.select %47, %40, %49 : tensor<2x2xi1>, tensor<2x2xi32>
      %51 = stablehlo.reshape %50 : (tensor<2x2xi32>) -> tensor<4xi32>
      %52 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.constant dense<2> : tensor<i32>
      %54 = stablehlo.multiply %52, %53 : tensor<i32>
      %55 = stablehlo.add %54, %6 : tensor<i32>
      %56 = stablehlo.constant dense<2> : tensor<i32>
      %57 = stablehlo.multiply %55, %56 : tensor<i32>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.dynamic_slice %part0.1, %58, %57, sizes = [4, 2] : (tensor<4x4xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x2xbf16>
      %60 = "stablehlo.all_gather"(%59) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 71, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xbf16>) -> tensor<8x2xbf16>
      %61 = "stablehlo.all_gather"(%60) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 72, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<8x2xbf16>) -> tensor<8x4xbf16>
      %62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
      %64 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %68 = stablehlo.constant dense<0> : tensor<i32>
      %69:9 = stablehlo.while(%loop0.0 = %68, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %61, %loop0.4 = %51, %loop0.5 = %63, %loop0.6 = %65, %loop0.7 = %67, %loop0.8 = %20) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x6xi32>, tensor<8x4xbf16>, tensor<4xi32>, tensor<8x4xf32>, tensor<3x3x8xbf16>, tensor<3x6xf32>, tensor<3x6xf32>
      cond {
        %70 = stablehlo.constant dense<3> : tensor<i32>
        %71 = stablehlo.compare LT, %loop0.0, %70, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %71 : tensor<i1>
      } do {
        %72 = stablehlo.constant dense<0> : tensor<i32>
        %73 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %72, sizes = [1, 6] : (tensor<3x6xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6xi32>
        %74 = stablehlo.reshape %73 : (tensor<1x6xi32>) -> tensor<6xi32>
        %75 = stablehlo.constant dense<0> : tensor<i32>
        %76 = stablehlo.constant dense<0> : tensor<i32>
        %77 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %75, %76, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %78 = stablehlo.reshape %77 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %79 = "stablehlo.all_gather"(%78) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 107, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<6x8xbf16>
        %80 = stablehlo.constant dense<0> : tensor<i32>
        %81 = stablehlo.broadcast_in_dim %80, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %82 = stablehlo.compare GE, %74, %81, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %83 = stablehlo.broadcast_in_dim %82, dims = [0] : (tensor<6xi1>) -> tensor<6x8xi1>
        %84 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %85 = stablehlo.broadcast_in_dim %84, dims = [] : (tensor<bf16>) -> tensor<6x8xbf16>
        %86 = stablehlo.select %83, %79, %85 : tensor<6x8xi1>, tensor<6x8xbf16>
        %87 = stablehlo.dot_general %86, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xbf16>, tensor<8x4xbf16>) -> tensor<6x4xf32>
        %88 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %89 = stablehlo.constant dense<0> : tensor<i32>
        %90 = stablehlo.broadcast_in_dim %89, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
        %91 = stablehlo.compare GE, %88, %90, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %92 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %93 = stablehlo.broadcast_in_dim %92, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %94 = stablehlo.select %91, %87, %93 : tensor<6x4xi1>, tensor<6x4xf32>
        %95 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %96 = stablehlo.reduce (%94 init: %95) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %97 = "stablehlo.all_reduce"(%96) <{channel_handle = #stablehlo.channel_handle<handle = 125, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.124: tensor<f32>, %rhs.124: tensor<f32>): %both.124 = stablehlo.maximum %lhs.124, %rhs.124 : tensor<f32> stablehlo.return %both.124 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %98 = stablehlo.is_finite %97 : (tensor<6xf32>) -> tensor<6xi1>
        %99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %100 = stablehlo.broadcast_in_dim %99, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %101 = stablehlo.select %98, %97, %100 : tensor<6xi1>, tensor<6xf32>
        %102 = stablehlo.broadcast_in_dim %101, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %103 = stablehlo.subtract %94, %102 : tensor<6x4xf32>
        %104 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %105 = stablehlo.broadcast_in_dim %74, dims = [0] : (tensor<6xi32>) -> tensor<6x4xi32>
        %106 = stablehlo.compare EQ, %104, %105, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %107 = stablehlo.constant dense<0> : tensor<i32>
        %108 = stablehlo.broadcast_in_dim %107, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %109 = stablehlo.compare GE, %74, %108, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %110 = stablehlo.exponential %103 : tensor<6x4xf32>
        %111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %112 = stablehlo.reduce (%110 init: %111) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %113 = "stablehlo.all_reduce"(%112) <{channel_handle = #stablehlo.channel_handle<handle = 141, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.140: tensor<f32>, %rhs.140: tensor<f32>): %both.140 = stablehlo.add %lhs.140, %rhs.140 : tensor<f32> stablehlo.return %both.140 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %114 = stablehlo.log %113 : tensor<6xf32>
        %115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %116 = stablehlo.broadcast_in_dim %115, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %117 = stablehlo.select %106, %103, %116 : tensor<6x4xi1>, tensor<6x4xf32>
        %118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %119 = stablehlo.reduce (%117 init: %118) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %120 = "stablehlo.all_reduce"(%119) <{channel_handle = #stablehlo.channel_handle<handle = 148, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.147: tensor<f32>, %rhs.147: tensor<f32>): %both.147 = stablehlo.add %lhs.147, %rhs.147 : tensor<f32> stablehlo.return %both.147 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %121 = stablehlo.subtract %120, %114 : tensor<6xf32>
        %122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %123 = stablehlo.broadcast_in_dim %122, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %124 = stablehlo.select %109, %121, %123 : tensor<6xi1>, tensor<6xf32>
        %125 = stablehlo.constant dense<0> : tensor<i32>
        %126 = stablehlo.dynamic_slice %loop0.8, %loop0.0, %125, sizes = [1, 6] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
        %127 = stablehlo.reshape %126 : (tensor<1x6xf32>) -> tensor<6xf32>
        %128 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %129 = stablehlo.broadcast_in_dim %128, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %130 = stablehlo.divide %129, %113 : tensor<6xf32>
        %131 = stablehlo.broadcast_in_dim %130, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %132 = stablehlo.multiply %110, %131 : tensor<6x4xf32>
        %133 = stablehlo.broadcast_in_dim %127, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %134 = stablehlo.multiply %132, %133 : tensor<6x4xf32>
        %135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %136 = stablehlo.broadcast_in_dim %135, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %137 = stablehlo.broadcast_in_dim %127, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %138 = stablehlo.select %106, %137, %136 : tensor<6x4xi1>, tensor<6x4xf32>
        %139 = stablehlo.subtract %138, %134 : tensor<6x4xf32>
        %140 = stablehlo.broadcast_in_dim %109, dims = [0] : (tensor<6xi1>) -> tensor<6x4xi1>
        %141 = stablehlo.select %140, %139, %136 : tensor<6x4xi1>, tensor<6x4xf32>
        %142 = stablehlo.convert %141 : (tensor<6x4xf32>) -> tensor<6x4xbf16>
        %143 = stablehlo.dot_general %86, %142, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xbf16>, tensor<6x4xbf16>) -> tensor<8x4xf32>
        %144 = stablehlo.add %loop0.5, %143 : tensor<8x4xf32>
        %145 = stablehlo.dot_general %142, %loop0.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xbf16>, tensor<8x4xbf16>) -> tensor<6x8xf32>
        %146 = stablehlo.broadcast_in_dim %109, dims = [0] : (tensor<6xi1>) -> tensor<6x8xi1>
        %147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %148 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
        %149 = stablehlo.select %146, %145, %148 : tensor<6x8xi1>, tensor<6x8xf32>
        %150 = stablehlo.convert %149 : (tensor<6x8xf32>) -> tensor<6x8xbf16>
        %151 = "stablehlo.reduce_scatter"(%150) <{channel_handle = #stablehlo.channel_handle<handle = 179, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.178: tensor<bf16>, %rhs.178: tensor<bf16>): %both.178 = stablehlo.add %lhs.178, %rhs.178 : tensor<bf16> stablehlo.return %both.178 : tensor<bf16> }) : (tensor<6x8xbf16>) -> tensor<3x8xbf16>
        %152 = stablehlo.reshape %151 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %153 = stablehlo.constant dense<0> : tensor<i32>
        %154 = stablehlo.constant dense<0> : tensor<i32>
        %155 = stablehlo.dynamic_update_slice %loop0.6, %152, %loop0.0, %153, %154 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %156 = stablehlo.reshape %124 : (tensor<6xf32>) -> tensor<1x6xf32>
        %157 = stablehlo.constant dense<0> : tensor<i32>
        %158 = stablehlo.dynamic_update_slice %loop0.7, %156, %loop0.0, %157 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %159 = stablehlo.constant dense<1> : tensor<i32>
        %160 = stablehlo.add %loop0.0, %159 : tensor<i32>
        stablehlo.return %160, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %144, %155, %158, %loop0.8 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x6xi32>, tensor<8x4xbf16>, tensor<4xi32>, tensor<8x4xf32>, tensor<3x3x8xbf16>, tensor<3x6xf32>, tensor<3x6xf32>
      }
      %161 = stablehlo.constant dense<0> : tensor<i32>
      %162 = stablehlo.constant dense<2> : tensor<i32>
      %163 = stablehlo.multiply %161, %162 : tensor<i32>
      %164 = stablehlo.add %163, %6 : tensor<i32>
      %165 = stablehlo.constant dense<3> : tensor<i32>
      %166 = stablehlo.multiply %164, %165 : tensor<i32>
      %167 = stablehlo.constant dense<0> : tensor<i32>
      %168 = stablehlo.dynamic_slice %69#7, %167, %166, sizes = [3, 3] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %169 = stablehlo.reshape %168 : (tensor<3x3xf32>) -> tensor<9xf32>
      %170 = stablehlo.slice %169 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %171 = stablehlo.reshape %170 : (tensor<8xf32>) -> tensor<1x8xf32>
      %172 = stablehlo.reshape %69#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %173 = stablehlo.slice %172 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %174 = stablehlo.reshape %173 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %175 = "stablehlo.reduce_scatter"(%69#5) <{channel_handle = #stablehlo.channel_handle<handle = 212, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({ ^bb0(%lhs.211: tensor<f32>, %rhs.211: tensor<f32>): %both.211 = stablehlo.add %lhs.211, %rhs.211 : tensor<f32> stablehlo.return %both.211 : tensor<f32> }) : (tensor<8x4xf32>) -> tensor<8x2xf32>
      %176 = "stablehlo.reduce_scatter"(%175) <{channel_handle = #stablehlo.channel_handle<handle = 213, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.212: tensor<f32>, %rhs.212: tensor<f32>): %both.212 = stablehlo.add %lhs.212, %rhs.212 : tensor<f32> stablehlo.return %both.212 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
      %177 = "stablehlo.all_gather"(%176) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 214, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
      sdy.return %171, %174, %177 : tensor<1x8xf32>, tensor<1x8x8xbf16>, tensor<4x4xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x8xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x8xf32>)
    return %3#0, %3#1, %3#2 : tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x8xf32>
  }
}
