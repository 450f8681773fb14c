// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K, in B K*N, out C M*N, local K*4
// run qpu: M=19 N=37 K=23; global M*8; local 8
kernel void mm(const int n, const int k, global const float* a, global const float* b, global float* c, local float* row) {
  int i = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  for (int x = l; x < k; x += size) row[x] = a[i * k + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = l; j < n; j += size) {
    float t = 0;
    for (int x = 0; x < k; x++) t += row[x] * b[x * n + j];
    c[i * n + j] = t;
  }
}
