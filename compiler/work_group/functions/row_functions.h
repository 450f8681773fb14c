// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <cstdint>

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// The work-items for which a row function runs a function.
inline constexpr unsigned kItemsOfRowFunction = 16;

/// Whether to make row functions, or to drop what is left of them.
enum class RowFunctionsChoice { make, drop };

/// Makes a row function for each function that stays one: it runs the function for a row of
/// kItemsOfRowFunction work-items, some of which may be missing, in a loop that widen-rows can make lanes of.
/// If it does, rows with calls of the function have lanes, too.
///
/// A row function's parameters are the address of a block of memory, and what is the same for all work-items.
/// The block has a byte for each work-item, not 0 if it is there, then an array for each parameter that may
/// differ, then one for each number of the result. LLVM must not change the functions until then, so they are
/// in `llvm.compiler.used`.
class RowFunctions : public llvm::PassInfoMixin<RowFunctions> {
 public:
  explicit RowFunctions(RowFunctionsChoice choice = RowFunctionsChoice::make) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  RowFunctionsChoice choice_;
};

/// The type of an element of the block's arrays; bits are bytes there.
llvm::Type* type_in_block(llvm::Type& type);

/// Places in the block of a function's row function, in bytes.
class RowBlock {
 public:
  explicit RowBlock(const llvm::Function& function);

  std::uint64_t bytes() const { return bytes_; }
  /// Of the array for a parameter; parameters that are the same for all work-items have none.
  std::uint64_t parameter(unsigned number) const { return parameters_[number]; }
  std::uint64_t result(unsigned number) const { return results_[number]; }
  static constexpr llvm::Align kAlignment = llvm::Align::Constant<64>();

 private:
  std::uint64_t add_array(llvm::Type& element, const llvm::DataLayout& layout);

  std::uint64_t bytes_ = kItemsOfRowFunction;
  llvm::SmallVector<std::uint64_t> parameters_, results_;
};

/// Whether the parameter of a function with a row function is the same for all work-items.
bool is_same_for_row(const llvm::Function& function, unsigned parameter);

/// The costs of a row function for one work-item and for all lanes.
struct RowCost {
  double scalar = 0, wide = 0;
};

/// Whether the function is a row function.
bool is_row_function(const llvm::Function& function);
/// Notes that a row function has lanes.
void set_lanes_cost(llvm::Function& row_function, const RowCost& cost);
/// The row function with lanes of the function that is called; null if there is none.
llvm::Function* row_function_of(const llvm::Instruction& call);
RowCost cost_of(const llvm::Function& row_function);

}  // namespace quadcl::compiler
