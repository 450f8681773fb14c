// SPDX-License-Identifier: Apache-2.0
// args: int K, in A K*K, in B K*K, out C K*K, local L*L*4, local L*L*4
// run qpu: K=32 L=8; global K, K; local L, L
// run qpu: K=32 L=16; global K, K; local L, L
// run stale: K=32 L=8; global K, K; local L, L/2
kernel void product(uint n, global const float* A, global const float* B, global float* C, local float* a, local float* b) {
  uint ts = get_local_size(0);
  uint tx = get_local_id(0), ty = get_local_id(1);
  uint i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (uint t = 0; t < n / ts; ++t) {
    a[ty * ts + tx] = A[i * n + t * ts + tx];
    b[ty * ts + tx] = B[(t * ts + ty) * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ts; ++k) s += a[ty * ts + k] * b[k * ts + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * n + j] = s;
}
