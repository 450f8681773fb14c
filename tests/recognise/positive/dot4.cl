// SPDX-License-Identifier: Apache-2.0
// args: int N, int K/4, in A M*K, in B N*K, out C M*N
// run qpu: M=19 N=37 K=24; global M, N
kernel void product(int n, int k4, global float4* a, global float4* bt, global float* c) {
  int i = get_global_id(0), j = get_global_id(1);
  float s = 0;
  for (int k = 0; k < k4; k++) s += dot(a[i * k4 + k], bt[j * k4 + k]);
  c[i * n + j] = s;
}
