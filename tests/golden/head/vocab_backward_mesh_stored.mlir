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
      %22 = stablehlo.constant dense<0> : tensor<i32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %24 = stablehlo.iota dim = 0 : tensor<2x2xi32>
      %25 = stablehlo.constant dense<2> : tensor<i32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %27 = stablehlo.multiply %23, %26 : tensor<2x2xi32>
      %28 = stablehlo.add %27, %24 : tensor<2x2xi32>
      %29 = stablehlo.constant dense<1> : tensor<i32>
      %30 = stablehlo.constant dense<0> : tensor<i32>
      %31 = stablehlo.constant dense<2> : tensor<i32>
      %32 = stablehlo.multiply %30, %31 : tensor<i32>
      %33 = stablehlo.add %32, %6 : tensor<i32>
      %34 = stablehlo.constant dense<1> : tensor<i32>
      %35 = stablehlo.multiply %33, %34 : tensor<i32>
      %36 = stablehlo.add %35, %21 : tensor<i32>
      %37 = stablehlo.multiply %36, %29 : tensor<i32>
      %38 = stablehlo.constant dense<0> : tensor<i32>
      %39 = stablehlo.add %37, %38 : tensor<i32>
      %40 = stablehlo.constant dense<2> : tensor<i32>
      %41 = stablehlo.multiply %39, %40 : tensor<i32>
      %42 = stablehlo.iota dim = 1 : tensor<2x2xi32>
      %43 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %44 = stablehlo.add %42, %43 : tensor<2x2xi32>
      %45 = stablehlo.constant dense<4> : tensor<i32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %47 = stablehlo.multiply %28, %46 : tensor<2x2xi32>
      %48 = stablehlo.add %47, %44 : tensor<2x2xi32>
      %49 = stablehlo.constant dense<4> : tensor<i32>
      %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
      %52 = stablehlo.constant dense<7> : tensor<i32>
      %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %54 = stablehlo.compare LT, %48, %53, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
      %55 = stablehlo.and %51, %54 : tensor<2x2xi1>
      %56 = stablehlo.constant dense<-1> : tensor<i32>
      %57 = stablehlo.broadcast_in_dim %56, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %58 = stablehlo.select %55, %48, %57 : tensor<2x2xi1>, tensor<2x2xi32>
      %59 = stablehlo.reshape %58 : (tensor<2x2xi32>) -> tensor<4xi32>
      %60 = stablehlo.constant dense<0> : tensor<i32>
      %61 = stablehlo.constant dense<2> : tensor<i32>
      %62 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.constant dense<2> : tensor<i32>
      %64 = stablehlo.multiply %62, %63 : tensor<i32>
      %65 = stablehlo.add %64, %6 : tensor<i32>
      %66 = stablehlo.constant dense<1> : tensor<i32>
      %67 = stablehlo.multiply %65, %66 : tensor<i32>
      %68 = stablehlo.add %67, %60 : tensor<i32>
      %69 = stablehlo.multiply %68, %61 : tensor<i32>
      %70 = stablehlo.constant dense<0> : tensor<i32>
      %71 = stablehlo.dynamic_slice %part0.1, %70, %69, sizes = [4, 2] : (tensor<4x4xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x2xbf16>
      %72 = "stablehlo.all_gather"(%71) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 83, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xbf16>) -> tensor<8x2xbf16>
      %73 = "stablehlo.all_gather"(%72) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 84, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<8x2xbf16>) -> tensor<8x4xbf16>
      %74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %75:2 = stablehlo.optimization_barrier %74, %73 : tensor<f32>, tensor<8x4xbf16>
      %76 = stablehlo.broadcast_in_dim %75#0, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
      %77 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %78 = stablehlo.broadcast_in_dim %77, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %80 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %81 = stablehlo.constant dense<0> : tensor<i32>
      %82:9 = stablehlo.while(%loop0.0 = %81, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %73, %loop0.4 = %59, %loop0.5 = %76, %loop0.6 = %78, %loop0.7 = %80, %loop0.8 = %20) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x6xi32>, tensor<8x4xbf16>, tensor<4xi32>, tensor<8x4xf32>, tensor<3x3x8xbf16>, tensor<3x6xf32>, tensor<3x6xf32>
      cond {
        %83 = stablehlo.constant dense<3> : tensor<i32>
        %84 = stablehlo.compare LT, %loop0.0, %83, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %84 : tensor<i1>
      } do {
        %85 = stablehlo.constant dense<0> : tensor<i32>
        %86 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %85, sizes = [1, 6] : (tensor<3x6xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6xi32>
        %87 = stablehlo.reshape %86 : (tensor<1x6xi32>) -> tensor<6xi32>
        %88 = stablehlo.constant dense<0> : tensor<i32>
        %89 = stablehlo.constant dense<0> : tensor<i32>
        %90 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %88, %89, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %91 = stablehlo.reshape %90 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %92 = "stablehlo.all_gather"(%91) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 121, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<3x8xbf16>) -> tensor<6x8xbf16>
        %93 = stablehlo.constant dense<0> : tensor<i32>
        %94 = stablehlo.broadcast_in_dim %93, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %95 = stablehlo.compare GE, %87, %94, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %96 = stablehlo.broadcast_in_dim %95, dims = [0] : (tensor<6xi1>) -> tensor<6x8xi1>
        %97 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %98 = stablehlo.broadcast_in_dim %97, dims = [] : (tensor<bf16>) -> tensor<6x8xbf16>
        %99 = stablehlo.select %96, %92, %98 : tensor<6x8xi1>, tensor<6x8xbf16>
        %100 = stablehlo.dot_general %99, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xbf16>, tensor<8x4xbf16>) -> tensor<6x4xf32>
        %101 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %102 = stablehlo.constant dense<0> : tensor<i32>
        %103 = stablehlo.broadcast_in_dim %102, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
        %104 = stablehlo.compare GE, %101, %103, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %105 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %106 = stablehlo.broadcast_in_dim %105, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %107 = stablehlo.select %104, %100, %106 : tensor<6x4xi1>, tensor<6x4xf32>
        %108 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %109 = stablehlo.reduce (%107 init: %108) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %110 = "stablehlo.all_reduce"(%109) <{channel_handle = #stablehlo.channel_handle<handle = 139, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.138: tensor<f32>, %rhs.138: tensor<f32>): %both.138 = stablehlo.maximum %lhs.138, %rhs.138 : tensor<f32> stablehlo.return %both.138 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %111 = stablehlo.is_finite %110 : (tensor<6xf32>) -> tensor<6xi1>
        %112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %113 = stablehlo.broadcast_in_dim %112, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %114 = stablehlo.select %111, %110, %113 : tensor<6xi1>, tensor<6xf32>
        %115 = stablehlo.broadcast_in_dim %114, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %116 = stablehlo.subtract %107, %115 : tensor<6x4xf32>
        %117 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %118 = stablehlo.broadcast_in_dim %87, dims = [0] : (tensor<6xi32>) -> tensor<6x4xi32>
        %119 = stablehlo.compare EQ, %117, %118, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %120 = stablehlo.constant dense<0> : tensor<i32>
        %121 = stablehlo.broadcast_in_dim %120, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %122 = stablehlo.compare GE, %87, %121, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %123 = stablehlo.exponential %116 : tensor<6x4xf32>
        %124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %125 = stablehlo.reduce (%123 init: %124) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %126 = "stablehlo.all_reduce"(%125) <{channel_handle = #stablehlo.channel_handle<handle = 155, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.154: tensor<f32>, %rhs.154: tensor<f32>): %both.154 = stablehlo.add %lhs.154, %rhs.154 : tensor<f32> stablehlo.return %both.154 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %127 = stablehlo.log %126 : tensor<6xf32>
        %128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %129 = stablehlo.broadcast_in_dim %128, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %130 = stablehlo.select %119, %116, %129 : tensor<6x4xi1>, tensor<6x4xf32>
        %131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %132 = stablehlo.reduce (%130 init: %131) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %133 = "stablehlo.all_reduce"(%132) <{channel_handle = #stablehlo.channel_handle<handle = 162, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.161: tensor<f32>, %rhs.161: tensor<f32>): %both.161 = stablehlo.add %lhs.161, %rhs.161 : tensor<f32> stablehlo.return %both.161 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %134 = stablehlo.subtract %133, %127 : tensor<6xf32>
        %135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %136 = stablehlo.broadcast_in_dim %135, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %137 = stablehlo.select %122, %134, %136 : tensor<6xi1>, tensor<6xf32>
        %138 = stablehlo.constant dense<0> : tensor<i32>
        %139 = stablehlo.dynamic_slice %loop0.8, %loop0.0, %138, sizes = [1, 6] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
        %140 = stablehlo.reshape %139 : (tensor<1x6xf32>) -> tensor<6xf32>
        %141 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %142 = stablehlo.broadcast_in_dim %141, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %143 = stablehlo.divide %142, %126 : tensor<6xf32>
        %144 = stablehlo.broadcast_in_dim %143, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %145 = stablehlo.multiply %123, %144 : tensor<6x4xf32>
        %146 = stablehlo.broadcast_in_dim %140, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %147 = stablehlo.multiply %145, %146 : tensor<6x4xf32>
        %148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %149 = stablehlo.broadcast_in_dim %148, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %150 = stablehlo.broadcast_in_dim %140, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %151 = stablehlo.select %119, %150, %149 : tensor<6x4xi1>, tensor<6x4xf32>
        %152 = stablehlo.subtract %151, %147 : tensor<6x4xf32>
        %153 = stablehlo.broadcast_in_dim %122, dims = [0] : (tensor<6xi1>) -> tensor<6x4xi1>
        %154 = stablehlo.select %153, %152, %149 : tensor<6x4xi1>, tensor<6x4xf32>
        %155 = stablehlo.convert %154 : (tensor<6x4xf32>) -> tensor<6x4xbf16>
        %156 = stablehlo.dot_general %99, %155, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xbf16>, tensor<6x4xbf16>) -> tensor<8x4xf32>
        %157 = stablehlo.add %loop0.5, %156 : tensor<8x4xf32>
        %158 = stablehlo.dot_general %155, %loop0.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xbf16>, tensor<8x4xbf16>) -> tensor<6x8xf32>
        %159 = stablehlo.broadcast_in_dim %122, dims = [0] : (tensor<6xi1>) -> tensor<6x8xi1>
        %160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %161 = stablehlo.broadcast_in_dim %160, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
        %162 = stablehlo.select %159, %158, %161 : tensor<6x8xi1>, tensor<6x8xf32>
        %163 = stablehlo.convert %162 : (tensor<6x8xf32>) -> tensor<6x8xbf16>
        %164 = "stablehlo.reduce_scatter"(%163) <{channel_handle = #stablehlo.channel_handle<handle = 193, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.192: tensor<bf16>, %rhs.192: tensor<bf16>): %both.192 = stablehlo.add %lhs.192, %rhs.192 : tensor<bf16> stablehlo.return %both.192 : tensor<bf16> }) : (tensor<6x8xbf16>) -> tensor<3x8xbf16>
        %165 = stablehlo.reshape %164 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %166 = stablehlo.constant dense<0> : tensor<i32>
        %167 = stablehlo.constant dense<0> : tensor<i32>
        %168 = stablehlo.dynamic_update_slice %loop0.6, %165, %loop0.0, %166, %167 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %169 = stablehlo.reshape %137 : (tensor<6xf32>) -> tensor<1x6xf32>
        %170 = stablehlo.constant dense<0> : tensor<i32>
        %171 = stablehlo.dynamic_update_slice %loop0.7, %169, %loop0.0, %170 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %172 = stablehlo.constant dense<1> : tensor<i32>
        %173 = stablehlo.add %loop0.0, %172 : tensor<i32>
        stablehlo.return %173, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %157, %168, %171, %loop0.8 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x6xi32>, tensor<8x4xbf16>, tensor<4xi32>, tensor<8x4xf32>, tensor<3x3x8xbf16>, tensor<3x6xf32>, tensor<3x6xf32>
      }
      %174 = stablehlo.constant dense<0> : tensor<i32>
      %175 = stablehlo.constant dense<2> : tensor<i32>
      %176 = stablehlo.multiply %174, %175 : tensor<i32>
      %177 = stablehlo.add %176, %6 : tensor<i32>
      %178 = stablehlo.constant dense<3> : tensor<i32>
      %179 = stablehlo.multiply %177, %178 : tensor<i32>
      %180 = stablehlo.constant dense<0> : tensor<i32>
      %181 = stablehlo.dynamic_slice %82#7, %180, %179, sizes = [3, 3] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %182 = stablehlo.reshape %181 : (tensor<3x3xf32>) -> tensor<9xf32>
      %183 = stablehlo.slice %182 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %184 = stablehlo.reshape %183 : (tensor<8xf32>) -> tensor<1x8xf32>
      %185 = "stablehlo.reduce_scatter"(%82#5) <{channel_handle = #stablehlo.channel_handle<handle = 223, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({ ^bb0(%lhs.222: tensor<f32>, %rhs.222: tensor<f32>): %both.222 = stablehlo.add %lhs.222, %rhs.222 : tensor<f32> stablehlo.return %both.222 : tensor<f32> }) : (tensor<8x4xf32>) -> tensor<8x2xf32>
      %186 = "stablehlo.reduce_scatter"(%185) <{channel_handle = #stablehlo.channel_handle<handle = 224, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.223: tensor<f32>, %rhs.223: tensor<f32>): %both.223 = stablehlo.add %lhs.223, %rhs.223 : tensor<f32> stablehlo.return %both.223 : tensor<f32> }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
      %187 = "stablehlo.all_gather"(%186) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 225, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
      %188 = stablehlo.reshape %187 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
      %189 = stablehlo.reshape %188 : (tensor<1x4x4xf32>) -> tensor<1x4x2x2xf32>
      %190 = stablehlo.transpose %189, dims = [1, 2, 0, 3] : (tensor<1x4x2x2xf32>) -> tensor<4x2x1x2xf32>
      %191 = stablehlo.reshape %190 : (tensor<4x2x1x2xf32>) -> tensor<4x4xf32>
      %192 = stablehlo.reshape %82#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %193 = stablehlo.slice %192 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %194 = stablehlo.reshape %193 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      sdy.return %184, %194, %191 : tensor<1x8xf32>, tensor<1x8x8xbf16>, tensor<4x4xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x8xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x8xf32>)
    return %3#0, %3#1, %3#2 : tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x8xf32>
  }
}
