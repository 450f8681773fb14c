// SPDX-License-Identifier: Apache-2.0
#include "compiler/crash_handlers.h"

#include <errno.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <pthread.h>

#include <mutex>

// All calls of sigaction in our code and in the archives of LLVM go to the second function, by an option of
// the linker: LLVM changes no signals of the application.
extern "C" int __real_sigaction(int signal, const struct sigaction* action, struct sigaction* before);
extern "C" int __wrap_sigaction(int, const struct sigaction*, struct sigaction*) { return 0; }

namespace quadcl::compiler {
namespace {

/// What the application does with each signal.
std::array<struct sigaction, kCrashSignals.size()> actions;

thread_local constinit LeaveFunction* leave_this_thread = nullptr;

/// What `kill` sends goes to any thread. A crash is no such signal; `abort` is one of the thread itself.
bool was_sent(const siginfo_t& info) { return info.si_code == SI_USER || info.si_code == SI_QUEUE; }

void take_default_action(int signal) {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  __real_sigaction(signal, &action, nullptr);
  raise(signal);  // takes effect when the handler returns
}

void give_to_application(struct sigaction& kept, int signal, siginfo_t* info, void* context) {
  const struct sigaction action = kept;
  if ((action.sa_flags & SA_RESETHAND) != 0) kept = {};  // SIG_DFL
  if ((action.sa_flags & SA_SIGINFO) != 0) return action.sa_sigaction(signal, info, context);
  // A fault cannot be ignored.
  if (action.sa_handler == SIG_IGN && info->si_code <= 0) return;
  if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) return take_default_action(signal);
  action.sa_handler(signal);
}

void handle(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (leave_this_thread != nullptr && !was_sent(*info)) {
    // The jump out of the handler does not restore the mask.
    pthread_sigmask(SIG_SETMASK, &static_cast<ucontext_t*>(context)->uc_sigmask, nullptr);
    leave_this_thread();
  }
  for (std::size_t i = 0; i < actions.size(); ++i)
    if (kCrashSignals[i] == signal) give_to_application(actions[i], signal, info, context);
  errno = error;
}

/// Returns the action so far. A new one may be missing.
struct sigaction exchange(int signal, const struct sigaction* action) {
  struct sigaction before{};
  __real_sigaction(signal, action, &before);
  return before;
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == handle;
}

/// With the application's mask and flags, so that its handler runs as if it had been called directly, except
/// that it has the signal stack if there is one: the stack of a build may have overflowed.
void install(int signal, struct sigaction& kept) {
  struct sigaction action = exchange(signal, nullptr);
  // An application may have kept our handler from an earlier build, and put it back.
  if (is_ours(action)) action = kept;
  action.sa_sigaction = handle;
  action.sa_flags = (action.sa_flags & ~SA_RESETHAND) | SA_SIGINFO | SA_ONSTACK;
  const struct sigaction before = exchange(signal, &action);
  if (!is_ours(before)) kept = before;
}

/// The application may replace our handler at any time.
void put_back(int signal, const struct sigaction& kept) {
  const struct sigaction before = exchange(signal, &kept);
  if (!is_ours(before)) exchange(signal, &before);
}

/// For good. Where LLVM is a shared library, this replaces actions.
void enable_recovery() {
  static const bool enabled = [] {
    std::array<struct sigaction, kCrashSignals.size()> before;
    for (std::size_t i = 0; i < before.size(); ++i) before[i] = exchange(kCrashSignals[i], nullptr);
    llvm::CrashRecoveryContext::Enable();
    for (std::size_t i = 0; i < before.size(); ++i)
      if (exchange(kCrashSignals[i], nullptr).sa_handler != before[i].sa_handler)
        exchange(kCrashSignals[i], &before[i]);
    return true;
  }();
  static_cast<void>(enabled);
}

std::mutex& mutex() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

unsigned users = 0;

}  // namespace

CrashHandlers::CrashHandlers() {
  const std::lock_guard lock(mutex());
  if (users++ != 0) return;
  enable_recovery();
  for (std::size_t i = 0; i < actions.size(); ++i) install(kCrashSignals[i], actions[i]);
}

CrashHandlers::~CrashHandlers() {
  const std::lock_guard lock(mutex());
  if (--users != 0) return;
  for (std::size_t i = 0; i < actions.size(); ++i) put_back(kCrashSignals[i], actions[i]);
}

void on_crash_here(LeaveFunction* leave) { leave_this_thread = leave; }

}  // namespace quadcl::compiler
