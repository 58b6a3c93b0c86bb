module @logphead_forward attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=2, "expert"=2]>
  func.func public @main(%hidden: tensor<4x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>}, %kernel: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}]>}, %targets: tensor<4x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) -> (tensor<4x16xf32> {jax.result_info = "logps", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp", "expert"}, {"context"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<2xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2xi32>
    %2 = stablehlo.iota dim = 0 : tensor<2xi32>
    %3 = sdy.manual_computation(%hidden, %kernel, %targets, %0, %1, %2) in_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}, {}]>, <@mesh, [{}, {"fsdp"}]>, <@mesh, [{"fsdp", "expert"}, {"context"}]>, <@mesh, [{"fsdp"}]>, <@mesh, [{"context"}]>, <@mesh, [{"expert"}]>] out_shardings=[<@mesh, [{"fsdp", "expert"}, {"context"}]>] manual_axes={"fsdp", "context", "expert"} (%part0.0: tensor<1x8x8xf32>, %part0.1: tensor<7x4xf32>, %part0.2: tensor<1x8xi32>, %part0.3: tensor<1xi32>, %part0.4: tensor<1xi32>, %part0.5: tensor<1xi32>) {
      %4 = stablehlo.reshape %part0.3 : (tensor<1xi32>) -> tensor<i32>
      %5 = stablehlo.reshape %part0.4 : (tensor<1xi32>) -> tensor<i32>
      %6 = stablehlo.reshape %part0.5 : (tensor<1xi32>) -> tensor<i32>
      %7 = stablehlo.reshape %part0.0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.pad %7, %8, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<9x8xf32>
      %10 = stablehlo.reshape %9 : (tensor<9x8xf32>) -> tensor<3x3x8xf32>
      %11 = stablehlo.reshape %part0.2 : (tensor<1x8xi32>) -> tensor<8xi32>
      %12 = stablehlo.constant dense<-100> : tensor<i32>
      %13 = stablehlo.pad %11, %12, low = [0], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
      %14 = stablehlo.reshape %13 : (tensor<9xi32>) -> tensor<3x3xi32>
      %15 = "stablehlo.all_gather"(%14) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 24, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<3x3xi32>) -> tensor<3x6xi32>
      %16 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.constant dense<0> : tensor<i32>
      %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %19 = stablehlo.constant dense<1> : tensor<i32>
      %20 = stablehlo.constant dense<0> : tensor<i32>
      %21 = stablehlo.constant dense<2> : tensor<i32>
      %22 = stablehlo.multiply %20, %21 : tensor<i32>
      %23 = stablehlo.add %22, %5 : tensor<i32>
      %24 = stablehlo.constant dense<1> : tensor<i32>
      %25 = stablehlo.multiply %23, %24 : tensor<i32>
      %26 = stablehlo.add %25, %16 : tensor<i32>
      %27 = stablehlo.multiply %26, %19 : tensor<i32>
      %28 = stablehlo.constant dense<0> : tensor<i32>
      %29 = stablehlo.add %27, %28 : tensor<i32>
      %30 = stablehlo.constant dense<4> : tensor<i32>
      %31 = stablehlo.multiply %29, %30 : tensor<i32>
      %32 = stablehlo.iota dim = 0 : tensor<4xi32>
      %33 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %34 = stablehlo.add %32, %33 : tensor<4xi32>
      %35 = stablehlo.constant dense<7> : tensor<i32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %37 = stablehlo.multiply %18, %36 : tensor<4xi32>
      %38 = stablehlo.add %37, %34 : tensor<4xi32>
      %39 = stablehlo.constant dense<7> : tensor<i32>
      %40 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %41 = stablehlo.compare LT, %34, %40, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %42 = stablehlo.constant dense<7> : tensor<i32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %44 = stablehlo.compare LT, %38, %43, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %45 = stablehlo.and %41, %44 : tensor<4xi1>
      %46 = stablehlo.constant dense<-1> : tensor<i32>
      %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %48 = stablehlo.select %45, %38, %47 : tensor<4xi1>, tensor<4xi32>
      %49 = stablehlo.constant dense<0> : tensor<i32>
      %50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %51 = stablehlo.pad %part0.1, %50, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x4xf32>, tensor<f32>) -> tensor<8x4xf32>
      %52 = stablehlo.constant dense<4> : tensor<i32>
      %53 = stablehlo.constant dense<0> : tensor<i32>
      %54 = stablehlo.constant dense<2> : tensor<i32>
      %55 = stablehlo.multiply %53, %54 : tensor<i32>
      %56 = stablehlo.add %55, %5 : tensor<i32>
      %57 = stablehlo.constant dense<1> : tensor<i32>
      %58 = stablehlo.multiply %56, %57 : tensor<i32>
      %59 = stablehlo.add %58, %49 : tensor<i32>
      %60 = stablehlo.multiply %59, %52 : tensor<i32>
      %61 = stablehlo.constant dense<0> : tensor<i32>
      %62 = stablehlo.dynamic_slice %51, %60, %61, sizes = [4, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %63 = "stablehlo.all_gather"(%62) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 72, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
      %64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %70 = stablehlo.constant dense<0> : tensor<i32>
      %71:8 = stablehlo.while(%loop0.0 = %70, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %63, %loop0.4 = %48, %loop0.5 = %65, %loop0.6 = %67, %loop0.7 = %69) : tensor<i32>, tensor<3x3x8xf32>, tensor<3x6xi32>, tensor<4x8xf32>, tensor<4xi32>, tensor<3x6xf32>, tensor<3x6xf32>, tensor<3x6xf32>
      cond {
        %72 = stablehlo.constant dense<3> : tensor<i32>
        %73 = stablehlo.compare LT, %loop0.0, %72, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %73 : tensor<i1>
      } do {
        %74 = stablehlo.constant dense<0> : tensor<i32>
        %75 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %74, sizes = [1, 6] : (tensor<3x6xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6xi32>
        %76 = stablehlo.reshape %75 : (tensor<1x6xi32>) -> tensor<6xi32>
        %77 = stablehlo.constant dense<0> : tensor<i32>
        %78 = stablehlo.constant dense<0> : tensor<i32>
        %79 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %77, %78, sizes = [1, 3, 8] : (tensor<3x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
        %80 = stablehlo.reshape %79 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
        %81 = "stablehlo.all_gather"(%80) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 105, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<3x8xf32>) -> tensor<6x8xf32>
        %82 = stablehlo.constant dense<0> : tensor<i32>
        %83 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %84 = stablehlo.compare GE, %76, %83, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %85 = stablehlo.broadcast_in_dim %84, dims = [0] : (tensor<6xi1>) -> tensor<6x8xi1>
        %86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
        %88 = stablehlo.select %85, %81, %87 : tensor<6x8xi1>, tensor<6x8xf32>
        %89 = stablehlo.dot_general %88, %loop0.3, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<6x8xf32>, tensor<4x8xf32>) -> tensor<6x4xf32>
        %90 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %91 = stablehlo.constant dense<0> : tensor<i32>
        %92 = stablehlo.broadcast_in_dim %91, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
        %93 = stablehlo.compare GE, %90, %92, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %94 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %95 = stablehlo.broadcast_in_dim %94, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %96 = stablehlo.select %93, %89, %95 : tensor<6x4xi1>, tensor<6x4xf32>
        %97 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %98 = stablehlo.reduce (%96 init: %97) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %99 = "stablehlo.all_reduce"(%98) <{channel_handle = #stablehlo.channel_handle<handle = 123, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.122: tensor<f32>, %rhs.122: tensor<f32>): %both.122 = stablehlo.maximum %lhs.122, %rhs.122 : tensor<f32> stablehlo.return %both.122 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %100 = stablehlo.is_finite %99 : (tensor<6xf32>) -> tensor<6xi1>
        %101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %102 = stablehlo.broadcast_in_dim %101, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %103 = stablehlo.select %100, %99, %102 : tensor<6xi1>, tensor<6xf32>
        %104 = stablehlo.broadcast_in_dim %103, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %105 = stablehlo.subtract %96, %104 : tensor<6x4xf32>
        %106 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %107 = stablehlo.broadcast_in_dim %76, dims = [0] : (tensor<6xi32>) -> tensor<6x4xi32>
        %108 = stablehlo.compare EQ, %106, %107, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %109 = stablehlo.constant dense<0> : tensor<i32>
        %110 = stablehlo.broadcast_in_dim %109, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %111 = stablehlo.compare GE, %76, %110, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %112 = stablehlo.exponential %105 : tensor<6x4xf32>
        %113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %114 = stablehlo.reduce (%112 init: %113) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %115 = "stablehlo.all_reduce"(%114) <{channel_handle = #stablehlo.channel_handle<handle = 139, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.138: tensor<f32>, %rhs.138: tensor<f32>): %both.138 = stablehlo.add %lhs.138, %rhs.138 : tensor<f32> stablehlo.return %both.138 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %116 = stablehlo.log %115 : tensor<6xf32>
        %117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %118 = stablehlo.broadcast_in_dim %117, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %119 = stablehlo.select %108, %105, %118 : tensor<6x4xi1>, tensor<6x4xf32>
        %120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %121 = stablehlo.reduce (%119 init: %120) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %122 = "stablehlo.all_reduce"(%121) <{channel_handle = #stablehlo.channel_handle<handle = 146, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.145: tensor<f32>, %rhs.145: tensor<f32>): %both.145 = stablehlo.add %lhs.145, %rhs.145 : tensor<f32> stablehlo.return %both.145 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %123 = stablehlo.subtract %122, %116 : tensor<6xf32>
        %124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %125 = stablehlo.broadcast_in_dim %124, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %126 = stablehlo.select %111, %123, %125 : tensor<6xi1>, tensor<6xf32>
        %127 = stablehlo.reshape %126 : (tensor<6xf32>) -> tensor<1x6xf32>
        %128 = stablehlo.constant dense<0> : tensor<i32>
        %129 = stablehlo.dynamic_update_slice %loop0.5, %127, %loop0.0, %128 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %130 = stablehlo.reshape %103 : (tensor<6xf32>) -> tensor<1x6xf32>
        %131 = stablehlo.constant dense<0> : tensor<i32>
        %132 = stablehlo.dynamic_update_slice %loop0.6, %130, %loop0.0, %131 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %133 = stablehlo.reshape %116 : (tensor<6xf32>) -> tensor<1x6xf32>
        %134 = stablehlo.constant dense<0> : tensor<i32>
        %135 = stablehlo.dynamic_update_slice %loop0.7, %133, %loop0.0, %134 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %136 = stablehlo.constant dense<1> : tensor<i32>
        %137 = stablehlo.add %loop0.0, %136 : tensor<i32>
        stablehlo.return %137, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %129, %132, %135 : tensor<i32>, tensor<3x3x8xf32>, tensor<3x6xi32>, tensor<4x8xf32>, tensor<4xi32>, tensor<3x6xf32>, tensor<3x6xf32>, tensor<3x6xf32>
      }
      %138 = stablehlo.constant dense<0> : tensor<i32>
      %139 = stablehlo.constant dense<2> : tensor<i32>
      %140 = stablehlo.multiply %138, %139 : tensor<i32>
      %141 = stablehlo.add %140, %5 : tensor<i32>
      %142 = stablehlo.constant dense<3> : tensor<i32>
      %143 = stablehlo.multiply %141, %142 : tensor<i32>
      %144 = stablehlo.constant dense<0> : tensor<i32>
      %145 = stablehlo.dynamic_slice %71#5, %144, %143, sizes = [3, 3] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %146 = stablehlo.reshape %145 : (tensor<3x3xf32>) -> tensor<9xf32>
      %147 = stablehlo.slice %146 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %148 = stablehlo.reshape %147 : (tensor<8xf32>) -> tensor<1x8xf32>
      sdy.return %148 : tensor<1x8xf32>
    } : (tensor<4x16x8xf32>, tensor<7x8xf32>, tensor<4x16xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x16xf32>
    return %3 : tensor<4x16xf32>
  }
}
