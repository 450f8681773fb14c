// SPDX-License-Identifier: Apache-2.0
// args: in A M*K, in B K*N, out C M*N, vector M+65536*N K
// run cpu: M=16 N=24 K=16; global 24, 16
kernel void product(global const float* A, global const float* B, global float* C, short4 d) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int k = 0; k < d.z; ++k) s += A[i * d.z + k] * B[k * d.y + j];
  C[i * d.y + j] = s;
}
