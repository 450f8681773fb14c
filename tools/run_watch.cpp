// SPDX-License-Identifier: Apache-2.0
#include "tools/run_watch.h"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>

namespace quadcl::tools {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};

std::atomic<qpu::emulator::RunControl*> running{nullptr};

void stop_running(int) {
  if (qpu::emulator::RunControl* const control = running.load()) control->stop = true;
}

/// A program that was started with an ignored signal goes on ignoring it.
void handle(int number) {
  struct sigaction action{};
  if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = stop_running;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(number, &action, nullptr);
}

}  // namespace

RunWatch::RunWatch(std::string program, double seconds) : program_(std::move(program)) {
  running = &control_;
  for (const int number : kSignals) handle(number);
  if (seconds > 0) teller_ = std::thread([this, seconds] { tell(seconds); });
}

RunWatch::~RunWatch() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  if (teller_.joinable()) teller_.join();
  running = nullptr;
}

void RunWatch::tell(double seconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto pause = std::chrono::duration<double>(seconds);
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, pause, [this] { return over_; })) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::fprintf(
        stderr, "%s: %llu instructions after %.3g s; Ctrl-C ends the run and shows where each QPU is\n",
        program_.c_str(), static_cast<unsigned long long>(control_.instructions.load()), elapsed.count());
  }
}

}  // namespace quadcl::tools
