// SPDX-License-Identifier: Apache-2.0
// args: in A H*PA/4, int PA, out B W*PB/4, int PB
// run qpu: W=37 H=19 K=1 PA=160 PB=80; global W, H
kernel void transpose(global const float* A, int pa, global float* B, int pb) {
  const int x = get_global_id(0), y = get_global_id(1);
  *(global float*)((global char*)B + x * pb + y * 4) = *(global const float*)((global const char*)A + y * pa + x * 4);
}
