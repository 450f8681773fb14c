// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, local K*4
// run qpu: M=32 N=48 K=72; global M*16; local 16
// run qpu: M=9 N=48 K=7; global M*16; local 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, local float* line) {
  event_t copied = async_work_group_copy(line, A + get_group_id(0) * K, K, 0);
  wait_group_events(1, &copied);
  for (int col = get_local_id(0); col < N; col += get_local_size(0)) {
    float sum = 0;
    for (int k = 0; k < K; ++k) sum += line[k] * B[k * N + col];
    C[get_group_id(0) * N + col] = sum;
  }
}
