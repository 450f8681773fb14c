// SPDX-License-Identifier: Apache-2.0
#include "machine_code_text.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "qpu/isa/tables.h"

namespace qpu_compile_test {
namespace {

using namespace quadcl::compiler::qpu;

/// The value of an enumeration below `limit` whose row of the instruction set's tables has the name.
template <typename Value>
bool find(const std::string& name, unsigned limit, Value& found) {
  for (unsigned code = 0; code < limit; ++code) {
    if (isa::info(static_cast<Value>(code)).name != name) continue;
    found = static_cast<Value>(code);
    return true;
  }
  return false;
}

Operand port_from(const std::string& name, isa::Access access) {
  for (unsigned address = 32; address < 64; ++address) {
    const bool in_a = isa::register_info(isa::RegisterFile::a, access, address).name == name;
    const bool in_b = isa::register_info(isa::RegisterFile::b, access, address).name == name;
    if (in_a && in_b) return port(address);
    if (in_a || in_b) return in_a ? port_a(address) : port_b(address);
  }
  throw std::runtime_error("no operand: " + name);
}

Operand operand_from(const std::string& text, isa::Access access, Code& code) {
  const auto number = [&](std::size_t begin) {
    return static_cast<std::uint32_t>(std::stoul(text.substr(begin)));
  };
  if (text == "-") return {};
  if (text[0] == '%') {
    code.values = std::max(code.values, number(1) + 1);
    return value(number(1));
  }
  const bool has_digits = std::isdigit(static_cast<unsigned char>(text.back())) != 0;
  if (text.starts_with("ra") && has_digits) return {Place::file_a, number(2)};
  if (text.starts_with("rb") && has_digits) return {Place::file_b, number(2)};
  if (text[0] == 'r' && text.size() == 2) return accumulator(number(1));
  if (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-')
    return immediate(*isa::small_immediate_code(static_cast<std::uint32_t>(std::stol(text))));
  return port_from(text, access);
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in >> std::ws, part, separator);) parts.push_back(part);
  return parts;
}

/// Of both ALUs, the name has both operations.
void set_kind(Operation& operation, const std::string& names) {
  const std::string name = names.substr(0, names.find('/'));
  if (name != names) find(names.substr(name.size() + 1), 8, operation.also);
  if (name == "mov") return;
  if (name == "brr") {
    operation.kind = OperationKind::branch;
  } else if (name == "rotate") {
    operation.kind = OperationKind::rotate;
  } else if (name == "ldi") {
    operation.kind = OperationKind::constant;
  } else if (name == "thrend") {
    operation.kind = OperationKind::end;
  } else if (name.starts_with("ldtmu")) {
    operation.kind = OperationKind::receive;
    operation.tmu = name == "ldtmu1";
  } else if (find(name, 8, operation.multiply) && name != "v8adds" && name != "v8subs") {
    operation.kind = OperationKind::multiply;
  } else if (find(name, 32, operation.add)) {
    operation.kind = OperationKind::add;
  } else {
    throw std::runtime_error("no operation: " + name);
  }
}

Operation operation_from(const std::string& line, Code& code) {
  const std::size_t space = line.find(' ');
  const std::vector<std::string> names = parts_of(line.substr(0, space), '.');
  Operation operation;
  set_kind(operation, names[0]);
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i] == "setf") operation.sets_flags = true;
    if (names[i].starts_with("if")) find(names[i].substr(2), 8, operation.condition);
    if (operation.kind == OperationKind::branch) find(names[i], 16, operation.branch);
  }
  if (space == line.npos) return operation;
  const std::vector<std::string> operands = parts_of(line.substr(space), ',');
  operation.target = operand_from(operands[0], isa::Access::write, code);
  if (operation.kind == OperationKind::branch) {
    operation.to = static_cast<std::uint32_t>(std::stoul(operands[1].substr(5)));  // blockN
    if (operands.size() == 5) {                                                    // by a table
      operation.a = operand_from(operands[2], isa::Access::read, code);
      operation.targets = static_cast<std::uint32_t>(std::stoul(operands[3]));
      operation.entry_bits = static_cast<std::uint8_t>(std::stoul(operands[4]));
    }
  } else if (operation.kind == OperationKind::constant) {
    operation.number = static_cast<std::uint32_t>(std::stoul(operands[1], nullptr, 16));
  } else {
    if (operands.size() > 1) operation.a = operand_from(operands[1], isa::Access::read, code);
    if (operation.kind == OperationKind::rotate)
      operation.rotation = static_cast<std::uint8_t>(std::stoul(operands[2]));
    else if (operands.size() > 2)
      operation.b = operand_from(operands[2], isa::Access::read, code);
  }
  return operation;
}

}  // namespace

Code code_from(const std::string& text) {
  Code code;
  std::istringstream in(text);
  for (std::string line; std::getline(in >> std::ws, line);) {
    if (line.starts_with("block")) {
      code.blocks.emplace_back();
    } else {
      code.blocks.back().operations.push_back(operation_from(line, code));
    }
  }
  return code;
}

}  // namespace qpu_compile_test
