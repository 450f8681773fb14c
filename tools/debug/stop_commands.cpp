// SPDX-License-Identifier: Apache-2.0

// Commands for stop points, and the places that they name.

#include <algorithm>

#include "tools/debug/commands.h"
#include "tools/debug/error.h"

namespace quadcl::tools::debug {

namespace {

// ---- places

/// The bus addresses of a place in the image.
void add_addresses(const JobFile& job, std::uint32_t offset, std::vector<std::uint32_t>& found) {
  for (const JobFile::Segment& segment : job.segments) {
    if (offset < segment.offset || offset - segment.offset >= segment.bytes) continue;
    found.push_back(segment.bus.value() + (offset - static_cast<std::uint32_t>(segment.offset)));
  }
}

std::vector<std::uint32_t> checked_address(const Session& session, std::int64_t address) {
  const bool fits = address >= 0 && address <= 0xffffffff;
  if (!fits || !session.run().word_at(static_cast<std::uint32_t>(address))) {
    throw CommandError(
        "no instruction can be there: the address is not a multiple of 8, or no memory is mapped");
  }
  return {static_cast<std::uint32_t>(address)};
}

std::vector<std::uint32_t> labelled(const Session& session, std::string_view text) {
  if (text.starts_with(':')) text.remove_prefix(1);
  const auto plus = std::min(text.find('+'), text.size());
  std::int64_t distance = 0;
  if (plus < text.size()) {
    const auto number = find_number(text.substr(plus + 1));
    if (!number) throw CommandError("`" + std::string(text.substr(plus + 1)) + "` is not a number");
    distance = *number;
  }
  std::vector<std::uint32_t> found;
  const auto [begin, end] = session.loaded().names.labels().equal_range(text.substr(0, plus));
  for (auto label = begin; label != end; ++label) {
    add_addresses(session.loaded().job, static_cast<std::uint32_t>(label->second + distance), found);
  }
  return found;
}

bool same_file(std::string_view known, std::string_view named) {
  if (!known.ends_with(named)) return false;
  return known.size() == named.size() || known[known.size() - named.size() - 1] == '/';
}

/// The first address of each stretch of code that comes from the line.
std::vector<std::uint32_t> at_line(const Session& session, std::string_view file, unsigned line) {
  std::vector<std::uint32_t> found;
  bool before = false;
  for (const auto& [offset, code] : session.loaded().names.lines()) {
    const bool here = std::any_of(code.places.begin(), code.places.end(), [&](const SourcePlace& place) {
      return place.line == line && same_file(place.file, file);
    });
    if (here && !before) add_addresses(session.loaded().job, offset, found);
    before = here;
  }
  return found;
}

std::string file_of_selected(const Session& session) {
  const auto& lines = session.loaded().names.lines();
  const CodeNames::Line* line = session.line_of(session.run().address_of(session.qpu()));
  if (line == nullptr && !lines.empty()) line = &lines.begin()->second;
  return line == nullptr ? std::string() : line->places.front().file;
}

// ---- commands

/// `break`, `catch` and the like end with [qpu N] [if CONDITION].
struct Limits {
  std::optional<unsigned> qpu;
  std::optional<Condition> condition;
};

Limits take_limits(Session& session, Arguments& arguments) {
  Limits limits;
  if (arguments.take("qpu")) limits.qpu = session.check_qpu(arguments.number("the number of a QPU"));
  if (arguments.take("if")) limits.condition = parse_condition(arguments.rest(), addresses_of(session));
  arguments.end();
  return limits;
}

void tell(Session& session, const StopPoint& point) {
  session.out() << "stop point " << point.number << ": " << point.text() << '\n';
}

void add(Session& session, std::unique_ptr<StopPoint> point, Limits limits, bool temporary = false) {
  point->only_qpu = limits.qpu;
  point->condition = std::move(limits.condition);
  point->temporary = temporary;
  tell(session, session.add(std::move(point)));
}

void add_break(Session& session, Arguments& arguments, bool temporary) {
  const bool here = arguments.empty();
  const std::string place = here ? "0x" + find_format('x').text(session.run().address_of(session.qpu()))
                                 : arguments.word("a place");
  std::vector<std::uint32_t> addresses = find_place(session, place);
  std::string what = "break " + place + " at";
  for (const std::uint32_t address : addresses) what += " " + find_format('x').text(address);
  Limits limits = take_limits(session, arguments);
  add(session, stop_at(std::move(what), std::move(addresses)), std::move(limits), temporary);
}

void add_breakpoint(Session& session, Arguments& arguments) { add_break(session, arguments, false); }
void add_temporary(Session& session, Arguments& arguments) { add_break(session, arguments, true); }

std::unique_ptr<StopPoint> watchpoint(const Session& session, const std::string& target,
                                      Arguments& arguments) {
  if (target.starts_with("vpm[")) {
    const Reference row = parse_reference(target);
    if (row.kind != Reference::Kind::vpm_row) throw CommandError("watch a row, or a word of a row");
    return watch_vpm("watch " + target, row.number, row.lane);
  }
  const auto address = find_address(session, target);
  if (!address) return watch_register("watch " + target, target);
  const bool sized = !arguments.empty() && !arguments.next_is("qpu") && !arguments.next_is("if");
  const std::uint64_t bytes = sized ? arguments.number("a number of bytes") : 4;
  if (bytes == 0 || bytes > 0xffffffff) throw CommandError("that is no range of bus addresses");
  return watch_memory("watch " + target + " " + std::to_string(bytes), *address,
                      static_cast<std::uint32_t>(bytes));
}

void watch(Session& session, Arguments& arguments) {
  const std::string target = arguments.word("a register, vpm[ROW], vpm[ROW][COLUMN], an address or a label");
  std::unique_ptr<StopPoint> point = watchpoint(session, target, arguments);
  Limits limits = take_limits(session, arguments);
  add(session, std::move(point), std::move(limits));
}

std::string find_rule(const std::string& name) {
  for (const qpu::RuleInfo& rule : emulator::rules()) {
    if (rule.name == name) return name;
  }
  throw CommandError("there is no rule `" + name + "` that a run can break; `qpu-check --rules` lists them");
}

void catch_event(Session& session, Arguments& arguments) {
  const std::string name = arguments.word("an event");
  if (name == "clock") {
    if (session.run().clocks() == nullptr) throw CommandError("time is not modelled; start with --timing");
    const std::uint64_t clock = arguments.number("a modelled clock");
    if (clock > std::uint64_t{1} << 50) throw CommandError("no job lasts so long");
    Limits limits = take_limits(session, arguments);
    return add(session, stop_at_clock("catch clock " + std::to_string(clock), clock), std::move(limits));
  }
  const Events events = find_events(name);
  std::string rule;
  const bool findings = (events & bit(Event::finding)) != 0;
  if (findings && !arguments.empty() && !arguments.next_is("qpu") && !arguments.next_is("if")) {
    rule = find_rule(arguments.word("a rule"));
  }
  Limits limits = take_limits(session, arguments);
  if (findings) session.check_rules();
  add(session, stop_on_events("catch " + name + (rule.empty() ? "" : " " + rule), events, rule),
      std::move(limits));
  if (findings && !session.code_findings().empty()) {
    session.out() << "the code breaks rules that no run stops at; `info findings` lists them\n";
  }
}

/// The stop points that are named; all of them if none is.
std::vector<StopPoint*> named_points(Session& session, Arguments& arguments) {
  std::vector<StopPoint*> found;
  if (arguments.empty()) {
    for (const auto& point : session.points()) found.push_back(point.get());
  }
  while (!arguments.empty()) found.push_back(&session.point(arguments.number("the number of a stop point")));
  return found;
}

void remove(Session& session, Arguments& arguments) {
  for (const StopPoint* point : named_points(session, arguments)) session.remove(*point);
}

void enable(Session& session, Arguments& arguments) {
  for (StopPoint* point : named_points(session, arguments)) point->enabled = true;
}

void disable(Session& session, Arguments& arguments) {
  for (StopPoint* point : named_points(session, arguments)) point->enabled = false;
}

constexpr Command kStoppingCommands[] = {
    {"break", "b", "[PLACE] [qpu N] [if CONDITION]",
     "Stops before an instruction.\nA place is LABEL, LABEL+8, FILE:LINE, LINE of the "
     "selected QPU's file, or an address with 0x; without one it is where that QPU is. A line of a macro is "
     "all places where it is used; the line that "
     "uses a macro is its first instruction.\nA condition compares a value that `print` knows with a number, "
     "as "
     "r0[3] > 1.5; without [LANE] one lane is enough. With a point or an exponent in the number, floats are "
     "compared.",
     add_breakpoint},
    {"tbreak", "tb", "[PLACE] [qpu N] [if CONDITION]", "Like break, once.", add_temporary},
    {"watch", "w", "TARGET [BYTES] [qpu N] [if CONDITION]",
     "Stops after a QPU has written there.\nA target is a register that instructions write, such as ra3 or "
     "vw_setup; a "
     "row of the VPM or a word, vpm[ROW] or vpm[ROW][COLUMN]; or an address or a label. Memory is what DMA "
     "stores write; 4 bytes without a number.",
     watch},
    {"catch", "", "EVENT [qpu N] [if CONDITION]",
     "Stops after an event. Events are load, store, dma (both), load-wait, store-wait, tmu-request, "
     "tmu-receive, tmu (both), "
     "vpm-read, vpm-write, vpm (both), vpm-setup, uniforms (their address is written), acquire, release, "
     "mutex "
     "(both), semaphore, interrupt, block (a QPU has to wait), end (of a program), finding [RULE] (a run "
     "breaks "
     "a rule), "
     "clock N (of modelled time).\nA fault always stops the job.",
     catch_event},
    {"delete", "d", "[NUMBER ...]", "Removes stop points, or all.", remove},
    {"enable", "", "[NUMBER ...]", "Makes stop points count again.", enable},
    {"disable", "", "[NUMBER ...]", "Makes stop points not count.", disable},
};

}  // namespace

Events find_events(const std::string& name) {
  for (const EventName& event : event_names()) {
    if (event.name == name) return event.events;
  }
  std::string text = "there is no event `" + name + "`; there are clock";
  for (const EventName& event : event_names()) text.append(", ").append(event.name);
  throw CommandError(text);
}

CommandGroup stopping_commands() { return {"Stop points", kStoppingCommands}; }

std::vector<std::uint32_t> find_place(const Session& session, std::string_view text) {
  std::vector<std::uint32_t> found;
  const std::string_view number = text.substr(text.starts_with('*') ? 1 : 0);
  if (number.starts_with("0x")) {
    if (const auto address = find_number(number)) return checked_address(session, *address);
  }
  const auto colon = std::min(text.rfind(':'), text.size());
  const auto line = find_number(colon < text.size() ? text.substr(colon + 1) : text);
  if (line && colon != 0) {
    const std::string file =
        colon < text.size() ? std::string(text.substr(0, colon)) : file_of_selected(session);
    found = at_line(session, file, static_cast<unsigned>(*line));
  } else {
    found = labelled(session, text);
  }
  if (!found.empty()) return found;
  const bool unnamed = session.loaded().names.lines().empty();
  throw CommandError("no code is known at `" + std::string(text) + "`" +
                     (unnamed ? "; the job has no listing, which `qpu-as --list` makes" : ""));
}

std::optional<std::uint32_t> find_address(const Session& session, std::string_view text) {
  text.remove_prefix(text.starts_with('*') ? 1 : 0);
  if (const auto number = find_number(text)) {
    if (*number < 0 || *number > 0xffffffff) throw CommandError("bus addresses have 32 bits");
    return static_cast<std::uint32_t>(*number);
  }
  const std::vector<std::uint32_t> found = labelled(session, text);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

}  // namespace quadcl::tools::debug
