// SPDX-License-Identifier: Apache-2.0
// Threads that do the same work at the same time. Catch2's assertions work in one thread only, so each thread
// returns a verdict.
#pragma once

#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace api {

/// A thread's record instead of assertions: the first failure.
class Verdict {
 public:
  bool expect(bool good, const char* what) {
    if (!good && text_.empty()) text_ = what;
    return good;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Runs `work(thread, verdict)` in `count` threads that start together. Returns the failures of all threads.
inline std::string crowd(std::size_t count, const std::function<void(std::size_t, Verdict&)>& work) {
  std::vector<Verdict> verdicts(count);
  std::barrier start(static_cast<std::ptrdiff_t>(count));
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      work(i, verdicts[i]);
    });
  }
  for (auto& thread : threads) thread.join();
  std::string wrong;
  for (std::size_t i = 0; i < count; ++i)
    if (!verdicts[i].text().empty())
      wrong += "thread " + std::to_string(i) + ": " + verdicts[i].text() + "; ";
  return wrong;
}

}  // namespace api

#define EXPECT(verdict, condition) (verdict).expect((condition), #condition)
