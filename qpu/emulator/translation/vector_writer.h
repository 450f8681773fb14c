// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xbyak/xbyak.h>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "qpu/emulator/engine.h"
#include "qpu/emulator/qpu.h"
#include "qpu/emulator/translation/host_instructions.h"
#include "qpu/emulator/translation/translation_tables.h"

namespace quadcl::qpu::emulator {

/// Writes operations on QPU registers as instructions of the host: a register of the QPU is one register of
/// AVX-512 or two of AVX2; a mask has a bit for each lane with AVX-512, and is a vector of 0 and ~0 with
/// AVX2. If registers run out, values wait in memory.
class VectorWriter : public Xbyak::CodeGenerator {
 public:
  VectorWriter(std::vector<std::uint8_t>& buffer, HostVectors vectors);

  // Registers of the host that stay the same in all translated code.
  const Xbyak::Reg64 qpu{rbx};
  const Xbyak::Reg64 left{r12};  ///< instructions that may still be executed
  const Xbyak::Reg64 job{r13};   ///< number of the job
  const Xbyak::Reg64 tables{r14};
  // In a group:
  const Xbyak::Reg64 uniforms{r15};

  struct Home {
    Xbyak::Reg64 base;
    std::uint32_t offset;
  };
  /// A value of 16 lanes, or a mask. It never changes, but for canonical().
  struct Value {
    Value(VectorWriter& owner, bool mask) : writer(owner), is_mask(mask) {}
    ~Value() { writer.release(*this); }
    Value(const Value&) = delete;
    Value& operator=(const Value&) = delete;

    VectorWriter& writer;
    bool is_mask;                 ///< in a mask register of AVX-512
    bool repeats = false;         ///< its halves are the same: one register of AVX2
    bool negative_zero = false;   ///< only of rounded float results: may be -0 instead of +0
    bool unchecked = false;       ///< may be a NaN
    int registers[2] = {-1, -1};  ///< none if the first one is negative; then it is at home
    std::optional<Home> home;     ///< memory that has the same
    std::uint64_t used = 0;       ///< when; larger is later
  };
  using Ref = std::shared_ptr<Value>;

  /// An operand: a value, in memory, or a constant.
  struct Source {
    enum class Kind : std::uint8_t { value, slot, uniform, constant, lanes, table, table_word };
    Kind kind = Kind::constant;
    std::uint32_t number = 0;             ///< of the slot or uniform; the word; the offset in the tables
    Ref value;                            ///< Kind::value
    const Xbyak::Label* lanes = nullptr;  ///< Kind::lanes: a constant with different lanes

    bool operator==(const Source& other) const = default;
  };
  static Source held(Ref value) { return {Source::Kind::value, 0, std::move(value)}; }
  static Source constant(std::uint32_t number) { return {Source::Kind::constant, number}; }
  static Source in_tables(std::size_t offset) {
    return {Source::Kind::table, static_cast<std::uint32_t>(offset)};
  }
  static Source word_in_tables(std::size_t offset) {
    return {Source::Kind::table_word, static_cast<std::uint32_t>(offset)};
  }

  Ref load(const Source& source);
  /// Has +0 for -0 from now on.
  const Ref& canonical(const Ref& value);
  const Source& canonical(const Source& source);

  // ---- operations on lanes

  Ref apply(const host::Instruction& instruction, const Ref& a, const Source& b);
  Ref apply(const host::Instruction& instruction, const Ref& a, const Ref& b) {
    return apply(instruction, a, held(b));
  }
  Ref apply(const host::Instruction& instruction, const Ref& a, std::uint32_t b) {
    return apply(instruction, a, constant(b));
  }
  Ref shift(const host::Shift& shift, const Ref& a, unsigned by);
  Ref convert(const host::Conversion& conversion, const Ref& a);
  Ref rotate_bits(const Ref& a, const Ref& by, bool to_the_left);
  Ref count_leading_zeros(const Ref& a);
  /// The bits of `from` that are set in `bits`, and the others of `into`.
  Ref merge_bits(const Ref& into, const Ref& from, std::uint32_t bits);
  /// The halves of floats in the low 16 bits.
  Ref from_half(const Ref& halves);

  /// 1 by the root, computed as doubles.
  Ref inverse_root(const Ref& a);

  // ---- masks

  Ref greater(const Ref& a, const Source& b);  ///< of signed numbers
  Ref greater(const Ref& a, std::uint32_t b) { return greater(a, constant(b)); }
  Ref below(const Ref& a, const Source& b);  ///< of unsigned numbers
  Ref equal(const Ref& a, const Source& b);
  Ref equal(const Ref& a, std::uint32_t b) { return equal(a, constant(b)); }
  Ref any_bits(const Ref& a, std::uint32_t bits);
  Ref negative(const Ref& a);
  Ref none();
  Ref inverse(const Ref& mask);
  Ref both(const Ref& a, const Ref& b);
  Ref either(const Ref& a, const Ref& b);
  /// `if_set` where the mask is set; masks or values.
  Ref blend(const Ref& mask, const Ref& if_set, const Ref& if_clear);
  /// 0 where the mask is not set.
  Ref only_in(const Ref& mask, const Ref& value);
  /// Each lane of the mask is the first one of its quad, or of all.
  Ref first_of_quads(const Ref& mask);
  Ref first_of_all(const Ref& mask);
  Ref mask_from(const Xbyak::RegExp& place);
  void jump_if_any(const Ref& mask, const Xbyak::Label& to);
  void jump_if_nan(std::span<const Ref> values, const Xbyak::Label& to);

  // ---- operations across lanes

  Ref repeat_first(const Ref& value);
  Ref repeat_first_of_quads(const Ref& value) { return shuffle_quads(value, 0); }
  /// Lanes 12 to 15 in each quad.
  Ref repeat_last_quad(const Ref& value);
  Ref repeat_quad_at(const Xbyak::RegExp& place);
  Ref rotate(const Ref& value, unsigned by, bool in_quads);
  Ref rotate_by(const Ref& value, const Ref& r5, bool in_quads);
  /// From the offsets to an address.
  Ref gather(const Xbyak::Reg64& base, const Ref& offsets);
  Ref load_from(const Xbyak::RegExp& place);

  // ---- registers of values, as they are now

  struct Registers {
    int numbers[2];
    bool is_mask;
  };
  Registers registers_of(const Ref& value);
  void store(const Xbyak::RegExp& place, const Registers& from);
  void store(const Xbyak::RegExp& place, const Ref& value) { store(place, registers_of(value)); }
  void store_mask(const Xbyak::RegExp& place, const Ref& mask);
  void store_last_quad(const Xbyak::RegExp& place, const Ref& value);
  /// A bit for each lane. Changes r10.
  void mask_to(const Xbyak::Reg32& to, const Registers& mask);
  Xbyak::Xmm first_lanes(const Registers& value) const { return Xbyak::Xmm(value.numbers[0]); }

  /// What is to be written out of the way of the code before.
  void later(std::function<void()> write) { later_.push_back(std::move(write)); }
  /// Ends the unit: writes the parts for later, and constants.
  void finish();

 protected:
  bool wide() const { return vectors_ == HostVectors::avx512; }
  Xbyak::RegExp in_qpu(std::size_t offset) const { return qpu + static_cast<int>(offset); }
  Xbyak::RegExp slot_place(unsigned slot) const { return qpu + static_cast<int>(slot * sizeof(LaneVector)); }
  const Xbyak::Label& lanes_literal(const LaneVector& lanes);
  /// Whether memory suffices for another instruction's values.
  bool has_places() const { return free_places_.size() >= kPlacesForOneInstruction; }
  /// What is at home will be overwritten.
  void leave_home(const Ref& value);

 private:
  static constexpr std::size_t kPlacesForOneInstruction = 24;
  static constexpr int kPartBytes = 32;  ///< of AVX2

  unsigned parts_of(const Value& value) const { return wide() || value.is_mask || value.repeats ? 1 : 2; }
  Ref make(bool is_mask = false);
  Xbyak::Xmm vector(int number) const;
  Xbyak::Xmm half_of(const Xbyak::Xmm& vector) const;
  Xbyak::Xmm part(const Ref& value, unsigned number) const;
  Xbyak::Opmask opmask(const Ref& mask) const { return Xbyak::Opmask(mask->registers[0]); }
  void hold(const Ref& value);
  void claim(Value& value);
  void evict_one();
  void leave_registers(Value& value);
  void forget_home(Value& value);
  void transfer(const Xbyak::Xmm& to, const Xbyak::Operand& from);
  void transfer(const Xbyak::Address& to, const Xbyak::Xmm& from);
  Ref shuffle_quads(const Ref& value, std::uint8_t order);
  Ref permute(const Ref& from, const Ref& value);
  Ref spread(const Ref& mask, std::uint32_t lanes, std::uint32_t factor);
  void release(Value& value);
  bool is_word(const Source& source) const;
  static bool in_register(const Source& source) {
    return source.value != nullptr && source.value->registers[0] >= 0;
  }
  bool repeats(const Source& source) const;
  Xbyak::Address memory_of(const Source& source, unsigned part, bool repeats_word);
  template <typename Write>
  Ref each_part(std::initializer_list<const Ref*> from, bool repeats, Write write);
  template <typename Write>
  Ref each_part(std::initializer_list<const Ref*> from, Write write);
  template <typename Emit>
  Ref compare(const Ref& a, const Source& b, Emit emit);
  template <typename Emit>
  Ref compare_to_mask(const Ref& a, const Source& b, Emit emit);
  /// The operand in a register, unless instructions can take it from memory.
  Source prepared(const Source& source, bool repeats_words);

  const HostVectors vectors_;
  std::deque<std::function<void()>> later_;
  std::map<std::uint32_t, Xbyak::Label> words_;
  std::list<std::pair<LaneVector, Xbyak::Label>> lanes_;
  std::vector<int> free_, free_masks_;
  std::vector<std::uint32_t> free_places_;  ///< offsets in the tables
  std::vector<Value*> holders_;             ///< of vector registers
  std::uint64_t now_ = 0;
};

// ---- how an instruction is written for each part of a value

template <typename Write>
VectorWriter::Ref VectorWriter::each_part(std::initializer_list<const Ref*> from, bool repeats, Write write) {
  const Ref result = make();
  result->repeats = repeats;
  for (const Ref* value : from) {
    if (*value != nullptr && !(*value)->is_mask) hold(*value);
  }
  claim(*result);
  for (unsigned i = 0; i < parts_of(*result); ++i) write(part(result, i), i);
  return result;
}

template <typename Write>
VectorWriter::Ref VectorWriter::each_part(std::initializer_list<const Ref*> from, Write write) {
  const bool repeats =
      std::all_of(from.begin(), from.end(), [](const Ref* value) { return (*value)->repeats; });
  return each_part(from, repeats, write);
}

template <typename Emit>
VectorWriter::Ref VectorWriter::compare(const Ref& a, const Source& b, Emit emit) {
  if (wide()) return compare_to_mask(a, b, emit);
  const Source other = prepared(b, true);
  const Ref second = in_register(other) ? other.value : nullptr;
  return each_part({&a, &second}, a->repeats && repeats(other), [&](const Xbyak::Xmm& to, unsigned number) {
    second != nullptr ? emit(to, part(a, number), part(second, number))
                      : emit(to, part(a, number), memory_of(other, number, true));
  });
}

template <typename Emit>
VectorWriter::Ref VectorWriter::compare_to_mask(const Ref& a, const Source& b, Emit emit) {
  hold(a);
  const Ref mask = make(true);
  in_register(b) ? emit(opmask(mask), part(a, 0), part(b.value, 0))
                 : emit(opmask(mask), part(a, 0), memory_of(b, 0, true));
  return mask;
}

}  // namespace quadcl::qpu::emulator
