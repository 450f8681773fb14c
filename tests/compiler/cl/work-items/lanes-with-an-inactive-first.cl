// SPDX-License-Identifier: Apache-2.0
// Places that are consecutive where lanes are active. Lane 0 is not active, and there the index would be
// negative, wrap around, or have bits that the others do not have.
// RUN: kernel-run %s --kernel negative --global 20 --local 20 n=5 o=20*0 data=20*2 | FileCheck %s --check-prefix=SHIFTED
// RUN: kernel-run %s --kernel wraps --global 20 --local 20 n=5 bases=2*-2147483648 o=20*0 data=5*0,5..19 | FileCheck %s --check-prefix=SUMS
// RUN: kernel-run %s --kernel bits --global 22 --local 11 o=24*0 data=22*2 | FileCheck %s --check-prefix=BITS

// SHIFTED: o = 9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,0,0,0,0,0
kernel void negative(int n, global int* o, global const int* data) {
  int g = get_global_id(0), i = g - n, s = 1;
  for (int j = 0; j < data[g]; ++j) s *= 3;
  if (i >= 0) o[i] = s;
}

// Twice data[g - 5].
// SUMS: o = 0,0,0,0,0,0,0,0,0,0,10,12,14,16,18,20,22,24,26,28
kernel void wraps(int n, global const int* bases, global int* o, global const int* data) {
  int g = get_global_id(0), s = 0;
  if (data[g] != 0) {
    for (int j = 0; j < 2; ++j) {
      int i = g - n + bases[j];
      s += data[(long)i - (long)bases[j]];
    }
    o[g] = s;
  }
}

// BITS: o = 0,0,0,9,0,0,0,9,0,0,0,9,0,0,0,9,0,0,0,9,0,0,0,9
kernel void bits(global int* o, global const int* data) {
  size_t g = get_global_id(0);
  int s = 1;
  for (int j = 0; j < data[g]; ++j) s *= 3;
  if ((g & 3) == 1) o[g | 2] = s;
}
