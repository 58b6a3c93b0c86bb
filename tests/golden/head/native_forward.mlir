module @logphead_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%hidden: tensor<2x8x4xbf16>, %kernel: tensor<4x6xbf16>, %targets: tensor<2x8xi32>) -> (tensor<2x8xf32> {jax.result_info = "logps"}, tensor<2x8xf32> {jax.result_info = "entropies"}) {
    %0 = stablehlo.reshape %hidden : (tensor<2x8x4xbf16>) -> tensor<16x4xbf16>
    %1 = stablehlo.reshape %0 : (tensor<16x4xbf16>) -> tensor<1x16x4xbf16>
    %2 = stablehlo.reshape %targets : (tensor<2x8xi32>) -> tensor<16xi32>
    %3 = stablehlo.reshape %2 : (tensor<16xi32>) -> tensor<1x16xi32>
    %4 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %7 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.constant dense<1> : tensor<i32>
    %10 = stablehlo.multiply %8, %9 : tensor<i32>
    %11 = stablehlo.add %10, %4 : tensor<i32>
    %12 = stablehlo.multiply %11, %7 : tensor<i32>
    %13 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.add %12, %13 : tensor<i32>
    %15 = stablehlo.constant dense<6> : tensor<i32>
    %16 = stablehlo.multiply %14, %15 : tensor<i32>
    %17 = stablehlo.iota dim = 0 : tensor<6xi32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %19 = stablehlo.add %17, %18 : tensor<6xi32>
    %20 = stablehlo.constant dense<6> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %22 = stablehlo.multiply %6, %21 : tensor<6xi32>
    %23 = stablehlo.add %22, %19 : tensor<6xi32>
    %24 = stablehlo.constant dense<6> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %26 = stablehlo.compare LT, %19, %25, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %27 = stablehlo.constant dense<6> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %29 = stablehlo.compare LT, %23, %28, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %30 = stablehlo.and %26, %29 : tensor<6xi1>
    %31 = stablehlo.constant dense<-1> : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %33 = stablehlo.select %30, %23, %32 : tensor<6xi1>, tensor<6xi32>
    %34 = stablehlo.constant dense<0> : tensor<i32>
    %35 = stablehlo.reshape %1 : (tensor<1x16x4xbf16>) -> tensor<16x4xbf16>
    %36 = stablehlo.reshape %3 : (tensor<1x16xi32>) -> tensor<16xi32>
    %37:5 = stablehlo.custom_call @logphead_softmax(%35, %kernel, %36, %33) {api_version = 4 : i32, backend_config = {isa = "portable", temperature = 1.000000e+00 : f64, threads = 0 : i64, vocab_major = false}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<16x4xbf16>, tensor<4x6xbf16>, tensor<16xi32>, tensor<6xi32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
    %38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %40 = stablehlo.log %37#1 : tensor<16xf32>
    %41 = stablehlo.constant dense<0> : tensor<i32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %43 = stablehlo.compare GE, %36, %42, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %44 = stablehlo.subtract %37#3, %40 : tensor<16xf32>
    %45 = stablehlo.select %43, %44, %39 : tensor<16xi1>, tensor<16xf32>
    %46 = stablehlo.divide %37#2, %37#1 : tensor<16xf32>
    %47 = stablehlo.subtract %40, %46 : tensor<16xf32>
    %48 = stablehlo.select %43, %47, %39 : tensor<16xi1>, tensor<16xf32>
    %49 = stablehlo.reshape %45 : (tensor<16xf32>) -> tensor<1x16xf32>
    %50 = stablehlo.reshape %37#0 : (tensor<16xf32>) -> tensor<1x16xf32>
    %51 = stablehlo.reshape %40 : (tensor<16xf32>) -> tensor<1x16xf32>
    %52 = stablehlo.reshape %46 : (tensor<16xf32>) -> tensor<1x16xf32>
    %53 = stablehlo.reshape %49 : (tensor<1x16xf32>) -> tensor<16xf32>
    %54 = stablehlo.reshape %53 : (tensor<16xf32>) -> tensor<2x8xf32>
    %55 = stablehlo.constant dense<0> : tensor<i32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<i32>) -> tensor<1x16xi32>
    %57 = stablehlo.compare GE, %3, %56, SIGNED : (tensor<1x16xi32>, tensor<1x16xi32>) -> tensor<1x16xi1>
    %58 = stablehlo.subtract %51, %52 : tensor<1x16xf32>
    %59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<1x16xf32>
    %61 = stablehlo.select %57, %58, %60 : tensor<1x16xi1>, tensor<1x16xf32>
    %62 = stablehlo.reshape %61 : (tensor<1x16xf32>) -> tensor<16xf32>
    %63 = stablehlo.reshape %62 : (tensor<16xf32>) -> tensor<2x8xf32>
    return %54, %63 : tensor<2x8xf32>, tensor<2x8xf32>
  }
}
