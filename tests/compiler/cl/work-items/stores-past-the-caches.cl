// SPDX-License-Identifier: Apache-2.0
// Where launches store past the caches (QUADCL_CPU_STREAM), buffers hold the same: whole lines, rows that begin within a
// line, the rest of a row, and rows behind a barrier.
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel whole --global 64 --local 64 out=64*0 | FileCheck %s --check-prefix=WHOLE
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel whole --global 100 --local 50 out=100*0 | FileCheck %s --check-prefix=PARTS
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel bytes --global 128 out=128*0 | FileCheck %s --check-prefix=BYTES
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel behind_barrier --global 32,2 --local 32,1 out=64*0 | FileCheck %s --check-prefix=BARRIER
// RUN: env QUADCL_CPU_STREAM=1 kernel-run %s --kernel colours --global 128 --local 128 out=384*0 | FileCheck %s --check-prefix=COLOURS

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

// COLOURS: out = 0,128,255,1,127,254,2,126,253,3,125,252,4,124,251,5,123,250,6,122,249,7,121,248,8,120,247,9,119,246,10,118,245,11,117,244,12,116,243,13,115,242,14,114,241,15,113,240,16,112,239,17,111,238,18,110,237,19,109,236,20,108,235,21,107,234,22,106,233,23,105,232,24,104,231,25,103,230,26,102,229,27,101,228,28,100,227,29,99,226,30,98,225,31,97,224,32,96,223,33,95,222,34,94,221,35,93,220,36,92,219,37,91,218,38,90,217,39,89,216,40,88,215,41,87,214,42,86,213,43,85,212,44,84,211,45,83,210,46,82,209,47,81,208,48,80,207,49,79,206,50,78,205,51,77,204,52,76,203,53,75,202,54,74,201,55,73,200,56,72,199,57,71,198,58,70,197,59,69,196,60,68,195,61,67,194,62,66,193,63,65,192,64,64,191,65,63,190,66,62,189,67,61,188,68,60,187,69,59,186,70,58,185,71,57,184,72,56,183,73,55,182,74,54,181,75,53,180,76,52,179,77,51,178,78,50,177,79,49,176,80,48,175,81,47,174,82,46,173,83,45,172,84,44,171,85,43,170,86,42,169,87,41,168,88,40,167,89,39,166,90,38,165,91,37,164,92,36,163,93,35,162,94,34,161,95,33,160,96,32,159,97,31,158,98,30,157,99,29,156,100,28,155,101,27,154,102,26,153,103,25,152,104,24,151,105,23,150,106,22,149,107,21,148,108,20,147,109,19,146,110,18,145,111,17,144,112,16,143,113,15,142,114,14,141,115,13,140,116,12,139,117,11,138,118,10,137,119,9,136,120,8,135,121,7,134,122,6,133,123,5,132,124,4,131,125,3,130,126,2,129,127,1,128
kernel void colours(global uchar* out) {
  const size_t i = get_global_id(0);
  out[3 * i] = i;
  out[3 * i + 1] = 128 - i;
  out[3 * i + 2] = 255 - i;
}
