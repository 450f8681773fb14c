// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=64 N=32 K=64; global M, N/8; local 32, 4
#define TS 32
#define WPT 8
#define RTS (TS / WPT)
kernel void myGEMM3(const int M, const int N, const int K, const global float* A, const global float* B, global float* C) {
  const int row = get_local_id(0);
  const int col = get_local_id(1);
  const int globalRow = TS * get_group_id(0) + row;
  const int globalCol = TS * get_group_id(1) + col;
  local float Asub[TS][TS];
  local float Bsub[TS][TS];
  float acc[WPT];
  for (int w = 0; w < WPT; w++) acc[w] = 0.0f;
  const int numTiles = K / TS;
  for (int t = 0; t < numTiles; t++) {
    for (int w = 0; w < WPT; w++) {
      const int tiledRow = TS * t + row;
      const int tiledCol = TS * t + col;
      Asub[col + w * RTS][row] = A[(tiledCol + w * RTS) * M + globalRow];
      Bsub[col + w * RTS][row] = B[(globalCol + w * RTS) * K + tiledRow];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TS; k++)
      for (int w = 0; w < WPT; w++) acc[w] += Asub[k][row] * Bsub[col + w * RTS][k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int w = 0; w < WPT; w++) C[(globalCol + w * RTS) * M + globalRow] = acc[w];
}
