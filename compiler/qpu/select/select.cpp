// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/select/select.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <bit>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/chip_functions.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/machine/conditional_moves.h"
#include "compiler/qpu/machine/join_latches.h"
#include "compiler/qpu/machine/kept_mutex.h"
#include "compiler/qpu/machine/repeated_masks.h"
#include "compiler/qpu/machine/tidy.h"
#include "compiler/qpu/prepare/flatten_branches.h"
#include "compiler/qpu/prepare/full_rows.h"
#include "compiler/qpu/prepare/group_at_once.h"
#include "compiler/qpu/prepare/group_ids.h"
#include "compiler/qpu/prepare/join_stepped_loads.h"
#include "compiler/qpu/prepare/lane_moves.h"
#include "compiler/qpu/select/source_words.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using isa::MulOp;
using namespace llvm::PatternMatch;

/// The operation of the add ALU for a float or bitwise instruction; nop if there is none.
AddOp add_op_of(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::FAdd:
      return AddOp::fadd;
    case llvm::Instruction::FSub:
      return AddOp::fsub;
    case llvm::Instruction::Add:
      return AddOp::add;
    case llvm::Instruction::Sub:
      return AddOp::sub;
    case llvm::Instruction::And:
      return AddOp::bit_and;
    case llvm::Instruction::Or:
      return AddOp::bit_or;
    case llvm::Instruction::Xor:
      return AddOp::bit_xor;
    default:
      return AddOp::nop;
  }
}

/// How many words side by side may be one transfer. More than four take rows of the VPM from some of the 12
/// QPUs, which only pays where the kernel does little else; in work-groups, rows are needed for more.
std::size_t words_together(llvm::Function& kernel, const MemoryOrder& order, const Program& program) {
  constexpr std::size_t kOfTwelve = 4, kInstructionsOfStore = 40;
  if (runs_group_at_once(kernel) && program.shares_vpm && !program.fills_share) return StoreGroups::kMost;
  if (runs_groups(kernel)) return order.in_memory || runs_group_at_once(kernel) ? kOfTwelve : 1;
  const auto stores = static_cast<std::size_t>(llvm::count_if(
      llvm::instructions(kernel),
      [](const llvm::Instruction& instruction) { return llvm::isa<llvm::StoreInst>(instruction); }));
  const bool loops = !llvm::LoopInfo(llvm::DominatorTree(kernel)).empty();
  return loops || kernel.getInstructionCount() >= kInstructionsOfStore * stores ? kOfTwelve
                                                                                : StoreGroups::kMost;
}

/// Whether many lines may be left over, which would run alone.
bool has_many_lines(const SelectOptions& options) { return options.full_lines >= 8; }

bool uses_local_memory(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    return llvm::any_of(instruction.operand_values(), [](const llvm::Value* operand) {
      return operand->getType()->isPointerTy() &&
             operand->getType()->getPointerAddressSpace() == kLocalAddressSpace;
    });
  });
}

}  // namespace

Selector::Selector(Program& program, llvm::Function& kernel, const MemoryOrder& order, FullRows* full)
    : Arithmetic(program.emit),
      program_(program),
      result_(program.selected),
      kernel_(kernel),
      order_(order),
      layout_(kernel.getParent()->getDataLayout()),
      divergence_(find_row_divergence(kernel)),
      flow_(kernel, divergence_),
      strides_(kernel, divergence_),
      groups_(kernel, order,
              std::max<std::size_t>(words_together(kernel, order, program), full ? program.full_lines : 1),
              runs_group_at_once(kernel) || (full && program.full_lines > 1)),
      full_(full),
      rows_(full != nullptr ? full->rows : 1),
      parts_(rows_),
      runs_groups_(runs_groups(kernel)),
      borrows_row_(has_one_row() && !has_local_registers() && uses_local_memory(kernel)),
      regions_(find_barrier_regions(kernel)),
      arrays_in_memory_(order.in_memory && (!regions_.single() || rows_of_arrays() > kMostRowsOfArrays)) {
  if (!regions_.single()) group_divergence_ = find_row_divergence(kernel, Among::group);
  rows_may_end_early_ = llvm::any_of(
      regions_.barriers, [this](const llvm::CallInst* call) { return flow_.way(*call->getParent()) != 0; });
  if (!regions_.single() && !rows_may_end_early_)
    idle_rows_.emplace(kernel, regions_, flow_, *group_divergence_);
  if (program.joins_loads) load_groups_.emplace(groups_in_memory());
  if (program.joins_row_loads) {
    uniform_groups_.emplace(uniform_groups());
    line_groups_.emplace(line_groups());
  }
  if (result_.problem.empty()) result_.problem = flow_.problem();
}

void Selector::select(const Selector* same_kernel) {
  if (!result_.problem.empty()) return;
  if (full_ != nullptr) select_for_tasks(same_kernel);
  full_ != nullptr ? begin_full_rows() : begin_row();
  add_blocks();
  for (const llvm::BasicBlock* block : flow_.order()) select_block(*block);
  full_ != nullptr ? end_full_rows() : end_row();
}

Selected select(llvm::Function& kernel, const MemoryOrder& order, const SelectOptions& options) {
  Program program(options.most_constants, options.rereads);
  program.joins_loads = options.joins_loads;
  program.joins_row_loads = options.joins_row_loads;
  program.local_rows = options.local_rows;
  program.shares_vpm = options.shares_vpm;
  program.fills_share = options.fills_share;
  Selector any(program, kernel, order, nullptr);
  program.many.rows = options.full_rows;
  program.few.rows = options.few_rows;
  program.full_lines = options.full_lines;
  program.spills = options.spills;
  program.row_order = options.row_order;
  std::optional<Selector> many, few;
  if (options.full_rows > 0) many.emplace(program, *options.full_version, order, &program.many);
  if (options.few_rows > 0) few.emplace(program, *options.full_version, order, &program.few);
  program.words_of_column = any.words_of_column();
  program.rows_for_stores = order.in_memory ? Program::kRowsToKeep : any.rows_for_stores();
  if (many) {
    program.words_of_column = std::max(program.words_of_column, many->words_of_column());
    program.rows_for_stores = many->rows_for_stores();
    program.stores_less_first =
        options.full_lines == 1 && options.has_lines && options.shares_vpm && many->can_store_less();
    // Rows that leave the version would run alone all the same.
    const bool runs_again = !runs_rest_alone(*options.full_version, order);
    program.runs_rows_again = options.full_lines == 1 && runs_again;
    program.runs_lines_again = has_many_lines(options) && runs_again;
  }
  if (any.problem().empty()) any.begin_program();
  if (many) many->select();
  if (few) few->select(&*many);
  any.select();
  if (!any.problem().empty()) return std::move(program.selected);
  any.end_program();
  program.emit.lay_out();
  if (options.full_version != nullptr) {
    program.selected.full_begin = program.emit.place_of(program.many.block);
    program.selected.full_end = program.emit.place_of(few ? program.few.check : program.row_check);
  }
  program.selected.joined_loads = program.joined_loads;
  if (!runs_groups(kernel)) {
    llvm::SmallVector<std::uint32_t, 3> rows{program.emit.place_of(program.row_block)};
    if (many) rows.push_back(program.emit.place_of(program.many.block));
    if (few) rows.push_back(program.emit.place_of(program.few.block));
    forget_last_row(program.selected.code, rows);
  }
  drop_needless_branches(program.selected.code);
  drop_repeated_flags(program.selected.code);
  drop_repeated_masks(program.selected.code);
  set_flags_directly(program.selected.code);
  drop_repeated_flags(program.selected.code);  // that comparisons of one number with 0 had each for itself
  drop_dead_operations(program.selected.code);
  join_latches(program.selected.code);
  drop_conditional_moves(program.selected.code);
  write_ports_directly(program.selected.code);
  keep_mutex(program.selected.code);
  return std::move(program.selected);
}

void Selector::visitInstruction(llvm::Instruction& instruction) {
  refuse(instruction, words_of_operation(instruction));
}

void Selector::visitBinaryOperator(llvm::BinaryOperator& instruction) {
  const llvm::Type& type = *instruction.getType();
  if (counter_ && counter_->next == &instruction) return set(instruction, low(*counter_->count));
  if (is_tested_chain(instruction)) return keep_chain(instruction);
  if (type.isDoubleTy()) return refuse(instruction, "it uses double");
  if (type.isVectorTy() || type.isHalfTy()) return refuse(instruction, "it computes with half or vectors");
  if (type.isIntegerTy() && type.getIntegerBitWidth() > 64)
    return refuse(instruction, "it has integers of more than 64 bits");
  if (instruction.isShift()) return shift(instruction);
  if (type.isIntegerTy() && type.getIntegerBitWidth() > 32)
    return instruction.isIntDivRem() ? wide_division(instruction)
                                     : set(instruction, wide_arithmetic(instruction));
  const llvm::Value &a = *instruction.getOperand(0), &b = *instruction.getOperand(1);
  if (instruction.isBitwiseLogicOp()) return set(instruction, bitwise(instruction));
  if (const AddOp op = add_op_of(instruction.getOpcode()); op != AddOp::nop)
    return set(instruction, emit_.add(op, low(a), low(b)));
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FMul:
      return set(instruction, emit_.multiply(MulOp::fmul, low(a), low(b)));
    case llvm::Instruction::Mul:
      return set(instruction, product(a, b));
    case llvm::Instruction::FDiv:
      return float_division(instruction);
    default:
      integer_division(instruction);
  }
}

/// Whether it joins two numbers that have no bits in common, and no byte of them has bits that nobody knows.
bool Selector::are_disjoint(const llvm::BinaryOperator& instruction) const {
  const bool joins = instruction.isBitwiseLogicOp() && instruction.getOpcode() != llvm::Instruction::And;
  if (!joins || instruction.getType()->getIntegerBitWidth() % 8 != 0) return false;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
  return (disjoint != nullptr && disjoint->isDisjoint()) ||
         llvm::haveNoCommonBitsSet(instruction.getOperand(0), instruction.getOperand(1),
                                   llvm::SimplifyQuery(layout_));
}

/// Bits of a number shifted by 1, but none that come from another byte: bytes without their uppermost bit are
/// added to themselves.
std::optional<Operand> Selector::doubled_bytes(const llvm::BinaryOperator& instruction) {
  constexpr std::uint32_t kLowestBits = 0x01010101;
  const llvm::Value* number = nullptr;
  std::uint64_t mask = 0;
  if (!instruction.getType()->isIntegerTy(32) ||
      !match(&instruction, m_And(m_OneUse(m_Shl(m_Value(number), m_One())), m_ConstantInt(mask))) ||
      (mask & kLowestBits) != 0)
    return {};
  const Operand half = emit_.masked(low(*number), static_cast<std::uint32_t>(mask >> 1));
  return emit_.either(AddOp::v8adds, MulOp::v8adds, half, half);
}

/// What the multiply ALU does as well by bytes. Conditions have all bits or none.
Operand Selector::bitwise(const llvm::BinaryOperator& instruction) {
  const llvm::Value &x = *instruction.getOperand(0), &y = *instruction.getOperand(1);
  const AddOp op = add_op_of(instruction.getOpcode());
  if (const auto doubled = doubled_bytes(instruction)) return *doubled;
  const llvm::Value* number = nullptr;
  // The constant may be on either side.
  if (match(&instruction, m_Not(m_Value(number))))
    return emit_.either(op, MulOp::v8subs, constant(~0U), low(*number));
  const Operand a = low(x), b = low(y);
  const unsigned bits = instruction.getType()->getIntegerBitWidth();
  if (op == AddOp::bit_and && bits == 1) return emit_.either(op, MulOp::v8min, a, b);
  if (op == AddOp::bit_or && bits == 1) return emit_.either(op, MulOp::v8max, a, b);
  if (const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(&y); mask != nullptr && op == AddOp::bit_and)
    return emit_.masked(a, static_cast<std::uint32_t>(mask->getSExtValue()));
  return emit_.either(op, are_disjoint(instruction) ? MulOp::v8adds : MulOp::nop, a, b);
}

void Selector::shift(llvm::BinaryOperator& instruction) {
  const llvm::Value &a = *instruction.getOperand(0), &b = *instruction.getOperand(1);
  const unsigned bits = instruction.getType()->getIntegerBitWidth();
  if (bits > 32) return set(instruction, wide_shift(instruction));
  // Numbers of 16 and more as negative ones, which need no register: shifts take them modulo 32.
  Operand by = low(b);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&b))
    by = constant(static_cast<std::uint32_t>(number->getZExtValue() < 16 ? number->getZExtValue()
                                                                         : number->getZExtValue() - 32));
  if (bits < 32 && !llvm::isa<llvm::ConstantInt>(b)) by = without_sign(by, bits);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Shl:
      return set(instruction, emit_.add(AddOp::shl, low(a), by));
    case llvm::Instruction::LShr:
      return set(instruction, emit_.add(AddOp::shr, extended(a, false), by));
    default:
      return set(instruction, emit_.add(AddOp::asr, extended(a, true), by));
  }
}

void Selector::visitUnaryOperator(llvm::UnaryOperator& instruction) {
  if (!instruction.getType()->isFloatTy()) return refuse(instruction, "it uses double or half");
  set(instruction, emit_.add(AddOp::bit_xor, low(*instruction.getOperand(0)), constant(kSignBit)));
}

void Selector::visitFreezeInst(llvm::FreezeInst& freeze) { set(freeze, parts(*freeze.getOperand(0))); }

void Selector::visitGetElementPtrInst(llvm::GetElementPtrInst& address) {
  llvm::MapVector<llvm::Value*, llvm::APInt> factors;
  llvm::APInt offset(64, 0);
  if (!llvm::cast<llvm::GEPOperator>(address).collectOffset(layout_, 64, factors, offset))
    return visitInstruction(address);
  Operand sum = low(*address.getPointerOperand());
  for (const auto& [index, factor] : factors) {
    const auto number = static_cast<std::uint32_t>(factor.getZExtValue());
    const bool is_narrow = index->getType()->getIntegerBitWidth() < 32;
    const Operand whole = is_narrow ? extended(*index, true) : low(*index);
    sum = emit_.add(AddOp::add, sum, scaled(whole, number));
  }
  if (const auto bytes = static_cast<std::uint32_t>(offset.getZExtValue()); bytes != 0)
    sum = emit_.add(AddOp::add, sum, constant(bytes));
  set(address, sum);
}

void Selector::visitCallInst(llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return refuse(call, "it calls a function that is not known");
  const llvm::StringRef name = callee->getName();
  if (operation_of_chip(call, name)) return;
  if (name == kPrintFunction || name == kPrintfFunction) return refuse(call, "it prints");
  if (is_barrier(call)) return barrier(call);
  const auto* dimension =
      call.arg_size() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)) : nullptr;
  const unsigned number = dimension != nullptr && dimension->getZExtValue() < 3
                              ? static_cast<unsigned>(dimension->getZExtValue())
                              : 3;
  if (name == kArgumentWordFunction) return set(call, argument_word(call));
  if (name == kTextureFunction) return texture_lookup(call);
  if (name == kByteFractionFunction) return byte_fraction(call);
  if (name.starts_with(kNowhereFunction)) return set(call, uniform(QpuUniformKind::data));
  if (name == kRotateFunction || name == kBroadcastFunction) {
    const auto lanes =
        static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
    const Operand word = low(*call.getArgOperand(0));
    return set(call,
               name == kRotateFunction ? emit_.rotate(word, (16 - lanes) % 16) : broadcast(word, lanes));
  }
  if (name == kLaneUpToFunction)
    return set(call, emit_.add(AddOp::min, program_.lane, low(*call.getArgOperand(0))));
  if (name == kLeaveFunction) return leave_full_rows(*call.getArgOperand(0));
  if (name == kGlobalIdFunction && number < 3) return set_number(call, global_id(number));
  if (name == kLocalIdFunction && number < 3) return set_number(call, local_id(number));
  if (const WorkItemFunction* row = find_work_item_function(name))
    return work_item_function(call, *row, number);
  refuse(call, "it calls the function " + llvm::demangle(name.str()));
}

Operand Selector::argument_word(const llvm::CallInst& call) {
  const auto number = [&](unsigned i) {
    return static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue());
  };
  return uniform(QpuUniformKind::argument, number(0), number(1));
}

/// Sizes have no more than 31 bits.
void Selector::set_number(llvm::CallInst& call, Operand number) {
  const bool wide = call.getType()->getIntegerBitWidth() > 32;
  set(call, {number, wide ? zero() : Operand{}});
}

void Selector::work_item_function(llvm::CallInst& call, const WorkItemFunction& row, unsigned dimension) {
  if (call.arg_size() == 1 && dimension == 3)
    return refuse(call, "it asks for a dimension that is not constant");
  switch (row.field) {
    case ContextField::work_dimensions:
      return set_number(call, uniform(QpuUniformKind::work_dimensions));
    case ContextField::global_size:
      return set_number(call, uniform(QpuUniformKind::global_size, dimension));
    case ContextField::global_offset:
      return set_number(call, uniform(QpuUniformKind::global_offset, dimension));
    case ContextField::enqueued_local_size:
      return set_number(call, uniform(QpuUniformKind::local_size, dimension));
    case ContextField::group_id:
      return set_number(call, of_dimension(group_.number, dimension));
    case ContextField::local_size:
      return set_number(call, of_dimension(group_.size, dimension));
    default:
      refuse(call, "it asks for ids of work-groups");
  }
}

void Selector::visitIntrinsicInst(llvm::IntrinsicInst& call) {
  const auto is_word = [&] { return call.getType()->isIntegerTy(32); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::dbg_value:
      return;
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::maximum:
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::copysign:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::rint:
      return call.getType()->isFloatTy() ? float_intrinsic(call) : refuse(call, "it uses double or half");
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
      return minimum_or_maximum(call);
    case llvm::Intrinsic::ctlz:
      if (is_word()) return set(call, emit_.unary(AddOp::clz, low(*call.getArgOperand(0))));
      break;
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return funnel_shift(call);
    case llvm::Intrinsic::abs:
      if (is_word()) {
        const Operand x = low(*call.getArgOperand(0));
        return set(call, emit_.add(AddOp::max, x, emit_.add(AddOp::sub, zero(), x)));
      }
      break;
    default:
      break;
  }
  refuse(call, words_of_call(call));
}

void Selector::float_intrinsic(llvm::IntrinsicInst& call) {
  const auto argument = [&](unsigned i) { return low(*call.getArgOperand(i)); };
  switch (const llvm::Intrinsic::ID id = call.getIntrinsicID()) {
    case llvm::Intrinsic::fabs:
      return set(call, emit_.add(AddOp::fmaxabs, argument(0), argument(0)));
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::minimum:
      return set(call, emit_.add(AddOp::fmin, argument(0), argument(1)));
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::maximum:
      return set(call, emit_.add(AddOp::fmax, argument(0), argument(1)));
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
      return set(call,
                 emit_.add(AddOp::fadd, emit_.multiply(MulOp::fmul, argument(0), argument(1)), argument(2)));
    case llvm::Intrinsic::sqrt:
      if (is_only_inverted(call)) return;
      return set(call, root(argument(0), false));
    case llvm::Intrinsic::copysign: {
      const Operand sign = emit_.add(AddOp::bit_and, argument(1), constant(kSignBit));
      const Operand magnitude = emit_.add(AddOp::bit_and, argument(0), constant(~kSignBit));
      return set(call, emit_.add(AddOp::bit_or, magnitude, sign));
    }
    default:
      return set(call, whole_number(argument(0), id));
  }
}

void Selector::minimum_or_maximum(llvm::IntrinsicInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const unsigned bits = call.getType()->getIntegerBitWidth();
  const bool is_signed = id == llvm::Intrinsic::smin || id == llvm::Intrinsic::smax;
  const bool is_least = id == llvm::Intrinsic::smin || id == llvm::Intrinsic::umin;
  const llvm::Value &x = *call.getArgOperand(0), &y = *call.getArgOperand(1);
  if (bits > 32) {
    const Parts a = wide(x, is_signed), b = wide(y, is_signed);
    const Test less = compare_halves(llvm::CmpInst::ICMP_ULT, a, b, is_signed, Condition::always);
    const Parts &if_less = is_least ? a : b, &otherwise = is_least ? b : a;
    const Operand low_part = choose(less, if_less.low, otherwise.low);
    return set(call, {low_part, choose(less, if_less.high, otherwise.high)});
  }
  const Operand a = extended(x, is_signed), b = extended(y, is_signed);
  if (is_signed || bits < 32 || (is_positive(x) && is_positive(y)))
    return set(call, emit_.add(is_least ? AddOp::min : AddOp::max, a, b));
  emit_.flags(AddOp::sub, a, b);  // C: a is less
  set(call, choose({Condition::carry_set}, is_least ? a : b, is_least ? b : a));
}

/// A rotation of 32 bits; expand_integers.h has the others.
void Selector::funnel_shift(llvm::IntrinsicInst& call) {
  if (call.getArgOperand(0) != call.getArgOperand(1) || !call.getType()->isIntegerTy(32))
    return refuse(call, "it rotates, or shifts two numbers together, other than of 32 bits");
  const bool to_left = call.getIntrinsicID() == llvm::Intrinsic::fshl;
  const Operand x = low(*call.getArgOperand(0));
  if (const auto* by = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2))) {
    const auto number =
        static_cast<std::uint32_t>(to_left ? 32 - by->getZExtValue() % 32 : by->getZExtValue()) % 32;
    return set(call, emit_.add(AddOp::ror, x, constant(number < 16 ? number : number - 32)));
  }
  const Operand by = low(*call.getArgOperand(2));
  set(call, emit_.add(AddOp::ror, x, to_left ? emit_.add(AddOp::sub, zero(), by) : by));
}

}  // namespace quadcl::compiler::qpu
