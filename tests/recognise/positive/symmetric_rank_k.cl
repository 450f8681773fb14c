// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A N*K, out C N*N
// run qpu: N=37 K=23; global N, N
kernel void syrk(const int n, const int k, global const float* a, global float* c) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int x = 0; x < k; x++) s += a[i * k + x] * a[j * k + x];
  c[i * n + j] = s;
}
