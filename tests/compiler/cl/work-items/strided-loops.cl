// SPDX-License-Identifier: Apache-2.0
// Loops that share out work among a group: ragged ends, counters that wrap around, turns that none takes.
// RUN: kernel-run %s --kernel=ragged --global 16 --local 16 o=40*0 n=37 | FileCheck %s --check-prefix=RAGGED
// RUN: kernel-run %s --kernel=wraps --global 16 --local 16 o=16*0 | FileCheck %s --check-prefix=WRAPS
// RUN: kernel-run %s --kernel=ragged --global 16 --local 16 o=4*0 n=0 | FileCheck %s --check-prefix=NONE

// RAGGED: o = 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0
// NONE:   o = 0,0,0,0
kernel void ragged(global int* o, uint n) {
  for (uint i = get_local_id(0); i < n; i += get_local_size(0)) o[i] += 1;
}

// Counters of 8 bits start at 248 to 263, which is 7: the first and the last work-item are below the bound, those
// between at 250 to 255 are not.
// WRAPS: o = 2,1,0,0,0,0,0,0,250,249,248,247,246,245,244,243
kernel void wraps(global int* o) {
  for (uchar i = (uchar)(248 + get_local_id(0)); i < 250; ++i) o[get_local_id(0)] += 1;
}
