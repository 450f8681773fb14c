// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/emulator_executor.h"

#include <mutex>
#include <vector>

#include "qpu/driver/arena_memory.h"
#include "qpu/emulator/machine.h"

namespace quadcl::qpu {

namespace {

static_assert(kMaxQpus == emulator::kQpus);

class EmulatorExecutor final : public Executor {
 public:
  explicit EmulatorExecutor(std::unique_ptr<ArenaMemory> memory) : memory_(std::move(memory)) {}

  BusMemory& memory() override { return *memory_; }
  bool emulated() const override { return true; }

  Result<JobReport> run(const Job& job) override {
    if (job.programs.empty() || job.programs.size() > kMaxQpus) {
      return Error{ErrorCode::invalid_argument_value, "a job is for 1 to 12 QPUs"};
    }
    std::vector<emulator::Program> programs;
    for (const QpuProgram& program : job.programs) programs.push_back({program.code, program.uniforms});
    const std::lock_guard lock(mutex_);
    const auto map = memory_->snapshot();
    emulator::RunOutcome outcome = machine_.run(programs, *map, {.instruction_limit = job.instruction_limit});
    if (outcome.error) return std::move(*outcome.error);
    return JobReport{.instructions = outcome.instructions(),
                     .busiest_qpu_instructions = outcome.busiest_qpu_instructions(),
                     .host_interrupts = outcome.host_interrupts,
                     .cycles = {}};
  }

 private:
  std::unique_ptr<ArenaMemory> memory_;
  std::mutex mutex_;  ///< callers take turns
  emulator::Machine machine_;
};

}  // namespace

Result<std::unique_ptr<Executor>> make_emulator_executor(std::uint64_t memory_bytes) {
  QUADCL_TRY(auto memory, ArenaMemory::create(memory_bytes));
  return std::unique_ptr<Executor>(std::make_unique<EmulatorExecutor>(std::move(memory)));
}

}  // namespace quadcl::qpu
