// SPDX-License-Identifier: Apache-2.0

// Branches, and instructions that only fault.

#include <string>
#include <utility>

#include "qpu/emulator/qpu.h"
#include "qpu/emulator/shared_units.h"
#include "qpu/emulator/slots.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

/// Conditions 0 to 11 consist of a flag, "all" or "any", and "set" or "clear" (docs/videocore4.md, Operations
/// and flags).
bool holds(const Qpu& qpu, isa::BranchCondition condition) {
  if (condition == isa::BranchCondition::always) return true;
  const auto code = static_cast<unsigned>(condition);
  const LaneMask flag = qpu.flags[1 + code / 4];
  const auto wanted = static_cast<LaneMask>((code & 1) != 0 ? ~flag : flag);
  return (code & 2) != 0 ? wanted != 0 : wanted == kAllLanes;
}

/// The hardware takes lane 15 of the register (docs/videocore4.md, Open questions 11).
std::uint32_t target_of(const Qpu& qpu, isa::Instruction branch, std::uint32_t after_delay_slots) {
  std::uint32_t target = branch.immediate();
  if (branch.branch_relative()) target += after_delay_slots;
  if (branch.branch_register()) target += qpu.slot[slot::file_a + branch.branch_raddr_a()].lane[15];
  return target;
}

Step write_link(Qpu& qpu, isa::RegisterFile file, unsigned address, const LaneVector& link) {
  const unsigned slot = written_slot(file, address);
  if (slot == slot::count) {
    return write_peripheral(qpu, file == isa::RegisterFile::b, address, link, kAllLanes);
  }
  qpu.slot[slot] = link;
  return Step::next;
}

/// With an odd register number, a branch sets the flags from the link value.
void set_flags_from_link(Qpu& qpu, std::uint32_t link) {
  qpu.flags[1] = link == 0 ? kAllLanes : 0;
  qpu.flags[2] = link >> 31 != 0 ? kAllLanes : 0;
  qpu.flags[3] = 0;
}

/// Only a taken branch writes link and flags.
Step link(Qpu& qpu, isa::Instruction branch, std::uint32_t after_delay_slots) {
  LaneVector value;
  for (std::uint32_t& lane : value.lane) lane = after_delay_slots;
  if (branch.set_flags()) set_flags_from_link(qpu, after_delay_slots);
  const Step step = write_link(qpu, branch.add_file(), branch.waddr_add(), value);
  if (step != Step::next) return step;
  return write_link(qpu, branch.mul_file(), branch.waddr_mul(), value);
}

void schedule(Qpu& qpu, std::uint32_t target) {
  for (PendingBranch& pending : qpu.branches) {
    if (pending.slots != 0) continue;
    pending = {1 + isa::kBranchDelaySlots, target};
    break;
  }
  qpu.pending = true;
}

std::string_view first_rendering_register(isa::Instruction instruction) {
  using isa::Access;
  using isa::RegisterFile;
  const bool reads_b = instruction.encoding_class() == isa::EncodingClass::alu;
  const isa::RegisterInfo* candidates[] = {
      &isa::register_info(instruction.add_file(), Access::write, instruction.waddr_add()),
      &isa::register_info(instruction.mul_file(), Access::write, instruction.waddr_mul()),
      instruction.is_alu() ? &isa::register_info(RegisterFile::a, Access::read, instruction.raddr_a())
                           : nullptr,
      reads_b ? &isa::register_info(RegisterFile::b, Access::read, instruction.raddr_b()) : nullptr,
  };
  for (const isa::RegisterInfo* candidate : candidates) {
    if (candidate != nullptr && candidate->kind == isa::RegisterKind::rendering) return candidate->name;
  }
  return {};
}

Error not_emulated(std::string_view what, std::string_view name) {
  return {ErrorCode::unsupported,
          std::string(what).append(name).append(" belongs to the 3D pipeline, which is not emulated")};
}

/// The reason why an instruction has no meaning.
Error why_illegal(isa::Instruction instruction) {
  const auto illegal = [](const char* why) { return Error{ErrorCode::illegal_instruction, why}; };
  if (instruction.encoding_class() == isa::EncodingClass::branch) {
    const bool reserved = isa::info(instruction.branch_condition()).reserved;
    if (reserved) return illegal("the branch condition is reserved");
  } else {
    if (instruction.encoding_class() == isa::EncodingClass::reserved) {
      return illegal("the type of load immediate is reserved");
    }
    const isa::SignalInfo& signal = isa::info(instruction.signal());
    if (instruction.signal() == isa::Signal::breakpoint) return illegal("breakpoint");
    if (signal.rendering_only) return not_emulated("the signal ", signal.name);
    if (instruction.is_alu() && isa::info(instruction.op_add()).reserved()) {
      return illegal("the opcode of the add ALU is reserved");
    }
  }
  return not_emulated("the register ", first_rendering_register(instruction));
}

}  // namespace

Step execute_branch(Qpu& qpu, const Operation& op) {
  const isa::Instruction branch(op.word);
  if (!holds(qpu, branch.branch_condition())) return Step::next;
  const std::uint32_t after_delay_slots = op.address + (1 + isa::kBranchDelaySlots) * isa::kInstructionBytes;
  const std::uint32_t target = target_of(qpu, branch, after_delay_slots);
  if (target % isa::kInstructionBytes != 0) {
    return qpu.shared->fault(ErrorCode::illegal_instruction, "the branch target is not a multiple of 8");
  }
  if (const Step step = link(qpu, branch, after_delay_slots); step != Step::next) return step;
  schedule(qpu, target);
  return Step::scheduled;
}

Step execute_illegal(Qpu& qpu, const Operation& op) {
  Error why = why_illegal(isa::Instruction(op.word));
  return qpu.shared->fault(why.code, std::move(why.message));
}

Step execute_fetch_fault(Qpu& qpu, const Operation&) {
  return qpu.shared->fault(ErrorCode::memory_fault, "no memory is mapped where the instruction should be");
}

Step execute_leave(Qpu&, const Operation&) { return Step::leave; }

}  // namespace quadcl::qpu::emulator
