// SPDX-License-Identifier: Apache-2.0
// The macros of OpenCL C 3.0 features and of extensions are exactly those that the devices report.
// RUN: kernel-run %s --options=-cl-std=CL3.0 | FileCheck %s --allow-empty

// CHECK-NOT: {{.*}}error{{.*}}
#if !defined(__opencl_c_int64) || !defined(__opencl_c_fp64) || !defined(__opencl_c_generic_address_space) || \
    !defined(__opencl_c_work_group_collective_functions) ||                                                  \
    !defined(__opencl_c_program_scope_global_variables) || !defined(__opencl_c_atomic_order_acq_rel) ||      \
    !defined(__opencl_c_atomic_order_seq_cst) || !defined(__opencl_c_atomic_scope_device) ||                 \
    !defined(__opencl_c_atomic_scope_all_devices) || !defined(__opencl_c_images) ||                          \
    !defined(__opencl_c_3d_image_writes) || !defined(__opencl_c_read_write_images)
#error a feature is missing
#endif
#if defined(__opencl_c_pipes) || defined(__opencl_c_device_enqueue) || defined(__opencl_c_subgroups)
#error a feature is too many
#endif
#if !defined(cl_khr_fp64) || !defined(cl_khr_byte_addressable_store) || !defined(cl_khr_int64_base_atomics) || \
    !defined(cl_khr_int64_extended_atomics) || !defined(cl_khr_global_int32_base_atomics) ||                   \
    !defined(cl_khr_local_int32_extended_atomics) || !defined(cl_khr_3d_image_writes) ||                       \
    !defined(cl_khr_depth_images) || !defined(__IMAGE_SUPPORT__)
#error an extension is missing
#endif
#if defined(cl_khr_fp16) || defined(cl_khr_subgroups)
#error an extension is too many
#endif
#ifndef __ENDIAN_LITTLE__
#error byte order
#endif
kernel void k(void) {}
