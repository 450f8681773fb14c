// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/widen_private_accesses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <vector>

namespace quadcl::compiler {
namespace {

/// The largest element.
constexpr std::uint64_t kMostBytes = 8;

/// An access of a part of an element, at a known place.
struct PartAccess {
  llvm::Instruction* access;
  std::uint64_t offset;
};

/// The accesses of a variable.
class Accesses {
 public:
  explicit Accesses(llvm::AllocaInst& variable)
      : variable_(variable), layout_(variable.getFunction()->getDataLayout()) {}

  /// The accesses to change. None if an access is neither of whole elements nor within one.
  std::vector<PartAccess> parts() {
    if (!follow() || element_ > kMostBytes || !has_whole_elements()) return {};
    std::vector<PartAccess> found;
    for (llvm::Instruction* access : accesses_) {
      const llvm::Type* type = llvm::getLoadStoreType(access);
      if (scalar_bytes(*type) == element_) {
        if (!is_at_element(*llvm::getLoadStorePointerOperand(access))) return {};
      } else if (const auto offset = offset_of(*access)) {
        found.push_back({access, *offset});
      } else {
        return {};
      }
    }
    return found;
  }
  std::uint64_t element() const { return element_; }

 private:
  std::uint64_t scalar_bytes(const llvm::Type& type) const {
    return layout_.getTypeStoreSize(const_cast<llvm::Type&>(type).getScalarType());
  }

  /// Otherwise the last element would end behind the variable.
  bool has_whole_elements() const {
    const auto size = variable_.getAllocationSize(layout_);
    return element_ != 0 && size && !size->isScalable() && size->getFixedValue() % element_ == 0;
  }

  /// Collects the accesses. False if the address is used in any other way.
  bool follow() {
    llvm::SetVector<llvm::Value*> addresses;
    addresses.insert(&variable_);
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      for (const llvm::Use& use : addresses[i]->uses()) {
        auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        const bool is_address = llvm::isa<llvm::GetElementPtrInst>(user);
        if (is_address) {
          addresses.insert(user);
        } else if (llvm::getLoadStorePointerOperand(user) == use.get() && !user->isVolatile() &&
                   !user->isAtomic()) {
          accesses_.insert(user);
          element_ = std::max(element_, scalar_bytes(*llvm::getLoadStoreType(user)));
        } else if (!llvm::isa<llvm::MemIntrinsic>(user) || user->isVolatile()) {
          return false;
        }
      }
    }
    return true;
  }

  /// Whether the address is that of an element for all values of its indices.
  bool is_at_element(const llvm::Value& address) const {
    if (&address == &variable_) return true;
    const auto& offset = llvm::cast<llvm::GEPOperator>(address);
    const unsigned bits = layout_.getIndexTypeSizeInBits(address.getType());
    llvm::MapVector<llvm::Value*, llvm::APInt> indices;
    llvm::APInt constant(bits, 0);
    return offset.collectOffset(layout_, bits, indices, constant) && constant.urem(element_) == 0 &&
           llvm::all_of(indices, [&](const auto& index) { return index.second.urem(element_) == 0; }) &&
           is_at_element(*offset.getPointerOperand());
  }

  /// Empty if the place is not known, or not within one element.
  std::optional<std::uint64_t> offset_of(const llvm::Instruction& access) const {
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    if (address->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true) != &variable_)
      return {};
    const llvm::Type& type = *llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&access));
    const std::uint64_t bytes = layout_.getTypeStoreSize(const_cast<llvm::Type*>(&type));
    const bool has_all_bits =
        layout_.getTypeSizeInBits(const_cast<llvm::Type*>(&type)) == 8 * bytes && !type.isPtrOrPtrVectorTy();
    if (offset.isNegative() || !has_all_bits || offset.urem(element_) + bytes > element_) return {};
    return offset.getZExtValue();
  }

  llvm::AllocaInst& variable_;
  const llvm::DataLayout& layout_;
  llvm::SetVector<llvm::Instruction*> accesses_;
  std::uint64_t element_ = 0;
};

/// Replaces an access of a part by one of the element. The lowest byte is the first one.
void access_element(const PartAccess& part, llvm::AllocaInst& variable, std::uint64_t element) {
  llvm::IRBuilder<> builder(part.access);
  llvm::Type* type = llvm::getLoadStoreType(part.access);
  const auto bits = static_cast<unsigned>(8 * element);
  const auto bits_of_part =
      static_cast<unsigned>(builder.GetInsertBlock()->getDataLayout().getTypeSizeInBits(type));
  const std::uint64_t within = part.offset % element;
  llvm::Value* place =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &variable, part.offset - within);
  const llvm::Align align = llvm::commonAlignment(variable.getAlign(), part.offset - within);
  llvm::Type* whole = builder.getIntNTy(bits);
  llvm::Type* narrow = builder.getIntNTy(bits_of_part);
  llvm::Value* old = builder.CreateFreeze(builder.CreateAlignedLoad(whole, place, align));
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(part.access)) {
    llvm::Value* value = builder.CreateZExt(builder.CreateBitCast(store->getValueOperand(), narrow), whole);
    const llvm::APInt mask = llvm::APInt::getBitsSet(bits, 8 * within, 8 * within + bits_of_part);
    llvm::Value* kept = builder.CreateAnd(old, builder.getInt(~mask));
    builder.CreateAlignedStore(builder.CreateOr(kept, builder.CreateShl(value, 8 * within)), place, align);
  } else {
    llvm::Value* value = builder.CreateTrunc(builder.CreateLShr(old, 8 * within), narrow);
    part.access->replaceAllUsesWith(builder.CreateBitCast(value, type));
  }
  llvm::Value* address = llvm::getLoadStorePointerOperand(part.access);
  part.access->eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(address);
}

}  // namespace

llvm::PreservedAnalyses WidenPrivateAccesses::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        variable != nullptr && variable->isStaticAlloca())
      variables.push_back(variable);
  for (llvm::AllocaInst* variable : variables) {
    Accesses accesses(*variable);
    for (const PartAccess& part : accesses.parts()) {
      access_element(part, *variable, accesses.element());
      changed = true;
    }
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
