// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xbyak/xbyak.h>
#include <cstdint>

// Instructions of the host on vectors, by what they do. Most have one name in AVX2 and AVX-512.
namespace quadcl::qpu::emulator::host {

using Emit = void (*)(Xbyak::CodeGenerator&, const Xbyak::Xmm& to, const Xbyak::Xmm& a,
                      const Xbyak::Operand& b);

struct Instruction {
  Emit avx512, avx2;
  bool repeats_words;  ///< with AVX-512, it can repeat a word of memory in all lanes
};
struct Shift {
  void (*emit)(Xbyak::CodeGenerator&, const Xbyak::Xmm& to, const Xbyak::Xmm& a, std::uint8_t by);
};
struct Conversion {
  void (*emit)(Xbyak::CodeGenerator&, const Xbyak::Xmm& to, const Xbyak::Xmm& a);
};

#define QUADCL_EMIT(name)                                                                              \
  [](Xbyak::CodeGenerator& code, const Xbyak::Xmm& to, const Xbyak::Xmm& a, const Xbyak::Operand& b) { \
    code.name(to, a, b);                                                                               \
  }
#define QUADCL_WORDS(name) {QUADCL_EMIT(name), QUADCL_EMIT(name), true}
#define QUADCL_BYTES(name) {QUADCL_EMIT(name), QUADCL_EMIT(name), false}
#define QUADCL_SHIFT(name)                                                                      \
  {[](Xbyak::CodeGenerator& code, const Xbyak::Xmm& to, const Xbyak::Xmm& a, std::uint8_t by) { \
    code.name(to, a, by);                                                                       \
  }}
#define QUADCL_CONVERSION(name) \
  {[](Xbyak::CodeGenerator& code, const Xbyak::Xmm& to, const Xbyak::Xmm& a) { code.name(to, a); }}

inline constexpr Instruction bit_and{QUADCL_EMIT(vpandd), QUADCL_EMIT(vpand), true};
inline constexpr Instruction bit_or{QUADCL_EMIT(vpord), QUADCL_EMIT(vpor), true};
inline constexpr Instruction bit_xor{QUADCL_EMIT(vpxord), QUADCL_EMIT(vpxor), true};
inline constexpr Instruction add QUADCL_WORDS(vpaddd);
inline constexpr Instruction subtract QUADCL_WORDS(vpsubd);
inline constexpr Instruction least QUADCL_WORDS(vpminsd);
inline constexpr Instruction greatest QUADCL_WORDS(vpmaxsd);
inline constexpr Instruction least_unsigned QUADCL_WORDS(vpminud);
inline constexpr Instruction multiply QUADCL_WORDS(vpmulld);
inline constexpr Instruction multiply_even QUADCL_BYTES(vpmuludq);
inline constexpr Instruction shift_left QUADCL_WORDS(vpsllvd);
inline constexpr Instruction shift_right QUADCL_WORDS(vpsrlvd);
inline constexpr Instruction shift_right_signed QUADCL_WORDS(vpsravd);
inline constexpr Instruction add_halves QUADCL_BYTES(vpaddw);
inline constexpr Instruction multiply_halves QUADCL_BYTES(vpmullw);
inline constexpr Instruction add_bytes QUADCL_BYTES(vpaddusb);
inline constexpr Instruction subtract_bytes QUADCL_BYTES(vpsubusb);
inline constexpr Instruction least_bytes QUADCL_BYTES(vpminub);
inline constexpr Instruction greatest_bytes QUADCL_BYTES(vpmaxub);
inline constexpr Instruction choose_bytes QUADCL_BYTES(vpshufb);
inline constexpr Instruction add_floats QUADCL_WORDS(vaddps);
inline constexpr Instruction subtract_floats QUADCL_WORDS(vsubps);
inline constexpr Instruction multiply_floats QUADCL_WORDS(vmulps);
inline constexpr Instruction divide_floats QUADCL_WORDS(vdivps);

inline constexpr Shift left QUADCL_SHIFT(vpslld);
inline constexpr Shift right QUADCL_SHIFT(vpsrld);
inline constexpr Shift right_signed QUADCL_SHIFT(vpsrad);
inline constexpr Shift halves_right QUADCL_SHIFT(vpsrlw);
inline constexpr Shift pairs_left QUADCL_SHIFT(vpsllq);
inline constexpr Shift pairs_right QUADCL_SHIFT(vpsrlq);

inline constexpr Conversion to_float QUADCL_CONVERSION(vcvtdq2ps);
inline constexpr Conversion to_integer QUADCL_CONVERSION(vcvttps2dq);

#undef QUADCL_CONVERSION
#undef QUADCL_SHIFT
#undef QUADCL_BYTES
#undef QUADCL_WORDS
#undef QUADCL_EMIT

}  // namespace quadcl::qpu::emulator::host
