// SPDX-License-Identifier: Apache-2.0
// Lanes read three channels of four, and write one or two, and one of three where a condition holds. What lies between stays as it is.
// RUN: kernel-run %s --global 21 --local 21 pixels=0..83 grey=21*7 pairs=84*5 picked=63*9 | FileCheck %s
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 21 --local 21 pixels=0..83 grey=21*7 pairs=84*5 picked=63*9 | FileCheck %s
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 21 --local 21 pixels=0..83 grey=21*7 pairs=84*5 picked=63*9 | FileCheck %s
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise -S --features=+avx512f,+avx512dq,+avx512vl,+avx512bw,+avx512cd --tuned-for=znver4 2>&1 | FileCheck %s --check-prefix=LANES

// LANES-NOT: {{.*}} left to LLVM's vectoriser
// LANES: {{.*}} the row at {{.*}} has {{[0-9]+}} lanes
// LANES: {{.*}}call void @llvm.masked.store.{{.*}}

// CHECK: grey = 0,4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,68,72,76,80
// CHECK: pairs = 0,5,512,5,4,5,1536,5,8,5,2560,5,12,5,3584,5,16,5,4608,5,20,5,5632,5,24,5,6656,5,28,5,7680,5,32,5,8704,5,36,5,9728,5,40,5,10752,5,44,5,11776,5,48,5,12800,5,52,5,13824,5,56,5,14848,5,60,5,15872,5,64,5,16896,5,68,5,17920,5,72,5,18944,5,76,5,19968,5,80,5,20992,5
// CHECK: picked = 9,1,9,9,9,9,9,9,9,9,13,9,9,9,9,9,9,9,9,25,9,9,9,9,9,9,9,9,37,9,9,9,9,9,9,9,9,49,9,9,9,9,9,9,9,9,61,9,9,9,9,9,9,9,9,73,9,9,9,9,9,9,9
kernel void k(global const uchar4* pixels, global uchar* grey, global ushort* pairs, global float* picked) {
  const size_t i = get_global_id(0);
  const uchar4 pixel = pixels[i];
  grey[i] = (pixel.x * 77 + pixel.y * 150 + pixel.z * 29) >> 8;
  pairs[4 * i] = pixel.x;
  pairs[4 * i + 2] = pixel.z * 256;
  if (pixel.x % 3 == 0) picked[3 * i + 1] = pixel.y;
}
