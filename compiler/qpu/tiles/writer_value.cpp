// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/writer_value.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/loop_form.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/worklist.h"
#include "compiler/qpu/analysis/pointer_sources.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kMostOperations = 40, kMostLoads = 2, kMostDepth = 12;
constexpr llvm::StringLiteral kLocalSizeFunction = "_Z14get_local_sizej";

/// What can be computed anywhere.
bool is_plain(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return call->doesNotAccessMemory() && call->willReturn() && !call->getType()->isVoidTy();
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::GetElementPtrInst, llvm::FreezeInst, llvm::ExtractElementInst,
                   llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction);
}

/// For the dimension of another id.
llvm::CallInst* call_for_dimension(llvm::StringRef name, llvm::CallInst& id, llvm::IRBuilder<>& builder) {
  const auto function = id.getModule()->getOrInsertFunction(name, id.getFunctionType(),
                                                            id.getCalledFunction()->getAttributes());
  return builder.CreateCall(function, {id.getArgOperand(0)});
}

/// Null is a condition that holds always.
llvm::Value* both_of(llvm::Value* a, llvm::Value* b, llvm::IRBuilder<>& builder) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return builder.CreateLogicalAnd(a, b);
}

}  // namespace

WriterValue::WriterValue(const KernelFacts& facts, llvm::StoreInst& store, llvm::LoadInst& load,
                         const TileDigits& index, TileDigits::Writer writer, Ways ways, bool is_sure)
    : facts_(facts),
      store_(store),
      load_(load),
      index_(index),
      writer_(std::move(writer)),
      ways_(std::move(ways)),
      is_sure_(is_sure) {}

/// Where only work-items with one id store.
void WriterValue::pin_ids() {
  for (unsigned d = 0; d < 3; ++d)
    if (facts_.local_size[d] == 1)
      pinned_[d] = llvm::ConstantInt::get(llvm::Type::getInt64Ty(store_.getContext()), 0);
  if (ways_.size() != 1) return;
  for (const Condition& condition : ways_.front()) {
    const auto equality = equality_of(condition);
    const auto dimension = equality ? local_id_dimension(*equality->number) : std::nullopt;
    if (!dimension || facts_.varies(*equality->other)) continue;
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(equality->other);
    if (instruction == nullptr || facts_.stays_until(*instruction, load_))
      pinned_[*dimension] = equality->other;
  }
}

/// Of a digit for all elements of the array, and of a number whose quotient and remainder are digits.
std::optional<Span> WriterValue::span_in_array(llvm::Value& number) const {
  std::optional<Span> quotient, remainder;
  llvm::Value* divisor = nullptr;
  for (const TileDigits::Digit& digit : index_.digits()) {
    const Span span = both(digit.in_array, facts_.span_of(*digit.variable));
    if (digit.variable == &number) return span;
    const auto* part = llvm::dyn_cast<llvm::BinaryOperator>(digit.variable);
    if (part == nullptr || &without_casts(*part->getOperand(0)) != &number || span.low < 0) continue;
    if (divisor != nullptr && part->getOperand(1) != divisor) return {};
    divisor = part->getOperand(1);
    const unsigned opcode = part->getOpcode();
    if (opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::UDiv) quotient = span;
    if (opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem) remainder = span;
  }
  const auto* times = llvm::dyn_cast_or_null<llvm::ConstantInt>(divisor);
  if (!quotient || !remainder || times == nullptr || !times->getValue().isStrictlyPositive()) return {};
  const auto factor = static_cast<std::int64_t>(times->getZExtValue());
  if (factor > std::numeric_limits<std::int32_t>::max()) return {};
  return Span{factor * quotient->low + remainder->low, factor * quotient->high + remainder->high};
}

/// Whether it holds for all elements of the array, also where the store is not executed.
bool WriterValue::is_true(const Condition& condition) const {
  llvm::Value* number = nullptr;
  const llvm::APInt* limit = nullptr;
  llvm::CmpInst::Predicate predicate{};
  if (!match(condition.value, m_ICmp(predicate, m_Value(number), m_APInt(limit)))) return false;
  if (!condition.holds) predicate = llvm::CmpInst::getInversePredicate(predicate);
  const auto span_of_number = span_in_array(without_casts(*number));
  if (!span_of_number || span_of_number->low < 0 || span_of_number->high >= 0x7fffffff) return false;
  const Span any = *span_of_number;
  const unsigned bits = limit->getBitWidth();
  const llvm::ConstantRange span(llvm::APInt(bits, static_cast<std::uint64_t>(any.low)),
                                 llvm::APInt(bits, static_cast<std::uint64_t>(any.high) + 1));
  return span.icmp(predicate, llvm::ConstantRange(*limit));
}

bool WriterValue::has_type_of_load() const {
  const llvm::Type *stored = store_.getValueOperand()->getType(), *loaded = load_.getType();
  if (writer_.within == 0 && stored == loaded) return true;
  const auto bytes = [&](const llvm::Type* type) {
    return static_cast<std::int64_t>(facts_.layout.getTypeStoreSize(const_cast<llvm::Type*>(type)));
  };
  if (writer_.within == 0 && bytes(stored) == bytes(loaded))
    return !stored->isPtrOrPtrVectorTy() && !loaded->isPtrOrPtrVectorTy();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(stored);
  return vector != nullptr && bytes(vector->getElementType()) == bytes(loaded) && !loaded->isPointerTy() &&
         writer_.within % bytes(loaded) == 0;
}

bool WriterValue::is_known() {
  if (!has_type_of_load()) return false;
  pin_ids();
  if (is_sure_)
    for (Way& way : ways_) llvm::erase_if(way, [this](const Condition& one) { return is_true(one); });
  if (!is_known(*store_.getValueOperand())) return false;
  if (is_sure_ && loads_ == 0) ways_ = {{}};  // elsewhere, any value will do
  return are_ways_known() && (is_sure_ || are_digits_known()) && operations_ <= kMostOperations &&
         loads_ <= kMostLoads;
}

bool WriterValue::are_ways_known() {
  for (const Way& way : ways_)
    for (const Condition& condition : way) {
      if (!is_known(*condition.value)) return false;
      for (const llvm::Loop* loop = facts_.loops.getLoopFor(store_.getParent()); loop != nullptr;
           loop = loop->getParentLoop())
        if (has_barrier(*loop) && !is_steady(*condition.value, *loop)) return false;
    }
  return true;
}

bool WriterValue::decides_by_loads() const {
  return llvm::any_of(ways_, [this](const Way& way) { return takes_loads(way); });
}

bool WriterValue::takes_loads(const Way& way) const {
  Worklist<llvm::Value*> open;
  for (const Condition& condition : way) open.add(condition.value);
  while (!open.empty()) {
    llvm::Value* value = open.take();
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || staying_.contains(value)) continue;
    if (llvm::isa<llvm::LoadInst>(instruction)) return true;
    if (const auto choice = choice_of(*value)) open.add(choice->condition);
    open.add_all(instruction->operand_values());
  }
  return false;
}

/// Whether it can be told if there is such a writer: its digits are ids.
bool WriterValue::are_digits_known() const {
  return (index_.digits().empty() || !writer_.variables.empty()) &&
         llvm::all_of(index_.digits(), [](const TileDigits::Digit& digit) {
           return local_id_dimension(*digit.variable).has_value();
         });
}

/// Whether it has the same value for a work-item, or an element, whenever the loop stores it.
bool WriterValue::is_steady(llvm::Value& value, const llvm::Loop& loop, unsigned depth) const {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !loop.contains(instruction)) return true;
  for (const TileDigits::Digit& digit : index_.digits())
    if (digit.variable == &value) return true;
  return depth < kMostDepth && is_plain(*instruction) &&
         llvm::all_of(
             instruction->operands(),
             [&](const llvm::Use& operand) {
               return llvm::isa<llvm::BasicBlock>(operand) || is_steady(*operand, loop, depth + 1);
             });
}

bool WriterValue::is_known(llvm::Value& value) {
  if (llvm::isa<llvm::Constant, llvm::Argument>(value)) return true;
  if (const auto seen = known_.find(&value); seen != known_.end()) return seen->second;
  for (const TileDigits::Digit& digit : index_.digits())
    if (digit.variable == &value) return known_[&value] = true;
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return false;
  known_[&value] = false;  // while it is looked at
  if (facts_.stays_until(*instruction, load_)) {
    staying_.insert(&value);
    return known_[&value] = true;
  }
  return known_[&value] = is_known_operation(*instruction);
}

/// Global and local id lie equally far apart for all work-items of a group.
std::optional<WriterValue::Sum> WriterValue::sum_of(llvm::Value& value) {
  const bool is_wide = value.getType()->isIntegerTy(64);
  if (!llvm::isa<llvm::BinaryOperator>(value) || (!is_wide && !value.getType()->isIntegerTy(32))) return {};
  Sum sum;
  sum.terms.add(value, 1);
  if (sum.terms.terms.contains(&value)) return {};
  for (const auto& [id, factor] : LinearSum(sum.terms).terms) {
    const auto dimension = global_id_dimension(*id);
    if (!dimension) continue;
    for (const auto& [local, times] : LinearSum(sum.terms).terms)
      if (local_id_dimension(*local) == dimension && times == -factor)
        for (llvm::Value* one : {id, local}) {
          sum.shared.add_term(*one, sum.terms.terms.lookup(one));
          sum.terms.terms.erase(one);
        }
  }
  const bool is_start_of_group = sum.terms.terms.empty() && sum.terms.constant == 0;
  return !is_wide || is_start_of_group ? std::optional(std::move(sum)) : std::nullopt;
}

bool WriterValue::is_known_operation(llvm::Instruction& instruction) {
  ++operations_;
  if (auto sum = sum_of(instruction);
      sum && llvm::all_of(sum->terms.terms, [&](const auto& term) { return is_known(*term.first); })) {
    sums_[&instruction] = std::move(*sum);
    return true;
  }
  auto dimension = local_id_dimension(instruction);
  if (!dimension) dimension = global_id_dimension(instruction);
  if (dimension)
    return pinned_[*dimension] != nullptr ||
           llvm::any_of(index_.digits(), [&](const TileDigits::Digit& digit) {
             return local_id_dimension(*digit.variable) == dimension;
           });
  if (llvm::isa<llvm::PHINode>(instruction)) {
    const auto choice = choice_of(instruction);
    return choice && is_known(*choice->condition) && is_known(*choice->if_true) &&
           is_known(*choice->if_false);
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    ++loads_;
    if (!load->isSimple()) return false;
    for (const llvm::Value* object : objects_of(*load->getPointerOperand()))
      if (!llvm::isa<llvm::Argument, llvm::GlobalVariable>(object) || facts_.stored.contains(object))
        return false;
    return is_known(*load->getPointerOperand());
  }
  return is_plain(instruction) && llvm::all_of(instruction.operands(), [&](llvm::Use& operand) {
           return llvm::isa<llvm::Function>(operand) || is_known(*operand);
         });
}

/// A select, or a phi behind one branch.
std::optional<WriterValue::Choice> WriterValue::choice_of(llvm::Value& value) {
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&value))
    return Choice{select->getCondition(), select->getTrueValue(), select->getFalseValue()};
  const auto* one_of_two = llvm::dyn_cast<llvm::PHINode>(&value);
  if (one_of_two == nullptr || one_of_two->getNumIncomingValues() != 2) return {};
  const llvm::PHINode& phi = *one_of_two;
  const auto branch_before = [&](unsigned i) {
    llvm::BasicBlock* block = phi.getIncomingBlock(i);
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    return branch != nullptr && branch->isConditional() ? block : block->getSinglePredecessor();
  };
  llvm::BasicBlock* start = branch_before(0);
  if (start == nullptr || start != branch_before(1)) return {};
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(start->getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return {};
  const auto incoming = [&](const llvm::BasicBlock* to) -> llvm::Value* {
    const int direct = phi.getBasicBlockIndex(start), by_block = phi.getBasicBlockIndex(to);
    if (to == phi.getParent())
      return direct >= 0 ? phi.getIncomingValue(static_cast<unsigned>(direct)) : nullptr;
    return by_block >= 0 ? phi.getIncomingValue(static_cast<unsigned>(by_block)) : nullptr;
  };
  const Choice choice{branch->getCondition(), incoming(branch->getSuccessor(0)),
                      incoming(branch->getSuccessor(1))};
  if (choice.if_true == nullptr || choice.if_false == nullptr) return {};
  return choice;
}

/// Numbers of the writer in place of the reader's.
void WriterValue::substitute(llvm::IRBuilder<>& builder) {
  llvm::Value* left = writer_.variables.empty() ? writer_.whole.value(builder) : nullptr;
  for (std::size_t i = 0; i < index_.digits().size(); ++i) {
    const TileDigits::Digit& digit = index_.digits()[i];
    llvm::Value* number = nullptr;
    if (left != nullptr) {
      llvm::Value* stride = builder.getInt32(static_cast<std::uint32_t>(digit.stride));
      number = builder.CreateUDiv(left, stride);
      left = builder.CreateURem(left, stride);
    } else {
      number = writer_.variables[i].single();
      if (number == nullptr) number = writer_.variables[i].value(builder);
    }
    llvm::Type* type = digit.variable->getType();
    if (number->getType() != type)
      number = builder.CreateZExt(builder.CreateZExtOrTrunc(number, builder.getInt32Ty()), type);
    variables_[digit.variable] = number;
  }
}

/// Its global id is as far from that of the reader as the local ids are.
llvm::Value* WriterValue::id_of_writer(llvm::Value& id, unsigned dimension, llvm::IRBuilder<>& builder) {
  const auto digit = llvm::find_if(index_.digits(), [&](const TileDigits::Digit& one) {
    return local_id_dimension(*one.variable) == dimension;
  });
  llvm::Value* local = digit != index_.digits().end() ? digit->variable : nullptr;
  if (!global_id_dimension(id))
    return local != nullptr ? variables_.lookup(local)
                            : builder.CreateZExtOrTrunc(pinned_[dimension], id.getType());
  LinearSum sum;
  if (local == nullptr) {
    sum.add(*pinned_[dimension], 1);
    local = call_for_dimension(kLocalIdFunction, llvm::cast<llvm::CallInst>(id), builder);
  } else if (writer_.variables.empty()) {
    sum.add(*variables_.lookup(local), 1);
  } else {
    sum = writer_.variables[static_cast<std::size_t>(digit - index_.digits().begin())];
  }
  sum.add_term(*local, -1);
  sum.add_term(id, 1);
  if (llvm::Value* same = sum.single()) return same;
  return builder.CreateZExt(sum.value(builder), id.getType());
}

llvm::Value* WriterValue::make(llvm::Value& value, Values& made) {
  if (llvm::isa<llvm::Constant, llvm::Argument>(value)) return &value;
  if (llvm::Value* variable = variables_.lookup(&value)) return variable;
  if (staying_.contains(&value)) return &value;
  if (llvm::Value* known = made.lookup(&value)) return known;
  auto& instruction = llvm::cast<llvm::Instruction>(value);
  auto dimension = local_id_dimension(value);
  if (!dimension) dimension = global_id_dimension(value);
  llvm::Value* result = nullptr;
  if (const auto sum = sums_.find(&value); sum != sums_.end()) {
    result = make_sum(sum->second, *value.getType(), made);
  } else if (dimension) {
    llvm::IRBuilder<> builder(place_);
    result = id_of_writer(value, *dimension, builder);
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    result = make_choice(*phi, made);
  } else {
    result = make_operation(instruction, made);
  }
  return made[&value] = result;
}

llvm::Value* WriterValue::make_sum(const Sum& sum, llvm::Type& type, Values& made) {
  LinearSum all = sum.shared;
  all.constant = sum.terms.constant;
  for (const auto& [number, factor] : sum.terms.terms) all.add(*make(*number, made), factor);
  llvm::IRBuilder<> builder(place_);
  if (llvm::Value* same = all.single(); same != nullptr && same->getType() == &type) return same;
  return builder.CreateZExt(all.value(builder), &type);
}

llvm::Value* WriterValue::make_choice(llvm::PHINode& phi, Values& made) {
  const Choice choice = *choice_of(phi);
  llvm::Value* condition = make(*choice.condition, made);
  llvm::Instruction *then = nullptr, *otherwise = nullptr, *place = place_;
  llvm::SplitBlockAndInsertIfThenElse(condition, place->getIterator(), &then, &otherwise);
  auto* result = llvm::PHINode::Create(phi.getType(), 2, "", place->getParent()->begin());
  for (const auto& [end, value] : {std::pair{then, choice.if_true}, {otherwise, choice.if_false}}) {
    Values in_arm = made;
    place_ = end;
    llvm::Value* chosen = make(*value, in_arm);
    result->addIncoming(chosen, place_->getParent());
  }
  place_ = place;
  return result;
}

/// Flags that hold where the source computes it need not hold here.
llvm::Value* WriterValue::make_operation(llvm::Instruction& instruction, Values& made) {
  llvm::SmallVector<llvm::Value*> operands;
  for (llvm::Use& operand : instruction.operands())
    operands.push_back(llvm::isa<llvm::Function>(operand) ? operand.get() : make(*operand, made));
  llvm::Instruction* copy = instruction.clone();
  for (unsigned i = 0; i < operands.size(); ++i) copy->setOperand(i, operands[i]);
  copy->dropPoisonGeneratingFlags();
  copy->insertBefore(place_->getIterator());
  return copy;
}

/// The part of what was stored that is loaded.
llvm::Value* WriterValue::element(llvm::Value& stored) const {
  llvm::IRBuilder<> builder(place_);
  if (stored.getType() == load_.getType()) return &stored;
  const auto bytes = static_cast<std::int64_t>(facts_.layout.getTypeStoreSize(load_.getType()));
  if (static_cast<std::int64_t>(facts_.layout.getTypeStoreSize(stored.getType())) == bytes)
    return builder.CreateBitCast(&stored, load_.getType());
  llvm::Value* part =
      builder.CreateExtractElement(&stored, static_cast<std::uint64_t>(writer_.within / bytes));
  return builder.CreateBitCast(part, load_.getType());
}

void WriterValue::start_at(llvm::Instruction& place) {
  place_ = &place;
  llvm::IRBuilder<> builder(place_);
  builder.SetCurrentDebugLocation(load_.getDebugLoc());
  substitute(builder);
}

llvm::Value* WriterValue::all_of(const Way& way) {
  llvm::Value* all = nullptr;
  for (const Condition& condition : way) {
    llvm::Value* value = make(*condition.value);
    llvm::IRBuilder<> builder(place_);
    all = both_of(all, condition.holds ? value : builder.CreateNot(value), builder);
  }
  return all;
}

/// Whether the id of a writer is one of the group.
llvm::Value* WriterValue::is_in_group(const TileDigits::Digit& digit, llvm::IRBuilder<>& builder) const {
  auto& id = llvm::cast<llvm::CallInst>(*digit.variable);
  const std::uint64_t size = facts_.local_size[*local_id_dimension(id)];
  llvm::Value* ids = size != 0 ? static_cast<llvm::Value*>(llvm::ConstantInt::get(id.getType(), size))
                               : call_for_dimension(kLocalSizeFunction, id, builder);
  return builder.CreateICmpULT(variables_.lookup(&id), ids);
}

/// Whether the store was executed and wrote there; null if it did in any case.
llvm::Value* WriterValue::has_written() {
  llvm::Value* all = nullptr;
  if (!is_sure_) {
    llvm::IRBuilder<> builder(place_);
    for (const LinearSum& zero : writer_.zeros)
      all = both_of(all, builder.CreateICmpEQ(zero.value(builder), builder.getInt32(0)), builder);
    for (const TileDigits::Digit& digit : index_.digits())
      all = both_of(all, is_in_group(digit, builder), builder);
  }
  llvm::Value* any = nullptr;
  for (const Way& way : ways_) {
    llvm::Value* one = all_of(way);
    if (one == nullptr) return all;
    any = any == nullptr ? one : llvm::IRBuilder<>(place_).CreateLogicalOr(any, one);
  }
  llvm::IRBuilder<> builder(place_);
  return both_of(all, any, builder);
}

llvm::Value* WriterValue::stored_value() { return element(*make(*store_.getValueOperand())); }

std::optional<WriterValue::GuardedLoad> WriterValue::guarded_load() const {
  GuardedLoad result;
  llvm::Value* value = store_.getValueOperand();
  while (const auto choice = choice_of(*value)) {
    const bool if_true = llvm::isa<llvm::Constant>(choice->if_false);
    llvm::Value* constant = if_true ? choice->if_false : choice->if_true;
    if (!llvm::isa<llvm::Constant>(constant) || (result.otherwise != nullptr && constant != result.otherwise))
      return {};
    result.otherwise = llvm::cast<llvm::Constant>(constant);
    result.guards.push_back({choice->condition, if_true});
    value = if_true ? choice->if_true : choice->if_false;
  }
  result.load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (result.load == nullptr || loads_ != 1 || takes_loads(result.guards) ||
      result.load->getType() != load_.getType())
    return {};
  return result;
}

/// Where all stores wrote what they loaded: chooses the address, and whether to load at all.
bool WriterValue::replace_by_one_load(std::list<WriterValue>& writers) {
  llvm::LoadInst& load = writers.front().load_;
  std::vector<GuardedLoad> loads;
  llvm::Constant* otherwise = nullptr;
  for (const WriterValue& writer : writers) {
    const auto guarded = writer.guarded_load();
    if (!guarded ||
        (otherwise != nullptr && guarded->otherwise != nullptr && guarded->otherwise != otherwise))
      return false;
    if (guarded->otherwise != nullptr) otherwise = guarded->otherwise;
    if (guarded->load->getPointerOperandType() !=
        writers.front().guarded_load()->load->getPointerOperandType())
      return false;
    loads.push_back(*guarded);
  }
  llvm::Value *pointer = nullptr, *guard = nullptr;
  llvm::Align align = loads.front().load->getAlign();
  auto guarded = loads.begin();
  for (WriterValue& writer : writers) {
    writer.start_at(load);
    llvm::Value *its_pointer = writer.make(*guarded->load->getPointerOperand()),
                *its_guard = writer.all_of(guarded->guards), *written = writer.has_written();
    align = std::min(align, guarded->load->getAlign());
    ++guarded;
    llvm::IRBuilder<> builder(&load);
    if (pointer == nullptr || written == nullptr) {
      guard = both_of(written, its_guard, builder);
      pointer = its_pointer;
      continue;
    }
    pointer = builder.CreateSelect(written, its_pointer, pointer);
    if (guard == nullptr && its_guard == nullptr) continue;
    const auto or_true = [&](llvm::Value* one) { return one != nullptr ? one : builder.getTrue(); };
    guard = builder.CreateSelect(written, or_true(its_guard), or_true(guard));
  }
  llvm::Instruction* place =
      guard == nullptr ? &load
                       : llvm::SplitBlockAndInsertIfThen(guard, load.getIterator(), /*Unreachable=*/false);
  llvm::Value* result = llvm::IRBuilder<>(place).CreateAlignedLoad(load.getType(), pointer, align);
  if (guard != nullptr) {
    auto* phi = llvm::PHINode::Create(load.getType(), 2, "", load.getParent()->begin());
    phi->addIncoming(result, place->getParent());
    phi->addIncoming(otherwise != nullptr ? otherwise : llvm::Constant::getNullValue(load.getType()),
                     place->getParent()->getSinglePredecessor());
    result = phi;
  }
  load.replaceAllUsesWith(result);
  return true;
}

void WriterValue::replace_load(std::list<WriterValue>& writers) {
  llvm::LoadInst& load = writers.front().load_;
  if (writers.size() == 1 || !replace_by_one_load(writers)) {
    std::vector<std::pair<llvm::PHINode*, llvm::Instruction*>> open;  // with the end of the way that is left
    llvm::Instruction* place = &load;
    llvm::Value* result = nullptr;
    for (auto writer = writers.rbegin(); writer != writers.rend() && result == nullptr; ++writer) {
      writer->start_at(*place);
      llvm::Value* written = writer->has_written();
      if (written == nullptr) {
        result = writer->stored_value();
        continue;
      }
      llvm::Instruction *then = nullptr, *otherwise = nullptr;
      llvm::SplitBlockAndInsertIfThenElse(written, place->getIterator(), &then, &otherwise);
      writer->place_ = then;
      llvm::Value* stored = writer->stored_value();
      auto* phi = llvm::PHINode::Create(load.getType(), 2, "", place->getParent()->begin());
      phi->addIncoming(stored, writer->place_->getParent());
      open.emplace_back(phi, otherwise);
      place = otherwise;
    }
    if (result == nullptr) result = llvm::Constant::getNullValue(load.getType());
    for (const auto& [phi, end] : llvm::reverse(open)) {
      phi->addIncoming(result, end->getParent());
      result = phi;
    }
    load.replaceAllUsesWith(result);
  }
  llvm::Value* pointer = load.getPointerOperand();
  load.eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(pointer);
}

}  // namespace quadcl::compiler::qpu
