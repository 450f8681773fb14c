// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/encoder_operations.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "qpu/asm/encoding/constant_bits.h"
#include "qpu/asm/encoding/encoder_operands.h"
#include "qpu/asm/encoding/immediate_forms.h"
#include "qpu/asm/language/error.h"
#include "qpu/isa/instruction.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

using isa::Mux;
using Kind = Complaint::Kind;

namespace {

void append(States& to, States from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Applies a step to every state.
template <typename Step>
States each(const States& states, Step step) {
  States result;
  for (const EncoderState& state : states) append(result, step(state));
  return result;
}

void occupy(EncoderState& state, Alu alu, std::uint8_t code) {
  state.slot(alu).used = true;
  state.slot(alu).op = code;
}

// ---- unpack at the level of the operation

/// `.unpackXX` on the mnemonic applies to each source that can be unpacked.
States unpack_all(EncoderState state, Alu alu, const Operation& op, bool float_op, Complaints& why) {
  if (!op.unpack) return {state};
  const AluSlot& slot = state.slot(alu);
  const bool a = slot.a == Mux::file_a || slot.b == Mux::file_a;
  const bool r4 = slot.a == Mux::r4 || slot.b == Mux::r4;
  const auto type = op.unpack->type;
  const bool a_fits = a && !(type == PackSuffix::Type::floating && !float_op && r4) &&
                      !(type == PackSuffix::Type::integer && float_op);
  const bool r4_fits = r4 && type != PackSuffix::Type::integer;
  if (a_fits && r4_fits) {
    return none(why, Kind::other, op.column,
                "r4 and register file A could both be unpacked: put the mode on one of "
                "the sources");
  }
  if (!a_fits && !r4_fits) {
    return none(why, Kind::other, op.column,
                "no source of this operation can be unpacked this way: register file A "
                "or r4 is needed");
  }
  if (!take_unpack(state, alu, *op.unpack, r4_fits)) {
    return none(why, Kind::other, op.column, "another unpack or pack mode of this instruction is in the way");
  }
  return {state};
}

// ---- ALU operations with registers and small immediates

struct AluChoice {
  Alu alu;
  std::uint8_t code;
};

/// The ALUs that have the operation, the preferred one first.
std::vector<AluChoice> alu_choices(const Mnemonic& mnemonic) {
  std::vector<AluChoice> choices;
  if (mnemonic.add) choices.push_back({Alu::add, static_cast<std::uint8_t>(*mnemonic.add)});
  if (mnemonic.mul) choices.push_back({Alu::mul, static_cast<std::uint8_t>(*mnemonic.mul)});
  if (mnemonic.prefer_mul && choices.size() == 2) std::swap(choices[0], choices[1]);
  return choices;
}

States claim_alu(EncoderState state, Alu alu, std::uint8_t code, const Operation& op, Complaints& why) {
  if (state.loads) {
    return none(why, Kind::alu_taken, op.column, "a load immediate or semaphore instruction takes both ALUs");
  }
  if (state.slot(alu).used) {
    return none(
        why, Kind::alu_taken, op.column,
        std::string("the ") + (alu == Alu::add ? "add" : "multiply") + " ALU is taken by another operation");
  }
  occupy(state, alu, code);
  return {state};
}

/// Target, pack and both sources of a two-operand operation. The sources may be the same.
States place_alu(const EncoderState& state, AluChoice choice, const Operation& op, const Operand& target,
                 const Operand& a, const Operand& b, bool float_result, Complaints& why) {
  States states = claim_alu(state, choice.alu, choice.code, op, why);
  states = each(states, [&](const EncoderState& s) { return place_target(s, choice.alu, op, target, why); });
  states =
      each(states, [&](const EncoderState& s) { return place_pack(s, choice.alu, op, float_result, why); });
  states = each(states, [&](const EncoderState& s) { return place_source(s, choice.alu, false, a, why); });
  if (&a == &b) {
    for (EncoderState& s : states) s.slot(choice.alu).b = s.slot(choice.alu).a;
    return states;
  }
  return each(states, [&](const EncoderState& s) { return place_source(s, choice.alu, true, b, why); });
}

Operand with_value(const Operand& operand, std::int64_t value) { return {Value{value}, operand.column}; }

/// An equivalent operation, for constants that are no small immediates.
struct Spelling {
  std::uint8_t code;
  Operand b;
};

bool is_shift(isa::AddOp op) {
  return op == isa::AddOp::shl || op == isa::AddOp::shr || op == isa::AddOp::asr || op == isa::AddOp::ror;
}

std::vector<Spelling> spellings(AluChoice choice, const Operand& b) {
  std::vector<Spelling> result{{choice.code, b}};
  const auto* value = std::get_if<std::int64_t>(&b.value);
  if (choice.alu == Alu::mul || value == nullptr || *value < 16 || *value > 31) return result;
  const auto op = static_cast<isa::AddOp>(choice.code);
  if (is_shift(op)) result.push_back({choice.code, with_value(b, *value - 32)});
  if (*value != 16) return result;
  if (op == isa::AddOp::add)
    result.push_back({static_cast<std::uint8_t>(isa::AddOp::sub), with_value(b, -16)});
  if (op == isa::AddOp::sub)
    result.push_back({static_cast<std::uint8_t>(isa::AddOp::add), with_value(b, -16)});
  return result;
}

bool same_register_twice(const Operation& op) {
  if (op.sources.size() != 2 || op.unpack || !is_register(op.sources[0].value)) return false;
  return op.sources[0].value == op.sources[1].value;
}

/// `and x, a, a` is a mov, which either ALU can do.
bool gives_its_operand(const Mnemonic& m) {
  constexpr std::array kAdd{isa::AddOp::bit_and, isa::AddOp::bit_or, isa::AddOp::min, isa::AddOp::max};
  constexpr std::array kMul{isa::MulOp::v8min, isa::MulOp::v8max};
  return (m.add && std::find(kAdd.begin(), kAdd.end(), *m.add) != kAdd.end()) ||
         (m.mul && std::find(kMul.begin(), kMul.end(), *m.mul) != kMul.end());
}

/// `xor x, a, a` is zero whatever a is.
bool gives_zero(const Mnemonic& m) {
  return m.add == isa::AddOp::bit_xor || m.add == isa::AddOp::sub || m.add == isa::AddOp::v8subs ||
         m.mul == isa::MulOp::v8subs;
}

bool is_accumulator(const Operand& source) {
  const auto* reg = std::get_if<RegisterValue>(&source.value);
  return reg != nullptr && reg->accumulator && !reg->rotated();
}

States place_arithmetic_on(const EncoderState& state, AluChoice choice, const Operation& op,
                           Complaints& why) {
  const Operand& a = op.sources[0];
  const Operand& b = op.sources.back();
  States states;
  if (op.sources.size() == 1) {
    states = place_alu(state, choice, op, op.targets[0], a, a, op.mnemonic->float_result, why);
  } else {
    for (const Spelling& s : spellings(choice, b)) {
      append(states, place_alu(state, {choice.alu, s.code}, op, op.targets[0], a, s.b,
                               op.mnemonic->float_result, why));
    }
  }
  for (EncoderState& s : states) {
    s.slot(choice.alu).float_operands = op.mnemonic->float_operands;
    s.slot(choice.alu).binary = op.sources.size() == 2;
    s.slot(choice.alu).constant_move =
        same_register_twice(op) && gives_zero(*op.mnemonic) && is_accumulator(op.sources[0]);
  }
  return each(states, [&](const EncoderState& s) {
    return unpack_all(s, choice.alu, op, op.mnemonic->float_operands, why);
  });
}

/// Marks states in which a later operation forced an operation off its preferred ALU.
States mark_swapped(States states, const Mnemonic& mnemonic) {
  for (EncoderState& s : states) (mnemonic.kind == OperationKind::alu ? s.swapped : s.moved_aside) = true;
  return states;
}

/// Tries the ALUs in the order of preference.
template <typename Place>
States on_each_alu(const Mnemonic& mnemonic, Place place) {
  const std::vector<AluChoice> choices = alu_choices(mnemonic);
  States result;
  for (AluChoice choice : choices) {
    const bool preferred_works = !result.empty();
    States states = place(choice);
    append(result, preferred_works ? mark_swapped(std::move(states), mnemonic) : std::move(states));
  }
  return result;
}

States place_zero(const EncoderState& state, const Operation& op, Complaints& why);

/// Equivalents of an operation with one register as both operands.
States place_simplified(const EncoderState& state, const Operation& op, Complaints& why) {
  if (!same_register_twice(op)) return {};
  if (gives_zero(*op.mnemonic) && is_accumulator(op.sources[0])) return place_zero(state, op, why);
  if (!gives_its_operand(*op.mnemonic)) return {};
  static const Mnemonic& mov = *find_mnemonic("mov");
  return on_each_alu(mov, [&](AluChoice choice) {
    const Operand& source = op.sources[0];
    return place_alu(state, choice, op, op.targets[0], source, source, false, why);
  });
}

States place_arithmetic(const EncoderState& state, const Operation& op, Complaints& why) {
  States states = on_each_alu(*op.mnemonic,
                              [&](AluChoice choice) { return place_arithmetic_on(state, choice, op, why); });
  Complaints ignored;
  append(states, place_simplified(state, op, ignored));
  return states;
}

// ---- mov

/// The type of unpacking of a mov, from any of its suffixes.
PackSuffix::Type unpack_type(const Operation& op, const Operand& source) {
  if (op.unpack) return op.unpack->type;
  const auto* reg = std::get_if<RegisterValue>(&source.value);
  return reg != nullptr ? reg->pack.type : PackSuffix::Type::any;
}

bool is_register_a(const Operand& source) {
  const auto* reg = std::get_if<RegisterValue>(&source.value);
  return reg != nullptr && !reg->accumulator;
}

/// A mov of floats in half precision or bytes must be a floating point operation: fmin of equal operands.
bool needs_fmin(const Operation& op, const Operand& source) {
  const bool unpacks = is_register_a(source) && unpack_type(op, source) == PackSuffix::Type::floating;
  const bool packs =
      op.pack && op.pack->type == PackSuffix::Type::floating && op.pack->pack && !op.pack->colour_pack;
  return unpacks || packs;
}

States move_register_on(const EncoderState& state, AluChoice choice, const Operation& op,
                        const Operand& target, const Operand& source, Complaints& why) {
  const bool fmin = needs_fmin(op, source) && choice.alu == Alu::add;
  if (fmin) choice.code = static_cast<std::uint8_t>(isa::AddOp::fmin);
  States states = place_alu(state, choice, op, target, source, source, fmin, why);
  for (EncoderState& s : states) {
    s.slot(choice.alu).float_operands = fmin;
    s.slot(choice.alu).is_move = !fmin;
  }
  return each(states, [&](const EncoderState& s) { return unpack_all(s, choice.alu, op, fmin, why); });
}

States move_register(const EncoderState& state, const Operation& op, const Operand& target,
                     const Operand& source, Complaints& why) {
  return on_each_alu(*op.mnemonic, [&](AluChoice choice) {
    return move_register_on(state, choice, op, target, source, why);
  });
}

bool pack_allowed(const EncoderState& state, const Operation& op, const ImmediateForm& form) {
  if (form.pack == isa::Pack::none) return true;
  // The flags would be those of the value before it is packed.
  if (op.pack || op.set_flags || state.pack != isa::Pack::none) return false;
  if (state.pm.value_or(form.colour) != form.colour) return false;
  const RegisterValue& reg = std::get<RegisterValue>(op.targets[0].value);
  return form.colour || (reg.file_a && !reg.file_b && reg.address < 32);
}

/// Zero needs no immediate: an operand xor itself.
States move_zero(const EncoderState& state, AluChoice choice, const Operation& op, const Operand& target,
                 Complaints& why) {
  const auto code = choice.alu == Alu::add ? static_cast<std::uint8_t>(isa::AddOp::bit_xor)
                                           : static_cast<std::uint8_t>(isa::MulOp::v8subs);
  States states = claim_alu(state, choice.alu, code, op, why);
  states = each(states, [&](const EncoderState& s) { return place_target(s, choice.alu, op, target, why); });
  states = each(states, [&](const EncoderState& s) { return place_pack(s, choice.alu, op, false, why); });
  for (EncoderState& s : states) s.slot(choice.alu).a = s.slot(choice.alu).b = Mux::file_b;
  return states;
}

void take_implicit_pack(EncoderState& state, const ImmediateForm& form) {
  if (form.pack == isa::Pack::none) return;
  state.pack = form.pack;
  state.pm = form.colour;
  state.implicit_pack = true;
}

States move_form(const EncoderState& state, AluChoice choice, const ImmediateForm& form, const Operation& op,
                 const Operand& target, Complaints& why) {
  if (!pack_allowed(state, op, form)) return {};
  States states = claim_alu(state, choice.alu, form.op, op, why);
  states = each(states, [&](const EncoderState& s) { return place_target(s, choice.alu, op, target, why); });
  states = each(states, [&](const EncoderState& s) { return place_pack(s, choice.alu, op, false, why); });
  States result;
  for (EncoderState& s : states) {
    if (!take_immediate(s, form.code)) continue;
    s.slot(choice.alu).a = s.slot(choice.alu).b = Mux::file_b;
    take_implicit_pack(s, form);
    result.push_back(s);
  }
  return result;
}

States move_constant_on(const EncoderState& state, AluChoice choice, const Operation& op,
                        const Operand& target, std::uint32_t value, Complaints& why) {
  States states;
  if (value == 0) append(states, move_zero(state, choice, op, target, why));
  const auto forms = choice.alu == Alu::add ? add_forms(value) : mul_forms(value);
  for (const ImmediateForm& form : value == 0 ? forms.subspan(0, 0) : forms) {
    append(states, move_form(state, choice, form, op, target, why));
  }
  for (EncoderState& s : states) {
    s.slot(choice.alu).constant_move = true;
    s.slot(choice.alu).constant = value;
    s.slot(choice.alu).is_move = true;
  }
  return states;
}

States place_zero(const EncoderState& state, const Operation& op, Complaints& why) {
  static const Mnemonic& mov = *find_mnemonic("mov");
  return on_each_alu(
      mov, [&](AluChoice choice) { return move_constant_on(state, choice, op, op.targets[0], 0, why); });
}

// ---- load immediate

struct LoadValue {
  isa::ImmediateType type = isa::ImmediateType::word;
  std::uint32_t bits = 0;
};

bool alu_work(const EncoderState& state, Alu alu) { return state.slot(alu).used && state.slot(alu).op != 0; }

/// Makes the instruction a load of this value, or checks that it is one already.
bool claim_load(EncoderState& state, LoadValue value) {
  if (state.loads) return state.load_type == value.type && state.load_value == value.bits;
  if (alu_work(state, Alu::add) || alu_work(state, Alu::mul)) return false;
  if (state.signal || state.raddr_a || state.raddr_b || state.immediate || state.unpack != isa::Unpack::none)
    return false;
  state.loads = true;
  state.load_type = value.type;
  state.load_value = value.bits;
  return true;
}

/// Whether an operation with one target may load it on this ALU. amov and mmov name their ALU.
bool loads_on(const Operation& op, Alu alu) {
  if (op.mnemonic->kind != OperationKind::mov || op.targets.size() > 1) return true;
  return alu == Alu::add ? op.mnemonic->add.has_value() : op.mnemonic->mul.has_value();
}

States load_into_one(const EncoderState& state, const Operation& op, const Operand& target, LoadValue value,
                     Complaints& why) {
  States result;
  for (Alu alu : {Alu::add, Alu::mul}) {
    if (state.slot(alu).used || !loads_on(op, alu)) continue;
    EncoderState next = state;
    if (!claim_load(next, value)) break;
    next.slot(alu).used = true;
    for (EncoderState& s : place_target(next, alu, op, target, why))
      append(result, place_pack(s, alu, op, false, why));
  }
  if (result.empty()) {
    none(why, Kind::alu_taken, op.column,
         state.loads ? "this instruction loads another value already, or into two targets"
                     : "a load immediate cannot share an instruction with ALU operations, reads or signals");
  }
  return result;
}

/// Both targets of an operation, the first on the add ALU.
States load_into_targets(const EncoderState& state, const Operation& op, LoadValue value, Complaints& why) {
  if (op.targets.size() == 1) return load_into_one(state, op, op.targets[0], value, why);
  return each(load_into_one(state, op, op.targets[0], value, why),
              [&](const EncoderState& s) { return load_into_one(s, op, op.targets[1], value, why); });
}

LoadValue load_value(const Operand& source) {
  if (const auto* elements = std::get_if<PerElementValue>(&source.value))
    return {elements->type, elements->bits};
  if (!is_number(source.value)) {
    fail(source.column, "expected a number or a per-element constant, found " + describe(source.value) +
                            " (" + std::string(kind_name(source.value)) + ")" +
                            (is_label(source.value) ? ": the difference of two labels is a number" : ""));
  }
  return {isa::ImmediateType::word, constant_bits(source.value, source.column)};
}

LoadValue semaphore_value(const SemaphoreValue& semaphore) {
  const std::uint32_t acquire = semaphore.acquire ? 0x10 : 0;
  return {isa::ImmediateType::semaphore, (semaphore.number & ~0x10u) | acquire};
}

States place_semaphore(const EncoderState& state, const Operation& op, Complaints& why) {
  const Operand& source = op.sources[0];
  if (!is_integer(source.value)) fail(source.column, "a semaphore is named by its number, 0 to 15");
  const auto number = static_cast<std::uint32_t>(std::get<std::int64_t>(source.value));
  return load_into_targets(state, op, semaphore_value({op.mnemonic->acquire, number}), why);
}

/// The value of ldi, ldipes or ldipeu. The last two also accept the bits of all lanes as one number.
LoadValue ldi_value(const Operation& op) {
  LoadValue value = load_value(op.sources[0]);
  if (!op.mnemonic->load_type || value.type == *op.mnemonic->load_type) return value;
  const bool has_high_bits = value.type != isa::ImmediateType::word && (value.bits >> 16) != 0;
  if (has_high_bits) {
    fail(op.sources[0].column, std::string(op.mnemonic->name) + " cannot hold these elements: it is for " +
                                   (op.mnemonic->name == "ldipes" ? "-2 to 1" : "0 to 3"));
  }
  value.type = *op.mnemonic->load_type;
  return value;
}

States place_ldi(const EncoderState& state, const Operation& op, Complaints& why) {
  return load_into_targets(state, op, ldi_value(op), why);
}

// ---- mov of constants

/// The best forms of both ALUs precede all other forms: it is better to change the ALU than the small
/// immediate.
States move_small_constant(const EncoderState& state, const Operation& op, const Operand& target,
                           std::uint32_t value, Complaints& why) {
  States best;
  States rest;
  for (AluChoice choice : alu_choices(*op.mnemonic)) {
    States states = move_constant_on(state, choice, op, target, value, why);
    if (!best.empty()) states = mark_swapped(std::move(states), *op.mnemonic);
    for (std::size_t i = 0; i < states.size(); ++i) (i == 0 ? best : rest).push_back(states[i]);
  }
  append(best, std::move(rest));
  return best;
}

States move_constant(const EncoderState& state, const Operation& op, Complaints& why) {
  const LoadValue value = load_value(op.sources[0]);
  States states;
  if (value.type == isa::ImmediateType::word && op.targets.size() == 1 && !state.loads) {
    states = move_small_constant(state, op, op.targets[0], value.bits, why);
  }
  append(states, load_into_targets(state, op, value, why));
  return states;
}

States place_mov(const EncoderState& state, const Operation& op, Complaints& why) {
  const Operand& source = op.sources[0];
  if (const auto* semaphore = std::get_if<SemaphoreValue>(&source.value)) {
    return load_into_targets(state, op, semaphore_value(*semaphore), why);
  }
  if (!is_register(source.value)) return move_constant(state, op, why);
  if (op.targets.size() == 1) return move_register(state, op, op.targets[0], source, why);
  return each(move_register(state, op, op.targets[0], source, why),
              [&](const EncoderState& s) { return move_register(s, op, op.targets[1], source, why); });
}

// ---- nop, read, signals

States place_nop_on(const EncoderState& state, AluChoice choice, const Operation& op, Complaints& why) {
  States states = claim_alu(state, choice.alu, choice.code, op, why);
  if (!op.targets.empty()) {
    return each(states,
                [&](const EncoderState& s) { return place_target(s, choice.alu, op, op.targets[0], why); });
  }
  for (EncoderState& s : states) place_no_target(s, choice.alu, op);
  return states;
}

States place_nop(const EncoderState& state, const Operation& op, Complaints& why) {
  States result;
  for (AluChoice choice : alu_choices(*op.mnemonic)) {
    const bool only_marks = op.targets.empty() && !op.set_flags;
    // Only a nop on the add ALU needs a place: an ALU without an operation does nothing anyway.
    if (only_marks && (state.loads || (choice.alu == Alu::mul && op.mnemonic->add))) {
      result.push_back(state);
      continue;
    }
    append(result, place_nop_on(state, choice, op, why));
  }
  return result;
}

States place_signal(EncoderState state, const Operation& op, Complaints& why) {
  if (state.signal) return none(why, Kind::other, op.column, "this instruction has a signal already");
  state.signal = op.mnemonic->signal;
  return {state};
}

}  // namespace

States place_operation(const EncoderState& state, const Operation& op, Complaints& why) {
  switch (op.mnemonic->kind) {
    case OperationKind::alu:
      return place_arithmetic(state, op, why);
    case OperationKind::mov:
      return place_mov(state, op, why);
    case OperationKind::nop:
      return place_nop(state, op, why);
    case OperationKind::ldi:
      return place_ldi(state, op, why);
    case OperationKind::read:
      return place_read(state, op.sources[0], why);
    case OperationKind::semaphore:
      return place_semaphore(state, op, why);
    case OperationKind::signal:
      return place_signal(state, op, why);
    case OperationKind::branch:
      break;
  }
  return none(why, Kind::other, op.column,
              "a branch stands alone: no other operation fits into its instruction");
}

}  // namespace quadcl::qpu::assembly
