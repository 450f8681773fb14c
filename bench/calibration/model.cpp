// SPDX-License-Identifier: Apache-2.0
#include "bench/calibration/model.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <new>
#include <set>
#include <stdexcept>

#include "bench/calibration/bench_chip.h"

namespace calibration {

namespace {

struct Outcome {
  double ratio = 0;  ///< 0: the point could not be run
  double seconds = 0;
};

/// Memory that processes share: the number of the next task, and the outcomes of all.
class SharedOutcomes {
 public:
  explicit SharedOutcomes(std::size_t tasks)
      : bytes_(sizeof(std::atomic<std::size_t>) + tasks * sizeof(Outcome)) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("out of memory");
    next_ = new (memory) std::atomic<std::size_t>(0);
    outcomes_ = reinterpret_cast<Outcome*>(next_ + 1);
  }
  ~SharedOutcomes() { munmap(next_, bytes_); }
  SharedOutcomes(const SharedOutcomes&) = delete;
  SharedOutcomes& operator=(const SharedOutcomes&) = delete;

  std::size_t take() { return next_->fetch_add(1); }
  Outcome& outcome(std::size_t task) { return outcomes_[task]; }

 private:
  std::size_t bytes_;
  std::atomic<std::size_t>* next_;
  Outcome* outcomes_;
};

double time_ratio(const Point& point) {
  try {
    const double ratio = point.model() / point.measured;
    return point.unit == "MB/s" || point.unit.empty() ? 1 / ratio : ratio;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fit: %s: %s\n", point.name.c_str(), error.what());
    return 0;
  }
}

/// Calls `work` in each of the processes, and waits until all have ended.
template <typename Work>
void in_processes(unsigned processes, const Work& work) {
  for (unsigned process = 0; process < processes; ++process) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a process");
    if (child > 0) continue;
    work();
    std::fflush(stderr);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
}

}  // namespace

std::string program_of(const Point& point) { return point.name.substr(0, point.name.find('-')); }

Model::Model(std::vector<Point> points, unsigned processes)
    : points_(std::move(points)),
      set_(BenchChip::overrides.constants),
      processes_(processes),
      seconds_(points_.size()) {}

/// Points that take long come first, so that processes end at about the same time.
std::vector<Model::Task> Model::tasks_for(std::size_t variants) const {
  std::vector<Task> tasks;
  for (std::size_t variant = 0; variant < variants; ++variant) {
    for (std::size_t point = 0; point < points_.size(); ++point) tasks.push_back({variant, point});
  }
  std::stable_sort(tasks.begin(), tasks.end(),
                   [&](const Task& a, const Task& b) { return seconds_[a.point] > seconds_[b.point]; });
  return tasks;
}

void Model::run_point(const Variant& variant, std::size_t point, double& ratio) const {
  BenchChip::Overrides& overrides = BenchChip::overrides;
  overrides.constants = set_;
  overrides.constants.insert(overrides.constants.end(), variant.constants.begin(), variant.constants.end());
  overrides.order = variant.order;
  overrides.clock_factor = variant.clock_factor;
  ratio = time_ratio(points_[point]);
}

void Model::run(const std::vector<Variant>& variants) {
  using Clock = std::chrono::steady_clock;
  const std::vector<Task> tasks = tasks_for(variants.size());
  SharedOutcomes shared(tasks.size());
  std::fflush(stdout);
  in_processes(processes_, [&] {
    for (std::size_t i = shared.take(); i < tasks.size(); i = shared.take()) {
      const auto start = Clock::now();
      Outcome& outcome = shared.outcome(i);
      run_point(variants[tasks[i].variant], tasks[i].point, outcome.ratio);
      outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    }
  });
  std::vector<Ratios> ratios(variants.size(), Ratios(points_.size()));
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (shared.outcome(i).ratio == 0) throw std::runtime_error("a point could not be run");
    ratios[tasks[i].variant][tasks[i].point] = shared.outcome(i).ratio;
    seconds_[tasks[i].point] = shared.outcome(i).seconds;
  }
  for (std::size_t v = 0; v < variants.size(); ++v) known_[variants[v]] = ratios[v];
}

std::vector<Ratios> Model::ratios(const std::vector<Variant>& variants) {
  std::set<Variant> unknown;
  for (const Variant& variant : variants) {
    if (known_.count(variant) == 0) unknown.insert(variant);
  }
  if (!unknown.empty()) run({unknown.begin(), unknown.end()});
  std::vector<Ratios> ratios;
  for (const Variant& variant : variants) ratios.push_back(known_.at(variant));
  return ratios;
}

const Ratios& Model::ratios(const Variant& variant) {
  ratios(std::vector{variant});
  return known_.at(variant);
}

}  // namespace calibration
