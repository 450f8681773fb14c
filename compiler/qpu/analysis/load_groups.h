// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <vector>

#include "compiler/qpu/analysis/address_forms.h"

namespace quadcl::compiler::qpu {

/// Loads from local memory whose words lie side by side, with no store between them: where that memory lies
/// in SDRAM, one transfer loads all of them.
class LoadGroups {
 public:
  /// In the order of addresses.
  using Group = std::vector<const llvm::LoadInst*>;

  explicit LoadGroups(llvm::Function& kernel);
  /// The group of a load; itself alone if there is none.
  Group at(const llvm::LoadInst& load) const;

 private:
  void close(std::vector<const llvm::LoadInst*>& open);

  AddressForms forms_;
  std::map<const llvm::LoadInst*, Group> groups_;
};

}  // namespace quadcl::compiler::qpu
