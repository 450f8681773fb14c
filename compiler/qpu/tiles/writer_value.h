// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <list>

#include "compiler/qpu/tiles/store_ways.h"

namespace quadcl::compiler::qpu {

/// What another work-item stored in an array, computed once more where the element is read.
class WriterValue {
 public:
  /// `index` and `writer`: which store wrote it. `ways`: on which it is executed. `is_sure`: whether no other
  /// store may have written it.
  WriterValue(const KernelFacts& facts, llvm::StoreInst& store, llvm::LoadInst& load, const TileDigits& index,
              TileDigits::Writer writer, Ways ways, bool is_sure);

  /// Whether it can be computed there, and takes few operations. To be asked before the kernel is changed.
  bool is_known();
  /// Whether it takes a load to tell if the store was executed. For another work-item than the one that
  /// wrote, the place may be anywhere.
  bool decides_by_loads() const;
  /// Replaces the load by what the last of some stores wrote that wrote there. The first of them, in the
  /// order in which they are executed, is sure to have if no other one has.
  static void replace_load(std::list<WriterValue>& writers);

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
  bool are_ways_known();
  bool takes_loads(const Way& way) const;
  bool are_digits_known() const;
  void pin_ids();
  std::optional<Span> span_in_array(llvm::Value& number) const;
  bool is_true(const Condition& condition) const;
  static std::optional<Choice> choice_of(llvm::Value& value);
  /// A load whose result is what was stored, where conditions hold, and else a constant.
  struct GuardedLoad {
    llvm::LoadInst* load = nullptr;
    Way guards;
    llvm::Constant* otherwise = nullptr;
  };
  std::optional<GuardedLoad> guarded_load() const;
  static bool replace_by_one_load(std::list<WriterValue>& writers);

  void start_at(llvm::Instruction& place);
  void substitute(llvm::IRBuilder<>& builder);
  llvm::Value* has_written();
  llvm::Value* is_in_group(const TileDigits::Digit& digit, llvm::IRBuilder<>& builder) const;
  llvm::Value* all_of(const Way& way);
  llvm::Value* stored_value();
  llvm::Value* id_of_writer(llvm::Value& id, unsigned dimension, llvm::IRBuilder<>& builder);
  llvm::Value* make(llvm::Value& value, Values& made);
  llvm::Value* make(llvm::Value& value) { return make(value, made_); }
  llvm::Value* make_sum(const Sum& sum, llvm::Type& type, Values& made);
  llvm::Value* make_choice(llvm::PHINode& phi, Values& made);
  llvm::Value* make_operation(llvm::Instruction& instruction, Values& made);
  llvm::Value* element(llvm::Value& stored) const;
  bool has_type_of_load() const;

  const KernelFacts& facts_;
  llvm::StoreInst& store_;
  llvm::LoadInst& load_;
  const TileDigits& index_;
  TileDigits::Writer writer_;
  Ways ways_;
  const bool is_sure_;
  llvm::DenseMap<llvm::Value*, bool> known_;
  llvm::DenseMap<llvm::Value*, Sum> sums_;
  llvm::SmallPtrSet<llvm::Value*, 16> staying_;  ///< the same for all work-items, and there
  std::array<llvm::Value*, 3> pinned_{};         ///< ids that only one work-item has that stores
  unsigned operations_ = 0, loads_ = 0;
  llvm::Instruction* place_ = nullptr;  ///< before which values are made
  Values variables_, made_;
};

}  // namespace quadcl::compiler::qpu
