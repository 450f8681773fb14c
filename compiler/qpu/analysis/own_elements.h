// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <memory>

namespace quadcl::compiler::qpu {

/// Elements of buffers that a work-item loads before it stores them, each in another turn of a loop: `for (i
/// = get_global_id(0); i < n; i += get_global_size(0)) y[i] += x[i];`. No other work-item may store them
/// before: there is no barrier that would order that.
class OwnElements {
 public:
  explicit OwnElements(llvm::Function& kernel);
  ~OwnElements();

  /// Whether what is loaded is never what was stored before.
  bool are_loaded_first(const llvm::Instruction& load, const llvm::Instruction& store);

 private:
  struct Analyses;
  llvm::Function& kernel_;
  const bool has_barriers_;
  std::unique_ptr<Analyses> analyses_;  ///< null until they are needed
};

}  // namespace quadcl::compiler::qpu
