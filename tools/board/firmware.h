// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "tools/board/chip.h"
#include "tools/board/memory.h"

namespace quadcl::tools::simulated {

/// The firmware's property interface.
class Firmware {
 public:
  Firmware(const Model& model, Sdram& sdram, Chip& chip) : model_(model), sdram_(sdram), chip_(chip) {}

  /// Answers a message in place. Returns 0 or an errno.
  int answer(std::span<std::uint32_t> message);

  struct Seen {
    std::uint32_t tag = 0, value = 0;
  };
  /// Every tag that was asked for, with its first value.
  const std::vector<Seen>& messages() const { return messages_; }
  /// Tags that are not known here, with how often they were asked for.
  const std::map<std::uint32_t, unsigned>& unknown() const { return unknown_; }
  /// Memory that programs did not give back.
  std::size_t allocations() const { return handles_.size(); }
  unsigned refused_allocations() const { return refused_; }
  /// Without power, without programs, or with their addresses nowhere in memory.
  unsigned refused_jobs() const { return refused_jobs_; }

 private:
  struct Tag;
  using Values = std::span<std::uint32_t>;

  static std::span<const Tag> tags();
  void answer_tag(std::span<std::uint32_t> tag);
  // The answer's first value.
  std::uint32_t enable(Values values);
  std::uint32_t execute(Values values);
  std::uint32_t start_job(Values values);
  std::uint32_t allocate(Values values);
  std::uint32_t lock(Values values);
  std::uint32_t unlock(Values values);
  std::uint32_t release(Values values);
  std::uint32_t arm_memory(Values values);
  std::uint32_t vc_memory(Values values);
  /// Also of a clock that a program sets: it stays as it is.
  std::uint32_t clock_rate(Values values);
  std::uint32_t board_serial(Values values);
  /// Of the thing that the first value names.
  template <std::uint32_t number>
  std::uint32_t always(Values values) {
    values[1] = number;
    return values[0];
  }
  std::uint32_t firmware_revision(Values values);
  std::uint32_t not_throttled(Values values);
  std::uint32_t board_model(Values values);
  std::uint32_t board_revision(Values values);

  const Model& model_;
  Sdram& sdram_;
  Chip& chip_;
  std::vector<Seen> messages_;
  std::map<std::uint32_t, unsigned> unknown_;
  std::map<std::uint32_t, std::uint32_t> handles_;  ///< handle to bus address
  std::uint32_t next_handle_ = 1;
  unsigned refused_ = 0, refused_jobs_ = 0;
  int error_ = 0;  ///< an errno, if the message fails as a whole
};

}  // namespace quadcl::tools::simulated
