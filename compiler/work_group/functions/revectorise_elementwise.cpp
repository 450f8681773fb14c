// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/revectorise_elementwise.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <optional>
#include <vector>

#include "compiler/ir/vector_forms.h"

namespace quadcl::compiler {
namespace {

/// Vectors of fewer elements are divided among lanes at little cost.
constexpr unsigned kFewestElements = 8;
constexpr unsigned kWidestElement = 64;
/// Limits of what is followed back: steps in which a vector is put together, and operations one after
/// another.
constexpr unsigned kMostParts = 64, kMostOperations = 1024;

/// The elements of a vector, as scalars.
using Elements = std::vector<llvm::Value*>;

unsigned element_count(const llvm::Value& vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

/// A place of a vector that is not put together here, or a scalar (without a vector).
struct Origin {
  llvm::Value* scalar = nullptr;
  llvm::Value* vector = nullptr;
  unsigned place = 0;
};

std::optional<unsigned> known_place(const llvm::Value& place, const llvm::Value& vector) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&place);
  if (constant == nullptr || constant->getValue().uge(element_count(vector))) return std::nullopt;
  return constant->getZExtValue();
}

/// Where an element of a vector comes from, through what puts vectors together.
Origin origin_of(llvm::Value* vector, unsigned place) {
  for (unsigned part = 0; part < kMostParts; ++part) {
    if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(vector)) {
      const auto changed = known_place(*insert->getOperand(2), *vector);
      if (!changed) return {nullptr, vector, place};
      if (*changed == place) return {insert->getOperand(1)};
      vector = insert->getOperand(0);
    } else if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(vector)) {
      const int from = shuffle->getMaskValue(place);
      if (from < 0) return {llvm::PoisonValue::get(vector->getType()->getScalarType())};
      const unsigned first = element_count(*shuffle->getOperand(0)), chosen = static_cast<unsigned>(from);
      vector = shuffle->getOperand(chosen < first ? 0 : 1);
      place = chosen < first ? chosen : chosen - first;
    } else if (auto* constant = llvm::dyn_cast<llvm::Constant>(vector)) {
      if (llvm::Constant* element = constant->getAggregateElement(place)) return {element};
      break;
    } else {
      break;
    }
  }
  return {nullptr, vector, place};
}

Origin origin_of(llvm::Value* scalar) {
  Origin origin{scalar};
  for (unsigned part = 0; part < kMostParts && origin.vector == nullptr; ++part) {
    auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(origin.scalar);
    if (extract == nullptr || !llvm::isa<llvm::FixedVectorType>(extract->getVectorOperandType())) break;
    const auto place = known_place(*extract->getIndexOperand(), *extract->getVectorOperand());
    if (!place) break;
    origin = origin_of(extract->getVectorOperand(), *place);
  }
  return origin;
}

bool is_for_elements(const llvm::Instruction& one) {
  const auto fits = [](const llvm::Type* type) {
    return (type->isIntegerTy() || type->isFloatingPointTy()) &&
           type->getScalarSizeInBits() <= kWidestElement;
  };
  if (!fits(one.getType())) return false;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one))
    return llvm::isTriviallyVectorizable(call->getIntrinsicID());
  if (one.isIntDivRem() ||
      !llvm::all_of(one.operand_values(), [&](auto* value) { return fits(value->getType()); }))
    return false;
  return llvm::isa<llvm::UnaryOperator, llvm::BinaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                   llvm::FreezeInst>(one);
}

bool are_alike(const Elements& all) {
  const auto* first = llvm::dyn_cast<llvm::Instruction>(all.front());
  if (first == nullptr || !is_for_elements(*first)) return false;
  const auto* first_call = llvm::dyn_cast<llvm::CallInst>(first);
  return llvm::all_of(all, [&](const llvm::Value* value) {
    const auto* one = llvm::dyn_cast<llvm::Instruction>(value);
    return one != nullptr && one->isSameOperationAs(first) &&
           (first_call == nullptr ||
            llvm::cast<llvm::CallInst>(one)->getCalledFunction() == first_call->getCalledFunction());
  });
}

/// Makes instructions of vectors, at one place, from those for their elements.
class Gatherer {
 public:
  explicit Gatherer(llvm::Instruction& place)
      : builder_(place.getContext(), llvm::ConstantFolder(),
                 llvm::IRBuilderCallbackInserter([this](llvm::Instruction* one) { made_.push_back(one); })) {
    builder_.SetInsertPoint(&place);
  }

  /// The vector of these elements; null if they are not computed alike.
  llvm::Value* vector_of(const Elements& elements) {
    const auto [known, is_new] = vectors_.try_emplace(elements, nullptr);
    if (!is_new || depth_ == kMostOperations) return known->second;
    ++depth_;
    known->second = make(elements);
    --depth_;
    return known->second;
  }

  /// Whether there are instructions for elements, and nothing needs them any more.
  bool replaces_all() const {
    const auto is_replaced = [&](const llvm::User* user) {
      return llvm::isa<llvm::InsertElementInst>(user) ||
             replaced_.contains(llvm::cast<llvm::Instruction>(user));
    };
    return !replaced_.empty() && llvm::all_of(replaced_, [&](const llvm::Instruction* one) {
      return llvm::all_of(one->users(), is_replaced);
    });
  }

  void undo() {
    for (llvm::Instruction* one : llvm::reverse(made_)) one->eraseFromParent();
  }

 private:
  llvm::Value* make(const Elements& elements) {
    std::vector<Origin> origins;
    for (llvm::Value* element : elements) origins.push_back(origin_of(element));
    if (llvm::Value* whole = whole_vector(origins)) return whole;
    Elements scalars;
    for (const Origin& origin : origins)
      if (origin.vector == nullptr) scalars.push_back(origin.scalar);
    if (scalars.size() != origins.size()) return nullptr;
    if (llvm::all_of(scalars, llvm::IsaPred<llvm::Constant>)) return constant(scalars);
    if (llvm::all_equal(scalars)) return builder_.CreateVectorSplat(scalars.size(), scalars.front());
    return are_alike(scalars) ? instruction(scalars) : nullptr;
  }

  /// The vector whose elements these are, in order; null if there is none.
  static llvm::Value* whole_vector(const std::vector<Origin>& origins) {
    llvm::Value* vector = origins.front().vector;
    if (vector == nullptr || element_count(*vector) != origins.size()) return nullptr;
    for (unsigned i = 0; i < origins.size(); ++i)
      if (origins[i].vector != vector || origins[i].place != i) return nullptr;
    return vector;
  }

  static llvm::Value* constant(const Elements& scalars) {
    std::vector<llvm::Constant*> constants;
    for (llvm::Value* scalar : scalars) constants.push_back(llvm::cast<llvm::Constant>(scalar));
    return llvm::ConstantVector::get(constants);
  }

  llvm::Value* instruction(const Elements& scalars) {
    auto& first = llvm::cast<llvm::Instruction>(*scalars.front());
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&first);
    std::vector<llvm::Value*> operands;
    for (unsigned i = 0; i < (call != nullptr ? call->arg_size() : first.getNumOperands()); ++i) {
      Elements elements;
      for (llvm::Value* scalar : scalars)
        elements.push_back(llvm::cast<llvm::Instruction>(scalar)->getOperand(i));
      if (call == nullptr || !llvm::isVectorIntrinsicWithScalarOpAtArg(call->getIntrinsicID(), i))
        operands.push_back(vector_of(elements));
      else
        operands.push_back(llvm::all_equal(elements) ? elements.front() : nullptr);
      if (operands.back() == nullptr) return nullptr;
    }
    for (llvm::Value* scalar : scalars) replaced_.insert(llvm::cast<llvm::Instruction>(scalar));
    return copy_with(first, operands, scalars);
  }

  /// The instruction with these operands, and with the flags and the metadata that all have.
  llvm::Value* copy_with(llvm::Instruction& first, const std::vector<llvm::Value*>& operands,
                         const Elements& scalars) {
    llvm::Instruction* copy = first.clone();
    copy->mutateType(llvm::FixedVectorType::get(first.getType(), scalars.size()));
    for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&first))
      llvm::cast<llvm::CallInst>(copy)->setCalledFunction(&vector_form(*call, *copy->getType(), operands));
    for (llvm::Value* scalar : scalars) copy->andIRFlags(scalar);
    llvm::propagateMetadata(copy, scalars);
    return builder_.Insert(copy);
  }

  llvm::IRBuilder<llvm::ConstantFolder, llvm::IRBuilderCallbackInserter> builder_;
  std::map<Elements, llvm::Value*> vectors_;
  std::vector<llvm::Instruction*> made_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> replaced_;
  unsigned depth_ = 0;
};

/// Whether it puts a vector together that is used as a whole.
bool makes_vector(const llvm::Instruction& one) {
  const auto is_part = [](const llvm::User* user) {
    return llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst, llvm::ShuffleVectorInst>(user);
  };
  return llvm::isa<llvm::InsertElementInst, llvm::ShuffleVectorInst>(one) &&
         llvm::isa<llvm::FixedVectorType>(one.getType()) && element_count(one) >= kFewestElements &&
         !llvm::all_of(one.users(), is_part);
}

bool gather(llvm::Instruction& whole) {
  Elements elements;
  for (unsigned i = 0; i < element_count(whole); ++i) {
    const Origin origin = origin_of(&whole, i);
    if (origin.vector != nullptr) return false;
    elements.push_back(origin.scalar);
  }
  Gatherer gatherer(*whole.getNextNode());
  llvm::Value* vector = gatherer.vector_of(elements);
  if (vector == nullptr || !gatherer.replaces_all()) {
    gatherer.undo();
    return false;
  }
  whole.replaceAllUsesWith(vector);
  return true;
}

}  // namespace

llvm::PreservedAnalyses RevectoriseElementwise::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager&) {
  std::vector<llvm::WeakVH> vectors;
  for (llvm::Instruction& one : llvm::instructions(function))
    if (makes_vector(one)) vectors.emplace_back(&one);
  bool changed = false;
  for (const llvm::WeakVH& vector : vectors) {
    if (vector == nullptr || !gather(llvm::cast<llvm::Instruction>(*vector))) continue;
    changed = true;
    llvm::RecursivelyDeleteTriviallyDeadInstructions(vector);
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
