// SPDX-License-Identifier: Apache-2.0
// The application's signals are its own, during builds and after them.
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "plugin.h"

using namespace quadcl::test;

namespace {

constexpr const char* kSource = "kernel void k(global int* o) { o[get_global_id(0)] += 1; }";
/// Something of clang's stand-in target: LLVM takes it for a reason to end the process.
constexpr const char* kFatal = "kernel void k(global int* o) { o[0] = __nvvm_read_ptx_sreg_tid_x(); }";

/// More levels than there is stack.
const std::string& crash() {
  static const std::string source = [] {
    std::string text = "kernel void k(global int* o) { o[0] = ";
    for (int i = 0; i < 1500000; ++i) text += "-~";
    return text + "1; }";
  }();
  return source;
}

constexpr int kCrashSignals[]{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

std::vector<struct sigaction> all_actions() {
  std::vector<struct sigaction> actions;
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action{};
    sigaction(signal, nullptr, &action);
    actions.push_back(action);
  }
  return actions;
}

/// The C library sets this flag of the kernel's with each action.
constexpr int kRestorer = 0x04000000;

/// The handler, the flags, and the signals that wait for it: what the kernel knows of an action.
using Action = std::tuple<void (*)(int, siginfo_t*, void*), int, std::vector<int>>;

std::vector<Action> known_actions() {
  std::vector<Action> known;
  for (const struct sigaction& action : all_actions()) {
    std::vector<int> mask;
    for (int signal = 1; signal < NSIG; ++signal)
      if (sigismember(&action.sa_mask, signal) == 1) mask.push_back(signal);
    known.emplace_back(action.sa_sigaction, action.sa_flags & ~kRestorer, mask);
  }
  return known;
}

void handle_all(void (*handler)(int, siginfo_t*, void*)) {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action{};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(signal, &action, nullptr);  // fails for some
  }
}

/// Puts all actions back.
class Actions {
 public:
  ~Actions() {
    for (int signal = 1; signal < NSIG; ++signal)
      sigaction(signal, &before_[static_cast<std::size_t>(signal - 1)], nullptr);
  }

 private:
  const std::vector<struct sigaction> before_ = all_actions();
};

/// Another thread that does something again and again, at least once.
class Beside {
 public:
  template <typename Work>
  explicit Beside(Work work)
      : thread_([this, work] {
          do {
            work();
            ++count_;
          } while (!stop_);
        }) {
    while (count_ == 0) std::this_thread::yield();
  }
  ~Beside() { stop(); }
  /// How often it was done.
  unsigned stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return count_;
  }

 private:
  std::atomic<bool> stop_ = false;
  std::atomic<unsigned> count_ = 0;
  std::thread thread_;
};

std::atomic<unsigned> interruptions, right_faults, wrong_faults;
void* forbidden = nullptr;
thread_local sigjmp_buf after_fault;

void count_interruption(int, siginfo_t*, void*) { ++interruptions; }

void count_fault(int, siginfo_t* info, void*) {
  ++(info->si_code > 0 && info->si_addr == forbidden ? right_faults : wrong_faults);
  siglongjmp(after_fault, 1);
}

/// As programs do that handle faults, such as virtual machines.
void fault() {
  if (sigsetjmp(after_fault, 1) == 0) *static_cast<volatile int*>(forbidden) = 1;
}

}  // namespace

TEST_CASE("all signals are as before after each build", "[lost]") {
  const Actions actions;
  for (const bool own : {false, true}) {
    if (own) handle_all(count_interruption);
    const auto before = known_actions();
    for (const std::string& source :
         {std::string(kSource), std::string(kFatal), crash(), std::string("error")}) {
      INFO("source: " << source.substr(0, 100));
      CHECK((build(source).status == QUADCL_OK) == (source == kSource));
      CHECK((known_actions() == before));
    }
  }
}

TEST_CASE("signals that come during builds go to the application's handlers", "[lost]") {
  const Actions actions;
  handle_all(count_interruption);
  const auto before = known_actions();
  interruptions = 0;
  Beside sender([] {
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGHUP, SIGSEGV, SIGABRT})
      pthread_kill(pthread_self(), signal);
  });
  for (const std::string& source : {std::string(kSource), crash(), std::string(kSource)})
    CHECK((build(source).status == QUADCL_OK) == (source == kSource));
  CHECK((known_actions() == before));
  CHECK(interruptions == 6 * sender.stop());
}

TEST_CASE("faults that the application handles on another thread are its own", "[lost]") {
  const Actions actions;
  forbidden = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(forbidden != MAP_FAILED);
  struct sigaction action{};
  action.sa_sigaction = count_fault;
  action.sa_flags = SA_SIGINFO;
  REQUIRE(sigaction(SIGSEGV, &action, nullptr) == 0);
  right_faults = wrong_faults = 0;
  Beside faulting(fault);
  for (int i = 0; i < 3; ++i)
    for (const std::string& source : {std::string(kSource), crash(), std::string(kFatal)})
      CHECK((build(source).status == QUADCL_OK) == (source == kSource));
  const unsigned faults = faulting.stop();
  CHECK(right_faults == faults);
  CHECK(wrong_faults == 0);
  munmap(forbidden, 4096);
}

TEST_CASE("a handler that the application sets during builds stays") {
  const Actions actions;
  struct sigaction action{};
  action.sa_sigaction = count_fault;
  action.sa_flags = SA_SIGINFO;
  Beside builder([] { build(kSource); });
  REQUIRE(sigaction(SIGSEGV, &action, nullptr) == 0);
  builder.stop();
  CHECK(build(kSource).status == QUADCL_OK);
  struct sigaction now{};
  REQUIRE(sigaction(SIGSEGV, nullptr, &now) == 0);
  CHECK(now.sa_sigaction == count_fault);
}

TEST_CASE("a crash of the application during a build ends the process by the right signal") {
  for (const int signal : kCrashSignals) {
    INFO("signal " << signal);
    const pid_t child = fork();
    if (child == 0) {
      ::signal(signal, SIG_DFL);  // in place of the test framework's
      const Beside builder([] { build(kSource); });
      raise(signal);
      _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
  }
}
