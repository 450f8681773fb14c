// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "qpu/driver/board/v3d.h"
#include "qpu/emulator/machine.h"
#include "qpu/timing/counters.h"
#include "tools/board/jobs.h"
#include "tools/board/memory.h"

namespace quadcl::tools::simulated {

/// V3D: its QPUs, its caches, and its registers.
class Chip {
 public:
  Chip(const Model& model, Sdram& sdram, JobRunner& runner) : model_(model), sdram_(sdram), runner_(runner) {}

  void power(bool on) { has_power_ = on; }
  bool has_power() const { return has_power_; }

  /// `clears`: the caches are cleared first. False: the job did not end.
  bool run(const std::vector<qpu::QpuProgram>& programs, bool clears);

  /// A read returns the register's value, a write has its effects.
  std::uint32_t read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);
  /// What was written there last. It has no effects.
  std::uint32_t peek(std::uint32_t offset) const;

  /// Programs were put into the queue and do not run yet.
  bool has_queue() const { return !queue_.empty(); }
  void run_queue();

  /// What happens in the middle of each job, if it is set.
  std::function<void()> during_job;
  /// Jobs that were started without a clear of the caches.
  std::uint64_t jobs_without_clear() const { return without_clear_; }
  /// What happens when a program looks again and again, by registers, at a job that did not end; if it is
  /// set.
  std::function<void(std::chrono::steady_clock::duration waited)> waits_in_vain;

 private:
  std::uint32_t queue_state() const;
  /// The board's memory, with `copies`, if not null, in its place.
  qpu::emulator::BusMap map(std::map<std::uint32_t, std::vector<std::byte>>* copies);
  qpu::emulator::RunOutcome run_on(const std::vector<qpu::QpuProgram>& programs, bool clears);
  void keep_memory();
  /// Where the job has left its QPUs.
  void note_end(const qpu::emulator::RunOutcome& outcome);
  qpu::emulator::RunOutcome run_with(const std::vector<qpu::QpuProgram>& programs, bool clears,
                                     qpu::timing::Counters* counters);
  /// The chip's counters: the value of one, and the number of what it counts.
  std::uint32_t& counter(unsigned slot);
  std::uint32_t counted_by(unsigned slot);
  /// Adds to those that are enabled.
  void count(const qpu::timing::Counters& counted);
  std::uint32_t read_counter(unsigned slot);
  /// `slots`: a bit each.
  void clear_counters(std::uint32_t slots);
  std::uint32_t& at(qpu::board::Register name) { return registers_[static_cast<std::uint32_t>(name)]; }

  const Model& model_;
  Sdram& sdram_;
  JobRunner& runner_;
  bool has_power_ = false;
  /// By physical address, as it was when the last job ended: QPUs find it in caches that nobody has cleared.
  std::map<std::uint32_t, std::vector<std::byte>> old_memory_;
  std::map<std::uint32_t, std::uint32_t> registers_;
  std::vector<qpu::QpuProgram> queue_;
  bool was_looked_at_ = false;  ///< the queue, since it got its last entry
  bool l2c_cleared_ = false, slices_cleared_ = false;
  unsigned requested_ = 0, completed_ = 0;
  std::uint32_t interrupts_ = 0, halted_ = 0;  ///< a bit a QPU
  unsigned looping_ = 0;                       ///< QPUs that execute for ever
  std::uint64_t without_clear_ = 0;
  std::optional<std::chrono::steady_clock::time_point> hangs_since_;
};

}  // namespace quadcl::tools::simulated
