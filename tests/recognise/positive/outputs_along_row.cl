// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=36 K=23; global N/4, M
kernel void mm(const int n, const int k, global const float* a, global const float* b, global float* c) {
  int i = get_global_id(1), j = get_global_id(0) * 4;
  float s[4] = {0, 0, 0, 0};
  for (int x = 0; x < k; x++) {
    float v = a[i * k + x];
    for (int y = 0; y < 4; y++) s[y] += v * b[x * n + j + y];
  }
  for (int y = 0; y < 4; y++) c[i * n + j + y] = s[y];
}
