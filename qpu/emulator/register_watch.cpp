// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/register_watch.h"

#include <algorithm>

#include "qpu/emulator/register_reads.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::emulator {

std::string register_name(unsigned slot) {
  const bool a = slot < slot::file_b, b = !a && slot < slot::accumulator;
  const unsigned first = a ? slot::file_a : b ? slot::file_b : slot::accumulator;
  return std::string(a ? "ra" : b ? "rb" : "r") + std::to_string(slot - first);
}

std::vector<unsigned> RegisterWatch::unwritten_reads(const Qpu& qpu, const Operation& op) {
  std::vector<unsigned> found;
  const isa::Instruction instruction(op.word);
  if (instruction.encoding_class() == isa::EncodingClass::branch) {
    if (instruction.branch_register()) check(slot::file_a + instruction.branch_raddr_a(), found);
    return found;
  }
  add_writes_ = op.add != nullptr && lanes_where(qpu, op.condition_add) != 0;
  mul_writes_ = op.mul != nullptr && lanes_where(qpu, op.condition_mul) != 0;
  for_each_register_read(op, [&](unsigned slot) { check(slot, found); });
  return found;
}

void RegisterWatch::check(unsigned slot, std::vector<unsigned>& found) const {
  if (slot >= written_.size() || written_.test(slot)) return;
  if (std::find(found.begin(), found.end(), slot) == found.end()) found.push_back(slot);
}

void RegisterWatch::note_writes(const Operation& op) {
  const isa::Instruction instruction(op.word);
  if (instruction.encoding_class() == isa::EncodingClass::branch) {
    // A branch counts as taken: code that does not write the link does not read it.
    write(written_slot(instruction.add_file(), instruction.waddr_add()));
    write(written_slot(instruction.mul_file(), instruction.waddr_mul()));
    return;
  }
  if (add_writes_) write(slot_of(op.add_destination));
  if (mul_writes_) write(slot_of(op.mul_destination));
  if ((op.effects & effect::write_add) != 0 && add_writes_) note_peripheral_write(op.io_add);
  if ((op.effects & effect::write_mul) != 0 && mul_writes_) note_peripheral_write(op.io_mul);
  if ((op.effects & (effect::receive_tmu0 | effect::receive_tmu1)) != 0) write(slot::r4);
}

void RegisterWatch::note_peripheral_write(unsigned address) {
  if (address == isa::write_address::r5) write(slot::r5);
  if (address >= isa::write_address::sfu_recip && address <= isa::write_address::sfu_log) write(slot::r4);
}

}  // namespace quadcl::qpu::emulator
