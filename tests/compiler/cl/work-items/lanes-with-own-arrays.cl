// SPDX-License-Identifier: Apache-2.0
// Work-items that run together have arrays of their own, with run-time indices, of elements of one size and of
// several. Work-item i inserts i % 3, i % 5, i % 7 and 9 into a sorted array, and reverses bytes.
// RUN: kernel-run %s --kernel sorted --global 37 o=148*0 | FileCheck %s --check-prefix=SORTED
// RUN: kernel-run %s --kernel swapped --global 19 o=19*0 | FileCheck %s --check-prefix=SWAPPED
// RUN: kernel-run %s --kernel counted --global 32 o=0 n=0 | FileCheck %s --check-prefix=COUNTED

// SORTED: o = 0,0,0,9,1,1,1,9,2,2,2,9,0,3,3,9,1,4,4,9,0,2,5,9,0,1,6,9,{{.*}}
kernel void sorted(global int* o) {
  const int i = get_global_id(0), values[4] = {i % 3, i % 5, 9, i % 7};
  int list[5];
  for (int k = 0; k < 5; ++k) list[k] = 1000;
  for (int k = 0; k < 4; ++k) {
    int place = 4;
    for (; place > 0 && list[place - 1] > values[k]; --place) list[place] = list[place - 1];
    list[place] = values[k];
  }
  for (int k = 0; k < 4; ++k) o[4 * i + k] = list[k];
}

// SWAPPED: o = 0,16777216,33554432,50331648,67108864,{{.*}}
kernel void swapped(global int* o) {
  const int i = get_global_id(0);
  union { int whole; uchar bytes[4]; } a, b;
  a.whole = i;
  for (int k = 0; k < 4; ++k) b.bytes[(3 - k) ^ o[i]] = a.bytes[k];
  o[i] = b.whole;
}

// Each number from 0 to 15 is given out once, to a work-item with an odd id: the sum of the results is 120.
// COUNTED: o = 120
// COUNTED: n = 16
kernel void counted(global int* o, global int* n) {
  const int i = get_global_id(0);
  if (i % 2 == 1) {
    const int number = atomic_inc(n);
    atomic_add(o, number);
  }
}
