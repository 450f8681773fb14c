// SPDX-License-Identifier: Apache-2.0
#include "compiler/sandbox.h"

#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <pthread.h>
#include <signal.h>

#include <exception>
#include <vector>

#include "compiler/build_limits.h"
#include "compiler/crash_handlers.h"
#include "compiler/give_up.h"

namespace quadcl::compiler {
namespace {

/// Only address space: pages are allocated when they are touched.
constexpr std::size_t kStackBytes = sizeof(void*) == 8 ? std::size_t{512} << 20 : std::size_t{64} << 20;

struct Task {
  const std::function<void()>* work = nullptr;  ///< null if no thread can be started
  std::optional<std::string> failure;
  BuildShare share{};
  pthread_t thread{};
};

/// LLVM would write the reason to the application's standard error, and end the process.
void handle_fatal_error(void*, const char* reason, bool) { give_up(reason); }

/// There is one handler of each kind for all threads.
void handle_fatal_errors() {
  static const bool installed = [] {
    llvm::install_fatal_error_handler(handle_fatal_error);
    llvm::install_bad_alloc_error_handler(
        [](void*, const char*, bool) { give_up("it takes too much memory"); });
    return true;
  }();
  static_cast<void>(installed);
}

void work_on(Task& task) {
  try {
    (*task.work)();
  } catch (const std::bad_alloc&) {
    task.failure = "it takes too much memory";
  } catch (const std::exception& error) {
    task.failure = error.what();
  }
}

void* run_task(void* argument) {
  auto& task = *static_cast<Task*>(argument);
  std::vector<char> signal_stack(256u << 10);
  stack_t stack{};
  stack.ss_sp = signal_stack.data();
  stack.ss_size = signal_stack.size();
  stack_t before{};
  sigaltstack(&stack, &before);
  keep_reason_in(&task.failure);
  {
    const LimitedThread limited(task.share);
    llvm::CrashRecoveryContext recovery;
    on_crash_here([] { give_up("it crashed"); });
    recovery.RunSafely([&] { work_on(task); });
    on_crash_here(nullptr);
  }
  sigaltstack(&before, nullptr);
  return nullptr;
}

/// For the threads of builds: signals of the application are for its own threads. A blocked crash would end
/// the process.
sigset_t all_but_crashes() {
  sigset_t signals;
  sigfillset(&signals);
  for (const int signal : kCrashSignals) sigdelset(&signals, signal);
  return signals;
}

}  // namespace

std::optional<std::string> run_in_sandbox(std::span<const std::function<void()>> pieces) {
  handle_fatal_errors();
  const CrashHandlers handlers;
  const sigset_t blocked = all_but_crashes();
  BuildMemory memory = 0;
  BuildShare share = share_of_this_thread();
  if (share.memory == nullptr) share = {&memory, {}};
  std::vector<Task> tasks(pieces.size());
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_attr_setsigmask_np(&attributes, &blocked);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    tasks[i].work = &pieces[i];
    tasks[i].share = share;
    if (pthread_create(&tasks[i].thread, &attributes, run_task, &tasks[i]) != 0) {
      tasks[i].failure = "no thread could be started";
      tasks[i].work = nullptr;
    }
  }
  pthread_attr_destroy(&attributes);
  for (const Task& task : tasks)
    if (task.work != nullptr) pthread_join(task.thread, nullptr);
  for (Task& task : tasks)
    if (task.failure) return std::move(task.failure);
  return {};
}

std::optional<std::string> run_in_sandbox(const std::function<void()>& work) {
  return run_in_sandbox(std::span(&work, 1));
}

}  // namespace quadcl::compiler
