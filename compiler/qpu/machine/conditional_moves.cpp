// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/conditional_moves.h"

#include <algorithm>
#include <optional>

#include "compiler/qpu/machine/tidy.h"
#include "compiler/qpu/machine/uses.h"

namespace quadcl::compiler::qpu {
namespace {

using Operations = std::vector<Operation>;

bool is_move_of_value(const Operation& operation) {
  return operation.kind == OperationKind::move && operation.target.is_value() && !operation.sets_flags &&
         is_steady(operation.a);
}

/// Whether no operation between the two places writes the operand.
bool is_unchanged(const Operations& operations, const Operand& operand, std::size_t first, std::size_t end) {
  return std::none_of(operations.begin() + static_cast<std::ptrdiff_t>(first),
                      operations.begin() + static_cast<std::ptrdiff_t>(end), [&](const Operation& operation) {
                        return operand.is_value() && operation.target == operand;
                      });
}

/// The last write of the value before the place; empty if it is not in the block.
std::optional<std::size_t> last_write(const Operations& operations, const Operand& operand,
                                      std::size_t place) {
  while (place-- > 0)
    if (operations[place].target == operand) return place;
  return {};
}

void erase(Operations& operations, std::size_t place) {
  operations.erase(operations.begin() + static_cast<std::ptrdiff_t>(place));
}

/// For the move with a condition at `place`: what it moves is computed there.
bool merge_with_source(Operations& operations, std::size_t place, const Uses& uses) {
  const Operation move = operations[place];
  if (!is_move_of_value(move) || !move.is_conditional() || !move.a.is_value()) return false;
  if (uses.reads[move.a.number] != 1 || uses.writes[move.a.number] != 1) return false;
  const auto source = last_write(operations, move.a, place);
  if (!source || !is_plain(operations[*source])) return false;
  Operation merged = operations[*source];
  if (!is_unchanged(operations, merged.a, *source, place) ||
      !is_unchanged(operations, merged.b, *source, place))
    return false;
  merged.target = move.target;
  merged.condition = move.condition;
  operations[place] = merged;
  erase(operations, *source);
  return true;
}

/// Whether the operation gives its first operand if the second one is 0.
bool keeps_with_zero(const Operation& operation) {
  using enum isa::AddOp;
  return operation.kind == OperationKind::add && (operation.add == add || operation.add == sub ||
                                                  operation.add == bit_or || operation.add == bit_xor);
}

/// A number that is 0 in some lanes: two moves.
struct MoveByNumber {
  std::size_t first = 0, second = 0;  ///< places of the moves
  Operand number;
  isa::Condition condition = isa::Condition::always;  ///< where it is not 0
};

std::optional<MoveByNumber> choice_with_zero(const Operations& operations, const Operand& chosen,
                                             std::size_t place) {
  const auto second = last_write(operations, chosen, place);
  const auto first = second ? last_write(operations, chosen, *second) : std::nullopt;
  if (!first) return {};
  const Operation &otherwise = operations[*first], &then = operations[*second];
  if (!is_move_of_value(otherwise) || otherwise.is_conditional() || !is_move_of_value(then) ||
      !then.is_conditional())
    return {};
  const bool is_first_zero = otherwise.a == immediate(0);
  if (is_first_zero == (then.a == immediate(0))) return {};
  const Operand number = is_first_zero ? then.a : otherwise.a;
  if (!is_unchanged(operations, number, *first, place)) return {};
  return MoveByNumber{*first, *second, number, is_first_zero ? then.condition : inverse(then.condition)};
}

/// For the operation at `place`, which may be done at the choice, where the flags are.
bool merge_with_choice(Operations& operations, std::size_t place, const Uses& uses) {
  Operation merged = operations[place];
  if (!is_plain(merged) || !keeps_with_zero(merged) || merged.a == merged.b) return false;
  const auto is_chosen = [&](const Operand& operand) {
    return operand.is_value() && uses.reads[operand.number] == 1 && uses.writes[operand.number] == 2;
  };
  if (!is_chosen(merged.b) && merged.add != isa::AddOp::sub) std::swap(merged.a, merged.b);
  if (!is_chosen(merged.b) || !merged.a.is_value() || uses.writes[merged.target.number] != 1) return false;
  const auto choice = choice_with_zero(operations, merged.b, place);
  if (!choice || !is_unchanged(operations, merged.a, choice->second, place)) return false;
  Operation move = move_operation(merged.target, merged.a);
  move.line = merged.line;
  move.row = merged.row;
  merged.a = merged.target;
  merged.b = choice->number;
  merged.condition = choice->condition;
  erase(operations, place);
  operations[choice->second] = merged;
  operations.insert(operations.begin() + static_cast<std::ptrdiff_t>(choice->second), move);
  erase(operations, choice->first);
  return true;
}

}  // namespace

void drop_conditional_moves(Code& code) {
  for (const auto merge : {merge_with_choice, merge_with_source}) {
    const Uses uses(code);
    for (Block& block : code.blocks)
      for (std::size_t place = 0; place < block.operations.size(); ++place)
        if (merge(block.operations, place, uses)) --place;
  }
}

}  // namespace quadcl::compiler::qpu
