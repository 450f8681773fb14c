// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/verified_launch.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/builtin_kernels.h"

namespace quadcl::icd {
namespace {

/// The only buffer that a built-in kernel writes.
MemoryRange output_of(const LaunchRequest& launch) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* range = std::get_if<MemoryRange>(&launch.arguments[i]);
    if (range != nullptr && !launch.kernel->arguments[i].is_const) return *range;
  }
  return {};
}

void add(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

}  // namespace

Result<LaunchReport> run_builtin(const Device& device, const LaunchChoice& choice) {
  LaunchReport all{.target = choice.target};
  for (const LaunchRequest& launch : choice.builtin) {
    QUADCL_TRY(const LaunchReport report, device.backend_for(choice.target).run(launch));
    add(all.qpu_instructions, report.qpu_instructions);
    add(all.modelled_cycles, report.modelled_cycles);
    add(all.modelled_nanoseconds, report.modelled_nanoseconds);
    add(all.packing_nanoseconds, report.packing_nanoseconds);
  }
  return all;
}

Result<LaunchReport> run_and_verify(const Device& device, const LaunchChoice& choice,
                                    const LaunchRequest& request, const Context& context) {
  const std::vector<LaunchRequest>& builtin = choice.builtin;
  // The first launch's output goes on to the end of the buffer.
  const MemoryRange range = output_of(builtin.front());
  const std::span output(range.host, range.size);
  const std::vector before(output.begin(), output.end());
  QUADCL_TRY(const LaunchReport report, run_builtin(device, choice));
  const std::vector after(output.begin(), output.end());
  std::ranges::copy(before, output.begin());
  QUADCL_CHECK(device.backend_for(LaunchTarget::cpu).run(request));
  if (const auto offset = builtin_difference(builtin, {before, after, output})) {
    context.notify("kernel '" + request.kernel->name + "' was recognised as " + builtin.front().kernel->name +
                   ", but computes something else at byte " + std::to_string(*offset) +
                   " of its output; the result of the kernel itself was kept");
  }
  return report;
}

}  // namespace quadcl::icd
