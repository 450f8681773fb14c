// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <ostream>

#include "qpu/emulator/machine.h"
#include "qpu/timing/forwarding_observer.h"

namespace quadcl::tools {

/// Remembers the last instructions of each QPU.
class History final : public qpu::timing::ForwardingObserver {
 public:
  using ForwardingObserver::ForwardingObserver;

  struct Entry {
    std::uint32_t address;
    std::uint64_t word;
  };

  bool watches_instructions() const override { return true; }
  void retired(const qpu::emulator::Qpu& qpu, const qpu::emulator::Operation& operation) override;
  const std::deque<Entry>& of(unsigned qpu) const { return last_[qpu]; }

 private:
  std::array<std::deque<Entry>, qpu::kQpus> last_;
};

/// The report on a failed job: the message, the state of each QPU and what it waited for, and the last
/// instructions of the QPU at fault, or of all waiting QPUs in a deadlock.
void report_fault(std::ostream& out, const qpu::emulator::RunOutcome& outcome, const History& history);

}  // namespace quadcl::tools
