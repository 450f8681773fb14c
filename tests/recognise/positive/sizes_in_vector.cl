// SPDX-License-Identifier: Apache-2.0
// args: in A M*K, in B K*N, out C M*N, vector M N L 0
// run qpu: M=16 N=24 K=16 L=16; global 24, 16
// run cpu: M=16 N=24 K=16 L=-1; global 24, 16
// run qpu: M=5 N=7 K=9 L=9; global 8, 8
kernel void product(global const float* A, global const float* B, global float* C, int4 d) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i >= d.x || j >= d.y) return;
  float s = 0;
  for (int k = 0; k < d.z; ++k) s += A[i * d.z + k] * B[k * d.y + j];
  C[i * d.y + j] = s;
}
