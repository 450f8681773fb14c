// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/register_rows.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/pointer_sources.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::uint64_t kMostRows = 24;  ///< there are 64 registers
constexpr std::int32_t kWordBytes = 4;

bool is_word(const llvm::Type& type, const llvm::DataLayout& layout) {
  return !type.isVectorTy() && layout.getTypeStoreSize(const_cast<llvm::Type*>(&type)) == kWordBytes;
}

/// Whether the add ALU does it in one operation.
bool is_one_operation(const llvm::AtomicRMWInst& atomic) {
  using Kind = llvm::AtomicRMWInst::BinOp;
  constexpr Kind kinds[]{Kind::Add, Kind::Sub,  Kind::And,  Kind::Or,   Kind::Xor, Kind::Min,
                         Kind::Max, Kind::FAdd, Kind::FSub, Kind::FMin, Kind::FMax};
  return llvm::is_contained(kinds, atomic.getOperation());
}

class Accesses {
 public:
  explicit Accesses(llvm::Function& kernel)
      : layout_(kernel.getParent()->getDataLayout()),
        divergence_(find_row_divergence(kernel)),
        strides_(kernel, divergence_) {}

  /// Counts the instruction's accesses and the variables that it names. False if registers do not suit it.
  bool add(const llvm::Instruction& instruction) {
    for (const llvm::Use& operand : instruction.operands()) add_variables(*operand);
    if (llvm::isa<llvm::AllocaInst>(instruction)) return false;
    const llvm::Value* pointer = accessed_pointer(instruction);
    if (pointer == nullptr || !is_local_pointer(*pointer)) return true;
    if (!llvm::all_of(objects_of(*pointer), llvm::IsaPred<llvm::GlobalVariable>)) return false;
    const auto stride = strides_.of(*pointer);
    if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      scattered_ += stride != 0;
      return atomic->use_empty() && is_word(*atomic->getType(), layout_) && is_one_operation(*atomic);
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->isSimple() && is_word(*load->getType(), layout_) && (stride == 0 || stride == kWordBytes);
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store != nullptr && store->isSimple() && is_word(*store->getValueOperand()->getType(), layout_) &&
           stride == kWordBytes;
  }

  unsigned rows() const {
    std::uint64_t rows = 0;
    for (const llvm::GlobalVariable* variable : variables_) {
      if (variable->getAlign().valueOrOne() > kRowBytes) return 0;
      const std::uint64_t bytes = layout_.getTypeAllocSize(variable->getValueType());
      rows += llvm::divideCeil(std::max<std::uint64_t>(bytes, 1), kRowBytes);
    }
    return scattered_ > 0 && rows <= kMostRows ? static_cast<unsigned>(rows) : 0;
  }

 private:
  /// Those that an operand names take rows, whether they are accessed or not.
  void add_variables(const llvm::Value& operand) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&operand);
    if (variable != nullptr && is_local_pointer(*variable)) variables_.insert(variable);
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand);
        constant != nullptr && !llvm::isa<llvm::GlobalValue>(constant))
      for (const llvm::Use& part : constant->operands()) add_variables(*part);
  }

  const llvm::DataLayout& layout_;
  RowDivergence divergence_;
  LaneStrides strides_;
  llvm::SetVector<const llvm::GlobalVariable*> variables_;
  unsigned scattered_ = 0;  ///< accesses at places that depend on data
};

}  // namespace

unsigned register_rows(llvm::Function& kernel) {
  // Memory of arguments lies in the VPM, where addresses of registers could be equal to its own.
  if (llvm::any_of(kernel.args(), [](const llvm::Argument& argument) {
        return is_local_pointer(argument) && !argument.use_empty();
      }))
    return 0;
  Accesses accesses(kernel);
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    if (!accesses.add(instruction)) return 0;
  return accesses.rows();
}

}  // namespace quadcl::compiler::qpu
