// SPDX-License-Identifier: Apache-2.0
// args: in A M*K, in B K*N, out C M*N, vector M N K
// reason: it writes volatile or atomic memory (line 9: `p->k = 8;
// run cpu: M=16 N=24 K=16; global 24, 16
typedef struct { int m, n, k; } Sizes;
kernel void product(global const float* A, global const float* B, global float* C, Sizes d) {
  int j = get_global_id(0), i = get_global_id(1);
  volatile Sizes* p = &d;
  p->k = 8;
  float s = 0;
  for (int k = 0; k < d.k; ++k) s += A[i * 16 + k] * B[k * d.n + j];
  C[i * d.n + j] = s;
}
