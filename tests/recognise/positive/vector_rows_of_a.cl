// SPDX-License-Identifier: Apache-2.0
// args: int K, int M, int N, in A M*K, in B K*N, out C M*N
// run qpu: M=20 N=37 K=23; global N, M/4
kernel void mm(int K, int M, int N, global const float4* At, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float4 s = 0.0f;
  for (int k = 0; k < K; ++k) s += At[k * (M / 4) + i] * B[k * N + j];
  C[(4 * i) * N + j] = s.x;
  C[(4 * i + 1) * N + j] = s.y;
  C[(4 * i + 2) * N + j] = s.z;
  C[(4 * i + 3) * N + j] = s.w;
}
