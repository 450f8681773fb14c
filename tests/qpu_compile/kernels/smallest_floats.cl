// SPDX-License-Identifier: Apache-2.0
// Functions take numbers below 2^-126 as 0, as sums and products do.
// global: 64
// arg: in int 64
// arg: out int 320
#ifdef __EMBEDDED_PROFILE__
#define HOLDS(condition) (condition)
#else
#define HOLDS(condition) 1
#endif
kernel void k(global const int* a, global int* out) {
  const int i = get_global_id(0);
  const float tiny = as_float((uint)(a[i] & 0xffff) << 3), zero = tiny * 0x1p-120f, one = 1 + zero;
  out[i] = HOLDS(as_int(log2(tiny)) == as_int(log2(zero)) && as_int(log(-tiny)) == as_int(log(zero)));
  out[i + 64] = HOLDS(isinf(log10(tiny)) && isnan(log(-one - tiny)));
  out[i + 128] = HOLDS(powr(tiny, one * 3) == 0 && pow(tiny, one * 2.5f) == 0 && half_powr(tiny, one) == 0);
  out[i + 192] = HOLDS(isnan(fmod(one, tiny)) && isnan(remainder(one, -tiny)));
  int quotient;
  out[i + 256] = HOLDS(isnan(remquo(one, tiny, &quotient)) && pown(tiny, 1 + a[i] / 70000) == 0);
}
