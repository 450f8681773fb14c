// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/vpm_races.h"

#include <algorithm>
#include <bit>

namespace quadcl::qpu::emulator {

namespace {

constexpr std::uint32_t kWholeWord = 0xffffffff;

/// The bits that a word of the row has, and those that all words have.
struct RowBits {
  std::uint32_t any = 0, all = kWholeWord;
};
RowBits bits_in(const VpmMemory& bytes, unsigned row) {
  RowBits bits;
  for (unsigned column = 0; column < VpmMemory::kColumns; ++column) {
    bits.any |= bytes.word(row, column);
    bits.all &= bytes.word(row, column);
  }
  return bits;
}

}  // namespace

VpmRaces::VpmRaces(const EventOrder& order)
    : order_(&order), words_(std::size_t{VpmMemory::kRows} * VpmMemory::kColumns) {}

std::uint32_t VpmRaces::number_of(const Use& use) {
  const auto next = static_cast<std::uint32_t>(uses_.size());
  const auto [known, is_new] = numbers_.try_emplace({use.address, use.actor, use.word, use.writes}, next);
  if (is_new) uses_.push_back(use);
  return known->second;
}

bool VpmRaces::races(const Event& event, const Event& now) const {
  if (event.qpu == now.qpu || (event.bytes & now.bytes) == 0) return false;
  const Use &earlier = uses_[event.use], &later = uses_[now.use];
  return (earlier.writes || later.writes) && !order_->precedes(earlier.actor, event.time, later.actor);
}

void VpmRaces::look(const Events& events, const Event& now, unsigned row, std::vector<Race>& races_found) {
  for (const Event& event : events) {
    if (races(event, now) && found_.insert(std::minmax(event.use, now.use)).second) {
      races_found.push_back({uses_[event.use], row});
    }
  }
}

void VpmRaces::keep(Events& events, const Event& now) {
  for (Event& event : events) {
    if (event.use != now.use || event.bytes != now.bytes) continue;
    event.time = now.time;
    return;
  }
  events.push_back(now);
}

std::vector<VpmRaces::Race> VpmRaces::note(const Use& use, const VpmMemory& bytes, std::uint64_t rows) {
  Event now{number_of(use), order_->now(use.actor), 0, EventOrder::qpu_of(use.actor)};
  std::vector<Race> races_found;
  for (; rows != 0; rows &= rows - 1) {
    const auto row = static_cast<unsigned>(std::countr_zero(rows));
    Events* const words = &words_[std::size_t{row} * VpmMemory::kColumns];
    const auto [any, all] = bits_in(bytes, row);
    const bool whole = all == kWholeWord;
    now.bytes = any;
    if (any != 0) look(whole_rows_[row], now, row, races_found);
    if (whole) keep(whole_rows_[row], now);
    for (unsigned column = 0; column < VpmMemory::kColumns; ++column) {
      now.bytes = bytes.word(row, column);
      if (now.bytes == 0) continue;
      look(words[column], now, row, races_found);
      if (!whole) keep(words[column], now);
    }
  }
  return races_found;
}

}  // namespace quadcl::qpu::emulator
