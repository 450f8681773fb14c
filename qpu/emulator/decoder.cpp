// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/decoder.h"

#include "qpu/emulator/qpu.h"
#include "qpu/emulator/slots.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

using isa::AddOp;
using isa::Condition;
using isa::EncodingClass;
using isa::Instruction;
using isa::MulOp;
using isa::Mux;
using isa::RegisterFile;

constexpr unsigned index(auto value) { return static_cast<unsigned>(value); }

constexpr std::uint16_t offset(unsigned slot) {
  return static_cast<std::uint16_t>(slot * sizeof(LaneVector));
}

/// A port's operand: its slot, and the steps that fill it.
struct Source {
  unsigned slot;
  std::uint8_t before = 0;
  std::uint32_t effects = 0;
};

/// Reads above address 31 (docs/videocore4.md, Register addresses). Addresses without a meaning deliver the
/// default value.
Source io_source(RegisterFile file, unsigned address) {
  const bool a = file == RegisterFile::a;
  const unsigned default_slot = a ? slot::element_number : slot::qpu_number;
  switch (address) {
    case isa::read_address::uniform:
      return {slot::uniform, before::uniform};
    case isa::read_address::nop:
      return {a ? slot::last_a : slot::last_b};
    case isa::read_address::vpm:
      return {slot::vpm, 0, effect::read_vpm};
    case isa::read_address::dma_load_busy:
      return {slot::zero, 0, effect::read_dma_busy};
    case isa::read_address::dma_load_wait:
      return {default_slot, 0, a ? effect::wait_dma_load : effect::wait_dma_store};
    case isa::read_address::mutex_acquire:
      return {default_slot, 0, effect::acquire_mutex};
    default:
      return {default_slot};
  }
}

Source file_source(RegisterFile file, unsigned address) {
  if (address >= 32) return io_source(file, address);
  return {(file == RegisterFile::a ? slot::file_a : slot::file_b) + address};
}

constexpr std::uint32_t kShared =
    effect::read_vpm | effect::acquire_mutex | effect::semaphore | effect::program_end;

/// Peripherals that are not a part of the QPU, nor read memory for it.
bool is_shared(unsigned address) {
  return address == isa::write_address::host_interrupt ||
         (address >= isa::write_address::vpm && address <= isa::write_address::mutex_release);
}

bool writes_register(RegisterFile file, unsigned address) {
  return written_slot(file, address) != slot::count;
}

bool is_rendering(RegisterFile file, isa::Access access, unsigned address) {
  return isa::register_info(file, access, address).kind == isa::RegisterKind::rendering;
}

/// Builds one Operation. The members are in the order of the data flow.
class Decoder {
 public:
  Decoder(const Engine& engine, Instruction instruction, BusAddress address)
      : engine_(engine), instruction_(instruction) {
    op_.word = instruction.word();
    op_.address = address.value();
    op_.port_a = offset(slot::last_a);
    op_.port_b = offset(slot::last_b);
  }

  Operation decode() {
    if (instruction_.encoding_class() == EncodingClass::branch) {
      const bool known = !isa::info(instruction_.branch_condition()).reserved;
      op_.handler = known ? execute_branch : execute_illegal;
      op_.shared = !known || !writes_register(instruction_.add_file(), instruction_.waddr_add()) ||
                   !writes_register(instruction_.mul_file(), instruction_.waddr_mul());
      return op_;
    }
    if (!has_meaning()) {
      op_.handler = execute_illegal;
      op_.shared = true;
      return op_;
    }
    choose_alus();
    if (instruction_.is_alu()) {
      decode_ports();
      decode_operands();
      decode_signal();
    } else {
      decode_immediate();
    }
    decode_destinations();
    decode_packs();
    choose_handler();
    return op_;
  }

 private:
  /// Whether everything that the instruction uses exists outside the rendering pipeline.
  bool has_meaning() const {
    if (instruction_.encoding_class() == EncodingClass::reserved) return false;
    if (instruction_.signal() == isa::Signal::breakpoint) return false;
    if (isa::info(instruction_.signal()).rendering_only) return false;
    if (instruction_.is_alu()) {
      if (isa::info(instruction_.op_add()).reserved()) return false;
      if (is_rendering(RegisterFile::a, isa::Access::read, instruction_.raddr_a())) return false;
      const bool reads_b = instruction_.encoding_class() == EncodingClass::alu;
      if (reads_b && is_rendering(RegisterFile::b, isa::Access::read, instruction_.raddr_b())) return false;
    }
    return true;
  }

  void choose_alus() {
    const bool alu = instruction_.is_alu();
    // A load immediate passes its value through both ALUs (docs/videocore4.md, Instruction words).
    add_op_ = alu ? instruction_.op_add() : AddOp::bit_or;
    mul_op_ = alu ? instruction_.op_mul() : MulOp::v8min;
    const bool add_writes = instruction_.cond_add() != Condition::never;
    const bool mul_writes = instruction_.cond_mul() != Condition::never;
    op_.set_flags = instruction_.set_flags();
    op_.flags_from_mul = add_op_ == AddOp::nop;
    op_.has_add = add_op_ != AddOp::nop && (add_writes || op_.set_flags);
    const bool replays = mul_writes && instruction_.waddr_mul() != isa::write_address::nop;
    op_.has_mul = mul_op_ == MulOp::nop ? replays : mul_writes || (op_.set_flags && op_.flags_from_mul);
    if (op_.flags_from_mul && !op_.has_mul) op_.set_flags = false;
    op_.condition_add = static_cast<std::uint8_t>(instruction_.cond_add());
    op_.condition_mul = static_cast<std::uint8_t>(instruction_.cond_mul());
  }

  void take(const Source& source) {
    op_.before |= source.before;
    op_.effects |= source.effects;
  }

  bool uses(Mux mux) const {
    const unsigned operands = isa::info(add_op_).operands;
    return (operands >= 1 && instruction_.add_a() == mux) || (operands >= 2 && instruction_.add_b() == mux) ||
           (mul_op_ != MulOp::nop && (instruction_.mul_a() == mux || instruction_.mul_b() == mux));
  }

  bool used_as_float(Mux mux) const {
    const isa::OpInfo& add = isa::info(add_op_);
    const isa::OpInfo& mul = isa::info(mul_op_);
    return (add.float_operands &&
            (instruction_.add_a() == mux || (add.operands >= 2 && instruction_.add_b() == mux))) ||
           (mul.float_operands && (instruction_.mul_a() == mux || instruction_.mul_b() == mux));
  }

  void decode_ports() {
    const Source a = file_source(RegisterFile::a, instruction_.raddr_a());
    take(a);
    op_.port_a = offset(a.slot);
    operand_a_ = a.slot;
    if (a.slot == slot::last_a && uses(Mux::file_a)) {
      operand_a_ = slot::nop_a;
      op_.effects |= effect::read_nop_a;
    }
    if (instruction_.encoding_class() == EncodingClass::alu_small_immediate) return decode_small_immediate();
    const Source b = file_source(RegisterFile::b, instruction_.raddr_b());
    take(b);
    op_.port_b = offset(b.slot);
    operand_b_ = b.slot;
    if (b.slot == slot::last_b && uses(Mux::file_b)) {
      operand_b_ = slot::nop_b;
      op_.effects |= effect::read_nop_b;
    }
  }

  void decode_small_immediate() {
    const unsigned code = instruction_.small_immediate();
    op_.immediate = isa::small_immediate_value(code);
    op_.before |= before::immediate;
    op_.port_b = offset(slot::immediate);
    operand_b_ = slot::immediate;
    if (code < isa::kRotateByR5 || !op_.has_mul) return;
    const bool from_accumulators = instruction_.mul_a() <= Mux::r3 && instruction_.mul_b() <= Mux::r3;
    op_.rotation = from_accumulators ? Rotation::full : Rotation::in_quad;
    op_.rotate_by = static_cast<std::uint8_t>(code - isa::kRotateByR5);
  }

  void decode_operands() {
    decode_unpack();
    op_.add_a = operand(instruction_.add_a());
    op_.add_b = operand(instruction_.add_b());
    const bool replay = mul_op_ == MulOp::nop;
    op_.mul_a = replay ? offset(slot::last_mul) : operand(instruction_.mul_a());
    op_.mul_b = operand(instruction_.mul_b());
  }

  void decode_unpack() {
    const unsigned mode = index(instruction_.unpack());
    const Mux unpacked = instruction_.pm() ? Mux::r4 : Mux::file_a;
    if (mode == 0 || !uses(unpacked)) return;
    op_.unpack_source = instruction_.pm() ? offset(slot::r4) : offset(operand_a_);
    op_.unpack_as_float = used_as_float(unpacked);
    op_.unpack = instruction_.pm()     ? engine_.unpack_r4[mode]
                 : op_.unpack_as_float ? engine_.unpack_float[mode]
                                       : engine_.unpack_integer[mode];
  }

  std::uint16_t operand(Mux mux) const {
    const bool is_unpacked = op_.unpack != nullptr && mux == (instruction_.pm() ? Mux::r4 : Mux::file_a);
    if (is_unpacked) return offset(slot::unpacked);
    if (mux == Mux::file_a) return offset(operand_a_);
    if (mux == Mux::file_b) return offset(operand_b_);
    return offset(slot::accumulator + index(mux));
  }

  void decode_signal() {
    if (instruction_.signal() == isa::Signal::load_tmu0) op_.effects |= effect::receive_tmu0;
    if (instruction_.signal() == isa::Signal::load_tmu1) op_.effects |= effect::receive_tmu1;
    if (instruction_.signal() == isa::Signal::program_end) op_.effects |= effect::program_end;
  }

  void decode_immediate() {
    op_.immediate = instruction_.immediate();
    op_.add_a = op_.add_b = op_.mul_a = op_.mul_b = offset(slot::immediate);
    const bool whole = instruction_.immediate_type() == isa::ImmediateType::word ||
                       instruction_.encoding_class() == EncodingClass::semaphore;
    if (whole) {
      op_.before |= before::immediate;
    } else {
      op_.effects |= effect::per_element_immediate;
    }
    if (instruction_.encoding_class() == EncodingClass::semaphore) op_.effects |= effect::semaphore;
  }

  void decode_destinations() {
    if (op_.has_add) decode_add_destination();
    if (op_.has_mul) decode_mul_destination();
  }

  void note_io_write(RegisterFile file, unsigned address) {
    if (is_rendering(file, isa::Access::write, address)) meaningless_write_ = true;
    op_.shared |= is_shared(address);
    if (address == isa::write_address::tmu0_s) op_.effects |= effect::request_tmu0;
    if (address == isa::write_address::tmu1_s) op_.effects |= effect::request_tmu1;
  }

  void decode_add_destination() {
    const unsigned address = instruction_.waddr_add();
    const unsigned where = written_slot(instruction_.add_file(), address);
    op_.add_destination = offset(where == slot::count ? slot::result_add : where);
    if (where != slot::count || op_.condition_add == index(Condition::never)) return;
    op_.effects |= effect::write_add;
    op_.io_add = static_cast<std::uint8_t>(address);
    op_.io_add_file_b = instruction_.add_file() == RegisterFile::b;
    note_io_write(instruction_.add_file(), address);
  }

  void decode_mul_destination() {
    const unsigned address = instruction_.waddr_mul();
    const unsigned where = written_slot(instruction_.mul_file(), address);
    op_.mul_destination = offset(where == slot::count ? slot::result_mul : where);
    if (where != slot::count || op_.condition_mul == index(Condition::never)) return;
    op_.effects |= effect::write_mul;
    op_.io_mul = static_cast<std::uint8_t>(address);
    op_.io_mul_file_b = instruction_.mul_file() == RegisterFile::b;
    note_io_write(instruction_.mul_file(), address);
  }

  void decode_packs() {
    const unsigned mode = index(instruction_.pack());
    if (mode == 0) return;
    if (instruction_.pm()) {
      op_.pack_mul = engine_.pack_colour[mode];
    } else if (!instruction_.write_swap() && instruction_.waddr_add() < 32) {
      pack_add_result(mode);
    } else if (instruction_.write_swap() && instruction_.waddr_mul() < 32) {
      const bool is_float = isa::info(mul_op_).float_result;
      op_.pack_mul = is_float ? engine_.pack_float[mode] : engine_.pack_integer[mode];
    }
  }

  /// All integer modes see overflows of add and sub saturated to 32 bits (docs/videocore4.md, Pack).
  void pack_add_result(unsigned mode) {
    const bool is_float = isa::info(add_op_).float_result;
    op_.pack_add = is_float ? engine_.pack_float[mode] : engine_.pack_integer[mode];
    if (add_op_ == AddOp::add) op_.saturated = engine_.saturated_add;
    if (add_op_ == AddOp::sub) op_.saturated = engine_.saturated_sub;
  }

  bool is_simple() const {
    const bool replays = op_.has_mul && mul_op_ == MulOp::nop;
    const bool packs = op_.unpack != nullptr || op_.pack_add != nullptr || op_.pack_mul != nullptr ||
                       op_.saturated != nullptr;
    const bool all_lanes = (!op_.has_add || op_.condition_add == index(Condition::always)) &&
                           (!op_.has_mul || op_.condition_mul == index(Condition::always));
    return !replays && !packs && all_lanes && !op_.set_flags && op_.rotation == Rotation::none;
  }

  void choose_handler() {
    if (meaningless_write_) {
      op_.handler = execute_illegal;
      op_.shared = true;
      return;
    }
    op_.shared |= (op_.effects & kShared) != 0;
    if ((op_.effects & effect::needs_prepare) != 0) op_.before |= before::special;
    op_.finish = (op_.effects & effect::needs_finish) != 0;
    if (op_.has_add) op_.add = engine_.add[index(add_op_)];
    if (op_.has_mul) op_.mul = engine_.mul[index(mul_op_)];
    if (op_.set_flags) {
      op_.carry = op_.flags_from_mul ? engine_.mul_carry[index(mul_op_)] : engine_.add_carry[index(add_op_)];
    }
    const unsigned add = op_.has_add ? index(add_op_) : 0;
    const unsigned mul = op_.has_mul ? index(mul_op_) : 0;
    op_.handler = is_simple() ? engine_.simple[add][mul] : engine_.general;
  }

  const Engine& engine_;
  const Instruction instruction_;
  Operation op_;
  AddOp add_op_ = AddOp::nop;
  MulOp mul_op_ = MulOp::nop;
  unsigned operand_a_ = slot::last_a, operand_b_ = slot::last_b;
  bool meaningless_write_ = false;
};

}  // namespace

Operation decode(const Engine& engine, Instruction instruction, BusAddress address) {
  return Decoder(engine, instruction, address).decode();
}

Operation end_of_stretch(BusAddress address) {
  Operation op;
  op.handler = execute_leave;
  op.address = address.value();
  return op;
}

Operation unmapped_instruction(BusAddress address) {
  Operation op;
  op.handler = execute_fetch_fault;
  op.shared = true;
  op.address = address.value();
  return op;
}

}  // namespace quadcl::qpu::emulator
