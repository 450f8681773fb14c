// SPDX-License-Identifier: Apache-2.0
// Lengths that C has and OpenCL C has not print the number, after a warning, and so does one conversion that nothing
// prints. Each is told once.
// RUN: kernel-run %s --global 1 o=9 | FileCheck %s --implicit-check-not=warning

// CHECK-DAG: warning: '%5zu' in a format of printf is not OpenCL C; its length is taken as in C
// CHECK-DAG: warning: '%jd' in a format of printf is not OpenCL C; its length is taken as in C
// CHECK-DAG: warning: '%td' in a format of printf is not OpenCL C; its length is taken as in C
// CHECK-DAG: warning: '%Lf' in a format of printf is not OpenCL C; its length is taken as in C
// CHECK-DAG: warning: '%n' in a format of printf is not OpenCL C; the call prints nothing
// CHECK: {{^}}    7 -5000000000 18446744073709551615 -3{{$}}
// CHECK: {{^}}    7 -5000000000 18446744073709551615 -3{{$}}
// CHECK: 1.500000 100%
// CHECK: o = -1
void show(void) { printf("%5zu %jd %llu %td\n", (size_t)7, -5000000000l, 18446744073709551615ul, (ptrdiff_t)-3); }
kernel void k(global int* o) {
  show();
  show();
  printf("%Lf %d%%\n", 1.5f, 100);
  o[0] = printf("%n\n", 1);
}
