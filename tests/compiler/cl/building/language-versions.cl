// SPDX-License-Identifier: Apache-2.0
// -cl-std chooses the version of OpenCL C; the default is 1.2. The platform's version is always 3.0.
// RUN: kernel-run %s --global 1 o=0,0 | FileCheck %s --check-prefix=V12
// RUN: kernel-run %s --options=-cl-std=CL1.0 --global 1 o=0,0 | FileCheck %s --check-prefix=V10
// RUN: kernel-run %s --options=-cl-std=CL1.1 --global 1 o=0,0 | FileCheck %s --check-prefix=V11
// RUN: kernel-run %s --options=-cl-std=CL1.2 --global 1 o=0,0 | FileCheck %s --check-prefix=V12
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 1 o=0,0 | FileCheck %s --check-prefix=V30

// V10: o = 100,300
// V11: o = 110,300
// V12: o = 120,300
// V30: o = 300,300
kernel void k(global int* o) {
  o[0] = __OPENCL_C_VERSION__;
  o[1] = __OPENCL_VERSION__;
}
