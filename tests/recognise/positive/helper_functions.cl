// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=19 N=37 K=23; global N, M
float element(global const float* m, int pitch, int row, int column) { return m[row * pitch + column]; }
float dot_row_column(global const float* a, global const float* b, int row, int column, int n, int k_max) {
  float result = 0;
  for (int k = 0; k < k_max; k++) result += element(a, k_max, row, k) * element(b, n, k, column);
  return result;
}
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  C[get_global_id(1) * N + get_global_id(0)] = dot_row_column(A, B, get_global_id(1), get_global_id(0), N, K);
}
