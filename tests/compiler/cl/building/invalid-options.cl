// SPDX-License-Identifier: Apache-2.0
// Invalid build options are refused before anything is compiled.
// RUN: not kernel-run %s --options=-nonsense | FileCheck %s
// RUN: not kernel-run %s --options=-cl-std=CL9.9 | FileCheck %s
// RUN: not kernel-run %s --options=-D | FileCheck %s
// RUN: not kernel-run %s --options="-D 'open" | FileCheck %s
// RUN: not kernel-run %s --options=-W | FileCheck %s
// RUN: not kernel-run %s --options=-Wl,-x | FileCheck %s
// RUN: not kernel-run %s --options="-D A -x c" | FileCheck %s

// CHECK: error: {{.+}}
// CHECK-NEXT: the build options are invalid
kernel void k(void) { this is not compiled }
