// SPDX-License-Identifier: Apache-2.0
#include <sys/utsname.h>

#include <catch2/catch.hpp>
#include <set>

#include "fixture.h"
#include "qpu/backend/factory.h"
#include "qpu/driver/make_executor.h"

using namespace board_testing;
using board::Reason;
using board::Soc;
using Catch::Matchers::Contains;
using quadcl::QpuExecutor;

namespace {

quadcl::DeviceDescription device(QpuExecutor executor = QpuExecutor::automatic,
                                 const std::string& modelled = "") {
  quadcl::Options options;
  options.board = modelled;
  options.qpu_executor = executor;
  options.qpu_memory_bytes = 16 << 20;
  return quadcl::qpu::make_qpu_backend(options, std::uint64_t{1} << 30)->description();
}

struct Case {
  Reason reason;
  std::string configuration;
  std::string advice;  ///< a part of it
  QpuExecutor executor = QpuExecutor::automatic;
};

}  // namespace

TEST_CASE("boards by their device trees") {
  const auto soc = [](const char* model, const char* compatible) {
    return board::board_of(model, std::string("raspberrypi,model") + '\0' + compatible).soc;
  };
  CHECK(soc("Raspberry Pi Zero W Rev 1.1", "brcm,bcm2835") == Soc::bcm2835);
  CHECK(soc("Raspberry Pi Model B Rev 2", "brcm,bcm2835") == Soc::bcm2835);
  CHECK(soc("Raspberry Pi 2 Model B Rev 1.1", "brcm,bcm2836") == Soc::bcm2836);
  CHECK(soc("Raspberry Pi 2 Model B Rev 1.2", "brcm,bcm2837") == Soc::bcm2837);
  CHECK(soc("Raspberry Pi Zero 2 W Rev 1.0", "brcm,bcm2837") == Soc::bcm2837);
  CHECK(soc("Raspberry Pi 4 Model B Rev 1.4", "brcm,bcm2711") == Soc::newer);
  CHECK(soc("Raspberry Pi 5 Model B Rev 1.0", "brcm,bcm2712") == Soc::newer);
  CHECK(soc("Raspberry Pi 9", "brcm,bcm9999") == Soc::newer);
  CHECK(soc("Some PC", "brcm,bcm2835") == Soc::none);
  CHECK(soc("", "") == Soc::none);
  using quadcl::qpu::timing::Board;
  CHECK(board::board_of("Raspberry Pi Zero W", "brcm,bcm2835").timing == Board::zero);
  CHECK(board::board_of("Raspberry Pi Model B", "brcm,bcm2835").timing == Board::pi1);
  CHECK(board::board_of("Raspberry Pi Zero W", "brcm,bcm2835").v3d() == 0x20c00000);
  CHECK(board::board_of("Raspberry Pi 3", "brcm,bcm2837").v3d() == 0x3fc00000);
}

TEST_CASE("each reason is found by what the system shows, and the platform falls back to the emulator") {
  const SimulatedBoard simulated;
  utsname names{};
  REQUIRE(uname(&names) == 0);
  const bool has_64_bits = std::string(names.machine).find("64") != std::string::npos;
  const Case c = GENERATE_COPY(
      Case{Reason::no_mailbox, "vcio=0", "kernel of Raspberry Pi OS"},
      Case{Reason::no_permission, "vcio_allowed=0", "group video"},
      Case{Reason::little_memory, "enables=0 gpu_megabytes=16 mem=0", "gpu_mem=128"},
      Case{has_64_bits ? Reason::refused_64_bits : Reason::refused, "enables=0 mem=0", "registers"},
      Case{Reason::no_registers, "mem_allowed=0", "root", QpuExecutor::registers},
      Case{Reason::no_power, "ignores_power=1", "mailbox", QpuExecutor::registers},
      Case{Reason::no_power, "ignores_power=1", "reboot"},
      Case{Reason::no_memory, "cma_allowed=0 mem_allowed=0", "udev rule"});
  simulated.configure(c.configuration);
  const board::SystemView view = board::look(c.executor);
  const board::ReasonInfo& found = board::diagnose(view);
  INFO(c.configuration);
  CHECK(found.name == std::find_if(board::reasons().begin(), board::reasons().end(), [&](const auto& row) {
                        return row.reason == c.reason;
                      })->name);
  CHECK(found.reason == c.reason);
  CHECK(found.blocks);
  CHECK_THAT(board::explain(found, view), Contains(c.advice));

  if (c.executor == QpuExecutor::automatic) {
    const quadcl::DeviceDescription description = device();
    CHECK(description.available);
    CHECK(description.emulated);
    CHECK(description.name == "VideoCore IV QPU (emulated: " + std::string(found.name) + ")");
    CHECK_THAT(description.notice, Contains(std::string(found.what)));
  }
  // An executor that the user names is used, or none.
  const bool by_registers = c.executor == QpuExecutor::registers;
  const quadcl::DeviceDescription named = device(by_registers ? c.executor : QpuExecutor::mailbox);
  CHECK_FALSE(named.available);
  CHECK_THAT(named.notice, Contains(std::string(found.what)));
  CHECK(device(QpuExecutor::emulator).name == "VideoCore IV QPU (emulated)");
}

TEST_CASE("full KMS is found by the driver that is bound to V3D") {
  const SimulatedBoard simulated;
  simulated.configure("enables=0");
  simulated.file("/sys/bus/platform/drivers/vc4_v3d/3fc00000.v3d", "");
  const board::SystemView view = board::look(QpuExecutor::automatic);
  CHECK(board::diagnose(view).reason == Reason::kernel_owns_v3d);
  CHECK_THAT(board::explain(board::diagnose(view), view), Contains("vc4-fkms-v3d"));
  // Registers that the kernel's driver uses are not touched.
  CHECK(board::diagnose(board::look(QpuExecutor::registers)).reason == Reason::kernel_owns_v3d);
}

TEST_CASE("other machines: a Raspberry Pi 4 is told so, a PC is not") {
  const SimulatedBoard simulated;
  simulated.model("Raspberry Pi 4 Model B Rev 1.4", "brcm,bcm2711");
  CHECK(device().name == "VideoCore IV QPU (emulated: this model has other QPUs)");
  CHECK_THAT(device().notice, Contains("Raspberry Pi 4 Model B"));
  simulated.file("/proc/device-tree/model", "");
  CHECK(device().name == "VideoCore IV QPU (emulated)");
  CHECK(device().notice.empty());
  CHECK_FALSE(device(QpuExecutor::mailbox).available);
  CHECK(simulated.messages(board::Tag::enable_qpu).empty());
}

TEST_CASE("a board whose QPUs can be used has a device that is not emulated") {
  const SimulatedBoard simulated;
  simulated.configure("v3d_megahertz=400");
  const QpuExecutor executor = GENERATE(QpuExecutor::automatic, QpuExecutor::mailbox, QpuExecutor::registers);
  const quadcl::DeviceDescription description = device(executor);
  CHECK(description.name == "VideoCore IV QPU");
  CHECK_FALSE(description.emulated);
  CHECK(description.available);
  CHECK(description.clock_mhz == 400);
  CHECK(description.notice.empty());
}

TEST_CASE("emulated QPUs have the clock of this machine, or of the board that the user names") {
  const SimulatedBoard simulated;
  using quadcl::qpu::timing::Board;
  const auto clock = [](Board board) {
    return static_cast<std::uint32_t>(quadcl::qpu::timing::info(board).v3d_mhz);
  };
  REQUIRE(clock(Board::pi3) != clock(Board::zero));
  CHECK(device(QpuExecutor::emulator).clock_mhz == clock(Board::pi3));
  CHECK(device(QpuExecutor::emulator, "zero").clock_mhz == clock(Board::zero));
  simulated.model("Raspberry Pi Zero", "brcm,bcm2835");
  CHECK(device(QpuExecutor::emulator).clock_mhz == clock(Board::zero));
  CHECK(device(QpuExecutor::emulator, "pi3").clock_mhz == clock(Board::pi3));
  simulated.model("Raspberry Pi 4 Model B", "brcm,bcm2711");
  CHECK(device().clock_mhz == clock(Board::zero));
  simulated.file("/proc/device-tree/model", "");
  CHECK(device().clock_mhz == clock(Board::zero));
}

TEST_CASE("every reason has a name of its own, sentences, and advice") {
  std::set<std::string_view> names;
  for (const board::ReasonInfo& row : board::reasons()) {
    CHECK(row.what.ends_with('.'));
    if (row.reason == Reason::not_a_pi || row.reason == Reason::none) continue;
    CHECK(names.insert(row.name).second);
    CHECK(row.advice.ends_with('.'));
  }
  CHECK(board::reasons().back().reason == Reason::none);
}
