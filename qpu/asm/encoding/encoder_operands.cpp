// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/encoder_operands.h"

#include "qpu/asm/encoding/constant_bits.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

using isa::Mux;
using Kind = Complaint::Kind;

// ---- small immediates and rotation

bool take_immediate(EncoderState& state, std::uint8_t code) {
  if (state.raddr_b) return false;
  if (!state.immediate) {
    state.immediate = code;
    return true;
  }
  return isa::small_immediate_value(*state.immediate) == isa::small_immediate_value(code);
}

bool take_rotation(EncoderState& state, std::uint8_t code) {
  if (state.raddr_b) return false;
  const bool same_value =
      !state.immediate || isa::small_immediate_value(*state.immediate) == isa::small_immediate_value(code);
  if (!same_value || (state.rotates && *state.immediate != code)) return false;
  state.immediate = code;
  state.rotates = true;
  return true;
}

// ---- unpack

bool take_unpack(EncoderState& state, Alu alu, const PackSuffix& suffix, bool pm) {
  if (!suffix.unpack) return false;
  state.slot(alu).wants_unpack = true;
  if (*suffix.unpack == isa::Unpack::none) return true;
  const bool conflict =
      (state.unpack != isa::Unpack::none && state.unpack != *suffix.unpack) || (state.pm && *state.pm != pm);
  const bool typed = suffix.type != PackSuffix::Type::any;
  const bool type_conflict =
      typed && state.unpack_type != PackSuffix::Type::any && state.unpack_type != suffix.type;
  if (conflict || type_conflict) return false;
  state.unpack = *suffix.unpack;
  state.pm = pm;
  if (typed) state.unpack_type = suffix.type;
  return true;
}

namespace {

States with_unpack(EncoderState state, Alu alu, Mux mux, const RegisterValue& reg, unsigned column,
                   Complaints& why) {
  if (reg.pack == PackSuffix{}) return {state};
  if (!reg.pack.unpack)
    return none(why, Kind::other, column, "this is a pack mode: it cannot unpack a source");
  if (mux != Mux::file_a && mux != Mux::r4) {
    return none(why, Kind::other, column,
                "only register file A and r4 can be unpacked, not " + register_name(reg));
  }
  const bool pm = mux == Mux::r4;
  if (pm && reg.pack.type == PackSuffix::Type::integer) {
    return none(why, Kind::other, column, "r4 unpacks to floats only");
  }
  if (!take_unpack(state, alu, reg.pack, pm)) {
    return none(
        why, Kind::other, column,
        "another unpack or pack mode of this instruction is in the way: there is one unpack field, and "
        "unpacking r4 or packing by the multiply ALU excludes unpacking register file A");
  }
  return {state};
}

// ---- sources

void set_mux(EncoderState& state, Alu alu, bool second, Mux mux) {
  (second ? state.slot(alu).b : state.slot(alu).a) = mux;
}

/// Code of the rotation of a register expression used as a source.
std::uint8_t source_rotation_code(const RegisterValue& reg) {
  // `<< n` takes the value of the lane n above: the ALU rotates its result down by n, which is up by 16 - n.
  if (reg.rotate_by_r5) return isa::kRotateByR5;
  return static_cast<std::uint8_t>(isa::kRotateByR5 + ((16 - reg.rotation) & 15));
}

/// Operands other than r0 to r3 rotate inside of each quad, by the low two bits of the distance.
bool within_quads(const RegisterValue& reg) { return !reg.accumulator || reg.address > 35; }

/// If two rotations are equal inside of a quad, the one of r0 to r3 gives the code.
bool merge_rotation(EncoderState& state, const RegisterValue& reg) {
  const std::uint8_t code = source_rotation_code(reg);
  const bool mergeable = state.rotates && !reg.rotate_by_r5 && *state.immediate != isa::kRotateByR5 &&
                         (*state.immediate & 3) == (code & 3);
  if (!mergeable) return false;
  if (within_quads(reg)) return true;
  if (!state.rotates_quads_only) return false;
  state.immediate = code;
  state.rotates_quads_only = false;
  return true;
}

bool rotate_source(EncoderState& state, Alu alu, const RegisterValue& reg, unsigned column, Complaints& why) {
  if (!reg.rotated()) return true;
  if (alu == Alu::add) {
    none(why, Kind::alu_taken, column, "only the multiply ALU can rotate");
    return false;
  }
  if (reg.rotate_by_r5 && reg.rotation != 1) {
    none(why, Kind::other, column,
         "a source can rotate by r5 with << only: the chip rotates in one direction");
    return false;
  }
  const bool first = !state.rotates;
  if (take_rotation(state, source_rotation_code(reg))) {
    state.rotates_quads_only = within_quads(reg) && (first || state.rotates_quads_only);
    return true;
  }
  if (merge_rotation(state, reg)) return true;
  none(why, Kind::other, column,
       "the rotation needs the small immediate field, which another operand of this instruction uses");
  return false;
}

bool take_port_a(EncoderState& state, std::uint8_t address) {
  if (state.raddr_a && *state.raddr_a != address) return false;
  state.raddr_a = address;
  return true;
}

bool take_port_b(EncoderState& state, std::uint8_t address) {
  if (state.immediate || (state.raddr_b && *state.raddr_b != address)) return false;
  state.raddr_b = address;
  return true;
}

std::string port_conflict(const EncoderState& state, const RegisterValue& reg) {
  if (reg.file_b && !reg.file_a && state.immediate) {
    return register_name(reg) +
           " is read through register file B, whose place a small immediate or a rotation "
           "takes in this instruction";
  }
  if (reg.file_a && reg.file_b) {
    return register_name(reg) +
           " finds both register files occupied: an instruction reads one register of each";
  }
  return register_name(reg) + " conflicts with another register of file " + (reg.file_a ? "A" : "B") +
         ": an instruction reads one register of each file";
}

States place_register(const EncoderState& state, Alu alu, bool second, const RegisterValue& reg,
                      unsigned column, Complaints& why) {
  if (!reg.readable) return none(why, Kind::other, column, register_name(reg) + " cannot be read");
  EncoderState rotated = state;
  if (!rotate_source(rotated, alu, reg, column, why)) return {};
  States result;
  const auto accept = [&](EncoderState next, Mux mux) {
    set_mux(next, alu, second, mux);
    for (EncoderState& s : with_unpack(next, alu, mux, reg, column, why)) result.push_back(s);
  };
  if (reg.accumulator) {
    accept(rotated, static_cast<Mux>(reg.address - 32));
    return result;
  }
  EncoderState port = rotated;
  if (reg.file_a && take_port_a(port, reg.address)) accept(port, Mux::file_a);
  port = rotated;
  if (reg.file_b && take_port_b(port, reg.address)) accept(port, Mux::file_b);
  if (result.empty()) none(why, Kind::other, column, port_conflict(rotated, reg));
  return result;
}

States place_constant(EncoderState state, Alu alu, bool second, const Operand& source, Complaints& why) {
  const std::uint32_t bits = constant_bits(source.value, source.column);
  const auto code = isa::small_immediate_code(bits);
  if (!code) {
    return none(why, Kind::other, source.column,
                describe(source.value) +
                    " is not a small immediate (-16 to 15, and 1.0/256 to 128.0 in powers of "
                    "two): load it into a register first");
  }
  if (!take_immediate(state, static_cast<std::uint8_t>(*code))) {
    return none(why, Kind::other, source.column,
                state.raddr_b
                    ? "a small immediate takes the place of register file B, which this instruction reads"
                    : "this instruction has another small immediate or rotation already");
  }
  set_mux(state, alu, second, Mux::file_b);
  return {state};
}

}  // namespace

States place_source(const EncoderState& state, Alu alu, bool second, const Operand& source, Complaints& why) {
  if (const auto* reg = std::get_if<RegisterValue>(&source.value)) {
    return place_register(state, alu, second, *reg, source.column, why);
  }
  if (is_number(source.value)) return place_constant(state, alu, second, source, why);
  return none(why, Kind::other, source.column,
              std::string("a source is a register or a number, not ") + std::string(kind_name(source.value)));
}

States place_read(const EncoderState& state, const Operand& source, Complaints& why) {
  // `read` occupies only the port, not the multiplexers.
  EncoderState probe = state;
  probe.slots = {};
  States result;
  for (EncoderState& next : place_source(probe, Alu::mul, false, source, why)) {
    if (next.slot(Alu::mul).a < Mux::file_a) {
      return none(why, Kind::other, source.column,
                  "read is for register files and small immediates: an accumulator "
                  "needs no port");
    }
    next.slots = state.slots;
    next.extra_reads |= is_register(source.value);
    result.push_back(next);
  }
  return result;
}

// ---- targets

namespace {

isa::Condition effective_condition(const Operation& op, bool stores) {
  if (!stores && !op.set_flags) return isa::Condition::never;
  return op.condition.value_or(isa::Condition::always);
}

/// Write swap gives the file that an ALU writes to; without it, add writes to A and mul to B.
bool take_write_file(EncoderState& state, Alu alu, const RegisterValue& reg) {
  if (reg.accumulator || (reg.file_a && reg.file_b)) return true;
  const bool swap = (alu == Alu::add) == reg.file_b;
  if (state.write_swap && *state.write_swap != swap) return false;
  state.write_swap = swap;
  return true;
}

std::string write_problem(const RegisterValue& reg) {
  if (reg.accumulator && reg.address == isa::write_address::r5) {
    return "r5 is written as r5rep (lane 0 to all lanes) or r5quad (first lane of each quad)";
  }
  return register_name(reg) + " cannot be written";
}

/// A rotation of the target equals the opposite rotation of the sources.
bool rotate_target(EncoderState& state, Alu alu, const RegisterValue& reg) {
  if (!reg.rotated()) return true;
  if (alu == Alu::add || (reg.rotate_by_r5 && reg.rotation == 1)) return false;
  const unsigned code = isa::kRotateByR5 + (reg.rotate_by_r5 ? 0u : reg.rotation);
  return take_rotation(state, static_cast<std::uint8_t>(code));
}

}  // namespace

void place_no_target(EncoderState& state, Alu alu, const Operation& op) {
  AluSlot& slot = state.slot(alu);
  slot.condition = effective_condition(op, false);
  slot.sets_flags = op.set_flags;
}

namespace {

States place_target_in(EncoderState state, Alu alu, const Operation& op, const RegisterValue& reg,
                       unsigned column, Complaints& why) {
  if (!reg.writable) return none(why, Kind::other, column, write_problem(reg));
  if (!take_write_file(state, alu, reg)) {
    return none(why, Kind::file_conflict, column,
                std::string("both results would go to register file ") + std::string(reg.file_a ? "A" : "B") +
                    ": one ALU writes to file A and the other to file B");
  }
  if (!rotate_target(state, alu, reg)) {
    return none(
        why, Kind::other, column,
        "this rotation of a target is impossible: only the multiply ALU rotates, by 0 to 15 or by >> r5, "
        "and the small immediate field must be free");
  }
  AluSlot& slot = state.slot(alu);
  slot.waddr = reg.address;
  slot.has_target = !reg.is_nop();
  slot.sets_flags = op.set_flags;
  slot.condition = effective_condition(op, slot.has_target);
  return {state};
}

/// This register may differ between the files; the documented meaning is that of file A.
bool prefers_file_a(const RegisterValue& reg) {
  return reg.file_a && reg.file_b && reg.address == isa::write_address::uniforms_address;
}

}  // namespace

States place_target(const EncoderState& state, Alu alu, const Operation& op, const Operand& target,
                    Complaints& why) {
  RegisterValue reg = std::get<RegisterValue>(target.value);
  if (!prefers_file_a(reg)) return place_target_in(state, alu, op, reg, target.column, why);
  reg.file_b = false;
  States states = place_target_in(state, alu, op, reg, target.column, why);
  std::swap(reg.file_a, reg.file_b);
  for (EncoderState& s : place_target_in(state, alu, op, reg, target.column, why)) states.push_back(s);
  return states;
}

// ---- pack

namespace {

bool is_file_a_register(const EncoderState& state, Alu alu, const Operation& op) {
  const bool second = alu == Alu::mul && op.targets.size() == 2;
  const RegisterValue& reg = std::get<RegisterValue>(op.targets[second ? 1 : 0].value);
  return reg.file_a && !reg.file_b && reg.address < 32 && state.slot(alu).has_target;
}

States take_pack(EncoderState state, isa::Pack pack, bool pm, unsigned column, Complaints& why) {
  if (pack == isa::Pack::none) return {state};
  const bool conflict =
      (state.pack != isa::Pack::none && state.pack != pack) || (state.pm && *state.pm != pm);
  if (conflict) {
    return none(why, Kind::other, column, "another pack or unpack mode of this instruction is in the way");
  }
  state.pack = pack;
  state.pm = pm;
  return {state};
}

bool is_half(isa::Pack pack) { return pack == isa::Pack::half_low || pack == isa::Pack::half_high; }

/// Complains about suffixes whose type does not fit the result.
const char* type_problem(const PackSuffix& suffix, bool float_result) {
  if (suffix.type == PackSuffix::Type::any) return nullptr;
  const bool half = suffix.pack && (is_half(*suffix.pack) || *suffix.pack == isa::Pack::half_low_saturate ||
                                    *suffix.pack == isa::Pack::half_high_saturate);
  if (!half) return nullptr;
  if (suffix.type == PackSuffix::Type::floating && !float_result) {
    return "this pack mode wants the result of a floating point operation";
  }
  if (suffix.type == PackSuffix::Type::integer && float_result) {
    return "this pack mode wants the result of an integer operation";
  }
  return nullptr;
}

}  // namespace

States place_pack(EncoderState state, Alu alu, const Operation& op, bool float_result, Complaints& why) {
  if (!op.pack) return {state};
  const PackSuffix& suffix = *op.pack;
  if (!suffix.pack)
    return none(why, Kind::other, op.column, "this is an unpack mode: it cannot pack a target");
  if (*suffix.pack == isa::Pack::none) return {state};
  if (const char* problem = type_problem(suffix, float_result))
    return none(why, Kind::other, op.column, problem);
  const bool file_a = is_file_a_register(state, alu, op);
  const bool by_colour = suffix.type == PackSuffix::Type::floating ? suffix.colour_pack.has_value() : !file_a;
  if (!by_colour && file_a) return take_pack(state, *suffix.pack, false, op.column, why);
  if (!by_colour || !suffix.colour_pack || suffix.type == PackSuffix::Type::integer) {
    return none(why, Kind::other, op.column,
                "this pack mode needs a target in ra0 to ra31; to others, the multiply ALU packs floats to "
                "colours: .8abcds, or .8as to .8ds for one byte");
  }
  if (alu == Alu::add) {
    return none(why, Kind::other, op.column,
                "only the multiply ALU can pack to a target outside of ra0 to ra31: by fmul, mmov and the "
                "like");
  }
  return take_pack(state, *suffix.colour_pack, true, op.column, why);
}

}  // namespace quadcl::qpu::assembly
