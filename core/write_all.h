// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <cstddef>
#include <span>

namespace quadcl {

/// While it lives, a file of this thread's that would become larger than the process may make one
/// (RLIMIT_FSIZE) is an error, EFBIG, and no SIGXFSZ. No handler changes.
class NoFileSizeSignal {
 public:
  NoFileSizeSignal();
  ~NoFileSizeSignal();
  NoFileSizeSignal(const NoFileSizeSignal&) = delete;
  NoFileSizeSignal& operator=(const NoFileSizeSignal&) = delete;

 private:
  bool was_pending_ = false;
  sigset_t before_;
};

/// Writes at the file's position. False if there is no room, or another error, which `errno` tells; a part
/// may be written then. It never raises SIGXFSZ.
bool write_all(int file, std::span<const std::byte> bytes);

}  // namespace quadcl
