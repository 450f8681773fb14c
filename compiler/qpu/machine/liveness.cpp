// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/liveness.h"

namespace quadcl::compiler::qpu {

void step_back(const Operation& operation, llvm::BitVector& live) {
  if (operation.target.is_value()) {
    if (operation.is_conditional()) {
      live.set(operation.target.number);
    } else {
      live.reset(operation.target.number);
    }
  }
  for (const Operand& source : {operation.a, operation.b})
    if (source.is_value()) live.set(source.number);
}

Liveness find_liveness(const Code& code) {
  const std::size_t count = code.blocks.size();
  Liveness liveness{std::vector<llvm::BitVector>(count, llvm::BitVector(code.values)),
                    std::vector<llvm::BitVector>(count, llvm::BitVector(code.values))};
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t i = count; i-- > 0;) {
      llvm::BitVector live = liveness.out[i];
      for (const std::uint32_t successor : successors(code, static_cast<std::uint32_t>(i)))
        live |= liveness.in[successor];
      liveness.out[i] = live;
      const auto& operations = code.blocks[i].operations;
      for (auto operation = operations.rbegin(); operation != operations.rend(); ++operation)
        step_back(*operation, live);
      changes |= live != liveness.in[i];
      liveness.in[i] = std::move(live);
    }
  }
  return liveness;
}

}  // namespace quadcl::compiler::qpu
