// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/run.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "qpu/isa/fields.h"

namespace quadcl::tools::debug {

namespace {

/// Stops before the first attempt.
class StopAtOnce final : public Judge {
 public:
  bool stops(const Run&, const Attempt&) override { return true; }
};

}  // namespace

Run::Run(LoadedJob& loaded, const RunArguments& arguments, const qpu::timing::Parameters& parameters,
         const SnapshotLimits& limits)
    : Tracker(nullptr), loaded_(loaded), snapshots_(loaded.image, limits) {
  if (arguments.rules != Rules::off) forward_to(&checker_.emplace(*this, arguments.rule_options()));
  machine_.model_caches(arguments.cache_mode(), this, parameters.cache_geometries());
  if (arguments.timed()) {
    const qpu::timing::Instruments instruments{.observer = this, .clocks = &clocks_};
    simulation_.emplace(loaded.job.programs, parameters, instruments);
  }
  StopAtOnce at_once;
  judge_ = &at_once;
  thread_ = std::thread([this, limit = arguments.limit] { run_job(limit); });
  std::unique_lock lock(mutex_);
  wait_until_stopped(lock);
}

Run::~Run() {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::ending;
  }
  changed_.notify_all();
  thread_.join();
}

void Run::run_job(std::uint64_t limit) {
  emulator::RunOptions options{.instruction_limit = limit, .observer = this};
  if (simulation_) {
    options.observer = &*simulation_;
    options.scheduler = &*simulation_;
  }
  emulator::RunOutcome outcome = machine_.run(loaded_.job.programs, loaded_.map, options);
  while (goes_on_after(std::move(outcome))) outcome = machine_.resume(go_back(), loaded_.map, options);
}

/// The machine has stopped. If that is the job's end, waits. False if the run is to end.
bool Run::goes_on_after(emulator::RunOutcome outcome) {
  std::unique_lock lock(mutex_);
  if (state_ == State::running) {
    if (checker_) checker_->job_ended();
    outcome_ = std::move(outcome);
    judge_->ended(*this);
    state_ = State::stopped;
    changed_.notify_all();
    changed_.wait(lock, [this] { return state_ != State::stopped; });
  }
  if (state_ != State::going_back) return false;
  outcome_.reset();
  state_ = State::running;
  return true;
}

const emulator::Machine::State& Run::go_back() {
  const Snapshot& snapshot = snapshots_.go_back(wanted_);
  Tracker::operator=(snapshot.tracker);
  if (checker_) checker_->restore(snapshot.checker);
  if (simulation_) simulation_->restore(snapshot.simulation);
  clocks_ = snapshot.clocks;
  position_ = snapshot.position;
  return snapshot.machine;
}

void Run::wait_until_stopped(std::unique_lock<std::mutex>& lock) {
  changed_.wait(lock, [this] { return state_ == State::stopped; });
}

void Run::resume(Judge& judge) {
  if (ended()) return;
  std::unique_lock lock(mutex_);
  judge_ = &judge;
  state_ = State::running;
  changed_.notify_all();
  wait_until_stopped(lock);
}

bool Run::resume_from(const std::function<bool(const Past&)>& fits, Judge& judge) {
  if (snapshots_.empty()) return false;
  std::unique_lock lock(mutex_);
  wanted_ = snapshots_.count() - 1;
  while (wanted_ > 0 && !fits(snapshots_.at(wanted_))) --wanted_;
  judge_ = &judge;
  state_ = State::going_back;
  changed_.notify_all();
  wait_until_stopped(lock);
  return true;
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
    qpu.shared->fault(ErrorCode::instruction_limit, "ended by the debugger");
    return;
  }
  ++position_;
  Tracker::instruction(qpu, operation);
}

void Run::at_rest() {
  if (!snapshots_.due(position_)) return;
  auto snapshot = std::make_unique<Snapshot>();
  snapshot->position = position_;
  snapshot->machine = machine_.state();
  snapshot->tracker = *this;
  if (checker_) snapshot->checker = checker_->save();
  if (simulation_) snapshot->simulation = simulation_->save();
  snapshot->clocks = clocks_;
  snapshots_.add(std::move(snapshot));
}

void Run::dma_store_starting(const Qpu& qpu, const emulator::DmaTransfer& transfer) {
  constexpr std::uint64_t kAddresses = std::uint64_t{1} << 32;
  for (const auto& [begin, end] : emulator::memory_of(transfer)) {
    keep_memory(begin, end);
    if (end > kAddresses) keep_memory(0, end - kAddresses);
  }
  Tracker::dma_store_starting(qpu, transfer);
}

void Run::keep_memory(std::uint64_t begin, std::uint64_t end) {
  for (const emulator::BusSegment& segment : memory().segments()) {
    const std::uint64_t first = segment.bus.value();
    const std::uint64_t from = std::max(begin, first), to = std::min(end, first + segment.size);
    if (from < to) snapshots_.changing(segment.host + (from - first), to - from);
  }
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
