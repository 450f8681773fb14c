// SPDX-License-Identifier: Apache-2.0
// A variable in local memory of which the kernel only asks the address lies before the counters.
// assembly: brr -, ra[0-9]+
// global: 64
// local: 32
// arg: in int 64
// arg: out int 64
kernel void k(global const int* x, global int* y) {
  local int named[40], h[32];
  const uint l = get_local_id(0), i = get_global_id(0);
  const int has_address = (uint)(size_t)named != 76u;
  h[l] = has_address + (int)l;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&h[(uint)x[i] % 32], x[i] >> 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = h[l] * 3 + h[31 - 5] + has_address;
}
