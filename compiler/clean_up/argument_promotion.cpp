// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/argument_promotion.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "compiler/analysis/argument_mod_ref.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/clean_up/late_inlining.h"
#include "compiler/ir/kernels.h"

namespace quadcl::compiler {
namespace {

/// The most numbers that a function takes or returns, and the most of a variable with bytes, which is mostly
/// text: a loop over it is better than hundreds of values.
constexpr std::size_t kMostValues = 320, kMostWithBytes = 64;

/// A number in a variable.
struct Leaf {
  llvm::Type* type;
  std::uint64_t offset;  ///< in bytes
  bool operator==(const Leaf&) const = default;
};
using Leaves = llvm::SmallVector<Leaf, 8>;

bool is_byte(const Leaf& leaf) { return leaf.type->isIntegerTy(8); }

/// Appends the numbers of which the type consists. False if it has something else or too many.
bool flatten(llvm::Type& type, std::uint64_t offset, const llvm::DataLayout& layout, Leaves& leaves) {
  if (leaves.size() > kMostValues) return false;
  const auto flatten_all = [&](llvm::Type& element, std::uint64_t count, std::uint64_t stride) {
    for (std::uint64_t i = 0; i < count; ++i)
      if (!flatten(element, offset + i * stride, layout, leaves)) return false;
    return true;
  };
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return flatten_all(*array->getElementType(), array->getNumElements(),
                       layout.getTypeAllocSize(array->getElementType()));
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    llvm::Type& element = *vector->getElementType();
    return layout.getTypeSizeInBits(&element) == layout.getTypeAllocSizeInBits(&element) &&
           flatten_all(element, vector->getNumElements(), layout.getTypeAllocSize(&element));
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    const llvm::StructLayout* places = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!flatten(*structure->getElementType(i), offset + places->getElementOffset(i), layout, leaves))
        return false;
    return true;
  }
  const bool is_number = type.isFloatingPointTy() || type.isIntegerTy(8) || type.isIntegerTy(16) ||
                         type.isIntegerTy(32) || type.isIntegerTy(64);
  if (is_number) leaves.push_back({&type, offset});
  return is_number;
}

/// A pointer without constant offsets.
struct Base {
  const llvm::Value* object = nullptr;
  std::uint64_t offset = 0;
};

std::optional<Base> base_of(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* object =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (offset.isNegative()) return {};
  return Base{object, offset.getZExtValue()};
}

/// What becomes of a parameter that points to a private variable.
struct Plan {
  Leaves leaves;
  std::uint64_t bytes = 0;  ///< of the variable, from the pointer on, that the function may access
  bool is_written = false;
  std::map<const llvm::CallInst*, std::size_t> given;  ///< how many of these numbers each call's variable has
};

/// The plans for a function's parameters, by number.
using Plans = std::map<unsigned, Plan>;

bool can_change(const llvm::Function& function) {
  if (function.isDeclaration() || !function.hasLocalLinkage() || function.isVarArg() ||
      function.use_empty() || is_kernel(function) || is_huge(function) || is_inlined_late(function))
    return false;
  return llvm::all_of(function.uses(), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    return call != nullptr && call->isCallee(&use);
  });
}

/// Decides for all functions, callers first.
class Planner {
 public:
  Planner(llvm::Module& module, const ParameterUses::EvolutionOf& evolution_of)
      : layout_(module.getDataLayout()), uses_(evolution_of) {
    llvm::CallGraph graph(module);
    for (auto cycle = llvm::scc_begin(&graph); !cycle.isAtEnd(); ++cycle) {
      llvm::Function* function = cycle->front()->getFunction();
      if (function == nullptr || function->isDeclaration() || cycle.hasCycle()) continue;
      uses_.add(*function);
      order_.push_back(function);
    }
    std::reverse(order_.begin(), order_.end());
  }

  /// The functions that can change, callers first, with the plans for their parameters.
  llvm::MapVector<llvm::Function*, Plans> plan() {
    for (llvm::Function* function : order_)
      if (can_change(*function)) plan(*function);
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [function, plans] : plans_) changed |= drop_half_planned(*function, plans);
    }
    return std::move(plans_);
  }

 private:
  void plan(llvm::Function& function) {
    Plans& plans = plans_[&function];
    for (llvm::Argument& parameter : function.args())
      if (is_private_pointer(*parameter.getType()))
        if (auto plan = plan_for(function, parameter)) plans[parameter.getArgNo()] = std::move(*plan);
    std::size_t values = function.arg_size();
    for (const auto& [number, plan] : plans) values += plan.leaves.size() * (plan.is_written ? 2 : 1);
    if (values > kMostValues) plans.clear();
  }

  std::optional<Plan> plan_for(llvm::Function& function, const llvm::Argument& parameter) {
    const unsigned number = parameter.getArgNo();
    const PointerUses* uses = uses_.of(function, number);
    if (uses == nullptr || !uses->only_accesses) return {};
    Plan plan;
    plan.is_written = !uses->writes.empty() && !parameter.hasByValAttr();
    for (const llvm::User* user : function.users()) {
      const auto& call = llvm::cast<llvm::CallInst>(*user);
      const auto seen = seen_through(*call.getArgOperand(number), *uses);
      if (!seen || !extend(plan.leaves, seen->leaves)) return {};
      if (!parameter.hasByValAttr() && !may_share(function, call, number)) return {};
      plan.given[&call] = seen->leaves.size();
      plan.bytes = std::max(plan.bytes, seen->bytes);
    }
    if (plan.leaves.size() > kMostWithBytes && llvm::any_of(plan.leaves, is_byte)) return {};
    return plan;
  }

  /// Makes the list that of the longer variable. False if one is not the start of the other.
  static bool extend(Leaves& leaves, const Leaves& others) {
    const std::size_t common = std::min(leaves.size(), others.size());
    if (!std::equal(leaves.begin(), leaves.begin() + common, others.begin())) return false;
    if (others.size() > common) leaves = others;
    return true;
  }

  /// Whether the numbers leave no gaps. Another member of a union may have bytes where there is padding.
  bool fill(const Leaves& leaves, std::uint64_t bytes) const {
    std::uint64_t end = 0;
    for (const Leaf& leaf : leaves) {
      if (leaf.offset != end) return false;
      end += layout_.getTypeStoreSize(leaf.type).getFixedValue();
    }
    return end >= bytes;
  }

  /// What of a variable can be accessed through the pointer. Programs do not access more than there is.
  std::optional<Plan> seen_through(const llvm::Value& pointer, const PointerUses& uses) {
    const auto base = base_of(pointer, layout_);
    if (!base || (uses.may_precede && base->offset != 0)) return {};
    Leaves all;
    std::uint64_t size = 0;
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base->object)) {
      const auto bytes = variable->getAllocationSize(layout_);
      if (!bytes || variable->isArrayAllocation() ||
          !flatten(*variable->getAllocatedType(), 0, layout_, all) || !is_only_accessed(*variable))
        return {};
      size = bytes->getFixedValue();
    } else if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(base->object)) {
      const Plan* plan = plan_of(*parameter);
      if (plan == nullptr) return {};
      all = plan->leaves;
      size = plan->bytes;
    } else {
      return {};
    }
    if (size < base->offset) return {};
    Plan seen;
    seen.bytes = std::min(uses.extent, size - base->offset);
    for (const Leaf& leaf : all)
      if (leaf.offset >= base->offset && leaf.offset - base->offset < seen.bytes)
        seen.leaves.push_back({leaf.type, leaf.offset - base->offset});
    if (!fill(seen.leaves, seen.bytes)) return {};
    return seen;
  }

  const Plan* plan_of(const llvm::Argument& parameter) const {
    const auto function = plans_.find(const_cast<llvm::Function*>(parameter.getParent()));
    if (function == plans_.end()) return nullptr;
    const auto plan = function->second.find(parameter.getArgNo());
    return plan != function->second.end() ? &plan->second : nullptr;
  }

  bool is_only_accessed(const llvm::AllocaInst& variable) {
    const auto [known, is_new] = only_accessed_.try_emplace(&variable, false);
    if (is_new) known->second = uses_.of_pointer(variable).only_accesses;
    return known->second;
  }

  /// Whether, in this call, values can stand for the pointer although other arguments may point to the same
  /// variable.
  bool may_share(const llvm::Function& function, const llvm::CallInst& call, unsigned number) {
    for (const llvm::Argument& other : function.args()) {
      if (other.getArgNo() == number || !overlap(function, call, number, other.getArgNo())) continue;
      sharing_.insert({&function, {number, other.getArgNo()}});
      const bool first_is_written = !uses_.of(function, number)->writes.empty();
      const PointerUses* uses = uses_.of(function, other.getArgNo());
      const bool second_is_written = uses == nullptr || !uses->writes.empty();
      if (first_is_written && second_is_written) return false;
      if (first_is_written && !uses_.reads_first(function, other.getArgNo(), number)) return false;
      if (second_is_written && !uses_.reads_first(function, number, other.getArgNo())) return false;
    }
    return true;
  }

  /// Whether two arguments of a call may point to the same memory.
  bool overlap(const llvm::Function& function, const llvm::CallInst& call, unsigned first,
               unsigned second) const {
    const llvm::Value& other = *call.getArgOperand(second);
    if (!is_private_pointer(*other.getType()) || function.getArg(second)->hasByValAttr()) return false;
    const auto a = base_of(*call.getArgOperand(first), layout_), b = base_of(other, layout_);
    if (!a || !b) return true;
    const bool are_variables =
        llvm::isa<llvm::AllocaInst>(a->object) && llvm::isa<llvm::AllocaInst>(b->object);
    if (a->object != b->object) {
      const auto* one = llvm::dyn_cast<llvm::Argument>(a->object);
      const auto* two = llvm::dyn_cast<llvm::Argument>(b->object);
      if (are_variables) return false;
      if (one == nullptr || two == nullptr)
        return !llvm::isa<llvm::AllocaInst>(a->object) && !llvm::isa<llvm::AllocaInst>(b->object);
      return sharing_.contains({one->getParent(), {one->getArgNo(), two->getArgNo()}}) ||
             sharing_.contains({one->getParent(), {two->getArgNo(), one->getArgNo()}});
    }
    const auto ends_before = [&](const Base& one, unsigned parameter, const Base& two) {
      const PointerUses* uses = uses_.of(function, parameter);
      return uses != nullptr && !uses->may_precede && uses->extent != PointerUses::kUnbounded &&
             one.offset + uses->extent <= two.offset;
    };
    const auto starts_after = [&](unsigned parameter) {
      const PointerUses* uses = uses_.of(function, parameter);
      return uses != nullptr && !uses->may_precede;
    };
    return !(ends_before(*a, first, *b) && starts_after(second)) &&
           !(ends_before(*b, second, *a) && starts_after(first));
  }

  /// Drops the plan for a parameter if another one that may point to the same variable stays a pointer.
  bool drop_half_planned(const llvm::Function& function, Plans& plans) {
    return std::erase_if(plans, [&](const auto& planned) {
             return llvm::any_of(function.args(), [&](const llvm::Argument& other) {
               const unsigned a = planned.first, b = other.getArgNo();
               const bool shares =
                   sharing_.contains({&function, {a, b}}) || sharing_.contains({&function, {b, a}});
               return shares && !plans.contains(b);
             });
           }) != 0;
  }

  const llvm::DataLayout& layout_;
  ParameterUses uses_;
  std::vector<llvm::Function*> order_;  ///< callers first
  llvm::MapVector<llvm::Function*, Plans> plans_;
  llvm::DenseMap<const llvm::AllocaInst*, bool> only_accessed_;
  std::set<std::pair<const llvm::Function*, std::pair<unsigned, unsigned>>> sharing_;
};

/// Changes one function and its calls. The old function is left without a body.
class Rewriter {
 public:
  Rewriter(llvm::Function& function, const Plans& plans)
      : old_(function), plans_(plans), layout_(function.getDataLayout()), builder_(function.getContext()) {}

  /// False if nothing is to be changed.
  bool rewrite() {
    if (!flatten_result() || !flatten_vectors()) return false;
    if (plans_.empty() && vectors_.empty() && is_flat_result()) return false;
    make_function();
    change_parameters();
    change_returns();
    for (llvm::User* user : llvm::make_early_inc_range(old_.users()))
      change_call(llvm::cast<llvm::CallInst>(*user));
    return true;
  }

 private:
  bool flatten_result() {
    return old_.getReturnType()->isVoidTy() || is_flat_result() ||
           flatten(*old_.getReturnType(), 0, layout_, result_);
  }
  bool is_flat_result() const {
    return !old_.getReturnType()->isAggregateType() && !old_.getReturnType()->isVectorTy();
  }

  bool flatten_vectors() {
    return llvm::all_of(old_.args(), [&](const llvm::Argument& parameter) {
      return !parameter.getType()->isVectorTy() ||
             flatten(*parameter.getType(), 0, layout_, vectors_[parameter.getArgNo()]);
    });
  }

  /// The types of all results: the function's own, and the numbers that it changes through pointers.
  llvm::SmallVector<llvm::Type*> result_types() const {
    llvm::SmallVector<llvm::Type*> types;
    if (!result_.empty()) {
      for (const Leaf& leaf : result_) types.push_back(leaf.type);
    } else if (!old_.getReturnType()->isVoidTy()) {
      types.push_back(old_.getReturnType());
    }
    for (const auto& [number, plan] : plans_)
      if (plan.is_written)
        for (const Leaf& leaf : plan.leaves) types.push_back(leaf.type);
    return types;
  }

  /// The numbers that stand for a parameter; null if it stays.
  const Leaves* numbers_for(unsigned parameter) const {
    if (const auto plan = plans_.find(parameter); plan != plans_.end()) return &plan->second.leaves;
    const auto vector = vectors_.find(parameter);
    return vector != vectors_.end() ? &vector->second : nullptr;
  }

  void make_function() {
    llvm::SmallVector<llvm::Type*> parameters;
    llvm::SmallVector<llvm::AttributeSet> attributes;
    for (const llvm::Argument& parameter : old_.args()) {
      if (const Leaves* numbers = numbers_for(parameter.getArgNo())) {
        for (const Leaf& leaf : *numbers) parameters.push_back(leaf.type);
        attributes.resize(parameters.size());
      } else {
        parameters.push_back(parameter.getType());
        attributes.push_back(old_.getAttributes().getParamAttrs(parameter.getArgNo()));
      }
    }
    const auto types = result_types();
    llvm::LLVMContext& context = old_.getContext();
    llvm::Type* result = types.empty()       ? llvm::Type::getVoidTy(context)
                         : types.size() == 1 ? types.front()
                                             : llvm::StructType::get(context, types);
    new_ = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false), old_.getLinkage(),
                                  old_.getAddressSpace());
    old_.getParent()->getFunctionList().insert(old_.getIterator(), new_);
    new_->takeName(&old_);
    new_->setCallingConv(old_.getCallingConv());
    new_->setAttributes(llvm::AttributeList::get(context, old_.getAttributes().getFnAttrs(), {}, attributes));
    new_->setSubprogram(old_.getSubprogram());
    old_.setSubprogram(nullptr);
    new_->splice(new_->begin(), &old_);
  }

  /// Variables stand for the pointers.
  void change_parameters() {
    builder_.SetInsertPoint(&new_->getEntryBlock(), new_->getEntryBlock().begin());
    unsigned number = 0;
    for (llvm::Argument& parameter : old_.args()) {
      const Leaves* numbers = numbers_for(parameter.getArgNo());
      llvm::Value* value = nullptr;
      if (numbers == nullptr) {
        value = new_->getArg(number++);
      } else if (parameter.getType()->isVectorTy()) {
        value = llvm::PoisonValue::get(parameter.getType());
        for (std::uint64_t i = 0; i < numbers->size(); ++i)
          value = builder_.CreateInsertElement(value, new_->getArg(number++), i);
      } else {
        value = make_variable(plans_.at(parameter.getArgNo()));
        for (const Leaf& leaf : *numbers)
          builder_.CreateAlignedStore(new_->getArg(number++), place(value, leaf),
                                      llvm::commonAlignment(kAlignment, leaf.offset));
        variables_[parameter.getArgNo()] = value;
      }
      if (value != nullptr) {
        value->takeName(&parameter);
        parameter.replaceAllUsesWith(value);
      }
    }
  }

  llvm::Value* make_variable(const Plan& plan) {
    auto* type = llvm::ArrayType::get(builder_.getInt8Ty(), std::max<std::uint64_t>(plan.bytes, 1));
    auto* variable = builder_.CreateAlloca(type);
    variable->setAlignment(kAlignment);
    return variable;
  }

  llvm::Value* place(llvm::Value* pointer, const Leaf& leaf) {
    return leaf.offset == 0 ? pointer
                            : builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer, leaf.offset);
  }

  void change_returns() {
    for (llvm::BasicBlock& block : *new_) {
      auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (end == nullptr) continue;
      builder_.SetInsertPoint(end);
      llvm::SmallVector<llvm::Value*> values;
      if (!result_.empty()) {
        take_apart(end->getReturnValue(), values);
      } else if (end->getReturnValue() != nullptr) {
        values.push_back(end->getReturnValue());
      }
      for (const auto& [number, plan] : plans_)
        if (plan.is_written)
          for (const Leaf& leaf : plan.leaves)
            values.push_back(
                builder_.CreateAlignedLoad(leaf.type, place(variables_.at(number), leaf), llvm::Align(1)));
      if (values.size() == 1) {
        builder_.CreateRet(values.front());
      } else if (!values.empty()) {
        builder_.CreateAggregateRet(values.data(), static_cast<unsigned>(values.size()));
      } else {
        builder_.CreateRetVoid();
      }
      end->eraseFromParent();
    }
  }

  /// Appends the numbers of a value, in the order of flatten.
  void take_apart(llvm::Value* value, llvm::SmallVectorImpl<llvm::Value*>& numbers) {
    const auto take = [&](std::uint64_t count, const auto& extract) {
      for (unsigned i = 0; i < count; ++i) take_apart(extract(i), numbers);
    };
    const auto part = [&](unsigned i) { return builder_.CreateExtractValue(value, i); };
    llvm::Type* type = value->getType();
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      take(array->getNumElements(), part);
    } else if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      take(structure->getNumElements(), part);
    } else if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      take(vector->getNumElements(), [&](unsigned i) { return builder_.CreateExtractElement(value, i); });
    } else {
      numbers.push_back(value);
    }
  }

  /// The reverse. `next` gives number after number.
  llvm::Value* put_together(llvm::Type* type, llvm::function_ref<llvm::Value*()> next) {
    llvm::Value* value = llvm::PoisonValue::get(type);
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      for (std::uint64_t i = 0; i < vector->getNumElements(); ++i)
        value = builder_.CreateInsertElement(value, next(), i);
      return value;
    }
    if (!type->isAggregateType()) return next();
    const unsigned count =
        type->isArrayTy() ? static_cast<unsigned>(type->getArrayNumElements()) : type->getStructNumElements();
    for (unsigned i = 0; i < count; ++i)
      value = builder_.CreateInsertValue(
          value, put_together(llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t{i}), next), i);
    return value;
  }

  void change_call(llvm::CallInst& call) {
    builder_.SetInsertPoint(&call);
    llvm::SmallVector<llvm::Value*> arguments;
    llvm::SmallVector<llvm::AttributeSet> attributes;
    for (const llvm::Argument& parameter : old_.args()) {
      llvm::Value* argument = call.getArgOperand(parameter.getArgNo());
      const Leaves* numbers = numbers_for(parameter.getArgNo());
      if (numbers == nullptr) {
        arguments.push_back(argument);
        attributes.resize(arguments.size());
        attributes.back() = call.getAttributes().getParamAttrs(parameter.getArgNo());
      } else if (argument->getType()->isVectorTy()) {
        take_apart(argument, arguments);
      } else {
        const std::size_t given = plans_.at(parameter.getArgNo()).given.at(&call);
        for (std::size_t i = 0; i < numbers->size(); ++i) {
          const Leaf& leaf = (*numbers)[i];
          arguments.push_back(
              i < given ? builder_.CreateAlignedLoad(leaf.type, place(argument, leaf), llvm::Align(1))
                        : static_cast<llvm::Value*>(llvm::PoisonValue::get(leaf.type)));
        }
      }
    }
    llvm::CallInst* made = builder_.CreateCall(new_, arguments);
    made->setCallingConv(call.getCallingConv());
    made->setAttributes(
        llvm::AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(), {}, attributes));
    made->setDebugLoc(call.getDebugLoc());
    take_results(call, *made);
    call.eraseFromParent();
  }

  void take_results(llvm::CallInst& call, llvm::CallInst& made) {
    unsigned taken = 0;
    const auto next = [&]() -> llvm::Value* {
      return made.getType()->isStructTy() ? builder_.CreateExtractValue(&made, taken++) : &made;
    };
    if (!call.getType()->isVoidTy()) {
      llvm::Value* own = put_together(call.getType(), next);
      call.replaceAllUsesWith(own);
    }
    for (const auto& [number, plan] : plans_) {
      if (!plan.is_written) continue;
      for (std::size_t i = 0; i < plan.leaves.size(); ++i) {
        llvm::Value* result = next();
        if (i < plan.given.at(&call))
          builder_.CreateAlignedStore(result, place(call.getArgOperand(number), plan.leaves[i]),
                                      llvm::Align(1));
      }
    }
  }

  static constexpr llvm::Align kAlignment = llvm::Align::Constant<16>();
  llvm::Function& old_;
  const Plans& plans_;
  const llvm::DataLayout& layout_;
  llvm::IRBuilder<> builder_;
  llvm::Function* new_ = nullptr;
  Leaves result_;                               ///< empty if the result stays
  std::map<unsigned, Leaves> vectors_;          ///< parameters that are vectors
  std::map<unsigned, llvm::Value*> variables_;  ///< that stand for pointers
};

}  // namespace

llvm::PreservedAnalyses ArgumentPromotion::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const auto evolution_of = [&](const llvm::Function& function) -> llvm::ScalarEvolution& {
    return functions.getResult<llvm::ScalarEvolutionAnalysis>(const_cast<llvm::Function&>(function));
  };
  if (llvm::none_of(module, can_change)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (const auto& [function, plans] : Planner(module, evolution_of).plan()) {
    if (!Rewriter(*function, plans).rewrite()) continue;
    functions.clear(*function, function->getName());
    function->eraseFromParent();
    changed = true;
  }
  return unless_changed(changed);
}

}  // namespace quadcl::compiler
