// SPDX-License-Identifier: Apache-2.0
// args: int K, in A M*PA/4, int PA, in B K*PB/4, int PB, out C M*PC/4, int PC
// run qpu: M=32 N=48 K=16 PA=64 PB=192 PC=192; global N, M
// run qpu: M=9 N=7 K=11 PA=48 PB=32 PC=36; global N, M
kernel void product(int K, global const float* A, int pa, global const float* B, int pb, global float* C, int pc) {
  int col = get_global_id(0), row = get_global_id(1);
  global const float* a = (global const float*)((global const char*)A + row * pa);
  global float* c = (global float*)((global char*)C + row * pc);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += a[k] * ((global const float*)((global const char*)B + k * pb))[col];
  c[col] = sum;
}
