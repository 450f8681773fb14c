// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "qpu/emulator/event_order.h"
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
    bool writes = false;
  };
  struct Race {
    Use earlier;
    unsigned row = 0;
  };

  /// Notes a use of the bytes that are not 0 in `bytes`; `rows` has a bit for each row that can have such.
  /// Returns its races with uses by other QPUs, each pair of instructions once in a job.
  std::vector<Race> note(const Use& use, const VpmMemory& bytes, std::uint64_t rows);

 private:
  /// The last time that an instruction used bytes of a word.
  struct Event {
    std::uint32_t use;  ///< of uses_
    std::uint32_t time;
    std::uint32_t bytes;  ///< a mask
    std::uint32_t qpu;
  };
  using Events = std::vector<Event>;

  std::uint32_t number_of(const Use& use);
  bool races(const Event& event, const Event& now) const;
  void look(const Events& events, const Event& now, unsigned row, std::vector<Race>& races_found);
  static void keep(Events& events, const Event& now);

  const EventOrder* order_;
  std::vector<Use> uses_;
  std::map<std::tuple<std::uint32_t, unsigned, std::uint64_t, bool>, std::uint32_t> numbers_;  ///< of uses_
  std::array<Events, VpmMemory::kRows> whole_rows_;  ///< of uses of all bytes of a row, as most are
  std::vector<Events> words_;                        ///< of other uses
  std::set<std::pair<std::uint32_t, std::uint32_t>> found_;
};

}  // namespace quadcl::qpu::emulator
