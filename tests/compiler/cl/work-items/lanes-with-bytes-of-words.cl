// SPDX-License-Identifier: Apache-2.0
// A private array that is set to zero, written as bytes and read as words. Element 0 has bytes i + 1, 2 i, 7 and
// i ^ 5 from the lowest on, element 1 has 200 - i and 3.
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 40 --local 40 o=40*0 n=1 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 40 --local 40 o=40*0 n=1 | FileCheck %s --check-prefix=SAME

// CHECK: o = 84344833,967,0,48,17238021,963,0,48,218566665,959,0,48,151459853,955,0,48,352788497,951,0,48,285681685,947,0,48,487010329,943,0,48,419903517,939,0,48,621232161,935,0,48,554125349,931,0,48
// SAME: o = 84344833,967,0,48,17238021,963,0,48,218566665,959,0,48,151459853,955,0,48,352788497,951,0,48,285681685,947,0,48,487010329,943,0,48,419903517,939,0,48,621232161,935,0,48,554125349,931,0,48
kernel void k(global uint* o, int n) {
  uint i = get_global_id(0), words[4] = {0}, sum = 0;
  uchar* bytes = (uchar*)words;
  bytes[0] = i + 1;
  bytes[1] = 2 * i;
  bytes[2] = 7;
  bytes[3] = i ^ 5;
  bytes[4] = 200 - i;
  bytes[5] = 3;
  words[3] = 48;
  for (int k = 0; k < n; ++k) sum += words[(i + k) & 3];
  o[i] = sum;
}
