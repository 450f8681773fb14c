// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=37 K=23; global 1
kernel void mm(const int m, const int n, const int k, global const float* a, global const float* b, global float* c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float t = 0;
      for (int l = 0; l < k; l++) t += a[i * k + l] * b[l * n + j];
      c[i * n + j] = t;
    }
}
