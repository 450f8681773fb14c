// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compiler/qpu/address_forms.h"
#include "compiler/qpu/memory_order.h"

namespace quadcl::compiler::qpu {

/// Stores of one work-item side by side in a buffer, which become one transfer: elements of a vector, members
/// of a struct, pixels of three bytes.
class StoreGroups {
 public:
  /// The words of a column in a block of the VPM.
  static constexpr std::size_t kMost = 16;

  using Group = std::vector<const llvm::StoreInst*>;  ///< by their place

  /// `limit`: how many may be in a group.
  StoreGroups(llvm::Function& kernel, const MemoryOrder& order, std::size_t limit);

  /// The stores that happen where this one is, by their place; none if it happens with a later one.
  Group at(const llvm::StoreInst& store) const;
  /// Of one group, at least 1.
  std::size_t most() const { return most_; }

 private:
  void add(const llvm::StoreInst& store);
  void close();

  AddressForms forms_;
  const std::size_t limit_;
  Group open_;  ///< in the order of the program, at distances that are known
  llvm::DenseMap<const llvm::StoreInst*, Group> by_last_;
  llvm::DenseSet<const llvm::StoreInst*> earlier_;
  std::size_t most_ = 1;
};

/// Bytes of a number of at most 64 bits in memory.
unsigned stored_bytes(const llvm::StoreInst& store);

}  // namespace quadcl::compiler::qpu
