// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/vpm_races.h"

#include <algorithm>

namespace quadcl::qpu::emulator {

VpmRaces::VpmRaces(const EventOrder& order)
    : order_(order), words_(std::size_t{VpmMemory::kRows} * VpmMemory::kColumns) {}

/// Few instructions of a program use the VPM.
std::uint32_t VpmRaces::number_of(const Use& use) {
  const auto number = static_cast<std::uint32_t>(std::find(uses_.begin(), uses_.end(), use) - uses_.begin());
  if (number == uses_.size()) uses_.push_back(use);
  return number;
}

bool VpmRaces::races(const Event& event, std::uint32_t with, std::uint32_t bytes) const {
  const Use& earlier = uses_[event.use];
  const Use& now = uses_[with];
  return (event.bytes & bytes) != 0 && (earlier.writes || now.writes) &&
         EventOrder::qpu_of(earlier.actor) != EventOrder::qpu_of(now.actor) &&
         !order_.precedes(earlier.actor, event.time, now.actor);
}

void VpmRaces::keep(Events& events, const Event& now) {
  for (Event& event : events) {
    if (event.use == now.use && event.bytes == now.bytes) {
      event.time = now.time;
      return;
    }
  }
  events.push_back(now);
}

std::vector<VpmRaces::Race> VpmRaces::note(const Use& use, const VpmMemory& bytes) {
  const std::uint32_t number = number_of(use), time = order_.now(use.actor);
  std::vector<Race> races_found;
  for (unsigned i = 0; i < words_.size(); ++i) {
    const unsigned row = i / VpmMemory::kColumns;
    const std::uint32_t mask = bytes.word(row, i % VpmMemory::kColumns);
    if (mask == 0) continue;
    for (const Event& event : words_[i]) {
      if (!races(event, number, mask) || !found_.insert(std::minmax(event.use, number)).second) continue;
      races_found.push_back({uses_[event.use], row});
    }
    keep(words_[i], {number, time, mask});
  }
  return races_found;
}

}  // namespace quadcl::qpu::emulator
