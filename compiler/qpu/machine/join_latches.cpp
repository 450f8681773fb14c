// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/join_latches.h"

#include <algorithm>

#include "compiler/qpu/machine/liveness.h"
#include "compiler/qpu/machine/tidy.h"

namespace quadcl::compiler::qpu {
namespace {

/// Whether the operation may run although its result is not needed.
bool is_harmless(const Operation& operation, const llvm::BitVector& live) {
  return !has_effect(operation) && !operation.is_conditional() && operation.target.is_value() &&
         !live.test(operation.target.number);
}

bool is_latch(const Code& code, std::uint32_t block, std::uint32_t exit, const Liveness& liveness) {
  const auto& operations = code.blocks[block].operations;
  if (operations.size() < 2 || !is_jump(operations.back()) || operations.back().to > block) return false;
  return std::all_of(operations.begin(), operations.end() - 1,
                     [&](const Operation& operation) { return is_harmless(operation, liveness.in[exit]); });
}

}  // namespace

void join_latches(Code& code) {
  const Liveness liveness = find_liveness(code);
  const std::vector<std::uint32_t> branches =
      branches_to_blocks(code);  // none of them goes, two trade places
  for (std::uint32_t i = 0; i + 1 < code.blocks.size(); ++i) {
    auto &operations = code.blocks[i].operations, &latch = code.blocks[i + 1].operations;
    if (operations.empty() || !is_branch(operations.back()) ||
        operations.back().branch == isa::BranchCondition::always)
      continue;
    Operation& leaves = operations.back();
    if (branches[i + 1] > 0 || !is_latch(code, i + 1, leaves.to, liveness)) continue;
    std::swap(leaves.to, latch.back().to);
    leaves.branch = inverse(leaves.branch);
    operations.insert(operations.end() - 1, latch.begin(), latch.end() - 1);
    latch.erase(latch.begin(), latch.end() - 1);
  }
  drop_needless_branches(code);
}

}  // namespace quadcl::compiler::qpu
