// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/induction.h"
#include "compiler/recognise/follow/loop_summary.h"

namespace quadcl::compiler::recognise {
namespace {

/// Loops of up to this many iterations are followed one by one: those of private arrays and of tiles.
constexpr std::int64_t kMostIterations = 64;

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

/// The number of iterations of a loop that goes on while the condition, a function of its counter, holds.
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

Polynomial iterations(const LoopShape& shape, const PhiValues& entry, Symbol counter, Machine& machine) {
  const auto test = Induction(shape, entry, counter, machine).test();
  if (const llvm::DILocation* place = shape.test->getDebugLoc().get()) machine.expressions.set_place(place);
  if (!test) reject("a loop's number of iterations is not understood");
  const Polynomial count = trip_count(*test, counter, machine.symbols, machine.expressions);
  return shape.tests_first ? count : count + 1;
}

}  // namespace

Arrival run_loop(const llvm::Loop& loop, const PhiValues& entry, Machine& machine, Walk& walk) {
  const LoopShape shape(loop);
  const Symbol counter = machine.symbols.make_counter();
  const Polynomial count = iterations(shape, entry, counter, machine);
  machine.symbols.set_count(counter, count);
  if (!count.is_constant() || count.constant() > kMostIterations)
    return LoopSummary(shape, entry, counter, machine, walk).run();
  PhiValues phis = entry;
  for (std::int64_t i = 0; i < count.constant(); ++i) phis = walk.run_iteration(shape, phis);
  if (shape.tests_first) machine.environment.set(phis);
  return walk.leave_loop(shape);
}

}  // namespace quadcl::compiler::recognise
