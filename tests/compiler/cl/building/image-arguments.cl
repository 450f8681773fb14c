// SPDX-License-Identifier: Apache-2.0
// Images and samplers among a kernel's arguments, under their own names and those of the program.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --describe | FileCheck %s

// CHECK:      kernel k
// CHECK-NEXT:   argument image read_only global image2d_t a
// CHECK-NEXT:   argument image write_only global image3d_t b
// CHECK-NEXT:   argument image read_write global image1d_array_t c
// CHECK-NEXT:   argument image read_only global image2d_array_depth_t d
// CHECK-NEXT:   argument image read_only global Picture e
// CHECK-NEXT:   argument sampler sampler_t f, 4 bytes
// CHECK-NEXT:   argument sampler Way g, 4 bytes
// CHECK-NEXT:   argument global float* h
typedef image1d_buffer_t Picture;
typedef sampler_t Way;
kernel void k(read_only image2d_t a, write_only image3d_t b, read_write image1d_array_t c, image2d_array_depth_t d,
              Picture e, sampler_t f, Way g, global float* h) {}
