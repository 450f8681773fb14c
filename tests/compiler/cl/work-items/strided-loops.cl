// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations a group shares: ragged ends, counters that wrap around, loops without an iteration.
// RUN: kernel-run %s --kernel=ragged --global 16 --local 16 o=40*0 n=37 | FileCheck %s --check-prefix=RAGGED
// RUN: kernel-run %s --kernel=wraps --global 16 --local 16 o=16*0 | FileCheck %s --check-prefix=WRAPS
// RUN: kernel-run %s --kernel=ragged --global 16 --local 16 o=4*0 n=0 | FileCheck %s --check-prefix=NONE

// RAGGED: o = 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0
// NONE:   o = 0,0,0,0
kernel void ragged(global int* o, uint n) {
  for (uint i = get_local_id(0); i < n; i += get_local_size(0)) o[i] += 1;
}

// 16-bit counters start at 65528 to 65543, which wraps to 7. The first and the last work-item are below the
// bound; those between, at 65530 to 65535, are not.
// WRAPS: o = 2,1,0,0,0,0,0,0,65530,65529,65528,65527,65526,65525,65524,65523
kernel void wraps(global int* o) {
  for (ushort i = (ushort)(65528 + get_local_id(0)); i < 65530; ++i) o[get_local_id(0)] += 1;
}
