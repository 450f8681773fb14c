// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K, in B N*K, out C M*N
// run qpu: M=19 N=37 K=24; global N, M
kernel void mm(int N, int K, global const float4* A, global const float4* Bt, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float4 s = 0.0f;
  for (int k = 0; k < K / 4; k++) s += A[i * (K / 4) + k] * Bt[j * (K / 4) + k];
  C[i * N + j] = s.x + s.y + s.z + s.w;
}
