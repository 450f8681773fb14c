// SPDX-License-Identifier: Apache-2.0
// args: int K, in A K*K, in B K*K, out C K*K
// run qpu: K=33; global K
kernel void product(const int N, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(0);
  float row[1024];
  for (int k = 0; k < N; k++) row[k] = A[i * N + k];
  for (int j = 0; j < N; j++) {
    float t = 0.0f;
    for (int k = 0; k < N; k++) t += row[k] * B[k * N + j];
    C[i * N + j] = t;
  }
}
