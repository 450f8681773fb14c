// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/loop_run.h"

#include "compiler/recognise/follow/induction.h"
#include "compiler/recognise/follow/loop_summary.h"

namespace quadcl::compiler::recognise {

/// Loops of up to this many iterations are followed one by one: those of private arrays and of tiles.
constexpr std::int64_t kMostIterations = 64;

Arrival LoopRun::run() {
  const Symbol counter = machine_.symbols.make_counter();
  const Polynomial count = iterations(counter);
  machine_.symbols.set_count(counter, count);
  if (count.is_constant() && count.constant() <= kMostIterations) return unroll(count.constant());
  return LoopSummary(shape_, entry_, counter, machine_, walk_).run();
}

Polynomial LoopRun::iterations(Symbol counter) {
  Expressions& expressions = machine_.expressions;
  Symbols& symbols = machine_.symbols;
  const auto test = Induction(shape_, entry_, counter, machine_).test();
  if (const llvm::DILocation* place = shape_.test->getDebugLoc().get()) expressions.set_place(place);
  if (!test) reject("a loop's number of iterations is not understood");
  const Polynomial count = trip_count(*test, counter, symbols, expressions);
  return shape_.tests_first ? count : count + 1;
}

Arrival LoopRun::unroll(std::int64_t count) {
  PhiValues phis = entry_;
  for (std::int64_t i = 0; i < count; ++i) phis = walk_.run_iteration(shape_, phis);
  if (shape_.tests_first) machine_.environment.set(phis);
  return walk_.leave_loop(shape_);
}

}  // namespace quadcl::compiler::recognise
