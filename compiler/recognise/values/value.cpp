// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/value.h"

namespace quadcl::compiler::recognise {
namespace {

Condition choose_condition(Condition condition, Condition left, Condition right, Expressions& expressions) {
  if (left == expressions.always()) return expressions.either(condition, right);
  if (expressions.is_never(right)) return expressions.both(condition, left);
  return expressions.either(expressions.both(condition, left),
                            expressions.both(expressions.invert(condition), right));
}

bool is_undefined(const Value& value, const Expressions& expressions) {
  return value.is_data() && value.row == expressions.undefined();
}

}  // namespace

Value choose(Condition condition, const Value& left, const Value& right, Expressions& expressions) {
  if (condition == expressions.always()) return left;
  if (expressions.is_never(condition)) return right;
  if (is_undefined(left, expressions)) return right;
  if (is_undefined(right, expressions)) return left;
  if (left.kind != right.kind) return {};
  switch (left.kind) {
    case ValueKind::integer:
    case ValueKind::pointer:
      return left.row == right.row && left.number == right.number ? left : Value{};
    case ValueKind::data:
      return Value::of_data(expressions.choose(condition, left.row, right.row));
    case ValueKind::condition:
      return Value::of_condition(choose_condition(condition, left.row, right.row, expressions));
    case ValueKind::vector: {
      if (left.lanes.size() != right.lanes.size()) return {};
      std::vector<Value> lanes;
      for (std::size_t i = 0; i < left.lanes.size(); ++i)
        lanes.push_back(choose(condition, left.lanes[i], right.lanes[i], expressions));
      return Value::of_lanes(std::move(lanes));
    }
    case ValueKind::unknown:
      break;
  }
  return {};
}

Value new_carries(const Value& initial, Expressions& expressions) {
  if (initial.is_data()) return Value::of_data(expressions.new_carry());
  if (!initial.is_vector()) return {};
  std::vector<Value> lanes;
  for (const Value& lane : initial.lanes) lanes.push_back(new_carries(lane, expressions));
  return Value::of_lanes(std::move(lanes));
}

void replace(Value& value, NodeMap& replacements, Expressions& expressions) {
  if (value.is_data()) value.row = expressions.replace(value.row, replacements);
  for (Value& lane : value.lanes) replace(lane, replacements, expressions);
}

}  // namespace quadcl::compiler::recognise
