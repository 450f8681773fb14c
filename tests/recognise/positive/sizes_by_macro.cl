// SPDX-License-Identifier: Apache-2.0
// options: -DWIDTH=40 -DDEPTH=100
// args: in A M*100, in B 4000, out C M*40
// run qpu: M=24 K=100; global M, 40
kernel void matmul(global float* A, global float* B, global float* C) {
  const int r = get_global_id(0), c = get_global_id(1);
  C[r * WIDTH + c] = 0.0f;
  float value = 0.0f;
  int i = 0;
  while (i < DEPTH) {
    value += A[r * DEPTH + i] * B[i * WIDTH + c];
    i = i + 1;
  }
  C[r * WIDTH + c] = value;
}
