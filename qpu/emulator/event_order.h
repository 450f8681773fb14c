// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "qpu/isa/chip.h"

namespace quadcl::qpu::emulator {

/// Which events of a job come before which others on every chip, whatever the time that instructions take: by
/// the order of a program, by mutex and semaphores, and for DMA by its start and the wait for its end. Vector
/// clocks, with an actor for each QPU and each of its two transfers.
class EventOrder {
 public:
  static constexpr unsigned kActors = 3 * kQpus;
  static unsigned program(unsigned qpu) { return qpu; }
  static unsigned load(unsigned qpu) { return kQpus + qpu; }
  static unsigned store(unsigned qpu) { return 2 * kQpus + qpu; }
  static unsigned qpu_of(unsigned actor) { return actor % kQpus; }

  /// The time of an actor's events from now on. 0 is before all of them.
  std::uint32_t now(unsigned actor) const { return clocks_[actor][actor] + 1; }
  /// Whether an event of `actor` at `time` comes before what `later` does now.
  bool precedes(unsigned actor, std::uint32_t time, unsigned later) const {
    return actor == later || time <= clocks_[later][actor];
  }

  /// The transfer comes after all that its QPU has done, and before all that the QPU does after the wait.
  void started(unsigned qpu, unsigned transfer) {
    pass(clocks_[program(qpu)], clocks_[transfer], program(qpu));
  }
  void waited(unsigned qpu, unsigned transfer) { pass(clocks_[transfer], clocks_[program(qpu)], transfer); }

  void mutex_released(unsigned qpu) { pass(clocks_[program(qpu)], mutex_, program(qpu)); }
  void mutex_acquired(unsigned qpu) { take(mutex_, clocks_[program(qpu)]); }
  /// An increment or a decrement of a semaphore.
  void semaphore_changed(unsigned qpu, unsigned number, unsigned value) {
    const bool raised = value > semaphore_values_[number];
    semaphore_values_[number] = value;
    if (raised) return pass(clocks_[program(qpu)], semaphores_[number], program(qpu));
    take(semaphores_[number], clocks_[program(qpu)]);
  }

 private:
  /// The last time of each actor that comes before.
  using Clock = std::array<std::uint32_t, kActors>;

  static void take(const Clock& from, Clock& to) {
    for (unsigned i = 0; i < kActors; ++i) to[i] = std::max(to[i], from[i]);
  }
  /// All events of `actor` so far come before what takes `to`.
  void pass(Clock& from, Clock& to, unsigned actor) {
    ++clocks_[actor][actor];
    take(from, to);
  }

  std::array<Clock, kActors> clocks_{};
  Clock mutex_{};
  std::array<Clock, 16> semaphores_{};
  std::array<unsigned, 16> semaphore_values_{};
};

}  // namespace quadcl::qpu::emulator
