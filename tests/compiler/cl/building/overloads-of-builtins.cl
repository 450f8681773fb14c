// SPDX-License-Identifier: Apache-2.0
// A program's overload of a builtin function stands beside the builtin ones, in its own body, too. One of the
// program for the types of a builtin one takes its place.
// RUN: kernel-run %s --global 1 pairs:float=2,3,4,5,1,1 o:float=0,0,0 | FileCheck %s

// CHECK: pairs = 9,16,4,5,1,1
// CHECK: o = 7,1,-5
typedef struct {
  float x, y;
} Pair;
Pair __attribute__((overloadable)) fma(Pair a, Pair b, Pair c) {
  return (Pair){fma(a.x, b.x, c.x), fma(a.y, b.y, c.y)};
}
Pair __attribute__((overloadable)) exp(Pair a) { return a; }
static float4 __attribute__((overloadable)) fma(float4 a, float4 b, float4 c) { return -a; }
kernel void k(global float* pairs, global float* o) {
  global Pair* p = (global Pair*)pairs;
  o[0] = fma(2.0f, 3.0f, 1.0f);
  o[1] = exp(0.0f);
  o[2] = fma((float4)5.0f, (float4)1.0f, (float4)1.0f).x;
  p[0] = exp(fma(p[0], p[1], p[2]));
}
