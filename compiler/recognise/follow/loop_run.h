// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/follow/loop_shape.h"
#include "compiler/recognise/follow/walk.h"

namespace quadcl::compiler::recognise {

/// A loop that the work-item runs into. If it has a small constant number of iterations, each is followed;
/// else LoopSummary follows only one.
class LoopRun {
 public:
  LoopRun(const llvm::Loop& loop, const PhiValues& entry, Machine& machine, Walk& walk)
      : shape_(loop), entry_(entry), machine_(machine), walk_(walk) {}

  Arrival run();

 private:
  Polynomial iterations(Symbol counter);
  Arrival unroll(std::int64_t count);

  const LoopShape shape_;
  const PhiValues& entry_;
  Machine& machine_;
  Walk& walk_;
};

}  // namespace quadcl::compiler::recognise
