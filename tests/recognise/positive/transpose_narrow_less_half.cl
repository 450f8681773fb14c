// SPDX-License-Identifier: Apache-2.0
// args: in A 16*16, out C 16*16, int X
// terms: 1
// run qpu: X=8; global 16, 16
// run cpu: X=-8; global 16, 16
kernel void transpose(global const float* A, global float* C, short x) {
  int i = get_global_id(1), j = get_global_id(0);
  if (i < 16 - x / 2 && j < 16) C[j * 16 + i] = A[i * 16 + j];
}
