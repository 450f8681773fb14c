// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/verified_launch.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/builtin/builtin_kernels.h"
#include "core/launch/qpu_launch.h"
#include "core/qpu_code.h"
#include "icd/objects/platform.h"
#include "icd/runtime/result_differences.h"

namespace quadcl::icd {
namespace {

/// The only buffer that a built-in kernel writes.
MemoryRange output_of(const LaunchRequest& launch) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* range = std::get_if<MemoryRange>(&launch.arguments[i]);
    if (range != nullptr && launch.kernel->arguments[i].may_be_written()) return *range;
  }
  return {};
}

void add(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

}  // namespace

Result<LaunchReport> run_replacements(const Device& device, const LaunchChoice& choice) {
  LaunchReport all{.target = choice.target};
  for (const CheckedLaunch& launch : choice.replacements) {
    QUADCL_TRY(const LaunchReport report, backend_for(device, choice.target).run(launch));
    add(all.qpu_instructions, report.qpu_instructions);
    add(all.modelled_cycles, report.modelled_cycles);
    add(all.modelled_nanoseconds, report.modelled_nanoseconds);
    add(all.packing_nanoseconds, report.packing_nanoseconds);
  }
  return all;
}

namespace {

using Bytes = std::vector<std::byte>;

/// What a kernel's code for QPUs stores to: buffers, and pixels of images.
std::vector<MemoryRange> stored_memory(const LaunchRequest& request) {
  std::vector<MemoryRange> memory;
  for (const std::uint32_t argument : qpu_code_for(request).stored)
    memory.push_back(accessed_memory(request.kernel->arguments[argument],
                                     std::get<MemoryRange>(request.arguments[argument])));
  return memory;
}

std::vector<Bytes> contents_of(std::span<const MemoryRange> memory) {
  std::vector<Bytes> contents;
  for (const MemoryRange& range : memory) contents.emplace_back(range.host, range.host + range.size);
  return contents;
}

}  // namespace

Result<LaunchReport> run_and_verify_compiled(const Device& device, const CheckedLaunch& launch,
                                             const Context& context) {
  const LaunchRequest& request = launch.request;
  const std::vector<MemoryRange> stored = stored_memory(request);
  const std::vector<Bytes> before = contents_of(stored);
  QUADCL_TRY(const LaunchReport report, backend_for(device, LaunchTarget::qpu).run(launch));
  const std::vector<Bytes> on_qpus = contents_of(stored);
  for (std::size_t i = 0; i < stored.size(); ++i) std::ranges::copy(before[i], stored[i].host);
  QUADCL_CHECK(backend_for(device, LaunchTarget::cpu).run(launch));
  const std::vector<Bytes> on_cpu = contents_of(stored);
  for (std::size_t i = 0; i < on_cpu.size(); ++i) {
    const std::uint32_t number = qpu_code_for(request).stored[i];
    const std::string text =
        difference(request.kernel->arguments[number], request.arguments[number], on_qpus[i], on_cpu[i]);
    if (!text.empty())
      context.notify("kernel '" + request.kernel->name +
                     "' computes something else on the QPUs than on the CPU: " + text +
                     "; the CPU's result was kept");
  }
  return report;
}

Result<LaunchReport> run_and_verify(const Device& device, const LaunchChoice& choice,
                                    const CheckedLaunch& launch, const Context& context) {
  const std::vector<CheckedLaunch>& builtin = choice.replacements;
  // The first launch's output goes on to the end of the buffer.
  const MemoryRange range = output_of(builtin.front().request);
  const std::span output(range.host, range.size);
  const std::vector before(output.begin(), output.end());
  QUADCL_TRY(const LaunchReport report, run_replacements(device, choice));
  const std::vector after(output.begin(), output.end());
  std::ranges::copy(before, output.begin());
  QUADCL_CHECK(backend_for(device, LaunchTarget::cpu).run(launch));
  if (const auto offset = builtin_difference(builtin, {before, after, output})) {
    context.notify("kernel '" + launch.request.kernel->name + "' was recognised as " +
                   builtin.front().request.kernel->name + ", but computes something else at byte " +
                   std::to_string(*offset) + " of its output; the result of the kernel itself was kept");
  }
  return report;
}

}  // namespace quadcl::icd
