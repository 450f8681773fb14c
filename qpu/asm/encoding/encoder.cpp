// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/encoder.h"

#include <algorithm>
#include <bit>

#include "qpu/asm/encoding/encoder_operations.h"
#include "qpu/asm/encoding/immediate_forms.h"
#include "qpu/asm/language/error.h"
#include "qpu/isa/instruction.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

using isa::Instruction;
using isa::Mux;
namespace field = isa::field;

namespace {

// ---- checks of a complete instruction

bool add_works(const EncoderState& state) {
  return state.slot(Alu::add).used && state.slot(Alu::add).op != 0;
}

const char* signal_problem(const EncoderState& state) {
  if (!state.signal) return nullptr;
  if (state.loads) return "a signal cannot be combined with a load immediate or semaphore";
  if (state.immediate) {
    return state.rotates ? "a signal cannot be combined with a vector rotation: both need the signal field"
                         : "a signal cannot be combined with a small immediate: both need the signal field";
  }
  return nullptr;
}

const char* flag_problem(const EncoderState& state) {
  const bool from_mul = state.slot(Alu::mul).sets_flags && !state.slot(Alu::add).sets_flags;
  if (!state.loads && from_mul && add_works(state)) {
    return "the flags come from the add ALU if it works: .setf cannot select the multiply ALU here";
  }
  return nullptr;
}

bool uses(const AluSlot& slot, Mux mux) {
  return slot.used && slot.op != 0 && (slot.a == mux || slot.b == mux);
}

/// The operand that an unpack mode reads.
Mux unpack_mux(const EncoderState& state) { return state.pm.value_or(false) ? Mux::r4 : Mux::file_a; }

const char* unpack_problem(const EncoderState& state) {
  if (state.unpack == isa::Unpack::none || state.loads) return nullptr;
  const Mux mux = unpack_mux(state);
  bool by_float = false;
  bool by_integer = false;
  for (const AluSlot& slot : state.slots) {
    if (!uses(slot, mux)) continue;
    if (!slot.wants_unpack) return "the other ALU reads the same source and would get it unpacked too";
    by_float |= slot.float_operands;
    by_integer |= !slot.float_operands && !(slot.is_move && state.unpack_type == PackSuffix::Type::floating);
  }
  if (mux == Mux::r4 || state.unpack == isa::Unpack::byte3_replicated) return nullptr;
  if (state.unpack_type == PackSuffix::Type::floating && !by_float) {
    return "this unpack mode wants a floating point operation";
  }
  const bool mixed = by_float && by_integer;
  if (mixed || (state.unpack_type == PackSuffix::Type::integer && by_float)) {
    return "a float and an integer operation cannot share an unpacked source: the conversion differs";
  }
  return nullptr;
}

const char* problem_of(const EncoderState& state) {
  for (auto* check : {signal_problem, flag_problem, unpack_problem}) {
    if (const char* problem = check(state)) return problem;
  }
  return nullptr;
}

// ---- the word

bool sets_flags(const EncoderState& state) {
  return state.slot(Alu::add).sets_flags || state.slot(Alu::mul).sets_flags;
}

/// The only busy ALU, if the other one is idle.
std::optional<Alu> only_worker(const EncoderState& state) {
  for (Alu alu : {Alu::add, Alu::mul}) {
    const AluSlot& idle = state.slot(other(alu));
    if (state.slot(alu).used && state.slot(alu).op != 0 && idle.op == 0 && !idle.has_target &&
        !idle.sets_flags) {
      return alu;
    }
  }
  return std::nullopt;
}

/// The constant that an instruction stores. A load immediate then does the same, and the ALUs save power.
/// Empty if the result is not constant, or if the carry flag could differ.
std::optional<std::uint32_t> constant_of(const EncoderState& state, const AluSlot& slot) {
  if (slot.constant_move) {
    const bool only_mul = &slot == &state.slot(Alu::mul) && !state.slot(Alu::add).used;
    const bool keeps_flags = !sets_flags(state) || only_mul;
    const bool plain = keeps_flags && (state.pack == isa::Pack::none || state.implicit_pack);
    return plain || slot.constant == 0 ? std::optional(slot.constant) : std::nullopt;
  }
  const bool constant = slot.binary && slot.a == Mux::file_b && slot.b == Mux::file_b && state.immediate &&
                        !state.rotates && !sets_flags(state) && state.pack == isa::Pack::none;
  if (!constant) return std::nullopt;
  const std::uint32_t value = isa::small_immediate_value(*state.immediate);
  return &slot == &state.slot(Alu::add) ? fold(static_cast<isa::AddOp>(slot.op), value)
                                        : fold(static_cast<isa::MulOp>(slot.op), value);
}

bool blocks_load(const EncoderState& state) {
  return state.signal || state.raddr_a || state.raddr_b || state.extra_reads ||
         state.unpack != isa::Unpack::none;
}

void move_to_add(EncoderState& state, Alu from) {
  if (from == Alu::add) return;
  state.slot(Alu::add) = state.slot(Alu::mul);
  state.slot(Alu::mul) = {};
  if (state.write_swap) state.write_swap = !*state.write_swap;
}

/// Turns an instruction that only stores a constant into a load immediate.
void prefer_load(EncoderState& state) {
  const std::optional<Alu> worker = state.loads ? std::nullopt : only_worker(state);
  if (!worker) return;
  const std::optional<std::uint32_t> value = constant_of(state, state.slot(*worker));
  if (!value) return;
  if (blocks_load(state)) {
    // The idle ALU keeps the condition it would have in a load, as in the words of vc4asm.
    if (*worker == Alu::add && state.slot(*worker).constant_move) {
      state.slot(Alu::mul).condition = isa::Condition::always;
    }
    return;
  }
  move_to_add(state, *worker);
  if (state.implicit_pack) {
    state.pack = isa::Pack::none;
    state.pm.reset();
  }
  state.loads = true;
  state.load_value = *value;
}

/// The choice of vc4asm if both results could go to either file: files swap together with the ALUs, except
/// for a mov that makes room for an operation of the add ALU.
bool default_swap(const EncoderState& state) {
  return state.swapped || (state.moved_aside && state.slot(Alu::add).is_move);
}

void set_common(Instruction& word, const EncoderState& state) {
  const AluSlot& add = state.slot(Alu::add);
  const AluSlot& mul = state.slot(Alu::mul);
  word.set(field::pack, state.pack).set(field::pm, state.pm.value_or(false));
  word.set(field::cond_add, add.condition).set(field::cond_mul, mul.condition);
  word.set(field::set_flags, sets_flags(state))
      .set(field::write_swap, state.write_swap.value_or(default_swap(state)));
  word.set(field::waddr_add, add.waddr).set(field::waddr_mul, mul.waddr);
}

/// If the flags come from the multiply ALU, the add ALU's condition is "always", as in vc4asm.
void enable_idle_flags(EncoderState& state) {
  if (!sets_flags(state) || add_works(state)) return;
  for (AluSlot& slot : state.slots) {
    if (!slot.has_target && slot.op == 0) slot.condition = isa::Condition::always;
  }
}

Instruction load_word(EncoderState state) {
  if (state.slot(Alu::mul).sets_flags) enable_idle_flags(state);
  Instruction word = isa::make_load_immediate(state.load_type, state.load_value);
  set_common(word, state);
  return word;
}

Instruction alu_word(EncoderState state) {
  enable_idle_flags(state);
  Instruction word = isa::make_nop();
  set_common(word, state);
  const AluSlot& add = state.slot(Alu::add);
  const AluSlot& mul = state.slot(Alu::mul);
  word.set(field::unpack, state.unpack).set(field::op_add, add.op).set(field::op_mul, mul.op);
  word.set(field::add_a, add.a).set(field::add_b, add.b).set(field::mul_a, mul.a).set(field::mul_b, mul.b);
  if (state.raddr_a) word.set(field::raddr_a, *state.raddr_a);
  if (state.raddr_b) word.set(field::raddr_b, *state.raddr_b);
  if (state.immediate)
    word.set(field::signal, isa::Signal::small_immediate).set(field::small_immediate, *state.immediate);
  if (state.signal) word.set(field::signal, *state.signal);
  return word;
}

Instruction finish(EncoderState state) {
  prefer_load(state);
  return state.loads ? load_word(state) : alu_word(state);
}

// ---- the search

constexpr unsigned kMaximumSteps = 20000;
constexpr std::size_t kMaximumOperations = 12;

class Search {
 public:
  explicit Search(std::span<const Operation> operations) : operations_(operations) {}

  /// Tries every choice in the order of preference and returns the first instruction that works.
  std::optional<EncoderState> run(const EncoderState& state, std::size_t next) {
    if (++steps_ > kMaximumSteps) return std::nullopt;
    if (next == operations_.size()) return accept(state);
    Complaints complaints;
    const States states = place_operation(state, operations_[next], complaints);
    if (states.empty()) remember(next, complaints);
    for (const EncoderState& successor : states) {
      if (auto result = run(successor, next + 1)) return result;
    }
    return std::nullopt;
  }

  [[noreturn]] void fail_with_complaint() const { fail(complaint_.column, complaint_.message); }

 private:
  std::optional<EncoderState> accept(const EncoderState& state) {
    const char* problem = problem_of(state);
    if (problem == nullptr) return state;
    remember(operations_.size(), {{Complaint::Kind::other, operations_.back().column, problem}});
    return std::nullopt;
  }

  /// Reports the complaint of the furthest step; among those, the most specific.
  void remember(std::size_t depth, const Complaints& complaints) {
    for (const Complaint& complaint : complaints) {
      const bool better = !known_ || depth > depth_ || (depth == depth_ && complaint.kind > complaint_.kind);
      if (!better) continue;
      known_ = true;
      depth_ = depth;
      complaint_ = complaint;
    }
  }

  std::span<const Operation> operations_;
  unsigned steps_ = 0;
  bool known_ = false;
  std::size_t depth_ = 0;
  Complaint complaint_{Complaint::Kind::other, 1, "these operations do not fit into one instruction"};
};

/// Warns if an unpack mode changes an operand without a suffix.
void warn_of_implicit_unpack(const EncoderState& state, std::span<const Operation> operations,
                             std::vector<EncodingWarning>& warnings) {
  if (state.loads || state.unpack == isa::Unpack::none) return;
  for (const Operation& op : operations) {
    if (op.unpack || op.sources.size() != 2) continue;
    const auto* a = std::get_if<RegisterValue>(&op.sources[0].value);
    const auto* b = std::get_if<RegisterValue>(&op.sources[1].value);
    if (a == nullptr || b == nullptr || a->address != b->address || a->accumulator != b->accumulator)
      continue;
    if (a->pack == b->pack) continue;
    warnings.push_back({op.sources[a->pack == PackSuffix{} ? 0 : 1].column,
                        "the unpack mode of the other operand applies to this one too"});
  }
}

bool rotates_fully(const RegisterValue& reg) { return reg.accumulator && reg.address <= 35; }

/// Warns if a rotation changes an operand without one.
void warn_of_implicit_rotation(std::span<const Operation> operations,
                               std::vector<EncodingWarning>& warnings) {
  for (const Operation& op : operations) {
    if (op.sources.size() != 2) continue;
    const auto* a = std::get_if<RegisterValue>(&op.sources[0].value);
    const auto* b = std::get_if<RegisterValue>(&op.sources[1].value);
    if (a == nullptr || b == nullptr || a->rotated() == b->rotated()) continue;
    const RegisterValue& still = a->rotated() ? *b : *a;
    const unsigned rotation = a->rotated() ? a->rotation : b->rotation;
    if (!rotates_fully(still) && rotation % 4 == 0) continue;
    warnings.push_back({op.sources[a->rotated() ? 1 : 0].column, "the rotation applies to this operand too"});
  }
}

}  // namespace

EncodedInstruction encode_line(std::span<const Operation> operations) {
  if (operations.size() > kMaximumOperations) {
    fail(operations[kMaximumOperations].column, "too many operations for one instruction");
  }
  const auto branch = std::find_if(operations.begin(), operations.end(), [](const Operation& op) {
    return op.mnemonic->kind == OperationKind::branch;
  });
  if (branch != operations.end() && operations.size() == 1) return encode_branch(*branch);
  Search search(operations);
  const std::optional<EncoderState> state = search.run({}, 0);
  if (!state) search.fail_with_complaint();
  EncodedInstruction result{finish(*state).word()};
  warn_of_implicit_unpack(*state, operations, result.warnings);
  warn_of_implicit_rotation(operations, result.warnings);
  return result;
}

}  // namespace quadcl::qpu::assembly
