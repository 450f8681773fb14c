// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/vpm_races.h"

#include <algorithm>

namespace quadcl::qpu::emulator {

namespace {

constexpr unsigned kRowBytes = VpmMemory::kColumns * 4;

}  // namespace

VpmRaces::VpmRaces(const EventOrder& order)
    : order_(order), bytes_(std::size_t{VpmMemory::kRows} * kRowBytes) {}

/// Few instructions of a program use the VPM.
std::uint32_t VpmRaces::number_of(const Use& use) {
  const auto number = static_cast<std::uint32_t>(std::find(uses_.begin(), uses_.end(), use) - uses_.begin());
  if (number == uses_.size()) uses_.push_back(use);
  return number;
}

bool VpmRaces::races(unsigned actor, const Event& event, unsigned with) const {
  return event.time != 0 && EventOrder::qpu_of(actor) != EventOrder::qpu_of(with) &&
         !order_.precedes(actor, event.time, with);
}

const VpmRaces::Event* VpmRaces::race_of(const Byte& byte, unsigned actor, bool writes) const {
  if (races(byte.writer, byte.write, actor)) return &byte.write;
  if (!writes) return nullptr;
  for (unsigned reader = 0; reader < byte.reads.size(); ++reader) {
    if (races(reader, byte.reads[reader], actor)) return &byte.reads[reader];
  }
  return nullptr;
}

std::optional<VpmRaces::Race> VpmRaces::note(const Use& use, const VpmMemory& bytes, bool writes) {
  const Event now{order_.now(use.actor), number_of(use)};
  std::optional<Race> race;
  for (unsigned i = 0; i < bytes_.size(); ++i) {
    const std::uint32_t word = bytes.word(i / kRowBytes, i / 4 % VpmMemory::kColumns);
    if ((word >> (8 * (i % 4)) & 0xff) == 0) continue;
    Byte& byte = bytes_[i];
    const Event* other = race ? nullptr : race_of(byte, use.actor, writes);
    if (other != nullptr) race = Race{uses_[other->use], i / kRowBytes};
    if (writes) {
      byte.write = now;
      byte.writer = use.actor;
    } else {
      byte.reads[use.actor] = now;
    }
  }
  return race;
}

}  // namespace quadcl::qpu::emulator
