// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/diagnosis.h"

#include <fcntl.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include "qpu/driver/board/mailbox.h"
#include "qpu/driver/board/system.h"
#include "qpu/driver/board/v3d.h"

namespace quadcl::qpu::board {
namespace {

/// With less, firmware does without its 3D part, which the QPUs belong to.
constexpr std::uint32_t kLeastGpuMemory = 32 << 20;

bool is_without_way(const SystemView& view) { return !view.can_use_mailbox() && !view.can_use_registers(); }
bool is_refused(const SystemView& view) {
  return view.wanted != QpuExecutor::registers && !view.firmware_enables && !view.can_use_registers();
}

// The order matters: the first row that holds counts. Sources: docs/videocore4.md, Traps.
constexpr std::array kReasons{
    ReasonInfo{Reason::not_a_pi, "", "This machine is not a Raspberry Pi.", "", true,
               [](const SystemView& view) { return view.board.soc == Soc::none; }},
    ReasonInfo{Reason::other_qpus, "this model has other QPUs",
               "This model has a VideoCore VI or later, whose QPUs have other instructions.",
               "QuadCL runs on the QPUs of the Raspberry Pi Zero, 1, 2 and 3.", true,
               [](const SystemView& view) { return view.board.soc == Soc::newer; }},
    ReasonInfo{
        Reason::no_mailbox, "no /dev/vcio", "There is no /dev/vcio, by which programs talk to the firmware.",
        "Use the kernel of Raspberry Pi OS, or load its module for the firmware's mailbox.", true,
        [](const SystemView& view) {
          return view.mailbox_error != 0 && view.mailbox_error != EACCES && view.mailbox_error != EPERM;
        }},
    ReasonInfo{
        Reason::no_permission, "no permission for /dev/vcio", "This user may not open /dev/vcio.",
        "Add the user to the group video (sudo usermod -aG video USER, then log in again); if the file does "
        "not belong to that group, install QuadCL's udev rule.",
        true, [](const SystemView& view) { return view.mailbox_error != 0; }},
    ReasonInfo{Reason::hangs, "the chip hangs", "A job did not end, and its QPUs may hang.",
               "Reboot the board. Until then QuadCL does not touch the QPUs.", true,
               [](const SystemView& view) { return view.state.kind == ChipState::Kind::wedged; }},
    ReasonInfo{Reason::kernel_owns_v3d, "the kernel's vc4 driver owns V3D",
               "The kernel's driver vc4 owns V3D (full KMS), so the firmware refuses the QPUs.",
               "In /boot/config.txt, or /boot/firmware/config.txt, replace dtoverlay=vc4-kms-v3d by "
               "dtoverlay=vc4-fkms-v3d, or remove it, and reboot.",
               true, [](const SystemView& view) { return is_without_way(view) && view.kernel_owns_v3d; }},
    ReasonInfo{Reason::little_memory, "too little gpu_mem",
               "The firmware has too little memory for its 3D part.",
               "Set gpu_mem=128 in config.txt and reboot.", true,
               [](const SystemView& view) {
                 return view.gpu_memory_bytes != 0 && view.gpu_memory_bytes < kLeastGpuMemory &&
                        (is_refused(view) || !view.has_cma);
               }},
    ReasonInfo{
        Reason::refused_64_bits, "the firmware refuses 64-bit systems",
        "The firmware refuses the QPUs on this 64-bit system.",
        "Use the 32-bit Raspberry Pi OS; or run the program as root, which starts them by their registers if "
        "QUADCL_QPU_EXECUTOR is auto.",
        true, [](const SystemView& view) { return is_refused(view) && view.has_64_bits; }},
    ReasonInfo{Reason::refused, "the firmware refuses", "The firmware refuses the QPUs.",
               "Update the firmware; or run the program as root, which starts them by their registers if "
               "QUADCL_QPU_EXECUTOR is auto.",
               true, is_refused},
    ReasonInfo{Reason::no_registers, "no permission for /dev/mem",
               "V3D's registers cannot be reached: /dev/mem cannot be opened.",
               "Run the program as root, or use QUADCL_QPU_EXECUTOR=mailbox.", true,
               [](const SystemView& view) { return is_without_way(view) && view.memory_error != 0; }},
    ReasonInfo{Reason::no_power, "V3D has no power", "V3D has no power: its registers read 0xdeadbeef.",
               "The firmware can power it, with QUADCL_QPU_EXECUTOR=auto or mailbox. If it does not, update "
               "it and reboot.",
               true, [](const SystemView& view) { return is_without_way(view) || view.lacks_power; }},
    ReasonInfo{
        Reason::no_memory, "no memory for the QPUs",
        "There is no memory that QPUs and programs share: none of /dev/vcsm-cma, /dev/vcsm and /dev/mem can "
        "be opened.",
        "Run the program as root, or give the group video access to /dev/vcsm-cma by QuadCL's udev rule.",
        true,
        [](const SystemView& view) { return !view.has_cma && !view.has_vcsm && view.memory_error != 0; }},
    ReasonInfo{
        Reason::no_lock, "no lock for the QPUs", "The lock of the QPUs cannot be used.",
        "The directory /run/lock must exist, and the file must be open to the group that may use /dev/vcio.",
        true, [](const SystemView& view) { return !view.lock_error.empty(); }},
    ReasonInfo{
        Reason::busy, "another process is at work", "Another process has a job on the QPUs.",
        "Launches wait for it.", false,
        [](const SystemView& view) { return view.is_locked || view.state.kind == ChipState::Kind::busy; }},
    ReasonInfo{Reason::none, "", "The QPUs can be used.", "", false, [](const SystemView&) { return true; }},
};

bool is_bound_to_vc4(const Board& board) {
  char path[96];
  std::snprintf(path, sizeof path, "/sys/bus/platform/drivers/vc4_v3d/%x.v3d", board.v3d());
  return exists(path);
}

bool has_64_bits() {
  utsname names{};
  return uname(&names) == 0 && std::string_view(names.machine).find("64") != std::string_view::npos;
}

/// Reads registers, which does not disturb a chip that hangs. Empty if they do not show it.
std::optional<bool> is_idle(const SystemView& view) {
  if (view.memory_error != 0 || view.kernel_owns_v3d) return {};
  const V3d v3d(view.board);
  if (!v3d.ok()) return {};
  if (v3d.has_power()) return v3d.queue().idle();
  // Without power no job runs. Whether a chip that hung works again afterwards is not known.
  return view.state.kind == ChipState::Kind::busy ? std::optional(true) : std::nullopt;
}

void look_at_state(SystemView& view, const Mailbox& mailbox) {
  const auto lock = ChipLock::open(mailbox.file());
  if (!lock.ok()) {
    view.lock_error = lock.error().message;
    return;
  }
  const auto held = lock->take(std::chrono::milliseconds(0));
  view.is_locked = !held.ok();
  view.state = lock->peek();
  if (!held.ok() || view.state.kind == ChipState::Kind::idle) return;
  const std::optional<bool> idle = is_idle(view);
  if (idle == true) {
    view.state = {};
    held->set(ChipState::Kind::idle);
  } else if (view.state.kind == ChipState::Kind::busy && !idle) {
    view.state = abandoned(view.state, false);
    held->set(view.state);
  }
}

}  // namespace

SystemView look(QpuExecutor wanted) {
  SystemView view{.wanted = wanted, .board = find_board()};
  if (!view.board.has_our_qpus()) return view;
  const Mailbox mailbox;
  view.mailbox_error = mailbox.file().error();
  view.memory_error = File("/dev/mem", O_RDWR | O_SYNC).error();
  view.has_cma = File("/dev/vcsm-cma", O_RDWR).ok();
  view.has_vcsm = File("/dev/vcsm", O_RDWR).ok();
  view.kernel_owns_v3d = is_bound_to_vc4(view.board);
  view.has_64_bits = has_64_bits();
  if (!mailbox.file().ok()) return view;
  view.gpu_memory_bytes = mailbox.vc_memory_bytes();
  look_at_state(view, mailbox);
  if (view.state.kind == ChipState::Kind::wedged) return view;
  view.firmware_enables = mailbox.enable_qpus(true).ok();
  if (view.memory_error == 0 && !view.kernel_owns_v3d) {
    const V3d v3d(view.board);
    view.has_power = v3d.ok() && v3d.has_power();
    view.lacks_power = v3d.ok() && !v3d.has_power();
  }
  return view;
}

std::span<const ReasonInfo> reasons() { return kReasons; }

const ReasonInfo& diagnose(const SystemView& view) {
  return *std::ranges::find_if(kReasons, [&](const ReasonInfo& row) { return row.holds(view); });
}

std::string explain(const ReasonInfo& reason, const SystemView& view) {
  std::string text(reason.what);
  if (reason.reason == Reason::hangs)
    text += " It was of process " + std::to_string(view.state.process) + ": " + view.state.detail + ".";
  if (reason.reason == Reason::no_lock) text += ' ' + view.lock_error + '.';
  if (reason.reason == Reason::other_qpus) text += " It is a " + view.board.model + ".";
  if (!reason.advice.empty()) text += ' ' + std::string(reason.advice);
  return text;
}

}  // namespace quadcl::qpu::board
