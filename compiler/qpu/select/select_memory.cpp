// SPDX-License-Identifier: Apache-2.0
// Loads go through the TMUs.
#include <bit>
#include <cstdlib>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/chip_functions.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/prepare/join_stepped_loads.h"
#include "compiler/qpu/select/select.h"
#include "compiler/qpu/select/source_words.h"
#include "core/image_abi.h"

namespace quadcl::compiler::qpu {

using isa::AddOp;
using isa::Condition;

/// Whether the words of a row may lie in one or two lines of a TMU's cache.
bool Selector::is_in_few_lines(const llvm::Value& pointer) const {
  const auto stride = strides_.of(pointer);
  return !stride || std::abs(*stride) <= 4;
}

/// The TMU that loads from there: the one that has less to do. Where a row has many lines, which are loaded
/// for their other words, too, it is always the same one, as each has a cache of its own.
unsigned Selector::tmu_for(const llvm::Value& pointer) {
  const auto objects = objects_of(pointer);
  const bool sticks = !is_in_few_lines(pointer) && objects.size() == 1;
  const unsigned tmu = sticks ? tmu_of_.try_emplace(objects.front(), idle_tmu()).first->second : idle_tmu();
  ++program_.requests[tmu];
  return tmu;
}

unsigned Selector::idle_tmu() const { return program_.requests[0] <= program_.requests[1] ? 0 : 1; }

/// The word at an address, which lanes that are not active must not give: what they have there is anything.
Operand Selector::load_word(const Address& address, unsigned tmu, const llvm::Instruction& of) {
  const Operand request = port(tmu == 0 ? isa::write_address::tmu0_s : isa::write_address::tmu1_s);
  if (all_lanes_are_active()) {
    if (address.bytes == 0) {
      emit_.move_to(request, address.base);
    } else {
      emit_.add_to(request, AddOp::add, address.base, constant(address.bytes));
    }
  } else {
    const Operand wanted = sum_of(address), asked = emit_.move(uniform(QpuUniformKind::data));
    flag_active_lanes();
    emit_.move_to(asked, wanted, Condition::zero_set);
    emit_.move_to(request, asked);
  }
  return received(tmu, of);
}

namespace {

/// How coordinates wrap along both axes, as texture units have it.
std::uint32_t wraps_of(std::uint64_t sampler) {
  constexpr std::uint32_t kRepeat = 0, kClamp = 1, kMirror = 2, kBorder = 3;
  const std::uint64_t mode = sampler & QUADCL_SAMPLER_ADDRESS_BITS;
  const std::uint32_t wrap = mode == QUADCL_SAMPLER_REPEAT            ? kRepeat
                             : mode == QUADCL_SAMPLER_MIRRORED_REPEAT ? kMirror
                             : mode == QUADCL_SAMPLER_CLAMP           ? kBorder
                                                                      : kClamp;
  return wrap << 2 | wrap;
}

}  // namespace

/// Each coordinate takes a word that says what the texture is, from where uniforms are read. What lanes that
/// are not active have for coordinates does no harm: the unit keeps them within the texture.
void Selector::texture_lookup(llvm::CallInst& call) {
  const auto* image = llvm::dyn_cast<llvm::Argument>(call.getArgOperand(0)->stripPointerCasts());
  const auto* sampler = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
  if (image == nullptr || sampler == nullptr) return refuse(call, "it has a sampler that is not known");
  const QpuUniform place{QpuUniformKind::texture_place, image->getArgNo()},
      shape{QpuUniformKind::texture_shape, image->getArgNo(), wraps_of(sampler->getZExtValue())};
  auto& known = program_.of_textures;
  if (known.empty()) program_.address_of_textures = emit_.code().new_value();
  auto word = llvm::find(known, shape);
  if (word == known.end()) {
    known.insert(known.end(), {place, shape});
    word = known.end() - 1;
  }
  const auto bytes = static_cast<std::uint32_t>(word - known.begin() - 1) * 4;
  const Operand s = low(*call.getArgOperand(2)), t = low(*call.getArgOperand(3));
  const unsigned tmu = idle_tmu();
  ++program_.requests[tmu];
  const Operand words = port(isa::write_address::uniforms_address);
  if (bytes == 0) {
    emit_.move_to(words, program_.address_of_textures);
  } else {
    emit_.add_to(words, AddOp::add, program_.address_of_textures, constant(bytes));
  }
  emit_.move_to(port(tmu == 0 ? isa::write_address::tmu0_t : isa::write_address::tmu1_t), t);
  emit_.move_to(port(tmu == 0 ? isa::write_address::tmu0_s : isa::write_address::tmu1_s), s);
  set(call, received(tmu, call));
}

/// The byte of the word, if the function asks for a byte that is known.
std::optional<unsigned> byte_of_fraction(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&user);
  if (call == nullptr || call->getCalledFunction() == nullptr ||
      call->getCalledFunction()->getName() != kByteFractionFunction)
    return {};
  const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
  return byte != nullptr ? std::optional(static_cast<unsigned>(byte->getZExtValue() & 3)) : std::nullopt;
}

/// A byte of r4, which a TMU has just given, as a float from 0 to 1. The chip cuts n / 255 off, so the float
/// above is taken: then n is what a program gets that multiplies by 255 and converts to an integer, both of
/// which cut off, too.
Operand Selector::fraction_of_r4(unsigned byte) {
  constexpr float kAboveOne = 0x1.000002p0F;
  Operation fraction;
  fraction.kind = OperationKind::multiply;
  fraction.multiply = isa::MulOp::fmul;
  fraction.target = emit_.code().new_value();
  fraction.a = accumulator(kResults);
  fraction.unpack = static_cast<isa::Unpack>(static_cast<unsigned>(isa::Unpack::byte0) + byte);
  fraction.b = float_constant(kAboveOne);
  return emit_.add(AddOp::fmin, emit_.emit(fraction), float_constant(1.0F));
}

/// The next result of a TMU. In r4, an operand may be a byte of it.
Operand Selector::received(unsigned tmu, const llvm::Instruction& of) {
  Operation receive;
  receive.kind = OperationKind::receive;
  receive.tmu = static_cast<std::uint8_t>(tmu);
  emit_.emit(receive);
  for (const llvm::User* user : of.users()) {
    const auto byte = byte_of_fraction(*user);
    if (!byte) continue;
    set(llvm::cast<llvm::Instruction>(*user), fraction_of_r4(*byte));
  }
  return emit_.move(accumulator(kResults));
}

/// Of a word that no TMU has just given.
void Selector::byte_fraction(llvm::CallInst& call) {
  if (has_parts(call)) return;
  const auto byte = byte_of_fraction(call);
  if (!byte) return refuse(call, "it asks for a byte of a pixel that is not known");
  Operand number = low(*call.getArgOperand(0));
  if (*byte != 0)
    number = emit_.add(AddOp::shr, number, constant(8 * *byte < 16 ? 8 * *byte : 8 * *byte - 32));
  number = emit_.masked(number, 255);
  constexpr float kOverInverse = 0x1.010102p-8F;  // products are truncated
  set(call, emit_.multiply(isa::MulOp::fmul, emit_.unary(AddOp::itof, number), float_constant(kOverInverse)));
}

/// From local memory in SDRAM: the words of a group have registers at the same time.
LoadGroups Selector::groups_in_memory() const {
  constexpr std::size_t kMost = 4;
  return {
      kernel_,
      {[](const llvm::LoadInst& load) { return is_local_pointer(*load.getPointerOperand()); }, kMost, false}};
}

/// Through the TMUs, from addresses that are the same for a row. They never see what the launch stores.
LoadGroups Selector::uniform_groups() const {
  constexpr std::size_t kMost = 16;
  return {kernel_,
          {[this](const llvm::LoadInst& load) {
             const llvm::Value& pointer = *load.getPointerOperand();
             return !varies(pointer) && !loads_in_lanes(load) && !is_in_vpm(pointer) &&
                    !is_own_array(pointer) && !order_.fresh.contains(&load) && load.getAlign() >= 4;
           },
           kMost, true}};
}

/// Through the TMUs, from 16 words side by side of each work-item that lie in other lines of the cache than
/// those of its neighbours.
LoadGroups Selector::line_groups() const {
  constexpr std::int32_t kFarApart = 32;
  return {kernel_,
          {[this](const llvm::LoadInst& load) {
             const llvm::Value& pointer = *load.getPointerOperand();
             const auto stride = strides_.of(pointer);
             return varies(pointer) && (!stride || std::abs(*stride) >= kFarApart) && !is_in_vpm(pointer) &&
                    !is_own_array(pointer) && !order_.fresh.contains(&load) && load.getAlign() >= 4;
           },
           kLanes, true}};
}

/// Lets register i have in lane j what register j had in lane i: for each bit of both numbers, what lies in
/// wrong halves changes places.
void Selector::transpose(llvm::ArrayRef<Operand> registers) {
  for (unsigned bit = 1; bit < kLanes; bit *= 2) {
    emit_.flags(AddOp::bit_and, kElementNumber, constant(bit));
    for (unsigned i = 0; i < kLanes; ++i) {
      if ((i & bit) != 0) continue;
      const Operand one = registers[i], other = registers[i | bit], held = emit_.move(one);
      emit_.rotate_to(one, other, bit, Condition::zero_clear);
      emit_.rotate_held_to(other, held, kLanes - bit, Condition::zero_set);
    }
  }
}

/// Whether it is one of 16 words of each work-item that are loaded together: a request for those of one
/// work-item after the other, each of which takes one line of the cache instead of 16.
bool Selector::load_lines(const llvm::LoadInst& load) {
  const LoadGroups::Group group = line_groups_->at(load);
  if (group.size() != kLanes || !all_lanes_are_active()) return false;
  if (has_parts(load)) return true;
  const auto place = static_cast<std::uint32_t>(llvm::find(group, &load) - group.begin());
  const Operand own = sum_of(address_of(*load.getPointerOperand(), 0 - 4 * place));
  Operands words;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const Operand address = emit_.add(AddOp::add, broadcast(own, lane), places_of_words(kLanes));
    const unsigned tmu = idle_tmu();
    ++program_.requests[tmu];
    words.push_back(load_word({address, 0}, tmu, *load.getParent()->getTerminator()));
  }
  transpose(words);
  for (unsigned i = 0; i < kLanes; ++i) set(*group[i], words[i]);
  program_.joined_loads = JoinedLoads::lines;
  return true;
}

/// In lane i, the distance of word i from the first of so many words; of the last one in lanes behind it.
Operand Selector::places_of_words(std::size_t words) {
  const auto [known, is_new] = program_.places_of_words.try_emplace(words);
  if (!is_new) return known->second;
  const std::uint32_t block = emit_.block();
  emit_.go_to(Program::kSetupBlock);
  const Operand last = constant(static_cast<std::uint32_t>(words - 1));
  known->second = emit_.add(AddOp::shl, emit_.add(AddOp::min, emit_.move(kElementNumber), last), constant(2));
  emit_.go_to(block);
  return known->second;
}

/// Whether one request loads it and its neighbours, a word a lane, which it does where the first of them is
/// selected. A TMU takes as long for one word as for 16.
bool Selector::load_uniform_word(const llvm::LoadInst& load) {
  const LoadGroups::Group group = uniform_groups_->at(load);
  if (group.size() == 1 || !all_lanes_are_active()) return false;
  const auto place = static_cast<std::uint32_t>(llvm::find(group, &load) - group.begin());
  const auto [words, is_first] = uniform_words_.try_emplace(group.front());
  if (is_first) {
    const llvm::Value& pointer = *load.getPointerOperand();
    const Operand first = sum_of({low(pointer), 0 - 4 * place});
    const Operand address = emit_.add(AddOp::add, first, places_of_words(group.size()));
    words->second = load_word({address, 0}, tmu_for(pointer), *load.getParent()->getTerminator());
    program_.joined_loads = std::max(program_.joined_loads, JoinedLoads::words);
  }
  set(load, broadcast(words->second, place));
  return true;
}

/// The word that a lane has, in all lanes.
Operand Selector::broadcast(Operand words, unsigned lane) {
  if (lane == 0) {
    emit_.move_to(kBroadcast, words);
  } else {
    emit_.rotate_to(kBroadcast, words, kLanes - lane);
  }
  return emit_.move(accumulator(kBroadcasts));
}

/// Whether one transfer loads it and its neighbours, which it does where the first of them is selected.
bool Selector::load_with_others(const llvm::LoadInst& load) {
  if (has_parts(load)) return true;
  const LoadGroups::Group group = load_groups_->at(load);
  if (group.size() == 1) return false;
  const auto place = static_cast<std::uint32_t>(llvm::find(group, &load) - group.begin());
  const llvm::Value& pointer = *load.getPointerOperand();
  const Operand first = sum_of({low(pointer), 0 - 4 * place});
  const Operands words = load_fresh(pointer, first, 4, static_cast<unsigned>(group.size()));
  for (std::size_t i = 0; i < group.size(); ++i) set(*group[i], words[i]);
  return true;
}

void Selector::visitLoadInst(llvm::LoadInst& load) {
  const llvm::Type& type = *load.getType();
  const std::uint64_t bytes = layout_.getTypeStoreSize(load.getType());
  if (load.getAlign() < std::min<std::uint64_t>(bytes, 4))
    return refuse(load, "it loads from places without alignment");
  const llvm::Value& pointer = *load.getPointerOperand();
  if (load.getPointerAddressSpace() == 0 && !is_own_array(pointer))
    return refuse(load, "it loads through a pointer that may lead to different kinds of memory");
  const bool is_fresh = !is_in_vpm(pointer) && (order_.fresh.contains(&load) || is_own_array(pointer));
  if (load_groups_ && is_fresh && load_with_others(load)) return;
  if (uniform_groups_ && load_uniform_word(load)) return;
  if (line_groups_ && load_lines(load)) return;
  const auto word_at = [&](std::uint32_t more) {
    const Address address = address_of(pointer, more);
    if (is_in_vpm(pointer)) return load_from_vpm(pointer, sum_of(address), static_cast<unsigned>(bytes));
    if (is_fresh)
      return load_fresh(pointer, sum_of(address), std::min(static_cast<unsigned>(bytes), 4U)).front();
    return load_word(address, tmu_for(pointer), load);
  };
  if (bytes == 8 && type.isIntegerTy()) {
    const Operand first = word_at(0);
    return set(load, {first, word_at(4)});
  }
  if (type.isDoubleTy()) return refuse(load, "it uses double");
  if (bytes > 4 || type.isVectorTy()) return refuse(load, words_of_access(type, "loads"));
  const Operand word = word_at(0);
  if (bytes == 4 || is_fresh) return set(load, word);
  // A shift takes its number modulo 32: 8 times the place of the byte in its word. Rows that run together
  // differ by whole words.
  const auto [place, is_new] = byte_places_.try_emplace(&load);
  if (is_new || copy_ == 0 || !row_distance(pointer))
    place->second = emit_.add(AddOp::shl, address_of(pointer).base, constant(3));
  set(load, emit_.add(AddOp::shr, word, place->second));
}

}  // namespace quadcl::compiler::qpu
