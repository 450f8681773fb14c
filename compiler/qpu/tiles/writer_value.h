// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>

#include "compiler/qpu/tiles/kernel_facts.h"

namespace quadcl::compiler::qpu {

/// A branch that leads to a store, and whether its condition holds then.
struct Condition {
  llvm::Value* value;
  bool holds;
  bool operator==(const Condition&) const = default;
};

/// What another work-item stored in an array, computed once more where the element is read.
class WriterValue {
 public:
  /// `index` and `writer`: which store wrote it. `conditions`: under which it is executed.
  WriterValue(const KernelFacts& facts, llvm::StoreInst& store, llvm::LoadInst& load, const TileIndex& index,
              TileIndex::Writer writer, std::vector<Condition> conditions);

  /// Whether it can be computed there, and takes few operations. To be asked before the kernel is changed.
  bool is_known();
  /// Replaces the load.
  void replace_load();

 private:
  using Values = llvm::DenseMap<llvm::Value*, llvm::Value*>;
  struct Choice {
    llvm::Value* condition;
    llvm::Value *if_true, *if_false;
  };

  bool is_known(llvm::Value& value);
  bool is_known_operation(llvm::Instruction& instruction);
  /// A sum of what differs between the work-items of a group, and of what does not though its terms do.
  struct Sum {
    LinearSum terms, shared;
  };
  static std::optional<Sum> sum_of(llvm::Value& value);
  bool is_steady(llvm::Value& value, const llvm::Loop& loop, unsigned depth = 0) const;
  void pin_ids();
  void drop_true_conditions();
  static std::optional<Choice> choice_of(llvm::PHINode& phi);

  void substitute(llvm::IRBuilder<>& builder);
  llvm::Value* id_of_writer(llvm::Value& id, unsigned dimension, llvm::IRBuilder<>& builder);
  llvm::Value* make(llvm::Value& value, Values& made);
  llvm::Value* make_sum(const Sum& sum, llvm::Type& type, Values& made);
  llvm::Value* make_choice(llvm::PHINode& phi, Values& made);
  llvm::Value* make_operation(llvm::Instruction& instruction, Values& made);
  llvm::Value* element(llvm::Value& stored, llvm::IRBuilder<>& builder) const;
  bool has_type_of_load() const;

  const KernelFacts& facts_;
  llvm::StoreInst& store_;
  llvm::LoadInst& load_;
  const TileIndex& index_;
  TileIndex::Writer writer_;
  std::vector<Condition> conditions_;
  llvm::DenseMap<llvm::Value*, bool> known_;
  llvm::DenseMap<llvm::Value*, Sum> sums_;
  llvm::SmallPtrSet<llvm::Value*, 16> staying_;  ///< the same for all work-items, and there
  std::array<std::optional<std::int64_t>, 3> pinned_;
  unsigned operations_ = 0, loads_ = 0;
  llvm::Instruction* place_ = nullptr;  ///< before which values are made
  Values variables_;
};

}  // namespace quadcl::compiler::qpu
