// SPDX-License-Identifier: Apache-2.0
// args: int K, int N, in A M*K, in B N*K, out C M*N
// run qpu: M=19 N=37 K=24; global N, M
kernel void mm(int K, int N, global const float* A, global const float* Bt, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; k += 4) {
    float4 a = vload4(0, A + i * K + k), b = vload4(0, Bt + j * K + k);
    s += a.x * b.x;
    s += a.y * b.y;
    s += a.z * b.z;
    s += a.w * b.w;
  }
  C[i * N + j] = s;
}
