// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/bus_address.h"
#include "qpu/isa/rule.h"

// Things in a running job for which the chip promises no correct result.
namespace quadcl::qpu::emulator {

enum class Rule : std::uint8_t {
  stale_uniform,
  stale_tmu_read,
  stale_tmu_read_unused,
  stale_instruction,
  register_never_written,
  vpm_never_written,
  dma_started_twice,
  dma_of_another_qpu_busy,
  dma_setup_missing,
  dma_stride_overflow,
  dma_past_vpm,
  vertical_store_rows,
  vpm_read_during_load,
  vpm_write_during_store,
  vpm_write_during_store_unused,
  vpm_race,
  vpm_setup_ignored,
  vpm_setup_queued,
  vpm_reads_left,
  tmu_results_left,
  tmu_requests_deep,
  uniform_after_address,
  uniform_address_unaligned,
  semaphore_left,
  mutex_not_owned,
  mutex_held,
};

const RuleInfo& info(Rule rule);
std::span<const RuleInfo> rules();

struct Finding {
  Rule rule = Rule::stale_uniform;
  unsigned qpu = 0;
  BusAddress address;              ///< of the instruction
  std::uint64_t word = 0;          ///< the instruction; 0 for a finding at a program's end
  std::string detail;              ///< the addresses, registers or numbers
  unsigned lane = 0;               ///< of a TMU read
  std::uint32_t stale_bits = ~0U;  ///< of the word that it reads
};

/// "error: QPU 3 at 0x40000018, 0x... (or; nop): summary: detail; hint [name]"
std::string to_string(const Finding& finding);

class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual void report(const Finding& finding) = 0;
};

/// Keeps each rule once per instruction of a QPU, and counts repetitions.
class FindingList final : public FindingSink {
 public:
  struct Entry {
    Finding finding;  ///< the first one
    std::uint64_t times = 1;
  };

  void report(const Finding& finding) override;
  /// In the order of their first appearance.
  const std::vector<Entry>& entries() const { return entries_; }
  bool has_error() const;

 private:
  std::vector<Entry> entries_;
  std::map<std::tuple<Rule, unsigned, std::uint32_t>, std::size_t> index_;
};

}  // namespace quadcl::qpu::emulator
