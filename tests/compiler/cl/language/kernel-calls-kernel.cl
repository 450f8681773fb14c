// SPDX-License-Identifier: Apache-2.0
// A kernel may call another kernel, which can be launched, too.
// RUN: kernel-run %s --kernel outer --global 4 --local 2 o=4*0 | FileCheck %s --check-prefix=OUTER
// RUN: kernel-run %s --kernel inner --global 4 --local 2 o=4*0 | FileCheck %s --check-prefix=INNER

// OUTER: o = 2,2,2,2
// INNER: o = 1,1,1,1
kernel void inner(global int* o) { o[get_global_id(0)] += 1; }
kernel void outer(global int* o) {
  inner(o);
  barrier(0);
  inner(o);
}
