// SPDX-License-Identifier: Apache-2.0
// args: in A M*K, in B K*N, out C M*N, int M, int N, int K
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=19 N=37 K=23; global N, M
kernel void gemm(global const float* restrict a, global const float* restrict b, global float* restrict c,
                 const uint m, const uint n, const uint k_max) {
  const int j = get_global_id(0), i = get_global_id(1);
  float s = 0.f;
  for (int k = 0; k < k_max; ++k) s = fma(a[i * k_max + k], b[k * n + j], s);
  c[i * n + j] = s;
}
