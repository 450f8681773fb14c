// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <thread>

#include "qpu/driver/board/last_state.h"
#include "qpu/driver/board/launcher.h"
#include "qpu/driver/board/time_limits.h"

namespace quadcl::qpu::board {
namespace {

constexpr std::uint32_t kClearL2c = 4;
constexpr std::uint32_t kClearSlices = 0x0f0f0f0f;  ///< TMU1, TMU0, uniforms, instructions
constexpr std::uint32_t kClearQueue = 1 << 16 | 1 << 8 | 1 << 7;
constexpr std::uint32_t kVpmForQpus = 16;  ///< in 256 bytes: the 64 rows that a QPU can address
constexpr std::uint32_t kUnlimitedUniforms = 1024;
constexpr std::uint32_t kAllCounters = 0xffff;

/// The counters that are not of the 3D pipeline (docs/videocore4.md, Launch without firmware).
constexpr std::array<std::uint32_t, 13> kCounted{13, 16, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29};

class RegisterLauncher final : public Launcher {
 public:
  RegisterLauncher(const Mailbox& mailbox, V3d v3d, std::chrono::milliseconds patience)
      : mailbox_(mailbox), v3d_(std::move(v3d)), patience_(patience) {}

  const char* name() const override { return "registers"; }
  std::chrono::milliseconds job_time() const override { return patience_ / time_limits::kRegisterJobMargin; }
  void prepare(std::span<const QpuProgram>) override {}

  std::optional<bool> is_idle() const override { return !v3d_.has_power() || v3d_.queue().idle(); }

  Result<Launched> launch(std::span<const QpuProgram> programs) override {
    QUADCL_CHECK(give_power());
    clear_caches_and_queue();
    if (v3d_.read(Register::vpmbase) == 0) v3d_.write(Register::vpmbase, kVpmForQpus);
    start_counters();
    for (const QpuProgram& program : programs) {
      v3d_.write(Register::srqul, kUnlimitedUniforms);
      v3d_.write(Register::srqua, program.uniforms.value());
      v3d_.write(Register::srqpc, program.code.value());
    }
    Launched launched{.in_time = wait_for(static_cast<unsigned>(programs.size()))};
    if (!launched.in_time) launched.last_state = describe_last_state(v3d_);
    launched.counters = read_counters();
    return launched;
  }

 private:
  Result<void> give_power() {
    if (v3d_.has_power()) return {};
    if (mailbox_.file().ok()) QUADCL_CHECK(mailbox_.enable_qpus(true));
    if (v3d_.has_power()) return {};
    return Error{ErrorCode::out_of_resources, "V3D has no power: its registers read 0xdeadbeef"};
  }

  void clear_caches_and_queue() {
    v3d_.write(Register::dbcfg, 0);
    v3d_.write(Register::dbqite, 0);
    v3d_.write(Register::dbqitc, ~0u);
    v3d_.write(Register::l2cactl, kClearL2c);
    v3d_.write(Register::slcactl, kClearSlices);
    v3d_.write(Register::srqcs, kClearQueue);
  }

  void start_counters() {
    for (unsigned i = 0; i < kCounted.size(); ++i) v3d_.write(Register::pctrs0, kCounted[i], 8 * i);
    v3d_.write(Register::pctrc, kAllCounters);
    v3d_.write(Register::pctre, kCountersOn | kAllCounters);
  }

  ChipCounters read_counters() {
    v3d_.write(Register::pctre, 0);
    ChipCounters counters{};
    for (unsigned i = 0; i < kCounted.size(); ++i) counters[kCounted[i]] = v3d_.read(Register::pctr0, 8 * i);
    return counters;
  }

  /// Polls: short jobs end in less time than a sleep takes.
  bool wait_for(unsigned programs) {
    const auto start = std::chrono::steady_clock::now();
    constexpr std::chrono::milliseconds busy_polling{2};
    while (v3d_.queue().completed() != programs) {
      const auto waited = std::chrono::steady_clock::now() - start;
      if (waited > patience_) return false;
      if (waited > busy_polling) std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    return true;
  }

  const Mailbox& mailbox_;
  const V3d v3d_;
  const std::chrono::milliseconds patience_;
};

}  // namespace

std::unique_ptr<Launcher> make_register_launcher(const Mailbox& mailbox, V3d v3d,
                                                 std::chrono::milliseconds patience) {
  return std::make_unique<RegisterLauncher>(mailbox, std::move(v3d), patience);
}

}  // namespace quadcl::qpu::board
