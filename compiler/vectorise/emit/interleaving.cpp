// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/interleaving.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/VectorUtils.h>

namespace quadcl::compiler {
namespace {

constexpr unsigned kNarrowBits = 16;

}  // namespace

/// Whether elements come to their lanes register by register: vectors of lanes fill registers, and one
/// instruction takes any elements of two of them. For four words and more, LLVM finds something better.
bool Interleaving::permutes_registers(llvm::Type* element, unsigned count) const {
  if (count > model_.most_permuted && element->getPrimitiveSizeInBits() > kNarrowBits) return false;
  auto* lanes = llvm::FixedVectorType::get(element, lanes_);
  const auto bits = lanes->getPrimitiveSizeInBits();
  return bits == model_.register_bits && target_.getShuffleCost(llvm::TargetTransformInfo::SK_PermuteTwoSrc,
                                                                lanes) <= model_.cheap_permutation;
}

/// Chooses from several vectors of one value for each lane: adds one vector at a time to what is chosen.
/// `place_of` is the place of a lane's value in all of them.
llvm::Value* Interleaving::choose(const WideElements& vectors,
                                  llvm::function_ref<unsigned(unsigned)> place_of) {
  llvm::Value* chosen = nullptr;
  for (llvm::Value* vector : llvm::SmallSetVector<llvm::Value*, 4>(vectors.begin(), vectors.end())) {
    llvm::SmallVector<int, 64> mask;
    for (unsigned i = 0; i < lanes_; ++i) {
      const unsigned place = place_of(i);
      const bool is_here = vectors[place / lanes_] == vector;
      mask.push_back(static_cast<int>(is_here ? lanes_ + place % lanes_ : i));
    }
    llvm::Value* before = chosen != nullptr ? chosen : llvm::PoisonValue::get(vector->getType());
    chosen = builder_.CreateShuffleVector(before, vector, mask);
  }
  return chosen;
}

/// The elements of source vectors of a power of 2: those with even numbers and those with odd numbers are
/// divided in the same way.
WideElements Interleaving::divide_by_halves(const WideElements& parts) {
  const std::size_t count = parts.size();
  if (count == 1) return parts;
  WideElements elements(count), halves[2];
  for (std::size_t i = 0; i < count; i += 2)
    for (unsigned odd = 0; odd < 2; ++odd)
      halves[odd].push_back(
          builder_.CreateShuffleVector(parts[i], parts[i + 1], llvm::createStrideMask(odd, 2, lanes_)));
  for (unsigned odd = 0; odd < 2; ++odd) {
    const WideElements own = divide_by_halves(halves[odd]);
    for (std::size_t i = 0; i < own.size(); ++i) elements[2 * i + odd] = own[i];
  }
  return elements;
}

/// The reverse.
WideElements Interleaving::join_halves(const WideElements& elements) {
  const std::size_t count = elements.size();
  if (count == 1) return elements;
  WideElements halves[2], parts;
  for (std::size_t i = 0; i < count; ++i) halves[i % 2].push_back(elements[i]);
  const WideElements even = join_halves(halves[0]), odd = join_halves(halves[1]);
  const llvm::SmallVector<int, 16> mask = llvm::createInterleaveMask(lanes_, 2);
  for (std::size_t i = 0; i < even.size(); ++i)
    for (unsigned half = 0; half < 2; ++half)
      parts.push_back(
          builder_.CreateShuffleVector(even[i], odd[i], llvm::ArrayRef(mask).slice(half * lanes_, lanes_)));
  return parts;
}

WideElements Interleaving::divide(llvm::Value* whole, unsigned count) {
  if (count == 1) return {whole};
  WideElements elements, parts;
  if (!permutes_registers(whole->getType()->getScalarType(), count)) {
    for (unsigned i = 0; i < count; ++i)
      elements.push_back(builder_.CreateShuffleVector(whole, llvm::createStrideMask(i, count, lanes_)));
    return elements;
  }
  for (unsigned i = 0; i < count; ++i)
    parts.push_back(builder_.CreateShuffleVector(whole, llvm::createSequentialMask(i * lanes_, lanes_, 0)));
  if (llvm::isPowerOf2_32(count)) return divide_by_halves(parts);
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(choose(parts, [&](unsigned lane) { return lane * count + i; }));
  return elements;
}

llvm::Value* Interleaving::join(const WideElements& elements) {
  const auto count = static_cast<unsigned>(elements.size());
  if (count == 1) return elements.front();
  if (!permutes_registers(elements.front()->getType()->getScalarType(), count))
    return builder_.CreateShuffleVector(llvm::concatenateVectors(builder_, elements),
                                        llvm::createInterleaveMask(lanes_, count));
  if (llvm::isPowerOf2_32(count)) return llvm::concatenateVectors(builder_, join_halves(elements));
  WideElements parts;
  for (unsigned i = 0; i < count; ++i)
    parts.push_back(choose(elements, [&](unsigned lane) {
      const unsigned place = i * lanes_ + lane;
      return place % count * lanes_ + place / count;
    }));
  return llvm::concatenateVectors(builder_, parts);
}

}  // namespace quadcl::compiler
