// SPDX-License-Identifier: Apache-2.0
// A product is found in clean IR, with each of its arguments.
// RUN: kernel-opt %s --passes=clean-up,recognise-kernels | FileCheck %s

// CHECK: ; product is sgemm(trans_a = 0, trans_b = 0, m = global size 1, n = global size 0, k = K, alpha = 1.000000,
// CHECK-SAME: a = A, lda = K, b = B, ldb = N, beta = 0.000000, c = C, ldc = N)
kernel void product(int M, int N, int K, global const float *A, global const float *B, global float *C) {
  const int row = get_global_id(1), column = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}
