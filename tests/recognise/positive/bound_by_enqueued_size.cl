// SPDX-License-Identifier: Apache-2.0
// options: -cl-std=CL3.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=16 K=16; global M*16; local 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float line[64];
  const int row = get_group_id(0), x = get_local_id(0);
  line[x] = A[row * get_local_size(0) + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < get_enqueued_local_size(0); ++k) sum += line[k] * B[k * get_local_size(0) + x];
  C[row * get_local_size(0) + x] = sum;
}
