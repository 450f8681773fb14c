// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/last_state.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <span>
#include <string_view>
#include <thread>

#include "qpu/isa/chip.h"

namespace quadcl::qpu::board {
namespace {

constexpr std::chrono::milliseconds kSample{10};

struct Named {
  unsigned number;  ///< of the bit, or of the counter's source
  std::string_view name;
};

/// Bits of ERRSTAT.
constexpr std::array<Named, 16> kErrors{{{15, "L2C overrun"},
                                         {14, "VCM in binning"},
                                         {13, "VCM in rendering"},
                                         {12, "DMA loads idle"},
                                         {11, "DMA loads out of step"},
                                         {10, "DMA store past its addresses"},
                                         {9, "VPM allocation too large"},
                                         {8, "VPM free of what is not allocated"},
                                         {7, "VPM write to what is not allocated"},
                                         {6, "VPM read of what is not allocated"},
                                         {5, "VPM read out of range"},
                                         {4, "VPM write out of range"},
                                         {3, "VPM limit in rendering"},
                                         {2, "VPM limit in binning"},
                                         {1, "VPM request too large"},
                                         {0, "VPM base while busy"}}};

/// Counters that show whether programs go on or wait, and for what.
constexpr std::array<Named, 6> kProgress{{{20, "instructions"},
                                          {22, "uniforms"},
                                          {24, "words from TMUs"},
                                          {17, "clocks of waiting for TMUs"},
                                          {26, "clocks of stores that wait for the VPM"},
                                          {27, "clocks of loads that wait for the VPM"}}};

/// The numbers of the bits that are set, "1 4 5", or "none".
std::string numbers_of(std::uint32_t bits) {
  std::string text;
  for (unsigned qpu = 0; qpu < kQpus; ++qpu)
    if ((bits >> qpu & 1) != 0) text.append(text.empty() ? "" : " ").append(std::to_string(qpu));
  return text.empty() ? "none" : text;
}

std::string names_of(std::uint32_t bits) {
  std::string text;
  for (const auto& [bit, name] : kErrors)
    if ((bits >> bit & 1) != 0) text.append(text.empty() ? "" : ", ").append(name);
  return text.empty() ? "no error" : text;
}

std::array<std::uint32_t, kProgress.size()> read_progress(const V3d& v3d) {
  std::array<std::uint32_t, kProgress.size()> values{};
  for (unsigned counter = 0; counter < kCounterSlots; ++counter) {
    const std::uint32_t source = v3d.read(Register::pctrs0, 8 * counter);
    for (unsigned i = 0; i < kProgress.size(); ++i)
      if (kProgress[i].number == source) values[i] = v3d.read(Register::pctr0, 8 * counter);
  }
  return values;
}

std::string describe_progress(const V3d& v3d) {
  if ((v3d.read(Register::pctre) & kCountersOn) == 0) return "";
  const auto before = read_progress(v3d);
  std::this_thread::sleep_for(kSample);
  const auto after = read_progress(v3d);
  std::string text;
  for (unsigned i = 0; i < kProgress.size(); ++i)
    text.append(text.empty() ? "; in 10 ms " : ", ")
        .append(std::to_string(after[i] - before[i]))
        .append(" ")
        .append(kProgress[i].name);
  return text;
}

}  // namespace

std::string describe_last_state(const V3d& v3d) {
  const QueueState queue = v3d.queue();
  return std::to_string(queue.completed()) + " of " + std::to_string(queue.requested()) +
         " programs completed, " + std::to_string(queue.queued()) + " wait in the queue" +
         (queue.error() ? " with an error" : "") +
         "; QPUs halted at a breakpoint: " + numbers_of(v3d.read(Register::dbqhlt)) +
         "; QPUs that interrupted the host: " + numbers_of(v3d.read(Register::dbqitc)) +
         "; ERRSTAT: " + names_of(v3d.read(Register::errstat)) + describe_progress(v3d);
}

}  // namespace quadcl::qpu::board
