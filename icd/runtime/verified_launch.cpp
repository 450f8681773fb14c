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

}  // namespace

Result<LaunchReport> run_and_verify(const Device& device, const LaunchRequest& builtin,
                                    const LaunchRequest& request, const Context& context) {
  const MemoryRange range = output_of(builtin);
  const std::span output(range.host, range.size);
  const std::vector before(output.begin(), output.end());
  QUADCL_TRY(const LaunchReport report, device.backend_for(LaunchTarget::qpu).run(builtin));
  const std::vector after(output.begin(), output.end());
  std::ranges::copy(before, output.begin());
  QUADCL_CHECK(device.backend_for(LaunchTarget::cpu).run(request));
  if (const auto offset = builtin_difference(builtin, {before, after, output})) {
    context.notify("kernel '" + request.kernel->name + "' was recognised as " + builtin.kernel->name +
                   ", but computes something else at byte " + std::to_string(*offset) +
                   " of its output; the result of the kernel itself was kept");
  }
  return report;
}

}  // namespace quadcl::icd
