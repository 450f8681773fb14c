// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/raw_ostream.h>

namespace quadcl::compiler {

/// Which values of a kernel may differ between the work-items of a group that compute them together.
/// Errs on the side of varying: memory is taken to hold a different value for everyone, except constant
/// memory read at a uniform address.
class Uniformity {
 public:
  explicit Uniformity(llvm::Function& kernel);

  bool is_varying(const llvm::Value& value) const { return varying_.contains(&value); }
  /// Whether work-items may leave the block in different directions.
  bool diverges(const llvm::BasicBlock& block) const;

  void print(llvm::raw_ostream& out) const;

 private:
  llvm::Function& kernel_;
  llvm::SmallPtrSet<const llvm::Value*, 32> varying_;
};

}  // namespace quadcl::compiler
