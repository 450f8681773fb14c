// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/instructions.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler::recognise {
namespace {

/// Far more than a kernel of register-blocked tiles takes; bounds the time of the analysis.
constexpr std::uint64_t kMostFollowed = 100'000;

/// Their lanes are computed one by one.
bool is_by_lane(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::BinaryOperator, llvm::SelectInst, llvm::UnaryOperator>(instruction);
}

std::string contained(const llvm::Instruction& instruction) {
  return std::string("it contains '") + instruction.getOpcodeName() + "'";
}

/// Why nothing is known of what it computes.
std::string unknown_operation(const llvm::Instruction& instruction) {
  const llvm::Type &type = *instruction.getType(), &from = *instruction.getOperand(0)->getType();
  const bool to_float = type.isFPOrFPVectorTy(), of_float = from.isFPOrFPVectorTy();
  if (type.getScalarType()->isDoubleTy() || from.getScalarType()->isDoubleTy())
    return "it computes with doubles";
  if (llvm::isa<llvm::BitCastInst>(instruction)) return "it takes data for data of another type";
  if (llvm::isa<llvm::CastInst>(instruction))
    return to_float && of_float ? "it converts halves"
           : to_float           ? "it converts integers to floats"
           : of_float           ? "it converts floats to integers"
                                : "it converts integers that are data";
  if (instruction.getOpcode() == llvm::Instruction::FDiv) return "it divides floats";
  if (llvm::isa<llvm::SelectInst>(instruction)) return "it chooses by a condition that depends on data";
  if (llvm::isa<llvm::ExtractElementInst>(instruction))
    return "it uses a component of a vector that is not understood";
  if (type.isIntOrIntVectorTy()) return "it computes with integers that are data or unknown";
  return contained(instruction);
}

}  // namespace

const Value& Instructions::operand(const llvm::Instruction& instruction, unsigned index) {
  return machine_.environment[instruction.getOperand(index)];
}

Instructions::Operands Instructions::operands(const llvm::Instruction& instruction, unsigned count) {
  Operands result;
  for (unsigned i = 0; i < count; ++i) result.push_back(operand(instruction, i));
  return result;
}

void Instructions::execute(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
}

void Instructions::execute(const llvm::Instruction& instruction) {
  if (++steps_ > kMostFollowed) reject("it is too long");
  machine_.symbols.set_place(instruction.getDebugLoc().get());
  if (const auto* memory_write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store(*memory_write);
  if (llvm::isa<llvm::FenceInst>(instruction)) return;
  Value value = evaluate(instruction);
  const llvm::Type& type = *instruction.getType()->getScalarType();
  if (type.isFloatingPointTy() || (type.isIntegerTy() && type.getIntegerBitWidth() > 1)) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    if (vector != nullptr && value.kind == ValueKind::unknown)
      value = Value::of_lanes(std::vector<Value>(vector->getNumElements()));
    if (vector == nullptr && value.kind == ValueKind::unknown) value = Value::of_data(unknown(instruction));
    for (Value& lane : value.lanes)
      if (lane.kind == ValueKind::unknown) lane = Value::of_data(unknown(instruction));
  }
  machine_.environment.set(&instruction, std::move(value));
}

/// What is not understood: an operand, or else the operation.
Node Instructions::unknown(const llvm::Instruction& instruction) {
  for (const llvm::Value* operand : instruction.operand_values()) {
    if (!llvm::isa<llvm::Instruction, llvm::Argument>(operand)) continue;
    const Value& value = machine_.environment[operand];
    const Value& first = value.is_vector() && !value.lanes.empty() ? value.lanes.front() : value;
    if (first.is_data() && machine_.expressions[first.row].kind == NodeKind::opaque) return first.row;
  }
  return machine_.expressions.opaque(unknown_operation(instruction));
}

Value Instructions::evaluate(const llvm::Instruction& instruction) {
  if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load(*read);
  if (const auto* called = llvm::dyn_cast<llvm::CallInst>(&instruction)) return call(*called);
  if (llvm::isa<llvm::AllocaInst>(instruction))
    return Value::of_pointer(machine_.memory.objects.of(instruction), {});
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return address(*gep);
  if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) return cast(*conversion);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return operand(instruction, 0);
  if (const auto* pick = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return shuffle(*pick);
  if (const auto* pick = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) return extract(*pick);
  if (const auto* put = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) return insert(*put);
  if (is_by_lane(instruction))
    return each_lane(instruction, operands(instruction, instruction.getNumOperands()),
                     [&](llvm::ArrayRef<Value> lane) { return combine(instruction, lane); });
  if (instruction.getType()->isVectorTy()) return {};
  if (const auto* test = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return machine_.integers.compare(*test, operand(*test, 0), operand(*test, 1));
  if (const auto* test = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) return compare_floats(*test);
  reject(contained(instruction));
}

Value Instructions::load(const llvm::LoadInst& load) {
  if (load.isVolatile() || load.isAtomic()) reject("it reads volatile or atomic memory");
  return machine_.memory.load(operand(load, 0), *load.getType());
}

void Instructions::store(const llvm::StoreInst& store) {
  if (store.isVolatile() || store.isAtomic()) reject("it writes volatile or atomic memory");
  const Value& pointer = machine_.environment[store.getPointerOperand()];
  const Value& value = machine_.environment[store.getValueOperand()];
  machine_.memory.store(pointer, value, *store.getValueOperand()->getType());
}

const AddressOffset* Instructions::offset_of(const llvm::GetElementPtrInst& instruction) {
  const auto [found, is_new] = offsets_.try_emplace(&instruction);
  std::optional<AddressOffset>& offset = found->second;
  if (is_new) {
    llvm::MapVector<llvm::Value*, llvm::APInt> scaled;
    llvm::APInt fixed(64, 0);
    if (instruction.collectOffset(layout_, 64, scaled, fixed)) {
      offset.emplace().fixed = fixed.getSExtValue();
      for (const auto& [index, scale] : scaled) offset->scaled.push_back({index, scale.getSExtValue()});
    }
  }
  return offset ? &*offset : nullptr;
}

Value Instructions::address(const llvm::GetElementPtrInst& instruction) {
  Value result = machine_.environment[instruction.getPointerOperand()];
  const AddressOffset* offset = result.is_pointer() ? offset_of(instruction) : nullptr;
  if (offset == nullptr) return {};
  result.number = result.number + Polynomial(offset->fixed);
  for (const auto& [index, scale] : offset->scaled) {
    const Value& factor = machine_.environment[index];
    const unsigned width = index->getType()->getScalarSizeInBits();
    if (!factor.is_integer()) reject("an address comes from data or unknown arithmetic");
    const Polynomial number =
        width < 64 ? machine_.integers.exact(factor, width, Reading::as_signed) : factor.number;
    result.number = result.number + number * Polynomial(scale);
  }
  return result;
}

Value Instructions::cast(const llvm::CastInst& cast) {
  const Value& value = operand(cast, 0);
  const llvm::Type &to = *cast.getType(), &from = *cast.getSrcTy();
  switch (cast.getOpcode()) {
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
      return machine_.integers.extend(cast, value);
    case llvm::Instruction::Trunc:
      return value.is_integer() ? value : Value{};
    case llvm::Instruction::AddrSpaceCast:
      return value;
    case llvm::Instruction::BitCast: {
      const bool same = value.is_data() && !to.isVectorTy() && !from.isVectorTy();
      const bool same_lanes =
          value.is_vector() && to.isVectorTy() &&
          layout_.getTypeAllocSize(to.getScalarType()) == layout_.getTypeAllocSize(from.getScalarType());
      return same || same_lanes ? value : Value{};
    }
    default:
      return {};
  }
}

Value Instructions::extract(const llvm::ExtractElementInst& extract) {
  const Value& vector = machine_.environment[extract.getVectorOperand()];
  const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract.getIndexOperand());
  if (index == nullptr || index->getZExtValue() >= vector.lanes.size()) return {};
  return vector.lanes[index->getZExtValue()];
}

Value Instructions::insert(const llvm::InsertElementInst& insert) {
  Value vector = operand(insert, 0);
  const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert.getOperand(2));
  const auto lanes = llvm::cast<llvm::FixedVectorType>(insert.getType())->getNumElements();
  if (index == nullptr || index->getZExtValue() >= lanes) return {};
  if (!vector.is_vector())
    vector = Value::of_lanes(std::vector<Value>(lanes, Value::of_data(machine_.expressions.undefined())));
  vector.lanes[index->getZExtValue()] = operand(insert, 1);
  return vector;
}

Value Instructions::shuffle(const llvm::ShuffleVectorInst& shuffle) {
  const Value &left = operand(shuffle, 0), &right = operand(shuffle, 1);
  const Node undefined = machine_.expressions.undefined();
  const auto width =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
  const auto lane = [&](int index) -> Value {
    if (index < 0) return Value::of_data(undefined);
    const Value& from = index < width ? left : right;
    if (from.is_data() && from.row == undefined) return from;
    const auto place = static_cast<std::size_t>(index < width ? index : index - width);
    return place < from.lanes.size() ? from.lanes[place] : Value{};
  };
  std::vector<Value> lanes;
  for (const int index : shuffle.getShuffleMask()) lanes.push_back(lane(index));
  return Value::of_lanes(std::move(lanes));
}

/// Applies a function of scalars to each lane of vectors.
Value Instructions::each_lane(const llvm::Instruction& instruction, const Operands& operands,
                              const OfLane& function) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  if (type == nullptr) return function(operands);
  const unsigned lanes = type->getNumElements();
  for (const Value& operand : operands)
    if (operand.is_vector() && operand.lanes.size() != lanes) return {};
  std::vector<Value> result;
  for (unsigned i = 0; i < lanes; ++i) {
    Operands lane;
    for (const Value& operand : operands) lane.push_back(operand.is_vector() ? operand.lanes[i] : operand);
    result.push_back(function(lane));
  }
  return Value::of_lanes(std::move(result));
}

/// Binary operations, select and the minus sign, of scalars.
Value Instructions::combine(const llvm::Instruction& instruction, llvm::ArrayRef<Value> operands) {
  const Value& first = operands.front();
  if (llvm::isa<llvm::SelectInst>(instruction)) return select(instruction, operands);
  if (instruction.getOpcode() == llvm::Instruction::FNeg)
    return first.is_data() ? Value::of_data(machine_.expressions.negate(first.row)) : Value{};
  const Value& second = operands[1];
  if (first.kind == ValueKind::condition && second.kind == ValueKind::condition)
    return combine_conditions(instruction, first.row, second.row);
  if (first.is_integer() && second.is_integer())
    return machine_.integers.binary(llvm::cast<llvm::BinaryOperator>(instruction), first, second);
  const bool of_floats =
      first.is_data() && second.is_data() && instruction.getType()->getScalarType()->isFloatTy();
  return of_floats ? combine_floats(instruction, first.row, second.row) : Value{};
}

Value Instructions::combine_conditions(const llvm::Instruction& operation, Condition left, Condition right) {
  Expressions& expressions = machine_.expressions;
  const auto opcode = operation.getOpcode();
  const bool inverts = opcode == llvm::Instruction::Xor && right == expressions.always();
  return Value::of_condition(opcode == llvm::Instruction::And  ? expressions.both(left, right)
                             : opcode == llvm::Instruction::Or ? expressions.either(left, right)
                             : inverts                         ? expressions.invert(left)
                                                               : expressions.opaque_condition());
}

Value Instructions::combine_floats(const llvm::Instruction& operation, Node left, Node right) {
  Expressions& expressions = machine_.expressions;
  const auto opcode = operation.getOpcode();
  return Value::of_data(opcode == llvm::Instruction::FMul
                            ? expressions.multiply(left, right, operation.hasAllowReassoc())
                        : opcode == llvm::Instruction::FAdd ? expressions.add(left, right)
                        : opcode == llvm::Instruction::FSub ? expressions.add(left, expressions.negate(right))
                                                            : unknown(operation));
}

/// Only "is this argument zero": alpha and beta.
Value Instructions::compare_floats(const llvm::FCmpInst& compare) {
  Expressions& expressions = machine_.expressions;
  const Value &left = operand(compare, 0), &right = operand(compare, 1);
  const bool is_test = left.is_data() && expressions[left.row].kind == NodeKind::float_argument &&
                       right.is_data() && expressions.is_float_zero(right.row);
  const auto predicate = compare.getPredicate();
  if (!is_test || (predicate != llvm::CmpInst::FCMP_OEQ && predicate != llvm::CmpInst::FCMP_UNE))
    return Value::of_condition(expressions.opaque_condition());
  const Condition zero = expressions.float_zero(expressions[left.row].index);
  return Value::of_condition(predicate == llvm::CmpInst::FCMP_OEQ ? zero : expressions.invert(zero));
}

Value Instructions::select(const llvm::Instruction& select, llvm::ArrayRef<Value> operands) {
  const Value &condition = operands[0], &left = operands[1], &right = operands[2];
  if (condition.kind != ValueKind::condition) return {};
  Symbols& symbols = machine_.symbols;
  if (left.is_integer() && right.is_integer()) {
    const ConditionRow row = machine_.expressions.condition(condition.row);
    // "divisor == 0 ? 1 : divisor", which keeps divisions from trapping.
    // The same for a divisor that is a quotient: its zero test is a test of its dividend.
    const bool tests_dividend = row.kind == ConditionKind::not_negative && left.number == Polynomial(1);
    if ((row.kind == ConditionKind::zero || tests_dividend) && symbols.is_known(row.value)) {
      symbols.require_not_negative((tests_dividend ? row.value * -1 : row.value) - 1,
                                   "a size may be too small");
      return right;
    }
    // "x < y ? x : y"
    const Polynomial over = right.number - left.number - row.value;
    if (row.kind == ConditionKind::not_negative && (over.is_zero() || over == Polynomial(1)))
      return machine_.integers.minimum(select, left, right);
  }
  return choose(condition.row, left, right, machine_.expressions);
}

Value Instructions::call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) reject("it contains inline assembly");
  if (callee->getName() == kBarrierFunction) {
    machine_.memory.tiles.barrier();
    return {};
  }
  return callee->isIntrinsic() ? call_intrinsic(call, callee->getIntrinsicID()) : work_item_function(call);
}

Value Instructions::call_intrinsic(const llvm::CallInst& call, llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
      return multiply_add(call);
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umin:
      return machine_.integers.minimum(call, operand(call, 0), operand(call, 1));
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umax:
      return machine_.integers.maximum(call, operand(call, 0), operand(call, 1));
    case llvm::Intrinsic::memset:
      machine_.memory.fill(operand(call, 0), operand(call, 1), operand(call, 2));
      return {};
    case llvm::Intrinsic::memcpy:
      if (llvm::cast<llvm::MemCpyInst>(call).isVolatile()) reject("it copies memory");
      machine_.memory.copy(operand(call, 0), operand(call, 1), operand(call, 2));
      return {};
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
      return {};
    default:
      reject("it calls " + call.getCalledFunction()->getName().str());
  }
}

/// a * b + c
Value Instructions::multiply_add(const llvm::CallInst& call) {
  const bool is_float = call.getType()->getScalarType()->isFloatTy(), reorderable = call.hasAllowReassoc();
  const auto of_lane = [&](llvm::ArrayRef<Value> x) -> Value {
    if (!is_float || !llvm::all_of(x, [](const Value& value) { return value.is_data(); })) return {};
    Expressions& expressions = machine_.expressions;
    const Node product = expressions.multiply(x[0].row, x[1].row, reorderable);
    return Value::of_data(expressions.add(product, x[2].row));
  };
  return each_lane(call, operands(call, 3), of_lane);
}

Value Instructions::work_item_function(const llvm::CallInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  unsigned dimension = 0;
  if (call.arg_size() == 1) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (constant == nullptr || constant->getZExtValue() >= kDimensions) reject("it calls " + name.str());
    dimension = static_cast<unsigned>(constant->getZExtValue());
  }
  // The guard demands an offset of zero.
  if (name == "_Z17get_global_offsetj") return Value::of_integer(0);
  constexpr std::pair<llvm::StringLiteral, SymbolKind> kQuantities[] = {
      {"_Z12get_group_idj", SymbolKind::group_id},
      {"_Z12get_local_idj", SymbolKind::local_id},
      {"_Z14get_local_sizej", SymbolKind::local_size},
      {"_Z23get_enqueued_local_sizej", SymbolKind::local_size},
      {"_Z18quadcl_global_sizej", SymbolKind::global_size},
      {"_Z14get_num_groupsj", SymbolKind::group_count}};
  const auto* found = llvm::find_if(kQuantities, [&](const auto& row) { return row.first == name; });
  if (found == std::end(kQuantities)) reject("it calls " + name.str());
  if (name == "_Z14get_local_sizej") whole_groups_ |= static_cast<std::uint8_t>(1u << dimension);
  return Value::of_integer(machine_.symbols.value(found->second, dimension));
}

}  // namespace quadcl::compiler::recognise
