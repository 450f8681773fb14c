// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_memory.h"

#include <llvm/ADT/bit.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <numeric>

#include "compiler/ir/chosen_gathers.h"
#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/emit/lane_variables.h"

namespace quadcl::compiler {
namespace {

/// The longest vectors of OpenCL C.
constexpr unsigned kMostElements = 16;
/// That of the largest type of OpenCL C, of as many elements of eight bytes.
const llvm::Align kLargestAlign{8 * kMostElements};

constexpr unsigned kMetadata[] = {llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_alias_scope,
                                  llvm::LLVMContext::MD_noalias, llvm::LLVMContext::MD_access_group,
                                  llvm::LLVMContext::MD_invariant_load};

template <typename Access>
Access* like(Access* made, const llvm::Instruction& original) {
  for (const unsigned kind : kMetadata)
    if (llvm::MDNode* data = original.getMetadata(kind)) made->setMetadata(kind, data);
  return made;
}

llvm::Align alignment_of_element(const llvm::Instruction& access, unsigned element) {
  return llvm::commonAlignment(llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&access)),
                               element * element_bytes(access));
}

/// The alignment of an access to the elements of all lanes. It starts at lane 0's element. If lane 0 is
/// inactive, only the other elements are known to be aligned.
llvm::Align alignment_at_once(const llvm::Instruction& access) {
  return alignment_of_element(access, element_count(*type_of_access(access)) == 1 ? 1 : 0);
}

/// A number of the size of a short source vector; null for other types. It can be moved into and out of
/// vectors with one instruction, and code generation takes half as long as with vectors.
llvm::Type* number_like(llvm::Type* type) {
  const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  if (bits != 16 && bits != 32 && bits != 64) return nullptr;
  llvm::LLVMContext& context = type->getContext();
  return bits == 64 && type->getScalarType()->isFloatTy() ? llvm::Type::getDoubleTy(context)
                                                          : llvm::Type::getIntNTy(context, bits);
}

}  // namespace

bool LaneMemory::is_checked_here(const Guard& condition) const {
  return condition.is_checked_in_row() && !(condition.is_promised && mask_ == nullptr);
}

llvm::Value* LaneMemory::checks_of(llvm::Value& address) {
  llvm::Value* all = nullptr;
  for (const Guard& condition : row_.shapes->of(address).conditions) {
    if (!is_checked_here(condition)) continue;
    llvm::Value* flag = values_.flag(*condition.value);
    all = all == nullptr ? flag : builder_.CreateAnd(all, flag);
  }
  return all;
}

/// Whether the address is consecutive only if the program passes a step of 1.
bool LaneMemory::depends_on_step(const llvm::Value& address) const {
  return llvm::any_of(row_.shapes->of(address).conditions, [&](const Guard& condition) {
    return row_.shapes->unit_step_of(*condition.value) != nullptr;
  });
}

/// Makes two paths for an address that is consecutive only if a check in the row holds.
template <typename Fast, typename Slow>
static WideElements either(llvm::IRBuilder<>& builder, llvm::Value* check, const Fast& fast,
                           const Slow& slow) {
  if (check == nullptr) return fast();
  llvm::Function* function = builder.GetInsertBlock()->getParent();
  llvm::BasicBlock* blocks[3];
  for (llvm::BasicBlock*& block : blocks)
    block = llvm::BasicBlock::Create(builder.getContext(), "access", function);
  builder.CreateCondBr(check, blocks[0], blocks[1]);
  builder.SetInsertPoint(blocks[0]);
  const WideElements a = fast();
  llvm::BasicBlock* end = builder.GetInsertBlock();
  builder.CreateBr(blocks[2]);
  builder.SetInsertPoint(blocks[1]);
  const WideElements b = slow();
  llvm::BasicBlock* other_end = builder.GetInsertBlock();
  builder.CreateBr(blocks[2]);
  builder.SetInsertPoint(blocks[2]);
  WideElements elements;
  for (std::size_t i = 0; i < a.size(); ++i) {
    llvm::PHINode* phi = builder.CreatePHI(a[i]->getType(), 2);
    phi->addIncoming(a[i], end);
    phi->addIncoming(b[i], other_end);
    elements.push_back(phi);
  }
  return elements;
}

/// Values computed here do not serve later uses: other paths lead there, too.
template <typename Action>
WideElements LaneMemory::unremembered(const Action& action) {
  values_.remember(false);
  const WideElements elements = action();
  values_.remember(true);
  return elements;
}

void LaneMemory::emit(llvm::LoadInst& load) {
  switch (reach_of(load, row_)) {
    case Reach::same:
      return emit_for_lane_0(load, load.clone());
    case Reach::own:
      return values_.set_elements(load, LaneVariables(state_).load(load));
    case Reach::scattered:
      return values_.set_elements(load, gather(load));
    case Reach::spaced:
      if (!is_best_from_first(load)) return values_.set_elements(load, gather(load));
      break;
    case Reach::arranged:
      if (mask_ != nullptr) return values_.set_elements(load, gather(load));
      break;
    case Reach::repeated:
      break;
    case Reach::consecutive:
    case Reach::reversed:
      if (!can_load_at_once(load)) return values_.set_elements(load, load_if_all_are_active(load));
  }
  llvm::Value* check = checks_of(*load.getPointerOperand());
  values_.scalar(*load.getPointerOperand());
  const bool is_exception = !depends_on_step(*load.getPointerOperand());
  values_.set_elements(load, either(
                                 builder_, check, [&] { return load_at_once(load); },
                                 [&] { return unremembered([&] { return gather(load, is_exception); }); }));
}

/// For processors without masked loads.
WideElements LaneMemory::load_if_all_are_active(llvm::LoadInst& load) {
  llvm::Value* all_active = builder_.CreateAndReduce(mask_);
  llvm::Value* check = checks_of(*load.getPointerOperand());
  values_.scalar(*load.getPointerOperand());
  return either(
      builder_, check != nullptr ? builder_.CreateAnd(check, all_active) : all_active,
      [&] { return LaneMemory(state_.for_all_lanes(), harmless_).load_at_once(load); },
      [&] { return unremembered([&] { return gather(load); }); });
}

void LaneMemory::emit(llvm::StoreInst& store) {
  const Reach reach = reach_of(store, row_);
  const bool is_between = stores_between(store, row_, row_.lanes, target_);
  if (reach == Reach::spaced && !is_between && is_best_from_first(store)) return store_spaced(store);
  if (reach == Reach::same) {
    const bool is_uniform = row_.shapes->of(*store.getValueOperand()).is_uniform();
    if (is_uniform) return emit_for_lane_0(store, store.clone());
    return mask_ == nullptr ? store_last(store) : scatter(store);
  }
  if (!is_between && (lies_apart(store, row_) || reach == Reach::arranged)) return scatter(store);
  if (reach == Reach::own) return LaneVariables(state_).store(store);
  llvm::Value* check = checks_of(*store.getPointerOperand());
  values_.scalar(*store.getPointerOperand());
  values_.packed(*store.getValueOperand());
  either(
      builder_, check,
      [&] {
        if (is_between)
          store_between(store, *near_places(store, row_));
        else if (can_store_at_once(store))
          store_consecutive(store);
        else
          store_if_all_are_active(store);
        return WideElements();
      },
      [&] {
        return unremembered([&] {
          scatter(store);
          return WideElements();
        });
      });
}

void LaneMemory::store_if_all_are_active(llvm::StoreInst& store) {
  const auto store_by = [&](LaneMemory&& memory) {
    memory.store_consecutive(store);
    return WideElements();
  };
  either(
      builder_, builder_.CreateAndReduce(mask_),
      [&] { return store_by(LaneMemory(state_.for_all_lanes(), harmless_)); },
      [&] { return unremembered([&] { return store_by(LaneMemory(state_, harmless_)); }); });
}

llvm::Value* LaneMemory::reverse(llvm::Value* lanes) { return builder_.CreateVectorReverse(lanes); }

/// The address of the lowest place that a consecutive access touches.
llvm::Value* LaneMemory::address_of_first(llvm::Instruction& access) {
  llvm::Value* first = values_.scalar(*llvm::getLoadStorePointerOperand(&access));
  if (reach_of(access, row_) != Reach::reversed) return first;
  const auto distance = static_cast<std::int64_t>(element_bytes(access) * (row_.lanes - 1));
  return builder_.CreatePtrAdd(first, builder_.getInt64(static_cast<std::uint64_t>(-distance)));
}

/// Without instructions for masked loads, LLVM would branch for each lane.
bool LaneMemory::can_load_at_once(const llvm::LoadInst& load) const {
  return mask_ == nullptr ||
         target_.isLegalMaskedLoad(values_.packed_type(load.getType()), alignment_at_once(load));
}

bool LaneMemory::can_store_at_once(const llvm::StoreInst& store) const {
  return mask_ == nullptr ||
         target_.isLegalMaskedStore(values_.packed_type(store.getValueOperand()->getType()),
                                    alignment_at_once(store));
}

WideElements LaneMemory::load_at_once(llvm::LoadInst& load) {
  const Reach reach = reach_of(load, row_);
  return reach == Reach::repeated   ? load_repeated(load)
         : reach == Reach::spaced   ? load_spaced(load)
         : reach == Reach::arranged ? WideElements{load_between(load, *near_places(load, row_))}
                                    : load_consecutive(load);
}

/// At least one lane is active.
WideElements LaneMemory::load_repeated(llvm::LoadInst& load) {
  llvm::Value* loaded = like(
      builder_.CreateAlignedLoad(load.getType(), values_.scalar(*load.getPointerOperand()), load.getAlign()),
      load);
  if (!load.getType()->isVectorTy()) return {values_.splat(loaded)};
  if (row_.packed.contains(&load)) return {values_.replicate(loaded)};
  WideElements elements;
  for (std::uint64_t i = 0; i < element_count(*load.getType()); ++i)
    elements.push_back(values_.splat(builder_.CreateExtractElement(loaded, i)));
  return elements;
}

WideElements LaneMemory::load_consecutive(llvm::LoadInst& load) {
  const unsigned count = element_count(*load.getType());
  llvm::Type* type = values_.packed_type(load.getType());
  const bool reversed = reach_of(load, row_) == Reach::reversed;
  const llvm::Align align = alignment_at_once(load);
  llvm::Value* first = address_of_first(load);
  llvm::Value* loaded = nullptr;
  if (mask_ == nullptr) {
    loaded = like(builder_.CreateAlignedLoad(type, first, align), load);
  } else {
    llvm::Value* mask = reversed ? reverse(mask_) : values_.repeat(mask_, count);
    loaded =
        like(builder_.CreateMaskedLoad(type, first, align, mask, llvm::Constant::getNullValue(type)), load);
  }
  return values_.form_of_packed(load, reversed ? reverse(loaded) : loaded);
}

void LaneMemory::store_consecutive(llvm::StoreInst& store) {
  const unsigned count = element_count(*store.getValueOperand()->getType());
  const bool reversed = reach_of(store, row_) == Reach::reversed;
  const llvm::Align align = alignment_at_once(store);
  llvm::Value* value = values_.packed(*store.getValueOperand());
  if (reversed) value = reverse(value);
  llvm::Value* first = address_of_first(store);
  if (mask_ == nullptr) {
    like(builder_.CreateAlignedStore(value, first, align), store);
    return;
  }
  llvm::Value* mask = reversed ? reverse(mask_) : values_.repeat(mask_, count);
  like(builder_.CreateMaskedStore(value, first, align, mask), store);
}

/// Whether places at equal distances are best found from that of lane 0. Gathers and scatters compute all
/// addresses, which are then taken out of vectors one by one unless the processor has an instruction. Source
/// vectors of 16 bytes and more would be loaded in another order than that of their addresses, which took
/// twice as long where they come from memory.
bool LaneMemory::is_best_from_first(const llvm::Instruction& access) const {
  if (mask_ != nullptr) return false;
  if (llvm::isa<llvm::LoadInst>(access) && near_places(access, row_)) return true;
  llvm::Type* type = type_of_access(access);
  const Shape& address = row_.shapes->of(*llvm::getLoadStorePointerOperand(&access));
  const bool is_preferred = type->isVectorTy() ? number_like(type) != nullptr
                                               : !has_instruction_for_places(access, row_.lanes, target_);
  return is_preferred &&
         llvm::none_of(address.conditions, [&](const Guard& one) { return is_checked_here(one); });
}

/// The address of a lane, at its distance from that of lane 0.
llvm::Value* LaneMemory::spaced_address(llvm::Instruction& access, unsigned lane) {
  llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
  const std::int64_t distance = row_.shapes->of(*pointer).stride * lane;
  return builder_.CreatePtrAdd(values_.scalar(*pointer),
                               builder_.getInt64(static_cast<std::uint64_t>(distance)));
}

WideElements LaneMemory::load_spaced(llvm::LoadInst& load) {
  const auto address = [&](unsigned lane) { return spaced_address(load, lane); };
  if (load.getType()->isVectorTy()) return load_vectors(load, address);
  if (const auto places = near_places(load, row_)) return {load_between(load, *places)};
  return {load_each(load, load.getType(), address)};
}

/// Loads all that lies between the lowest and the highest place, in vectors of as many elements as there are
/// lanes, or of fewer if it is short. The last vector ends with the highest place; for the rest, the next one
/// begins where one ends.
llvm::Value* LaneMemory::load_between(llvm::LoadInst& load, const NearPlaces& places) {
  const unsigned lanes = row_.lanes, width = std::min(lanes, llvm::bit_floor(places.count));
  const auto parts = static_cast<unsigned>(llvm::divideCeil(places.count, width));
  llvm::Value* first = values_.scalar(*load.getPointerOperand());
  llvm::Value* all = llvm::PoisonValue::get(values_.lanes_type(load.getType()));
  for (unsigned part = 0; part < parts; ++part) {
    const unsigned begin = part + 1 < parts ? part * width : places.count - width;
    const std::uint64_t bytes = (static_cast<std::uint64_t>(places.begin) + begin) * element_bytes(load);
    llvm::Value* loaded =
        like(builder_.CreateAlignedLoad(llvm::FixedVectorType::get(load.getType(), width),
                                        builder_.CreatePtrAdd(first, builder_.getInt64(bytes)),
                                        llvm::commonAlignment(load.getAlign(), bytes)),
             load);
    if (width < lanes)
      loaded = builder_.CreateShuffleVector(loaded, llvm::createSequentialMask(0, width, lanes - width));
    llvm::SmallVector<int, kMostLanes> chosen;
    for (unsigned i = 0; i < lanes; ++i) {
      const unsigned place = places.of_lanes[i];
      const bool is_here = place >= part * width && (place < (part + 1) * width || part + 1 == parts);
      chosen.push_back(static_cast<int>(is_here ? lanes + place - begin : i));
    }
    all = builder_.CreateShuffleVector(all, loaded, chosen);
  }
  return all;
}

/// Stores into all that lies between the lowest and the highest place, in vectors of as many elements as
/// there are lanes. No two lanes have the same place.
void LaneMemory::store_between(llvm::StoreInst& store, const NearPlaces& places) {
  const unsigned lanes = row_.lanes;
  llvm::Value* first = values_.scalar(*store.getPointerOperand());
  llvm::Value* value = values_.elements(*store.getValueOperand()).front();
  llvm::Value* active = all_lanes();
  for (unsigned begin = 0; begin < places.count; begin += lanes) {
    llvm::SmallVector<int, kMostLanes> stored(lanes, -1), masks(lanes, static_cast<int>(lanes));
    for (unsigned i = 0; i < lanes; ++i)
      if (const unsigned place = places.of_lanes[i]; place >= begin && place < begin + lanes)
        stored[place - begin] = masks[place - begin] = static_cast<int>(i);
    const std::uint64_t bytes = (static_cast<std::uint64_t>(places.begin) + begin) * element_bytes(store);
    llvm::Value* address = builder_.CreatePtrAdd(first, builder_.getInt64(bytes));
    llvm::Value* mask =
        builder_.CreateShuffleVector(active, llvm::Constant::getNullValue(active->getType()), masks);
    like(builder_.CreateMaskedStore(builder_.CreateShuffleVector(value, stored), address,
                                    llvm::commonAlignment(store.getAlign(), bytes), mask),
         store);
  }
}

void LaneMemory::store_spaced(llvm::StoreInst& store) {
  const auto address = [&](unsigned lane) { return spaced_address(store, lane); };
  if (store.getValueOperand()->getType()->isVectorTy()) return store_vectors(store, address);
  store_each(store, values_.elements(*store.getValueOperand()).front(), address);
}

/// If several lanes have the same address, the last one wins, as in a loop.
void LaneMemory::store_last(llvm::StoreInst& store) {
  llvm::Value* last = values_.last(*store.getValueOperand());
  like(builder_.CreateAlignedStore(last, values_.scalar(*store.getPointerOperand()), store.getAlign()),
       store);
}

/// A place that inactive lanes may access, for vectors of which the elements are so far apart.
llvm::Value* LaneMemory::harmless_place(llvm::Type* pointer, unsigned spacing) {
  auto* type = llvm::ArrayType::get(builder_.getInt64Ty(), std::uint64_t{kMostElements} * spacing);
  if (harmless_ == nullptr) {
    llvm::BasicBlock& entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
    harmless_ = new llvm::AllocaInst(type, 0, nullptr, kLargestAlign, "harmless", entry.begin());
  }
  if (harmless_->getAllocatedType()->getArrayNumElements() < type->getNumElements())
    harmless_->setAllocatedType(type);
  return builder_.CreatePointerBitCastOrAddrSpaceCast(harmless_, pointer);
}

/// The address of each lane; that of the harmless place for inactive ones.
llvm::Value* LaneMemory::harmless_addresses(llvm::Instruction& access) {
  llvm::Value& pointer = *llvm::getLoadStorePointerOperand(&access);
  llvm::Value* addresses = values_.vector(pointer);
  if (mask_ == nullptr) return addresses;
  llvm::Value* place = harmless_place(pointer.getType(), spacing(access));
  return builder_.CreateSelect(mask_, addresses, values_.splat(place));
}

/// The elements of each lane's vector lie together.
WideElements LaneMemory::load_vectors(llvm::LoadInst& load, AddressOfLane address) {
  const unsigned count = element_count(*load.getType());
  if (llvm::Type* number = number_like(load.getType())) {
    llvm::Value* numbers = load_each(load, number, address);
    llvm::Type* all = llvm::FixedVectorType::get(load.getType()->getScalarType(), row_.lanes * count);
    return values_.form_of_packed(load, builder_.CreateBitCast(numbers, all));
  }
  llvm::SmallVector<llvm::Value*, 16> lanes;
  for (unsigned i = 0; i < row_.lanes; ++i)
    lanes.push_back(like(builder_.CreateAlignedLoad(load.getType(), address(i), load.getAlign()), load));
  return values_.form_of_packed(load, llvm::concatenateVectors(builder_, lanes));
}

llvm::Value* LaneMemory::load_each(llvm::LoadInst& load, llvm::Type* type, AddressOfLane address) {
  llvm::Value* lanes = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, row_.lanes));
  for (unsigned i = 0; i < row_.lanes; ++i) {
    llvm::LoadInst* own = like(builder_.CreateAlignedLoad(type, address(i), load.getAlign()), load);
    lanes = builder_.CreateInsertElement(lanes, own, i);
  }
  return lanes;
}

void LaneMemory::store_each(llvm::StoreInst& store, llvm::Value* lanes, AddressOfLane address) {
  for (unsigned i = 0; i < row_.lanes; ++i)
    like(builder_.CreateAlignedStore(builder_.CreateExtractElement(lanes, i), address(i), store.getAlign()),
         store);
}

void LaneMemory::store_vectors(llvm::StoreInst& store, AddressOfLane address) {
  const unsigned count = element_count(*store.getValueOperand()->getType());
  llvm::Value* all = values_.packed(*store.getValueOperand());
  if (llvm::Type* number = number_like(store.getValueOperand()->getType())) {
    llvm::Type* numbers = llvm::FixedVectorType::get(number, row_.lanes);
    return store_each(store, builder_.CreateBitCast(all, numbers), address);
  }
  for (unsigned i = 0; i < row_.lanes; ++i) {
    llvm::Value* own =
        builder_.CreateShuffleVector(all, llvm::createSequentialMask(i * count, count, /*NumUndefs=*/0));
    like(builder_.CreateAlignedStore(own, address(i), store.getAlign()), store);
  }
}

bool LaneMemory::is_together(const llvm::Instruction& access) const {
  return element_count(*type_of_access(access)) > 1 &&
         interleaved(*llvm::getLoadStorePointerOperand(&access), row_) == nullptr;
}

/// At least one lane is active.
WideElements LaneMemory::load_from_table(llvm::LoadInst& load, const RegisterTable& table) {
  llvm::Value* begin =
      builder_.CreatePtrAdd(values_.scalar(*table.base), builder_.getInt64(table.constant_offset));
  for (const RegisterTable::Offset& offset : table.offsets) {
    llvm::Value* count = builder_.CreateZExt(values_.scalar(*offset.value), builder_.getInt64Ty());
    begin = builder_.CreatePtrAdd(begin, builder_.CreateMul(count, builder_.getInt64(offset.scale)));
  }
  llvm::Type* integers = values_.lanes_type(builder_.getIntNTy(table.entry_bits));
  llvm::Value* indices = builder_.CreateZExtOrTrunc(values_.vector(*table.index), integers);
  const auto loaded = [&](const TableRegisters& registers) {
    for (llvm::Instruction* one : registers) like(one, load);
    return WideElements(registers.begin(), registers.end());
  };
  const WideElements registers = either(
      builder_, table.is_whole ? nullptr : is_in_one_page(table, begin, builder_),
      [&] { return loaded(load_table(table, begin, builder_)); },
      [&] { return loaded(load_table_in_two_pages(table, begin, indices, all_lanes(), builder_)); });
  return {builder_.CreateBitCast(look_up(registers, indices, builder_), values_.lanes_type(load.getType()))};
}

/// Without gather instructions, LLVM branches for each lane of a masked gather. Letting inactive lanes read
/// elsewhere is faster. Code that rarely runs is short instead.
WideElements LaneMemory::gather(llvm::LoadInst& load, bool is_exception) {
  if (const auto table = row_.tables.find(&load); table != row_.tables.end())
    return load_from_table(load, table->second);
  if (is_together(load)) {
    llvm::Value* addresses = harmless_addresses(load);
    return load_vectors(load, [&](unsigned lane) { return builder_.CreateExtractElement(addresses, lane); });
  }
  llvm::Value* addresses = values_.vector(*load.getPointerOperand());
  llvm::Type* type = values_.lanes_type(load.getType());
  llvm::Value* mask = all_lanes();
  llvm::Value* otherwise =
      mask_ != nullptr ? llvm::Constant::getNullValue(type) : llvm::PoisonValue::get(type);
  const bool is_short = (is_exception || is_rare(*load.getParent())) && gathers_words(load, row_, row_.lanes);
  const bool at_once = is_short || gathers_at_once(load, row_, row_.lanes, target_);
  if (mask_ != nullptr && !at_once) {
    addresses = harmless_addresses(load);
    mask = llvm::ConstantInt::getTrue(mask_->getType());
    otherwise = llvm::PoisonValue::get(type);
  }
  WideElements elements;
  for (unsigned i = 0; i < element_count(*load.getType()); ++i) {
    llvm::Value* places = address_of_element(addresses, load, i);
    llvm::CallInst* gathered =
        like(builder_.CreateMaskedGather(type, places, alignment_of_element(load, i), mask, otherwise), load);
    if (at_once) gathered->setMetadata(kChosenGather, llvm::MDNode::get(builder_.getContext(), {}));
    elements.push_back(gathered);
  }
  return elements;
}

void LaneMemory::scatter(llvm::StoreInst& store) {
  if (is_together(store)) {
    llvm::Value* addresses = harmless_addresses(store);
    return store_vectors(store,
                         [&](unsigned lane) { return builder_.CreateExtractElement(addresses, lane); });
  }
  const WideElements elements = values_.elements(*store.getValueOperand());
  const bool is_legal = target_.isLegalMaskedScatter(elements.front()->getType(), store.getAlign());
  llvm::Value* addresses = is_legal ? values_.vector(*store.getPointerOperand()) : harmless_addresses(store);
  llvm::Value* mask =
      is_legal ? all_lanes() : llvm::ConstantInt::getTrue(values_.lanes_type(builder_.getInt1Ty()));
  for (unsigned i = 0; i < elements.size(); ++i) {
    llvm::Value* places = address_of_element(addresses, store, i);
    like(builder_.CreateMaskedScatter(elements[i], places, alignment_of_element(store, i), mask), store);
  }
}

}  // namespace quadcl::compiler
