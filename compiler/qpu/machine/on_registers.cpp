// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/on_registers.h"

namespace quadcl::compiler::qpu {
namespace {

Operand register_at(std::uint32_t index) {
  if (index < kFileRegisters) return {Place::file_a, index};
  if (index < 2 * kFileRegisters) return {Place::file_b, index - kFileRegisters};
  return accumulator(index - 2 * kFileRegisters);
}

/// Moves one of two sources that need the same port to r3.
void part_sources(Operation& operation, std::vector<Operation>& before) {
  const bool same_file =
      operation.a.is_file() && operation.a.place == operation.b.place && operation.a != operation.b;
  const auto is_in_b = [](const Operand& operand) { return operand.place == Place::file_b; };
  const bool both_b = (is_in_b(operation.a) && operation.b.place == Place::immediate) ||
                      (is_in_b(operation.b) && operation.a.place == Place::immediate);
  if (!same_file && !both_b) return;
  Operand& moved = is_in_b(operation.b) || same_file ? operation.b : operation.a;
  Operation move = move_operation(accumulator(kScratch), moved);
  move.line = operation.line;
  before.push_back(move);
  moved = accumulator(kScratch);
}

}  // namespace

std::vector<Operation> on_registers(std::span<const Operation> operations,
                                    std::span<const std::uint32_t> registers) {
  std::vector<Operation> result;
  result.reserve(operations.size() + operations.size() / 4);
  for (Operation operation : operations) {
    for (Operand* operand : {&operation.target, &operation.a, &operation.b})
      if (operand->is_value()) *operand = register_at(registers[operand->number]);
    part_sources(operation, result);
    result.push_back(operation);
  }
  return result;
}

}  // namespace quadcl::compiler::qpu
