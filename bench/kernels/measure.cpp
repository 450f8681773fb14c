// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/measure.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/median.h"

namespace kernel_bench {
namespace {

template <typename T>
std::string describe(std::size_t index, T actual, T expected) {
  return "element " + std::to_string(index) + " is " + std::to_string(actual) + " instead of " +
         std::to_string(expected);
}

template <typename T>
std::string compare(const std::vector<T>& actual, const std::vector<T>& expected, double tolerance) {
  if (actual.size() != expected.size()) return "the result has another size";
  double largest = 0;
  for (const T value : expected) largest = std::max(largest, std::abs(static_cast<double>(value)));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double error = std::abs(static_cast<double>(actual[i]) - static_cast<double>(expected[i]));
    if (!(error <= tolerance * largest)) return describe(i, actual[i], expected[i]);  // catches NaN too
  }
  return {};
}

double run_once(Prepared& prepared) {
  prepared.restore();
  return prepared.run();
}

/// Calls `work`; an exception becomes the problem of `score`.
template <typename Work>
void attempt(Score& score, Work work) {
  if (!score.passed()) return;
  try {
    work();
  } catch (const std::exception& error) {
    score.problem = error.what();
    if (score.problem.empty()) score.problem = "failed";
  }
}

/// One benchmark under way.
class Race {
 public:
  Race(const Benchmark& benchmark, std::uint32_t size, const Contestants& contestants)
      : contestants_(contestants), case_(benchmark.make(size)), prepared_(contestants.size()) {
    result_ = {&benchmark, size, std::vector<Score>(contestants.size())};
    if (case_.expected) expected_ = case_.expected(case_.arrays);
  }

  void check(std::size_t index) {
    attempt(result_.scores[index], [&] {
      prepared_[index] = contestants_[index]->prepare(*result_.benchmark, case_);
      run_once(*prepared_[index]);
      Array actual = prepared_[index]->result();
      if (index == 0 && !case_.expected) {
        expected_ = std::move(actual);
      } else {
        result_.scores[index].problem = difference(actual, expected_, case_.tolerance);
      }
    });
  }

  void time(std::size_t index) {
    Score& score = result_.scores[index];
    attempt(score, [&] { score.seconds.push_back(run_once(*prepared_[index])); });
  }

  Result take() { return std::move(result_); }

 private:
  const Contestants& contestants_;
  Case case_;
  std::vector<std::unique_ptr<Prepared>> prepared_;
  Array expected_;
  Result result_;
};

}  // namespace

std::string difference(const Array& actual, const Array& expected, double tolerance) {
  if (actual.index() != expected.index()) return "the result has another type";
  return std::visit(
      [&](const auto& values) {
        return compare(std::get<std::decay_t<decltype(values)>>(actual), values, tolerance);
      },
      expected);
}

Result measure(const Benchmark& benchmark, std::uint32_t size, const Contestants& contestants,
               unsigned rounds, const std::function<void()>& step) {
  Race race(benchmark, size, contestants);
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    race.check(i);
    step();
  }
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      race.time(i);
      step();
    }
  }
  return race.take();
}

double median_ratio(const Score& score, const Score& baseline) {
  return bench::median_ratio(score.seconds, baseline.seconds);
}

}  // namespace kernel_bench
