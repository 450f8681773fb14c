// SPDX-License-Identifier: Apache-2.0
// Where launches store past the caches (QUADCL_CPU_STREAM), buffers hold the same: whole lines, rows that begin within a
// line, the rest of a row, and rows behind a barrier.
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel whole --global 64 --local 64 out=64*0 | FileCheck %s --check-prefix=WHOLE
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel whole --global 100 --local 50 out=100*0 | FileCheck %s --check-prefix=PARTS
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel bytes --global 128 out=128*0 | FileCheck %s --check-prefix=BYTES
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel behind_barrier --global 32,2 --local 32,1 out=64*0 | FileCheck %s --check-prefix=BARRIER

// WHOLE: out = 7,8,9,{{.*}},69,70
// PARTS: out = 7,8,9,{{.*}},55,56,57,{{.*}},105,106
kernel void whole(global int* out) {
  out[get_global_id(0)] = get_global_id(0) + 7;
}

// BYTES: out = 255,254,253,{{.*}},129,128
kernel void bytes(global uchar* out) {
  out[get_global_id(0)] = 255 - get_global_id(0);
}

// BARRIER: out = 31,30,29,{{.*}},1,0,131,130,{{.*}},101,100
kernel void behind_barrier(global int* out) {
  local int row[32];
  const int x = get_local_id(0), y = get_group_id(1);
  row[x] = x + 100 * y;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[32 * y + x] = row[31 - x];
}
