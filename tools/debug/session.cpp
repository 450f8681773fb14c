// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/session.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "qpu/asm/printing/disassembler.h"
#include "tools/debug/error.h"

namespace quadcl::tools::debug {

std::atomic<bool> Session::interrupted{false};

namespace {

qpu::timing::Parameters parameters_of(const RunArguments& arguments) {
  auto parameters = arguments.time.parameters();
  if (!parameters) throw std::runtime_error(parameters.error().message);
  return *parameters;
}

}  // namespace

Goal at_position(std::uint64_t position) {
  return [position](const Run&, const Attempt& next) {
    return next.position >= position ? std::optional(next.qpu.number) : std::nullopt;
  };
}

const Goal kNowhere = [](const Run&, const Attempt&) { return std::nullopt; };

/// Stops for the stop points of a session, a goal and Ctrl-C.
class Session::StopJudge final : public Judge {
 public:
  StopJudge(Session& session, const Goal& goal, bool points)
      : session_(session), goal_(goal), uses_points_(points) {}

  bool stops(const Run& run, const Attempt& next) override {
    stop = {};
    check_points(run, &next);
    const auto reached = goal_(run, next);
    if (reached) stop.qpu = reached;
    stop.interrupted = interrupted.load(std::memory_order_relaxed);
    return reached || stop.interrupted || !stop.points.empty();
  }

  void ended(const Run& run) override {
    stop = Stop();
    stop.ended = true;
    check_points(run, nullptr);
  }

  Stop stop;

 private:
  void check_points(const Run& run, const Attempt* next) {
    if (!uses_points_) return;
    for (const auto& point : session_.points_) {
      if (!point->enabled) continue;
      auto reason = point->reason(run, next);
      if (!reason || (point->only_qpu && *point->only_qpu != reason->qpu)) continue;
      if (point->condition && !point->condition->holds(View(run), reason->qpu)) continue;
      stop.qpu = reason->qpu;
      stop.points.emplace_back(point->number, std::move(*reason));
    }
  }

  Session& session_;
  const Goal& goal_;
  const bool uses_points_;
};

/// Finds the last place before a limit where another judge would stop.
class Session::LastStop final : public Judge {
 public:
  LastStop(StopJudge& judge, std::uint64_t limit) : judge_(judge), limit_(limit) {}

  bool stops(const Run& run, const Attempt& next) override {
    if (next.position >= limit_) return true;
    if (!judge_.stops(run, next)) return false;
    position = next.position;
    stop = judge_.stop;
    return stop.interrupted;
  }

  std::uint64_t position = 0;
  Stop stop;

 private:
  StopJudge& judge_;
  const std::uint64_t limit_;
};

Session::Session(const RunArguments& arguments, std::ostream& out)
    : arguments_(arguments),
      parameters_(parameters_of(arguments)),
      loaded_(arguments.job),
      original_(loaded_.image),
      out_(out) {
  restart();
  remember();
}

// ---- moving

void Session::restart() {
  run_.reset();
  std::copy(original_.begin(), original_.end(), loaded_.image.begin());
  run_ = std::make_unique<Run>(loaded_, arguments_, parameters_);
  stop_ = Stop();
  stop_.ended = run_->ended();
}

void Session::run_from_start(StopJudge& judge) {
  restart();
  arm();
  if (run_->ended()) return judge.ended(*run_);
  // The run has stopped before its first attempt. Whether that is a place to stop is asked now.
  const emulator::Qpu& first = run_->qpus()[run_->turn()];
  if (!judge.stops(*run_, {first, *first.next, false, 0})) run_->resume(judge);
}

void Session::run_to(const Goal& goal) {
  StopJudge judge(*this, goal, false);
  run_from_start(judge);
  stop_ = judge.stop;
}

void Session::remember() {
  before_qpus_.assign(run_->qpus().begin(), run_->qpus().end());
  before_vpm_ = run_->vpm();
}

void Session::arm() {
  for (const auto& point : points_) point->arm(*run_);
  interrupted = false;
}

void Session::take(StopJudge& judge) {
  stop_ = std::move(judge.stop);
  for (const auto& [number, reason] : stop_.points) {
    StopPoint& hit = point(number);
    ++hit.hits;
  }
  if (stop_.qpu) qpu_ = *stop_.qpu;
}

void Session::run_again() {
  remember();
  StopJudge judge(*this, kNowhere, true);
  run_from_start(judge);
  take(judge);
  tell_stop();
}

void Session::go_on(const Goal& goal) {
  if (run_->ended()) throw CommandError("the job has ended; `run` starts it again, `reverse-step` goes back");
  remember();
  arm();
  StopJudge judge(*this, goal, true);
  run_->resume(judge);
  take(judge);
  tell_stop();
}

void Session::go_back() {
  if (run_->position() == 0) throw CommandError("this is the start of the job");
  remember();
  const std::uint64_t here = run_->position();
  restart();
  arm();
  StopJudge judge(*this, kNowhere, true);
  LastStop last(judge, here);
  run_->resume(last);
  if (last.stop.interrupted) {
    last.stop = Stop();
    last.stop.interrupted = true;
    last.position = here;
  }
  run_to(at_position(last.position));
  stop_ = last.stop;
  if (last.position == 0) out_ << "the start of the job\n";
  if (stop_.qpu) qpu_ = *stop_.qpu;
  tell_stop();
}

void Session::go_to(const Goal& goal) {
  remember();
  run_to(goal);
  qpu_ = stop_.qpu.value_or(run_->turn());
  tell_stop();
}

void Session::check_rules() {
  if (arguments_.rules != Rules::off) return;
  arguments_.rules = Rules::warn;
  run_to(run_->ended() ? kNowhere : at_position(run_->position()));
}

// ---- stop points

StopPoint& Session::add(std::unique_ptr<StopPoint> point) {
  point->number = next_number_++;
  return *points_.emplace_back(std::move(point));
}

StopPoint& Session::point(std::uint64_t number) {
  for (const auto& point : points_) {
    if (point->number == number) return *point;
  }
  throw CommandError("there is no stop point " + std::to_string(number) + "; `info breakpoints` lists them");
}

void Session::remove(const StopPoint& point) {
  std::erase_if(points_, [&](const auto& known) { return known.get() == &point; });
}

// ---- looking

unsigned Session::check_qpu(std::uint64_t number) const {
  const std::size_t qpus = run_->qpus().size();
  if (number < qpus) return static_cast<unsigned>(number);
  throw CommandError("there is no QPU " + std::to_string(number) + "; the job has " + std::to_string(qpus));
}

emulator::LaneMask Session::changed(const Reference& reference, unsigned qpu) const {
  if (reference.kind == Reference::Kind::memory || qpu >= before_qpus_.size()) return 0;
  const Reading then = read(reference, before(), qpu), now = read(reference, View(*run_), qpu);
  unsigned mask = 0;
  for (unsigned lane = 0; lane < qpu::isa::kLanes; ++lane) {
    if (then.value.lane[lane] != now.value.lane[lane]) mask |= 1u << lane;
  }
  return static_cast<emulator::LaneMask>(mask);
}

const CodeNames::Line* Session::line_of(std::uint32_t address) const {
  const auto word = run_->word_at(address);
  return word ? loaded_.names.line_of(loaded_.job, BusAddress(address), *word) : nullptr;
}

std::string Session::instruction_text(std::uint32_t address) const {
  const auto word = run_->word_at(address);
  std::string text = find_format('x').text(address) + "  ";
  if (!word) return text + (address % 8 != 0 ? "not a multiple of 8" : "not mapped");
  text += qpu::assembly::disassemble_word(*word);
  const std::string name = loaded_.names.of(loaded_.job, BusAddress(address), *word);
  return name.empty() ? text : text + "  # " + name;
}

std::string Session::place_text(unsigned qpu) const {
  const emulator::Qpu& state = run_->qpus()[qpu];
  std::string text = "QPU " + std::to_string(qpu);
  const qpu::timing::QpuClock* const clock = run_->clocks() != nullptr ? &(*run_->clocks())[qpu] : nullptr;
  if (clock != nullptr) text += ", clock " + std::to_string(clock->next / qpu::timing::kClock);
  if (run_->of(qpu).finished) {
    return text + ": finished after " + std::to_string(run_->of(qpu).executed) + " instructions";
  }
  text += ": " + instruction_text(run_->address_of(qpu));
  if (run_->of(qpu).blocked) {
    text += "; " + emulator::describe(state.wait, state.wait_detail);
  } else if (clock != nullptr && clock->waits_for) {
    text.append("; waited for ").append(name(*clock->waits_for));
  }
  for (const emulator::PendingBranch& branch : state.branches) {
    if (branch.slots != 0) text += "; delay slot, then " + find_format('x').text(branch.target);
  }
  if (state.end_slots != 0) text += "; delay slot, then the program ends";
  return text;
}

void Session::tell_stop() {
  moved = true;
  for (const auto& [number, reason] : stop_.points) {
    StopPoint& hit = point(number);
    out_ << "stop point " << number << ", " << hit.what() << (reason.text.empty() ? "" : ": ") << reason.text
         << '\n';
    if (hit.temporary) remove(hit);
  }
  if (stop_.interrupted) out_ << "interrupted\n";
  if (!run_->ended()) {
    out_ << place_text(qpu_) << '\n';
    return;
  }
  const emulator::RunOutcome& outcome = *run_->outcome();
  if (outcome.error) {
    out_ << "fault: " << outcome.error->message << '\n';
  } else {
    out_ << "the job has finished after " << outcome.instructions() << " instructions\n";
  }
}

}  // namespace quadcl::tools::debug
