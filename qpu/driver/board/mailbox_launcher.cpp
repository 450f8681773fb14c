// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <string>

#include "qpu/driver/board/last_state.h"
#include "qpu/driver/board/launcher.h"
#include "qpu/driver/board/time_limits.h"

namespace quadcl::qpu::board {
namespace {

/// The firmware is to flush the caches of the VPU, and to clear those of V3D.
constexpr std::uint32_t kFlush = 0;
constexpr std::uint32_t kTimedOut = 0x80000000;
constexpr auto kPatience = static_cast<std::uint32_t>(time_limits::kFirmwareJob.count());

class MailboxLauncher final : public Launcher {
 public:
  MailboxLauncher(const Mailbox& mailbox, const Board& board, BusMemory& memory,
                  std::unique_ptr<Memory> control)
      : mailbox_(mailbox), board_(board), memory_(memory), control_(std::move(control)) {}

  const char* name() const override { return "mailbox"; }
  std::optional<bool> is_idle() const override {
    const V3d v3d(board_);
    return v3d.ok() && v3d.has_power() ? std::optional(v3d.queue().idle()) : std::nullopt;
  }
  std::chrono::milliseconds job_time() const override { return time_limits::kShortFirmwareJob; }

  void prepare(std::span<const QpuProgram> programs) override {
    std::byte* to = control_->range().host;
    for (const QpuProgram& program : programs) {
      const std::uint32_t pair[2] = {program.uniforms.value(), program.code.value()};
      std::memcpy(to, pair, sizeof pair);
      to += sizeof pair;
    }
    memory_.to_qpus(control_->range());
  }

  Result<Launched> launch(std::span<const QpuProgram> programs) override {
    QUADCL_CHECK(mailbox_.enable_qpus(true));
    int failure = 0;
    const auto answer = mailbox_.ask(
        Tag::execute_qpu,
        {static_cast<std::uint32_t>(programs.size()), control_->range().bus->value(), kFlush, kPatience}, 1,
        &failure);
    if (failure == ETIMEDOUT) return given_up("the kernel's mailbox gave up");
    if (!answer.ok()) return answer.error();
    if (answer.value()[0] == 0) return Launched{};
    if (answer.value()[0] == kTimedOut)
      return given_up("the firmware gave up after " + std::to_string(kPatience) + " ms");
    return Error{ErrorCode::out_of_resources, "the firmware does not execute programs on the QPUs"};
  }

 private:
  /// Adds what the registers show, if this process may read them.
  Launched given_up(std::string who) const {
    const V3d v3d(board_);
    if (v3d.ok() && v3d.has_power()) who += "; " + describe_last_state(v3d);
    return Launched{false, std::move(who), {}};
  }

  const Mailbox& mailbox_;
  const Board board_;
  BusMemory& memory_;
  const std::unique_ptr<Memory> control_;  ///< a pair of addresses for each QPU
};

}  // namespace

Result<std::unique_ptr<Launcher>> make_mailbox_launcher(const Mailbox& mailbox, const Board& board,
                                                        BusMemory& memory) {
  QUADCL_TRY(auto control, memory.allocate(kQpus * 8, 64));
  return std::unique_ptr<Launcher>(
      std::make_unique<MailboxLauncher>(mailbox, board, memory, std::move(control)));
}

}  // namespace quadcl::qpu::board
