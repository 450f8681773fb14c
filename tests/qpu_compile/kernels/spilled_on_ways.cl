// SPDX-License-Identifier: Apache-2.0
// Values that only some work-items change, on ways of their own, lie in the VPM in between.
// global: 100
// arg: in int 7000
// arg: out int 116
// assembly: vr_setup
#define EACH(X) TEN(X, 0) TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5) TEN(X, 6)
#define TEN(X, T) X(T##0) X(T##1) X(T##2) X(T##3) X(T##4) X(T##5) X(T##6) X(T##7) X(T##8) X(T##9)
#define PLACE(N) ((1##N - 100) * 100 + i)
kernel void k(global const int* in, global int* out) {
  const int i = get_global_id(0);
#define LOAD(N) int v##N = in[PLACE(N)];
  EACH(LOAD)
  for (int j = 0; j < (v03 & 3); ++j) {
#define CHANGE(N) \
  if ((1##N & 3) == 0 && (v##N & 1) != j) v##N += j;
    EACH(CHANGE)
  }
  if (v00 & 2) {
    v17 = v18 ^ v44;
    v69 += v05 * v06;
  }
  int x = i;
#define USE(N) x = (x << 1 ^ v##N) + (x >> 3);
  EACH(USE)
  out[i] = x;
}
