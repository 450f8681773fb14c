// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <optional>
#include <unordered_map>

#include "compiler/recognise/follow/machine_parts.h"
#include "compiler/recognise/values/value.h"

namespace quadcl::compiler::recognise {

/// The bytes that an address computation adds: a constant, and indices times constants.
struct AddressOffset {
  std::int64_t fixed = 0;
  llvm::SmallVector<std::pair<const llvm::Value*, std::int64_t>, 2> scaled;
};

/// What each instruction computes from its operands and does to memory. Rejects what it does not know.
class Instructions {
 public:
  Instructions(MachineParts& machine, const llvm::DataLayout& layout) : machine_(machine), layout_(layout) {}

  void execute(const llvm::Instruction& instruction);
  /// All of a block but its phis and its terminator.
  void execute(const llvm::BasicBlock& block);
  Value evaluate(const llvm::Instruction& instruction);
  /// Null if the offset is no such sum.
  const AddressOffset* offset_of(const llvm::GetElementPtrInst& instruction);

  /// Bit d: the kernel asks for the size of its own group in dimension d.
  std::uint8_t whole_groups() const { return whole_groups_; }

 private:
  using Operands = llvm::SmallVector<Value, 3>;

  const Value& operand(const llvm::Instruction& instruction, unsigned index);
  Operands operands(const llvm::Instruction& instruction, unsigned count);
  Node unknown(const llvm::Instruction& instruction);
  Value load(const llvm::LoadInst& load);
  void store(const llvm::StoreInst& store);
  Value address(const llvm::GetElementPtrInst& instruction);
  Value cast(const llvm::CastInst& cast);

  Value extract(const llvm::ExtractElementInst& extract);
  Value insert(const llvm::InsertElementInst& insert);
  Value shuffle(const llvm::ShuffleVectorInst& shuffle);
  using OfLane = std::function<Value(llvm::ArrayRef<Value>)>;
  static Value each_lane(const llvm::Instruction& instruction, const Operands& operands,
                         const OfLane& function);

  Value combine(const llvm::Instruction& instruction, llvm::ArrayRef<Value> operands);
  Value combine_conditions(const llvm::Instruction& operation, Condition left, Condition right);
  Value combine_floats(const llvm::Instruction& operation, Node left, Node right);
  Value compare_floats(const llvm::FCmpInst& compare);
  Value select(const llvm::Instruction& select, llvm::ArrayRef<Value> operands);

  Value call(const llvm::CallInst& call);
  Value call_intrinsic(const llvm::CallInst& call, llvm::Intrinsic::ID intrinsic);
  Value multiply_add(const llvm::CallInst& call);
  Value work_item_function(const llvm::CallInst& call);

  MachineParts& machine_;
  const llvm::DataLayout& layout_;
  std::unordered_map<const llvm::Value*, std::optional<AddressOffset>> offsets_;
  std::uint64_t steps_ = 0;
  std::uint8_t whole_groups_ = 0;
};

}  // namespace quadcl::compiler::recognise
