// SPDX-License-Identifier: Apache-2.0
// args: int K, int a, in A 16*M, in B 16*4, out C 4*M
// run cpu: K=2 a=3 M=3; global 4, M
// run cpu: K=2 a=2147483646 M=3; global 4, M
// K - a is below 0, which is far above K without a sign.
kernel void product(uint K, uint a, global const float* A, global const float* B, global float* C) {
  uint row = get_global_id(1), col = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < min(16u, max(K, K - a)); k++) sum += A[row * 16 + k] * B[k * 4 + col];
  C[row * 4 + col] = sum;
}
