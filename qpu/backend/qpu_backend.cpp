// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <string>

#include "core/builtin/builtin_kernels.h"
#include "core/host_target.h"
#include "core/launch/qpu_launch.h"
#include "qpu/backend/debugger_process.h"
#include "qpu/backend/factory.h"
#include "qpu/driver/make_executor.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
/// Two large pieces find room in half of the address space, whatever is loaded between them.
constexpr std::uint64_t kLargeIn32Bits = 2048 * kMegabyte;

DeviceDescription describe(bool emulated, std::uint64_t machine_memory_bytes, const Options& options) {
  DeviceDescription description;
  description.name = emulated ? "VideoCore IV QPU (emulated)" : "VideoCore IV QPU";
  description.kind = DeviceKind::gpu;
  description.vendor_id = 0x14e4;  // Broadcom's PCI vendor number
  description.compute_units = options.qpus;
  // The CPU's memory, which may be more than that of the QPUs: most kernels run on the CPU.
  description.global_memory_bytes =
      options.cpu_memory_bytes != 0 ? options.cpu_memory_bytes : machine_memory_bytes;
  description.max_allocation_bytes = description.global_memory_bytes / 4 * 3;
  description.local_memory_bytes = kLocalMemoryBytes;
  description.global_cache_bytes = 16 << 10;  // L2C; docs/videocore4.md, Caches
  description.global_cache_line_bytes = 64;
  description.preferred_work_group_multiple = 16;
  // These are vectors of OpenCL C, which runs on the CPU.
  description.vector_widths = vector_widths(HostTarget::of_this_machine(options.cpu_baseline).name());
  description.emulated = emulated;
  description.embedded_profile = options.qpu_profile == QpuProfile::embedded;
  if (description.embedded_profile) description.vector_widths.of_double = 0;
  return description;
}

DeviceDescription describe(const ChosenExecutor& chosen, std::uint64_t machine_memory_bytes,
                           const Options& options) {
  const Executor& executor = *chosen.executor;
  const std::uint64_t capacity = chosen.executor->memory().capacity();
  DeviceDescription description = describe(executor.emulated(), machine_memory_bytes, options);
  description.clock_mhz = executor.clock_mhz();
  // A process of 32 bits has address space for what is reserved for emulated QPUs, and a buffer beside it.
  if (sizeof(void*) == 4 && executor.emulated() && options.cpu_memory_bytes == 0) {
    const std::uint64_t buffer = kLargeIn32Bits - capacity;
    description.global_memory_bytes = std::min(description.global_memory_bytes, buffer / 3 * 4);
    description.max_allocation_bytes = description.global_memory_bytes / 4 * 3;
  }
  if (!chosen.why_emulated.empty())
    description.name = "VideoCore IV QPU (emulated: " + chosen.why_emulated + ")";
  description.notice = chosen.notice;
  if (executor.emulated() && capacity < options.qpu_memory_bytes) {
    if (!description.notice.empty()) description.notice += ' ';
    description.notice += "The QPUs have " + std::to_string(capacity / kMegabyte) + " MiB of memory, not " +
                          std::to_string(options.qpu_memory_bytes / kMegabyte) +
                          " MiB: the address space of this process does not allow more.";
  }
  return description;
}

LaunchReport report_of(const LaunchTotals& totals) {
  LaunchReport report{.target = LaunchTarget::qpu, .qpu_instructions = totals.instructions};
  report.packing_nanoseconds = static_cast<std::uint64_t>(totals.packing.count());
  if (totals.time) {
    report.modelled_cycles = totals.time->cycles;
    report.modelled_nanoseconds = totals.time->nanoseconds;
  }
  return report;
}

/// Error: out_of_device_memory.
Result<void> check_memory(const LaunchRequest& request) {
  for (const ArgumentValue& argument : request.arguments) {
    const auto* memory = std::get_if<MemoryRange>(&argument);
    if (memory != nullptr && memory->host != nullptr && !memory->bus)
      return Error{ErrorCode::out_of_device_memory,
                   request.kernel->name + ": a buffer found no room in the memory of the QPUs"};
  }
  return {};
}

class QpuBackend final : public Backend {
 public:
  QpuBackend(std::unique_ptr<Executor> executor, std::unique_ptr<Memory> code, DeviceDescription description,
             const Options& options)
      : executor_(std::move(executor)),
        code_(std::move(code)),
        options_(options),
        description_(std::move(description)) {}

  const DeviceDescription& description() const override { return description_; }
  std::span<const KernelImage* const> builtin_kernels() const override { return builtin_kernel_images(); }

  Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment,
                                           Contents contents) override {
    return executor_->memory().allocate(size, alignment, contents);
  }

  Result<CheckedLaunch> check(LaunchRequest request) const override {
    QUADCL_TRY(CheckedLaunch launch, check_builtin_launch(std::move(request)));
    QUADCL_CHECK(check_memory(launch.request));
    return launch;
  }

  void close() override { executor_->close(); }

  Result<LaunchReport> run(const CheckedLaunch& launch) override {
    const LaunchRequest& request = launch.request;
    for (std::size_t i = 0; i < request.arguments.size(); ++i)
      if (const auto* range = std::get_if<MemoryRange>(&request.arguments[i]))
        executor_->memory().to_qpus(accessed_memory(request.kernel->arguments[i], *range));
    JobContext jobs = context(request);
    jobs.before = debugger_.before_jobs_of(request);
    const auto totals = request.kernel->is_builtin() ? run_jobs(launch, jobs, {.split = options_.sgemm_split})
                                                     : run_compiled(request, jobs);
    if (!totals.ok()) return Error{totals.error().code, request.kernel->name + ": " + totals.error().message};
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
      const auto* range = std::get_if<MemoryRange>(&request.arguments[i]);
      const KernelArgument& argument = request.kernel->arguments[i];
      if (range != nullptr && argument.may_be_written())
        executor_->memory().from_qpus(accessed_memory(argument, *range));
    }
    return report_of(*totals);
  }

 private:
  JobContext context(const LaunchRequest& request) {
    return {*executor_, *code_->range().bus, options_.qpus, options_.qpu_instruction_limit,
            request.model_time};
  }

  std::unique_ptr<Executor> executor_;  // must outlive the code's memory
  std::unique_ptr<Memory> code_;
  Options options_;
  DebuggerProcess debugger_{options_, *code_->range().bus};
  DeviceDescription description_;
};

/// The backend of a device that could not be started.
class UnavailableQpu final : public Backend {
 public:
  UnavailableQpu(Error error, DeviceDescription description)
      : error_(std::move(error)), description_(std::move(description)) {
    description_.available = false;
    description_.notice = "The QPU device is not available: " + error_.message;
    if (!description_.notice.ends_with('.')) description_.notice += '.';
  }

  const DeviceDescription& description() const override { return description_; }
  std::span<const KernelImage* const> builtin_kernels() const override { return builtin_kernel_images(); }
  Result<std::unique_ptr<Memory>> allocate(std::size_t, std::size_t, Contents) override { return error_; }
  Result<CheckedLaunch> check(LaunchRequest) const override { return error_; }
  Result<LaunchReport> run(const CheckedLaunch&) override { return error_; }

 private:
  Error error_;
  DeviceDescription description_;
};

Result<std::unique_ptr<Backend>> start(const Options& options, std::uint64_t machine_memory_bytes) {
  QUADCL_TRY(auto chosen, choose_executor(options));
  const std::span<const std::byte> bytes = kernel_code();
  QUADCL_TRY(auto code, chosen.executor->memory().allocate(bytes.size(), 64));
  std::memcpy(code->range().host, bytes.data(), bytes.size());
  chosen.executor->memory().to_qpus(code->range());
  DeviceDescription description = describe(chosen, machine_memory_bytes, options);
  return std::unique_ptr<Backend>(std::make_unique<QpuBackend>(std::move(chosen.executor), std::move(code),
                                                               std::move(description), options));
}

}  // namespace

std::unique_ptr<Backend> make_qpu_backend(const Options& options, std::uint64_t machine_memory_bytes) {
  const std::uint64_t whole_megabytes = machine_memory_bytes / kMegabyte * kMegabyte;
  Options possible = options;
  possible.qpu_memory_bytes = std::min(options.qpu_memory_bytes, whole_megabytes);
  auto backend = start(possible, machine_memory_bytes);
  if (backend.ok()) return std::move(backend).value();
  const bool may_emulate =
      options.qpu_executor == QpuExecutor::automatic || options.qpu_executor == QpuExecutor::emulator;
  return std::make_unique<UnavailableQpu>(backend.error(),
                                          describe(may_emulate, machine_memory_bytes, options));
}

}  // namespace quadcl::qpu
