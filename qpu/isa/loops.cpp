// SPDX-License-Identifier: Apache-2.0
#include "qpu/isa/loops.h"

#include <algorithm>
#include <optional>

#include "qpu/isa/instruction.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::isa {
namespace {

bool computes_on_both_alus(Instruction instruction) {
  return instruction.is_alu() && info(instruction.op_add()).float_result &&
         instruction.op_mul() == MulOp::fmul;
}

/// The loop that ends with the instruction at `index`.
std::optional<Loop> loop_closed_by(std::span<const std::uint64_t> program, std::size_t index) {
  const Instruction branch(program[index]);
  if (branch.encoding_class() != EncodingClass::branch || !branch.branch_relative() ||
      branch.branch_register()) {
    return {};
  }
  // The offset counts from the instruction after the delay slots (docs/videocore4.md, Instruction words).
  const std::int64_t after_slots = static_cast<std::int64_t>(index) + 1 + kBranchDelaySlots;
  const std::int64_t target =
      after_slots + static_cast<std::int32_t>(branch.immediate()) / std::int64_t{kInstructionBytes};
  if (target < 0 || target > static_cast<std::int64_t>(index)) return {};
  Loop loop{static_cast<std::size_t>(target), 0, 0};
  const std::size_t end = std::min<std::size_t>(static_cast<std::size_t>(after_slots), program.size());
  loop.instructions = end - loop.begin;
  for (std::size_t i = loop.begin; i < end; ++i)
    loop.both_alus_float += computes_on_both_alus(Instruction(program[i]));
  return loop;
}

bool contains(const Loop& outer, const Loop& inner) {
  return outer.begin <= inner.begin && inner.begin + inner.instructions <= outer.begin + outer.instructions &&
         outer.instructions > inner.instructions;
}

}  // namespace

std::vector<Loop> innermost_loops(std::span<const std::uint64_t> program) {
  std::vector<Loop> loops;
  for (std::size_t i = 0; i < program.size(); ++i) {
    if (const auto loop = loop_closed_by(program, i)) loops.push_back(*loop);
  }
  std::vector<Loop> innermost;
  for (const Loop& loop : loops) {
    if (std::none_of(loops.begin(), loops.end(), [&](const Loop& other) { return contains(loop, other); })) {
      innermost.push_back(loop);
    }
  }
  std::sort(innermost.begin(), innermost.end(),
            [](const Loop& a, const Loop& b) { return a.begin < b.begin; });
  return innermost;
}

}  // namespace quadcl::qpu::isa
