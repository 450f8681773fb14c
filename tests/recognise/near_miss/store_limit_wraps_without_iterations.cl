// SPDX-License-Identifier: Apache-2.0
// args: int K, int 1073741824, int 1073741824, in A 16, in B 16, out C M*N
// run cpu: K=0 M=3 N=4; global N, M
// In row 2, row * limit is below 0; a sum without products leaves no other size to tell that it is too large.
kernel void product(uint K, uint stride, uint limit, global const float* A, global const float* B,
                    global float* C) {
  uint row = get_global_id(1), col = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < K; k++) sum += A[k * stride + row] * B[k * stride + col];
  if ((int)(row * limit) >= 0) C[row * 4 + col] = sum;
}
