// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {

enum class ValueKind : std::uint8_t { unknown, integer, condition, pointer, data, vector };

/// What an IR value is for a work-item, as a function of ids, counters and arguments.
struct Value {
  ValueKind kind = ValueKind::unknown;
  std::uint32_t row = 0;     ///< condition, node, or the object a pointer leads into
  Polynomial number;         ///< integer, or the byte offset of a pointer; modulo its width
  std::vector<Value> lanes;  ///< of a vector

  static Value of_integer(Polynomial number) { return {ValueKind::integer, 0, std::move(number), {}}; }
  static Value of_condition(Condition condition) { return {ValueKind::condition, condition, {}, {}}; }
  static Value of_pointer(std::uint32_t object, Polynomial offset) {
    return {ValueKind::pointer, object, std::move(offset), {}};
  }
  static Value of_data(Node node) { return {ValueKind::data, node, {}, {}}; }
  static Value of_lanes(std::vector<Value> lanes) { return {ValueKind::vector, 0, {}, std::move(lanes)}; }

  bool is_data() const { return kind == ValueKind::data; }
  bool is_integer() const { return kind == ValueKind::integer; }
  bool is_pointer() const { return kind == ValueKind::pointer; }
  bool is_vector() const { return kind == ValueKind::vector; }
  /// Followed as a polynomial.
  bool is_index() const { return is_integer() || is_pointer(); }
  bool is_constant_integer() const { return is_integer() && number.is_constant(); }
  Value plus(const Polynomial& offset) const { return {kind, row, number + offset, lanes}; }
};

/// The values of a block's phis, which all change at once.
using PhiValues = llvm::SmallVector<std::pair<const llvm::PHINode*, Value>, 4>;

/// What a value is where two paths meet: `left` on the condition, else `right`.
Value choose(Condition condition, const Value& left, const Value& right, Expressions& expressions);

/// New carries for data, lane by lane; unknown for anything else.
Value new_carries(const Value& initial, Expressions& expressions);
/// Inserts the replacements of nodes, lane by lane.
void replace(Value& value, NodeMap& replacements, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
