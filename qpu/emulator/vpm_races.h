// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "qpu/emulator/event_order.h"
#include "qpu/emulator/operation.h"
#include "qpu/emulator/vpm_access.h"

namespace quadcl::qpu::emulator {

/// Finds bytes of the VPM that two QPUs use, one of them writing, with nothing that orders the two
/// (EventOrder). Which comes first then depends on the chip's times. What is found does not depend on the
/// order in which the emulator runs the QPUs.
class VpmRaces {
 public:
  explicit VpmRaces(const EventOrder& order);

  /// An instruction that uses the VPM.
  struct Use {
    unsigned actor = 0;  ///< of EventOrder
    std::uint32_t address = 0;
    std::uint64_t word = 0;
    bool operator==(const Use&) const = default;
  };
  struct Race {
    Use earlier;
    unsigned row = 0;
  };

  /// Notes a use of the bytes that are not 0 in `bytes`. Returns the first race with another QPU's, if any.
  std::optional<Race> note(const Use& use, const VpmMemory& bytes, bool writes);

 private:
  /// The last use of a byte by an actor.
  struct Event {
    std::uint32_t time = 0;  ///< 0: none
    std::uint32_t use = 0;   ///< of uses_
  };
  struct Byte {
    Event write;
    unsigned writer = 0;
    std::array<Event, EventOrder::kActors> reads;
  };

  std::uint32_t number_of(const Use& use);
  bool races(unsigned actor, const Event& event, unsigned with) const;
  const Event* race_of(const Byte& byte, unsigned actor, bool writes) const;

  const EventOrder& order_;
  std::vector<Use> uses_;
  std::vector<Byte> bytes_;
};

}  // namespace quadcl::qpu::emulator
