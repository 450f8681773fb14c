// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/builtin_kernels.h"
#include "qpu/backend/factory.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"

namespace quadcl::qpu {
namespace {

DeviceDescription describe(const Executor& executor, const BusMemory& memory, const Options& options) {
  DeviceDescription description;
  description.name = executor.emulated() ? "VideoCore IV QPU (emulated)" : "VideoCore IV QPU";
  description.kind = DeviceKind::gpu;
  description.vendor_id = 0x14e4;  // Broadcom's PCI vendor number
  description.compute_units = options.qpus;
  description.clock_mhz = executor.clock_mhz();
  description.global_memory_bytes = memory.capacity();
  description.max_allocation_bytes = memory.capacity() / 4 * 3;
  description.local_memory_bytes = kLocalMemoryBytes;
  description.global_cache_bytes = 16 << 10;  // L2C; docs/videocore4.md, Caches
  description.global_cache_line_bytes = 64;
  description.preferred_work_group_multiple = 16;
  description.float_vector_width = 16;
  description.emulated = executor.emulated();
  return description;
}

EmulatorSettings emulator_settings(const Options& options) {
  return {.memory_bytes = options.qpu_memory_bytes,
          .board = timing::find_board(options.board).value_or(timing::Board::zero),
          .caches = emulator::find_cache_mode(options.qpu_caches).value_or(emulator::CacheMode::off)};
}

LaunchReport report_of(const LaunchTotals& totals) {
  LaunchReport report{.target = LaunchTarget::qpu, .qpu_instructions = totals.instructions};
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
                   request.kernel->name + ": a buffer is not in the memory of the QPUs"};
  }
  return {};
}

class QpuBackend final : public Backend {
 public:
  QpuBackend(std::unique_ptr<Executor> executor, std::unique_ptr<Memory> code, const Options& options)
      : executor_(std::move(executor)),
        code_(std::move(code)),
        options_(options),
        description_(describe(*executor_, executor_->memory(), options)) {}

  const DeviceDescription& description() const override { return description_; }
  std::span<const KernelImage* const> builtin_kernels() const override { return builtin_kernel_images(); }

  Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment) override {
    return executor_->memory().allocate(size, alignment);
  }

  Result<void> check(const LaunchRequest& request) const override {
    QUADCL_CHECK(check_builtin_launch(request));
    return check_memory(request);
  }

  Result<LaunchReport> run(const LaunchRequest& request) override {
    auto report = is_product(request.kernel->builtin) ? run_as<SgemmLaunch>(request, run_sgemm)
                                                      : run_as<TransposeLaunch>(request, run_transpose);
    if (!report.ok()) return Error{report.error().code, request.kernel->name + ": " + report.error().message};
    return report;
  }

 private:
  template <typename Launch>
  Result<LaunchReport> run_as(const LaunchRequest& request,
                              Result<LaunchTotals> (*job)(const Launch&, const JobContext&)) {
    QUADCL_TRY(const auto launch, Launch::from(request));
    if (launch.empty()) return report_of({});
    QUADCL_TRY(const auto totals, job(launch, context(request)));
    return report_of(totals);
  }

  JobContext context(const LaunchRequest& request) {
    return {*executor_,
            *code_->range().bus,
            options_.qpus,
            options_.sgemm_split,
            options_.qpu_instruction_limit,
            request.model_time};
  }

  std::unique_ptr<Executor> executor_;  // outlives the code's memory
  std::unique_ptr<Memory> code_;
  Options options_;
  DeviceDescription description_;
};

}  // namespace

Result<std::unique_ptr<Backend>> make_qpu_backend(const Options& options) {
  QUADCL_TRY(auto executor, make_emulator_executor(emulator_settings(options)));
  const auto& bytes = kernel_code().bytes;
  QUADCL_TRY(auto code, executor->memory().allocate(bytes.size(), 64));
  std::memcpy(code->range().host, bytes.data(), bytes.size());
  return std::unique_ptr<Backend>(
      std::make_unique<QpuBackend>(std::move(executor), std::move(code), options));
}

}  // namespace quadcl::qpu
