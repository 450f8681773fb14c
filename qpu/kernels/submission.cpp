// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/submission.h"

#include <algorithm>
#include <string>
#include <vector>

namespace quadcl::qpu {
namespace {

constexpr std::size_t kLine = 64;  // bytes of a line of the uniform cache (docs/videocore4.md, Caches)

std::size_t round_up_to_line(std::size_t bytes) { return (bytes + kLine - 1) / kLine * kLine; }

}  // namespace

void LaunchTotals::add(const JobReport& report) {
  if (!report.emulator) {
    instructions.reset();
    return;
  }
  if (instructions) *instructions += report.emulator->instructions;
  if (!report.emulator->cycles) return;
  if (!time) time.emplace();
  time->cycles += *report.emulator->cycles;
  time->nanoseconds += *report.nanoseconds;
}

Result<std::uint64_t> tiles_in_time(const JobContext& context, std::uint64_t most, double clocks_per_tile,
                                    unsigned qpus) {
  const auto time = context.executor.job_time();
  if (!time) return most;
  const double clocks = 1e3 * static_cast<double>(time->count()) * context.executor.clock_mhz();
  const auto tiles = static_cast<std::uint64_t>(clocks / clocks_per_tile);
  if (tiles == 0)
    return Error{ErrorCode::out_of_resources,
                 "the smallest part of this launch takes the QPUs longer than the " +
                     std::to_string(time->count()) +
                     " ms that a job may take; with QUADCL_QPU_EXECUTOR=registers it may take longer"};
  return std::min(most, tiles * qpus);
}

Result<JobReport> submit(std::span<const QpuWork> work, const JobContext& context) {
  std::size_t bytes = 0;
  for (const QpuWork& share : work) bytes += round_up_to_line(share.uniforms.size_bytes());
  BusMemory& bus_memory = context.executor.memory();
  QUADCL_TRY(const auto memory, bus_memory.allocate(bytes, kLine));

  std::vector<QpuProgram> programs;
  MemoryRange free = memory->range();
  for (const QpuWork& share : work) {
    share.uniforms.place(free.host, *free.bus);
    programs.push_back({context.code + share.entry, *free.bus});
    const std::size_t used = round_up_to_line(share.uniforms.size_bytes());
    free = free.slice(used, free.size - used);
  }
  bus_memory.to_qpus(memory->range());
  return context.executor.run({.programs = programs,
                               .instruction_limit = context.instruction_limit,
                               .model_time = context.model_time,
                               .before = context.before ? &context.before : nullptr});
}

}  // namespace quadcl::qpu
