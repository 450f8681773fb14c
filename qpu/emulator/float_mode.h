// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace quadcl::qpu::emulator {

/// While it lives, this thread's float arithmetic truncates, and denormal inputs and results are 0, as in
/// both ALUs (docs/videocore4.md, Arithmetic).
class QpuFloatMode {
 public:
  QpuFloatMode() : saved_(read()) { write(saved_ | kTruncateAndFlush | kMaskExceptions); }
  ~QpuFloatMode() { write(saved_); }
  QpuFloatMode(const QpuFloatMode&) = delete;
  QpuFloatMode& operator=(const QpuFloatMode&) = delete;

 private:
#if defined(__x86_64__) || defined(__i386__)
  using Word = unsigned;
  static constexpr Word kTruncateAndFlush = 0x6000 | 0x8000 | 0x0040;  // RC = toward zero, FTZ, DAZ
  static constexpr Word kMaskExceptions = 0x1f80;
  static Word read() { return _mm_getcsr(); }
  static void write(Word word) { _mm_setcsr(word); }
#elif defined(__aarch64__)
  using Word = std::uint64_t;
  static constexpr Word kTruncateAndFlush = (3u << 22) | (1u << 24);  // RMode = toward zero, FZ
  static constexpr Word kMaskExceptions = 0;
  static Word read() {
    Word word;
    asm volatile("mrs %0, fpcr" : "=r"(word));
    return word;
  }
  static void write(Word word) { asm volatile("msr fpcr, %0" : : "r"(word) : "memory"); }
#elif defined(__arm__)
  // Vectors of floats are computed by VFP, which obeys FPSCR; NEON would not round toward zero.
  using Word = std::uint32_t;
  static constexpr Word kTruncateAndFlush = (3u << 22) | (1u << 24);
  static constexpr Word kMaskExceptions = 0;
  static Word read() {
    Word word;
    asm volatile("vmrs %0, fpscr" : "=r"(word));
    return word;
  }
  static void write(Word word) { asm volatile("vmsr fpscr, %0" : : "r"(word) : "memory"); }
#else
#error "no way known to set the rounding mode and denormal handling of this processor"
#endif

  Word saved_;
};

}  // namespace quadcl::qpu::emulator
