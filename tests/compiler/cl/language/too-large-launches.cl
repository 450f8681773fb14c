// SPDX-License-Identifier: Apache-2.0
// A group can have 64 KiB of local memory and 1024 work-items. More is refused, and nothing runs.
// RUN: kernel-run %s --global 1024 --local 1024 o=0 l=65536 | FileCheck %s
// RUN: not kernel-run %s --global 1 o=0 l=65537 | FileCheck %s --check-prefix=REFUSED
// RUN: not kernel-run %s --global 8192 --local 8192 o=0 l=65536 | FileCheck %s --check-prefix=REFUSED

// CHECK: o = 1
// REFUSED-NOT: o = {{.*}}
// REFUSED: refused: {{.+}}
// REFUSED-NOT: o = {{.*}}
kernel void k(global int* o, local int* l) {
  l[get_local_id(0)] = 1;
  o[0] = l[0];
}
