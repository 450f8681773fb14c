// SPDX-License-Identifier: Apache-2.0
#include "tools/selftest_kernels.h"

namespace quadcl::tools {

const char* const kSelftestSource = R"(
kernel void float_sums(global const uint* in, global uint* out, uint n) {
  const uint i = get_global_id(0);
  float sum = 0;
  for (uint j = 0; j < 8; ++j) sum = sum * 0.75f + (float)(in[(i + j * 5) % n] >> 12) / (float)(i + j + 1);
  out[i] = as_uint(sqrt(sum));
}

kernel void integer_branches(global const uint* in, global uint* out, uint n) {
  const uint i = get_global_id(0);
  uint x = in[i], steps = 0;
  while (x > 9 && steps < 40) {
    if (x & 1) x = x / 7 + (x ^ i);
    else x = rotate(x, 3u) % (i + 5);
    ++steps;
  }
  out[i] = x * n + steps;
  if (steps > 5) out[i + n] = (uint)(((ulong)in[i] * x) >> 13);
}

constant uchar permutation[16] = {3, 14, 5, 0, 9, 11, 2, 7, 12, 1, 15, 4, 8, 6, 13, 10};
kernel void scattered_bytes(global const uint* in, global uint* out, uint n) {
  const uint i = get_global_id(0);
  global uchar* bytes = (global uchar*)out;
  bytes[(i & ~15u) + permutation[i & 15]] = in[i] >> (i & 24);
  global ushort* shorts = (global ushort*)(out + n);
  shorts[i] = in[n - 1 - i];
}

// Local memory that finds no room in the VPM.
kernel __attribute__((reqd_work_group_size(250, 1, 1)))
void large_groups(global const uint* in, global uint* out, uint n) {
  local uint words[1500];
  const uint i = get_global_id(0), l = get_local_id(0);
  uint sum = in[i];
  for (uint e = l; e < 1500; e += 250) words[e] = in[(i + e * 3) % n] ^ sum;
  for (uint step = 1; step < 5; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = sum * 5 + words[(sum >> 7) % 1500] + words[l * 6 + step];
    barrier(CLK_LOCAL_MEM_FENCE);
    words[1499 - l] = sum;
  }
  out[i] = sum;
  atomic_xor(&words[l & 7], sum);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[n + i] = words[l & 15];
}
)";

}  // namespace quadcl::tools
