// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=36 K=23; global N/2, M
kernel void mm(const int n, const int k, global const float* a, global const float* b, global float* c) {
  int i = get_global_id(1), j = get_global_id(0), half_n = get_global_size(0);
  float s = 0, t = 0;
  for (int x = 0; x < k; x++) {
    s += a[i * k + x] * b[x * n + j];
    t += a[i * k + x] * b[x * n + j + half_n];
  }
  c[i * n + j] = s;
  c[i * n + j + half_n] = t;
}
