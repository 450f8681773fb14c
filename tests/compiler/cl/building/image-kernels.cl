// SPDX-License-Identifier: Apache-2.0
// Kernels that take images are left out of a program that has others, as are functions that only they use.
// RUN: kernel-run %s --describe | FileCheck %s
// RUN: kernel-run %s --global 4 --kernel doubled numbers=1,2,3,4 | FileCheck %s --check-prefix=NUMBERS
// RUN: not kernel-run %s --options=-DONLY_IMAGES | FileCheck %s --check-prefix=ONLY

// CHECK: warning: kernel 'filtered' is left out: it takes images, which the device does not have
// CHECK: warning: kernel 'width' is left out{{.*}}
// CHECK-NOT: filtered
// CHECK: kernel doubled
// NUMBERS: numbers = 2,4,6,8
// ONLY: error: undefined function 'read_imagef({{.*}})'
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
float4 pixel(read_only image2d_t image, int2 place) { return read_imagef(image, nearest, place); }
kernel void filtered(read_only image2d_t from, write_only image2d_t to) {
  const int2 place = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, place, pixel(from, place) + pixel(from, place + (int2)(1, 0)));
}
kernel void width(read_only image2d_t image, global int* width) { *width = get_image_width(image); }
#ifndef ONLY_IMAGES
kernel void doubled(global int* numbers) { numbers[get_global_id(0)] *= 2; }
#endif
