// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/turn_groups.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/required_size.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/qpu/analysis/address_forms.h"
#include "compiler/qpu/analysis/id_calls.h"
#include "compiler/qpu/analysis/lost_barriers.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/tiles/kernel_facts.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr const char* kGroupIdFunction = "_Z12get_group_idj";
constexpr const char* kOffsetFunction = "_Z17get_global_offsetj";

std::optional<unsigned> group_id_dimension(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || call->getCalledFunction() == nullptr ||
      call->getCalledFunction()->getName() != kGroupIdFunction)
    return {};
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (dimension == nullptr || dimension->getValue().uge(3)) return {};
  return static_cast<unsigned>(dimension->getZExtValue());
}

/// What stands for ids of dimensions 0 and 1 in forms. No value of the kernel.
struct Symbols {
  explicit Symbols(llvm::LLVMContext& context) {
    for (auto* kind : {&local, &group, &offset})
      for (auto& symbol : *kind) symbol = std::make_unique<llvm::Argument>(llvm::Type::getInt64Ty(context));
  }
  std::array<std::unique_ptr<llvm::Argument>, 2> local, group, offset;
};

class Turner {
 public:
  explicit Turner(llvm::Function& kernel)
      : kernel_(kernel),
        size_(static_cast<std::uint32_t>(required_size(kernel)[0])),
        symbols_(kernel.getContext()),
        forms_(kernel.getParent()->getDataLayout()),
        order_(kernel) {
    for (const auto* kind : {&symbols_.local, &symbols_.group, &symbols_.offset})
      for (const auto& symbol : *kind) order_.add(*symbol);
  }

  bool run() {
    if (!is_square() || needs_groups()) return false;
    std::vector<std::pair<llvm::Instruction*, AddressForm>> turned;
    bool is_mixed = false;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      const llvm::Value* pointer = accessed_pointer(instruction);
      const bool is_dead = instruction.use_empty() && llvm::isa<llvm::LoadInst>(instruction);
      if (pointer == nullptr || is_dead) continue;
      is_mixed |= !is_of_range(in_symbols(*pointer, false));
      turned.emplace_back(&instruction, in_symbols(*pointer, true));
      const AddressForm& form = turned.back().second;
      if (!is_of_range(form) || !has_base(form)) return false;
    }
    if (!is_mixed) return false;
    turn_ids();
    for (const auto& [instruction, form] : turned) replace_pointer(*instruction, form);
    return true;
  }

 private:
  bool is_square() const {
    return has_lost_barriers(kernel_) && size_ > 1 && required_size(kernel_)[1] == size_;
  }

  bool needs_groups() const {
    return llvm::any_of(llvm::instructions(kernel_), [](const llvm::Instruction& instruction) {
      return is_barrier(instruction) || llvm::any_of(instruction.operands(), [](const llvm::Use& use) {
               return is_local_pointer(*use);
             });
    });
  }

  /// The form of an address with symbols for ids; where work-items take each other's places or where not.
  AddressForm in_symbols(const llvm::Value& pointer, bool turns) {
    AddressForm result;
    for (const auto& [product, factor] : forms_.of(pointer)) {
      AddressForm sum{{{}, factor}};
      for (const llvm::Value* part : product) sum = times(sum, of_part(*part, turns));
      for (const auto& [one, number] : sum) result[one] += number;
    }
    std::erase_if(result, [](const auto& term) { return term.second == 0; });
    return result;
  }

  AddressForm of_part(const llvm::Value& part, bool turns) const {
    const auto local = [&](unsigned dimension) -> const llvm::Value* {
      return symbols_.local[turns ? 1 - dimension : dimension].get();
    };
    if (const auto id = local_id_dimension(part); id && *id < 2) return {{{local(*id)}, 1}};
    if (const auto id = group_id_dimension(part); id && *id < 2) return {{{symbols_.group[*id].get()}, 1}};
    if (const auto id = global_id_dimension(part); id && *id < 2)
      return {{{local(*id)}, 1}, {{symbols_.group[*id].get()}, size_}, {{symbols_.offset[*id].get()}, 1}};
    return {{{&part}, 1}};
  }

  static AddressForm times(const AddressForm& a, const AddressForm& b) {
    AddressForm result;
    for (const auto& [one, number] : a)
      for (const auto& [other, factor] : b) {
        Product both = one;
        both.insert(both.end(), other.begin(), other.end());
        std::sort(both.begin(), both.end());
        result[both] += number * factor;
      }
    return result;
  }

  /// Whether ids of groups and of work-items in them only occur as those of the whole range, one in each
  /// term.
  bool is_of_range(const AddressForm& form) const {
    return llvm::all_of(form, [&](const auto& term) {
      unsigned ids = 0;
      bool is_paired = true;
      for (const unsigned dimension : {0U, 1U}) {
        const llvm::Value *local = symbols_.local[dimension].get(), *group = symbols_.group[dimension].get();
        ids += static_cast<unsigned>(llvm::count(term.first, local) + llvm::count(term.first, group));
        if (llvm::is_contained(term.first, local))
          is_paired &= factor_of(form, with(term.first, local, group)) == term.second * size_;
        if (llvm::is_contained(term.first, group))
          is_paired &= factor_of(form, with(term.first, group, local)) * size_ == term.second;
      }
      return ids == 0 || (ids == 1 && is_paired);
    });
  }

  static Product with(Product product, const llvm::Value* from, const llvm::Value* to) {
    std::replace(product.begin(), product.end(), from, to);
    std::sort(product.begin(), product.end());
    return product;
  }

  static std::uint32_t factor_of(const AddressForm& form, const Product& product) {
    const auto found = form.find(product);
    return found != form.end() ? found->second : 0;
  }

  /// Whether the address is one pointer and a number.
  static bool has_base(const AddressForm& form) {
    std::uint32_t bases = 0, others = 0;
    for (const auto& [product, factor] : form)
      for (const llvm::Value* part : product)
        if (part->getType()->isPointerTy()) (product.size() == 1 && factor == 1 ? bases : others) += 1;
    return bases == 1 && others == 0;
  }

  static llvm::Value* call(llvm::IRBuilder<>& builder, const char* name, unsigned dimension) {
    return call_id_function(builder, name, *builder.getInt32(dimension));
  }

  /// Calls that are added here ask for the work-item's own ids.
  void turn_ids() {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel_))) {
      llvm::IRBuilder<> builder(&instruction);
      if (const auto local = local_id_dimension(instruction); local && *local < 2) {
        instruction.setOperand(0, builder.getInt32(1 - *local));
      } else if (const auto global = global_id_dimension(instruction); global && *global < 2) {
        builder.SetInsertPoint(instruction.getNextNode());
        llvm::Value* first = builder.CreateSub(&instruction, call(builder, kLocalIdFunction, *global));
        llvm::Value* place = builder.CreateAdd(first, call(builder, kLocalIdFunction, 1 - *global));
        instruction.replaceUsesWithIf(place, [&](const llvm::Use& use) { return use.getUser() != first; });
      }
    }
  }

  void replace_pointer(llvm::Instruction& access, const AddressForm& form) {
    llvm::IRBuilder<> builder(&access);
    llvm::Value *base = nullptr, *sum = builder.getInt32(0);
    for (const auto& [product, factor] : order_.terms_of(form)) {
      llvm::Value* term = builder.getInt32(factor);
      bool is_group = false;
      for (const llvm::Value* part : product) {
        is_group |= part == symbols_.group[0].get() || part == symbols_.group[1].get();
        if (part->getType()->isPointerTy()) base = const_cast<llvm::Value*>(part);
        if (!part->getType()->isPointerTy() && !is_group)
          term =
              builder.CreateMul(term, builder.CreateTrunc(number_of(builder, *part), builder.getInt32Ty()));
      }
      if (!is_group && (product.empty() || !product.front()->getType()->isPointerTy()))
        sum = builder.CreateAdd(sum, term);
    }
    access.setOperand(llvm::isa<llvm::StoreInst>(access) ? 1 : 0, builder.CreatePtrAdd(base, sum));
  }

  /// The place in the whole range for the one in a group, whose number is in another term.
  llvm::Value* number_of(llvm::IRBuilder<>& builder, const llvm::Value& part) const {
    for (const unsigned dimension : {0U, 1U}) {
      if (&part == symbols_.offset[dimension].get()) return call(builder, kOffsetFunction, dimension);
      if (&part == symbols_.local[dimension].get())
        return builder.CreateSub(call(builder, kGlobalIdFunction, dimension),
                                 call(builder, kOffsetFunction, dimension));
    }
    return const_cast<llvm::Value*>(&part);
  }

  llvm::Function& kernel_;
  const std::uint32_t size_;
  Symbols symbols_;
  AddressForms forms_;
  ValueOrder order_;
};

}  // namespace

llvm::PreservedAnalyses TurnGroups::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  return unless_values_changed(Turner(function).run());
}

}  // namespace quadcl::compiler::qpu
