// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/lane_moves.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <bit>

#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/qpu/tiles/kernel_facts.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kDeepestMove = 8;  ///< operations that are done in other lanes
constexpr std::uint32_t kAllLanes = 0xffff;

bool is_identity(const LaneTable& table) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (table[lane] >= 0 && table[lane] != static_cast<std::int8_t>(lane)) return false;
  return true;
}

/// Whether it may be done in other lanes. Divisions are long, and lanes without a word may divide by 0.
bool may_be_elsewhere(const llvm::Instruction& instruction) {
  const llvm::Type& type = *instruction.getType();
  return is_lanewise(instruction) && !instruction.isIntDivRem() && !type.isPointerTy() &&
         !(type.isVectorTy() && llvm::isa<llvm::CallBase>(instruction));
}

unsigned operands_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr ? call->arg_size() : instruction.getNumOperands();
}

bool is_argument_word(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == kArgumentWordFunction;
}

/// What has registers of its own lanes.
bool has_word(const llvm::Type& type) {
  return type.isFloatTy() || (type.isIntegerTy() && type.getIntegerBitWidth() <= 32);
}

/// Lanes that take a value by one rotation of one value.
struct Move {
  llvm::Value* words;
  unsigned rotation;
  std::uint32_t lanes = 0;
};

std::vector<Move> rotations_of(const LaneSources& sources) {
  std::vector<Move> moves;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto& [words, from] = sources[lane];
    if (words == nullptr) continue;
    const unsigned rotation = (from - lane) % kLanes;
    auto move =
        llvm::find_if(moves, [&](const Move& one) { return one.words == words && one.rotation == rotation; });
    if (move == moves.end()) move = moves.insert(move, {words, rotation});
    move->lanes |= 1U << lane;
  }
  // The one for most lanes needs no choice.
  std::ranges::stable_sort(moves, std::ranges::greater(),
                           [](const Move& move) { return std::popcount(move.lanes); });
  return moves;
}

/// Rotations by powers of two, each in some lanes only, one after the other: lane i of `sets[k]` takes the
/// word that lane i + powers[k] has.
struct Network {
  std::vector<unsigned> powers;
  std::vector<std::uint32_t> sets;
};

/// Whether rotations by the bits of the lanes' distances, in that order from the result back, meet nowhere.
bool find_network(const std::array<int, kLanes>& from, const std::array<unsigned, 4>& order,
                  Network& network) {
  network = {};
  std::array<int, kLanes> wanted = from;  // behind the step: the lane of the first words
  for (const unsigned power : order) {
    std::array<int, kLanes> before;
    before.fill(-1);
    std::uint32_t set = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (wanted[lane] < 0) continue;
      const unsigned distance = (static_cast<unsigned>(wanted[lane]) - lane) % kLanes;
      const unsigned place = (lane + (distance & power)) % kLanes;
      if ((distance & power) != 0) set |= 1U << lane;
      if (before[place] >= 0 && before[place] != wanted[lane]) return false;
      before[place] = wanted[lane];
    }
    wanted = before;
    if (set == 0) continue;
    network.powers.insert(network.powers.begin(), power);
    network.sets.insert(network.sets.begin(), set);
  }
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (wanted[lane] >= 0 && wanted[lane] != static_cast<int>(lane)) return false;
  return true;
}

/// The shortest one; empty if there is none.
std::optional<Network> network_for(const LaneSources& sources, const llvm::Value& words) {
  std::array<int, kLanes> from;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    from[lane] = sources[lane].words == &words ? static_cast<int>(sources[lane].lane) : -1;
  std::array<unsigned, 4> order{1, 2, 4, 8};
  do {
    if (Network network; find_network(from, order, network)) return network;
  } while (std::ranges::next_permutation(order).found);
  return {};
}

/// How each value that words come from is moved.
struct Part {
  llvm::Value* words;
  std::uint32_t lanes = 0;
  std::vector<Move> moves;
  std::optional<Network> network;  ///< instead of these
  bool is_broadcast = false;       ///< all lanes take one word
  unsigned cost = 0;
};

constexpr unsigned kCostOfChoice = 2, kCostOfRotation = 1;

void choose_way(Part& part, const LaneSources& sources) {
  std::uint32_t from = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (sources[lane].words == part.words) from |= 1U << sources[lane].lane;
  part.cost = static_cast<unsigned>(part.moves.size() - 1) * (kCostOfRotation + kCostOfChoice) +
              (part.moves.front().rotation != 0 ? kCostOfRotation : 0);
  if (part.moves.size() < 2) return;
  if (std::has_single_bit(from)) {
    part.is_broadcast = true;
    part.cost = 2 * kCostOfRotation;
  } else if (part.moves.size() > 3) {
    part.network = network_for(sources, *part.words);
    const unsigned steps = part.network ? static_cast<unsigned>(part.network->powers.size()) : 0;
    const unsigned cost = steps * (kCostOfRotation + kCostOfChoice);
    if (part.network && cost >= part.cost) part.network.reset();
    if (part.network) part.cost = cost;
  }
}

std::vector<Part> parts_of(const LaneSources& sources) {
  std::vector<Part> parts;
  for (const Move& move : rotations_of(sources)) {
    auto part = llvm::find_if(parts, [&](const Part& one) { return one.words == move.words; });
    if (part == parts.end()) part = parts.insert(part, {move.words});
    part->lanes |= move.lanes;
    part->moves.push_back(move);
  }
  for (Part& part : parts) choose_way(part, sources);
  return parts;
}

unsigned cost_of(const LaneSources& sources) {
  unsigned cost = 0;
  for (const Part& part : parts_of(sources)) cost += part.cost + kCostOfChoice;
  return cost == 0 ? 0 : cost - kCostOfChoice;
}

}  // namespace

llvm::Value* turned(llvm::Value& word, unsigned lanes, llvm::IRBuilder<>& builder, const char* name) {
  const auto function = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name, builder.getInt32Ty(), builder.getInt32Ty(), builder.getInt32Ty());
  llvm::CallInst* result = builder.CreateCall(function, {&word, builder.getInt32(lanes)});
  result->setDoesNotAccessMemory();
  result->addFnAttr(llvm::Attribute::Speculatable);
  result->addFnAttr(llvm::Attribute::WillReturn);
  result->setDoesNotThrow();
  return result;
}

LaneMoves::LaneMoves(llvm::Function& function, llvm::Value& lane)
    : function_(function), lane_(lane), numbers_(function.getParent()->getDataLayout(), true) {}

llvm::Value* LaneMoves::collected(const LaneSources& sources, llvm::Instruction& place) {
  auto* type = llvm::Type::getInt32Ty(place.getContext());
  const auto parts = parts_of(sources);
  if (parts.empty()) return llvm::ConstantInt::get(type, 0);
  if (parts.size() == 1 && parts[0].cost == 0) return parts[0].words;
  auto* result = new llvm::FreezeInst(llvm::PoisonValue::get(type), "", place.getIterator());
  collected_[result] = sources;
  return result;
}

llvm::Value* LaneMoves::moved(llvm::Value& value, const LaneTable& table, llvm::IRBuilder<>& builder) {
  const Key key{&value, table};
  if (const auto made = made_.find(key); made != made_.end()) return made->second;
  LaneSources sources{};
  llvm::Value* result = nullptr;
  switch (choose(value, table, 0).way) {
    case Way::as_it_is:
      return &value;
    case Way::constants: {
      std::uint32_t lanes = 0;
      const LaneConstants constants = numbers_.of(value);
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (table[lane] >= 0 && constants[static_cast<unsigned>(table[lane])]->isOneValue())
          lanes |= 1U << lane;
      result = is_in(lanes, builder);
      break;
    }
    case Way::collect:
      result = by_rotations(composed(collected_.at(&value), table), builder);
      break;
    case Way::compute:
      result = computed(llvm::cast<llvm::Instruction>(value), table, builder);
      break;
    case Way::move: {
      llvm::Value* word = &value;
      if (value.getType()->isFloatTy()) word = builder.CreateBitCast(word, builder.getInt32Ty());
      if (value.getType()->isIntegerTy(1)) word = builder.CreateSExt(word, builder.getInt32Ty());
      if (word->getType() != builder.getInt32Ty()) word = builder.CreateZExt(word, builder.getInt32Ty());
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (table[lane] >= 0) sources[lane] = {word, static_cast<unsigned>(table[lane])};
      result = by_rotations(sources, builder);
      if (value.getType()->isFloatTy()) result = builder.CreateBitCast(result, value.getType());
      if (value.getType()->isIntegerTy(1)) result = builder.CreateIsNotNull(result);
      if (result->getType() != value.getType()) result = builder.CreateTrunc(result, value.getType());
    }
  }
  made_[key] = result;
  return result;
}

LaneMoves::Choice LaneMoves::choose(llvm::Value& value, const LaneTable& table, unsigned depth) {
  if (is_same_in_lanes(value)) return {};
  const Key key{&value, table};
  if (const auto known = choices_.find(key); known != choices_.end()) return known->second;
  LaneSources own{};
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (table[lane] >= 0) own[lane] = {&value, static_cast<unsigned>(table[lane])};
  const bool stays = is_identity(table);
  Choice best{stays ? Way::as_it_is : Way::move, cost_of(own) + cost_to_make(value, depth)};
  const auto consider = [&](Way way, unsigned cost) {
    if (cost < best.cost || (best.way == Way::move && cost == best.cost)) best = {way, cost};
  };
  if (value.getType()->isIntegerTy(1)) {
    const LaneConstants constants = numbers_.of(value);
    if (llvm::all_of(table,
                     [&](int from) { return from < 0 || constants[static_cast<unsigned>(from)] != nullptr; }))
      consider(Way::constants, 1);
  }
  if (const auto sources = collected_.find(&value); sources != collected_.end())
    consider(Way::collect, cost_of(composed(sources->second, table)));
  if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
      instruction != nullptr && depth < kDeepestMove && !collected_.contains(&value) &&
      may_be_elsewhere(*instruction)) {
    unsigned cost = 1;
    for (unsigned i = 0; i < operands_of(*instruction); ++i)
      cost += choose(*instruction->getOperand(i), table, depth + 1).cost;
    consider(Way::compute, cost);
  }
  if (!has_word(*value.getType()) && best.way == Way::move) best.cost = 1000;
  choices_[key] = best;
  return best;
}

/// What it costs to collect all words that the value is made of.
unsigned LaneMoves::cost_to_make(llvm::Value& value, unsigned depth) {
  if (const auto known = costs_to_make_.find(&value); known != costs_to_make_.end()) return known->second;
  if (const auto sources = collected_.find(&value); sources != collected_.end())
    return cost_of(sources->second);
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || depth >= kDeepestMove || !may_be_elsewhere(*instruction)) return 0;
  unsigned cost = 0;
  for (unsigned i = 0; i < operands_of(*instruction); ++i)
    cost += cost_to_make(*instruction->getOperand(i), depth + 1);
  return costs_to_make_[&value] = cost == 0 ? 0 : cost + 1;
}

bool LaneMoves::is_same_in_lanes(llvm::Value& value, unsigned depth) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return true;  // constants and arguments
  if (depth > kDeepestMove) return false;
  if (const auto known = same_in_lanes_.find(&value); known != same_in_lanes_.end()) return known->second;
  bool result = false;
  if (const auto sources = collected_.find(&value); sources != collected_.end()) {
    const auto parts = parts_of(sources->second);
    result = parts.size() == 1 && parts[0].is_broadcast;
  } else if (is_argument_word(*instruction)) {
    result = true;
  } else if (called_work_item_function(value) != nullptr) {
    result = local_id_dimension(value) != 0U;
  } else if (may_be_elsewhere(*instruction)) {
    result = true;
    for (unsigned i = 0; i < operands_of(*instruction); ++i)
      result = result && is_same_in_lanes(*instruction->getOperand(i), depth + 1);
  }
  same_in_lanes_[&value] = result;
  return result;
}

llvm::Value* LaneMoves::computed(llvm::Instruction& instruction, const LaneTable& table,
                                 llvm::IRBuilder<>& builder) {
  std::vector<llvm::Value*> operands;
  for (unsigned i = 0; i < operands_of(instruction); ++i)
    operands.push_back(moved(*instruction.getOperand(i), table, builder));
  llvm::Instruction* result = instruction.clone();
  result->dropPoisonGeneratingAnnotations();  // lanes without a word have any
  for (unsigned i = 0; i < operands.size(); ++i) result->setOperand(i, operands[i]);
  return builder.Insert(result);
}

LaneSources LaneMoves::composed(const LaneSources& sources, const LaneTable& table) const {
  LaneSources result{};
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (table[lane] >= 0) result[lane] = sources[static_cast<unsigned>(table[lane])];
  return result;
}

llvm::Value* LaneMoves::is_in(std::uint32_t lanes, llvm::IRBuilder<>& builder) const {
  const auto number = [&](std::uint32_t value) { return builder.getInt32(value); };
  if (lanes == kAllLanes) return builder.getTrue();
  if (lanes == 0) return builder.getFalse();
  const unsigned least = static_cast<unsigned>(std::countr_zero(lanes));
  if (std::has_single_bit(lanes)) return builder.CreateICmpEQ(&lane_, number(least));
  if (std::has_single_bit(lanes + 1))
    return builder.CreateICmpULT(&lane_, number(static_cast<unsigned>(std::popcount(lanes))));
  if (lanes + (1U << least) == kAllLanes + 1) return builder.CreateICmpUGT(&lane_, number(least - 1));
  for (unsigned bit = 0; bit < 4; ++bit) {
    constexpr std::array<std::uint32_t, 4> kWithBit{0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    llvm::Value* masked = nullptr;
    if (lanes != kWithBit[bit] && lanes != (kAllLanes ^ kWithBit[bit])) continue;
    masked = builder.CreateAnd(&lane_, number(1U << bit));
    return lanes == kWithBit[bit] ? builder.CreateIsNotNull(masked) : builder.CreateIsNull(masked);
  }
  return builder.CreateIsNotNull(builder.CreateAnd(builder.CreateShl(number(1), &lane_), number(lanes)));
}

llvm::Value* LaneMoves::by_rotations(const LaneSources& sources, llvm::IRBuilder<>& builder) {
  const auto rotated = [&](llvm::Value& word, unsigned lanes) {
    return lanes == 0 ? &word : turned(word, lanes, builder, kRotateFunction);
  };
  llvm::Value* result = nullptr;
  for (const Part& part : parts_of(sources)) {
    llvm::Value* words = nullptr;
    if (part.is_broadcast) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(part.lanes));
      words = turned(*part.words, sources[lane].lane, builder, kBroadcastFunction);
    } else if (part.network) {
      words = part.words;
      for (std::size_t i = 0; i < part.network->powers.size(); ++i)
        words = builder.CreateSelect(is_in(part.network->sets[i], builder),
                                     rotated(*words, part.network->powers[i]), words);
    } else {
      for (const Move& move : part.moves) {
        llvm::Value* one = rotated(*move.words, move.rotation);
        words = words == nullptr ? one : builder.CreateSelect(is_in(move.lanes, builder), one, words);
      }
    }
    result = result == nullptr ? words : builder.CreateSelect(is_in(part.lanes, builder), words, result);
  }
  return result != nullptr ? result : builder.getInt32(0);
}

void LaneMoves::write_out() {
  std::vector<llvm::BasicBlock*> blocks;
  for (llvm::BasicBlock* block : llvm::post_order(&function_)) blocks.push_back(block);
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(*block))) {
      const auto sources = collected_.find(&instruction);
      if (sources != collected_.end() && !instruction.use_empty()) {
        llvm::IRBuilder<> builder(&instruction);
        instruction.replaceAllUsesWith(by_rotations(sources->second, builder));
      }
      if (llvm::isInstructionTriviallyDead(&instruction)) instruction.eraseFromParent();
    }
}

}  // namespace quadcl::compiler::qpu
