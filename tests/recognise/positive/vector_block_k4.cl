// SPDX-License-Identifier: Apache-2.0
// args: in A M*K, in B K*N, out C M*N, int K, int N
// run qpu: M=20 N=36 K=24; global N/4, M/2
kernel void mmm(global float4* A, global float4* B, global float4* C, uint widthA, uint widthB) {
  int2 pos = (int2)(get_global_id(0), get_global_id(1));
  float4 sum0 = (float4)(0), sum1 = (float4)(0);
  widthB /= 4;
  for (int i = 0; i < widthA; i = i + 4) {
    float4 a0 = A[i / 4 + (pos.y << 1) * (widthA / 4)];
    float4 a1 = A[i / 4 + ((pos.y << 1) + 1) * (widthA / 4)];
    float4 b0 = B[pos.x + i * widthB];
    float4 b1 = B[pos.x + (i + 1) * widthB];
    float4 b2 = B[pos.x + (i + 2) * widthB];
    float4 b3 = B[pos.x + (i + 3) * widthB];
    sum0 += a0.x * b0;
    sum0 += a0.y * b1;
    sum0 += a0.z * b2;
    sum0 += a0.w * b3;
    sum1 += a1.x * b0;
    sum1 += a1.y * b1;
    sum1 += a1.z * b2;
    sum1 += a1.w * b3;
  }
  C[pos.x + (pos.y * 2) * widthB] = sum0;
  C[pos.x + (pos.y * 2 + 1) * widthB] = sum1;
}
