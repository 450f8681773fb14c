// SPDX-License-Identifier: Apache-2.0

// The hot part of the emulator, compiled once for each level of the host's vector unit. The including file
// defines QUADCL_ENGINE as its namespace. Everything here except the Engine itself has internal linkage, and
// nothing calls the standard library: the linker must never use a function compiled for AVX-512 in code for
// other machines.

#include <cstddef>
#include <utility>

#include "qpu/emulator/engine_variants.h"
#include "qpu/emulator/lane_math.h"
#include "qpu/emulator/lane_packing.h"
#include "qpu/emulator/qpu.h"
#include "qpu/isa/opcodes.h"

namespace quadcl::qpu::emulator::QUADCL_ENGINE {
namespace {

static_assert(offsetof(Qpu, slot) == 0, "operands are addressed from the start of Qpu");

QUADCL_INLINE U load(const void* from) { return *static_cast<const U*>(from); }
QUADCL_INLINE void store(void* to, U value) { *static_cast<U*>(to) = value; }
QUADCL_INLINE const char* lanes(const LaneVector& v, int part) {
  return reinterpret_cast<const char*>(&v) + part * kPartBytes;
}
QUADCL_INLINE char* lanes(LaneVector& v, int part) { return reinterpret_cast<char*>(&v) + part * kPartBytes; }
constexpr int kParts = 16 / kWidth;

QUADCL_INLINE void broadcast(LaneVector& to, std::uint32_t value) {
  for (int part = 0; part < kParts; ++part) store(lanes(to, part), splat(value));
}

QUADCL_INLINE LaneVector& slot_at(Qpu& qpu, unsigned offset) {
  return *reinterpret_cast<LaneVector*>(reinterpret_cast<char*>(&qpu) + offset);
}

/// Lanes 12 to 15.
QUADCL_INLINE void copy_last_quad(LaneVector& to, const LaneVector& from) {
  __builtin_memcpy(&to.lane[12], &from.lane[12], 16);
}

/// Fills operands from outside the registers, and the values for later nop reads.
QUADCL_INLINE Step fetch(Qpu& qpu, const Operation& op) {
  if (op.before != 0) {
    if ((op.before & before::special) != 0) {
      if (const Step step = prepare(qpu, op); step != Step::next) return step;
    }
    if ((op.before & before::uniform) != 0) {
      if (qpu.uniform == qpu.uniform_end) [[unlikely]] {
        if (!refill_uniforms(qpu)) return Step::fault;
      }
      std::uint32_t word;
      __builtin_memcpy(&word, qpu.uniform, sizeof word);
      qpu.uniform += sizeof word;
      broadcast(qpu.slot[slot::uniform], word);
    }
    if ((op.before & before::immediate) != 0) broadcast(qpu.slot[slot::immediate], op.immediate);
  }
  copy_last_quad(qpu.slot[slot::last_a], slot_at(qpu, op.port_a));
  copy_last_quad(qpu.slot[slot::last_b], slot_at(qpu, op.port_b));
  return Step::next;
}

// ---- the simple form

using PartOp = U (*)(U, U);

/// The host's result of a float operation. It is the QPU's result except for NaN and -0.
template <PartOp alu_op>
constexpr auto host_operation() {
  using HostOp = F (*)(U, U);
  if constexpr (alu_op == fadd) {
    return HostOp{host_add};
  } else if constexpr (alu_op == fsub) {
    return HostOp{host_subtract};
  } else if constexpr (alu_op == fmul) {
    return HostOp{host_multiply};
  } else {
    return nullptr;
  }
}

template <PartOp alu_op>
constexpr bool is_rounded() {
  return alu_op != nullptr && host_operation<alu_op>() != nullptr;
}

/// The result; of a rounded operation, the host's result.
template <PartOp alu_op>
QUADCL_INLINE U first_result(const LaneVector& a, const LaneVector& b, int part) {
  if constexpr (alu_op == nullptr) {
    return U{};
  } else if constexpr (is_rounded<alu_op>()) {
    return (U)host_operation<alu_op>()(load(lanes(a, part)), load(lanes(b, part)));
  } else {
    return alu_op(load(lanes(a, part)), load(lanes(b, part)));
  }
}

/// Whether a rounded result has a NaN, which the QPU does not have.
template <PartOp add_op, PartOp mul_op>
QUADCL_INLINE bool needs_repair(U sum, U product) {
  if constexpr (is_rounded<add_op>() && is_rounded<mul_op>()) return any_nan((F)sum, (F)product);
  if constexpr (is_rounded<add_op>()) return any_nan((F)sum, (F)sum);
  if constexpr (is_rounded<mul_op>()) return any_nan((F)product, (F)product);
  return false;
}

template <PartOp alu_op>
QUADCL_INLINE void store_result(LaneVector& to, int part, U result) {
  if constexpr (alu_op == nullptr) return;
  store(lanes(to, part), is_rounded<alu_op>() ? drop_negative_zero(result) : result);
}

template <PartOp mul_op>
QUADCL_INLINE Step end_simple(Qpu& qpu, const Operation& op) {
  if constexpr (mul_op != nullptr) {
    copy_last_quad(qpu.slot[slot::last_mul], slot_at(qpu, op.mul_destination));
  }
  if (op.finish) return finish(qpu, op, kAllLanes, kAllLanes);
  return Step::next;
}

/// The rest of a simple operation, from a part with a NaN on. Out of line and last, so simple() needs no
/// stack.
template <PartOp add_op, PartOp mul_op>
[[gnu::noinline, gnu::cold]] Step simple_with_nan(Qpu& qpu, const Operation& op, int part) {
  for (; part < kParts; ++part) {
    U sum{}, product{};
    if constexpr (add_op != nullptr) {
      sum = add_op(load(lanes(slot_at(qpu, op.add_a), part)), load(lanes(slot_at(qpu, op.add_b), part)));
    }
    if constexpr (mul_op != nullptr) {
      product = mul_op(load(lanes(slot_at(qpu, op.mul_a), part)), load(lanes(slot_at(qpu, op.mul_b), part)));
    }
    if constexpr (add_op != nullptr) store(lanes(slot_at(qpu, op.add_destination), part), sum);
    if constexpr (mul_op != nullptr) store(lanes(slot_at(qpu, op.mul_destination), part), product);
  }
  return end_simple<mul_op>(qpu, op);
}

template <PartOp add_op, PartOp mul_op>
Step simple(Qpu& qpu, const Operation& op) {
  if (const Step step = fetch(qpu, op); step != Step::next) [[unlikely]]
    return step;
  for (int part = 0; part < kParts; ++part) {
    const U sum = first_result<add_op>(slot_at(qpu, op.add_a), slot_at(qpu, op.add_b), part);
    const U product = first_result<mul_op>(slot_at(qpu, op.mul_a), slot_at(qpu, op.mul_b), part);
    if (needs_repair<add_op, mul_op>(sum, product)) [[unlikely]]
      return simple_with_nan<add_op, mul_op>(qpu, op, part);
    store_result<add_op>(slot_at(qpu, op.add_destination), part, sum);
    store_result<mul_op>(slot_at(qpu, op.mul_destination), part, product);
  }
  return end_simple<mul_op>(qpu, op);
}

// ---- functions of the general form

template <PartOp alu_op>
void on_all_lanes(const LaneVector& a, const LaneVector& b, LaneVector& result) {
  for (int part = 0; part < kParts; ++part) {
    store(lanes(result, part), alu_op(load(lanes(a, part)), load(lanes(b, part))));
  }
}

/// Operation 0 of the multiply ALU; its operand is slot::last_mul.
void replay(const LaneVector& last, const LaneVector&, LaneVector& result) {
  for (int quad = 0; quad < 4; ++quad) __builtin_memcpy(&result.lane[4 * quad], &last.lane[12], 16);
}

using PartCarry = U (*)(U, U, U);

template <PartCarry carry_op>
LaneMask carry_mask(const LaneVector& a, const LaneVector& b, const LaneVector& result) {
  unsigned mask = 0;
  for (int part = 0; part < kParts; ++part) {
    const U carry = carry_op(load(lanes(a, part)), load(lanes(b, part)), load(lanes(result, part)));
    mask |= sign_bits(carry) << (part * kWidth);
  }
  return static_cast<LaneMask>(mask);
}

QUADCL_INLINE void set_flags(Qpu& qpu, const Operation& op, unsigned mask) {
  const LaneVector& result = qpu.slot[op.flags_from_mul ? slot::result_mul : slot::result_add];
  unsigned zero = 0, negative = 0;
  for (int part = 0; part < kParts; ++part) {
    const U v = load(lanes(result, part));
    zero |= sign_bits((U)(v == 0u)) << (part * kWidth);
    negative |= sign_bits(v) << (part * kWidth);
  }
  unsigned carry = 0;
  if (op.carry != nullptr) {
    const unsigned a = op.flags_from_mul ? op.mul_a : op.add_a;
    const unsigned b = op.flags_from_mul ? op.mul_b : op.add_b;
    carry = op.carry(slot_at(qpu, a), slot_at(qpu, b), result);
  }
  const unsigned now[3] = {zero, negative, carry};
  for (int i = 0; i < 3; ++i) {
    qpu.flags[1 + i] = static_cast<LaneMask>((qpu.flags[1 + i] & ~mask) | (now[i] & mask));
  }
}

#if defined(__AVX512F__)

QUADCL_INLINE void rotate(LaneVector& v, unsigned by, bool in_quad) {
  const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i low = _mm512_set1_epi32(in_quad ? 3 : 15);
  const __m512i moved = _mm512_sub_epi32(lane, _mm512_set1_epi32(static_cast<int>(by)));
  const __m512i source = _mm512_ternarylogic_epi32(low, moved, lane, 0xca);  // low ? moved : lane
  store(&v, (U)_mm512_maskz_permutexvar_epi32(0xffff, source, (__m512i)load(&v)));
}

#else

QUADCL_INLINE void rotate(LaneVector& v, unsigned by, bool in_quad) {
  const LaneVector from = v;
  if (in_quad) {
    for (unsigned i = 0; i < 16; ++i) v.lane[i] = from.lane[(i & 12) | ((i - by) & 3)];
  } else {
    for (unsigned i = 0; i < 16; ++i) v.lane[i] = from.lane[(i - by) & 15];
  }
}

#endif

QUADCL_INLINE void rotate_result(Qpu& qpu, const Operation& op) {
  const unsigned by = op.rotate_by != 0 ? op.rotate_by : qpu.slot[slot::r5].lane[0] & 15;
  rotate(qpu.slot[slot::result_mul], by, op.rotation == Rotation::in_quad);
}

QUADCL_INLINE void write(LaneVector& destination, const LaneVector& value, unsigned mask, PackFunction pack) {
  if (pack != nullptr) return pack(value, destination, static_cast<LaneMask>(mask));
  for (int part = 0; part < kParts; ++part) {
    const U kept = load(lanes(destination, part));
    store(lanes(destination, part), select(mask >> (part * kWidth), load(lanes(value, part)), kept));
  }
}

Step general(Qpu& qpu, const Operation& op) {
  if (const Step step = fetch(qpu, op); step != Step::next) [[unlikely]]
    return step;
  if (op.unpack != nullptr) op.unpack(slot_at(qpu, op.unpack_source), qpu.slot[slot::unpacked]);
  LaneVector& sum = qpu.slot[slot::result_add];
  LaneVector& product = qpu.slot[slot::result_mul];
  if (op.add != nullptr) op.add(slot_at(qpu, op.add_a), slot_at(qpu, op.add_b), sum);
  if (op.mul != nullptr) {
    op.mul(slot_at(qpu, op.mul_a), slot_at(qpu, op.mul_b), product);
    copy_last_quad(qpu.slot[slot::last_mul], product);
    if (op.rotation != Rotation::none) rotate_result(qpu, op);
  }
  const LaneMask add_mask = lanes_where(qpu, op.condition_add);
  const LaneMask mul_mask = lanes_where(qpu, op.condition_mul);
  if (op.set_flags) set_flags(qpu, op, op.flags_from_mul ? mul_mask : add_mask);
  if (op.saturated != nullptr) op.saturated(slot_at(qpu, op.add_a), slot_at(qpu, op.add_b), sum);
  if (op.add != nullptr) write(slot_at(qpu, op.add_destination), sum, add_mask, op.pack_add);
  if (op.mul != nullptr) write(slot_at(qpu, op.mul_destination), product, mul_mask, op.pack_mul);
  if (op.finish) {
    return finish(qpu, op, add_mask, mul_mask);
  }
  return Step::next;
}

// ---- the tables, by opcode (docs/videocore4.md, Operations and flags)

template <std::size_t count>
struct OpFunctions {
  PartOp result[count];
  PartCarry carry[count];
};

constexpr PartCarry carry_none = nullptr;

#define QUADCL_FILL(code, id, name, operands, float_operands, float_result, carry_rule, meaning) \
  functions.result[code] = id;                                                                   \
  functions.carry[code] = carry_##carry_rule;

constexpr OpFunctions<32> add_functions() {
  OpFunctions<32> functions{};
  QUADCL_ADD_OPS(QUADCL_FILL)
  return functions;
}

constexpr OpFunctions<8> mul_functions() {
  OpFunctions<8> functions{};
  QUADCL_MUL_OPS(QUADCL_FILL)
  return functions;
}

#undef QUADCL_FILL

constexpr OpFunctions<32> kAdd = add_functions();
constexpr OpFunctions<8> kMul = mul_functions();

template <PartOp alu_op>
constexpr AluFunction alu_function() {
  if constexpr (alu_op == nullptr) {
    return nullptr;
  } else {
    return on_all_lanes<alu_op>;
  }
}

template <PartCarry carry_op>
constexpr CarryFunction carry_function() {
  if constexpr (carry_op == nullptr) {
    return nullptr;
  } else {
    return carry_mask<carry_op>;
  }
}

constexpr bool reserved_add(std::size_t op) { return op != 0 && kAdd.result[op] == nullptr; }

template <std::size_t add_op, std::size_t mul_op>
constexpr Handler simple_handler() {
  if constexpr (reserved_add(add_op)) {
    return nullptr;
  } else {
    return simple<kAdd.result[add_op], kMul.result[mul_op]>;
  }
}

template <std::size_t add_op, std::size_t... mul_ops>
constexpr void fill_simple_row(Engine& engine, std::index_sequence<mul_ops...>) {
  ((engine.simple[add_op][mul_ops] = simple_handler<add_op, mul_ops>()), ...);
}

template <std::size_t... add_ops>
constexpr void fill_add(Engine& engine, std::index_sequence<add_ops...>) {
  (fill_simple_row<add_ops>(engine, std::make_index_sequence<8>()), ...);
  ((engine.add[add_ops] = alu_function<kAdd.result[add_ops]>()), ...);
  ((engine.add_carry[add_ops] = carry_function<kAdd.carry[add_ops]>()), ...);
}

template <std::size_t... mul_ops>
constexpr void fill_mul(Engine& engine, std::index_sequence<mul_ops...>) {
  ((engine.mul[mul_ops] = alu_function<kMul.result[mul_ops]>()), ...);
  ((engine.mul_carry[mul_ops] = carry_function<kMul.carry[mul_ops]>()), ...);
  engine.mul[0] = replay;
}

constexpr void fill_unpacks(Engine& engine) {
  constexpr UnpackFunction integer[8] = {
      nullptr,
      unpack_lanes<half_integer<0>>,
      unpack_lanes<half_integer<16>>,
      unpack_lanes<replicate_byte3>,
      unpack_lanes<byte_integer<0>>,
      unpack_lanes<byte_integer<8>>,
      unpack_lanes<byte_integer<16>>,
      unpack_lanes<byte_integer<24>>,
  };
  constexpr UnpackFunction floating[8] = {
      nullptr,
      unpack_lanes<half_float<0>>,
      unpack_lanes<half_float<16>>,
      unpack_lanes<replicate_byte3>,
      unpack_lanes<byte_float<0>>,
      unpack_lanes<byte_float<8>>,
      unpack_lanes<byte_float<16>>,
      unpack_lanes<byte_float<24>>,
  };
  for (int i = 0; i < 8; ++i) {
    engine.unpack_integer[i] = integer[i];
    engine.unpack_float[i] = engine.unpack_r4[i] = floating[i];
  }
  engine.unpack_r4[1] = unpack_lanes<half_float_r4<0>>;
  engine.unpack_r4[2] = unpack_lanes<half_float_r4<16>>;
}

constexpr void fill_packs(Engine& engine) {
  constexpr PackFunction integer[16] = {
      nullptr,
      pack_lanes<low_bits, 16, 0>,
      pack_lanes<low_bits, 16, 16>,
      pack_replicated<low_bits>,
      pack_lanes<low_bits, 8, 0>,
      pack_lanes<low_bits, 8, 8>,
      pack_lanes<low_bits, 8, 16>,
      pack_lanes<low_bits, 8, 24>,
      nullptr,
      pack_lanes<saturated_half, 16, 0>,
      pack_lanes<saturated_half, 16, 16>,
      pack_replicated<saturated_byte>,
      pack_lanes<saturated_byte, 8, 0>,
      pack_lanes<saturated_byte, 8, 8>,
      pack_lanes<saturated_byte, 8, 16>,
      pack_lanes<saturated_byte, 8, 24>,
  };
  for (int i = 0; i < 16; ++i) engine.pack_integer[i] = engine.pack_float[i] = integer[i];
  engine.pack_float[1] = engine.pack_float[9] = pack_lanes<to_half, 16, 0>;
  engine.pack_float[2] = engine.pack_float[10] = pack_lanes<to_half, 16, 16>;
  engine.pack_colour[3] = pack_replicated<to_colour>;
  engine.pack_colour[4] = pack_lanes<to_colour, 8, 0>;
  engine.pack_colour[5] = pack_lanes<to_colour, 8, 8>;
  engine.pack_colour[6] = pack_lanes<to_colour, 8, 16>;
  engine.pack_colour[7] = pack_lanes<to_colour, 8, 24>;
}

bool usable() {
#if defined(__AVX512F__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
#elif defined(__AVX2__)
  return __builtin_cpu_supports("avx2");
#else
  return true;
#endif
}

#if defined(__AVX512F__)
constexpr HostVectors kVectors = HostVectors::avx512;
#elif defined(__AVX2__)
constexpr HostVectors kVectors = HostVectors::avx2;
#else
constexpr HostVectors kVectors = HostVectors::other;
#endif

#define QUADCL_TEXT_INNER(text) #text
#define QUADCL_TEXT(text) QUADCL_TEXT_INNER(text)

constexpr Engine make_engine() {
  Engine engine{};
  engine.name = QUADCL_TEXT(QUADCL_ENGINE);
  engine.usable = usable;
  engine.vectors = kVectors;
  engine.general = general;
  fill_add(engine, std::make_index_sequence<32>());
  fill_mul(engine, std::make_index_sequence<8>());
  engine.saturated_add = on_all_lanes<saturated_add>;
  engine.saturated_sub = on_all_lanes<saturated_sub>;
  fill_unpacks(engine);
  fill_packs(engine);
  return engine;
}

}  // namespace

constinit const Engine engine = make_engine();

}  // namespace quadcl::qpu::emulator::QUADCL_ENGINE
