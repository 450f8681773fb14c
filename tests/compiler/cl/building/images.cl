// SPDX-License-Identifier: Apache-2.0
// Images are not supported: no version of the language has their functions.
// RUN: not kernel-run %s --options=-cl-std=CL3.0 | FileCheck %s
// RUN: not kernel-run %s | FileCheck %s

// CHECK: error: undefined function 'read_imagef({{.*}})'
// CHECK: the build failed
kernel void k(read_only image2d_t image, sampler_t sampler, global float4* o) {
  o[0] = read_imagef(image, sampler, (int2)(0, 0));
}
