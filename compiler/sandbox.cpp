// SPDX-License-Identifier: Apache-2.0
#include "compiler/sandbox.h"

#include <llvm/Support/CrashRecoveryContext.h>
#include <pthread.h>
#include <signal.h>

#include <array>
#include <mutex>
#include <vector>

#include "compiler/build_limits.h"

namespace quadcl::compiler {
namespace {

/// Only address space: pages are allocated when they are touched.
constexpr std::size_t kStackBytes = sizeof(void*) == 8 ? std::size_t{512} << 20 : std::size_t{64} << 20;
constexpr std::array kCrashSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

/// LLVM's crash handlers are installed while any build runs; before and after, the application's are.
class CrashHandlers {
 public:
  CrashHandlers() {
    const std::lock_guard lock(mutex());
    if (users()++ != 0) return;
    llvm::CrashRecoveryContext::Enable();
    // The handler needs its own stack, because the thread's stack may have overflowed.
    for (const int signal : kCrashSignals) {
      struct sigaction action{};
      if (sigaction(signal, nullptr, &action) != 0) continue;
      action.sa_flags |= SA_ONSTACK;
      sigaction(signal, &action, nullptr);
    }
  }
  ~CrashHandlers() {
    const std::lock_guard lock(mutex());
    if (--users() == 0) llvm::CrashRecoveryContext::Disable();
  }
  CrashHandlers(const CrashHandlers&) = delete;
  CrashHandlers& operator=(const CrashHandlers&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex& mutex = *new std::mutex;
    return mutex;
  }
  static int& users() {
    static int users = 0;
    return users;
  }
};

struct Task {
  const std::function<void()>* work = nullptr;  ///< null if no thread can be started
  const char* failure = nullptr;
  BuildShare share{};
  pthread_t thread{};
};

thread_local Task* current_task = nullptr;

void* run_task(void* argument) {
  auto& task = *static_cast<Task*>(argument);
  std::vector<char> signal_stack(256u << 10);
  stack_t stack{};
  stack.ss_sp = signal_stack.data();
  stack.ss_size = signal_stack.size();
  stack_t before{};
  sigaltstack(&stack, &before);
  current_task = &task;
  {
    const LimitedThread limited(task.share);
    llvm::CrashRecoveryContext recovery;
    if (!recovery.RunSafely([&] { (*task.work)(); }) && task.failure == nullptr) task.failure = "it crashed";
  }
  sigaltstack(&before, nullptr);
  return nullptr;
}

}  // namespace

void give_up(const char* reason) {
  auto* recovery = llvm::CrashRecoveryContext::GetCurrent();
  if (recovery == nullptr) return;
  if (current_task != nullptr) current_task->failure = reason;
  recovery->HandleExit(1);
}

const char* run_in_sandbox(std::span<const std::function<void()>> pieces) {
  const CrashHandlers handlers;
  BuildMemory memory = 0;
  BuildShare share = share_of_this_thread();
  if (share.memory == nullptr) share = {&memory, {}};
  std::vector<Task> tasks(pieces.size());
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
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
  for (const Task& task : tasks)
    if (task.failure != nullptr) return task.failure;
  return nullptr;
}

const char* run_in_sandbox(const std::function<void()>& work) { return run_in_sandbox(std::span(&work, 1)); }

}  // namespace quadcl::compiler
