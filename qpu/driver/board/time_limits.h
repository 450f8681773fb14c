// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

// How long the driver of the board waits for what.
namespace quadcl::qpu::board::time_limits {

// Senders cut launches into jobs that should take a part of the time after which a job is given up: the
// margin for wrong estimates.

/// A job that was started by registers is given up. The settings may say otherwise.
inline constexpr std::chrono::milliseconds kRegisterJob{10'000};
/// It should take one part of this many.
inline constexpr int kRegisterJobMargin = 4;

/// The firmware gives up a job: before the kernel's mailbox does, after 1 s (docs/videocore4.md, Traps), so
/// that the answer still comes.
inline constexpr std::chrono::milliseconds kFirmwareJob{900};
/// What a job of the firmware should take.
inline constexpr std::chrono::milliseconds kShortFirmwareJob{300};

/// A job that a process left on the chip when it died counts as hanging. The settings may say otherwise.
inline constexpr std::chrono::milliseconds kLeftJob{10'000};

/// A launch is refused while jobs of other processes have the chip. The settings may say otherwise.
inline constexpr std::chrono::milliseconds kLock{60'000};
/// The same at the end of the process, which then leaves the power on.
inline constexpr std::chrono::milliseconds kLockAtEnd{100};
/// Another process edits the record of firmware memory, which takes it far less.
inline constexpr std::chrono::milliseconds kRecord{1000};

}  // namespace quadcl::qpu::board::time_limits
