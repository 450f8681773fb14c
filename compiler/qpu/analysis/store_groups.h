// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compiler/qpu/analysis/address_forms.h"
#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/memory_order.h"

namespace quadcl::compiler::qpu {

/// Stores of one work-item that become one transfer: side by side in a buffer, such as elements of a vector,
/// members of a struct, pixels of three bytes; or words at equal distances, such as one of each of several
/// planes.
class StoreGroups {
 public:
  /// The words of a column in a block of the VPM.
  static constexpr std::size_t kMost = 16;

  /// Side by side, by their place. Null is a word of a struct that no member has: it is stored again.
  using Group = std::vector<const llvm::StoreInst*>;
  /// Groups by their place, at equal distances.
  using Groups = std::vector<Group>;

  /// `limit`: how many may be in a group. Of groups at equal distances, as many happen together if
  /// `limits_planes`, so that what they store need not wait in registers. Then, the distance may be one that
  /// only the launch knows, such as that of lines of an image.
  StoreGroups(llvm::Function& kernel, const MemoryOrder& order, std::size_t limit,
              bool limits_planes = false);

  /// The stores that happen where this one is; none if it happens with a later one. Several groups are of a
  /// word each.
  Groups at(const llvm::StoreInst& store) const;
  /// Of one group, at least 1.
  std::size_t most() const { return most_; }

 private:
  void add(const llvm::StoreInst& store);
  void close();
  std::int64_t place(const llvm::StoreInst& store);
  bool continues_lines(const llvm::StoreInst& store);
  std::int64_t end_of(const Group& group);
  void fill_up(Group& group, std::int64_t most);
  Groups side_by_side();
  std::size_t planes(const Groups& groups, std::size_t first);
  void happen_together(const Groups& groups);

  const llvm::DataLayout& layout_;
  AddressForms forms_;
  const std::size_t limit_, most_planes_;
  Group open_;        ///< in the order of the program, at distances that are known
  AddressForm step_;  ///< or at this distance, if it is not empty
  llvm::DenseMap<const llvm::StoreInst*, Groups> by_last_;
  llvm::DenseSet<const llvm::StoreInst*> earlier_;
  std::size_t most_ = 1;
};

/// Bytes of a number of at most 64 bits in memory.
unsigned stored_bytes(const llvm::StoreInst& store);

/// Whether it stores words to buffers only, those of a row side by side.
bool stores_lie_along_rows(llvm::Function& kernel, const LaneStrides& strides);

}  // namespace quadcl::compiler::qpu
