// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_turns.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Module.h>

namespace quadcl::compiler {

llvm::Value* LaneTurns::value_of_lane(llvm::Value& value, ElementOfLane element_of_lane) {
  if (row_.shapes->of(value).is_uniform()) return values_.scalar(value);
  const WideElements elements = values_.elements(value);
  if (!value.getType()->isVectorTy()) return element_of_lane(*elements.front());
  llvm::Value* result = llvm::PoisonValue::get(value.getType());
  for (unsigned i = 0; i < elements.size(); ++i)
    result = builder_.CreateInsertElement(result, element_of_lane(*elements[i]), std::uint64_t{i});
  return result;
}

namespace {

/// Vectors whose elements are taken one after the other by an index: code generation would store them for
/// each.
class StoredLanes {
 public:
  explicit StoredLanes(llvm::IRBuilder<>& builder) : builder_(builder) {}

  void store(llvm::Value& lanes) {
    if (lanes.getType()->getScalarSizeInBits() == 1 || places_.contains(&lanes)) return;
    llvm::BasicBlock& entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
    auto* place = new llvm::AllocaInst(lanes.getType(), 0, "lanes", entry.begin());
    builder_.CreateLifetimeStart(place);
    builder_.CreateStore(&lanes, place);
    places_[&lanes] = place;
  }

  llvm::Value* load(llvm::Value& lanes, llvm::Value* lane) {
    llvm::Value* place = places_.lookup(&lanes);
    if (place == nullptr) return builder_.CreateExtractElement(&lanes, lane);
    llvm::Type* type = lanes.getType()->getScalarType();
    return builder_.CreateLoad(type, builder_.CreateInBoundsGEP(type, place, lane));
  }

  void end() {
    for (const auto& [lanes, place] : places_) builder_.CreateLifetimeEnd(place);
  }

 private:
  llvm::IRBuilder<>& builder_;
  llvm::MapVector<const llvm::Value*, llvm::AllocaInst*> places_;
};

using Atomic = llvm::AtomicRMWInst;

/// The value that changes nothing when it is combined.
llvm::APInt neutral_value(Atomic::BinOp operation, unsigned bits) {
  switch (operation) {
    case Atomic::And:
    case Atomic::UMin:
      return llvm::APInt::getAllOnes(bits);
    case Atomic::Max:
      return llvm::APInt::getSignedMinValue(bits);
    case Atomic::Min:
      return llvm::APInt::getSignedMaxValue(bits);
    default:
      return llvm::APInt::getZero(bits);
  }
}

llvm::Value* combined(llvm::IRBuilder<>& builder, Atomic::BinOp operation, llvm::Value* lanes) {
  switch (operation) {
    case Atomic::And:
      return builder.CreateAndReduce(lanes);
    case Atomic::Or:
      return builder.CreateOrReduce(lanes);
    case Atomic::Xor:
      return builder.CreateXorReduce(lanes);
    case Atomic::Max:
    case Atomic::UMax:
      return builder.CreateIntMaxReduce(lanes, /*IsSigned=*/operation == Atomic::Max);
    case Atomic::Min:
    case Atomic::UMin:
      return builder.CreateIntMinReduce(lanes, /*IsSigned=*/operation == Atomic::Min);
    default:  // the sum, also of what is subtracted
      return builder.CreateAddReduce(lanes);
  }
}

}  // namespace

void LaneTurns::emit(llvm::Instruction& instruction) {
  const bool is_access = llvm::getLoadStorePointerOperand(&instruction) != nullptr;
  return is_access && mask_ == nullptr ? take_all_turns(instruction) : take_turns(instruction);
}

/// Some lane is active.
void LaneTurns::combine(llvm::AtomicRMWInst& atomic) {
  const Atomic::BinOp operation = atomic.getOperation();
  llvm::Value* lanes = values_.vector(*atomic.getValOperand());
  if (mask_ != nullptr) {
    const unsigned bits = lanes->getType()->getScalarSizeInBits();
    llvm::Constant* neutral = llvm::ConstantInt::get(lanes->getType(), neutral_value(operation, bits));
    lanes = builder_.CreateSelect(mask_, lanes, neutral);
  }
  llvm::Instruction* copy = atomic.clone();
  copy->setOperand(0, values_.scalar(*atomic.getPointerOperand()));
  copy->setOperand(1, combined(builder_, operation, lanes));
  builder_.Insert(copy);
}

/// The number that a lane gets from the instruction: of a compare and exchange, what was there.
static llvm::Value* number_of(llvm::IRBuilder<>& builder, llvm::Instruction& copy) {
  return llvm::isa<llvm::AtomicCmpXchgInst>(copy) ? builder.CreateExtractValue(&copy, 0) : &copy;
}

/// Whether it has exchanged follows from the number: it always does if it finds what it compares with.
void LaneTurns::set_numbers(llvm::Instruction& instruction, llvm::Value* lanes) {
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (exchange == nullptr) return values_.set_elements(instruction, {lanes});
  llvm::Value* compared = values_.vector(*exchange->getCompareOperand());
  values_.set_elements(instruction, {lanes, builder_.CreateICmpEQ(lanes, compared)});
}

/// Makes the forms of what the instruction uses.
void LaneTurns::provide_operands(llvm::Instruction& instruction) {
  for (llvm::Value* operand : instruction.operands()) {
    if (row_.shapes->of(*operand).is_uniform()) {
      values_.scalar(*operand);
    } else {
      values_.elements(*operand);
    }
  }
}

/// For all lanes, written out.
void LaneTurns::take_all_turns(llvm::Instruction& instruction) {
  provide_operands(instruction);  // copies are users, too
  llvm::Type* type = instruction.getType();
  llvm::Value* lanes = type->isVoidTy() ? nullptr : llvm::PoisonValue::get(values_.lanes_type(type));
  for (unsigned i = 0; i < row_.lanes; ++i) {
    llvm::Instruction* copy = instruction.clone();
    const auto element_of_lane = [&](llvm::Value& lanes) { return builder_.CreateExtractElement(&lanes, i); };
    for (llvm::Use& operand : copy->operands()) operand.set(value_of_lane(*operand, element_of_lane));
    builder_.Insert(copy);
    if (lanes != nullptr) lanes = builder_.CreateInsertElement(lanes, copy, i);
  }
  if (lanes != nullptr) values_.set_elements(instruction, {lanes});
}

/// A loop over the bits of the mask.
void LaneTurns::take_turns(llvm::Instruction& instruction) {
  provide_operands(instruction);  // nothing in the loop dominates the code behind it
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  auto* turns = llvm::BasicBlock::Create(builder_.getContext(), "turns", function);
  auto* turn = llvm::BasicBlock::Create(builder_.getContext(), "turn", function);
  auto* done = llvm::BasicBlock::Create(builder_.getContext(), "turns.done", function);
  llvm::Value* active = builder_.CreateBitCast(all_lanes(), builder_.getIntNTy(row_.lanes));
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateCondBr(builder_.CreateIsNotNull(active), turns, done);

  builder_.SetInsertPoint(turns);
  StoredLanes stored(builder_);
  for (llvm::Value* operand : instruction.operands())
    if (!row_.shapes->of(*operand).is_uniform())
      for (llvm::Value* lanes : values_.elements(*operand)) stored.store(*lanes);
  builder_.CreateBr(turn);

  builder_.SetInsertPoint(turn);
  llvm::PHINode* left = builder_.CreatePHI(active->getType(), 2);
  llvm::PHINode* earlier = nullptr;  // numbers of the lanes that have had their turn
  if (!instruction.use_empty()) earlier = builder_.CreatePHI(values_.element_type_of(instruction, 0), 2);
  llvm::Value* lane = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, builder_.getTrue());
  llvm::Instruction* copy = instruction.clone();
  const auto element_of_lane = [&](llvm::Value& lanes) { return stored.load(lanes, lane); };
  for (llvm::Use& operand : copy->operands()) operand.set(value_of_lane(*operand, element_of_lane));
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(copy)) exchange->setWeak(false);
  builder_.Insert(copy);
  llvm::Value* numbers = nullptr;
  if (earlier != nullptr) numbers = builder_.CreateInsertElement(earlier, number_of(builder_, *copy), lane);
  llvm::Value* others =
      builder_.CreateAnd(left, builder_.CreateSub(left, llvm::ConstantInt::get(left->getType(), 1)));
  builder_.CreateCondBr(builder_.CreateIsNotNull(others), turn, done);
  left->addIncoming(active, turns);
  left->addIncoming(others, turn);

  builder_.SetInsertPoint(done);
  if (earlier != nullptr) {
    llvm::Value* none = llvm::PoisonValue::get(numbers->getType());
    earlier->addIncoming(none, turns);
    earlier->addIncoming(numbers, turn);
    llvm::PHINode* all = builder_.CreatePHI(numbers->getType(), 2);  // poison where no lane had a turn
    all->addIncoming(none, before);
    all->addIncoming(numbers, turn);
    set_numbers(instruction, all);
  }
  stored.end();
}

}  // namespace quadcl::compiler
