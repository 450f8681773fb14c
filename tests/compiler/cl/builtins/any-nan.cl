// SPDX-License-Identifier: Apache-2.0
// Functions of NaN are NaN, wherever its bits are: only the last one, only the first one, all, with a sign.
// RUN: kernel-run %s --global 16 --local 16 nan=2139095041,2143289344,2147483647,4286578689 o=16*0 p=16*0 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 16 --local 16 nan=2139095041,2143289344,2147483647,4286578689 o=16*0 p=16*0 | FileCheck %s
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 nan=2139095041,2143289344,2147483647,4286578689 o=16*0 p=16*0 | FileCheck %s

// CHECK: o = 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// CHECK-NEXT: p = 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
#define COUNT(type, x, y)                                                                                          \
  !isnan(exp(x)) + !isnan(exp2(x)) + !isnan(exp10(x)) + !isnan(expm1(x)) + !isnan(log(x)) + !isnan(log2(x)) +      \
      !isnan(log10(x)) + !isnan(log1p(x)) + !isnan(pow(x, y)) + !isnan(pow(y, x)) + !isnan(powr(x, y)) +           \
      !isnan(powr(y, x)) + !isnan(pown(x, 3)) + !isnan(rootn(x, 3)) + !isnan(hypot(x, y)) + !isnan(erf(x)) +       \
      !isnan(erfc(x)) + !isnan(sinh(x)) + !isnan(cosh(x)) + !isnan(tanh(x)) + !isnan(asinh(x)) + !isnan(acosh(x)) + \
      !isnan(atanh(x)) + !isnan(sin(x)) + !isnan(cos(x)) + !isnan(tan(x)) + !isnan(sinpi(x)) + !isnan(cospi(x)) +  \
      !isnan(tanpi(x)) + !isnan(asin(x)) + !isnan(acos(x)) + !isnan(atan(x)) + !isnan(atan2(x, y)) +               \
      !isnan(atan2(y, x)) + !isnan(cbrt(x)) + !isnan(sqrt(x)) + !isnan(rsqrt(x)) + !isnan(fmod(x, y)) +            \
      !isnan(fmod(y, x)) + !isnan(remainder(x, y)) + !isnan(tgamma(x)) + !isnan(lgamma(x)) + !isnan(normalize(x)) + \
      !isnan(floor(x)) + !isnan(fract(x, (private type*)&whole))
kernel void k(global const uint* nan, global int* o, global int* p) {
  const size_t i = get_global_id(0);
  const uint bits = nan[i & 3];
  {
    const float x = as_float(bits), y = 1.5f + i;
    float whole;
    o[i] = COUNT(float, x, y);
  }
  {
    const ulong fraction = bits & 0x400000u ? (ulong)(bits & 0x7fffff) << 29 : 1;
    const double x = as_double((ulong)(bits & 0x80000000u) << 32 | 0x7ff0000000000000ul | fraction), y = 1.5 + i;
    double whole;
    p[i] = COUNT(double, x, y);
  }
}
