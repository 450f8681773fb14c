// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/race.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/median.h"
#include "samples/common/sample.h"
#include "tools/replay/compare.h"
#include "tools/replay/device.h"

namespace replay {
namespace {

using Clock = std::chrono::steady_clock;
using Tell = std::function<void(const std::string&)>;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// ---- In the child process

/// A device by its number in the list, with more build options.
struct Choice {
  std::size_t device = 0;
  std::string options;
};

/// From N or N+OPTIONS.
Choice choice_of(const std::string& text) {
  Choice choice;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), choice.device);
  choice.options.assign(rest, text.data() + text.size());
  if (error != std::errc{} || (!choice.options.empty() && choice.options[0] != '+'))
    throw std::runtime_error("there is no device " + text);
  choice.options.erase(0, 1);
  return choice;
}

class Race {
 public:
  Race(const std::filesystem::path& folder, const Settings& settings, Tell tell)
      : settings_(settings), tell_(std::move(tell)), capture_(read(folder)) {}

  Outcome run() {
    prepare();
    compare_results();
    for (unsigned round = 0; round < settings_.rounds; ++round) {
      for (std::size_t i = 0; i < 2; ++i) {
        tell_("timing on " + names_[i]);
        outcome_.seconds[i].push_back(time(*prepared_[i]));
      }
    }
    return std::move(outcome_);
  }

 private:
  void prepare() {
    const auto devices = sample::find_devices(sample::compiles_opencl_c);
    const std::array<Choice, 2> choices{choice_of(settings_.devices[0]), choice_of(settings_.devices[1])};
    for (const Choice& choice : choices) {
      if (choice.device >= devices.size())
        throw std::runtime_error("there is no device " + std::to_string(choice.device));
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const cl::Device& device = devices[choices[i].device];
      names_[i] = sample::full_name(device) + choices[i].options;
      tell_("building on " + names_[i]);
      prepared_[i] = std::make_unique<PreparedLaunch>(device, capture_, choices[i].options);
    }
  }

  std::vector<std::size_t> all_buffers() const {
    std::vector<std::size_t> numbers(capture_.buffers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
  }

  /// After one launch on each device.
  void compare_results() {
    for (std::size_t i = 0; i < 2; ++i) {
      tell_("running on " + names_[i]);
      prepared_[i]->restore(all_buffers());
      prepared_[i]->run();
    }
    tell_("comparing");
    for (std::size_t number = 0; number < capture_.buffers.size(); ++number) {
      const Bytes& before = capture_.buffers[number].content;
      const Bytes one = prepared_[0]->content(number), other = prepared_[1]->content(number);
      if (one != before || other != before) written_.push_back(number);
      const Difference found =
          compare(before, one, other, prepared_[0]->element_type(number), settings_.tolerance);
      outcome_.largest_difference = std::max(outcome_.largest_difference, found.largest);
      if (found.elements > 0 && outcome_.difference.empty())
        outcome_.difference = "buffer " + std::to_string(number) + ": " + std::to_string(found.elements) +
                              " elements differ; " + found.first;
    }
    outcome_.wrote = !written_.empty();
  }

  /// Seconds of a launch. Every launch finds the captured content in the buffers that it changes.
  double time(PreparedLaunch& prepared) {
    std::vector<double> launches;
    double sum = 0;
    const auto start = Clock::now();
    while (launches.empty() || (sum < settings_.seconds && seconds_since(start) < 4 * settings_.seconds)) {
      prepared.restore(written_);
      launches.push_back(prepared.run());
      sum += launches.back();
    }
    return bench::median(std::move(launches));
  }

  const Settings& settings_;
  const Tell tell_;
  const Capture capture_;
  std::array<std::string, 2> names_;
  std::array<std::unique_ptr<PreparedLaunch>, 2> prepared_;
  std::vector<std::size_t> written_;
  Outcome outcome_;
};

/// The line of a build log that names the error, or its first.
std::string error_line(const std::string& log) {
  const std::size_t error = log.find("rror");  // also Error
  const std::size_t place = error == std::string::npos ? 0 : error;
  const std::size_t newline = log.rfind('\n', place);
  const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
  return log.substr(begin, log.find('\n', begin) - begin);
}

std::string problem_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const cl::BuildError& error) {
    const auto logs = error.getBuildLog();
    return "does not build: " + (logs.empty() ? "" : error_line(logs.front().second));
  } catch (const cl::Error& error) {
    return std::string(error.what()) + " failed with OpenCL error " + std::to_string(error.err());
  } catch (const std::exception& error) {
    return error.what();
  }
}

void send(int pipe, const nlohmann::json& message) {
  const std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (::write(pipe, line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(3);
}

/// Sends each step before it begins, and at the end the outcome.
[[noreturn]] void run_child(const std::filesystem::path& folder, const Settings& settings, int pipe) {
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);  // kernels may print
  std::string step = "starting";
  const Tell tell = [&](const std::string& what) { send(pipe, {{"step", step = what}}); };
  try {
    const Outcome outcome = Race(folder, settings, tell).run();
    // JSON has no infinity.
    send(pipe, {{"seconds", outcome.seconds},
                {"largest", std::min(outcome.largest_difference, 1e300)},
                {"difference", outcome.difference},
                {"wrote", outcome.wrote}});
  } catch (...) {
    send(pipe, {{"problem", step + ": " + problem_of(std::current_exception())}});
  }
  _exit(0);  // without destructors of runtimes, which may hang
}

// ---- In the parent

/// All that the child sends; `limit` seconds at most.
std::string receive(int pipe, unsigned limit) {
  std::string text;
  const auto start = Clock::now();
  while (seconds_since(start) < limit) {
    pollfd ready{pipe, POLLIN, 0};
    if (poll(&ready, 1, 200) <= 0) continue;
    char part[4096];
    const ssize_t size = ::read(pipe, part, sizeof part);
    if (size <= 0) break;
    text.append(part, static_cast<std::size_t>(size));
  }
  return text;
}

std::string ending(int status) {
  if (!WIFSIGNALED(status)) return "ended with status " + std::to_string(WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGKILL) return "took too long";
  return std::string("crashed: ") + strsignal(WTERMSIG(status));
}

Outcome outcome_from(const std::string& text, int status) {
  Outcome outcome;
  std::string step = "starting";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto message = nlohmann::json::parse(line);
    if (message.contains("step")) step = message["step"];
    if (message.contains("problem")) outcome.problem = message["problem"];
    if (!message.contains("seconds")) continue;
    outcome.seconds = message["seconds"].get<std::array<std::vector<double>, 2>>();
    outcome.largest_difference = message["largest"];
    outcome.difference = message["difference"];
    outcome.wrote = message["wrote"];
    return outcome;
  }
  if (outcome.problem.empty()) outcome.problem = step + ": " + ending(status);
  return outcome;
}

}  // namespace

double Outcome::ratio() const { return bench::median_ratio(seconds[0], seconds[1]); }

Outcome race(const std::filesystem::path& folder, const Settings& settings) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    close(ends[0]);
    run_child(folder, settings, ends[1]);
  }
  close(ends[1]);
  const std::string text = receive(ends[0], settings.limit);
  close(ends[0]);
  kill(child, SIGKILL);  // if it hangs
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome = outcome_from(text, status);
  outcome.name = folder.filename().empty() ? folder.parent_path().filename() : folder.filename();
  return outcome;
}

}  // namespace replay
