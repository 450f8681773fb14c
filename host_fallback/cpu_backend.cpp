// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/builtin/builtin_kernels.h"
#include "core/host_target.h"
#include "core/machine_memory.h"
#include "host_fallback/builtin/cpu_builtins.h"
#include "host_fallback/builtin/cpu_cache.h"
#include "host_fallback/cpu_clock.h"
#include "host_fallback/factory.h"
#include "host_fallback/group_runner.h"
#include "host_fallback/host_memory.h"

namespace quadcl {
namespace {

DeviceDescription describe(const Options& options) {
  DeviceDescription description;
  description.name = "QuadCL CPU";
  description.kind = DeviceKind::cpu;
  description.compute_units = std::max(1u, std::thread::hardware_concurrency());
  description.concurrent_launches = std::max(description.concurrent_launches, description.compute_units);
  description.clock_mhz = cpu_clock_mhz();
  description.global_memory_bytes =
      options.cpu_memory_bytes != 0 ? options.cpu_memory_bytes : machine_memory_bytes();
  description.max_allocation_bytes = description.global_memory_bytes / 2;
  description.local_memory_bytes = kLocalMemoryBytes;
  description.global_cache_line_bytes = 64;
  const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  description.global_cache_bytes = cache > 0 ? static_cast<std::uint32_t>(cache) : 0;
  description.vector_widths = vector_widths(HostTarget::of_this_machine(options.cpu_baseline).name());
  description.preferred_work_group_multiple = 8;  // floats in the widest common vector register
  return description;
}

RunnerSettings runner_settings(const Options& options) {
  RunnerSettings settings{.temporary_folder = options.temporary_folder};
  const std::uint64_t cache = level3_cache_bytes();
  if (cache != 0) settings.stream_bytes = cache;
  if (options.cpu_stream_bytes != 0) settings.stream_bytes = options.cpu_stream_bytes;
  return settings;
}

class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(const Options& options)
      : description_(describe(options)), settings_(runner_settings(options)) {}

  const DeviceDescription& description() const override { return description_; }
  std::span<const KernelImage* const> builtin_kernels() const override { return builtin_kernel_images(); }

  Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment,
                                           Contents contents) override {
    return allocate_host_memory(size, alignment, contents);
  }

  Result<CheckedLaunch> check(LaunchRequest request) const override {
    if (request.kernel->is_builtin()) return check_builtin_launch(std::move(request));
    QUADCL_CHECK(check_compiled_launch(request));
    return CheckedLaunch{std::move(request), {}};
  }

  Result<LaunchReport> run(const CheckedLaunch& launch) override {
    QUADCL_CHECK(launch.request.kernel->is_builtin() ? run_on_cpu(launch) : run_compiled(launch.request));
    return LaunchReport{};
  }

 private:
  Result<void> run_compiled(const LaunchRequest& request) {
    if (request.compute_units == 0) return run_compiled_launch(request, threads_, settings_);
    GroupThreads part(static_cast<int>(request.compute_units));
    return run_compiled_launch(request, part, settings_);
  }

  const DeviceDescription description_;
  const RunnerSettings settings_;
  GroupThreads threads_;
};

}  // namespace

Result<std::unique_ptr<Backend>> make_cpu_backend(const Options& options) {
  return std::unique_ptr<Backend>(std::make_unique<CpuBackend>(options));
}

}  // namespace quadcl
