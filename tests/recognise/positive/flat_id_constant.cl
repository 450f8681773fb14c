// SPDX-License-Identifier: Apache-2.0
// args: int K, in A M*K, in B K*32, out C M*32
// run qpu: M=19 K=23; global M*32
kernel void mm(int K, global const float* A, global const float* B, global float* C) {
  uint id = get_global_id(0);
  uint i = id / 32, j = id % 32;
  float t = 0;
  for (int k = 0; k < K; ++k) t += A[i * K + k] * B[k * 32 + j];
  C[i * 32 + j] = t;
}
