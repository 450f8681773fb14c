// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/memory_order.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/lost_barriers.h"
#include "compiler/qpu/analysis/own_elements.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/analysis/source_line.h"

namespace quadcl::compiler::qpu {
namespace {

/// Of a work-group or a work-item: stores there are seen at once.
bool is_in_vpm(const llvm::Value& object) {
  return llvm::isa<llvm::AllocaInst>(object) ||
         object.getType()->getPointerAddressSpace() == kLocalAddressSpace;
}

template <typename Item>
void add_once(std::vector<Item>& items, const Item& item) {
  if (std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
}

class Finder {
 public:
  Finder(llvm::Function& kernel, bool in_memory)
      : own_elements_(kernel), has_lost_barriers_(has_lost_barriers(kernel)) {
    order_.in_memory = in_memory;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (const llvm::Value* image = looked_up_image(instruction)) loads_.push_back({&instruction, image});
      const llvm::Value* pointer = accessed_pointer(instruction);
      if (pointer == nullptr) continue;
      if (instruction.isAtomic() && !is_local_pointer(*pointer)) atomics_.push_back(&instruction);
      (llvm::isa<llvm::LoadInst>(instruction) ? loads_ : stores_).push_back({&instruction, pointer});
    }
  }

  MemoryOrder find() {
    for (const Access& store : stores_) {
      for (const llvm::Value* object : objects_of(*store.pointer)) {
        if (is_in_vpm(*object)) continue;
        const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
        if (argument == nullptr) {
          refuse((llvm::isa<llvm::GlobalVariable>(object)
                      ? "it stores to a variable of the program"
                      : "it stores where no argument of the kernel points to") +
                 line_of(*store.instruction));
          continue;
        }
        add_once(order_.stored, argument->getArgNo());
        order_.has_atomics |= store.instruction->isAtomic() || store.instruction->isVolatile();
        for (const Access& load : loads_) order(*store.instruction, *argument, load);
      }
    }
    // The barrier that ordered what work-items store to one place may be no more.
    if (has_lost_barriers_)
      for (auto first = order_.stored.begin(); first != order_.stored.end(); ++first)
        std::for_each(first + 1, order_.stored.end(), [&](auto second) { keep_apart(*first, second); });
    for (const Access& load : loads_)
      for (const llvm::Value* object : objects_of(*load.pointer))
        if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object))
          order_.loads_stored |= llvm::is_contained(order_.stored, argument->getArgNo());
    for (const Access& load : loads_)
      if (load.instruction->isAtomic() || load.instruction->isVolatile() ||
          (order_.in_memory && is_local_pointer(*load.pointer)))
        order_.fresh.insert(load.instruction);
    return std::move(order_);
  }

 private:
  struct Access {
    const llvm::Instruction* instruction;
    const llvm::Value* pointer;
  };

  void order(const llvm::Instruction& store, const llvm::Argument& stored, const Access& load) {
    // Atomic operations may be those of others. Behind a barrier that is no more, others may have gone on.
    const bool may_be_of_others = store.isAtomic() || comes_behind_atomic(*load.instruction);
    const bool may_come_first = may_be_of_others || llvm::isPotentiallyReachable(&store, load.instruction);
    if (!may_come_first && !has_lost_barriers_) return;
    for (const llvm::Value* object : objects_of(*load.pointer)) {
      if (llvm::isa<llvm::GlobalVariable>(object) || is_in_vpm(*object)) continue;
      const auto* loaded = llvm::dyn_cast<llvm::Argument>(object);
      if (loaded == nullptr) {
        refuse("it loads from where no argument of the kernel points to" + line_of(*load.instruction));
      } else if (loaded == &stored) {
        if (may_be_of_others || (may_come_first && !own_elements_.are_loaded_first(*load.instruction, store)))
          order_.fresh.insert(load.instruction);
      } else {
        keep_apart(stored.getArgNo(), loaded->getArgNo());
      }
    }
  }

  /// Whether an atomic operation may have told the work-item that others have stored what it loads.
  bool comes_behind_atomic(const llvm::Instruction& load) const {
    return llvm::any_of(atomics_, [&](const llvm::Instruction* atomic) {
      return llvm::isPotentiallyReachable(atomic, &load);
    });
  }

  void keep_apart(unsigned stored, unsigned other) {
    const bool is_known = std::any_of(order_.apart.begin(), order_.apart.end(), [&](const QpuApart& pair) {
      return pair.stored == stored && pair.other == other;
    });
    if (!is_known) order_.apart.push_back({stored, other});
  }

  void refuse(const std::string& why) {
    if (order_.problem.empty()) order_.problem = why;
  }

  OwnElements own_elements_;
  const bool has_lost_barriers_;
  std::vector<Access> stores_, loads_;
  std::vector<const llvm::Instruction*> atomics_;  ///< in memory of the whole NDRange
  MemoryOrder order_;
};

}  // namespace

MemoryOrder find_memory_order(llvm::Function& kernel, bool in_memory) {
  return Finder(kernel, in_memory).find();
}

}  // namespace quadcl::compiler::qpu
