// SPDX-License-Identifier: Apache-2.0
// A program without kernels for images may have samplers, and functions for images that no kernel calls.
// RUN: kernel-run %s --global 1 o:float=0 | FileCheck %s
// RUN: kernel-run %s --options=-cl-std=CL2.0 --global 1 o:float=0 | FileCheck %s
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 1 o:float=0 | FileCheck %s

// CHECK-NOT: {{.*}}(error|warning){{.*}}
// CHECK: o = 5
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
const sampler_t outside = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP;
constant sampler_t nearest = CLK_FILTER_NEAREST;
float first(sampler_t sampler, float a) { return a; }
float4 pixel(read_only image2d_t image, int2 place) { return read_imagef(image, outside, place); }
void set(write_only image3d_t image, int4 place, float4 value) {
  if (get_image_depth(image) > place.z) write_imagef(image, place, value);
}
kernel void k(global float* o) {
  const sampler_t inside = CLK_FILTER_LINEAR;
  o[0] = first(inside, 2) + first(outside, 2) + first(nearest, 1);
}
