// SPDX-License-Identifier: Apache-2.0
// A warning is in the log with its place, of a program that runs; -w silences it, -Werror makes it an error.
// RUN: kernel-run %s --global 1 o=0 | FileCheck %s
// RUN: kernel-run %s --options=-w --global 1 o=0 | FileCheck %s --check-prefix=SILENT
// RUN: not kernel-run %s --options=-Werror | FileCheck %s --check-prefix=ERROR

// CHECK: {{.*}}:[[@LINE+5]]:2: warning: look here{{.*}}
// CHECK: o = 1
// SILENT-NOT: {{.*}}warning{{.*}}
// SILENT: o = 1
// ERROR: {{.*}}:[[@LINE+1]]:2: error: look here{{.*}}
#warning look here
kernel void k(global int* o) { o[0] = 1; }
