// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/constant_bits.h"
#include "qpu/asm/encoding/encoder.h"
#include "qpu/asm/language/error.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::assembly {

namespace {

namespace field = isa::field;

class BranchEncoder {
 public:
  explicit BranchEncoder(const Operation& op)
      : op_(op), word_(isa::make_branch(op.branch_condition, op.mnemonic->relative, 0)) {}

  EncodedInstruction encode() {
    if (op_.condition) fail(op_.column, "a branch takes .allz, .anyz and the like, not .ifz");
    if (op_.pack || op_.unpack) fail(op_.column, "a branch cannot pack or unpack");
    for (const Operand& source : op_.sources) add_destination(source);
    add_targets();
    apply_flags();
    result_.word = word_.word();
    return std::move(result_);
  }

 private:
  // -- where it goes

  void add_destination(const Operand& source) {
    if (const auto* reg = std::get_if<RegisterValue>(&source.value)) return add_register(*reg, source.column);
    if (const auto* label = std::get_if<LabelValue>(&source.value)) return add_label(*label, source.column);
    if (!is_integer(source.value)) {
      fail(source.column, "a branch goes to a label, a number of bytes or a register of file A, not to " +
                              std::string(kind_name(source.value)));
    }
    add_number(constant_bits(source.value, source.column), source.column);
  }

  void add_register(const RegisterValue& reg, unsigned column) {
    if (reg.is_nop() && !reg.raw) return;
    if (reg.accumulator || !reg.file_a || reg.file_b || reg.address >= 32) {
      fail(column, std::string("a branch reads ra0 to ra31 only, not ") + register_name(reg));
    }
    if (reg.rotated() || reg.has_suffix())
      fail(column, "the register of a branch takes no suffix or rotation");
    if (has_register_) fail(column, "a branch adds one register and one constant, not two registers");
    has_register_ = true;
    word_.set(field::branch_register, 1).set(field::branch_raddr_a, reg.address);
  }

  void claim_constant(unsigned column) {
    if (has_constant_) fail(column, "a branch adds one register and one constant, not two constants");
    has_constant_ = true;
  }

  void add_number(std::uint32_t bytes, unsigned column) {
    // Zero stands for a missing destination.
    if (bytes == 0 && op_.sources.size() > 1) return;
    claim_constant(column);
    word_.set(field::immediate, bytes);
  }

  void add_label(const LabelValue& label, unsigned column) {
    claim_constant(column);
    if (op_.mnemonic->relative) {
      result_.branch_target = label.address;
      return;
    }
    word_.set(field::immediate, static_cast<std::uint32_t>(label.address));
    warn(column, "an absolute branch to a label works only if the program is loaded at address 0; use brr");
  }

  // -- where the return address goes

  void add_targets() {
    set_target(op_.targets[0], field::waddr_add, false);
    if (op_.targets.size() > 1) set_target(op_.targets[1], field::waddr_mul, true);
  }

  void set_target(const Operand& target, isa::Field place, bool mul) {
    const RegisterValue& reg = std::get<RegisterValue>(target.value);
    if (!reg.writable) fail(target.column, register_name(reg) + " cannot be written");
    if (reg.rotated()) fail(target.column, "a branch cannot rotate");
    word_.set(place, reg.address);
    if (reg.accumulator || (reg.file_a && reg.file_b)) return;
    const bool swap = mul == reg.file_a;
    if (file_known_ && word_.write_swap() != swap) {
      fail(target.column,
           "both targets lie in one register file: one result goes to file A, the other to file B");
    }
    file_known_ = true;
    word_.set(field::write_swap, swap);
  }

  // -- the flags share a bit with the register number

  void apply_flags() {
    if (op_.set_flags && has_register_ && !word_.set_flags()) {
      fail(op_.column, ".setf on a branch needs an odd register number: both use the same bit");
    }
    if (op_.set_flags) word_.set(field::set_flags, 1);
    if (!op_.set_flags && has_register_ && word_.set_flags()) {
      warn(op_.column, "an odd register number makes the branch set the flags; say .setf if that is meant");
    }
  }

  void warn(unsigned column, std::string message) {
    result_.warnings.push_back({column, std::move(message)});
  }

  const Operation& op_;
  isa::Instruction word_;
  EncodedInstruction result_;
  bool has_register_ = false;
  bool has_constant_ = false;
  bool file_known_ = false;
};

}  // namespace

EncodedInstruction encode_branch(const Operation& branch) { return BranchEncoder(branch).encode(); }

}  // namespace quadcl::qpu::assembly
