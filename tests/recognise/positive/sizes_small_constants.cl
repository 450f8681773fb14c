// SPDX-License-Identifier: Apache-2.0
// args: in A 256, in B 256, out C 256
// run qpu: K=16; global 16, 16
#define N 16
kernel void mm(constant float* A, constant float* B, global float* C) {
  size_t i = get_global_id(1), j = get_global_id(0);
  float t = 0;
  for (int k = 0; k < N; k++) t = t + A[i * N + k] * B[k * N + j];
  C[i * N + j] = t;
}
