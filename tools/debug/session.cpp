// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/session.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "qpu/asm/printing/disassembler.h"
#include "qpu/emulator/messages.h"
#include "tools/debug/error.h"
#include "tools/job_rules.h"

namespace quadcl::tools::debug {

std::atomic<bool> Session::interrupted{false};

namespace {

qpu::timing::Parameters parameters_of(const RunArguments& arguments) {
  auto parameters = arguments.time.parameters();
  if (!parameters) throw std::runtime_error(parameters.error().message);
  return *parameters;
}

}  // namespace

Target at_position(std::uint64_t position) {
  return {[position](const Run&, const Attempt& next) {
            return next.position >= position ? std::optional(next.qpu.number) : std::nullopt;
          },
          [position](const Past& past) { return past.position <= position; }};
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

/// Finds the last place before a limit where another judge would stop. The run goes on from its first place,
/// which does not count.
class Session::LastStop final : public Judge {
 public:
  LastStop(Session& session, std::uint64_t limit) : session_(session), limit_(limit) {}

  bool stops(const Run& run, const Attempt& next) override {
    if (!start) {
      start = next.position;
      session_.arm();
    }
    if (next.position >= limit_) return true;
    if (next.position == *start) return false;
    if (!judge_.stops(run, next)) return false;
    position = next.position;
    stop = judge_.stop;
    return stop.interrupted;
  }

  std::optional<std::uint64_t> start;
  std::uint64_t position = 0;  ///< of the stop; 0: none
  Stop stop;

 private:
  Session& session_;
  const std::uint64_t limit_;
  StopJudge judge_{session_, kNowhere, true};
};

Session::Session(const RunArguments& arguments, std::ostream& out, const SnapshotLimits& limits)
    : arguments_(arguments),
      limits_(limits),
      parameters_(parameters_of(arguments)),
      loaded_(arguments.job),
      original_(loaded_.image),
      out_(out) {
  restart();
  set_off();
}

// ---- moving

void Session::restart() {
  run_.reset();
  std::copy(original_.begin(), original_.end(), loaded_.image.begin());
  run_ = std::make_unique<Run>(loaded_, arguments_, parameters_, limits_);
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

void Session::run_to(const Target& target) {
  StopJudge judge(*this, target.goal, false);
  // A run that goes on does not ask about the place at which it is.
  const bool ahead = !run_->ended() && target.not_before({run_->position() + 1, *run_});
  if (ahead) {
    run_->resume(judge);
  } else if (!run_->resume_from(target.not_before, judge)) {
    run_from_start(judge);
  }
  stop_ = judge.stop;
}

/// Before the run moves: what it shows later as changed, and what has interrupted it, count from here.
void Session::set_off() {
  interrupted = false;
  before_qpus_.assign(run_->qpus().begin(), run_->qpus().end());
  before_vpm_ = run_->vpm();
}

void Session::arm() {
  for (const auto& point : points_) point->arm(*run_);
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
  set_off();
  StopJudge judge(*this, kNowhere, true);
  run_from_start(judge);
  take(judge);
  tell_stop();
}

void Session::go_on(const Goal& goal) {
  if (run_->ended()) throw CommandError("the job has ended; `run` starts it again, `reverse-step` goes back");
  set_off();
  arm();
  StopJudge judge(*this, goal, true);
  run_->resume(judge);
  take(judge);
  tell_stop();
}

void Session::go_back() {
  if (run_->position() == 0) throw CommandError("this is the start of the job");
  set_off();
  const std::uint64_t here = run_->position();
  Stop stop;
  std::uint64_t position = last_stop_before(here, stop);
  if (stop.interrupted) {
    interrupted = false;
    stop = Stop();
    stop.interrupted = true;
    position = here;
  }
  run_to(at_position(position));
  stop_ = stop;
  if (position == 0) out_ << "the start of the job\n";
  if (stop_.qpu) qpu_ = *stop_.qpu;
  tell_stop();
}

/// Looks from one snapshot to the next, the last ones first. 0 if there is no stop.
std::uint64_t Session::last_stop_before(std::uint64_t limit, Stop& stop) {
  for (std::uint64_t start = limit;;) {
    LastStop last(*this, limit);
    run_->resume_from([start](const Past& past) { return past.position < start; }, last);
    stop = last.stop;
    start = last.start.value_or(0);
    if (last.position != 0 || stop.interrupted || start == 0) return last.position;
    limit = start + 1;
  }
}

void Session::go_to(const Target& target) {
  set_off();
  run_to(target);
  qpu_ = stop_.qpu.value_or(run_->turn());
  tell_stop();
}

void Session::check_rules() {
  if (arguments_.rules != Rules::off) return;
  arguments_.rules = Rules::warn;
  interrupted = false;
  const Goal here = run_->ended() ? kNowhere : at_position(run_->position()).goal;
  StopJudge judge(*this, here, false);
  run_from_start(judge);
  stop_ = judge.stop;
}

std::string Session::code_findings() const {
  std::ostringstream text;
  check_code(text, loaded_.job, original_, arguments_.pedantic);
  return text.str();
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
