// SPDX-License-Identifier: Apache-2.0
// Local memory and arrays of work-items lie in the VPM.
//
// Word w of local memory lies in column w % 16 of row w / 16. A pointer to it is the number of a byte of the
// VPM. Of an array of a work-item, each word has a row, and each lane its column. A pointer counts 4 for each
// row from the first array on, where it is a number that suits all types and is not zero.
//
// One access reaches one row, or two, turned by a number of lanes. Other places: select_scattered.cpp.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

constexpr std::uint32_t kVpmReadTwo = 0x200a00;  ///< two rows, without the distance between them
constexpr std::uint32_t kRowsOfVpm = 64;         ///< addresses in local memory count them from here
constexpr auto kKeepsRowBytes =
    static_cast<std::uint32_t>(-6);             ///< a shift to the left that leaves bytes of a row
constexpr std::uint32_t kNowhere = 0x7fffffff;  ///< the place of lanes that want none

/// How many of its lowest bits are zero, in lane 0 of a row whose work-item there is a multiple of 16.
unsigned zero_bits_of_first(const llvm::Value& value, const RowDivergence& divergence,
                            const llvm::DataLayout& layout, unsigned depth = 0) {
  constexpr unsigned kMostDepth = 6, kAll = 32;
  const auto of = [&](const llvm::Value* operand) {
    return zero_bits_of_first(*operand, divergence, layout, depth + 1);
  };
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return number->isZero() ? kAll : std::min(kAll, number->getValue().countr_zero());
  if (llvm::isa<llvm::GlobalVariable, llvm::Argument>(value) && value.getType()->isPointerTy()) return 6;
  if (depth >= kMostDepth) return 0;
  if (!divergence.varying.contains(&value) && value.getType()->isIntegerTy())
    return llvm::computeKnownBits(&value, layout).countMinTrailingZeros();
  const auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
  if (operation == nullptr) return 0;
  switch (operation->getOpcode()) {
    case llvm::Instruction::Call: {
      const llvm::Function* callee = llvm::cast<llvm::CallInst>(value).getCalledFunction();
      return callee != nullptr && callee->getName() == kLocalIdFunction ? 4 : 0;
    }
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or:
      return std::min(of(operation->getOperand(0)), of(operation->getOperand(1)));
    case llvm::Instruction::Mul:
      return std::min(kAll, of(operation->getOperand(0)) + of(operation->getOperand(1)));
    case llvm::Instruction::Shl:
      if (const auto* by = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1)))
        return std::min<unsigned>(kAll,
                                  of(operation->getOperand(0)) + static_cast<unsigned>(by->getZExtValue()));
      return 0;
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::Freeze:
      return of(operation->getOperand(0));
    case llvm::Instruction::GetElementPtr: {
      llvm::MapVector<llvm::Value*, llvm::APInt> factors;
      llvm::APInt offset(64, 0);
      if (!llvm::cast<llvm::GEPOperator>(value).collectOffset(layout, 64, factors, offset)) return 0;
      unsigned zeros = std::min(of(operation->getOperand(0)), offset.isZero() ? kAll : offset.countr_zero());
      for (const auto& [index, factor] : factors) zeros = std::min(zeros, of(index) + factor.countr_zero());
      return zeros;
    }
    default:
      return 0;
  }
}

}  // namespace

bool Selector::is_own_array(const llvm::Value& pointer) {
  return pointer.getType()->getPointerAddressSpace() == 0 &&
         llvm::all_of(objects_of(pointer), llvm::IsaPred<llvm::AllocaInst>);
}

bool Selector::is_in_vpm(const llvm::Value& pointer) const {
  if (is_local_pointer(pointer)) return !order_.in_memory;
  return is_own_array(pointer) && !arrays_in_memory_;
}

bool Selector::has_own_columns(const llvm::Value& pointer) {
  return pointer.getType()->getPointerAddressSpace() != kLocalAddressSpace;
}

/// Where an argument in local memory begins.
Operand Selector::local_argument(const llvm::Argument& argument) {
  return uniform(QpuUniformKind::local_argument, argument.getArgNo(),
                 argument.getParamAlign().valueOrOne() > kRowBytes ? kQpuAlignedToTwoRows : 0);
}

/// Where variables in local memory find room, and how many bytes of it there are.
std::pair<std::string, std::uint64_t> Selector::room_for_variables() const {
  constexpr std::uint64_t kMostBytesInMemory = 1 << 20;
  if (has_local_registers()) return {"its rows in registers", program_.local_rows * kRowBytes};
  if (order_.in_memory) return {"that of the QPUs for work-groups, 1 MB", kMostBytesInMemory};
  return {"that of the QPUs for vectors, 4 KB", kRowsOfVpm * kRowBytes};
}

/// Where a variable in local memory begins.
Operand Selector::local_variable(const llvm::GlobalVariable& variable) {
  const std::uint64_t alignment =
      std::max<std::uint64_t>(variable.getAlign().valueOrOne().value(), kRowBytes);
  std::uint32_t& used = has_local_registers() ? bytes_in_registers_ : result_.vpm.local_bytes;
  const auto [place, is_new] =
      local_variables_.try_emplace(&variable, static_cast<std::uint32_t>(llvm::alignTo(used, alignment)));
  if (is_new) {
    const std::uint64_t bytes = layout_.getTypeAllocSize(variable.getValueType());
    const std::uint64_t end = place->second + llvm::alignTo(std::max<std::uint64_t>(bytes, 1), kRowBytes);
    if (const auto [room, most] = room_for_variables(); end > most) {
      if (result_.problem.empty()) result_.problem = "its local memory is larger than " + room;
      return zero();
    }
    used = static_cast<std::uint32_t>(end);
  }
  if (has_local_registers()) return constant(kRowsOfVpm * kRowBytes + place->second);
  const Operand base =
      uniform(QpuUniformKind::local_variables, 0, alignment > kRowBytes ? kQpuAlignedToTwoRows : 0);
  return place->second == 0 ? base : emit_.add(AddOp::add, base, constant(place->second));
}

void Selector::visitAllocaInst(llvm::AllocaInst& array) {
  const auto bytes = array.getAllocationSize(layout_);
  if (!bytes || bytes->isScalable())
    return refuse(array, "it has a private array of a size that is not known");
  if (arrays_in_memory_) return place_in_memory(array);
  if (!regions_.single()) return refuse(array, "it has a private array and barriers");
  const std::uint64_t rows = (bytes->getFixedValue() + 3) / 4;
  if (!first_array_) {
    first_array_ = result_.vpm.own;
    const Operand first = emit_.add(AddOp::add, vpm_row(), constant(*first_array_));
    arrays_ = emit_.add(AddOp::sub, emit_.add(AddOp::shl, first, constant(2)), constant(kFirstPlace));
  }
  const std::uint64_t place = llvm::alignTo(4 * (result_.vpm.own - *first_array_), array.getAlign());
  const std::uint64_t end = *first_array_ + place / 4 + rows;
  if (end > 64) return refuse(array, "its private arrays find no room in the VPM");
  set(array, emit_.move(constant(kFirstPlace + static_cast<std::uint32_t>(place))));
  result_.vpm.own = static_cast<std::uint32_t>(end);
}

/// Where a pointer to an array of a work-item leads: 4 times the row.
Operand Selector::address_in_arrays(Operand pointer) {
  return arrays_.is_value() ? emit_.add(AddOp::add, pointer, arrays_) : pointer;
}

Operand Selector::read_row(Operand row) {
  emit_.move_to(kVpmReadSetup, emit_.add(AddOp::add, row, constant(kVpmReadRow)));
  return emit_.move(port(isa::read_address::vpm));
}

void Selector::write_row(Operand row, Operand value) {
  emit_.move_to(kVpmWriteSetup, emit_.add(AddOp::add, row, constant(kVpmRows)));
  emit_.move_to(port(isa::write_address::vpm), value);
}

/// Lane i goes to lane i + the number that lane 0 has.
Operand Selector::rotate_by(Operand value, Operand lanes) {
  emit_.move_to(kBroadcast, lanes);
  return emit_.rotate(value, kByR5);
}

/// The numbers of all lanes together, in each, by an operation whose order does not matter.
Operand Selector::over_lanes(AddOp operation, Operand numbers) {
  for (const unsigned lanes : {8U, 4U, 2U, 1U})
    numbers = emit_.add(operation, numbers, emit_.rotate(numbers, lanes));
  return numbers;
}

Operand Selector::least(Operand numbers) { return over_lanes(AddOp::min, numbers); }

/// A number that is the same in all active lanes with a work-item of their own, in all lanes. Lane 0 has one.
Operand Selector::shared(Operand number) {
  if (all_lanes_are_active()) return number;
  const Operand known = emit_.move(constant(kNowhere));
  flag_active_lanes();
  emit_.move_to(known, number, Condition::zero_set);
  emit_.flags(AddOp::sub, program_.lane, in_row_);
  emit_.move_to(known, constant(kNowhere), Condition::carry_clear);
  return least(known);
}

/// The address that lane 0 has where neighbours have words side by side, in all lanes.
Operand Selector::first_address(Operand address) {
  return emit_.add(AddOp::sub, address, emit_.add(AddOp::shl, program_.lane, constant(2)));
}

/// All ones in the lanes that are active.
Operand Selector::active_lanes() {
  if (all_lanes_are_active()) return constant(~0U);
  const Operand active = emit_.move(zero());
  flag_active_lanes();
  return emit_.move_to(active, constant(~0U), Condition::zero_set);
}

/// Those that have a work-item of their own, too.
Operand Selector::storing_lanes() {
  const Operand storing = emit_.move(active_lanes());
  emit_.flags(AddOp::sub, program_.lane, in_row_);
  return emit_.move_to(storing, zero(), Condition::carry_clear);
}

/// For each lane, 16 times the row of its word, and the number of lanes that it lies further on.
Operand Selector::places_of(Operand address, bool own_columns, Operand lanes) {
  const Operand word = emit_.add(AddOp::shr, address, constant(2));
  Operand place;
  if (own_columns) {
    place = emit_.add(AddOp::shl, word, constant(4));
  } else {
    const Operand further =
        emit_.add(AddOp::bit_and, emit_.add(AddOp::sub, word, program_.lane), constant(15));
    place = emit_.add(AddOp::bit_or, emit_.add(AddOp::bit_and, word, constant(~15U)), further);
  }
  const Operand wanted = emit_.move(constant(kNowhere));
  emit_.flags(AddOp::bit_or, lanes, lanes);
  return emit_.move_to(wanted, place, Condition::zero_clear);
}

/// Runs `at_place` with the row, and the number that `places` have in the lanes that want it, until all lanes
/// have been served. It may change flags.
void Selector::for_each_place(Operand places, const AtPlace& at_place) {
  const unsigned loops = 2 + flow_.loops(*block_);
  const std::uint32_t next = emit_.new_block_behind(emit_.block(), loops);
  emit_.go_to(next);
  const Operand place = least(places);
  const Operand row =
      emit_.add(AddOp::bit_and, emit_.add(AddOp::shr, place, constant(4)), constant(kRowMask));
  at_place(row, place);
  emit_.flags(AddOp::bit_xor, places, place);
  emit_.move_to(places, constant(kNowhere), Condition::zero_set);
  emit_.flags(AddOp::bit_xor, places, constant(kNowhere));
  emit_.branch(BranchCondition::any_zero_clear, next);
  split_block();
}

Operand Selector::load_from_vpm(const llvm::Value& pointer, Operand address, unsigned bytes) {
  const bool own_columns = has_own_columns(pointer);
  if (own_columns) address = address_in_arrays(address);
  const auto stride = strides_.of(pointer);
  if (stride == 0) return load_shared_place(shared(address), own_columns);
  if (!own_columns && stride == 4 && bytes == 4) return load_neighbours(pointer, address);
  if (has_no_code_in_registers()) return zero();
  if (!may_be_a_row(pointer, bytes)) return load_scattered(address, own_columns);
  const std::uint32_t elsewhere = other_way();
  const Operand loaded = emit_.undefined();
  emit_.move_to(loaded, read_row(row_of_neighbours(address, elsewhere)));
  end_ways(elsewhere, [&] { emit_.move_to(loaded, load_scattered(address, own_columns)); });
  return loaded;
}

/// Whether neighbours may lie side by side, as far as the kernel is known.
bool Selector::may_be_a_row(const llvm::Value& pointer, unsigned bytes) const {
  return bytes == 4 && !has_own_columns(pointer) && !strides_.of(pointer) && !strides_.is_even(pointer);
}

/// The row of the VPM in which all lanes have the word of their number. Goes to another block if they do not.
/// Lanes without a work-item of their own do not.
Operand Selector::row_of_neighbours(Operand address, std::uint32_t if_not) {
  const Operand start = first_address(address);
  emit_.move_to(kBroadcast, start);
  const Operand first = emit_.move(accumulator(kBroadcasts));
  Operand differs = emit_.add(AddOp::bit_or, emit_.add(AddOp::bit_xor, start, first),
                              emit_.add(AddOp::shl, first, constant(kKeepsRowBytes)));
  if (!all_lanes_are_active()) {
    const Operand of_all = differs;
    differs = emit_.move(zero());
    flag_active_lanes();
    emit_.move_to(differs, of_all, Condition::zero_set);
  }
  emit_.flags(AddOp::bit_or, differs, differs);
  emit_.branch(BranchCondition::any_zero_clear, if_not);
  emit_.go_to(emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_)));
  return emit_.add(AddOp::bit_and, emit_.add(AddOp::shr, first, constant(6)), constant(kRowMask));
}

/// All lanes have the same address.
Operand Selector::load_shared_place(Operand address, bool own_columns) {
  const Operand word = emit_.add(AddOp::shr, address, constant(2));
  if (own_columns) return read_row(emit_.add(AddOp::bit_and, word, constant(kRowMask)));
  const Operand row = emit_.add(AddOp::shr, word, constant(4));
  const Operand words = read_local_row(emit_.add(AddOp::bit_and, row, constant(kRowMask)));
  const Operand first = rotate_by(words, emit_.add(AddOp::sub, zero(), word));
  emit_.move_to(kBroadcast, first);
  return emit_.move(accumulator(kBroadcasts));
}

/// Rows of the VPM, of those of this QPU.
std::pair<Operand, Operand> Selector::read_two_rows(Operand row, Operand other) {
  if (has_local_registers()) {
    const auto read = [&](Operand of) {
      return read_local_row(emit_.add(AddOp::bit_and, of, constant(kRowMask)));
    };
    const Operand one = read(row);
    return {one, read(other)};
  }
  const Operand end = emit_.add(AddOp::add, uniform(QpuUniformKind::kept_row), constant(kRowsOfVpm - 1));
  const Operand last = emit_.add(AddOp::min, other, end);
  const Operand begin = emit_.add(AddOp::max, row, set_up(0, kRowsOfVpm));
  const Operand distance = emit_.add(AddOp::sub, last, begin);
  const Operand setup =
      emit_.add(AddOp::add, emit_.add(AddOp::bit_and, begin, constant(kRowMask)), constant(kVpmReadTwo));
  emit_.move_to(kVpmReadSetup,
                emit_.add(AddOp::add, setup, emit_.add(AddOp::shl, distance, constant(kVpmReadStride))));
  const Operand one = emit_.move(port(isa::read_address::vpm));
  return {one, emit_.move(port(isa::read_address::vpm))};
}

/// The words of neighbours lie side by side, in one row of the VPM or in two, where lanes that are not active
/// would have others.
Operand Selector::load_neighbours(const llvm::Value& pointer, Operand address) {
  const bool is_aligned = zero_bits_of_first(pointer, divergence_, layout_) >= 6;
  const Operand first = shared(first_address(address));
  const Operand word = emit_.add(AddOp::shr, first, constant(2));
  const Operand row = emit_.add(AddOp::shr, word, constant(4));
  if (is_aligned) return read_local_row(emit_.add(AddOp::bit_and, row, constant(kRowMask)));
  const Operand column = emit_.add(AddOp::bit_and, word, constant(15));
  const Operand to_last = emit_.add(AddOp::shr, emit_.add(AddOp::add, column, constant(15)), constant(4));
  const auto [one, other] = read_two_rows(row, emit_.add(AddOp::add, row, to_last));
  const Operand lanes = emit_.add(AddOp::sub, zero(), word);
  const Operand result = emit_.move(rotate_by(one, lanes)), from_other = rotate_by(other, lanes);
  const Operand is_in_other =
      emit_.add(AddOp::shr, emit_.add(AddOp::add, column, program_.lane), constant(4));
  emit_.flags(AddOp::bit_or, is_in_other, is_in_other);
  return emit_.move_to(result, from_other, Condition::zero_clear);
}

/// What a store changes of a word in the VPM: bits, and their numbers.
Selector::Bits Selector::stored_bits(Operand value, Operand address, unsigned bytes, Operand lanes) {
  if (bytes == 4) return {value, lanes};
  const std::uint32_t mask = (1U << (8 * bytes)) - 1;
  const Operand by = emit_.add(AddOp::shl, address, constant(3));  // modulo 32
  const Operand numbers = emit_.add(AddOp::bit_and, value, constant(mask));
  const Operand bits = emit_.add(AddOp::bit_and, lanes, constant(mask));
  return {emit_.add(AddOp::shl, numbers, by), emit_.add(AddOp::shl, bits, by)};
}

void Selector::merge_into_row(Operand row, Operand old, const Bits& bits) {
  const Operand kept = emit_.add(AddOp::bit_and, old, emit_.unary(AddOp::bit_not, bits.mask));
  write_row(row, emit_.add(AddOp::bit_or, kept, emit_.add(AddOp::bit_and, bits.value, bits.mask)));
}

void Selector::store_to_vpm(const llvm::Value& pointer, Operand address, Operand value, unsigned bytes) {
  const bool own_columns = has_own_columns(pointer);
  if (own_columns) address = address_in_arrays(address);
  const Operand lanes = own_columns ? active_lanes() : storing_lanes();
  const Bits bits = stored_bits(value, address, bytes, lanes);
  const auto stride = strides_.of(pointer);
  const bool is_one_row =
      own_columns ? stride == 0
                  : stride == 4 && bytes == 4 && zero_bits_of_first(pointer, divergence_, layout_) >= 6;
  if (is_one_row) {
    const Operand word =
        emit_.add(AddOp::shr, shared(own_columns ? address : first_address(address)), constant(2));
    const Operand row = own_columns ? word : emit_.add(AddOp::shr, word, constant(4));
    const Operand place = emit_.add(AddOp::bit_and, row, constant(kRowMask));
    if (own_columns && bytes == 4 && all_lanes_are_active()) return write_row(place, value);
    return merge_into_local_row(place, bits);
  }
  if (!own_columns && stride == 4 && bytes == 4) return store_neighbours(address, bits);
  if (has_no_code_in_registers()) return;
  if (!may_be_a_row(pointer, bytes)) return store_scattered(address, own_columns, lanes, bits, bytes == 4);
  const std::uint32_t elsewhere = other_way();
  const Operand row = row_of_neighbours(address, elsewhere);
  all_lanes_are_active() ? write_row(row, value) : merge_into_row(row, read_row(row), bits);
  end_ways(elsewhere, [&] { store_scattered(address, own_columns, lanes, bits, true); });
}

/// The words of neighbours lie side by side, in one row or in two. The first may be before all of the memory,
/// where no lane stores to it.
void Selector::store_neighbours(Operand address, const Bits& bits) {
  const Operand first = shared(first_address(address));
  const Operand word = emit_.add(AddOp::shr, first, constant(2));
  const Operand row = emit_.add(AddOp::bit_and, emit_.add(AddOp::shr, word, constant(4)), constant(kRowMask));
  const Operand column = emit_.add(AddOp::bit_and, word, constant(15));
  const Operand value = rotate_by(bits.value, word), lanes = rotate_by(bits.mask, word);
  const Operand in_second = emit_.move(zero());
  emit_.flags(AddOp::sub, program_.lane, column);  // C: the lane is less
  emit_.move_to(in_second, lanes, Condition::carry_set);
  merge_if_any(row, {value, emit_.add(AddOp::bit_xor, lanes, in_second)});
  const Operand second =
      emit_.add(AddOp::bit_and, emit_.add(AddOp::add, row, constant(1)), constant(kRowMask));
  merge_if_any(second, {value, in_second});
}

/// The row may be another QPU's where no lane stores to it.
void Selector::merge_if_any(Operand row, const Bits& bits) {
  const unsigned loops = 1 + flow_.loops(*block_);
  const std::uint32_t some = emit_.new_block_behind(emit_.block(), loops),
                      rest = emit_.new_block_behind(some, loops);
  emit_.flags(AddOp::bit_or, bits.mask, bits.mask);
  emit_.branch(BranchCondition::all_zero_set, rest);
  emit_.go_to(some);
  merge_into_local_row(row, bits);
  emit_.go_to(rest);
}

}  // namespace quadcl::compiler::qpu
