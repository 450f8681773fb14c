// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/emit/lane_emitter.h"

namespace quadcl::compiler {

/// Loads and stores.
class LaneMemory : LaneEmitter {
 public:
  /// `harmless`: the row's place for accesses of inactive lanes, made when it is needed.
  LaneMemory(const LaneState& state, llvm::AllocaInst*& harmless) : LaneEmitter(state), harmless_(harmless) {}

  void emit(llvm::LoadInst& load);
  void emit(llvm::StoreInst& store);

 private:
  // Whether the address is consecutive is checked in the row, or which way is best.
  bool is_checked_here(const Guard& condition) const;
  /// The combined result of the checks in the row on which the address depends; null if there are none.
  llvm::Value* checks_of(llvm::Value& address);
  bool depends_on_step(const llvm::Value& address) const;
  bool is_best_from_first(const llvm::Instruction& access) const;
  bool is_together(const llvm::Instruction& access) const;
  bool can_load_at_once(const llvm::LoadInst& load) const;
  bool can_store_at_once(const llvm::StoreInst& store) const;
  template <typename Action>
  WideElements unremembered(const Action& action);

  WideElements load_if_all_are_active(llvm::LoadInst& load);
  WideElements load_at_once(llvm::LoadInst& load);
  WideElements load_repeated(llvm::LoadInst& load);
  WideElements load_consecutive(llvm::LoadInst& load);
  WideElements load_spaced(llvm::LoadInst& load);
  llvm::Value* load_between(llvm::LoadInst& load, const NearPlaces& places);
  WideElements gather(llvm::LoadInst& load, bool is_exception = false);
  WideElements load_from_table(llvm::LoadInst& load, const RegisterTable& table);

  void store_if_all_are_active(llvm::StoreInst& store);
  void store_last(llvm::StoreInst& store);
  void store_between(llvm::StoreInst& store, const NearPlaces& places);
  void store_consecutive(llvm::StoreInst& store);
  void store_spaced(llvm::StoreInst& store);
  void scatter(llvm::StoreInst& store);

  using AddressOfLane = llvm::function_ref<llvm::Value*(unsigned)>;
  WideElements load_vectors(llvm::LoadInst& load, AddressOfLane address);
  void store_vectors(llvm::StoreInst& store, AddressOfLane address);
  llvm::Value* load_each(llvm::LoadInst& load, llvm::Type* type, AddressOfLane address);
  void store_each(llvm::StoreInst& store, llvm::Value* lanes, AddressOfLane address);

  llvm::Value* spaced_address(llvm::Instruction& access, unsigned lane);
  llvm::Value* address_of_first(llvm::Instruction& access);
  llvm::Value* harmless_place(llvm::Type* pointer, unsigned spacing);
  llvm::Value* harmless_addresses(llvm::Instruction& access);
  llvm::Value* reverse(llvm::Value* lanes);

  llvm::AllocaInst*& harmless_;
};

}  // namespace quadcl::compiler
