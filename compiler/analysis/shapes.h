// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include <vector>

#include "compiler/analysis/shape.h"

namespace quadcl::compiler {

/// How all values of a piece of code differ between work-items that compute them together. It holds the rules
/// for instructions whose results follow from their operands. What is particular to a set of work-items is in
/// the classes that derive from it: the work-items of a group and neighbours (kernel_shapes.h), the lanes of
/// a row (vectorise/analysis/lane_shapes.h).
class Shapes {
 public:
  /// Of any value; those from outside the code are uniform.
  const Shape& of(const llvm::Value& value) const;

  /// The shape of each value, and that of the condition of each branch.
  void print(llvm::raw_ostream& out) const;

 protected:
  /// `blocks` are in an order in which values are mostly computed before their uses. Those that are not among
  /// them are outside.
  explicit Shapes(std::vector<llvm::BasicBlock*> blocks);
  virtual ~Shapes() = default;

  /// Finds all shapes. To be called in the constructor of a final class.
  void solve();
  void set(const llvm::Value& value, Shape shape) { shapes_[&value] = std::move(shape); }
  const std::vector<llvm::BasicBlock*>& blocks() const { return blocks_; }
  bool contains(const llvm::Instruction& instruction) const {
    return places_.contains(instruction.getParent());
  }

  /// By the rules for all sets of work-items, unless the set knows better.
  virtual Shape compute(llvm::Instruction& instruction) const;
  /// One of the incoming values, for all.
  virtual Shape of_phi(const llvm::PHINode& phi) const;
  /// Of an integer that is extended and follows lane 0.
  virtual Shape of_extension(llvm::CastInst& extension, const Shape& from) const = 0;
  /// Under which conditions an index may be extended with its sign; empty under none.
  virtual std::optional<Conditions> unless_it_wraps(const Shape& index) const = 0;
  /// Of an instruction for which no rule holds, with operands that are known.
  virtual Shape irregular(llvm::Instruction& instruction) const;
  /// Called at the end of each block: notes where work-items may go different ways. True if that is new.
  virtual bool leave(const llvm::BasicBlock& block) = 0;
  /// What else is to be printed of a block.
  virtual std::string notes_on(const llvm::BasicBlock&) const { return {}; }

 private:
  bool visit(llvm::Instruction& instruction);
  Shape of_address(llvm::GetElementPtrInst& address) const;
  Shape of_cast(llvm::CastInst& cast) const;
  Shape of_arithmetic(llvm::Instruction& instruction) const;
  Shape of_comparison(llvm::ICmpInst& comparison) const;
  Shape of_select(llvm::SelectInst& select) const;
  bool all_known(const llvm::Instruction& instruction) const;

  std::vector<llvm::BasicBlock*> blocks_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> places_;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
};

/// On what it depends where an instruction leads to; null if it leads to one place.
const llvm::Value* condition_of(const llvm::Instruction& instruction);

/// Whether values of the type can have a stride other than 0: pointers, and integers of 2 to 64 bits.
bool can_rise(const llvm::Value& value);

}  // namespace quadcl::compiler
