// SPDX-License-Identifier: Apache-2.0
// Functions that stay functions in a long program run for rows of work-items: under conditions that differ, in loops
// that work-items leave at different times, with pointers into a struct and two pointers to one variable.
// RUN: kernel-run %s --global 40 --local 20 o=40*0 p=40*0 | FileCheck %s
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise --features=+avx512f,+avx512dq,+avx512vl,+avx512bw,+avx512cd,+fma --tuned-for=skylake-avx512 2>&1 | FileCheck %s --check-prefix=ROWS

// ROWS-DAG: remark: step.row: the row at items has {{[0-9]+}} lanes
// ROWS-DAG: remark: twice.row: the row at items has {{[0-9]+}} lanes
// ROWS-DAG: remark: note.row: the row at items has {{[0-9]+}} lanes
// ROWS-DAG: remark: k.group: the row at {{.*}} has 16 lanes
// What these lines of Python print, for each i: run(x, n) = x * 3**256 + n * (3**256 - 1) // 2, modulo 2**32;
// a, b = i, 2 * i; 40 times a = run(a, 1) if i is even; i % 3 times a = run(a, 1000);
// 8 times a, b = run(a, b), a; o = a; p = 200 + b + (8 * run(1, i) if i is even).
// CHECK: o = 3432189952,2463460865,1924928514,2710552067,3888879620,3096590853,2794933254,3488260615,34324488,3836688905,3267726346,2734499339,2157676556,218093069,2438687758,667858447,2646573072,2372407825,1520419858,1242892819,548083732,1793995285,2025419798,2010316311,883163160,2267692569,2952447002,2920132123,1404266524,1648224797,245906462,3292492319,1061842976,4046268961,783113250,1286133283,3903617060,22324773,3466206246,877438503
// CHECK: p = 1161474256,3866624201,2936043730,2761913547,1554825428,472323277,3346348246,2627510479,2355523800,3990772945,1389166810,2995875027,1236254940,1388396757,1775003870,924665047,1223508192,1224459481,3421128930,149283035,1194483940,2153524445,1057849574,3748011231,1311035624,3205136609,613964010,3382383843,892190956,1976595685,3495909614,1966022887,33444080,316275945,726532338,205180139,1385816308,726909165,3747891446,1545135343
#define FOUR(x) x x x x
#define MANY(x) FOUR(FOUR(FOUR(FOUR(x))))
struct pair {
  uint before[2], sum[2];
};
void step(uint x[2], const uint n) {
  MANY(x[0] = x[0] * 3 + n;)
}
void twice(uint to[2], const uint from[2]) {
  const uint b = from[1];
  uint a = from[0];
  MANY(a = a * 3 + b;)
  to[1] = from[0];
  to[0] = a;
}
void note(global uint* p, uint i, uint x) {
  MANY(x = x * 3 + i;)
  p[i] += x;
}
kernel void k(global uint* o, global uint* p) {
  const uint i = get_global_id(0);
  struct pair v = {{100, 200}, {i, 2 * i}};
#define TEN(x) FOUR(x) FOUR(x) x x
#define EIGHT(x) FOUR(x) FOUR(x)
  FOUR(TEN(if (i % 2 == 0) step(v.sum, 1);))
  for (uint j = 0; j < i % 3; ++j) step(v.sum, 1000);
  EIGHT(twice(v.sum, v.sum);)
  if (i % 2 == 0) {
    EIGHT(note(p, i, 1);)
  }
  o[i] = v.sum[0];
  p[i] += v.before[1] + v.sum[1];
}
