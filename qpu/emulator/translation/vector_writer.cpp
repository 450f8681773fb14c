// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/translation/vector_writer.h"

#include <algorithm>
#include <cstddef>

namespace quadcl::qpu::emulator {

namespace {

// Predicates of comparisons.
constexpr std::uint8_t kLess = 1, kUnordered = 3;

}  // namespace

VectorWriter::VectorWriter(std::vector<std::uint8_t>& buffer, HostVectors vectors)
    : CodeGenerator(buffer.size(), buffer.data()), vectors_(vectors) {
  for (int i = wide() ? 32 : 16; i-- > 0;) free_.push_back(i);
  for (int i = 8; i-- > 1;) free_masks_.push_back(i);
  for (std::size_t i = 0; i < TranslationTables::kKept; ++i) {
    free_places_.push_back(
        static_cast<std::uint32_t>(offsetof(TranslationTables, kept) + i * sizeof(LaneVector)));
  }
}

// ---- registers and memory of values

VectorWriter::Ref VectorWriter::make(bool is_mask) {
  const auto value = std::make_shared<Value>(*this, is_mask);
  if (!is_mask) return value;
  if (free_masks_.empty()) throw Xbyak::Error(Xbyak::ERR_INTERNAL);
  value->registers[0] = free_masks_.back();
  free_masks_.pop_back();
  return value;
}

void VectorWriter::release(Value& value) {
  if (value.is_mask) return free_masks_.push_back(value.registers[0]);
  leave_registers(value);
  forget_home(value);
}

void VectorWriter::leave_registers(Value& value) {
  if (value.registers[0] < 0) return;
  for (unsigned i = 0; i < parts_of(value); ++i) free_.push_back(std::exchange(value.registers[i], -1));
  std::erase(holders_, &value);
}

void VectorWriter::forget_home(Value& value) {
  if (value.home && value.home->base == tables) free_places_.push_back(value.home->offset);
  value.home.reset();
}

void VectorWriter::leave_home(const Ref& value) {
  hold(value);
  forget_home(*value);
}

/// Gives it registers, without a value in them.
void VectorWriter::claim(Value& value) {
  const unsigned parts = parts_of(value);
  while (free_.size() < parts) evict_one();
  for (unsigned i = 0; i < parts; ++i) {
    value.registers[i] = free_.back();
    free_.pop_back();
  }
  value.used = ++now_;
  holders_.push_back(&value);
}

/// Brings it to registers. The values held last stay in theirs.
void VectorWriter::hold(const Ref& value) {
  value->used = ++now_;
  if (value->registers[0] >= 0) return;
  claim(*value);
  for (unsigned i = 0; i < parts_of(*value); ++i) {
    const Xbyak::Address from =
        ptr[value->home->base + static_cast<int>(value->home->offset + i * kPartBytes)];
    transfer(part(value, i), from);
  }
}

void VectorWriter::evict_one() {
  Value& value = **std::ranges::min_element(holders_, {}, [](const Value* held) { return held->used; });
  if (!value.home) {
    if (free_places_.empty()) throw Xbyak::Error(Xbyak::ERR_INTERNAL);
    value.home = Home{tables, free_places_.back()};
    free_places_.pop_back();
    for (unsigned i = 0; i < parts_of(value); ++i) {
      transfer(ptr[tables + static_cast<int>(value.home->offset + i * kPartBytes)],
               vector(value.registers[i]));
    }
  }
  leave_registers(value);
}

Xbyak::Xmm VectorWriter::vector(int number) const {
  if (wide()) return Xbyak::Zmm(number);
  return Xbyak::Ymm(number);
}

Xbyak::Xmm VectorWriter::part(const Ref& value, unsigned number) const {
  return vector(value->registers[number < parts_of(*value) ? number : 0]);
}

void VectorWriter::transfer(const Xbyak::Xmm& to, const Xbyak::Operand& from) {
  wide() ? vmovdqa32(to, from) : vmovdqa(to, from);
}

void VectorWriter::transfer(const Xbyak::Address& to, const Xbyak::Xmm& from) {
  wide() ? vmovdqa32(to, from) : vmovdqa(to, from);
}

VectorWriter::Registers VectorWriter::registers_of(const Ref& value) {
  if (value->is_mask) return {{value->registers[0], -1}, true};
  hold(value);
  return {{value->registers[0], value->registers[parts_of(*value) - 1]}, false};
}

void VectorWriter::store(const Xbyak::RegExp& place, const Registers& from) {
  transfer(ptr[place], vector(from.numbers[0]));
  if (!wide()) transfer(ptr[place + kPartBytes], vector(from.numbers[1]));
}

void VectorWriter::mask_to(const Xbyak::Reg32& to, const Registers& mask) {
  if (mask.is_mask) return kmovw(to, Xbyak::Opmask(mask.numbers[0]));
  vmovmskps(to, Xbyak::Ymm(mask.numbers[0]));
  vmovmskps(r10d, Xbyak::Ymm(mask.numbers[1]));
  shl(r10d, 8);
  or_(to, r10d);
}

void VectorWriter::store_mask(const Xbyak::RegExp& place, const Ref& mask) {
  if (mask->is_mask) return kmovw(word[place], opmask(mask));
  mask_to(eax, registers_of(mask));
  mov(word[place], ax);
}

// ---- operands

bool VectorWriter::is_word(const Source& source) const {
  using Kind = Source::Kind;
  return source.kind == Kind::uniform || source.kind == Kind::table_word ||
         (wide() && source.kind == Kind::constant);
}

bool VectorWriter::repeats(const Source& source) const {
  if (source.kind == Source::Kind::value) return source.value->repeats;
  return is_word(source) || source.kind == Source::Kind::constant;
}

Xbyak::Address VectorWriter::memory_of(const Source& source, unsigned part, bool repeats_word) {
  const Xbyak::AddressFrame& frame = repeats_word && is_word(source) ? ptr_b : ptr;
  const int offset = static_cast<int>(part * kPartBytes);
  switch (source.kind) {
    case Source::Kind::value:
      return ptr[source.value->home->base + static_cast<int>(source.value->home->offset) +
                 (source.value->repeats ? 0 : offset)];
    case Source::Kind::slot:
      return ptr[slot_place(source.number) + offset];
    case Source::Kind::uniform:
      return frame[uniforms + static_cast<int>(4 * source.number)];
    case Source::Kind::lanes:
      return ptr[rip + *source.lanes + offset];
    case Source::Kind::table:
      return ptr[tables + static_cast<int>(source.number) + offset];
    case Source::Kind::table_word:
      return frame[tables + static_cast<int>(source.number)];
    default:
      return frame[rip + words_[source.number]];
  }
}

VectorWriter::Ref VectorWriter::load(const Source& source) {
  if (source.kind == Source::Kind::value) return source.value;
  if (source.kind == Source::Kind::slot) {
    const Ref value = make();
    value->home = Home{qpu, static_cast<std::uint32_t>(source.number * sizeof(LaneVector))};
    return value;
  }
  return each_part({}, repeats(source), [&](const Xbyak::Xmm& to, unsigned part) {
    const Xbyak::Address from = memory_of(source, part, false);
    is_word(source) ? vpbroadcastd(to, from) : transfer(to, from);
  });
}

VectorWriter::Source VectorWriter::prepared(const Source& source, bool repeats_words) {
  return is_word(source) && !(wide() && repeats_words) ? held(load(source)) : source;
}

const VectorWriter::Ref& VectorWriter::canonical(const Ref& value) {
  if (!value->negative_zero) return value;
  hold(value);
  forget_home(*value);
  for (unsigned i = 0; i < parts_of(*value); ++i) {
    vaddps(part(value, i), part(value, i), memory_of(constant(0), 0, true));
  }
  value->negative_zero = false;
  return value;
}

const VectorWriter::Source& VectorWriter::canonical(const Source& source) {
  if (source.kind == Source::Kind::value) canonical(source.value);
  return source;
}

const Xbyak::Label& VectorWriter::lanes_literal(const LaneVector& lanes) {
  for (const auto& [known, label] : lanes_) {
    if (std::ranges::equal(known.lane, lanes.lane)) return label;
  }
  return lanes_.emplace_back(lanes, Xbyak::Label()).second;
}

void VectorWriter::finish() {
  const auto pad_to = [this](std::size_t alignment) {
    while (getSize() % alignment != 0) db(0);
  };
  while (!later_.empty()) {
    const std::function<void()> write = std::move(later_.front());
    later_.pop_front();
    write();
  }
  pad_to(sizeof(LaneVector));
  for (auto& [lanes, label] : lanes_) {
    L(label);
    for (const std::uint32_t lane : lanes.lane) dd(lane);
  }
  for (auto& [number, label] : words_) {
    L(label);
    for (unsigned i = 0; i < (wide() ? 1 : kPartBytes / 4); ++i) dd(number);
  }
}

// ---- operations on lanes

VectorWriter::Ref VectorWriter::apply(const host::Instruction& instruction, const Ref& a, const Source& b) {
  const Source other = prepared(b, instruction.repeats_words);
  const host::Emit emit = wide() ? instruction.avx512 : instruction.avx2;
  const Ref second = in_register(other) ? other.value : nullptr;
  return each_part({&a, &second}, a->repeats && repeats(other), [&](const Xbyak::Xmm& to, unsigned number) {
    second != nullptr ? emit(*this, to, part(a, number), part(second, number))
                      : emit(*this, to, part(a, number), memory_of(other, number, true));
  });
}

VectorWriter::Ref VectorWriter::shift(const host::Shift& shift, const Ref& a, unsigned by) {
  return each_part({&a}, [&](const Xbyak::Xmm& to, unsigned number) {
    shift.emit(*this, to, part(a, number), static_cast<std::uint8_t>(by));
  });
}

VectorWriter::Ref VectorWriter::convert(const host::Conversion& conversion, const Ref& a) {
  return each_part(
      {&a}, [&](const Xbyak::Xmm& to, unsigned number) { conversion.emit(*this, to, part(a, number)); });
}

VectorWriter::Ref VectorWriter::rotate_bits(const Ref& a, const Ref& by, bool to_the_left) {
  if (wide()) {
    return each_part({&a, &by}, [&](const Xbyak::Xmm& to, unsigned) {
      to_the_left ? vprolvd(to, part(a, 0), part(by, 0)) : vprorvd(to, part(a, 0), part(by, 0));
    });
  }
  const Ref count = apply(host::bit_and, by, 31);
  const Ref rest = apply(host::subtract, load(constant(32)), count);
  const Ref high = apply(host::shift_left, a, to_the_left ? count : rest);
  return apply(host::bit_or, high, apply(host::shift_right, a, to_the_left ? rest : count));
}

/// AVX2: by the exponent of a float; numbers without a bit below their first one are not rounded up.
VectorWriter::Ref VectorWriter::count_leading_zeros(const Ref& a) {
  if (wide()) {
    return each_part({&a}, [&](const Xbyak::Xmm& to, unsigned) { vplzcntd(to, part(a, 0)); });
  }
  const Ref lower = apply(host::bit_and, a, shift(host::right, a, 1));
  const Ref exponent = shift(host::right, convert(host::to_float, apply(host::bit_xor, a, lower)), 23);
  const Ref count = apply(host::least, apply(host::subtract, load(constant(158)), exponent), 32);
  return apply(host::greatest, count, 0u);
}

VectorWriter::Ref VectorWriter::merge_bits(const Ref& into, const Ref& from, std::uint32_t bits) {
  if (!wide()) {
    return apply(host::bit_or, apply(host::bit_and, into, ~bits), apply(host::bit_and, from, bits));
  }
  constexpr std::uint8_t kSecondWhereThird = 0xd8;
  return each_part({&into, &from}, [&](const Xbyak::Xmm& to, unsigned) {
    vmovdqa32(to, part(into, 0));
    vpternlogd(to, part(from, 0), memory_of(constant(bits), 0, true), kSecondWhereThird);
  });
}

VectorWriter::Ref VectorWriter::from_half(const Ref& halves) {
  return each_part({&halves}, [&](const Xbyak::Xmm& to, unsigned number) {
    const Xbyak::Ymm packed(to.getIdx());
    if (wide()) {
      vpmovdw(packed, part(halves, 0));
      return vcvtph2ps(to, packed);
    }
    vpackusdw(packed, part(halves, number), part(halves, number));
    vpermq(packed, packed, 0x08);
    vcvtph2ps(to, Xbyak::Xmm(to.getIdx()));
  });
}

// ---- masks

VectorWriter::Ref VectorWriter::greater(const Ref& a, const Source& b) {
  return compare(a, b, [this](const auto&... operands) { vpcmpgtd(operands...); });
}

VectorWriter::Ref VectorWriter::equal(const Ref& a, const Source& b) {
  return compare(a, b, [this](const auto&... operands) { vpcmpeqd(operands...); });
}

VectorWriter::Ref VectorWriter::below(const Ref& a, const Source& b) {
  if (!wide()) return inverse(equal(apply(host::least_unsigned, a, b), b));
  return compare_to_mask(a, b, [this](const auto&... operands) { vpcmpud(operands..., kLess); });
}

VectorWriter::Ref VectorWriter::any_bits(const Ref& a, std::uint32_t bits) {
  if (!wide()) return inverse(equal(apply(host::bit_and, a, bits), 0u));
  return compare_to_mask(a, constant(bits), [this](const auto&... operands) { vptestmd(operands...); });
}

VectorWriter::Ref VectorWriter::negative(const Ref& a) {
  if (!wide()) return shift(host::right_signed, a, 31);
  hold(a);
  const Ref mask = make(true);
  vpmovd2m(opmask(mask), part(a, 0));
  return mask;
}

VectorWriter::Ref VectorWriter::none() {
  if (!wide()) return load(constant(0));
  const Ref mask = make(true);
  kxorw(opmask(mask), opmask(mask), opmask(mask));
  return mask;
}

VectorWriter::Ref VectorWriter::inverse(const Ref& mask) {
  if (!wide()) return apply(host::bit_xor, mask, 0xffffffff);
  const Ref result = make(true);
  knotw(opmask(result), opmask(mask));
  return result;
}

VectorWriter::Ref VectorWriter::both(const Ref& a, const Ref& b) {
  if (!wide()) return apply(host::bit_and, a, b);
  const Ref result = make(true);
  kandw(opmask(result), opmask(a), opmask(b));
  return result;
}

VectorWriter::Ref VectorWriter::blend(const Ref& mask, const Ref& if_set, const Ref& if_clear) {
  if (if_set->is_mask) {
    const Ref result = make(true);
    kandw(opmask(result), opmask(mask), opmask(if_set));
    kandnw(k0, opmask(mask), opmask(if_clear));
    korw(opmask(result), opmask(result), k0);
    return result;
  }
  return each_part({&mask, &if_set, &if_clear}, [&](const Xbyak::Xmm& to, unsigned number) {
    if (wide()) return vpblendmd(to | opmask(mask), part(if_clear, 0), part(if_set, 0));
    vpblendvb(to, part(if_clear, number), part(if_set, number), part(mask, number));
  });
}

VectorWriter::Ref VectorWriter::only_in(const Ref& mask, const Ref& value) {
  if (!wide()) return apply(host::bit_and, value, mask);
  return each_part(
      {&value}, [&](const Xbyak::Xmm& to, unsigned) { vmovdqa32(to | opmask(mask) | T_z, part(value, 0)); });
}

VectorWriter::Ref VectorWriter::mask_from(const Xbyak::RegExp& place) {
  if (wide()) {
    const Ref mask = make(true);
    kmovw(opmask(mask), word[place]);
    return mask;
  }
  const Source bits = in_tables(offsetof(TranslationTables, lane_bits));
  const Ref flags =
      each_part({}, true, [&](const Xbyak::Xmm& to, unsigned) { vpbroadcastw(to, word[place]); });
  return equal(apply(host::bit_and, flags, bits), bits);
}

void VectorWriter::jump_if_any(const Ref& mask, const Xbyak::Label& to) {
  if (wide()) {
    kortestw(opmask(mask), opmask(mask));
    return jnz(to, T_NEAR);
  }
  hold(mask);
  for (unsigned i = 0; i < parts_of(*mask); ++i) {
    vptest(part(mask, i), part(mask, i));
    jnz(to, T_NEAR);
  }
}

/// In pairs: a comparison sees two values.
void VectorWriter::jump_if_nan(std::span<const Ref> values, const Xbyak::Label& to) {
  Ref found;
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const Ref &a = values[i], &b = values[std::min(i + 1, values.size() - 1)];
    const Ref unordered =
        compare(a, held(b), [this](const auto&... operands) { vcmpps(operands..., kUnordered); });
    found = found == nullptr ? unordered : either(found, unordered);
  }
  if (found != nullptr) jump_if_any(found, to);
}

VectorWriter::Ref VectorWriter::either(const Ref& a, const Ref& b) {
  if (!wide()) return apply(host::bit_or, a, b);
  const Ref result = make(true);
  korw(opmask(result), opmask(a), opmask(b));
  return result;
}

}  // namespace quadcl::qpu::emulator
