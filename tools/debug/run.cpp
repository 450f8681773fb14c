// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/run.h"

#include <cstring>
#include <utility>

namespace quadcl::tools::debug {

namespace {

/// Stops before the first attempt.
class StopAtOnce final : public Judge {
 public:
  bool stops(const Run&, const Attempt&) override { return true; }
};

}  // namespace

Run::Run(LoadedJob& loaded, const RunArguments& arguments, const qpu::timing::Parameters& parameters)
    : Tracker(nullptr), loaded_(loaded), timed_(arguments.timed()) {
  if (arguments.rules != Rules::off) forward_to(&checker_.emplace(*this, arguments.rule_options()));
  StopAtOnce at_once;
  judge_ = &at_once;
  thread_ = std::thread([this, arguments, parameters] { run_job(arguments, parameters); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ != State::running; });
}

Run::~Run() {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::ending;
  }
  changed_.notify_all();
  thread_.join();
}

void Run::run_job(const RunArguments& arguments, const qpu::timing::Parameters& parameters) {
  machine_.model_caches(arguments.cache_mode(), this, parameters.cache_geometries());
  emulator::RunOutcome outcome;
  if (timed_) {
    outcome = qpu::timing::run_timed(machine_, loaded_.job.programs, loaded_.map, arguments.limit, parameters,
                                     time_, {.observer = this, .clocks = &clocks_});
  } else {
    outcome = machine_.run(loaded_.job.programs, loaded_.map,
                           {.instruction_limit = arguments.limit, .observer = this});
  }
  if (checker_) checker_->job_ended();
  const std::lock_guard lock(mutex_);
  outcome_ = std::move(outcome);
  if (state_ == State::ending) return;
  judge_->ended(*this);
  state_ = State::stopped;
  changed_.notify_all();
}

void Run::resume(Judge& judge) {
  if (ended()) return;
  std::unique_lock lock(mutex_);
  judge_ = &judge;
  state_ = State::running;
  changed_.notify_all();
  changed_.wait(lock, [this] { return state_ != State::running; });
}

/// Waits; false if the run is to end.
bool Run::stop() {
  std::unique_lock lock(mutex_);
  if (state_ == State::running) state_ = State::stopped;
  changed_.notify_all();
  changed_.wait(lock, [this] { return state_ != State::stopped; });
  return state_ == State::running;
}

void Run::instruction(const Qpu& qpu, const Operation& operation) {
  turn_ = qpu.number;
  turn_address_ = operation.address;
  if (judge_->stops(*this, {qpu, operation, of(qpu.number).blocked, position_}) && !stop()) {
    qpu.machine->fault(ErrorCode::instruction_limit, "ended by the debugger");
    return;
  }
  ++position_;
  Tracker::instruction(qpu, operation);
}

std::uint32_t Run::address_of(unsigned qpu) const {
  const bool under_way = !ended() && qpu == turn_;
  return under_way ? turn_address_ : qpus()[qpu].next->address;
}

std::optional<std::uint64_t> Run::word_at(std::uint32_t address) const {
  if (address % qpu::isa::kInstructionBytes != 0) return {};
  const std::byte* const bytes = memory().host(BusAddress(address), qpu::isa::kInstructionBytes);
  if (bytes == nullptr) return {};
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace quadcl::tools::debug
