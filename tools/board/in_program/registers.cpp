// SPDX-License-Identifier: Apache-2.0
#include "tools/board/in_program/registers.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <atomic>
#include <csignal>

#include "tools/board/in_program/c_library.h"
#include "tools/board/in_program/connection.h"
#include "tools/board/in_program/mappings.h"

#if !defined(__x86_64__) && !defined(__i386__)
#error "registers need the single steps of x86"
#endif

namespace quadcl::tools::simulated {

namespace {

constexpr greg_t kTrapFlag = 0x100, kWriteFault = 2;
constexpr std::size_t kPage = 4096;

/// The access of a thread that is under way.
struct Access {
  MappedPart part;
  std::size_t offset = 0;
  bool is_write = false;

  std::byte* page() const { return part.start + offset / kPage * kPage; }
  volatile std::uint32_t& word() const {
    return *reinterpret_cast<volatile std::uint32_t*>(part.start + offset / 4 * 4);
  }
  Request request(Verb verb) const {
    Request request;
    request.verb = verb;
    request.offset = part.physical + offset / 4 * 4;
    return request;
  }
};
/// Signal handlers may not allocate it.
[[gnu::tls_model("initial-exec")]] thread_local Access access;
[[gnu::tls_model("initial-exec")]] thread_local bool is_under_way = false;

/// What the program itself does at these signals.
struct sigaction of_program[2]{};
std::atomic<bool> are_handled{false};

struct sigaction* program_action(int signal) {
  if (signal != SIGSEGV && signal != SIGTRAP) return nullptr;
  return &of_program[signal == SIGSEGV ? 0 : 1];
}

int real_sigaction(int signal, const struct sigaction* action, struct sigaction* old) {
  static auto* const function = next<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
  return function(signal, action, old);
}

void leave_to_program(int signal, siginfo_t* info, void* context) {
  const struct sigaction& action = *program_action(signal);
  if ((action.sa_flags & SA_SIGINFO) != 0) return action.sa_sigaction(signal, info, context);
  if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) return action.sa_handler(signal);
  real_sigaction(signal, &action, nullptr);  // and the instruction again
}

void before_access(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  MappedPart part;
  if (!find_mapped(info->si_addr, part) || !part.is_registers) return leave_to_program(signal, info, context);
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  access = {part, static_cast<std::size_t>(static_cast<std::byte*>(info->si_addr) - part.start),
            (registers[REG_ERR] & kWriteFault) != 0};
  is_under_way = true;
  mprotect(access.page(), kPage, PROT_READ | PROT_WRITE);
  // A write may be one that reads first.
  Reply reply;
  if (ask(part.connection, access.request(access.is_write ? Verb::peek : Verb::read), reply))
    access.word() = reply.value;
  registers[REG_EFL] |= kTrapFlag;
  errno = error;
}

void after_access(int signal, siginfo_t* info, void* context) {
  if (!is_under_way) return leave_to_program(signal, info, context);
  const int error = errno;
  is_under_way = false;
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  if (access.is_write) {
    Request request = access.request(Verb::write);
    request.value = access.word();
    Reply reply;
    ask(access.part.connection, request, reply);
  }
  mprotect(access.page(), kPage, PROT_NONE);
  errno = error;
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  real_sigaction(signal, &action, program_action(signal));
}

}  // namespace

void* map_registers(std::size_t size) {
  static auto* const function = next<void*(void*, size_t, int, int, int, off_t)>("mmap");
  if (!are_handled.exchange(true)) {
    handle(SIGSEGV, before_access);
    handle(SIGTRAP, after_access);
  }
  return function(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

namespace {

/// Threads that block all signals must still be able to reach the registers.
int change_mask(const char* name, int how, const sigset_t* signals, sigset_t* old) {
  auto* const function = next<int(int, const sigset_t*, sigset_t*)>(name);
  if (signals == nullptr || how == SIG_UNBLOCK) return function(how, signals, old);
  sigset_t fewer = *signals;
  sigdelset(&fewer, SIGSEGV);
  sigdelset(&fewer, SIGTRAP);
  return function(how, &fewer, old);
}

}  // namespace
}  // namespace quadcl::tools::simulated

using namespace quadcl::tools::simulated;

QUADCL_REPLACES int sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  struct sigaction* const kept = are_handled ? program_action(signal) : nullptr;
  if (kept == nullptr) return real_sigaction(signal, action, old);
  if (old != nullptr) *old = *kept;
  if (action != nullptr) *kept = *action;
  return 0;
}

QUADCL_REPLACES int pthread_sigmask(int how, const sigset_t* signals, sigset_t* old) noexcept {
  return change_mask("pthread_sigmask", how, signals, old);
}

QUADCL_REPLACES int sigprocmask(int how, const sigset_t* signals, sigset_t* old) noexcept {
  return change_mask("sigprocmask", how, signals, old);
}
