// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/select/interleave.h"

#include <bit>

#include "compiler/qpu/analysis/chip.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::Condition;

constexpr unsigned kLaneBits = 4;
constexpr std::size_t kMostWords = 8;

/// Of two vectors, the lanes with the bit in the first one and those without it in the second one change
/// places. The flags say which lanes have it.
void exchange(Emitter& emit, Operand first, Operand second, unsigned bit) {
  const Operand old = emit.move(first);
  emit.rotate_to(first, second, 1U << bit, Condition::zero_clear);
  emit.rotate_to(second, old, kLanes - (1U << bit), Condition::zero_set);
}

}  // namespace

bool can_interleave(std::size_t words) {
  return words > 1 && words <= kMostWords && std::has_single_bit(words);
}

/// The place of a word is a number: its vector, then its lane. Each step exchanges a bit of the one with a
/// bit of the other. Of the work-item's number, which is the lane at first, the upper bits become the vector.
std::vector<Operand> interleave(Emitter& emit, Operand lane, const std::vector<Operand>& words) {
  const auto bits = static_cast<unsigned>(std::countr_zero(words.size()));
  std::vector<Operand> vectors;
  for (const Operand& word : words) vectors.push_back(emit.move(word));
  for (unsigned bit = 0; bit < kLaneBits; ++bit) {
    const std::size_t partner = std::size_t{1} << bit % bits;
    emit.flags(isa::AddOp::bit_and, lane, emit.constant(1U << bit));
    for (std::size_t i = 0; i < vectors.size(); ++i)
      if ((i & partner) == 0) exchange(emit, vectors[i], vectors[i + partner], bit);
  }
  std::vector<Operand> in_memory;
  for (std::size_t place = 0; place < vectors.size(); ++place) {
    std::size_t vector = 0;
    for (unsigned j = 0; j < bits; ++j) vector |= (place >> j & 1) << (kLaneBits - bits + j) % bits;
    in_memory.push_back(vectors[vector]);
  }
  return in_memory;
}

void interleave_pairs(Emitter& emit, Operand lane, std::vector<Operand>& first,
                      std::vector<Operand>& second) {
  for (std::vector<Operand>* words : {&first, &second})
    for (Operand& word : *words) word = emit.move(word);
  for (unsigned bit = 0; bit < kLaneBits; ++bit) {
    emit.flags(isa::AddOp::bit_and, lane, emit.constant(1U << bit));
    for (std::size_t i = 0; i < first.size(); ++i) exchange(emit, first[i], second[i], bit);
  }
}

}  // namespace quadcl::compiler::qpu
