// SPDX-License-Identifier: Apache-2.0
// A program may have kernels for images beside others, whatever the version of the language.
// RUN: kernel-run %s --describe | FileCheck %s
// RUN: kernel-run %s --options=-cl-std=CL3.0 --describe | FileCheck %s
// RUN: kernel-run %s --options=-cl-std=CL1.2 --describe | FileCheck %s
// RUN: kernel-run %s --global 4 --kernel doubled numbers=1,2,3,4 | FileCheck %s --check-prefix=NUMBERS

// CHECK-NOT: {{error|warning}}
// CHECK: kernel filtered
// CHECK: kernel width
// CHECK: kernel doubled
// NUMBERS: numbers = 2,4,6,8
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
float4 pixel(read_only image2d_t image, int2 place) { return read_imagef(image, nearest, place); }
kernel void filtered(read_only image2d_t from, write_only image2d_t to) {
  const int2 place = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, place, pixel(from, place) + pixel(from, place + (int2)(1, 0)));
}
kernel void width(read_only image2d_t image, global int* width) { *width = get_image_width(image); }
kernel void doubled(global int* numbers) { numbers[get_global_id(0)] *= 2; }
