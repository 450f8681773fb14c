// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

namespace quadcl::compiler {

/// The memory that all threads of a build have now.
using BuildMemory = std::atomic<std::ptrdiff_t>;

/// The share of a build that a thread works on.
struct BuildShare {
  BuildMemory* memory = nullptr;           ///< null: nothing is limited
  std::chrono::nanoseconds used_before{};  ///< processor time of the build before this thread began
};

/// Limits what the calling thread uses, as long as the object lives.
class LimitedThread {
 public:
  explicit LimitedThread(const BuildShare& share);
  ~LimitedThread();
  LimitedThread(const LimitedThread&) = delete;
  LimitedThread& operator=(const LimitedThread&) = delete;
};

/// While one lives, the thread does not give up for lack of memory: it holds locks.
class NoMemoryLimit {
 public:
  NoMemoryLimit();
  ~NoMemoryLimit();
  NoMemoryLimit(const NoMemoryLimit&) = delete;
  NoMemoryLimit& operator=(const NoMemoryLimit&) = delete;

 private:
  BuildMemory* const before_;
};

/// For a thread that goes on with what the calling thread does.
BuildShare share_of_this_thread();

/// Gives up if the build would have more memory than any sound program needs, or has used more time. Called
/// with the bytes that a block of memory stands for; negative when it is released. Cheap.
void count_memory(std::ptrdiff_t bytes);

/// Gives up if the work has used more processor time than any sound program needs. Called often: for tokens,
/// for passes, in our own long loops.
void check_build_time();

/// Whether so much of that time is used that the rest of the work should skip everything optional.
bool build_is_late();

}  // namespace quadcl::compiler
