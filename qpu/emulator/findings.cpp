// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/findings.h"

#include <algorithm>

#include "qpu/emulator/messages.h"

namespace quadcl::qpu::emulator {

namespace {

/// By Rule. Numbers in comments are rows of docs/videocore4.md, Restrictions; names are its sections.
constexpr RuleInfo kRules[] = {
    // Caches
    {"stale-uniform", Severity::error, "a uniform is read from a cache that a DMA store has not reached",
     "let another job read it, or bring in other lines until this one is evicted"},
    {"stale-tmu-read", Severity::error, "a TMU reads from a cache that a DMA store has not reached",
     "read it by DMA, or in another job"},
    {"stale-tmu-read-unused", Severity::warning,
     "a TMU reads from a cache that a DMA store has not reached; harmless, as no instruction uses what is stale",
     "request no more than is used"},
    {"stale-instruction", Severity::error, "an instruction was overwritten after it came into the cache",
     "do not change code while a job runs"},
    {"register-never-written", Severity::warning, "a register is read that was never written",
     "its value is what an earlier program left; write it first"},
    {"vpm-never-written", Severity::warning, "a part of the VPM is read that was never written",
     "its value is what an earlier program left; check the addresses and strides of both sides"},
    // 18
    {"dma-started-twice", Severity::warning,
     "a DMA transfer is started while this QPU's last one may still run; the vendor forbids it and one "
     "author "
     "saw chips hang, but GPU_FFT and others do it and work",
     "read the wait register first"},
    {"dma-of-another-qpu-busy", Severity::warning,
     "a DMA transfer is started while another QPU's may still run; programs without locks do it and work",
     "hold the mutex from the start of a transfer to the end of the wait", true},
    // DMA
    {"dma-setup-missing", Severity::warning, "a DMA transfer is started without a setup",
     "write the setup, and the stride for stores and for loads with a pitch of 0, in each program"},
    // Open questions 18, 19
    {"dma-stride-overflow", Severity::error,
     "the distance between rows in memory does not fit into its field",
     "a pitch of loads has 14 bits, a stride of stores 16; move fewer rows at a time"},
    // Open questions 28
    {"dma-past-vpm", Severity::error, "a DMA transfer uses VPM rows behind row 63",
     "QPUs reach rows 0 to 63; here the others wrap"},
    // Open questions 35
    {"vertical-store-rows", Severity::error,
     "a vertical DMA store leaves its 16 rows or column 15; a chip was seen to repeat the first 16 words of "
     "each column",
     "store 16 rows and the columns to 15 at a time"},
    {"vpm-read-during-load", Severity::error,
     "VPM words are read that a DMA load under way may not have reached",
     "read the load's wait register first"},
    {"vpm-write-during-store", Severity::error,
     "VPM words are written that a DMA store may not have read yet", "read the store's wait register first"},
    {"vpm-write-during-store-unused", Severity::warning,
     "VPM words are written that a DMA store may not have read yet; harmless, as later stores overwrite what "
     "it stores of them",
     "store the rows that are ready"},
    // VPM
    {"vpm-race", Severity::error,
     "two QPUs use the same bytes of the VPM, one writes, and no mutex or semaphore is between them",
     "give each QPU rows of its own"},
    // 16
    {"vpm-setup-ignored", Severity::error, "a third VPM read setup is ignored",
     "read the vectors of the first one before"},
    // 16; Open questions 7
    {"vpm-setup-queued", Severity::warning,
     "a VPM read is set up while more than one vector of the last setup is unread",
     "some chips ignore it; read all but one of the vectors before"},
    // 17
    {"vpm-reads-left", Severity::warning, "a program ends before it has read all vectors that it set up",
     "set up as many as are read"},
    // TMU
    {"tmu-results-left", Severity::warning, "a program ends with TMU requests that were not received",
     "load every result"},
    {"tmu-requests-deep", Severity::warning,
     "more than 4 requests of a QPU are under way at one TMU, and the last one hits its cache; one author "
     "saw results mixed up, but GPU_FFT does it and works",
     "receive the first one before", true},
    // 5
    {"uniform-after-address", Severity::error, "a uniform is read too soon after a write of its address",
     "put two instructions between them that read no uniform"},
    // Uniforms
    {"uniform-address-unaligned", Severity::error, "the address of uniforms is not a multiple of 4",
     "align it; its low two bits do nothing"},
    // Uniforms, mutex, semaphores, SFU
    {"semaphore-left", Severity::warning, "a job ends with a semaphore that is not 0",
     "semaphores keep their values; the next job starts with this one"},
    {"mutex-not-owned", Severity::error, "the mutex is released by a QPU that does not hold it",
     "release it once for each acquisition"},
    {"mutex-held", Severity::error, "a program ends while it holds the mutex", "release it"},
};

static_assert(std::size(kRules) == static_cast<std::size_t>(Rule::mutex_held) + 1);

}  // namespace

const RuleInfo& info(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

std::span<const RuleInfo> rules() { return kRules; }

std::string to_string(const Finding& finding) {
  const RuleInfo& rule = info(finding.rule);
  std::string text(text_of(rule.severity));
  text += "QPU " + std::to_string(finding.qpu) + " at " + hex(finding.address.value());
  if (finding.word != 0) text += ", " + describe(isa::Instruction(finding.word));
  text.append(": ").append(rule.summary);
  if (!finding.detail.empty()) text.append(": ").append(finding.detail);
  return text.append("; ").append(rule.hint).append(" [").append(rule.name).append("]");
}

void FindingList::report(const Finding& finding) {
  const auto [place, is_new] =
      index_.try_emplace({finding.rule, finding.qpu, finding.address.value()}, entries_.size());
  if (is_new) {
    entries_.push_back({finding, 1});
  } else {
    ++entries_[place->second].times;
  }
}

bool FindingList::has_error() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return info(entry.finding.rule).severity == Severity::error; });
}

}  // namespace quadcl::qpu::emulator
