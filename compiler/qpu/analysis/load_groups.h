// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <functional>
#include <map>
#include <vector>

#include "compiler/qpu/analysis/address_forms.h"

namespace quadcl::compiler::qpu {

/// Which loads of words may join.
struct JoinRule {
  std::function<bool(const llvm::LoadInst&)> may_join;
  std::size_t most;    ///< of a group
  bool passes_stores;  ///< whether what lies between them may store
};

/// Loads of one block whose words lie side by side, so that one request or transfer loads all of them.
class LoadGroups {
 public:
  /// In the order of addresses.
  using Group = std::vector<const llvm::LoadInst*>;

  LoadGroups(llvm::Function& kernel, const JoinRule& rule);
  /// The group of a load; itself alone if there is none.
  Group at(const llvm::LoadInst& load) const;

 private:
  void close(std::vector<const llvm::LoadInst*>& open);

  const std::size_t most_;
  AddressForms forms_;
  std::map<const llvm::LoadInst*, Group> groups_;
};

}  // namespace quadcl::compiler::qpu
