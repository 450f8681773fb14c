// SPDX-License-Identifier: Apache-2.0
// An index is a multiple of a counter that is cut off. LLVM's vectoriser would take it for one that only rises: it would load
// what lies beyond the mask, which is 1000 and more.
// RUN: kernel-run %s --kernel loop --global 2 --local 1 a=0..63,1000..1511 o=128*0 count=64 | FileCheck %s --check-prefix=LOOP
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel loop --global 2 --local 1 a=0..63,1000..1511 o=128*0 count=64 | FileCheck %s --check-prefix=LOOP
// RUN: env QUADCL_VECTORISE=off QUADCL_CPU_FEATURES=baseline kernel-run %s --kernel loop --global 2 --local 1 a=0..63,1000..1511 o=128*0 count=64 | FileCheck %s --check-prefix=LOOP
// RUN: kernel-run %s --kernel narrow_loop --global 2 --local 1 a=0..63,1000..1511 o=128*0 count=64 | FileCheck %s --check-prefix=NARROW-LOOP
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel narrow_loop --global 2 --local 1 a=0..63,1000..1511 o=128*0 count=64 | FileCheck %s --check-prefix=NARROW-LOOP
// RUN: env QUADCL_VECTORISE=off QUADCL_CPU_FEATURES=baseline kernel-run %s --kernel narrow_loop --global 2 --local 1 a=0..63,1000..1511 o=128*0 count=64 | FileCheck %s --check-prefix=NARROW-LOOP
// RUN: kernel-run %s --kernel ids --global 64 --local 64 a=0..63,1000..1511 o=64*0 count=64 | FileCheck %s --check-prefix=IDS
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel ids --global 64 --local 64 a=0..63,1000..1511 o=64*0 count=64 | FileCheck %s --check-prefix=IDS
// RUN: env QUADCL_VECTORISE=off QUADCL_CPU_FEATURES=baseline kernel-run %s --kernel ids --global 64 --local 64 a=0..63,1000..1511 o=64*0 count=64 | FileCheck %s --check-prefix=IDS

// Multiples of 7 modulo 64, twice.
// LOOP: o = 0,7,14,21,28,35,42,49,56,63,6,13,20,27,34,41,48,55,62,5,12,19,26,33,40,47,54,61,4,11,18,25,32,39,46,53,60,3,10,17,24,31,38,45,52,59,2,9,16,23,30,37,44,51,58,1,8,15,22,29,36,43,50,57,0,7,14,21,28,35,42,49,56,63,6,13,20,27,34,41,48,55,62,5,12,19,26,33,40,47,54,61,4,11,18,25,32,39,46,53,60,3,10,17,24,31,38,45,52,59,2,9,16,23,30,37,44,51,58,1,8,15,22,29,36,43,50,57
kernel void loop(global const int* a, global int* o, int count) {
  const int id = get_global_id(0);
  for (int i = 0; i < count; ++i) o[id * 64 + i] = a[(i * 7) & 63];
}

// Multiples of 7 modulo 256, twice; 936 more from 64 on.
// NARROW-LOOP: o = 0,7,14,21,28,35,42,49,56,63,1006,1013,1020,1027,1034,1041,1048,1055,1062,1069,1076,1083,1090,1097,1104,1111,1118,1125,1132,1139,1146,1153,1160,1167,1174,1181,1188,3,10,17,24,31,38,45,52,59,1002,1009,1016,1023,1030,1037,1044,1051,1058,1065,1072,1079,1086,1093,1100,1107,1114,1121,0,7,14,21,28,35,42,49,56,63,1006,1013,1020,1027,1034,1041,1048,1055,1062,1069,1076,1083,1090,1097,1104,1111,1118,1125,1132,1139,1146,1153,1160,1167,1174,1181,1188,3,10,17,24,31,38,45,52,59,1002,1009,1016,1023,1030,1037,1044,1051,1058,1065,1072,1079,1086,1093,1100,1107,1114,1121
kernel void narrow_loop(global const int* a, global int* o, int count) {
  const int id = get_global_id(0);
  for (int i = 0; i < count; ++i) o[id * 64 + i] = a[(uchar)(i * 7)];
}

// Multiples of 3 modulo 64.
// IDS: o = 0,3,6,9,12,15,18,21,24,27,30,33,36,39,42,45,48,51,54,57,60,63,2,5,8,11,14,17,20,23,26,29,32,35,38,41,44,47,50,53,56,59,62,1,4,7,10,13,16,19,22,25,28,31,34,37,40,43,46,49,52,55,58,61
kernel void ids(global const int* a, global int* o, int count) {
  o[get_global_id(0)] = a[((int)get_local_id(0) * 3) & 63];
}
