// SPDX-License-Identifier: Apache-2.0
// args: int K, int K, int K, in A K*K, in B K*K, out C K*K
// run qpu: K=33; global K
// run qpu: K=33; global 64; local 32
kernel void product(const int Mdim, const int Ndim, const int Pdim, global float* A, global float* B, global float* C) {
  int k, j;
  int i = get_global_id(0);
  float tmp;
  if (i < Ndim) {
    for (j = 0; j < Mdim; j++) {
      tmp = 0.0f;
      for (k = 0; k < Pdim; k++) tmp += A[i * Ndim + k] * B[k * Pdim + j];
      C[i * Ndim + j] = tmp;
    }
  }
}
