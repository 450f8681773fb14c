/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Extensions of the QuadCL platform. Vendor suffix: QUADCL.
 */
#ifndef OPENCL_CL_EXT_QUADCL_H
#define OPENCL_CL_EXT_QUADCL_H

#include <CL/cl.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * cl_quadcl_qpu_profiling, version 1.1.0
 *
 * Adds parameters to clGetEventProfilingInfo that tell how a kernel ran on the QPUs. They follow the rules of
 * CL_PROFILING_COMMAND_START: the queue must have been created with CL_QUEUE_PROFILING_ENABLE, and the command
 * must be complete. Otherwise, and if a value is not known, the query returns
 * CL_PROFILING_INFO_NOT_AVAILABLE.
 *
 *   CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL  cl_ulong
 *     Instructions that all QPUs together executed. Known for kernels that ran on QPUs.
 *   CL_PROFILING_COMMAND_QPU_CYCLES_QUADCL        cl_ulong
 *     Modelled V3D clock cycles from the start of the job to the host interrupt at its end. Known if the
 *     emulator modelled time.
 *   CL_PROFILING_COMMAND_QPU_NANOSECONDS_QUADCL   cl_ulong
 *     The same as time at the device's clock, CL_DEVICE_MAX_CLOCK_FREQUENCY.
 *   CL_PROFILING_COMMAND_PACKING_NANOSECONDS_QUADCL  cl_ulong
 *     Time that this computer's CPU took to copy operands into the form that the QPUs' program reads. It is in no modelled
 *     time. Known for kernels that ran on QPUs.
 *   CL_PROFILING_COMMAND_TARGET_QUADCL            cl_profiling_target_quadcl
 *     Where the kernel ran. A kernel runs on the CPU beside the QPUs if the QPU device has no QPU program for
 *     it, or if the QPU program cannot take its arguments. Known for every kernel.
 *
 * Modelling time slows the emulator down, so it must be requested with a property of
 * clCreateCommandQueueWithProperties:
 *
 *   CL_QUEUE_MODEL_TIME_QUADCL                    cl_bool, default CL_FALSE
 *     The time of kernels on emulated QPUs is modelled. No effect on other devices.
 *
 * The values are in a range private to QuadCL, 0x51550000 ("QU") to 0x5155ffff. We know of no other extension
 * that uses it.
 */
#define cl_quadcl_qpu_profiling 1
#define CL_QUADCL_QPU_PROFILING_EXTENSION_NAME "cl_quadcl_qpu_profiling"

typedef cl_uint cl_profiling_target_quadcl;

/* cl_queue_properties */
#define CL_QUEUE_MODEL_TIME_QUADCL 0x51550200

/* cl_profiling_info */
#define CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL 0x51550000
#define CL_PROFILING_COMMAND_QPU_CYCLES_QUADCL       0x51550001
#define CL_PROFILING_COMMAND_QPU_NANOSECONDS_QUADCL  0x51550002
#define CL_PROFILING_COMMAND_TARGET_QUADCL           0x51550003
#define CL_PROFILING_COMMAND_PACKING_NANOSECONDS_QUADCL 0x51550004

/* cl_profiling_target_quadcl */
#define CL_PROFILING_TARGET_CPU_QUADCL 0x51550100
#define CL_PROFILING_TARGET_QPU_QUADCL 0x51550101

/*
 * cl_quadcl_recognition, version 1.0.0
 *
 * Kernels in OpenCL C that compute a matrix product or a transpose run on the QPUs. Two parameters of
 * clGetKernelInfo tell whether a kernel is one of them. CL_PROFILING_COMMAND_TARGET_QUADCL tells where each
 * launch ran.
 *
 *   CL_KERNEL_TARGET_QUADCL       cl_profiling_target_quadcl
 *     Where the kernel's launches run if their arguments allow it: CL_PROFILING_TARGET_QPU_QUADCL for built-in
 *     and recognised kernels of a program for a QPU device, else CL_PROFILING_TARGET_CPU_QUADCL.
 *   CL_KERNEL_RECOGNITION_QUADCL  char[]
 *     The built-in kernel that replaces it, with its arguments in terms of the kernel's own; or the first
 *     reason why there is none, or why it is not used. On the CPU device, products are replaced if the program
 *     was built with -cl-fast-relaxed-math or -cl-unsafe-math-optimizations.
 *
 * The build option -quadcl-no-recognise leaves a program's kernels on the CPU.
 */
#define cl_quadcl_recognition 1
#define CL_QUADCL_RECOGNITION_EXTENSION_NAME "cl_quadcl_recognition"

/* cl_kernel_info */
#define CL_KERNEL_TARGET_QUADCL      0x51550300
#define CL_KERNEL_RECOGNITION_QUADCL 0x51550301

#ifdef __cplusplus
}
#endif

#endif /* OPENCL_CL_EXT_QUADCL_H */
