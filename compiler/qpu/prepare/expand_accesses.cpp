// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/expand_accesses.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler::qpu {
namespace {

/// Copies of more bytes become loops. So many parts of a copy are loaded before the first is stored.
constexpr std::uint64_t kLongestCopy = 1024, kPartsAtOnce = 16;

/// Parts of 1, 2 or 4 bytes.
std::uint64_t part_of(std::uint64_t bytes, llvm::Align align) {
  std::uint64_t part = std::min<std::uint64_t>(align.value(), 4);
  while (bytes % part != 0) part /= 2;
  return part;
}

/// A number in memory and its parts.
struct AccessInParts {
  llvm::IRBuilder<> build;
  llvm::Value* place;
  llvm::Align align;
  std::uint64_t bytes, part;
  bool is_volatile;

  llvm::Type* part_type() { return build.getIntNTy(static_cast<unsigned>(part * 8)); }
  /// The integer in which parts are put together.
  llvm::Type* whole_type() { return build.getIntNTy(bytes > 4 ? 64 : 32); }
  llvm::Value* place_of(std::uint64_t byte) {
    return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), place, byte);
  }
  llvm::Value* load(std::uint64_t byte) {
    return build.CreateAlignedLoad(part_type(), place_of(byte), llvm::commonAlignment(align, byte),
                                   is_volatile);
  }
  void store(llvm::Value* value, std::uint64_t byte) {
    build.CreateAlignedStore(value, place_of(byte), llvm::commonAlignment(align, byte), is_volatile);
  }
};

bool is_taken_apart(llvm::Type& type, llvm::Align align, const llvm::DataLayout& layout) {
  if (type.isVectorTy() || type.isAggregateType()) return false;
  const std::uint64_t bytes = layout.getTypeStoreSize(&type);
  return bytes <= 8 && (!llvm::isPowerOf2_64(bytes) || align.value() < std::min<std::uint64_t>(bytes, 4));
}

AccessInParts access_of(llvm::Instruction& at, llvm::Value* place, llvm::Align align, llvm::Type& type) {
  const std::uint64_t bytes = at.getModule()->getDataLayout().getTypeStoreSize(&type);
  return {llvm::IRBuilder<>(&at), place, align, bytes, part_of(bytes, align), at.isVolatile()};
}

llvm::Type* bits_type(AccessInParts& access) {
  return access.build.getIntNTy(static_cast<unsigned>(access.bytes * 8));
}

/// Integers, floats and pointers as integers of their size, and back.
llvm::Value* from_bits(AccessInParts& access, llvm::Value* bits, llvm::Type* type) {
  llvm::Value* whole = access.build.CreateTrunc(bits, bits_type(access));
  return type->isIntegerTy() ? access.build.CreateTrunc(whole, type)
                             : access.build.CreateBitOrPointerCast(whole, type);
}
llvm::Value* to_bits(AccessInParts& access, llvm::Value* value) {
  llvm::Value* bits = value->getType()->isIntegerTy()
                          ? access.build.CreateZExt(value, bits_type(access))
                          : access.build.CreateBitOrPointerCast(value, bits_type(access));
  return access.build.CreateZExt(bits, access.whole_type());
}

/// The access of one element of a vector in memory.
template <typename Make>
void for_each_element(llvm::Value* place, llvm::Align align, const llvm::FixedVectorType& vector,
                      llvm::IRBuilder<>& build, Make make) {
  const std::uint64_t bytes = vector.getScalarSizeInBits() / 8;
  for (unsigned element = 0; element < vector.getNumElements(); ++element)
    make(element, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), place, element * bytes),
         llvm::commonAlignment(align, element * bytes));
}

/// LLVM's scalarizer leaves vectors that are volatile.
bool take_vector_apart(llvm::LoadInst& load) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  if (vector == nullptr || !load.isVolatile()) return false;
  llvm::IRBuilder<> build(&load);
  llvm::Value* all = llvm::PoisonValue::get(load.getType());
  for_each_element(load.getPointerOperand(), load.getAlign(), *vector, build,
                   [&](std::uint64_t element, llvm::Value* place, llvm::Align align) {
                     llvm::Value* one =
                         build.CreateAlignedLoad(vector->getElementType(), place, align, /*isVolatile=*/true);
                     all = build.CreateInsertElement(all, one, element);
                   });
  load.replaceAllUsesWith(all);
  load.eraseFromParent();
  return true;
}

bool take_vector_apart(llvm::StoreInst& store) {
  llvm::Value* value = store.getValueOperand();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (vector == nullptr || !store.isVolatile()) return false;
  llvm::IRBuilder<> build(&store);
  for_each_element(store.getPointerOperand(), store.getAlign(), *vector, build,
                   [&](std::uint64_t element, llvm::Value* place, llvm::Align align) {
                     build.CreateAlignedStore(build.CreateExtractElement(value, element), place, align,
                                              /*isVolatile=*/true);
                   });
  store.eraseFromParent();
  return true;
}

bool take_apart(llvm::LoadInst& load) {
  if (take_vector_apart(load)) return true;
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  if (load.isAtomic() || !is_taken_apart(*load.getType(), load.getAlign(), layout)) return false;
  AccessInParts access = access_of(load, load.getPointerOperand(), load.getAlign(), *load.getType());
  llvm::Value* bits = llvm::ConstantInt::get(access.whole_type(), 0);
  for (std::uint64_t byte = 0; byte < access.bytes; byte += access.part) {
    llvm::Value* part = access.build.CreateZExt(access.load(byte), access.whole_type());
    bits = access.build.CreateOr(bits, access.build.CreateShl(part, byte * 8));
  }
  load.replaceAllUsesWith(from_bits(access, bits, load.getType()));
  load.eraseFromParent();
  return true;
}

bool take_apart(llvm::StoreInst& store) {
  if (take_vector_apart(store)) return true;
  llvm::Value* value = store.getValueOperand();
  const llvm::DataLayout& layout = store.getModule()->getDataLayout();
  if (store.isAtomic() || !is_taken_apart(*value->getType(), store.getAlign(), layout)) return false;
  AccessInParts access = access_of(store, store.getPointerOperand(), store.getAlign(), *value->getType());
  llvm::Value* bits = to_bits(access, value);
  for (std::uint64_t byte = 0; byte < access.bytes; byte += access.part)
    access.store(access.build.CreateTrunc(access.build.CreateLShr(bits, byte * 8), access.part_type()), byte);
  store.eraseFromParent();
  return true;
}

std::uint64_t length_of(const llvm::MemIntrinsic& call) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getLength());
  return length != nullptr ? length->getZExtValue() : kLongestCopy + 1;
}

/// Some parts are loaded before they are stored, so that a copy within a buffer reads nothing that it wrote;
/// of a copy that may overlap itself, all.
bool take_apart(llvm::MemTransferInst& copy) {
  const std::uint64_t bytes = length_of(copy);
  if (bytes > kLongestCopy) return false;
  const llvm::Align from = copy.getSourceAlign().valueOrOne(), to = copy.getDestAlign().valueOrOne();
  const std::uint64_t part = part_of(bytes, std::min(from, to));
  AccessInParts source{llvm::IRBuilder<>(&copy), copy.getSource(), from, bytes, part, copy.isVolatile()},
      target{llvm::IRBuilder<>(&copy), copy.getDest(), to, bytes, part, copy.isVolatile()};
  const std::uint64_t step = (llvm::isa<llvm::MemMoveInst>(copy) ? bytes : kPartsAtOnce) * part;
  for (std::uint64_t begin = 0; begin < bytes; begin += step) {
    llvm::SmallVector<llvm::Value*> parts;
    const std::uint64_t end = std::min(bytes, begin + step);
    for (std::uint64_t byte = begin; byte < end; byte += part) parts.push_back(source.load(byte));
    for (std::uint64_t byte = begin; byte < end; byte += part)
      target.store(parts[(byte - begin) / part], byte);
  }
  copy.eraseFromParent();
  return true;
}

/// A part that consists of a byte that is repeated.
llvm::Value* repeated(AccessInParts& access, llvm::Value* byte) {
  const auto bits = static_cast<unsigned>(access.part * 8);
  return access.build.CreateMul(
      access.build.CreateZExt(byte, access.part_type()),
      llvm::ConstantInt::get(access.part_type(), llvm::APInt::getSplat(bits, llvm::APInt(8, 1))));
}

bool take_apart(llvm::MemSetInst& set) {
  const std::uint64_t bytes = length_of(set);
  if (bytes > kLongestCopy) return false;
  const llvm::Align align = set.getDestAlign().valueOrOne();
  AccessInParts target{llvm::IRBuilder<>(&set), set.getDest(),   align, bytes,
                       part_of(bytes, align),   set.isVolatile()};
  llvm::Value* all = repeated(target, set.getValue());
  for (std::uint64_t byte = 0; byte < bytes; byte += target.part) target.store(all, byte);
  set.eraseFromParent();
  return true;
}

/// Copies that are too long to be taken apart.
bool is_long(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  return call != nullptr && !llvm::isa<llvm::MemMoveInst>(call) &&
         llvm::isa<llvm::ConstantInt>(call->getLength()) && length_of(*call) > kLongestCopy;
}

/// A loop over the parts.
void put_into_loop(llvm::MemIntrinsic& call) {
  const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&call);
  const llvm::Align to = call.getDestAlign().valueOrOne();
  const llvm::Align align = copy != nullptr ? std::min(to, copy->getSourceAlign().valueOrOne()) : to;
  const std::uint64_t part = part_of(length_of(call), align);
  llvm::IRBuilder<> before(&call);
  const auto body = llvm::SplitBlockAndInsertSimpleForLoop(
      before.getInt32(static_cast<std::uint32_t>(length_of(call) / part)), &call);
  body.first->setDebugLoc(call.getDebugLoc());
  llvm::IRBuilder<> build(body.first);
  llvm::Type* type = build.getIntNTy(static_cast<unsigned>(part * 8));
  const auto access_at = [&](llvm::Value* start) {
    return AccessInParts{llvm::IRBuilder<>(body.first),
                         build.CreateGEP(type, start, body.second),
                         llvm::Align(part),
                         part,
                         part,
                         call.isVolatile()};
  };
  AccessInParts target = access_at(call.getDest());
  llvm::Value* value = copy != nullptr ? access_at(copy->getSource()).load(0)
                                       : repeated(target, llvm::cast<llvm::MemSetInst>(call).getValue());
  target.store(value, 0);
  call.eraseFromParent();
}

/// Volatile accesses of buffers are done one by one anyway. But a load that a loop repeats from one place
/// waits for somebody else, which TMUs do not see.
bool forget_volatile(llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const llvm::Loop* loop = loops.getLoopFor(load->getParent());
    if (!load->isVolatile() || load->getPointerAddressSpace() != kGlobalAddressSpace ||
        (loop != nullptr && loop->isLoopInvariant(load->getPointerOperand())))
      return false;
    load->setVolatile(false);
    return true;
  }
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store == nullptr || !store->isVolatile() || store->getPointerAddressSpace() != kGlobalAddressSpace)
    return false;
  store->setVolatile(false);
  return true;
}

bool is_needless(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return llvm::isa<llvm::FenceInst>(instruction) ||
         (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::prefetch);
}

bool expand(llvm::Instruction& instruction, AccessChoice choice) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return take_apart(*load);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return take_apart(*store);
  if (choice == AccessChoice::unaligned) return false;
  if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) return take_apart(*copy);
  if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) return take_apart(*set);
  if (!is_needless(instruction)) return false;
  instruction.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses ExpandAccesses::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (choice_ == AccessChoice::all) changed |= forget_volatile(instruction, loops);
    changed |= expand(instruction, choice_);
  }
  llvm::SmallVector<llvm::MemIntrinsic*> rest;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (choice_ == AccessChoice::all && is_long(instruction))
      rest.push_back(llvm::cast<llvm::MemIntrinsic>(&instruction));
  for (llvm::MemIntrinsic* call : rest) put_into_loop(*call);
  return rest.empty() ? unless_values_changed(changed) : llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler::qpu
