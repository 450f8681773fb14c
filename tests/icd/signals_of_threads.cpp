// SPDX-License-Identifier: Apache-2.0
// A program that launches kernels, and looks at the signals of all threads. All but its own must block them.
#include <signal.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "transposition.h"

namespace {

/// The signals that the thread blocks, as bits. All of them if it has ended.
std::uint64_t blocked_signals(const std::filesystem::path& thread) {
  std::ifstream file(thread / "status");
  for (std::string word; file >> word;)
    if (word == "SigBlk:" && file >> word) return std::stoull(word, nullptr, 16);
  return ~std::uint64_t{0};
}

bool blocks_signals(const std::filesystem::path& thread) {
  const std::uint64_t blocked = blocked_signals(thread);
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGCHLD})
    if ((blocked >> (signal - 1) & 1) == 0) return false;
  return true;
}

/// Also the number of these threads.
bool others_block_signals(int& others) {
  bool all = true;
  others = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    if (entry.path().filename() == std::to_string(getpid())) continue;
    ++others;
    all = all && blocks_signals(entry.path());
  }
  return all;
}

}  // namespace

int main() {
  Transposition transposition;
  int others = 0;
  bool all = false;
  // A thread may have just started.
  for (int i = 0; i < 200 && !all; ++i) {
    transposition.enqueue();
    transposition.finish();  // this thread helps
    transposition.run();
    all = others_block_signals(others);
  }
  require(others > 0, "other threads");
  require(all, "threads that block signals");
  return 0;
}
