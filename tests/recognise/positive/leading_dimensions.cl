// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A 8+M*(K+1), int 8, int K+1, in B 3+K*(N+2), int 3, int N+2, out C 5+M*(N+3), int 5, int N+3
// run qpu: M=19 N=37 K=23; global 32, 64
// run qpu: M=16 N=16 K=16; global 16, 16
kernel void gemm(int m, int n, int k, global const float* a, int offa, int lda, global const float* b, int offb, int ldb, global float* c, int offc, int ldc) {
  int i = get_global_id(0), j = get_global_id(1);
  if (i < m) {
    if (j < n) {
      float acc = 0.0f;
      for (int l = 0; l < k; l++) acc += a[offa + i * lda + l] * b[offb + l * ldb + j];
      c[offc + i * ldc + j] = acc;
    }
  }
}
