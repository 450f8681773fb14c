// SPDX-License-Identifier: Apache-2.0
#pragma once

// Part of engine_body.h: vectors of the host, and the operations of both ALUs on them. Everything has
// internal linkage: the linker must never use a function compiled for AVX-512 in other code.

#include <cstdint>

#if defined(__AVX512F__) || defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "qpu/emulator/float_rules.h"
#include "qpu/emulator/lane_vector.h"

namespace quadcl::qpu::emulator::QUADCL_ENGINE {
namespace {

#if defined(__AVX512F__)
constexpr int kWidth = 16;
#elif defined(__AVX2__)
constexpr int kWidth = 8;
#else
constexpr int kWidth = 4;
#endif
constexpr int kPartBytes = 4 * kWidth;

#define QUADCL_VECTOR(type) __attribute__((vector_size(kPartBytes), may_alias)) type
typedef QUADCL_VECTOR(std::uint32_t) U;
typedef QUADCL_VECTOR(std::int32_t) S;
typedef QUADCL_VECTOR(float) F;
typedef QUADCL_VECTOR(std::uint8_t) B;
typedef QUADCL_VECTOR(std::uint16_t) H;
#undef QUADCL_VECTOR
#define QUADCL_INLINE [[gnu::always_inline]] inline

QUADCL_INLINE U splat(std::uint32_t value) { return U{} + value; }

// ---- operations that plain vector code expresses badly

#if defined(__AVX512F__)

QUADCL_INLINE unsigned sign_bits(U v) { return _mm512_movepi32_mask((__m512i)v); }
QUADCL_INLINE bool any_nan(F v, F w) { return _mm512_cmp_ps_mask((__m512)v, (__m512)w, _CMP_UNORD_Q) != 0; }
QUADCL_INLINE U drop_negative_zero(U v) {
  const __mmask16 not_zero = _mm512_test_epi32_mask((__m512i)v, _mm512_set1_epi32(0x7fffffff));
  return (U)_mm512_maskz_mov_epi32(not_zero, (__m512i)v);
}
QUADCL_INLINE U count_leading_zeros(U v) { return (U)_mm512_lzcnt_epi32((__m512i)v); }
QUADCL_INLINE U select(unsigned mask, U if_set, U if_clear) {
  return (U)_mm512_mask_mov_epi32((__m512i)if_clear, static_cast<__mmask16>(mask), (__m512i)if_set);
}

#else

#if defined(__AVX2__)
QUADCL_INLINE unsigned sign_bits(U v) { return static_cast<unsigned>(_mm256_movemask_ps((__m256)v)); }
QUADCL_INLINE bool any_nan(F v, F w) {
  return _mm256_movemask_ps(_mm256_cmp_ps((__m256)v, (__m256)w, _CMP_UNORD_Q)) != 0;
}
#elif defined(__SSE2__)
QUADCL_INLINE unsigned sign_bits(U v) { return static_cast<unsigned>(_mm_movemask_ps((__m128)v)); }
QUADCL_INLINE bool any_nan(F v, F w) { return _mm_movemask_ps(_mm_cmpunord_ps((__m128)v, (__m128)w)) != 0; }
#else
QUADCL_INLINE unsigned sign_bits(U v) {
  return (v[0] >> 31) | (v[1] >> 31) << 1 | (v[2] >> 31) << 2 | (v[3] >> 31) << 3;
}
#if defined(__aarch64__)
QUADCL_INLINE bool any_nan(F v, F w) { return vminvq_u32((uint32x4_t)((v == v) & (w == w))) == 0; }
#else
QUADCL_INLINE bool any_nan(F v, F w) { return sign_bits(~(U)((v == v) & (w == w))) != 0; }
#endif
#endif

QUADCL_INLINE U drop_negative_zero(U v) { return v & ~(U)(v == 0x80000000u); }
QUADCL_INLINE U count_leading_zeros(U v) {
  for (int i = 0; i < kWidth; ++i) v[i] = v[i] == 0 ? 32 : static_cast<unsigned>(__builtin_clz(v[i]));
  return v;
}
QUADCL_INLINE U select(unsigned mask, U if_set, U if_clear) {
#if defined(__AVX2__)
  const U bit = {1, 2, 4, 8, 16, 32, 64, 128};
#else
  const U bit = {1, 2, 4, 8};
#endif
  const U chosen = (U)((splat(mask) & bit) != 0u);
  return (if_set & chosen) | (if_clear & ~chosen);
}

#endif

// ---- floats (docs/videocore4.md, Arithmetic). QpuFloatMode sets rounding and denormals.

/// Lanes with a NaN: `rule` gives the QPU's result.
template <std::uint32_t (*rule)(std::uint32_t, std::uint32_t)>
[[gnu::noinline, gnu::cold]] U repair(U a, U b, U result) {
  for (int i = 0; i < kWidth; ++i) {
    if ((result[i] & 0x7fffffff) > 0x7f800000) result[i] = rule(a[i], b[i]);
  }
  return result;
}

QUADCL_INLINE U negate(U v) { return v ^ 0x80000000u; }
QUADCL_INLINE F host_add(U a, U b) { return (F)a + (F)b; }
QUADCL_INLINE F host_subtract(U a, U b) { return (F)a + (F)negate(b); }
QUADCL_INLINE F host_multiply(U a, U b) { return (F)a * (F)b; }

QUADCL_INLINE U fadd(U a, U b) {
  const F sum = host_add(a, b);
  U result = (U)sum;
  if (any_nan(sum, sum)) [[unlikely]]
    result = repair<exceptional_fadd>(a, b, result);
  return drop_negative_zero(result);
}
QUADCL_INLINE U fsub(U a, U b) { return fadd(a, negate(b)); }
QUADCL_INLINE U fmul(U a, U b) {
  const F product = host_multiply(a, b);
  U result = (U)product;
  if (any_nan(product, product)) [[unlikely]]
    result = repair<exceptional_fmul>(a, b, result);
  return drop_negative_zero(result);
}

QUADCL_INLINE U magnitude(U v) { return v & 0x7fffffffu; }
/// Signed integers in the QPU's order of floats: -NaN, -Inf .. +Inf, +NaN; zeros are equal.
QUADCL_INLINE S float_order(U v) {
  const U sign = (U)((S)v >> 31);
  return (S)((magnitude(v) ^ sign) - sign);
}
QUADCL_INLINE U choose(S condition, U if_true, U if_false) {
  return ((U)condition & if_true) | (~(U)condition & if_false);
}

QUADCL_INLINE S float_greater(U a, U b) { return float_order(a) > float_order(b); }
QUADCL_INLINE S magnitude_greater(U a, U b) { return (S)magnitude(a) > (S)magnitude(b); }
QUADCL_INLINE U fmin(U a, U b) { return choose(float_greater(a, b), b, a); }
QUADCL_INLINE U fmax(U a, U b) { return choose(float_greater(a, b), a, b); }
QUADCL_INLINE U fminabs(U a, U b) { return magnitude(fmin(magnitude(a), magnitude(b))); }
QUADCL_INLINE U fmaxabs(U a, U b) { return magnitude(fmax(magnitude(a), magnitude(b))); }

QUADCL_INLINE U ftoi(U a, U) {
  const U size = magnitude(a);
  const S in_range = (S)(size < 0x4f000000u) | (S)(a == 0xcf000000u);
  const U result = (U) __builtin_convertvector((F)choose(in_range, a, U{}), S);
  return choose((S)(size == 0x7f7fffffu), splat(0x80000000u), result);
}
QUADCL_INLINE U itof(U a, U) { return (U) __builtin_convertvector((S)a, F); }

// ---- integers

QUADCL_INLINE U add(U a, U b) { return a + b; }
QUADCL_INLINE U sub(U a, U b) { return a - b; }
QUADCL_INLINE U shr(U a, U b) { return a >> (b & 31); }
QUADCL_INLINE U asr(U a, U b) { return (U)((S)a >> (S)(b & 31)); }
QUADCL_INLINE U ror(U a, U b) { return (a >> (b & 31)) | (a << ((32 - (b & 31)) & 31)); }
QUADCL_INLINE U shl(U a, U b) { return a << (b & 31); }
QUADCL_INLINE U min(U a, U b) { return choose((S)a > (S)b, b, a); }
QUADCL_INLINE U max(U a, U b) { return choose((S)a > (S)b, a, b); }
QUADCL_INLINE U bit_and(U a, U b) { return a & b; }
QUADCL_INLINE U bit_or(U a, U b) { return a | b; }
QUADCL_INLINE U bit_xor(U a, U b) { return a ^ b; }
QUADCL_INLINE U bit_not(U a, U) { return ~a; }
QUADCL_INLINE U clz(U a, U) { return count_leading_zeros(a); }
QUADCL_INLINE U mul24(U a, U b) { return (a & 0xffffffu) * (b & 0xffffffu); }

// ---- bytes

QUADCL_INLINE U v8adds(U a, U b) {
  const B sum = (B)a + (B)b;
  return (U)(sum | (B)(sum < (B)a));
}
QUADCL_INLINE U v8subs(U a, U b) { return (U)(((B)a - (B)b) & (B)((B)a > (B)b)); }
QUADCL_INLINE U v8min(U a, U b) {
  const B less = (B)((B)a < (B)b);
  return (a & (U)less) | (b & ~(U)less);
}
QUADCL_INLINE U v8max(U a, U b) {
  const B less = (B)((B)a < (B)b);
  return (b & (U)less) | (a & ~(U)less);
}
/// (x + 127) / 255 of products of bytes; exact without a division since x + 127 < 65535.
QUADCL_INLINE H divide_by_255_rounded(H product) {
  const H x = product + 127;
  return (x + 1 + (x >> 8)) >> 8;
}
QUADCL_INLINE U v8muld(U a, U b) {
  const H even = divide_by_255_rounded(((H)a & 255) * ((H)b & 255));
  const H odd = divide_by_255_rounded(((H)a >> 8) * ((H)b >> 8));
  return (U)(even | (odd << 8));
}

// ---- saturation and carries, as sign bits of lanes

QUADCL_INLINE U saturate(U exact_sign, U overflow, U wrapped) {
  const U limit = 0x7fffffffu + (exact_sign >> 31);
  return choose((S)overflow >> 31, limit, wrapped);
}
/// On signed overflow the exact result has the sign of a.
QUADCL_INLINE U saturated_add(U a, U b) { return saturate(a, ~(a ^ b) & (a ^ (a + b)), a + b); }
QUADCL_INLINE U saturated_sub(U a, U b) { return saturate(a, (a ^ b) & (a ^ (a - b)), a - b); }

QUADCL_INLINE U carry_add(U a, U, U result) { return (U)(result < a); }
QUADCL_INLINE U carry_sub(U a, U b, U) { return (U)(a < b); }
QUADCL_INLINE U carry_greater(U a, U b, U) { return (U)((S)a > (S)b); }
QUADCL_INLINE U carry_float_greater(U a, U b, U) { return (U)float_greater(a, b); }
QUADCL_INLINE U carry_magnitude_greater(U a, U b, U) { return (U)magnitude_greater(a, b); }
QUADCL_INLINE U carry_positive(U, U, U result) { return (U)((S)result > 0); }
/// The last bit shifted out; none for a shift by 0.
QUADCL_INLINE U carry_shift_right(U a, U b, U) {
  const U n = b & 31;
  return ((a >> ((n - 1) & 31)) << 31) & (U)(n != 0u);
}
QUADCL_INLINE U carry_shift_left(U a, U b, U) {
  const U n = b & 31;
  return (a << ((n - 1) & 31)) & (U)(n != 0u);
}
/// Product above 0xffffff: bits 24 to 47 of the product of 24-bit factors are not all zero.
QUADCL_INLINE U carry_mul24(U a, U b, U) {
  U carry{};
  for (int i = 0; i < kWidth; ++i) {
    const std::uint64_t product = std::uint64_t{a[i] & 0xffffff} * (b[i] & 0xffffff);
    carry[i] = product > 0xffffff ? 0x80000000u : 0;
  }
  return carry;
}

}  // namespace
}  // namespace quadcl::qpu::emulator::QUADCL_ENGINE
