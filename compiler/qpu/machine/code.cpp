// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/code.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "qpu/isa/tables.h"

namespace quadcl::compiler::qpu {
namespace {

std::string hexadecimal(std::uint32_t bits) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", bits);
  return text;
}

std::string text_of(const Operand& operand, isa::Access access) {
  const std::string number = std::to_string(operand.number);
  switch (operand.place) {
    case Place::none:
      return "-";
    case Place::value:
      return "%" + number;
    case Place::file_a:
      return "ra" + number;
    case Place::file_b:
      return "rb" + number;
    case Place::accumulator:
      return "r" + number;
    case Place::immediate: {
      const std::uint32_t bits = isa::small_immediate_value(operand.number);
      return operand.number < 32 ? std::to_string(static_cast<std::int32_t>(bits)) : hexadecimal(bits);
    }
    case Place::port:
    case Place::port_a:
    case Place::port_b:
      break;
  }
  const auto file = operand.place == Place::port_b ? isa::RegisterFile::b : isa::RegisterFile::a;
  return std::string(isa::register_info(file, access, operand.number).name);
}

std::string name_of(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::add:
      return std::string(isa::info(operation.add).name) +
             (is_of_both(operation) ? "/" + std::string(isa::info(operation.also).name) : "");
    case OperationKind::multiply:
      return std::string(isa::info(operation.multiply).name);
    case OperationKind::move:
      return "mov";
    case OperationKind::rotate:
      return "rotate";
    case OperationKind::constant:
      return "ldi";
    case OperationKind::define:
      return "undefined";
    case OperationKind::receive:
      return operation.tmu == 0 ? "ldtmu0" : "ldtmu1";
    case OperationKind::semaphore:
      return operation.acquires ? "sacq" : "srel";
    case OperationKind::branch:
      return "brr";
    case OperationKind::end:
      return "thrend";
  }
  return {};
}

/// What follows the targets.
std::string sources_of(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::constant:
      return ", " + hexadecimal(operation.number);
    case OperationKind::semaphore:
      return ", " + std::to_string(operation.number);
    case OperationKind::branch:
      return ", block" + std::to_string(operation.to) +
             (is_table(operation)
                  ? ", " + text_of(operation.a, isa::Access::read) + ", " +
                        std::to_string(operation.targets) + ", " + std::to_string(operation.entry_bits)
                  : "");
    case OperationKind::define:
    case OperationKind::receive:
    case OperationKind::end:
      return {};
    default:
      break;
  }
  std::string text = ", " + text_of(operation.a, isa::Access::read);
  if (operation.unpack != isa::Unpack::none)
    text += std::string(" byte ") + std::to_string(static_cast<unsigned>(operation.unpack) -
                                                   static_cast<unsigned>(isa::Unpack::byte0));
  if (operation.b.place != Place::none) text += ", " + text_of(operation.b, isa::Access::read);
  if (operation.kind == OperationKind::rotate)
    text += operation.rotation == 16 ? ", r5" : ", " + std::to_string(operation.rotation);
  return text;
}

}  // namespace

std::vector<std::uint32_t> successors(const Code& code, std::uint32_t block) {
  std::vector<std::uint32_t> result;
  for (const Operation& operation : code.blocks[block].operations) {
    if (operation.kind == OperationKind::end) return result;
    if (!is_branch(operation)) continue;
    for (std::uint32_t i = 0; i < std::max(operation.targets, 1U); ++i) result.push_back(operation.to + i);
    if (operation.branch == isa::BranchCondition::always) return result;
  }
  if (block + 1 < code.blocks.size()) result.push_back(block + 1);
  return result;
}

double weight(const Block& block) { return std::pow(10.0, block.loops); }

Operation add_operation(isa::AddOp op, Operand target, Operand a, Operand b) {
  Operation operation;
  operation.kind = OperationKind::add;
  operation.add = op;
  operation.target = target;
  operation.a = a;
  operation.b = b;
  return operation;
}

Operation multiply_operation(isa::MulOp op, Operand target, Operand a, Operand b) {
  Operation operation;
  operation.kind = OperationKind::multiply;
  operation.multiply = op;
  operation.target = target;
  operation.a = a;
  operation.b = b;
  return operation;
}

Operation move_operation(Operand target, Operand source) {
  Operation operation;
  operation.target = target;
  operation.a = source;
  return operation;
}

Operation constant_operation(Operand target, std::uint32_t bits) {
  Operation operation;
  operation.kind = OperationKind::constant;
  operation.target = target;
  operation.number = bits;
  return operation;
}

bool is_branch(const Operation& operation) { return operation.kind == OperationKind::branch; }

bool is_table(const Operation& operation) { return is_branch(operation) && operation.targets > 0; }

bool is_jump(const Operation& operation) {
  return is_branch(operation) && operation.branch == isa::BranchCondition::always && operation.targets == 0;
}

std::vector<std::uint32_t> branches_to_blocks(const Code& code) {
  std::vector<std::uint32_t> counts(code.blocks.size());
  for (const Block& block : code.blocks)
    for (const Operation& operation : block.operations)
      for (std::uint32_t i = 0; is_branch(operation) && i < std::max(operation.targets, 1U); ++i)
        ++counts[operation.to + i];
  return counts;
}

bool is_of_both(const Operation& operation) {
  return operation.kind == OperationKind::add && operation.also != isa::MulOp::nop && !operation.sets_flags;
}

/// Minima and maxima of floats are not among them: of two zeros they may give either.
bool is_commutative(const Operation& operation) {
  constexpr isa::AddOp kAdds[] = {isa::AddOp::fadd,    isa::AddOp::add,     isa::AddOp::min,
                                  isa::AddOp::max,     isa::AddOp::bit_and, isa::AddOp::bit_or,
                                  isa::AddOp::bit_xor, isa::AddOp::v8adds};
  constexpr isa::MulOp kMultiplies[] = {isa::MulOp::fmul,  isa::MulOp::mul24, isa::MulOp::v8muld,
                                        isa::MulOp::v8min, isa::MulOp::v8max, isa::MulOp::v8adds};
  if (operation.kind == OperationKind::add)
    return std::find(std::begin(kAdds), std::end(kAdds), operation.add) != std::end(kAdds);
  return operation.kind == OperationKind::multiply &&
         std::find(std::begin(kMultiplies), std::end(kMultiplies), operation.multiply) !=
             std::end(kMultiplies);
}

bool computes_same(const Operation& one, const Operation& other) {
  if (one.kind != other.kind || one.add != other.add || one.multiply != other.multiply) return false;
  return (one.a == other.a && one.b == other.b) ||
         (is_commutative(one) && one.a == other.b && one.b == other.a);
}

bool has_effect(const Operation& operation) {
  const auto reads_port = [](const Operand& operand) {
    return operand.is_port() && operand != kElementNumber && operand != kQpuNumber;
  };
  switch (operation.kind) {
    case OperationKind::receive:
    case OperationKind::semaphore:
    case OperationKind::branch:
    case OperationKind::end:
      return true;
    default:
      return operation.sets_flags || operation.target.is_port() || reads_port(operation.a) ||
             reads_port(operation.b);
  }
}

std::string text_of(const Operation& operation) {
  std::string text = name_of(operation);
  if (operation.is_conditional()) text += ".if" + std::string(isa::info(operation.condition).name);
  if (operation.sets_flags) text += ".setf";
  if (is_branch(operation)) text += "." + std::string(isa::info(operation.branch).name);
  if (operation.kind == OperationKind::end) return text;
  return text + " " + text_of(operation.target, isa::Access::write) + sources_of(operation);
}

std::string text_of(const Code& code) {
  std::string text;
  for (std::size_t i = 0; i < code.blocks.size(); ++i) {
    text += "block" + std::to_string(i) + ":\n";
    for (const Operation& operation : code.blocks[i].operations) text += "    " + text_of(operation) + "\n";
  }
  return text;
}

}  // namespace quadcl::compiler::qpu
