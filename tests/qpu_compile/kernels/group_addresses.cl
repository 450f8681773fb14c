// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 512
// local: 256
// arg: in int 1024
// arg: out int 1024
// arg: value int 3
// Places in buffers are computed again behind a barrier: there is no room to keep them.
kernel void k(global const int* in, global int* out, int n) {
  local int block[512];
  uint item = get_local_id(0), first = 2 * get_local_size(0) * get_group_id(0);
  int sum = n;
  block[item] = in[first + item];
  block[item + 256] = in[first + item + 256];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stride = 256; stride > 0; stride /= 2) {
    uint low = 2 * item - (item & (stride - 1));
    int a = block[low], b = block[low + stride];
    block[low] = min(a, b);
    block[low + stride] = max(a, b);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[first + item] = block[item];
  out[first + item + 256] = block[item + 256];
}
