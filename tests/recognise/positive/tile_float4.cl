// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=32; global M/4, N; local 4, 16
#define TS 16
#define W 4
kernel void gemm4(const int M, const int N, const int K, const global float4* A, const global float4* B, global float4* C) {
  const int row = get_local_id(0);
  const int col = get_local_id(1);
  const int globalRow = (TS / W) * get_group_id(0) + row;
  const int globalCol = TS * get_group_id(1) + col;
  local float4 Asub[TS][TS / W];
  local float4 Bsub[TS][TS / W];
  float4 acc = {0.0f, 0.0f, 0.0f, 0.0f};
  const int numTiles = K / TS;
  for (int t = 0; t < numTiles; t++) {
    const int tiledRow = (TS / W) * t + row;
    const int tiledCol = TS * t + col;
    Asub[col][row] = A[tiledCol * (M / W) + globalRow];
    Bsub[col][row] = B[globalCol * (K / W) + tiledRow];
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 vecA, vecB;
    float valB;
    for (int k = 0; k < TS / W; k++) {
      vecB = Bsub[col][k];
      for (int w = 0; w < W; w++) {
        vecA = Asub[W * k + w][row];
        switch (w) {
          case 0: valB = vecB.x; break;
          case 1: valB = vecB.y; break;
          case 2: valB = vecB.z; break;
          case 3: valB = vecB.w; break;
        }
        acc.x += vecA.x * valB;
        acc.y += vecA.y * valB;
        acc.z += vecA.z * valB;
        acc.w += vecA.w * valB;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[globalCol * (M / W) + globalRow] = acc;
}
