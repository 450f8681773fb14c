// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/board_executor.h"

#include <unistd.h>

#include <cmath>
#include <mutex>
#include <string>

#include "core/log.h"
#include "qpu/driver/board/board_memory.h"
#include "qpu/driver/board/find_memory_source.h"
#include "qpu/driver/board/firmware_memory.h"
#include "qpu/driver/board/launcher.h"

namespace quadcl::qpu::board {
namespace {

void sweep(const Firmware& firmware) {
  const unsigned swept = firmware.handles.sweep(
      [&](std::uint32_t handle) { release_firmware_memory(firmware.mailbox, handle); });
  if (swept > 0)
    log_line("released " + std::to_string(swept) + " allocations of processes that ended without doing so");
}

class BoardExecutor final : public Executor {
 public:
  BoardExecutor(const SystemView& view, const BoardSettings& settings,
                std::shared_ptr<const Firmware> firmware, ChipLock lock)
      : settings_(settings), firmware_(std::move(firmware)), lock_(std::move(lock)), board_(view.board) {}
  ~BoardExecutor() override { close(); }

  /// Errors: out_of_device_memory; out_of_resources if the chip hangs.
  Result<void> start(const SystemView& view) {
    QUADCL_TRY(auto source, find_memory_source(firmware_, board_));
    memory_ = std::make_unique<BoardMemory>(std::move(source), settings_.memory_bytes);
    if (view.can_use_mailbox()) {
      QUADCL_TRY(launcher_, make_mailbox_launcher(firmware_->mailbox, board_, *memory_));
    } else {
      launcher_ = make_register_launcher(firmware_->mailbox, V3d(board_), settings_.job_patience);
    }
    QUADCL_CHECK(clean_up());
    const std::uint32_t hertz = firmware_->mailbox.v3d_hertz();
    clock_mhz_ = hertz != 0 ? (hertz + 500'000) / 1'000'000
                            : static_cast<std::uint32_t>(std::lround(timing::info(board_.timing).v3d_mhz));
    log_line("The QPUs of this " + board_.model + " are used by " + launcher_->name() + ", with memory of " +
             memory_->source() + ", at " + std::to_string(clock_mhz_) + " MHz");
    return {};
  }

  BusMemory& memory() override { return *memory_; }
  bool emulated() const override { return false; }
  std::uint32_t clock_mhz() const override { return clock_mhz_; }
  std::optional<std::chrono::milliseconds> job_time() const override { return launcher_->job_time(); }

  Result<JobReport> run(const Job& job) override {
    if (job.programs.empty() || job.programs.size() > kQpus)
      return Error{ErrorCode::invalid_argument_value, "a job is for 1 to 12 QPUs"};
    if (is_forked()) return Error{ErrorCode::out_of_resources, "the QPUs are used by the parent process"};
    const std::lock_guard turn(mutex_);
    if (closed_) return Error{ErrorCode::out_of_resources, "the process ends"};
    QUADCL_TRY(const auto held, lock_.take(settings_.lock_patience));
    QUADCL_CHECK(check_chip(held));
    launcher_->prepare(job.programs);
    // All memory: a job names its programs and uniforms, but not what they read and write.
    QUADCL_CHECK(memory_->synchronise());
    held.set(ChipState::Kind::busy);
    const auto begin = std::chrono::steady_clock::now();
    const auto launched = launcher_->launch(job.programs);
    const auto time = std::chrono::steady_clock::now() - begin;
    if (launched.ok() && !launched->in_time) return give_up(held, launched->last_state);
    held.set(ChipState::Kind::idle);
    if (!launched.ok()) return launched.error();
    QUADCL_CHECK(memory_->synchronise());
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    return JobReport{.nanoseconds = static_cast<std::uint64_t>(nanoseconds), .counters = launched->counters};
  }

  void close() override {
    if (is_forked()) return;
    const std::lock_guard turn(mutex_);
    if (memory_ == nullptr || closed_) return;
    closed_ = true;
    // Another process that waits for its job, or a chip that hangs, needs the power.
    const auto held = lock_.take(time_limits::kLockAtEnd);
    const bool is_idle = held.ok() && held->state().kind == ChipState::Kind::idle;
    if (is_idle) (void)firmware_->mailbox.enable_qpus(false).ok();
    memory_->close();
  }

 private:
  /// Gives back what processes left that died, unless their programs may still write to it. While another
  /// process has a job, a later start does it.
  Result<void> clean_up() {
    const auto held = lock_.take(std::chrono::milliseconds(0));
    if (!held.ok()) return {};
    QUADCL_CHECK(check_chip(*held));
    sweep(*firmware_);
    return {};
  }

  /// A process that was forked shares lock, power and memory with its parent, which goes on with them.
  bool is_forked() const { return getpid() != process_; }

  /// Error: out_of_resources if the chip hangs.
  Result<void> check_chip(const ChipLock::Held& held) {
    ChipState state = held.state();
    if (state.kind == ChipState::Kind::idle) return {};
    // Registers show whether the programs of a process that died, or that was given up, have ended since.
    const auto end =
        std::chrono::steady_clock::now() +
        (state.kind == ChipState::Kind::busy ? settings_.left_job_patience : std::chrono::milliseconds(0));
    std::optional<bool> is_idle = launcher_->is_idle();
    while (is_idle == false && std::chrono::steady_clock::now() < end) is_idle = launcher_->is_idle();
    if (is_idle == true) {
      log_line("process " + std::to_string(state.process) + " left a job on the QPUs, which has ended");
      held.set(ChipState::Kind::idle);
      return {};
    }
    if (state.kind == ChipState::Kind::busy) {
      state = abandoned(state, is_idle.has_value());
      held.set(state);
    }
    return Error{ErrorCode::out_of_resources, "the QPUs hang: a job of process " +
                                                  std::to_string(state.process) + " did not end (" +
                                                  state.detail + "); reboot the board"};
  }

  Error give_up(const ChipLock::Held& held, const std::string& last_state) {
    held.set(ChipState::Kind::wedged, last_state);
    memory_->keep_everything();
    return {ErrorCode::out_of_resources, "the job on the QPUs did not end and was given up: " + last_state +
                                             "; later launches are refused, reboot the board"};
  }

  const pid_t process_ = getpid();
  const BoardSettings settings_;
  const std::shared_ptr<const Firmware> firmware_;
  const ChipLock lock_;
  const Board board_;
  std::mutex mutex_;  ///< callers take turns
  std::unique_ptr<BoardMemory> memory_;
  std::unique_ptr<Launcher> launcher_;
  std::uint32_t clock_mhz_ = 0;
  bool closed_ = false;
};

}  // namespace

Result<std::unique_ptr<Executor>> make_board_executor(const SystemView& view, const BoardSettings& settings) {
  Mailbox mailbox;
  QUADCL_TRY(auto lock, ChipLock::open(mailbox.file()));
  QUADCL_TRY(auto handles, HandleRecord::open(mailbox.file()));
  const auto firmware = std::make_shared<const Firmware>(Firmware{std::move(mailbox), std::move(handles)});
  auto executor = std::make_unique<BoardExecutor>(view, settings, firmware, std::move(lock));
  QUADCL_CHECK(executor->start(view));
  return std::unique_ptr<Executor>(std::move(executor));
}

}  // namespace quadcl::qpu::board
