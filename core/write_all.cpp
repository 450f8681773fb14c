// SPDX-License-Identifier: Apache-2.0
#include "core/write_all.h"

#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace quadcl {
namespace {

sigset_t file_size_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  return signals;
}

bool is_pending() {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGXFSZ) == 1;
}

}  // namespace

NoFileSizeSignal::NoFileSizeSignal() {
  const sigset_t signals = file_size_signal();
  pthread_sigmask(SIG_BLOCK, &signals, &before_);
  was_pending_ = is_pending();
}

NoFileSizeSignal::~NoFileSizeSignal() {
  const int error = errno;
  // The system sends the signal to the thread that writes. One that was pending before is the application's.
  if (!was_pending_ && is_pending()) {
    const sigset_t signals = file_size_signal();
    const timespec now{};
    while (sigtimedwait(&signals, nullptr, &now) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = error;
}

bool write_all(int file, std::span<const std::byte> bytes) {
  const NoFileSizeSignal no_signal;
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace quadcl
