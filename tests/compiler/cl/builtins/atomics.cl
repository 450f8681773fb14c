// SPDX-License-Identifier: Apache-2.0
// Atomics of OpenCL C 1.x on global and local memory, of 32 and 64 bits: 4096 work-items in groups of 512.
// RUN: kernel-run %s --global 4096 --local 512 g=0,-1 h=0,0,0 out=8*0 | FileCheck %s

// CHECK: g = 8192,4095
// 4096 times 2^32, the exclusive or of all numbers below 4096, and the first work-item.
// CHECK: h = 17592186044416,0,7
// CHECK: out = 512,512,512,512,512,512,512,512
kernel void k(global int* g, global ulong* h, global uint* out) {
  local uint l;
  const uint i = get_local_id(0);
  if (i == 0) l = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(g, 2);
  atomic_max(g + 1, (int)get_global_id(0));
  atomic_inc((volatile local uint*)&l);
  atom_add(h, 1ul << 32);
  atom_xor(h + 1, (ulong)get_global_id(0));
  atom_cmpxchg(h + 2, 0ul, 7ul);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) out[get_group_id(0)] = l;
}
