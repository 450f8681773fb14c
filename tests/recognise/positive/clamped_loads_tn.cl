// SPDX-License-Identifier: Apache-2.0
// options: -DBS=8
// args: int 0, int 0, int M, int N, int K, float 1.5, in A M*K, int 0, int M, in B K*N, int 0, int N, float 0.5, out C M*N, int 0, int N
// run qpu: M=16 N=24 K=16; global 24, 16; local 8, 8
// run qpu: M=19 N=21 K=13; global 24, 24; local 8, 8
kernel void gemm_tn(int TA, int TB, int M, int N, int K, float ALPHA, global float* A, int a_off, int lda,
    global float* B, int b_off, int ldb, float BETA, global float* C, int c_off, int ldc) {
  local float a[BS][BS], b[BS][BS];
  A += a_off; B += b_off; C += c_off;
  int col = get_global_id(0), row = get_global_id(1);
  int cb = get_group_id(0), rb = get_group_id(1);
  col = (col < N) ? col : N - 1;
  row = (row < M) ? row : M - 1;
  int x = get_local_id(0), y = get_local_id(1);
  float val = 0, orig = C[row * ldc + col];
  int size;
  for (int i = 0; i < K; i += BS) {
    int arow = y + i, acol = x + rb * BS, brow = y + i, bcol = col;
    arow = (arow < K) ? arow : K - 1; acol = (acol < M) ? acol : M - 1; brow = (brow < K) ? brow : K - 1;
    a[x][y] = A[arow * lda + acol]; b[y][x] = B[brow * ldb + bcol];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < BS && i + j < K; ++j) val += a[y][j] * b[j][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * ldc + col] = ALPHA * val + BETA * orig;
}
