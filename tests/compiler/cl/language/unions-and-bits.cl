// SPDX-License-Identifier: Apache-2.0
// The same bits as other types: as_type, unions, and bytes of an int.
// RUN: kernel-run %s --global 1 o=4*0 | FileCheck %s

// CHECK: o = 1065353216,16256,4,-1
kernel void k(global int* o) {
  union {
    float f;
    ushort2 halves;
  } u;
  u.f = 1.0f;
  o[0] = as_int(1.0f);
  o[1] = u.halves.y;
  const int bytes = 0x01020304;
  o[2] = ((const uchar*)&bytes)[0];
  o[3] = as_int((uchar4)(255));
}
