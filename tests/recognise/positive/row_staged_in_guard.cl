// SPDX-License-Identifier: Apache-2.0
// args: int N, in A N*N, in B N*N, out C N*N, local 4*N
// terms: N
// run qpu: N=32 K=32; global N; local 16
// run qpu: N=24 K=24; global N; local 8
// run cpu: N=24 K=24; global 24; local 8; offset 8
kernel void product(int N, global const float* A, global const float* B, global float* C, local float* column) {
  int row = get_global_id(0), first = get_local_id(0), step = get_local_size(0);
  if (row < N) {
    for (int c = 0; c < N; c++) {
      for (int i = first; i < N; i += step) column[i] = B[i * N + c];
      barrier(CLK_LOCAL_MEM_FENCE);
      float total = 0;
      for (int k = 0; k < N; k++) total += A[row * N + k] * column[k];
      C[row * N + c] = total;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
