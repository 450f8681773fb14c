// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/register_tables.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Triple.h>

namespace quadcl::compiler {
namespace {

/// The smallest page of an x86 processor: memory exists page by page.
constexpr std::uint64_t kPageBytes = 4096;

unsigned entries_in_register(unsigned entry_bits) { return kWidestRegisterBits / entry_bits; }

bool permutes(unsigned entry_bits, const llvm::Module& module, const llvm::TargetTransformInfo& target,
              const TargetModel& model) {
  if (!llvm::Triple(module.getTargetTriple()).isX86()) return false;
  auto* element = llvm::IntegerType::get(module.getContext(), entry_bits);
  auto* all = llvm::FixedVectorType::get(element, entries_in_register(entry_bits));
  return target.getShuffleCost(llvm::TargetTransformInfo::SK_PermuteTwoSrc, all) <= model.cheap_permutation;
}

/// Takes the address apart into what all lanes share and the index.
class PlaceReader {
 public:
  PlaceReader(RegisterTable& table, const LaneShapes& shapes, const llvm::DataLayout& layout)
      : table_(table), shapes_(shapes), layout_(layout) {}

  /// Whether it has the form of an index into a table.
  bool read(llvm::Value& address) {
    llvm::Value* pointer = &address;
    while (!shapes_.of(*pointer).is_uniform()) {
      auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer);
      if (step == nullptr || !read_step(*step)) return false;
      pointer = step->getPointerOperand();
    }
    table_.base = pointer;
    return table_.index != nullptr;
  }

 private:
  bool read_step(llvm::GEPOperator& step) {
    const unsigned bits = layout_.getIndexTypeSizeInBits(step.getType());
    llvm::MapVector<llvm::Value*, llvm::APInt> parts;
    llvm::APInt constant(bits, 0);
    if (step.getType()->isVectorTy() || !step.collectOffset(layout_, bits, parts, constant)) return false;
    table_.constant_offset += constant.getZExtValue();
    return llvm::all_of(parts, [&](const auto& part) {
      return part.first->getType()->isIntegerTy(bits) && read_part(*part.first, part.second.getZExtValue());
    });
  }

  bool read_part(llvm::Value& part, std::uint64_t scale) {
    if (shapes_.of(part).is_uniform()) {
      table_.offsets.push_back({&part, scale});
      return true;
    }
    if (table_.index != nullptr || scale * 8 != table_.entry_bits) return false;
    table_.index = without_extensions(part);
    return true;
  }

  /// The index before it was made longer, and before something uniform was added.
  llvm::Value* without_extensions(llvm::Value& part) {
    llvm::Value* index = &part;
    while (true) {
      if (auto* extension = llvm::dyn_cast<llvm::ZExtInst>(index)) {
        index = extension->getOperand(0);
      } else if (llvm::Value* rest = without_uniform(*index)) {
        index = rest;
      } else {
        return index;
      }
    }
  }

  llvm::Value* without_uniform(llvm::Value& sum) {
    auto* addition = llvm::dyn_cast<llvm::BinaryOperator>(&sum);
    if (addition == nullptr || addition->getOpcode() != llvm::Instruction::Add ||
        !addition->hasNoUnsignedWrap())
      return nullptr;
    for (unsigned i = 0; i < 2; ++i) {
      llvm::Value* operand = addition->getOperand(i);
      if (!shapes_.of(*operand).is_uniform()) continue;
      table_.offsets.push_back({operand, table_.entry_bits / 8});
      return addition->getOperand(1 - i);
    }
    return nullptr;
  }

  RegisterTable& table_;
  const LaneShapes& shapes_;
  const llvm::DataLayout& layout_;
};

/// The number of entries if the table is a whole variable of the program; 0 otherwise.
std::uint64_t entries_of_variable(const RegisterTable& table, const llvm::DataLayout& layout) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(table.base->stripPointerCasts());
  if (variable == nullptr || !table.offsets.empty() || table.constant_offset != 0) return 0;
  return layout.getTypeAllocSize(variable->getValueType()).getFixedValue() * 8 / table.entry_bits;
}

void find_entries(RegisterTable& table, const llvm::DataLayout& layout) {
  const llvm::APInt last = llvm::computeKnownBits(table.index, layout).getMaxValue();
  table.entries = last.getLimitedValue(std::numeric_limits<std::uint32_t>::max()) + 1;
  const std::uint64_t known = entries_of_variable(table, layout);
  table.is_whole = known != 0;
  if (table.is_whole) table.entries = std::min(table.entries, known);
}

llvm::Value* bytes_in_page(llvm::Value* begin, llvm::IRBuilder<>& builder) {
  llvm::Value* place = builder.CreateAnd(builder.CreatePtrToInt(begin, builder.getInt64Ty()), kPageBytes - 1);
  return builder.CreateSub(builder.getInt64(kPageBytes), place);
}

/// Loads a table register by register. `mask_of` gets which entries the table has there, and their numbers.
template <typename MaskOf>
TableRegisters load_parts(const RegisterTable& table, llvm::Value* begin, llvm::IRBuilder<>& builder,
                          const MaskOf& mask_of) {
  const unsigned most = entries_in_register(table.entry_bits);
  auto* type = llvm::FixedVectorType::get(builder.getIntNTy(table.entry_bits), most);
  const llvm::Align align(table.entry_bits / 8);
  TableRegisters registers;
  for (std::uint64_t first = 0; first < table.entries; first += most) {
    llvm::SmallVector<llvm::Constant*, 64> exist, places;
    for (std::uint64_t i = first; i < first + most; ++i) {
      exist.push_back(builder.getInt1(i < table.entries));
      places.push_back(llvm::ConstantInt::get(type->getElementType(), i));
    }
    llvm::Value* mask = mask_of(llvm::ConstantVector::get(exist), llvm::ConstantVector::get(places));
    llvm::Value* place = builder.CreatePtrAdd(begin, builder.getInt64(first * align.value()));
    const auto* known = llvm::dyn_cast<llvm::Constant>(mask);
    if (known != nullptr && known->isAllOnesValue()) {
      registers.push_back(builder.CreateAlignedLoad(type, place, align));
    } else {
      registers.push_back(
          builder.CreateMaskedLoad(type, place, align, mask, llvm::Constant::getNullValue(type)));
    }
  }
  return registers;
}

llvm::Value* permute_one(llvm::Value* source, llvm::Value* indices, llvm::IRBuilder<>& builder) {
  const unsigned bits = source->getType()->getScalarSizeInBits();
  const llvm::Intrinsic::ID id = bits == 8    ? llvm::Intrinsic::x86_avx512_permvar_qi_512
                                 : bits == 16 ? llvm::Intrinsic::x86_avx512_permvar_hi_512
                                 : bits == 32 ? llvm::Intrinsic::x86_avx512_permvar_si_512
                                              : llvm::Intrinsic::x86_avx512_permvar_di_512;
  return builder.CreateIntrinsic(id, {}, {source, indices});
}

llvm::Value* permute_two(llvm::Value* first, llvm::Value* second, llvm::Value* indices,
                         llvm::IRBuilder<>& builder) {
  const unsigned bits = first->getType()->getScalarSizeInBits();
  const llvm::Intrinsic::ID id = bits == 8    ? llvm::Intrinsic::x86_avx512_vpermi2var_qi_512
                                 : bits == 16 ? llvm::Intrinsic::x86_avx512_vpermi2var_hi_512
                                 : bits == 32 ? llvm::Intrinsic::x86_avx512_vpermi2var_d_512
                                              : llvm::Intrinsic::x86_avx512_vpermi2var_q_512;
  return builder.CreateIntrinsic(id, {}, {first, indices, second});
}

/// Looks up as many indices as fill a register.
llvm::Value* look_up_register(llvm::ArrayRef<llvm::Value*> registers, llvm::Value* indices,
                              llvm::IRBuilder<>& builder) {
  const auto look_up_in = [&](llvm::ArrayRef<llvm::Value*> some) {
    return some.size() == 1 ? permute_one(some[0], indices, builder)
                            : permute_two(some[0], some[1], indices, builder);
  };
  if (registers.size() <= 2) return look_up_in(registers);
  llvm::Value* low = look_up_in(registers.take_front(2));
  llvm::Value* high = look_up_in(registers.drop_front(2));
  const unsigned bits = indices->getType()->getScalarSizeInBits();
  llvm::Constant* first_high = llvm::ConstantInt::get(indices->getType(), 2 * entries_in_register(bits));
  return builder.CreateSelect(builder.CreateICmpULT(indices, first_high), low, high);
}

}  // namespace

unsigned RegisterTable::registers() const {
  return static_cast<unsigned>(llvm::divideCeil(bytes() * 8, kWidestRegisterBits));
}

llvm::SmallVector<llvm::Value*, 4> RegisterTable::parts() const {
  llvm::SmallVector<llvm::Value*, 4> parts{base, index};
  for (const Offset& offset : offsets) parts.push_back(offset.value);
  return parts;
}

std::optional<RegisterTable> table_of(const llvm::LoadInst& load, const LaneShapes& shapes,
                                      const llvm::TargetTransformInfo& target, const TargetModel& model) {
  const llvm::Type& type = *load.getType();
  const bool is_entry = type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) ||
                        type.isIntegerTy(64) || type.isHalfTy() || type.isFloatTy() || type.isDoubleTy();
  if (!is_entry || !load.isSimple()) return {};
  RegisterTable table;
  table.entry_bits = static_cast<unsigned>(type.getPrimitiveSizeInBits().getFixedValue());
  if (load.getAlign().value() < table.entry_bits / 8) return {};  // entries may lie in two pages
  if (!permutes(table.entry_bits, *load.getModule(), target, model)) return {};
  const llvm::DataLayout& layout = load.getDataLayout();
  PlaceReader reader(table, shapes, layout);
  if (!reader.read(*const_cast<llvm::Value*>(load.getPointerOperand()))) return {};
  find_entries(table, layout);
  if (table.bytes() > model.table_registers * kWidestRegisterBits / 8) return {};
  return table;
}

llvm::Value* is_in_one_page(const RegisterTable& table, llvm::Value* begin, llvm::IRBuilder<>& builder) {
  llvm::Value* rest = bytes_in_page(begin, builder);
  return builder.CreateICmpUGE(rest, builder.getInt64(table.bytes()));
}

TableRegisters load_table(const RegisterTable& table, llvm::Value* begin, llvm::IRBuilder<>& builder) {
  return load_parts(table, begin, builder, [](llvm::Constant* exist, llvm::Constant*) { return exist; });
}

TableRegisters load_table_in_two_pages(const RegisterTable& table, llvm::Value* begin, llvm::Value* indices,
                                       llvm::Value* active, llvm::IRBuilder<>& builder) {
  llvm::Type* type = builder.getIntNTy(table.entry_bits);
  llvm::Value* end = builder.CreateTrunc(
      builder.CreateUDiv(bytes_in_page(begin, builder), builder.getInt64(table.entry_bits / 8)), type);
  const auto lie_first = [&](llvm::Value* places) {
    const auto count = llvm::cast<llvm::FixedVectorType>(places->getType())->getElementCount();
    return builder.CreateICmpULT(places, builder.CreateVectorSplat(count, end));
  };
  llvm::Value* first = lie_first(indices);
  llvm::Value* reads_first = builder.CreateOrReduce(builder.CreateAnd(active, first));
  llvm::Value* reads_second = builder.CreateOrReduce(builder.CreateAnd(active, builder.CreateNot(first)));
  return load_parts(table, begin, builder, [&](llvm::Constant* exist, llvm::Constant* places) {
    const auto count = llvm::cast<llvm::FixedVectorType>(exist->getType())->getElementCount();
    llvm::Value* are_read =
        builder.CreateSelect(lie_first(places), builder.CreateVectorSplat(count, reads_first),
                             builder.CreateVectorSplat(count, reads_second));
    return builder.CreateAnd(are_read, exist);
  });
}

llvm::Value* look_up(llvm::ArrayRef<llvm::Value*> registers, llvm::Value* indices,
                     llvm::IRBuilder<>& builder) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(indices->getType())->getNumElements();
  const unsigned most = entries_in_register(indices->getType()->getScalarSizeInBits());
  llvm::SmallVector<llvm::Value*, 4> parts;
  for (unsigned first = 0; first < lanes; first += most) {
    const unsigned count = std::min(most, lanes - first);
    llvm::Value* own =
        builder.CreateShuffleVector(indices, llvm::createSequentialMask(first, count, most - count));
    llvm::Value* found = look_up_register(registers, own, builder);
    parts.push_back(builder.CreateShuffleVector(found, llvm::createSequentialMask(0, count, 0)));
  }
  return llvm::concatenateVectors(builder, parts);
}

}  // namespace quadcl::compiler
