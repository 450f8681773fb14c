// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/immediate_forms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

namespace {

using isa::AddOp;
using isa::MulOp;
using Folded = std::optional<std::uint32_t>;

// ---- the operations with one value as both operands

float as_float(std::uint32_t v) { return std::bit_cast<float>(v); }

/// Float results are exact: small immediates are powers of two, so nothing is rounded.
Folded exact(float v) {
  if (v == 0 || !std::isnormal(v)) return std::nullopt;
  return std::bit_cast<std::uint32_t>(v);
}

Folded fold_fadd(std::uint32_t v) { return exact(as_float(v) + as_float(v)); }
Folded fold_fmul(std::uint32_t v) { return exact(as_float(v) * as_float(v)); }
Folded fold_itof(std::uint32_t v) { return exact(static_cast<float>(static_cast<std::int32_t>(v))); }
Folded fold_ftoi(std::uint32_t v) {
  if (!exact(as_float(v)) || std::fabs(as_float(v)) >= 2147483648.0f) return std::nullopt;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(as_float(v)));
}
Folded fold_add(std::uint32_t v) { return v + v; }
Folded fold_zero(std::uint32_t) { return 0; }
Folded fold_shr(std::uint32_t v) { return v >> (v & 31); }
Folded fold_asr(std::uint32_t v) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(v) >> (v & 31));
}
Folded fold_shl(std::uint32_t v) { return v << (v & 31); }
Folded fold_ror(std::uint32_t v) { return std::rotr(v, static_cast<int>(v & 31)); }
Folded fold_same(std::uint32_t v) { return v; }
Folded fold_not(std::uint32_t v) { return ~v; }
Folded fold_clz(std::uint32_t v) { return static_cast<std::uint32_t>(std::countl_zero(v)); }
Folded fold_mul24(std::uint32_t v) { return (v & 0xffffff) * (v & 0xffffff); }

template <typename Function>
std::uint32_t for_bytes(std::uint32_t v, Function function) {
  std::uint32_t result = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) result |= function(v >> shift & 255) << shift;
  return result;
}
Folded fold_v8adds(std::uint32_t v) {
  return for_bytes(v, [](std::uint32_t b) { return std::min(b + b, 255u); });
}
Folded fold_v8muld(std::uint32_t v) {
  return for_bytes(v, [](std::uint32_t b) { return (b * b + 127) / 255; });
}

template <typename Op>
struct FoldRow {
  Op op;
  Folded (*apply)(std::uint32_t value);
};

// In the order of preference, as in vc4asm.
constexpr std::array<FoldRow<AddOp>, 16> kAddRows{{
    {AddOp::bit_or, fold_same},
    {AddOp::ror, fold_ror},
    {AddOp::add, fold_add},
    {AddOp::itof, fold_itof},
    {AddOp::ftoi, fold_ftoi},
    {AddOp::bit_not, fold_not},
    {AddOp::v8adds, fold_v8adds},
    {AddOp::fadd, fold_fadd},
    {AddOp::clz, fold_clz},
    {AddOp::shr, fold_shr},
    {AddOp::shl, fold_shl},
    {AddOp::asr, fold_asr},
    {AddOp::bit_xor, fold_zero},
    {AddOp::sub, fold_zero},
    {AddOp::v8subs, fold_zero},
    {AddOp::bit_and, fold_same},
}};
constexpr std::array<FoldRow<MulOp>, 7> kMulRows{{
    {MulOp::v8min, fold_same},
    {MulOp::mul24, fold_mul24},
    {MulOp::v8adds, fold_v8adds},
    {MulOp::v8muld, fold_v8muld},
    {MulOp::fmul, fold_fmul},
    {MulOp::v8subs, fold_zero},
    {MulOp::v8max, fold_same},
}};

/// Infinities, from the small immediates that are NaN patterns: all negative integers (docs/videocore4.md,
/// Arithmetic). The sign of a product is that of two negative factors, fsub inverts its second operand.
Folded infinity_of(std::uint32_t v, std::uint32_t infinity) {
  return std::isnan(as_float(v)) ? Folded(infinity) : std::nullopt;
}
Folded positive_infinity(std::uint32_t v) { return infinity_of(v, 0x7f800000); }
Folded negative_infinity(std::uint32_t v) { return infinity_of(v, 0xff800000); }

// After the rows above. An instruction that is written so is not taken for a constant.
constexpr std::array<FoldRow<AddOp>, 2> kAddInfinityRows{
    {{AddOp::fsub, positive_infinity}, {AddOp::fadd, negative_infinity}}};
constexpr std::array<FoldRow<MulOp>, 1> kMulInfinityRows{{{MulOp::fmul, positive_infinity}}};

template <typename Op, std::size_t n>
Folded fold_with(const std::array<FoldRow<Op>, n>& rows, Op op, std::uint32_t value) {
  for (const FoldRow<Op>& row : rows) {
    if (row.op == op) return row.apply(value);
  }
  return std::nullopt;
}

// ---- all constants that can be made

struct PackRow {
  isa::Pack pack;
  std::uint32_t (*apply)(std::uint32_t value);
};

std::uint32_t unpacked(std::uint32_t v) { return v; }
std::uint32_t replicated(std::uint32_t v) { return (v & 255) * 0x01010101u; }
std::uint32_t saturated(std::uint32_t v) {
  return static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(v), 0, 255)) * 0x01010101u;
}

// Only modes that write all four bytes make a constant.
constexpr std::array<PackRow, 3> kPackRows{{
    {isa::Pack::none, unpacked},
    {isa::Pack::byte_replicated, replicated},
    {isa::Pack::byte_replicated_saturate, saturated},
}};

using FormMap = std::map<std::uint32_t, std::vector<ImmediateForm>>;

/// Codes by their value, as an unsigned number.
std::array<std::uint8_t, isa::kRotateByR5> sorted_codes() {
  std::array<std::uint8_t, isa::kRotateByR5> codes;
  for (std::uint8_t i = 0; i < codes.size(); ++i) codes[i] = i;
  std::sort(codes.begin(), codes.end(), [](unsigned a, unsigned b) {
    return isa::small_immediate_value(a) < isa::small_immediate_value(b);
  });
  return codes;
}

/// Adds the forms of one pack mode.
void add_forms_of(FormMap& map, const auto& rows, const PackRow& pack) {
  for (const auto& row : rows) {
    for (std::uint8_t code : sorted_codes()) {
      const Folded value = row.apply(isa::small_immediate_value(code));
      if (value) map[pack.apply(*value)].push_back({static_cast<std::uint8_t>(row.op), code, pack.pack});
    }
  }
}

FormMap make_forms(const auto& rows, const auto& infinity_rows) {
  FormMap map;
  for (const PackRow& pack : kPackRows) add_forms_of(map, rows, pack);
  add_forms_of(map, infinity_rows, kPackRows[0]);
  return map;
}

/// The sum of equal floats from 2.0 on, as integers, overflows.
FormMap make_add_forms() {
  FormMap map = make_forms(kAddRows, kAddInfinityRows);
  for (std::uint8_t code : sorted_codes()) {
    const std::uint32_t value = isa::small_immediate_value(code);
    const bool overflows = value >= 0x40000000 && value < 0x80000000;
    if (!overflows) continue;
    map[0x7fffffff].push_back({static_cast<std::uint8_t>(AddOp::add), code, isa::Pack::saturate});
  }
  return map;
}

/// A small immediate in the four bytes of a colour: 255 times the float, rounded (docs/videocore4.md, Colour
/// pack).
FormMap make_mul_forms() {
  FormMap map = make_forms(kMulRows, kMulInfinityRows);
  for (std::uint8_t code : sorted_codes()) {
    const float value = as_float(isa::small_immediate_value(code));
    if (!std::isnormal(value) || value >= 1) continue;
    const auto byte = static_cast<std::uint32_t>(std::lround(value * 255));
    map[byte * 0x01010101u].push_back(
        {static_cast<std::uint8_t>(MulOp::v8min), code, isa::Pack::byte_replicated, true});
  }
  return map;
}

std::span<const ImmediateForm> find_forms(const FormMap& map, std::uint32_t value) {
  const auto it = map.find(value);
  if (it == map.end()) return {};
  return it->second;
}

}  // namespace

std::span<const ImmediateForm> add_forms(std::uint32_t value) {
  static const FormMap map = make_add_forms();
  return find_forms(map, value);
}

std::span<const ImmediateForm> mul_forms(std::uint32_t value) {
  static const FormMap map = make_mul_forms();
  return find_forms(map, value);
}

std::optional<std::uint32_t> fold(isa::AddOp op, std::uint32_t value) {
  return fold_with(kAddRows, op, value);
}
std::optional<std::uint32_t> fold(isa::MulOp op, std::uint32_t value) {
  return fold_with(kMulRows, op, value);
}

}  // namespace quadcl::qpu::assembly
