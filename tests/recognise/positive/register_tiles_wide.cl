// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B N*K, out C M*N
// run qpu: M=64 N=128 K=32; global M/4, N/4; local 16, 16
// run stale: M=64 N=128 K=32; global M/4, N/4; local 8, 8
#define EDGE 64
#define DEPTH 16
#define LANES 16
kernel void product(int M, int N, int K, global const float4* A, global const float4* B, global float* C) {
  local float a[DEPTH][EDGE], b[DEPTH][EDGE];
  int u = get_local_id(0), v = get_local_id(1);
  int top = get_group_id(0) * EDGE, left = get_group_id(1) * EDGE;
  int item = v * LANES + u, line = item / (EDGE / 4), place = item % (EDGE / 4);
  float sums[4][4];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) sums[i][j] = 0;
  for (int t = 0; t < K / DEPTH; t++) {
    float4 of_a = A[(t * DEPTH + line) * (M / 4) + top / 4 + place];
    float4 of_b = B[(t * DEPTH + line) * (N / 4) + left / 4 + place];
    a[line][4 * place] = of_a.x;
    a[line][4 * place + 1] = of_a.y;
    a[line][4 * place + 2] = of_a.z;
    a[line][4 * place + 3] = of_a.w;
    b[line][4 * place] = of_b.x;
    b[line][4 * place + 1] = of_b.y;
    b[line][4 * place + 2] = of_b.z;
    b[line][4 * place + 3] = of_b.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < DEPTH; k++)
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) sums[i][j] += a[k][u + i * LANES] * b[k][v + j * LANES];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) C[(left + v + j * LANES) * M + top + u + i * LANES] = sums[i][j];
}
