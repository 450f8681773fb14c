// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/options.h"
#include "qpu/driver/board/board.h"
#include "qpu/driver/board/shared_state.h"

namespace quadcl::qpu::board {

/// What the system shows of its QPUs.
struct SystemView {
  QpuExecutor wanted = QpuExecutor::automatic;
  Board board;
  int mailbox_error = 0;               ///< errno of opening /dev/vcio; 0: it is open
  int memory_error = 0;                ///< the same of /dev/mem
  bool has_cma = false;                ///< /dev/vcsm-cma can be opened
  bool has_vcsm = false;               ///< /dev/vcsm can be opened
  bool kernel_owns_v3d = false;        ///< the kernel's vc4 driver is bound to it
  bool has_64_bits = false;            ///< the kernel
  bool firmware_enables = false;       ///< it answers well to "enable QPU"
  std::uint32_t gpu_memory_bytes = 0;  ///< of the firmware; 0 if unknown
  bool has_power = false;              ///< V3D's registers can be read and show its name
  bool lacks_power = false;            ///< they can be read, and do not show it
  ChipState state;                     ///< what processes have left behind
  bool is_locked = false;              ///< a process has a job on the QPUs now
  std::string lock_error;  ///< why the lock that all processes share cannot be used; empty: it can

  bool can_use_mailbox() const { return firmware_enables && wanted != QpuExecutor::registers; }
  bool can_use_registers() const { return has_power && !kernel_owns_v3d && wanted != QpuExecutor::mailbox; }
};

/// Looks at this machine. Gives V3D power if the firmware allows it, but does not touch a chip that hangs.
SystemView look(QpuExecutor wanted);

enum class Reason : std::uint8_t {
  not_a_pi,
  other_qpus,
  no_mailbox,
  no_permission,
  hangs,
  kernel_owns_v3d,
  little_memory,
  refused_64_bits,
  refused,
  no_registers,
  no_power,
  no_memory,
  no_lock,
  busy,
  none,
};

struct ReasonInfo {
  Reason reason;
  std::string_view name;    ///< short, for the device's name
  std::string_view what;    ///< a sentence
  std::string_view advice;  ///< what to do, a sentence; may be empty
  bool blocks;              ///< the QPUs cannot be used
  bool (*holds)(const SystemView& view);
};
std::span<const ReasonInfo> reasons();

/// The first reason that holds.
const ReasonInfo& diagnose(const SystemView& view);

/// Its sentences, with what the view knows about it.
std::string explain(const ReasonInfo& reason, const SystemView& view);

}  // namespace quadcl::qpu::board
