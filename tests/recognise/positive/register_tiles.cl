// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B N*K, out C M*N
// run qpu: M=128 N=64 K=32; global M/4, N/4; local 16, 16
// run stale: M=128 N=64 K=32; global M/4, N/4; local 8, 8
#define TSM 64
#define TSN 64
#define TSK 16
#define WPTM 4
#define WPTN 4
#define RTSM (TSM / WPTM)
#define RTSN (TSN / WPTN)
#define LPTA ((TSK * TSM) / (RTSM * RTSN))
#define LPTB ((TSK * TSN) / (RTSM * RTSN))
kernel void product(const int M, const int N, const int K, const global float* A, const global float* B, global float* C) {
  const int tidm = get_local_id(0);
  const int tidn = get_local_id(1);
  const int offsetM = TSM * get_group_id(0);
  const int offsetN = TSN * get_group_id(1);
  local float Asub[TSK][TSM];
  local float Bsub[TSN][TSK + 2];
  float Areg;
  float Breg[WPTN];
  float acc[WPTM][WPTN];
  for (int wm = 0; wm < WPTM; wm++)
    for (int wn = 0; wn < WPTN; wn++) acc[wm][wn] = 0.0f;
  int numTiles = K / TSK;
  for (int t = 0; t < numTiles; t++) {
    for (int la = 0; la < LPTA; la++) {
      int tid = tidn * RTSM + tidm;
      int id = la * RTSN * RTSM + tid;
      int row = id % TSM;
      int col = id / TSM;
      int tiledIndex = TSK * t + col;
      Asub[col][row] = A[tiledIndex * M + offsetM + row];
      Bsub[row][col] = B[tiledIndex * N + offsetN + row];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TSK; k++) {
      for (int wn = 0; wn < WPTN; wn++) {
        int col = tidn + wn * RTSN;
        Breg[wn] = Bsub[col][k];
      }
      for (int wm = 0; wm < WPTM; wm++) {
        int row = tidm + wm * RTSM;
        Areg = Asub[k][row];
        for (int wn = 0; wn < WPTN; wn++) acc[wm][wn] += Areg * Breg[wn];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int wm = 0; wm < WPTM; wm++) {
    int globalRow = offsetM + tidm + wm * RTSM;
    for (int wn = 0; wn < WPTN; wn++) {
      int globalCol = offsetN + tidn + wn * RTSN;
      C[globalCol * M + globalRow] = acc[wm][wn];
    }
  }
}
