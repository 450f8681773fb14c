// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/printing/word_printer.h"

#include <vector>

#include "qpu/asm/language/format.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

namespace {

using isa::Access;
using isa::EncodingClass;
using isa::Instruction;
using isa::Mux;
using isa::RegisterFile;

std::string hex(std::uint32_t value) { return format("0x%08x", value); }

/// Small numbers in decimal, addresses and bit patterns in hexadecimal.
std::string number(std::uint32_t value) {
  const auto as_signed = static_cast<std::int32_t>(value);
  return as_signed > -4096 && as_signed < 4096 ? std::to_string(as_signed) : hex(value);
}

std::string suffix(std::string_view name) { return std::string(".").append(name); }

std::string join(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

std::string raw_register(RegisterFile file, unsigned address) {
  return (file == RegisterFile::a ? "ra" : "rb") + std::to_string(address);
}

bool in_both_files(Access access, unsigned address) {
  return isa::register_info(RegisterFile::a, access, address).name ==
         isa::register_info(RegisterFile::b, access, address).name;
}

std::string register_text(RegisterFile file, Access access, unsigned address, bool raw) {
  const isa::RegisterInfo& info = isa::register_info(file, access, address);
  const bool ambiguous = raw && address >= 32 && in_both_files(access, address);
  if (info.name.empty() || ambiguous) return raw_register(file, address);
  return std::string(info.name);
}

std::string immediate_text(unsigned code) {
  const std::uint32_t value = isa::small_immediate_value(code);
  if (code < 32 || code >= isa::kRotateByR5) return std::to_string(static_cast<std::int32_t>(value));
  if (code < 40) return std::to_string(1 << (code - 32)) + ".0";
  return format("%.9g", 1.0 / (1 << (48 - code)));
}

/// Prints one instruction. `valid()` turns false if a part has no meaning or no spelling.
class Printer {
 public:
  Printer(Instruction word, const PrintStyle& style) : word_(word), style_(style) {}

  std::optional<std::string> print() {
    std::string text = body();
    if (!valid_) return std::nullopt;
    return text;
  }

  std::optional<std::string> branch_to(const std::string& label) {
    std::string text = branch("r:" + label);
    if (!valid_) return std::nullopt;
    return text;
  }

 private:
  std::string body() {
    switch (word_.encoding_class()) {
      case EncodingClass::branch:
        return branch(number(word_.immediate()));
      case EncodingClass::load_immediate:
        return load();
      case EncodingClass::semaphore:
        return semaphore();
      case EncodingClass::alu:
      case EncodingClass::alu_small_immediate:
        return alu();
      case EncodingClass::reserved:
        break;
    }
    return invalid();
  }

  std::string invalid() {
    valid_ = false;
    return {};
  }

  // -- targets and suffixes, common to all

  std::string target(bool mul) const {
    const unsigned address = mul ? word_.waddr_mul() : word_.waddr_add();
    const RegisterFile file = mul ? word_.mul_file() : word_.add_file();
    return register_text(file, Access::write, address, style_.raw_targets);
  }

  bool stores(bool mul) const {
    return (mul ? word_.waddr_mul() : word_.waddr_add()) != isa::write_address::nop;
  }

  std::string condition_suffix(bool mul) const {
    const isa::Condition condition = mul ? word_.cond_mul() : word_.cond_add();
    if (condition == isa::Condition::always) return {};
    if (condition == isa::Condition::never) return stores(mul) ? ".never" : "";
    return std::string(".if").append(isa::info(condition).name);
  }

  /// The flags come from the add ALU unless it is idle.
  bool flags_from_mul() const { return word_.is_alu() && word_.op_add() == isa::AddOp::nop; }
  std::string flag_suffix(bool mul) const {
    return word_.set_flags() && mul == flags_from_mul() ? ".setf" : "";
  }

  std::string pack_suffix(bool mul) const {
    if (word_.pack() == isa::Pack::none) return {};
    if (word_.pm()) {
      const std::string_view name = isa::colour_pack_info(word_.pack()).name;
      return mul && !name.empty() ? suffix(name) + "f" : "";
    }
    const bool to_file_a = (mul ? word_.mul_file() : word_.add_file()) == RegisterFile::a;
    return to_file_a ? suffix(isa::info(word_.pack()).name) : "";
  }

  // -- ALU

  std::string alu() {
    std::vector<std::string> parts;
    const bool add = uses_alu(false);
    const bool mul = uses_alu(true);
    if (add) parts.push_back(operation(false));
    if (mul && !add && needs_nop_before_mul()) parts.push_back("nop");
    if (mul) parts.push_back(operation(true));
    add_reads(parts);
    add_signal(parts);
    if (parts.empty()) parts.push_back(word_.set_flags() ? "nop.setf" : "nop");
    return join(parts, "; ");
  }

  unsigned op(bool mul) const { return word_.get(mul ? isa::field::op_mul : isa::field::op_add); }
  const isa::OpInfo& info(bool mul) const {
    return mul ? isa::info(word_.op_mul()) : isa::info(word_.op_add());
  }
  bool uses_alu(bool mul) const { return op(mul) != 0 || stores(mul); }

  Mux mux(bool mul, bool second) const {
    if (mul) return second ? word_.mul_b() : word_.mul_a();
    return second ? word_.add_b() : word_.add_a();
  }

  bool is_move(bool mul) const {
    const bool op_moves = mul ? word_.op_mul() == isa::MulOp::v8min : word_.op_add() == isa::AddOp::bit_or;
    return style_.use_mov && op_moves && mux(mul, false) == mux(mul, true);
  }

  bool needs_nop_before_mul() const { return !style_.tie_alu && is_move(true) && !rotates(); }

  bool known_to_both(bool mul) const {
    return is_move(mul) || info(mul).name == "v8adds" || info(mul).name == "v8subs" || op(mul) == 0;
  }

  std::string mnemonic(bool mul) {
    if (info(mul).reserved()) valid_ = false;
    const std::string name = is_move(mul) ? "mov" : std::string(info(mul).name);
    const bool tie = known_to_both(mul) && (style_.tie_alu || op(mul) == 0);
    return tie ? (mul ? "m" : "a") + name : name;
  }

  std::string operation(bool mul) {
    std::string text = mnemonic(mul) + condition_suffix(mul) + flag_suffix(mul);
    text.append(" ").append(target(mul)).append(pack_suffix(mul)).append(target_rotation(mul));
    if (op(mul) == 0) return text;
    text.append(", ").append(source(mul, false));
    if (!is_move(mul) && info(mul).operands == 2) text.append(", ").append(source(mul, true));
    return text;
  }

  // -- sources

  bool has_immediate() const { return word_.signal() == isa::Signal::small_immediate; }
  bool rotates() const { return has_immediate() && word_.small_immediate() >= isa::kRotateByR5; }
  bool is_immediate(Mux m) const { return has_immediate() && m == Mux::file_b; }

  /// A rotation is written on the sources unless one of them is a number.
  bool rotates_on_target() const { return is_immediate(word_.mul_a()) || is_immediate(word_.mul_b()); }

  std::string target_rotation(bool mul) const {
    if (!mul || !rotates() || !rotates_on_target()) return {};
    const unsigned code = word_.small_immediate();
    return code == isa::kRotateByR5 ? ">>r5" : std::string("<<") + std::to_string(code - isa::kRotateByR5);
  }

  std::string source_rotation(bool mul) const {
    if (!mul || !rotates() || rotates_on_target()) return {};
    const unsigned code = word_.small_immediate();
    return code == isa::kRotateByR5 ? "<<r5" : std::string(">>") + std::to_string(code - isa::kRotateByR5);
  }

  std::string unpack_suffix(Mux m) const {
    if (word_.unpack() == isa::Unpack::none || m != (word_.pm() ? Mux::r4 : Mux::file_a)) return {};
    return suffix(isa::info(word_.unpack()).name);
  }

  std::string source(bool mul, bool second) const {
    const Mux m = mux(mul, second);
    if (is_immediate(m)) return immediate_text(word_.small_immediate());
    return source_register(m) + unpack_suffix(m) + source_rotation(mul);
  }

  std::string source_register(Mux m) const {
    if (m < Mux::file_a) return std::string(isa::info(m).name);
    const RegisterFile file = m == Mux::file_a ? RegisterFile::a : RegisterFile::b;
    return register_text(file, Access::read, file == RegisterFile::a ? word_.raddr_a() : word_.raddr_b(),
                         style_.raw_sources);
  }

  bool reads(Mux m) const {
    for (bool mul : {false, true}) {
      if (op(mul) == 0) continue;
      if (mux(mul, false) == m || (info(mul).operands == 2 && mux(mul, true) == m)) return true;
    }
    return false;
  }

  /// Ports that are read although no operation uses them.
  void add_reads(std::vector<std::string>& parts) const {
    if (!reads(Mux::file_a) && word_.raddr_a() != isa::read_address::nop) {
      parts.push_back("read " + source_register(Mux::file_a));
    }
    if (reads(Mux::file_b)) return;
    if (has_immediate()) {
      if (!rotates()) parts.push_back("read " + immediate_text(word_.small_immediate()));
    } else if (word_.raddr_b() != isa::read_address::nop) {
      parts.push_back("read " + source_register(Mux::file_b));
    }
  }

  void add_signal(std::vector<std::string>& parts) const {
    const std::string_view name = isa::info(word_.signal()).name;
    if (!name.empty()) parts.emplace_back(name);
  }

  // -- load immediate and semaphores

  std::string load() {
    const std::string value =
        word_.immediate_type() == isa::ImmediateType::word ? number(word_.immediate()) : elements();
    return with_targets(ambiguous_elements() ? "ldipeu" : "ldi", value);
  }

  /// Elements of 0 and 1 alone fit both types; ldi chooses the signed one.
  bool ambiguous_elements() const {
    return word_.immediate_type() == isa::ImmediateType::per_element_unsigned && word_.immediate() >> 16 == 0;
  }

  std::string elements() const {
    std::string text;
    for (unsigned lane = 0; lane < isa::kLanes; ++lane) {
      const std::uint32_t value = isa::per_element_value(word_.immediate_type(), word_.immediate(), lane);
      text.append(lane == 0 ? "[" : ",").append(std::to_string(static_cast<std::int32_t>(value)));
    }
    return text + "]";
  }

  std::string semaphore() {
    const std::uint32_t value = word_.immediate() & ~0x10u;
    return with_targets(word_.semaphore_decrement() ? "sacq" : "srel", number(value));
  }

  std::string with_targets(const std::string& name, const std::string& value) {
    if (!stores(true))
      return name + suffixes(false) + " " + target(false) + pack_suffix(false) + ", " + value;
    const std::string mul_part =
        name + condition_suffix(true) + " " + target(true) + pack_suffix(true) + ", " + value;
    if (!stores(false))
      return "nop; " + name + condition_suffix(true) + flag_suffix(false) +
             mul_part.substr((name + condition_suffix(true)).size());
    return name + suffixes(false) + " " + target(false) + pack_suffix(false) + ", " + value + "; " + mul_part;
  }

  std::string suffixes(bool mul) const { return condition_suffix(mul) + flag_suffix(mul); }

  // -- branch

  std::string branch(const std::string& destination) {
    const isa::BranchConditionInfo& condition = isa::info(word_.branch_condition());
    if (condition.reserved) return invalid();
    std::string text = word_.branch_relative() ? "brr" : "bra";
    if (!condition.name.empty()) text += suffix(condition.name);
    if (word_.set_flags()) text += ".setf";
    return text + " " + branch_operands(destination);
  }

  std::string branch_operands(const std::string& destination) const {
    const bool both_targets = stores(true);
    std::vector<std::string> operands{target(false)};
    if (both_targets) operands.push_back(target(true));
    const bool has_register = word_.branch_register();
    const bool has_constant = word_.immediate() != 0 || !has_register || destination.starts_with("r:");
    if (has_register) operands.push_back(raw_register(RegisterFile::a, word_.branch_raddr_a()));
    if (!has_register && both_targets) operands.push_back("-");
    if (has_constant) operands.push_back(destination);
    if (!has_constant && both_targets) operands.push_back("-");
    return join(operands, ", ");
  }

  Instruction word_;
  PrintStyle style_;
  bool valid_ = true;
};

}  // namespace

std::optional<std::string> print_word(Instruction instruction, const PrintStyle& style) {
  return Printer(instruction, style).print();
}

std::optional<std::string> print_branch_to(Instruction branch, const std::string& label,
                                           const PrintStyle& style) {
  return Printer(branch, style).branch_to(label);
}

}  // namespace quadcl::qpu::assembly
