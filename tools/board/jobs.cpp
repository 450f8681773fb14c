// SPDX-License-Identifier: Apache-2.0
#include "tools/board/jobs.h"

#include <algorithm>
#include <cstring>

#include "core/processors.h"
#include "qpu/asm/checks/checker.h"
#include "tools/fault_report.h"
#include "tools/job_file.h"

namespace quadcl::tools::simulated {

namespace emulator = qpu::emulator;
namespace timing = qpu::timing;

namespace {

/// As much of the code as tells it from other code, and as is checked.
constexpr std::uint32_t kToldApart = 64 * 8, kChecked = 256 << 10;

/// The code from an address on, up to the end of its memory or `most` bytes.
std::vector<std::uint64_t> code_at(const emulator::BusMap& map, BusAddress address, std::uint32_t most) {
  const emulator::BusSegment* const segment = map.find(address, 8);
  if (segment == nullptr) return {};
  const std::uint32_t left = segment->size - (address - segment->bus);
  std::vector<std::uint64_t> words(std::min(left, most) / 8);
  std::memcpy(words.data(), segment->host + (address - segment->bus), words.size() * 8);
  return words;
}

BusAddress first_code(std::span<const qpu::QpuProgram> programs) {
  const auto by_code = [](const qpu::QpuProgram& program) { return program.code.value(); };
  return std::ranges::min(programs, {}, by_code).code;
}

std::uint64_t hash_of(std::span<const std::uint64_t> words) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const std::uint64_t word : words) hash = (hash ^ word) * 0x100000001b3;
  return hash;
}

std::string hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

}  // namespace

/// Findings of a run, put to those of the jobs before.
class JobRunner::Sink final : public emulator::FindingSink {
 public:
  explicit Sink(JobRunner& runner) : runner_(runner) {}

  void report(const emulator::Finding& finding) override {
    const qpu::RuleInfo& rule = emulator::info(finding.rule);
    Problem& problem = runner_.problem_at(finding.address.value(), rule.name);
    if (problem.times++ == 0) problem.text = emulator::to_string(finding);
    problem.is_error = rule.severity == qpu::Severity::error;
    problem.qpus |= 1u << finding.qpu;
  }

 private:
  JobRunner& runner_;
};

JobRunner::Problem& JobRunner::problem_at(std::uint64_t place, std::string_view rule) {
  const auto [known, is_new] = problem_index_.try_emplace({std::string(rule), place}, problems_.size());
  if (is_new) problems_.push_back({.rule = rule});
  return problems_[known->second];
}

JobRunner::Kind& JobRunner::kind_of(std::span<const qpu::QpuProgram> programs, const emulator::BusMap& map) {
  const BusAddress code = first_code(programs);
  const std::uint64_t hash = hash_of(code_at(map, code, kToldApart));
  const auto known = std::ranges::find_if(
      kinds_, [&](const Kind& kind) { return kind.hash == hash && kind.code == code.value(); });
  if (known != kinds_.end()) return *known;
  return kinds_.emplace_back(Kind{.hash = hash, .code = code.value()});
}

void JobRunner::check_code(const Kind& kind, std::span<const qpu::QpuProgram> programs,
                           const emulator::BusMap& map) {
  const auto words = code_at(map, BusAddress(kind.code), kChecked);
  qpu::assembly::CheckerOptions options;
  options.pedantic = settings_.pedantic;
  for (const qpu::QpuProgram& program : programs) {
    const std::uint32_t offset = program.code.value() - kind.code;
    if (offset / 8 < words.size()) options.entries.push_back(offset);
  }
  for (const qpu::assembly::CodeFinding& finding : qpu::assembly::check(words, options)) {
    Problem& problem = problem_at(kind.hash ^ finding.address, finding.rule->name);
    if (problem.times++ > 0) continue;
    problem.text = "code at " + hex(kind.code) + " + " + qpu::assembly::to_string(finding, words);
    problem.is_error = finding.rule->severity == qpu::Severity::error;
  }
}

emulator::RunOutcome JobRunner::execute(std::span<const qpu::QpuProgram> programs,
                                        const emulator::BusMap& map, emulator::Observer* observer,
                                        timing::TimeReport& time, bool is_timed) {
  if (!is_timed)
    return machine_.run(programs, map,
                        {.instruction_limit = settings_.limit, .observer = observer, .control = &control_});
  timing::Instruments instruments;
  if (settings_.trace) instruments.trace = &trace_;
  if (settings_.profile) instruments.profile = &profile_;
  instruments.observer = observer;
  instruments.control = &control_;
  return timing::run_timed(machine_, programs, map, settings_.limit, settings_.parameters, time, instruments);
}

emulator::RunOutcome JobRunner::run(std::span<const qpu::QpuProgram> programs, const emulator::BusMap& map,
                                    timing::Counters* counters) {
  ++jobs_;
  Kind& kind = kind_of(programs, map);
  Sink sink(*this);
  emulator::RuleChecker checker(sink, {.unwritten = settings_.unwritten,
                                       .pedantic = settings_.pedantic,
                                       .stop_at_error = settings_.rules == Rules::error});
  const bool is_checked = settings_.rules != Rules::off;
  if (is_checked && kind.jobs == 0) check_code(kind, programs, map);
  machine_.set_threads(quadcl::usable_processors());
  machine_.model_caches(settings_.caches, &sink, settings_.parameters.cache_geometries());
  timing::TimeReport time;
  const bool is_timed = settings_.timed || counters != nullptr;
  auto outcome = execute(programs, map, is_checked ? &checker : nullptr, time, is_timed);
  if (is_checked) checker.job_ended();

  ++kind.jobs;
  kind.qpus = std::max<std::uint64_t>(kind.qpus, programs.size());
  kind.instructions += outcome.instructions();
  kind.time += time.total;
  kind.failed += outcome.error ? 1 : 0;
  trace_.next_job(time.total);
  for (std::size_t i = 0; i < counters_.size(); ++i) counters_[i] += time.counters[i];
  if (counters != nullptr) *counters = time.counters;
  if (outcome.error && told_ != nullptr) tell_failure(outcome);
  return outcome;
}

void JobRunner::tell_failure(const emulator::RunOutcome& outcome) const {
  *told_ << "qpu-board: job " << jobs_ << " did not end as it should:\n";
  report_fault(*told_, outcome, machine_.qpus(), History(nullptr), {JobFile{}, CodeNames{}});
  told_->flush();
}

}  // namespace quadcl::tools::simulated
