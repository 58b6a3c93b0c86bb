module @logphead_backward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<8x7xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_logps: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, %cotangent_entropies: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x16xf32> {jax.result_info = "entropies", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}, tensor<4x16x8xbf16> {jax.result_info = "d_hidden", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, tensor<8x7xf32> {jax.result_info = "d_kernel", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3:4 = sdy.manual_computation(%hidden, %kernel, %targets, %cotangent_logps, %cotangent_entropies, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{"fsdp"}, {}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xbf16>, %part0.1: tensor<4x7xbf16>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1x8xf32>, %part0.4: tensor<1x8xf32>, %part0.5: tensor<1xi32>, %part0.6: tensor<1xi32>, %part0.7: tensor<1xi32>) {
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
      %15 = stablehlo.reshape %part0.3 : (tensor<1x8xf32>) -> tensor<8xf32>
      %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.pad %15, %16, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %18 = stablehlo.reshape %17 : (tensor<9xf32>) -> tensor<3x3xf32>
      %19 = stablehlo.reshape %part0.4 : (tensor<1x8xf32>) -> tensor<8xf32>
      %20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.pad %19, %20, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
      %22 = stablehlo.reshape %21 : (tensor<9xf32>) -> tensor<3x3xf32>
      %23 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %25 = stablehlo.constant dense<0> : tensor<i32>
      %26 = stablehlo.constant dense<7> : tensor<i32>
      %27 = stablehlo.multiply %25, %26 : tensor<i32>
      %28 = stablehlo.iota dim = 0 : tensor<7xi32>
      %29 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %30 = stablehlo.add %28, %29 : tensor<7xi32>
      %31 = stablehlo.constant dense<7> : tensor<i32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %33 = stablehlo.multiply %24, %32 : tensor<7xi32>
      %34 = stablehlo.add %33, %30 : tensor<7xi32>
      %35 = stablehlo.constant dense<7> : tensor<i32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %37 = stablehlo.compare LT, %30, %36, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %38 = stablehlo.constant dense<7> : tensor<i32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %40 = stablehlo.compare LT, %34, %39, SIGNED : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
      %41 = stablehlo.and %37, %40 : tensor<7xi1>
      %42 = stablehlo.constant dense<-1> : tensor<i32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<7xi32>
      %44 = stablehlo.select %41, %34, %43 : tensor<7xi1>, tensor<7xi32>
      %45 = "stablehlo.all_gather"(%part0.1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 58, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x7xbf16>) -> tensor<8x7xbf16>
      %46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<8x7xf32>
      %48 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<bf16>) -> tensor<3x3x8xbf16>
      %50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
      %54 = stablehlo.constant dense<0> : tensor<i32>
      %55:11 = stablehlo.while(%loop0.0 = %54, %loop0.1 = %10, %loop0.2 = %14, %loop0.3 = %45, %loop0.4 = %44, %loop0.5 = %47, %loop0.6 = %49, %loop0.7 = %51, %loop0.8 = %53, %loop0.9 = %18, %loop0.10 = %22) : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      cond {
        %56 = stablehlo.constant dense<3> : tensor<i32>
        %57 = stablehlo.compare LT, %loop0.0, %56, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %57 : tensor<i1>
      } do {
        %58 = stablehlo.constant dense<0> : tensor<i32>
        %59 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %58, sizes = [1, 3] : (tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
        %60 = stablehlo.reshape %59 : (tensor<1x3xi32>) -> tensor<3xi32>
        %61 = stablehlo.constant dense<0> : tensor<i32>
        %62 = stablehlo.constant dense<0> : tensor<i32>
        %63 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %61, %62, sizes = [1, 3, 8] : (tensor<3x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xbf16>
        %64 = stablehlo.reshape %63 : (tensor<1x3x8xbf16>) -> tensor<3x8xbf16>
        %65 = stablehlo.constant dense<0> : tensor<i32>
        %66 = stablehlo.broadcast_in_dim %65, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %67 = stablehlo.compare GE, %60, %66, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %68 = stablehlo.broadcast_in_dim %67, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %69 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
        %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<bf16>) -> tensor<3x8xbf16>
        %71 = stablehlo.select %68, %64, %70 : tensor<3x8xi1>, tensor<3x8xbf16>
        %72 = stablehlo.dot_general %71, %loop0.3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<8x7xbf16>) -> tensor<3x7xf32>
        %73 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %74 = stablehlo.reduce (%72 init: %73) applies stablehlo.maximum across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %75 = stablehlo.is_finite %74 : (tensor<3xf32>) -> tensor<3xi1>
        %76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %78 = stablehlo.select %75, %74, %77 : tensor<3xi1>, tensor<3xf32>
        %79 = stablehlo.broadcast_in_dim %78, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %80 = stablehlo.subtract %72, %79 : tensor<3x7xf32>
        %81 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<7xi32>) -> tensor<3x7xi32>
        %82 = stablehlo.broadcast_in_dim %60, dims = [0] : (tensor<3xi32>) -> tensor<3x7xi32>
        %83 = stablehlo.compare EQ, %81, %82, SIGNED : (tensor<3x7xi32>, tensor<3x7xi32>) -> tensor<3x7xi1>
        %84 = stablehlo.constant dense<0> : tensor<i32>
        %85 = stablehlo.broadcast_in_dim %84, dims = [] : (tensor<i32>) -> tensor<3xi32>
        %86 = stablehlo.compare GE, %60, %85, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
        %87 = stablehlo.exponential %80 : tensor<3x7xf32>
        %88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %89 = stablehlo.reduce (%87 init: %88) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %90 = stablehlo.log %89 : tensor<3xf32>
        %91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %92 = stablehlo.broadcast_in_dim %91, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %93 = stablehlo.select %83, %80, %92 : tensor<3x7xi1>, tensor<3x7xf32>
        %94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %95 = stablehlo.reduce (%93 init: %94) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %96 = stablehlo.subtract %95, %90 : tensor<3xf32>
        %97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %98 = stablehlo.broadcast_in_dim %97, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %99 = stablehlo.select %86, %96, %98 : tensor<3xi1>, tensor<3xf32>
        %100 = stablehlo.multiply %87, %80 : tensor<3x7xf32>
        %101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %102 = stablehlo.broadcast_in_dim %101, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %103 = stablehlo.compare GT, %87, %102, FLOAT : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xi1>
        %104 = stablehlo.select %103, %100, %102 : tensor<3x7xi1>, tensor<3x7xf32>
        %105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %106 = stablehlo.reduce (%104 init: %105) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
        %107 = stablehlo.divide %106, %89 : tensor<3xf32>
        %108 = stablehlo.subtract %90, %107 : tensor<3xf32>
        %109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %110 = stablehlo.broadcast_in_dim %109, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %111 = stablehlo.select %86, %108, %110 : tensor<3xi1>, tensor<3xf32>
        %112 = stablehlo.constant dense<0> : tensor<i32>
        %113 = stablehlo.dynamic_slice %loop0.9, %loop0.0, %112, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %114 = stablehlo.reshape %113 : (tensor<1x3xf32>) -> tensor<3xf32>
        %115 = stablehlo.constant dense<0> : tensor<i32>
        %116 = stablehlo.dynamic_slice %loop0.10, %loop0.0, %115, sizes = [1, 3] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
        %117 = stablehlo.reshape %116 : (tensor<1x3xf32>) -> tensor<3xf32>
        %118 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %119 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %120 = stablehlo.divide %119, %89 : tensor<3xf32>
        %121 = stablehlo.broadcast_in_dim %120, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %122 = stablehlo.multiply %87, %121 : tensor<3x7xf32>
        %123 = stablehlo.broadcast_in_dim %114, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %124 = stablehlo.broadcast_in_dim %107, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %125 = stablehlo.subtract %80, %124 : tensor<3x7xf32>
        %126 = stablehlo.broadcast_in_dim %117, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %127 = stablehlo.multiply %126, %125 : tensor<3x7xf32>
        %128 = stablehlo.add %123, %127 : tensor<3x7xf32>
        %129 = stablehlo.multiply %122, %128 : tensor<3x7xf32>
        %130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %131 = stablehlo.broadcast_in_dim %130, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %132 = stablehlo.compare GT, %87, %131, FLOAT : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xi1>
        %133 = stablehlo.select %132, %129, %131 : tensor<3x7xi1>, tensor<3x7xf32>
        %134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %135 = stablehlo.broadcast_in_dim %134, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
        %136 = stablehlo.broadcast_in_dim %114, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
        %137 = stablehlo.select %83, %136, %135 : tensor<3x7xi1>, tensor<3x7xf32>
        %138 = stablehlo.subtract %137, %133 : tensor<3x7xf32>
        %139 = stablehlo.broadcast_in_dim %86, dims = [0] : (tensor<3xi1>) -> tensor<3x7xi1>
        %140 = stablehlo.select %139, %138, %135 : tensor<3x7xi1>, tensor<3x7xf32>
        %141 = stablehlo.convert %140 : (tensor<3x7xf32>) -> tensor<3x7xbf16>
        %142 = stablehlo.dot_general %71, %141, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xbf16>, tensor<3x7xbf16>) -> tensor<8x7xf32>
        %143 = stablehlo.add %loop0.5, %142 : tensor<8x7xf32>
        %144 = stablehlo.dot_general %141, %loop0.3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x7xbf16>, tensor<8x7xbf16>) -> tensor<3x8xf32>
        %145 = stablehlo.broadcast_in_dim %86, dims = [0] : (tensor<3xi1>) -> tensor<3x8xi1>
        %146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %147 = stablehlo.broadcast_in_dim %146, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
        %148 = stablehlo.select %145, %144, %147 : tensor<3x8xi1>, tensor<3x8xf32>
        %149 = stablehlo.convert %148 : (tensor<3x8xf32>) -> tensor<3x8xbf16>
        %150 = stablehlo.reshape %149 : (tensor<3x8xbf16>) -> tensor<1x3x8xbf16>
        %151 = stablehlo.constant dense<0> : tensor<i32>
        %152 = stablehlo.constant dense<0> : tensor<i32>
        %153 = stablehlo.dynamic_update_slice %loop0.6, %150, %loop0.0, %151, %152 : (tensor<3x3x8xbf16>, tensor<1x3x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x8xbf16>
        %154 = stablehlo.reshape %99 : (tensor<3xf32>) -> tensor<1x3xf32>
        %155 = stablehlo.constant dense<0> : tensor<i32>
        %156 = stablehlo.dynamic_update_slice %loop0.7, %154, %loop0.0, %155 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %157 = stablehlo.reshape %111 : (tensor<3xf32>) -> tensor<1x3xf32>
        %158 = stablehlo.constant dense<0> : tensor<i32>
        %159 = stablehlo.dynamic_update_slice %loop0.8, %157, %loop0.0, %158 : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
        %160 = stablehlo.constant dense<1> : tensor<i32>
        %161 = stablehlo.add %loop0.0, %160 : tensor<i32>
        stablehlo.return %161, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %143, %153, %156, %159, %loop0.9, %loop0.10 : tensor<i32>, tensor<3x3x8xbf16>, tensor<3x3xi32>, tensor<8x7xbf16>, tensor<7xi32>, tensor<8x7xf32>, tensor<3x3x8xbf16>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
      }
      %162 = stablehlo.reshape %55#7 : (tensor<3x3xf32>) -> tensor<9xf32>
      %163 = stablehlo.slice %162 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %164 = stablehlo.reshape %163 : (tensor<8xf32>) -> tensor<1x8xf32>
      %165 = stablehlo.reshape %55#8 : (tensor<3x3xf32>) -> tensor<9xf32>
      %166 = stablehlo.slice %165 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %167 = stablehlo.reshape %166 : (tensor<8xf32>) -> tensor<1x8xf32>
      %168 = stablehlo.reshape %55#6 : (tensor<3x3x8xbf16>) -> tensor<9x8xbf16>
      %169 = stablehlo.slice %168 [0:8, 0:8] : (tensor<9x8xbf16>) -> tensor<8x8xbf16>
      %170 = stablehlo.reshape %169 : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
      %171 = "stablehlo.reduce_scatter"(%55#5) <{channel_handle = #stablehlo.channel_handle<handle = 216, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({ ^bb0(%lhs.215: tensor<f32>, %rhs.215: tensor<f32>): %both.215 = stablehlo.add %lhs.215, %rhs.215 : tensor<f32> stablehlo.return %both.215 : tensor<f32> }) : (tensor<8x7xf32>) -> tensor<4x7xf32>
      %172 = "stablehlo.all_reduce"(%171) <{channel_handle = #stablehlo.channel_handle<handle = 217, type = 1>, replica_groups = dense<[[0, 2, 1, 3], [4, 6, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({ ^bb0(%lhs.216: tensor<f32>, %rhs.216: tensor<f32>): %both.216 = stablehlo.add %lhs.216, %rhs.216 : tensor<f32> stablehlo.return %both.216 : tensor<f32> }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
      sdy.return %164, %167, %170, %172 : tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8x8xbf16>, tensor<4x7xf32>
    } : (tensor<4x16x8xbf16>, tensor<8x7xbf16>, tensor<4x16xi32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x7xf32>)
    return %3#0, %3#1, %3#2, %3#3 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x8xbf16>, tensor<8x7xf32>
  }
}
