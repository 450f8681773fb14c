// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/late_receipts.h"

#include "compiler/qpu/machine/dependences.h"

namespace quadcl::compiler::qpu {
namespace {

/// For each late receipt, how many operations may be left: the receipt and its moves, and what runs beside
/// them.
constexpr std::size_t kLeftForReceipt = 4;

bool moves_all_lanes(const Operation& operation) {
  return operation.kind == OperationKind::move && !operation.is_conditional() && !operation.sets_flags &&
         (operation.target.is_value() || operation.target.is_file() ||
          operation.target.place == Place::accumulator);
}

bool writes_result(const Operation& operation) {
  return operation.kind == OperationKind::receive || writes_special_function(operation);
}

/// Whether the operations from `first` on only move what the operand holds, to where they do not read it.
bool only_moves(std::span<const Operation> operations, std::size_t first, const Operand& operand) {
  for (std::size_t i = first; i < operations.size(); ++i) {
    const Operation& operation = operations[i];
    if (operation.reads(operand) &&
        !(moves_all_lanes(operation) && only_moves(operations, i + 1, operation.target)))
      return false;
    const bool is_changed = operand == accumulator(kResults) ? writes_result(operation)
                                                             : operation.target == operand;
    if (is_changed && !operation.is_conditional()) return true;
  }
  return operand != accumulator(kResults);
}

}  // namespace

LateReceipts::LateReceipts(std::span<const Operation> operations)
    : receipts_(static_cast<unsigned>(operations.size())) {
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (operations[i].kind == OperationKind::receive &&
        only_moves(operations, i + 1, accumulator(kResults)))
      receipts_.set(static_cast<unsigned>(i));
  most_left_ = kLeftForReceipt * receipts_.count();
}

}  // namespace quadcl::compiler::qpu
