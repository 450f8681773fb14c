// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=64 N=32 K=64; global N/4, M/4; local 8, 8
#define BS 8
kernel void mm(int M, int N, int K, global const float4* A, global const float4* B, global float4* C) {
  local float4 a[BS * 4][BS], b[BS * 4][BS];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * BS + tx, y = (get_group_id(1) * BS + ty) * 4;
  float4 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (int t = 0; t < K / 4; t += BS) {
    for (int i = 0; i < 4; i++) {
      a[ty * 4 + i][tx] = A[(y + i) * (K / 4) + t + tx];
      b[ty * 4 + i][tx] = B[(t * 4 + ty * 4 + i) * (N / 4) + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < BS; k++) {
      float4 b0 = b[k * 4][tx], b1 = b[k * 4 + 1][tx], b2 = b[k * 4 + 2][tx], b3 = b[k * 4 + 3][tx];
      float4 v = a[ty * 4][k];
      s0 += v.x * b0; s0 += v.y * b1; s0 += v.z * b2; s0 += v.w * b3;
      v = a[ty * 4 + 1][k];
      s1 += v.x * b0; s1 += v.y * b1; s1 += v.z * b2; s1 += v.w * b3;
      v = a[ty * 4 + 2][k];
      s2 += v.x * b0; s2 += v.y * b1; s2 += v.z * b2; s2 += v.w * b3;
      v = a[ty * 4 + 3][k];
      s3 += v.x * b0; s3 += v.y * b1; s3 += v.z * b2; s3 += v.w * b3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[y * (N / 4) + x] = s0;
  C[(y + 1) * (N / 4) + x] = s1;
  C[(y + 2) * (N / 4) + x] = s2;
  C[(y + 3) * (N / 4) + x] = s3;
}
