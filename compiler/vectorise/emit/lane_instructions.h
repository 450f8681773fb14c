// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IntrinsicInst.h>

#include "compiler/vectorise/emit/lane_values.h"

namespace quadcl::compiler {

/// Makes the widened form of single instructions.
class LaneInstructions {
 public:
  LaneInstructions(const Row& row, llvm::IRBuilder<>& builder, LaneValues& values,
                   const llvm::TargetTransformInfo& target)
      : row_(row), builder_(builder), values_(values), target_(target) {
    values.compute_late = [this](llvm::Instruction& instruction) { return widen(instruction); };
  }

  /// Emits at the builder's place, which may move to another block. `mask` says which lanes are active: null
  /// for all.
  void emit(llvm::Instruction& instruction, llvm::Value* mask);

 private:
  void emit_scalar(llvm::Instruction& instruction);
  llvm::Instruction* form_for_any_lane(llvm::Instruction& instruction) const;
  WideElements widen(llvm::Instruction& instruction);
  llvm::Value* widen_packed(llvm::Instruction& instruction);
  llvm::Value* shuffle_packed(llvm::ShuffleVectorInst& shuffle);
  llvm::Value* insert_packed(llvm::InsertElementInst& insert);
  llvm::Value* operand_of(llvm::Instruction& instruction, unsigned index, unsigned element);
  llvm::Value* widen_element(llvm::Instruction& instruction, unsigned element);
  llvm::Value* widen_call(llvm::CallInst& call, unsigned element);
  llvm::Value* widen_address(llvm::GetElementPtrInst& address);
  llvm::Value* divide_as_numbers(const llvm::BinaryOperator& operation, llvm::Value* left,
                                 llvm::Value* right);
  llvm::Value* quotient_if_small(bool has_sign, llvm::Value* left, llvm::Value* right);
  llvm::Value* divide_long(const llvm::BinaryOperator& operation, unsigned element, llvm::Value* left,
                           llvm::Value* right);
  llvm::Value* widen_binary(llvm::BinaryOperator& operation, unsigned element);
  WideElements widen_shuffle(llvm::ShuffleVectorInst& shuffle);
  WideElements regroup(llvm::BitCastInst& cast);
  WideElements widen_extract(llvm::ExtractElementInst& extract);
  WideElements widen_insert(llvm::InsertElementInst& insert);
  void check_in_row(llvm::Instruction& instruction);
  llvm::Value* check_of(llvm::Instruction& instruction, bool is_signed);
  llvm::Value* form_of(const Choice& choice);
  llvm::Value* scalar_of(const Choice& choice);
  llvm::Value* check_choice(const Choice& choice);
  llvm::Value* check_order(llvm::Value& value, bool is_signed, const Limit* limit);
  llvm::Value* check_arrangement(const Arrangement& arrangement);
  llvm::Value* check_period(const Period& period);
  Offsets lane_offsets(const llvm::Value& value) const;

  void combine_lanes(llvm::AtomicRMWInst& atomic);
  void provide_operands(llvm::Instruction& instruction);
  void set_numbers(llvm::Instruction& instruction, llvm::Value* lanes);
  void take_turns(llvm::Instruction& instruction);
  void take_all_turns(llvm::Instruction& instruction);
  using ElementOfLane = llvm::function_ref<llvm::Value*(llvm::Value&)>;
  llvm::Value* value_of_lane(llvm::Value& value, ElementOfLane element_of_lane);

  void call_row_function(llvm::CallInst& call);
  llvm::Value* place_in_block(llvm::AllocaInst& block, std::uint64_t offset);
  llvm::AllocaInst* block_for(const llvm::Function& function, std::uint64_t bytes);

  void emit_own_address(llvm::GetElementPtrInst& address);
  WideElements load_own(llvm::LoadInst& load);
  void store_own(llvm::StoreInst& store);
  void set_own(llvm::MemIntrinsic& set);
  void put_own(llvm::Value* place, llvm::Value* lanes);

  void emit_load(llvm::LoadInst& load);
  void emit_store(llvm::StoreInst& store);
  template <typename Action>
  WideElements unremembered(const Action& action);
  bool can_load_at_once(const llvm::LoadInst& load) const;
  WideElements load_if_all_are_active(llvm::LoadInst& load);
  bool can_store_at_once(const llvm::StoreInst& store) const;
  void store_if_all_are_active(llvm::StoreInst& store);
  WideElements load_at_once(llvm::LoadInst& load);
  WideElements load_repeated(llvm::LoadInst& load);
  WideElements load_consecutive(llvm::LoadInst& load);
  WideElements load_spaced(llvm::LoadInst& load);
  llvm::Value* load_between(llvm::LoadInst& load, const NearPlaces& places);
  void store_between(llvm::StoreInst& store, const NearPlaces& places);
  WideElements gather(llvm::LoadInst& load, bool is_exception = false);
  WideElements load_from_table(llvm::LoadInst& load, const RegisterTable& table);
  void store_consecutive(llvm::StoreInst& store);
  void store_spaced(llvm::StoreInst& store);
  void scatter(llvm::StoreInst& store);
  using AddressOfLane = llvm::function_ref<llvm::Value*(unsigned)>;
  WideElements load_vectors(llvm::LoadInst& load, AddressOfLane address);
  void store_vectors(llvm::StoreInst& store, AddressOfLane address);
  llvm::Value* load_each(llvm::LoadInst& load, llvm::Type* type, AddressOfLane address);
  void store_each(llvm::StoreInst& store, llvm::Value* lanes, AddressOfLane address);
  llvm::Value* spaced_address(llvm::Instruction& access, unsigned lane);
  bool is_together(const llvm::Instruction& access) const;
  bool is_best_from_first(const llvm::Instruction& access) const;
  bool is_checked_here(const NoWrap& condition) const;
  llvm::Value* harmless_addresses(llvm::Instruction& access);
  void store_last(llvm::StoreInst& store);
  llvm::Value* address_of_first(llvm::Instruction& access);
  unsigned spacing(llvm::Instruction& access) const;
  llvm::Value* address_of_element(llvm::Value* address, llvm::Instruction& access, unsigned element);
  llvm::Value* reverse(llvm::Value* lanes);
  llvm::Value* all_lanes();
  llvm::Value* harmless_place(llvm::Type* pointer, unsigned spacing);
  /// The combined result of the checks in the row on which the address depends; null if there are none.
  llvm::Value* checks_of(llvm::Value& address);
  bool depends_on_step(const llvm::Value& address) const;

  const Row& row_;
  llvm::IRBuilder<>& builder_;
  LaneValues& values_;
  const llvm::TargetTransformInfo& target_;
  llvm::Value* mask_ = nullptr;
  llvm::Value* form_of_first_ = nullptr;  ///< of the choice that is being emitted
  llvm::AllocaInst* harmless_ = nullptr;
  /// The last division of 64-bit integers: where its quotient is, under which mask, of which numbers and
  /// element, and whether these are signed.
  using LongDivision = std::tuple<const llvm::BasicBlock*, const llvm::Value*, const llvm::Value*,
                                  const llvm::Value*, unsigned, bool>;
  LongDivision last_division_;
  llvm::Value* last_quotient_ = nullptr;
  std::map<const llvm::Function*, llvm::AllocaInst*> blocks_;  ///< of calls of row functions, one at a time
};

}  // namespace quadcl::compiler
