// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "qpu/timing/stall_causes.h"

namespace quadcl::qpu::timing {

/// Where the time of a program went: by instruction.
class Profile {
 public:
  struct Entry {
    std::uint64_t executions = 0;
    std::uint64_t word = 0;
    StallTimes stalls;  ///< waited for before this instruction was issued

    Entry& operator+=(const Entry& other) {
      executions += other.executions;
      stalls += other.stalls;
      return *this;
    }
  };

  void executed(std::uint32_t address, std::uint64_t word) {
    Entry& entry = at(address);
    ++entry.executions;
    entry.word = word;
  }
  void stalled(std::uint32_t address, Stall cause, Ticks time) { at(address).stalls.add(cause, time); }

  /// Text of an instruction at an address, for the listing.
  using Disassemble = std::function<std::string(std::uint64_t word, std::uint32_t address)>;

  /// One line for each instruction that was reached: address, executions, clocks, share, stall causes, text.
  void write(std::ostream& out, const Disassemble& disassemble) const;

  const Entry* find(std::uint32_t address) const;

 private:
  static constexpr std::uint32_t kPageInstructions = 512;
  struct Page {
    std::uint32_t number;
    std::vector<Entry> entries;
  };

  Entry& at(std::uint32_t address);

  std::vector<Page> pages_;  ///< by number
  std::size_t recent_ = 0;
};

/// Clocks of all executions and the stalls before them.
std::uint64_t clocks_of(const Profile::Entry& entry);

/// "TMU 120, uniform 8": stalled clocks by cause.
std::string causes_of(const StallTimes& stalls);

}  // namespace quadcl::qpu::timing
