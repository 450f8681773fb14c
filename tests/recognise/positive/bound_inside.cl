// SPDX-License-Identifier: Apache-2.0
// options: -DT=float -DLS=8 
// args: in A M*K, int K*4, int 0, in B K*N, int N*4, int 0, out C M*N, int N*4, int 0, int M, int N, int K, float 1.5, float 0.5
// run qpu: M=16 N=16 K=16; global 16, 16; local 8, 8
// run qpu: M=16 N=16 K=13; global 16, 16; local 8, 8
// run qpu: M=19 N=21 K=13; global 24, 24; local 8, 8
kernel void gemm(global const uchar* A_ptr, int A_step, int A_offset, global const uchar* B_ptr, int B_step, int B_offset,
    global uchar* D_ptr, int D_step, int D_offset, int D_rows, int D_cols, int n, float alpha, float beta) {
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  global const T* A = (global const T*)(A_ptr + mad24(y, A_step, A_offset));
  global const T* B = (global const T*)(B_ptr + mad24(x, (int)sizeof(T), B_offset));
  T sum = (T)(0);
  local T al[LS * LS], bl[LS * LS];
  for (int p = 0; p < (n + LS - 1) / LS; ++p) {
    al[mad24(ly, LS, lx)] = A[mad24(p, LS, lx)];
    bl[mad24(ly, LS, lx)] = B[mad24(p, LS, ly) * (B_step / (int)sizeof(T))];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < D_cols && y < D_rows)
      for (int i = 0; i < LS && p * LS + i < n; ++i) sum = fma(al[mad24(ly, LS, i)], bl[mad24(i, LS, lx)], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < D_cols && y < D_rows) {
    global T* D = (global T*)(D_ptr + mad24(y, D_step, mad24(x, (int)sizeof(T), D_offset)));
    D[0] = mad(alpha, sum, D[0] * beta);
  }
}
