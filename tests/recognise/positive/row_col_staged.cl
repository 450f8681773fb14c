// SPDX-License-Identifier: Apache-2.0
// args: int K, in A K*K, in B K*K, out C K*K, local K*4
// run qpu: K=36; global K; local 12
// run qpu: K=32; global K; local 32
kernel void product(const int N, global const float* A, global const float* B, global float* C, local float* col) {
  int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  float row[1024];
  for (int k = 0; k < N; k++) row[k] = A[i * N + k];
  for (int j = 0; j < N; j++) {
    for (int k = l; k < N; k += n) col[k] = B[k * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    float t = 0.0f;
    for (int k = 0; k < N; k++) t += row[k] * col[k];
    C[i * N + j] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
