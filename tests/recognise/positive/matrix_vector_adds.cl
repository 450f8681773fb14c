// SPDX-License-Identifier: Apache-2.0
// args: int M, int K, in A M*K, in x K, out y M
// run qpu: M=64 K=32; global M
// run qpu: M=19 K=23; global 32
kernel void gemv(int m, int k, global const float* a, global const float* x, global float* y) {
  int i = get_global_id(0);
  if (i < m)
    for (int j = 0; j < k; ++j) y[i] += a[i * k + j] * x[j];
}
