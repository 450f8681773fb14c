// SPDX-License-Identifier: Apache-2.0
// A program's function with the name of a builtin one, but without the attribute "overloadable", stands beside
// those builtin ones whose arguments do not fit it, in its own body, too. With the parameters of a builtin one,
// it takes the place of all.
// RUN: kernel-run %s --global 1 pairs:float=2,3,4,5,1,1 o:float=0,0,0,0,0,0,0,0,0 | FileCheck %s

// CHECK: pairs = 9,16,4,5,1,1
// CHECK: o = 7,1,7,1,25,3,-1,2,2
typedef struct {
  float x, y;
} Pair;
Pair fma(Pair a, Pair b, Pair c) { return (Pair){fma(a.x, b.x, c.x), fma(a.y, b.y, c.y)}; }
Pair exp(Pair a);
static inline float2 dot(Pair a) { return (float2)(a.x * a.x + a.y * a.y); }
int clz(Pair a) { return a.x; }
// A call with numbers may mean this one, as in plain OpenCL C.
float4 clamp(float4 a, int b, int c) { return 9; }
// Replaces max(float, float).
float max(float a, float b) { return a > b ? -a : -b; }
// A call with an int and a double means this one.
float pow(float x, int n) { return n == 1 ? x : 0; }
kernel void k(global float* pairs, global float* o) {
  global Pair* p = (global Pair*)pairs;
  o[0] = fma(2.0f, 3.0f, 1.0f);
  o[1] = exp(0.0f);
  o[2] = fma(p[0].x + 0.0, 3.0, 1.0);
  o[3] = exp(p[0].x - 2.0);
  o[4] = dot((Pair){3, 4}).x * (dot((float2)(1, 0), (float2)(1, 2)));
  o[5] = clz((Pair){3, 4}) + clz((uint)-1);
  o[6] = max(0, 1) + clamp(7, 0, 1).x - 9;
  o[7] = pow(2.0, 1);
  o[8] = max(-2, -3);
  p[0] = exp(fma(p[0], p[1], p[2]));
}
Pair exp(Pair a) { return a; }
