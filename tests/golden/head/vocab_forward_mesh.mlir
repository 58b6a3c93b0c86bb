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
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %18 = stablehlo.constant dense<0> : tensor<i32>
      %19 = stablehlo.constant dense<2> : tensor<i32>
      %20 = stablehlo.multiply %18, %19 : tensor<i32>
      %21 = stablehlo.add %20, %5 : tensor<i32>
      %22 = stablehlo.constant dense<4> : tensor<i32>
      %23 = stablehlo.multiply %21, %22 : tensor<i32>
      %24 = stablehlo.iota dim = 0 : tensor<4xi32>
      %25 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %26 = stablehlo.add %24, %25 : tensor<4xi32>
      %27 = stablehlo.constant dense<7> : tensor<i32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %29 = stablehlo.multiply %17, %28 : tensor<4xi32>
      %30 = stablehlo.add %29, %26 : tensor<4xi32>
      %31 = stablehlo.constant dense<7> : tensor<i32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %33 = stablehlo.compare LT, %26, %32, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %34 = stablehlo.constant dense<7> : tensor<i32>
      %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %36 = stablehlo.compare LT, %30, %35, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
      %37 = stablehlo.and %33, %36 : tensor<4xi1>
      %38 = stablehlo.constant dense<-1> : tensor<i32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<i32>) -> tensor<4xi32>
      %40 = stablehlo.select %37, %30, %39 : tensor<4xi1>, tensor<4xi32>
      %41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %42 = stablehlo.pad %part0.1, %41, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x4xf32>, tensor<f32>) -> tensor<8x4xf32>
      %43 = stablehlo.constant dense<0> : tensor<i32>
      %44 = stablehlo.constant dense<2> : tensor<i32>
      %45 = stablehlo.multiply %43, %44 : tensor<i32>
      %46 = stablehlo.add %45, %5 : tensor<i32>
      %47 = stablehlo.constant dense<4> : tensor<i32>
      %48 = stablehlo.multiply %46, %47 : tensor<i32>
      %49 = stablehlo.constant dense<0> : tensor<i32>
      %50 = stablehlo.dynamic_slice %42, %48, %49, sizes = [4, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %51 = "stablehlo.all_gather"(%50) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 60, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
      %52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %55 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %57 = stablehlo.broadcast_in_dim %56, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
      %58 = stablehlo.constant dense<0> : tensor<i32>
      %59:8 = stablehlo.while(%loop0.0 = %58, %loop0.1 = %10, %loop0.2 = %15, %loop0.3 = %51, %loop0.4 = %40, %loop0.5 = %53, %loop0.6 = %55, %loop0.7 = %57) : tensor<i32>, tensor<3x3x8xf32>, tensor<3x6xi32>, tensor<4x8xf32>, tensor<4xi32>, tensor<3x6xf32>, tensor<3x6xf32>, tensor<3x6xf32>
      cond {
        %60 = stablehlo.constant dense<3> : tensor<i32>
        %61 = stablehlo.compare LT, %loop0.0, %60, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %61 : tensor<i1>
      } do {
        %62 = stablehlo.constant dense<0> : tensor<i32>
        %63 = stablehlo.dynamic_slice %loop0.2, %loop0.0, %62, sizes = [1, 6] : (tensor<3x6xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6xi32>
        %64 = stablehlo.reshape %63 : (tensor<1x6xi32>) -> tensor<6xi32>
        %65 = stablehlo.constant dense<0> : tensor<i32>
        %66 = stablehlo.constant dense<0> : tensor<i32>
        %67 = stablehlo.dynamic_slice %loop0.1, %loop0.0, %65, %66, sizes = [1, 3, 8] : (tensor<3x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
        %68 = stablehlo.reshape %67 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
        %69 = "stablehlo.all_gather"(%68) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 93, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<3x8xf32>) -> tensor<6x8xf32>
        %70 = stablehlo.constant dense<0> : tensor<i32>
        %71 = stablehlo.broadcast_in_dim %70, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %72 = stablehlo.compare GE, %64, %71, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %73 = stablehlo.broadcast_in_dim %72, dims = [0] : (tensor<6xi1>) -> tensor<6x8xi1>
        %74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %75 = stablehlo.broadcast_in_dim %74, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
        %76 = stablehlo.select %73, %69, %75 : tensor<6x8xi1>, tensor<6x8xf32>
        %77 = stablehlo.dot_general %76, %loop0.3, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<6x8xf32>, tensor<4x8xf32>) -> tensor<6x4xf32>
        %78 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %79 = stablehlo.constant dense<0> : tensor<i32>
        %80 = stablehlo.broadcast_in_dim %79, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
        %81 = stablehlo.compare GE, %78, %80, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %82 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %83 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %84 = stablehlo.select %81, %77, %83 : tensor<6x4xi1>, tensor<6x4xf32>
        %85 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %86 = stablehlo.reduce (%84 init: %85) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %87 = "stablehlo.all_reduce"(%86) <{channel_handle = #stablehlo.channel_handle<handle = 111, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.110: tensor<f32>, %rhs.110: tensor<f32>): %both.110 = stablehlo.maximum %lhs.110, %rhs.110 : tensor<f32> stablehlo.return %both.110 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %88 = stablehlo.is_finite %87 : (tensor<6xf32>) -> tensor<6xi1>
        %89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %90 = stablehlo.broadcast_in_dim %89, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %91 = stablehlo.select %88, %87, %90 : tensor<6xi1>, tensor<6xf32>
        %92 = stablehlo.broadcast_in_dim %91, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
        %93 = stablehlo.subtract %84, %92 : tensor<6x4xf32>
        %94 = stablehlo.broadcast_in_dim %loop0.4, dims = [1] : (tensor<4xi32>) -> tensor<6x4xi32>
        %95 = stablehlo.broadcast_in_dim %64, dims = [0] : (tensor<6xi32>) -> tensor<6x4xi32>
        %96 = stablehlo.compare EQ, %94, %95, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
        %97 = stablehlo.constant dense<0> : tensor<i32>
        %98 = stablehlo.broadcast_in_dim %97, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %99 = stablehlo.compare GE, %64, %98, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
        %100 = stablehlo.exponential %93 : tensor<6x4xf32>
        %101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %102 = stablehlo.reduce (%100 init: %101) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %103 = "stablehlo.all_reduce"(%102) <{channel_handle = #stablehlo.channel_handle<handle = 127, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.126: tensor<f32>, %rhs.126: tensor<f32>): %both.126 = stablehlo.add %lhs.126, %rhs.126 : tensor<f32> stablehlo.return %both.126 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %104 = stablehlo.log %103 : tensor<6xf32>
        %105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %106 = stablehlo.broadcast_in_dim %105, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %107 = stablehlo.select %96, %93, %106 : tensor<6x4xi1>, tensor<6x4xf32>
        %108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %109 = stablehlo.reduce (%107 init: %108) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
        %110 = "stablehlo.all_reduce"(%109) <{channel_handle = #stablehlo.channel_handle<handle = 134, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({ ^bb0(%lhs.133: tensor<f32>, %rhs.133: tensor<f32>): %both.133 = stablehlo.add %lhs.133, %rhs.133 : tensor<f32> stablehlo.return %both.133 : tensor<f32> }) : (tensor<6xf32>) -> tensor<6xf32>
        %111 = stablehlo.subtract %110, %104 : tensor<6xf32>
        %112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %113 = stablehlo.broadcast_in_dim %112, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %114 = stablehlo.select %99, %111, %113 : tensor<6xi1>, tensor<6xf32>
        %115 = stablehlo.reshape %114 : (tensor<6xf32>) -> tensor<1x6xf32>
        %116 = stablehlo.constant dense<0> : tensor<i32>
        %117 = stablehlo.dynamic_update_slice %loop0.5, %115, %loop0.0, %116 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %118 = stablehlo.reshape %91 : (tensor<6xf32>) -> tensor<1x6xf32>
        %119 = stablehlo.constant dense<0> : tensor<i32>
        %120 = stablehlo.dynamic_update_slice %loop0.6, %118, %loop0.0, %119 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %121 = stablehlo.reshape %104 : (tensor<6xf32>) -> tensor<1x6xf32>
        %122 = stablehlo.constant dense<0> : tensor<i32>
        %123 = stablehlo.dynamic_update_slice %loop0.7, %121, %loop0.0, %122 : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
        %124 = stablehlo.constant dense<1> : tensor<i32>
        %125 = stablehlo.add %loop0.0, %124 : tensor<i32>
        stablehlo.return %125, %loop0.1, %loop0.2, %loop0.3, %loop0.4, %117, %120, %123 : tensor<i32>, tensor<3x3x8xf32>, tensor<3x6xi32>, tensor<4x8xf32>, tensor<4xi32>, tensor<3x6xf32>, tensor<3x6xf32>, tensor<3x6xf32>
      }
      %126 = stablehlo.constant dense<0> : tensor<i32>
      %127 = stablehlo.constant dense<2> : tensor<i32>
      %128 = stablehlo.multiply %126, %127 : tensor<i32>
      %129 = stablehlo.add %128, %5 : tensor<i32>
      %130 = stablehlo.constant dense<3> : tensor<i32>
      %131 = stablehlo.multiply %129, %130 : tensor<i32>
      %132 = stablehlo.constant dense<0> : tensor<i32>
      %133 = stablehlo.dynamic_slice %59#5, %132, %131, sizes = [3, 3] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      %134 = stablehlo.reshape %133 : (tensor<3x3xf32>) -> tensor<9xf32>
      %135 = stablehlo.slice %134 [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %136 = stablehlo.reshape %135 : (tensor<8xf32>) -> tensor<1x8xf32>
      sdy.return %136 : tensor<1x8xf32>
    } : (tensor<4x16x8xf32>, tensor<7x8xf32>, tensor<4x16xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x16xf32>
    return %3 : tensor<4x16xf32>
  }
}
