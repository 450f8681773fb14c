// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/trip_count.h"

namespace quadcl::compiler::recognise {
namespace {

/// Iterations while distance - step * counter is not negative.
Polynomial steps_down(const Polynomial& distance, const Polynomial& step, Symbols& symbols) {
  if (!symbols.is_known(step) || !symbols.is_never_negative(step) || step.is_zero())
    reject("a loop does not count towards its bound");
  constexpr const char* kReason = "a loop's bound is below its start";
  const Polynomial bound = step == Polynomial(1) ? symbols.pull_into_minimum(distance + step, kReason)
                                                 : symbols.with_global_ids(distance + step);
  symbols.require_not_negative(bound, kReason);
  return symbols.quotient(bound, step);
}

/// Iterations until distance - step * counter is 0.
Polynomial steps_to(Polynomial distance, Polynomial step, Symbols& symbols) {
  if (step.constant() < 0) {
    step = step * -1;
    distance = distance * -1;
  }
  symbols.require_not_negative(distance, "a loop's bound is below its start");
  symbols.require_zero(symbols.remainder(distance, step), "a loop steps over its bound");
  return symbols.quotient(distance, step);
}

}  // namespace

Polynomial trip_count(Condition goes_on, Symbol counter, Symbols& symbols, Expressions& expressions) {
  if (expressions.is_never(goes_on)) return {};
  const ConditionRow row = expressions.condition(goes_on);
  if (row.kind == ConditionKind::both)
    return symbols.minimum(trip_count(row.left, counter, symbols, expressions),
                           trip_count(row.right, counter, symbols, expressions));
  Polynomial distance;
  const Polynomial step = row.value.coefficient_of(counter, &distance) * -1;
  if (row.kind == ConditionKind::not_negative) return steps_down(distance, step, symbols);
  if (row.kind != ConditionKind::not_zero || !step.is_constant() || step.is_zero())
    reject("a loop's number of iterations is not understood");
  return steps_to(distance, step, symbols);
}

}  // namespace quadcl::compiler::recognise
