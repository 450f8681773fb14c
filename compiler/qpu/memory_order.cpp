// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/memory_order.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/qpu/pointer_sources.h"
#include "compiler/qpu/source_line.h"

namespace quadcl::compiler::qpu {
namespace {

template <typename Item>
void add_once(std::vector<Item>& items, const Item& item) {
  if (std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
}

class Finder {
 public:
  explicit Finder(llvm::Function& kernel) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) stores_.push_back(store);
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) loads_.push_back(load);
    }
  }

  MemoryOrder find() {
    for (const llvm::StoreInst* store : stores_) {
      for (const llvm::Value* object : objects_of(*store->getPointerOperand())) {
        const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
        if (argument == nullptr) {
          refuse("it stores where no argument of the kernel points to" + line_of(*store));
          continue;
        }
        add_once(order_.stored, argument->getArgNo());
        for (const llvm::LoadInst* load : loads_) order(*store, *argument, *load);
      }
    }
    return std::move(order_);
  }

 private:
  void order(const llvm::StoreInst& store, const llvm::Argument& stored, const llvm::LoadInst& load) {
    if (!llvm::isPotentiallyReachable(&store, &load)) return;
    for (const llvm::Value* object : objects_of(*load.getPointerOperand())) {
      if (llvm::isa<llvm::GlobalVariable>(object)) continue;
      const auto* loaded = llvm::dyn_cast<llvm::Argument>(object);
      if (loaded == nullptr) {
        refuse("it loads from where no argument of the kernel points to" + line_of(load));
      } else if (loaded == &stored) {
        refuse("it may read again what it stored" + line_of(load));
      } else if (std::none_of(order_.apart.begin(), order_.apart.end(), [&](const QpuApart& pair) {
                   return pair.stored == stored.getArgNo() && pair.loaded == loaded->getArgNo();
                 })) {
        order_.apart.push_back({stored.getArgNo(), loaded->getArgNo()});
      }
    }
  }

  void refuse(const std::string& why) {
    if (order_.problem.empty()) order_.problem = why;
  }

  std::vector<const llvm::StoreInst*> stores_;
  std::vector<const llvm::LoadInst*> loads_;
  MemoryOrder order_;
};

}  // namespace

MemoryOrder find_memory_order(llvm::Function& kernel) { return Finder(kernel).find(); }

}  // namespace quadcl::compiler::qpu
