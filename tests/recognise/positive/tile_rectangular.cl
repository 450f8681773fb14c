// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=64 N=96 K=48; global M/2, N/2; local 16, 16
#define TSDK 16
#define TS 32
#define LPT ((TSDK * TS) / (TS * TS / 4))
kernel void mm(const int M, const int N, const int K, const global float* A, const global float* Bt, global float* C) {
  local float a[TSDK][TS], b[TSDK][TS];
  int tid = get_local_id(1) * 16 + get_local_id(0);
  int row = get_local_id(0), col = get_local_id(1);
  float acc[2][2] = {{0, 0}, {0, 0}};
  for (int t = 0; t < K / TSDK; t++) {
    for (int l = 0; l < LPT; l++) {
      int id = l * 256 + tid;
      a[id / TS][id % TS] = A[(t * TSDK + id / TS) * M + TS * get_group_id(0) + id % TS];
      b[id / TS][id % TS] = Bt[(t * TSDK + id / TS) * N + TS * get_group_id(1) + id % TS];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TSDK; k++)
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) acc[i][j] += a[k][row + 16 * i] * b[k][col + 16 * j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      C[(TS * get_group_id(1) + col + 16 * j) * M + TS * get_group_id(0) + row + 16 * i] = acc[i][j];
}
