// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <optional>

#include "compiler/ir/work_item_functions.h"
#include "compiler/work_group/functions/region_copy.h"

namespace quadcl::compiler {

/// How long the rows are that a region function runs. Short ones have fewer than QUADCL_WIDE_ROW work-items,
/// which are too few for lanes.
enum class RowLength { any, is_short };

/// Three loops over the work-items of a group around a region. In the linear version, the innermost one goes
/// over all work-items.
class ItemLoops {
 public:
  /// `first` is the region's first block.
  ItemLoops(const RegionCopy& copy, llvm::BasicBlock& first, const GroupShape& shape, bool is_linear);
  /// Leads from the innermost loop into the region.
  void enter(llvm::BasicBlock& first);

  WorkItemLowering& lowering() { return *lowering_; }
  llvm::BasicBlock& done() { return *done_; }  ///< behind the loops
  /// From the innermost loop's header into the region.
  llvm::BranchInst& entry() { return *entry_; }
  llvm::BasicBlock& head() { return *loops_[0].head; }   ///< of the innermost loop
  llvm::BasicBlock& next() { return *loops_[0].latch; }  ///< where it goes on with the next work-item

  std::array<llvm::Value*, 3> local_ids();
  llvm::Value* linear_id(llvm::IRBuilder<>& builder);
  llvm::Value* count_items(llvm::IRBuilder<>& builder);
  /// Work-items that have left skip the region. The builder is at the end of `head`.
  void skip_if(llvm::Value* left, llvm::IRBuilder<>& builder);
  /// All accesses of memory in the loops, since there is no barrier between them.
  void declare_parallel(RowLength length);

 private:
  /// It counts from 0 to a limit - 1 and is never empty.
  struct Loop {
    llvm::BasicBlock* head;
    llvm::BasicBlock* latch;
    llvm::PHINode* counter;
  };

  llvm::BasicBlock* prologue_of(unsigned d);
  void close_loop(unsigned d, llvm::BasicBlock* before, llvm::BasicBlock* after);
  llvm::Value* limit_of_loop(unsigned d);
  std::pair<llvm::Value*, llvm::Value*> divide(llvm::IRBuilder<>& builder, llvm::Value* number,
                                               llvm::Value* size);
  llvm::MDNode* number_property(const char* name, std::uint32_t number);

  llvm::Function& function_;
  llvm::LLVMContext& context_;
  llvm::BasicBlock& prologue_;
  bool is_linear_;
  std::array<Loop, 3> loops_{};
  std::array<llvm::BranchInst*, 3> back_edges_{};
  llvm::BasicBlock* done_ = nullptr;
  llvm::BranchInst* entry_ = nullptr;
  std::optional<WorkItemLowering> lowering_;
};

}  // namespace quadcl::compiler
