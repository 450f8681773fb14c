// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <array>

namespace quadcl::compiler {

inline constexpr std::array kCrashSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

/// As long as an object exists, a crash calls what the thread has set with `on_crash_here`. Crashes of all
/// other threads, and signals that somebody sent, go to the application's handlers as they were before. The
/// last object puts these back, except those that the application has replaced meanwhile.
class CrashHandlers {
 public:
  CrashHandlers();
  ~CrashHandlers();
  CrashHandlers(const CrashHandlers&) = delete;
  CrashHandlers& operator=(const CrashHandlers&) = delete;
};

using LeaveFunction = void();
/// For the calling thread: a function that does not return. NULL: its crashes are the application's.
void on_crash_here(LeaveFunction* leave);

}  // namespace quadcl::compiler
