// SPDX-License-Identifier: Apache-2.0
#include "bench/calibration/job_points.h"

#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "bench/calibration/bench_chip.h"
#include "tools/files.h"
#include "tools/job_file.h"

namespace calibration {

namespace {

namespace tools = quadcl::tools;
using quadcl::qpu::timing::Parameter;

std::string contents(const std::string& path) {
  auto text = tools::read_file(path);
  if (!text) throw std::runtime_error("cannot read " + path);
  return std::move(*text);
}

std::optional<double> launch_microseconds(const std::string& launch, const timing::Parameters& parameters) {
  if (launch == "none") return 0;
  if (launch == "registers") return parameters.get(Parameter::register_launch);
  if (launch == "mailbox") return parameters.get(Parameter::mailbox_launch);
  return {};
}

/// Runs the job from its file's bytes.
double job_seconds(const std::string& path, const timing::Parameters& parameters) {
  const auto job = tools::parse_job(contents(path));
  if (!job) throw std::runtime_error(path + ": " + job.error().message);
  const std::string bytes = contents(std::filesystem::path(path).parent_path() / job->image);
  const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
  std::vector<std::byte> image(first, first + bytes.size());
  const auto memory = tools::map_job(*job, image);
  if (!memory) throw std::runtime_error(path + ": " + memory.error().message);
  return parameters.seconds(run_job(job->programs, *memory, parameters).total);
}

/// A job of a published time, and how often it ran.
struct RepeatedJob {
  unsigned count;
  std::string path;
};

/// `text` is [COUNT*]JOB. Nothing if COUNT is not a whole number from 1 on, or JOB is empty.
std::optional<RepeatedJob> repeated_job(const std::string& text, const std::filesystem::path& folder) {
  const std::size_t star = text.find('*');
  const std::string job = star == text.npos ? text : text.substr(star + 1);
  unsigned count = 1;
  if (star != text.npos) {
    const char* end = text.data() + star;
    if (std::from_chars(text.data(), end, count) != std::from_chars_result{end, std::errc{}}) return {};
  }
  if (count == 0 || job.empty()) return {};
  return RepeatedJob{count, (folder / job).string()};
}

std::vector<RepeatedJob> rest_of_line(std::istringstream& words, const std::filesystem::path& folder) {
  std::vector<RepeatedJob> jobs;
  for (std::string word; words >> word;) {
    auto job = repeated_job(word, folder);
    if (!job) throw std::runtime_error("expected [COUNT*]JOB: " + word);
    jobs.push_back(std::move(*job));
  }
  return jobs;
}

double seconds_of(const std::vector<RepeatedJob>& jobs, const timing::Parameters& parameters,
                  double launch_us) {
  double sum = 0;
  for (const RepeatedJob& job : jobs)
    sum += job.count * (job_seconds(job.path, parameters) + launch_us * 1e-6);
  return sum;
}

Point point_of(const std::string& line, const std::filesystem::path& folder) {
  std::istringstream words(line);
  std::string name, board_name, launch;
  double seconds = 0, mhz = 0;
  const bool complete = static_cast<bool>(words >> name >> seconds >> board_name >> mhz >> launch);
  const std::vector<RepeatedJob> jobs = rest_of_line(words, folder);
  if (!complete || jobs.empty() || seconds <= 0 || mhz <= 0) {
    throw std::runtime_error("expected NAME SECONDS BOARD MHZ LAUNCH [COUNT*]JOB...: " + line);
  }
  const auto board = timing::find_board(board_name);
  if (!board) throw std::runtime_error("unknown board: " + line);
  const timing::Parameters parameters(*board, mhz);
  const auto launch_us = launch_microseconds(launch, parameters);
  if (!launch_us) throw std::runtime_error("a launch is none, registers or mailbox: " + line);
  return {name,
          "as published; " + board_name + ", " + std::to_string(static_cast<int>(mhz)) + " MHz",
          "s",
          seconds,
          launch == "none" ? "" : "launched by " + launch,
          [=] { return seconds_of(jobs, with_overrides(parameters), *launch_us); }};
}

}  // namespace

std::vector<Point> job_points(const std::string& list) {
  std::vector<Point> points;
  std::istringstream lines(contents(list));
  const std::filesystem::path folder = std::filesystem::path(list).parent_path();
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") != line.npos) points.push_back(point_of(line, folder));
  }
  return points;
}

}  // namespace calibration
