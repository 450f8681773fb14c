// SPDX-License-Identifier: Apache-2.0
// Elements at a step that the program passes: 1, others, backwards and none at all, with all lanes and with some.
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel spread --global 20 --local 20 a=100..195 o=60*0 step=1 first=0 | FileCheck %s --check-prefix=ONE
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel spread --global 20 --local 20 a=100..195 o=60*0 step=1 first=0 | FileCheck %s --check-prefix=ONE
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel spread --global 20 --local 20 a=100..195 o=60*0 step=3 first=0 | FileCheck %s --check-prefix=THREE
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel spread --global 20 --local 20 a=100..195 o=60*0 step=3 first=0 | FileCheck %s --check-prefix=THREE
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel spread --global 20 --local 20 a=100..195 o=60*0 step=-1 first=19 | FileCheck %s --check-prefix=BACK
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel spread --global 20 --local 20 a=100..195 o=60*0 step=-1 first=19 | FileCheck %s --check-prefix=BACK
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel same_place --global 20 --local 20 a=100..195 o=20*0 step=0 | FileCheck %s --check-prefix=SAME
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel same_place --global 20 --local 20 a=100..195 o=20*0 step=0 | FileCheck %s --check-prefix=SAME

// ONE: o = 101,102,103,104,0,106,107,108,109,0,111,112,113,114,0,116,117,118,119,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// THREE: o = 101,0,0,104,0,0,107,0,0,110,0,0,0,0,0,116,0,0,119,0,0,122,0,0,125,0,0,0,0,0,131,0,0,134,0,0,137,0,0,140,0,0,0,0,0,146,0,0,149,0,0,152,0,0,155,0,0,0,0,0
// BACK: o = 0,102,103,104,105,0,107,108,109,110,0,112,113,114,115,0,117,118,119,120,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
kernel void spread(global const int* a, global int* o, int step, int first) {
  int i = get_global_id(0);
  if (i % 5 != 4) o[i * step + first] = a[i * step + first] + 1;
}
// SAME: o = 100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119
kernel void same_place(global const int* a, global int* o, int step) {
  int i = get_global_id(0);
  o[i] = a[i * step] + i;
}
