// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/instruction_slot.h"

#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/machine/dependences.h"
#include "qpu/isa/tables.h"

namespace quadcl::compiler::qpu {
namespace {

namespace field = isa::field;
namespace read_address = isa::read_address;
namespace write_address = isa::write_address;

/// The file through which a target must be written; empty if either does.
std::optional<isa::RegisterFile> file_of_target(const Operand& target) {
  if (target.place == Place::file_a || target.place == Place::port_a) return isa::RegisterFile::a;
  if (target.place == Place::file_b || target.place == Place::port_b) return isa::RegisterFile::b;
  return {};
}

unsigned address_of_target(const Operand& target) {
  if (target.place == Place::none) return write_address::nop;
  return target.place == Place::accumulator ? write_address::r0 + target.number : target.number;
}

bool touches_vpm(const Operation& operation) {
  return operation.target.is_port(write_address::vpm) || operation.a.is_port(read_address::vpm) ||
         operation.b.is_port(read_address::vpm);
}

bool uses_unit(const Operation& operation) {
  return writes_tmu(operation) || writes_special_function(operation) ||
         operation.kind == OperationKind::receive || operation.kind == OperationKind::semaphore ||
         operation.a.is_port(read_address::mutex_acquire);
}

bool reads_stream(const Operand& source) {
  return source.is_port() && source != kElementNumber && source != kQpuNumber;
}

/// Of TMUs and special functions, in r4.
bool reads_results(const Operation& operation) {
  return operation.a == accumulator(kResults) || operation.b == accumulator(kResults);
}

bool runs_on(const Operation& operation, bool add_alu) {
  if (operation.kind == OperationKind::move) return true;
  return (operation.kind == OperationKind::add) == add_alu || is_of_both(operation);
}

/// What an operation of the multiply ALU does there.
isa::MulOp multiply_of(const Operation& operation) {
  if (operation.kind == OperationKind::add) return operation.also;
  return operation.kind == OperationKind::multiply ? operation.multiply : isa::MulOp::v8min;
}

}  // namespace

bool InstructionSlot::add(const Operation& operation) {
  bool fits = false;
  switch (operation.kind) {
    case OperationKind::constant:
    case OperationKind::semaphore:
      fits = add_whole(operation);
      break;
    case OperationKind::receive:
      fits = add_signal(operation);
      break;
    case OperationKind::add:
    case OperationKind::multiply:
    case OperationKind::rotate:
    case OperationKind::move:
      fits = add_to_either(operation) || add_beside_other(operation);
      break;
    default:
      break;
  }
  if (fits && operation.line != 0) line_ = operation.line;
  return fits;
}

/// Load immediates and semaphores take the place of both ALU operations.
bool InstructionSlot::add_whole(const Operation& operation) {
  if (!is_empty()) return false;
  whole_ = operation;
  return true;
}

bool InstructionSlot::add_signal(const Operation& operation) {
  if (whole_ || signal_ || immediate_ || uses_unit_ || touches_vpm_) return false;
  signal_ = static_cast<unsigned>(operation.tmu == 0 ? isa::Signal::load_tmu0 : isa::Signal::load_tmu1);
  uses_unit_ = true;
  return true;
}

/// What either ALU does takes the multiply ALU if it can.
bool InstructionSlot::add_to_either(const Operation& operation) {
  for (const bool to_add_alu : {false, true}) {
    if (whole_ || (to_add_alu ? add_ : multiply_) || !runs_on(operation, to_add_alu)) continue;
    InstructionSlot wider = *this;
    if (!wider.add_to_alu(operation, to_add_alu)) continue;
    *this = wider;
    return true;
  }
  return false;
}

/// The operation that is there goes to the other ALU.
bool InstructionSlot::add_beside_other(const Operation& operation) {
  if (whole_ || add_.has_value() == multiply_.has_value()) return false;
  const bool is_in_add = add_.has_value();
  const Operation& there = is_in_add ? *add_ : *multiply_;
  if (!runs_on(there, !is_in_add) || !runs_on(operation, is_in_add)) return false;
  InstructionSlot changed;
  changed.signal_ = signal_;
  changed.uses_unit_ = signal_.has_value();
  changed.line_ = line_;
  if (!changed.add_to_alu(there, !is_in_add) || !changed.add_to_alu(operation, is_in_add)) return false;
  *this = changed;
  return true;
}

bool InstructionSlot::add_to_alu(const Operation& operation, bool to_add_alu) {
  if (shares_unit(operation) || !unpacks_alike(operation)) return false;
  if (reads_results(operation)) unpack_ = operation.unpack;
  // Flags come from the add ALU unless it has no operation.
  if (operation.sets_flags && !to_add_alu && add_) return false;
  if (to_add_alu && multiply_ && multiply_->sets_flags) return false;
  if (!take_ports(operation) || !take_side(operation, to_add_alu)) return false;
  (to_add_alu ? add_ : multiply_) = operation;
  return true;
}

/// Whether it needs a unit that the instruction already uses. Otherwise it takes the units.
bool InstructionSlot::shares_unit(const Operation& operation) const {
  const bool has_signal = signal_.has_value();
  return (uses_unit_ && uses_unit(operation)) || (has_signal && touches_vpm(operation)) ||
         (reads_stream_ && (reads_stream(operation.a) || reads_stream(operation.b)));
}

/// All that read r4 see it alike.
bool InstructionSlot::unpacks_alike(const Operation& operation) const {
  return !reads_results(operation) || unpack_.value_or(operation.unpack) == operation.unpack;
}

bool InstructionSlot::take_ports(const Operation& operation) {
  uses_unit_ |= uses_unit(operation);
  touches_vpm_ |= touches_vpm(operation);
  reads_stream_ |= reads_stream(operation.a) || reads_stream(operation.b);
  if (operation.kind == OperationKind::rotate) {
    const unsigned code =
        operation.rotation == kByR5 ? isa::kRotateByR5 : isa::kRotateByR5 + operation.rotation;
    if (read_b_ || immediate_ || signal_) return false;
    immediate_ = code;
  }
  return take_port(operation.a) && (operation.b == operation.a || take_port(operation.b));
}

/// What is there in both files, such as a uniform, is read in the other one if that is free.
void InstructionSlot::make_way_in_a() {
  if (!reads_port_in_a_ || read_b_ || immediate_) return;
  std::swap(read_a_, read_b_);
  reads_port_in_a_ = false;
}

bool InstructionSlot::take_port(const Operand& source) {
  const auto take = [&](std::optional<unsigned>& taken) {
    if (taken && *taken != source.number) return false;
    taken = source.number;
    return true;
  };
  switch (source.place) {
    case Place::file_a:
    case Place::port_a:
      make_way_in_a();
      return take(read_a_);
    case Place::file_b:
    case Place::port_b:
      return !immediate_ && take(read_b_);
    case Place::immediate:
      return !read_b_ && !signal_ && take(immediate_);
    case Place::port:
      if (take(read_a_)) {
        reads_port_in_a_ = true;
        return true;
      }
      return !immediate_ && take(read_b_);
    default:
      return true;
  }
}

/// The results of the two ALUs go to different files.
bool InstructionSlot::take_side(const Operation& operation, bool to_add_alu) {
  const auto file = file_of_target(operation.target);
  if (!file) return true;
  const bool swap = to_add_alu == (*file == isa::RegisterFile::b);
  if (swap_ && *swap_ != swap) return false;
  swap_ = swap;
  return true;
}

isa::Mux InstructionSlot::mux_of(const Operand& source) const {
  switch (source.place) {
    case Place::accumulator:
      return static_cast<isa::Mux>(source.number);
    case Place::file_a:
    case Place::port_a:
      return isa::Mux::file_a;
    case Place::port:
      return read_a_ == source.number ? isa::Mux::file_a : isa::Mux::file_b;
    case Place::none:
      return isa::Mux::r0;
    default:
      return isa::Mux::file_b;
  }
}

void InstructionSlot::encode_add(isa::Instruction& instruction) const {
  const bool moves = add_->kind == OperationKind::move;
  const bool is_unary = add_->b.place == Place::none;
  instruction.set(field::op_add, moves ? isa::AddOp::bit_or : add_->add)
      .set(field::add_a, mux_of(add_->a))
      .set(field::add_b, mux_of(moves || is_unary ? add_->a : add_->b))
      .set(field::cond_add, add_->condition)
      .set(field::waddr_add, address_of_target(add_->target));
}

void InstructionSlot::encode_multiply(isa::Instruction& instruction) const {
  const bool moves = multiply_->kind == OperationKind::move || multiply_->kind == OperationKind::rotate;
  instruction.set(field::op_mul, multiply_of(*multiply_))
      .set(field::mul_a, mux_of(multiply_->a))
      .set(field::mul_b, mux_of(moves ? multiply_->a : multiply_->b))
      .set(field::cond_mul, multiply_->condition)
      .set(field::waddr_mul, address_of_target(multiply_->target));
}

isa::Instruction InstructionSlot::encode() const {
  if (whole_) {
    const bool in_b = file_of_target(whole_->target) == isa::RegisterFile::b;
    auto instruction = whole_->kind == OperationKind::semaphore
                           ? isa::make_semaphore(whole_->number, whole_->acquires)
                           : isa::make_load_immediate(isa::ImmediateType::word, whole_->number);
    return instruction.set(field::write_swap, in_b)
        .set(field::cond_add, whole_->condition)
        .set(field::set_flags, whole_->sets_flags)
        .set(field::waddr_add, address_of_target(whole_->target));
  }
  auto instruction = isa::make_nop();
  if (signal_) instruction.set(field::signal, *signal_);
  if (immediate_)
    instruction.set(field::signal, isa::Signal::small_immediate).set(field::small_immediate, *immediate_);
  if (read_a_) instruction.set(field::raddr_a, *read_a_);
  if (read_b_) instruction.set(field::raddr_b, *read_b_);
  if (add_) encode_add(instruction);
  if (multiply_) encode_multiply(instruction);
  if (const isa::Unpack unpack = unpack_.value_or(isa::Unpack::none); unpack != isa::Unpack::none)
    instruction.set(field::unpack, unpack).set(field::pm, true);
  const bool sets_flags = (add_ && add_->sets_flags) || (multiply_ && multiply_->sets_flags);
  return instruction.set(field::write_swap, swap_.value_or(false)).set(field::set_flags, sets_flags);
}

}  // namespace quadcl::compiler::qpu
