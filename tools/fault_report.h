// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <deque>
#include <ostream>
#include <span>

#include "qpu/emulator/machine.h"
#include "qpu/timing/forwarding_observer.h"
#include "tools/code_names.h"

namespace quadcl::tools {

/// Remembers the last instructions of each QPU, and the rows of the VPM that it has written.
class History final : public qpu::timing::ForwardingObserver {
 public:
  using ForwardingObserver::ForwardingObserver;

  struct Entry {
    std::uint32_t address;
    std::uint64_t word;
  };
  using Rows = std::bitset<qpu::emulator::VpmMemory::kRows>;

  bool watches_instructions() const override { return true; }
  void retired(const qpu::emulator::Qpu& qpu, const qpu::emulator::Operation& operation) override;
  void vpm_written(const qpu::emulator::Qpu& qpu, const qpu::emulator::VpmBlock& block) override;
  void dma_load_started(const qpu::emulator::Qpu& qpu, const qpu::emulator::DmaTransfer& transfer) override;

  const std::deque<Entry>& of(unsigned qpu) const { return last_[qpu]; }
  const Rows& rows_of(unsigned qpu) const { return rows_[qpu]; }

 private:
  std::array<std::deque<Entry>, qpu::kQpus> last_;
  std::array<Rows, qpu::kQpus> rows_;
};

/// Names places of the code of a job.
struct CodePlaces {
  const JobFile& job;
  const CodeNames& names;
};

/// Where each QPU is, and what it waits for.
void report_places(std::ostream& out, const qpu::emulator::RunOutcome& outcome, const CodePlaces& places);

/// The report on a failed job: the message, the state of each QPU, and of the QPU at fault, or of all waiting
/// QPUs in a deadlock, their registers and last instructions. `qpus` are those of the machine after the job.
void report_fault(std::ostream& out, const qpu::emulator::RunOutcome& outcome,
                  std::span<const qpu::emulator::Qpu> qpus, const History& history, const CodePlaces& places);

}  // namespace quadcl::tools
