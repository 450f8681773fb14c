// SPDX-License-Identifier: Apache-2.0
// The kernel compares an argument in local memory, which it does not access, with elements of a variable. No
// element has the address of another object.
// global: 128
// local: 64
// arg: in int 128
// arg: out int 128
// arg: local int 64
kernel void k(global const int* x, global int* y, local int* other) {
  local int h[64];
  const uint l = get_local_id(0), i = get_global_id(0);
  h[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&h[(uint)x[i] % 64], (int)l);
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = h[l];
  for (uint e = 0; e < 64; ++e)
    if (other == &h[(e + (uint)x[i]) % 64]) sum += 1000000;
  y[i] = sum;
}
