// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/work_item.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/passes/runtime_functions.h"

namespace quadcl::compiler::recognise {
namespace {

/// Far more than a kernel of register-blocked tiles takes; bounds the time of the analysis.
constexpr std::uint64_t kMostSteps = 100'000;

std::string name_of(const llvm::Instruction& instruction) {
  return std::string("'") + instruction.getOpcodeName() + "'";
}

unsigned width_of(const llvm::Value& value) { return value.getType()->getScalarSizeInBits(); }

}  // namespace

WorkItem::WorkItem(llvm::Function& kernel, Symbols& symbols, Expressions& expressions)
    : kernel_(kernel),
      layout_(kernel.getParent()->getDataLayout()),
      symbols_(symbols),
      expressions_(expressions),
      dominators_(kernel),
      post_dominators_(kernel),
      loops_(dominators_) {}

void WorkItem::run() {
  const llvm::BasicBlock& entry = kernel_.getEntryBlock();
  if (loops_.isLoopHeader(&entry)) reject("its control flow is not structured");
  run_from(&entry, nullptr);
  unite_outputs();
  for (const Output& output : outputs_)
    if (delayed_objects_.contains(output.object)) reject("it reads ahead what it stores");
  // Below this, arithmetic of 32 bits is exact.
  const Polynomial room = Polynomial((std::int64_t{1} << 31) - 1) - symbols_.reach(magnitude_);
  size_bounds_.push_back(room);
  symbols_.require_not_negative(room, "its indices are too large");
  for (const NarrowIndex& index : narrow_) {
    size_bounds_.push_back(Polynomial(index.most) - symbols_.reach(index.magnitude));
    symbols_.require_not_negative(size_bounds_.back(), "an index of 8 or 16 bits may overflow");
  }
}

Value WorkItem::constant(const llvm::Constant& constant) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (integer->getBitWidth() == 1)
      return Value::of_condition(integer->isOne() ? expressions_.always()
                                                  : expressions_.invert(expressions_.always()));
    return integer->getBitWidth() <= 64 ? Value::of_integer(integer->getSExtValue()) : Value{};
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    if (!number->getType()->isFloatTy()) return Value::of_data(expressions_.opaque());
    const auto bits = number->getValueAPF().bitcastToAPInt().getZExtValue();
    return Value::of_data(expressions_.constant(static_cast<std::uint32_t>(bits), 4));
  }
  if (const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType())) {
    std::vector<Value> lanes;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      const llvm::Constant* lane = constant.getAggregateElement(i);
      lanes.push_back(lane != nullptr ? this->constant(*lane) : Value{});
    }
    return Value::of_lanes(std::move(lanes));
  }
  if (llvm::isa<llvm::UndefValue>(constant)) return Value::of_data(expressions_.undefined());
  if (llvm::isa<llvm::GlobalVariable>(constant)) return Value::of_pointer(object_of(constant), {});
  if (const auto* expression = llvm::dyn_cast<llvm::GEPOperator>(&constant)) {
    llvm::APInt offset(64, 0);
    if (!expression->accumulateConstantOffset(layout_, offset)) return {};
    Value base = value_of(expression->getPointerOperand());
    base.number = base.number + Polynomial(offset.getSExtValue());
    return base;
  }
  return {};
}

const Value& WorkItem::value_of(const llvm::Value* value) {
  const auto found = values_.find(value);
  if (found != values_.end()) return found->second;
  return values_[value] = outer_value(*value);
}

/// Of a constant or an argument.
Value WorkItem::outer_value(const llvm::Value& value) {
  if (const auto* as_constant = llvm::dyn_cast<llvm::Constant>(&value)) return constant(*as_constant);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&value);
  if (argument == nullptr) reject("it uses what a loop computed last");
  if (argument->getType()->isPointerTy()) return Value::of_pointer(object_of(*argument), {});
  if (argument->getType()->isFloatTy())
    return Value::of_data(expressions_.float_argument(argument->getArgNo()));
  if (argument->getType()->isIntegerTy() && argument->getType()->getIntegerBitWidth() >= 8)
    return Value::of_integer(symbols_.value(SymbolKind::argument, argument->getArgNo()));
  return {};
}

void WorkItem::execute(const llvm::Instruction& instruction) {
  if (++steps_ > kMostSteps) reject("it is too long");
  if (const llvm::DILocation* place = instruction.getDebugLoc().get()) expressions_.set_place(place);
  if (const auto* memory_write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store(*memory_write);
  if (llvm::isa<llvm::FenceInst>(instruction)) return;
  values_[&instruction] = evaluate(instruction);
}

Value WorkItem::evaluate(const llvm::Instruction& instruction) {
  if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load(*read);
  if (const auto* called = llvm::dyn_cast<llvm::CallInst>(&instruction)) return call(*called);
  if (llvm::isa<llvm::AllocaInst>(instruction)) return Value::of_pointer(object_of(instruction), {});
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return address(*gep);
  if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) return cast(*conversion);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return value_of(instruction.getOperand(0));
  if (const auto* pick = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return shuffle(*pick);
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    const Value& vector = value_of(extract->getVectorOperand());
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (index == nullptr || index->getZExtValue() >= vector.lanes.size()) return {};
    return vector.lanes[index->getZExtValue()];
  }
  if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    Value vector = value_of(insert->getOperand(0));
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
    const auto lanes = llvm::cast<llvm::FixedVectorType>(insert->getType())->getNumElements();
    if (index == nullptr || index->getZExtValue() >= lanes) return {};
    if (vector.kind != ValueKind::vector)
      vector = Value::of_lanes(std::vector<Value>(lanes, Value::of_data(expressions_.undefined())));
    vector.lanes[index->getZExtValue()] = value_of(insert->getOperand(1));
    return vector;
  }
  if (const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType()))
    return lane_by_lane(instruction, type->getNumElements());
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return binary(*operation, value_of(operation->getOperand(0)), value_of(operation->getOperand(1)));
  if (const auto* test = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) return compare(*test);
  if (const auto* test = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) return compare_floats(*test);
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return select(value_of(choice->getCondition()), value_of(choice->getTrueValue()),
                  value_of(choice->getFalseValue()));
  if (instruction.getOpcode() == llvm::Instruction::FNeg) {
    const Value& operand = value_of(instruction.getOperand(0));
    return operand.kind == ValueKind::data ? Value::of_data(expressions_.negate(operand.row)) : Value{};
  }
  reject("it contains " + name_of(instruction));
}

/// Arithmetic of vectors.
Value WorkItem::lane_by_lane(const llvm::Instruction& instruction, unsigned lanes) {
  std::vector<Value> operands;
  for (const llvm::Use& operand : instruction.operands()) {
    operands.push_back(value_of(operand));
    if (operands.back().kind != ValueKind::vector)
      operands.back() = Value::of_lanes(std::vector<Value>(lanes, operands.back()));
    if (operands.back().lanes.size() != lanes) return {};
  }
  std::vector<Value> result;
  for (unsigned i = 0; i < lanes; ++i) {
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      result.push_back(binary(*operation, operands[0].lanes[i], operands[1].lanes[i]));
    } else if (llvm::isa<llvm::SelectInst>(instruction)) {
      result.push_back(select(operands[0].lanes[i], operands[1].lanes[i], operands[2].lanes[i]));
    } else if (instruction.getOpcode() == llvm::Instruction::FNeg &&
               operands[0].lanes[i].kind == ValueKind::data) {
      result.push_back(Value::of_data(expressions_.negate(operands[0].lanes[i].row)));
    } else {
      result.emplace_back();
    }
  }
  return Value::of_lanes(std::move(result));
}

Value WorkItem::binary(const llvm::BinaryOperator& operation, const Value& left, const Value& right) {
  if (left.kind == ValueKind::condition && right.kind == ValueKind::condition) {
    switch (operation.getOpcode()) {
      case llvm::Instruction::And:
        return Value::of_condition(expressions_.both(left.row, right.row));
      case llvm::Instruction::Or:
        return Value::of_condition(expressions_.either(left.row, right.row));
      case llvm::Instruction::Xor:
        if (right.row == expressions_.always()) return Value::of_condition(expressions_.invert(left.row));
        return Value::of_condition(expressions_.opaque_condition());
      default:
        return {};
    }
  }
  if (left.kind == ValueKind::integer && right.kind == ValueKind::integer)
    return integer_operation(operation, left, right);
  if (left.kind != ValueKind::data || right.kind != ValueKind::data ||
      !operation.getType()->getScalarType()->isFloatTy())
    return {};
  switch (operation.getOpcode()) {
    case llvm::Instruction::FMul:
      return Value::of_data(expressions_.multiply(left.row, right.row, operation.hasAllowReassoc()));
    case llvm::Instruction::FAdd:
      return Value::of_data(expressions_.add(left.row, right.row, operation.hasAllowReassoc()));
    case llvm::Instruction::FSub:
      return Value::of_data(
          expressions_.add(left.row, expressions_.negate(right.row), operation.hasAllowReassoc()));
    default:
      return Value::of_data(expressions_.opaque());
  }
}

Value WorkItem::shuffle(const llvm::ShuffleVectorInst& shuffle) {
  const Value &left = value_of(shuffle.getOperand(0)), &right = value_of(shuffle.getOperand(1));
  const auto width =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
  const auto lane = [&](int index) -> Value {
    if (index < 0) return Value::of_data(expressions_.undefined());
    const Value& from = index < width ? left : right;
    if (from.kind == ValueKind::data && from.row == expressions_.undefined()) return from;
    const auto place = static_cast<std::size_t>(index < width ? index : index - width);
    return place < from.lanes.size() ? from.lanes[place] : Value{};
  };
  std::vector<Value> lanes;
  for (const int index : shuffle.getShuffleMask()) lanes.push_back(lane(index));
  return Value::of_lanes(std::move(lanes));
}

/// Only "is this argument zero": alpha and beta.
Value WorkItem::compare_floats(const llvm::FCmpInst& compare) {
  const Value &left = value_of(compare.getOperand(0)), &right = value_of(compare.getOperand(1));
  const auto is_argument = [&](const Value& value) {
    return value.kind == ValueKind::data && expressions_[value.row].kind == NodeKind::float_argument;
  };
  const auto is_zero = [&](const Value& value) {
    return value.kind == ValueKind::data && expressions_.is_float_zero(value.row);
  };
  if (!is_argument(left) || !is_zero(right)) return Value::of_condition(expressions_.opaque_condition());
  const Condition zero = expressions_.float_zero(expressions_[left.row].index);
  if (compare.getPredicate() == llvm::CmpInst::FCMP_OEQ) return Value::of_condition(zero);
  if (compare.getPredicate() == llvm::CmpInst::FCMP_UNE)
    return Value::of_condition(expressions_.invert(zero));
  return Value::of_condition(expressions_.opaque_condition());
}

Value WorkItem::select(const Value& condition, const Value& left, const Value& right) {
  if (condition.kind != ValueKind::condition) return {};
  if (left.kind == ValueKind::integer && right.kind == ValueKind::integer) {
    const ConditionRow row = expressions_.condition(condition.row);
    // "divisor == 0 ? 1 : divisor", which keeps divisions from trapping.
    if (row.kind == ConditionKind::zero && symbols_.is_known(row.value)) {
      symbols_.require_not_negative(row.value - 1, "a division by zero");
      return right;
    }
    // The same of a divisor that is a quotient, whose zero test is one of its dividend.
    const bool is_one = left.number == Polynomial(1);
    if (row.kind == ConditionKind::not_negative && is_one && symbols_.is_known(row.value)) {
      symbols_.require_not_negative(row.value * -1 - 1, "a division by zero");
      return right;
    }
  }
  return merge(condition.row, left, right);
}

Value WorkItem::work_item_function(llvm::StringRef name, unsigned dimension) {
  if (name == "_Z12get_group_idj") return Value::of_integer(symbols_.value(SymbolKind::group_id, dimension));
  if (name == "_Z12get_local_idj") return Value::of_integer(symbols_.value(SymbolKind::local_id, dimension));
  if (name == "_Z14get_local_sizej") whole_groups_ |= static_cast<std::uint8_t>(1u << dimension);
  if (name == "_Z14get_local_sizej" || name == "_Z23get_enqueued_local_sizej")
    return Value::of_integer(symbols_.value(SymbolKind::local_size, dimension));
  if (name == "_Z18quadcl_global_sizej")
    return Value::of_integer(symbols_.value(SymbolKind::global_size, dimension));
  if (name == "_Z14get_num_groupsj")
    return Value::of_integer(symbols_.value(SymbolKind::group_count, dimension));
  // The guard demands an offset of zero.
  if (name == "_Z17get_global_offsetj") return Value::of_integer(0);
  reject("it calls " + name.str());
}

Value WorkItem::call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) reject("it calls what is not known");
  if (callee->getName() == kBarrierFunction) {
    barrier();
    return {};
  }
  switch (callee->getIntrinsicID()) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd: {
      const unsigned lanes = call.getType()->isVectorTy()
                                 ? llvm::cast<llvm::FixedVectorType>(call.getType())->getNumElements()
                                 : 0;
      const Value &a = value_of(call.getArgOperand(0)), &b = value_of(call.getArgOperand(1)),
                  &c = value_of(call.getArgOperand(2));
      const auto one = [&](const Value& x, const Value& y, const Value& z) -> Value {
        if (x.kind != ValueKind::data || y.kind != ValueKind::data || z.kind != ValueKind::data ||
            !call.getType()->getScalarType()->isFloatTy())
          return {};
        const bool reorderable = call.hasAllowReassoc();
        return Value::of_data(
            expressions_.add(expressions_.multiply(x.row, y.row, reorderable), z.row, reorderable));
      };
      if (lanes == 0) return one(a, b, c);
      if (a.lanes.size() != lanes || b.lanes.size() != lanes || c.lanes.size() != lanes) return {};
      std::vector<Value> result;
      for (unsigned i = 0; i < lanes; ++i) result.push_back(one(a.lanes[i], b.lanes[i], c.lanes[i]));
      return Value::of_lanes(std::move(result));
    }
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umin: {
      const Value &x = value_of(call.getArgOperand(0)), &y = value_of(call.getArgOperand(1));
      if (x.kind != ValueKind::integer || y.kind != ValueKind::integer) return {};
      const Polynomial left = exact(x, width_of(call), true), right = exact(y, width_of(call), true);
      return Value::of_integer(symbols_.minimum(left, right));
    }
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umax: {
      // "max(divisor, 1)", which keeps divisions from trapping, and other lower bounds.
      const Value &x = value_of(call.getArgOperand(0)), &least = value_of(call.getArgOperand(1));
      if (x.kind != ValueKind::integer || least.kind != ValueKind::integer || !symbols_.is_known(x.number))
        return {};
      const unsigned width = width_of(call);
      const bool is_unsigned = callee->getIntrinsicID() == llvm::Intrinsic::umax;
      symbols_.require_not_negative(exact(x, width, is_unsigned) - exact(least, width, is_unsigned),
                                    "a size may be too small");
      return x;
    }
    case llvm::Intrinsic::memset:
      set_memory(call);
      return {};
    case llvm::Intrinsic::memcpy:
      copy_memory(llvm::cast<llvm::MemCpyInst>(call));
      return {};
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
      return {};
    default:
      break;
  }
  unsigned dimension = 0;
  if (call.arg_size() == 1) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (constant == nullptr || constant->getZExtValue() > 2) reject("it calls " + callee->getName().str());
    dimension = static_cast<unsigned>(constant->getZExtValue());
  }
  return work_item_function(callee->getName(), dimension);
}

/// Null if the offset is not such a sum.
const WorkItem::Offset* WorkItem::offset_of(const llvm::GetElementPtrInst& instruction) {
  const auto [found, is_new] = offsets_.try_emplace(&instruction);
  std::optional<Offset>& offset = found->second;
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

Value WorkItem::address(const llvm::GetElementPtrInst& instruction) {
  Value result = value_of(instruction.getPointerOperand());
  if (result.kind != ValueKind::pointer) return {};
  const Offset* offset = offset_of(instruction);
  if (offset == nullptr) return {};
  result.number = result.number + Polynomial(offset->fixed);
  for (const auto& [index, scale] : offset->scaled) {
    const Value& factor = value_of(index);
    const unsigned width = width_of(*index);
    const Polynomial number = width < 64 ? exact(factor, width, false) : factor.number;
    if (factor.kind != ValueKind::integer) reject("an address comes from data or unknown arithmetic");
    result.number = result.number + number * Polynomial(scale);
  }
  return result;
}

void WorkItem::barrier() {
  // All work-items get here, or the launch is not for the QPUs.
  std::vector<Condition> all;
  for (const Condition condition : context_.conditions) expressions_.conjuncts(condition, all);
  for (const Condition condition : all) {
    const ConditionRow& row = expressions_.condition(condition);
    if (row.kind != ConditionKind::not_negative) reject("a barrier is reached on a condition");
    symbols_.require_not_negative(row.value, "a barrier is reached on a condition");
  }
  for (const Symbol counter : context_.loops) {
    const bool differs = symbols_.depends(symbols_[counter].count, [&](Symbol symbol) {
      return symbols_[symbol].kind == SymbolKind::local_id || symbols_[symbol].kind == SymbolKind::global_id;
    });
    if (differs) reject("work-items meet a barrier a different number of times");
  }
  ++segment_;
}

}  // namespace quadcl::compiler::recognise
