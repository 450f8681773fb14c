// SPDX-License-Identifier: Apache-2.0
// Processes with their own view of the file system.
#pragma once

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <functional>

namespace quadcl::test {

constexpr int kMayNotMount = 77;

/// The exit status of a process that runs `work`.
inline int status_of_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kMayNotMount) WARN("not tested: this process may not mount");
  return WEXITSTATUS(status);
}

/// Covers the folder with an empty one in memory, for the calling process alone. Ends the process with
/// kMayNotMount if it may not do that.
inline void cover(const char* folder, const char* options = nullptr) {
  static const bool is_alone = (unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
                               mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  if (!is_alone || mount("none", folder, "tmpfs", 0, options) != 0) _exit(kMayNotMount);
}

}  // namespace quadcl::test
