// SPDX-License-Identifier: Apache-2.0
// Images are not supported: OpenCL C 3.0 then lacks their types, and no version has functions for them.
// RUN: not kernel-run %s --options=-cl-std=CL3.0 | FileCheck %s
// RUN: not kernel-run %s | FileCheck %s --check-prefix=V12

// CHECK: {{.*}}: error: use of type '__read_only image2d_t' requires __opencl_c_images support
// CHECK: the build failed
// V12: error: undefined function 'read_imagef({{.*}})'
// V12: the build failed
kernel void k(read_only image2d_t image, sampler_t sampler, global float4* o) {
  o[0] = read_imagef(image, sampler, (int2)(0, 0));
}
