// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdint>
#include <map>
#include <optional>

#include "compiler/passes/uniformity.h"

namespace quadcl::compiler {

/// The differences of values between the neighbours of a row, which runs along dimension 0 of the local id,
/// or along another one. Assumes that integers do not wrap around, so it can guide choices but proves
/// nothing.
class Strides {
 public:
  explicit Strides(const Uniformity& uniformity, unsigned dimension = 0)
      : uniformity_(&uniformity), dimension_(dimension) {}

  /// Invalid as soon as the uniformity that it refers to is invalid.
  bool invalidate(llvm::Function& kernel, const llvm::PreservedAnalyses& preserved,
                  llvm::FunctionAnalysisManager::Invalidator& invalidator);

  /// In bytes for a pointer. Empty if it is unknown, or not the same for all neighbours.
  std::optional<std::int64_t> along_row(const llvm::Value& value);

  /// The stride of every value that the kernel computes.
  void print(const llvm::Function& kernel, llvm::raw_ostream& out);

 private:
  using Stride = std::optional<std::int64_t>;

  Stride compute(const llvm::Instruction& instruction);
  Stride of_address(const llvm::GetElementPtrInst& address);
  Stride of_operation(const llvm::Instruction& instruction);
  Stride of_phi(const llvm::Instruction& instruction);
  bool all_zero(const llvm::Instruction& instruction);
  Stride of_choice(const llvm::SelectInst& select);

  const Uniformity* uniformity_;
  unsigned dimension_;
  std::map<const llvm::Value*, Stride> known_;
};

class StridesAnalysis : public llvm::AnalysisInfoMixin<StridesAnalysis> {
 public:
  using Result = Strides;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
  static llvm::AnalysisKey Key;
};

}  // namespace quadcl::compiler
