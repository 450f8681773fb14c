// SPDX-License-Identifier: Apache-2.0

// Commands that show registers, memory and code.

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>

#include "tools/debug/commands.h"
#include "tools/debug/error.h"
#include "tools/debug/info_topics.h"

namespace quadcl::tools::debug {

namespace {

/// "/4x": how many, and in which format. Both are optional.
struct Suffix {
  std::uint64_t count = 1;
  const Format* format = &find_format('x');
};

Suffix take_suffix(const std::string& word) {
  Suffix suffix;
  auto digits = static_cast<std::size_t>(
      std::find_if_not(word.begin() + 1, word.end(), [](unsigned char c) { return std::isdigit(c) != 0; }) -
      word.begin());
  if (digits > 1) {
    const auto count = find_number(word.substr(1, digits - 1));
    if (!count || *count == 0 || *count > 4096) throw CommandError("`" + word + "`: 1 to 4096 at a time");
    suffix.count = static_cast<std::uint64_t>(*count);
  }
  if (digits < word.size()) suffix.format = &find_format(word[digits++]);
  if (digits < word.size()) throw CommandError("`" + word + "` is not a count and a format, such as /4x");
  return suffix;
}

Suffix take_suffix(Arguments& arguments) {
  return arguments.starts("/") ? take_suffix(arguments.word("a format")) : Suffix{};
}

/// QPUs as the end of a command names them; the selected one without that.
std::vector<unsigned> take_qpus(Session& session, Arguments& arguments) {
  const Arguments::Qpus named = arguments.qpus();
  if (!named.all) return {named.number ? session.check_qpu(*named.number) : session.qpu()};
  std::vector<unsigned> all;
  for (unsigned qpu = 0; qpu < session.run().qpus().size(); ++qpu) all.push_back(qpu);
  return all;
}

void print_one(Session& session, const Reference& reference, unsigned qpu, const Format& format) {
  const Reading reading = read(reference, View(session.run()), qpu);
  session.out() << lanes_text(reference.name, reading, session.changed(reference, qpu), format,
                              reference.lane);
  if (reference.lane) {
    session.words.push_back(reading.value.lane[*reference.lane]);
  } else {
    session.words.insert(session.words.end(), std::begin(reading.value.lane), std::end(reading.value.lane));
  }
}

void print_header(Session& session, const std::vector<unsigned>& qpus, unsigned qpu) {
  if (qpus.size() > 1) session.out() << "QPU " << qpu << '\n';
}

void print(Session& session, Arguments& arguments) {
  const Suffix suffix = take_suffix(arguments);
  const std::vector<unsigned> qpus = take_qpus(session, arguments);
  std::vector<Reference> references;
  do {
    const std::string word = arguments.word("a register, flag, part of the VPM or *ADDRESS");
    references.push_back(parse_reference(word, addresses_of(session)));
  } while (!arguments.empty());
  for (const unsigned qpu : qpus) {
    print_header(session, qpus, qpu);
    for (const Reference& reference : references) print_one(session, reference, qpu, *suffix.format);
  }
}

void examine(Session& session, Arguments& arguments) {
  Suffix suffix = take_suffix(arguments);
  const std::string place = arguments.word("a bus address or a label");
  const auto found = find_address(session, place);
  if (!found) throw CommandError("expected a bus address or a label instead of `" + place + "`");
  const std::uint32_t address = *found & ~3u;
  arguments.end();
  constexpr unsigned kInLine = 8;
  for (std::uint64_t i = 0; i < suffix.count; ++i) {
    const BusAddress place(static_cast<std::uint32_t>(address + 4 * i));
    if (i % kInLine == 0) session.out() << (i == 0 ? "" : "\n") << hex(place.value()) << ":";
    const std::byte* const bytes = session.run().memory().host(place, 4);
    if (bytes == nullptr) {
      session.out() << " not mapped";
      break;
    }
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    session.words.push_back(word);
    session.out() << ' ' << suffix.format->text(word);
  }
  session.out() << '\n';
}

void registers(Session& session, Arguments& arguments) {
  const Suffix suffix = take_suffix(arguments);
  const std::vector<unsigned> qpus = take_qpus(session, arguments);
  const std::string which = arguments.empty() ? "" : arguments.word("a, b or r");
  arguments.end();
  if (!which.empty() && which != "a" && which != "b" && which != "r") {
    throw CommandError("`" + which + "` is not a, b or r; `print` shows single registers");
  }
  for (const unsigned qpu : qpus) {
    print_header(session, qpus, qpu);
    for (unsigned slot = 0; slot <= emulator::slot::r5; ++slot) {
      const char file = slot < emulator::slot::file_b ? 'a' : slot < emulator::slot::accumulator ? 'b' : 'r';
      const Reference reference = slot_reference(slot);
      const bool wanted =
          which.empty() ? file == 'r' || !untouched(session, reference, qpu) : which[0] == file;
      if (wanted) print_one(session, reference, qpu, *suffix.format);
    }
    for (const char* flag : {"Z", "N", "C"}) print_flag(session, parse_reference(flag), qpu);
  }
}

// ---- code

void disassemble(Session& session, Arguments& arguments) {
  const Suffix suffix = take_suffix(arguments);
  const std::uint32_t here = session.run().address_of(session.qpu());
  const std::uint32_t first =
      arguments.empty() ? here : find_place(session, arguments.word("a place")).front();
  arguments.end();
  constexpr std::uint64_t kUsual = 10;
  for (std::uint64_t i = 0; i < (suffix.count == 1 ? kUsual : suffix.count); ++i) {
    const auto address = static_cast<std::uint32_t>(first + 8 * i);
    if (!session.run().word_at(address)) break;
    session.out() << (address == here ? "=> " : "   ") << session.instruction_text(address) << '\n';
  }
}

std::vector<std::string> lines_of_file(const Session& session, const std::string& name) {
  const std::string folder = session.arguments().job.substr(0, session.arguments().job.rfind('/') + 1);
  for (const std::string& path : {folder + name, name}) {
    std::ifstream file(path);
    if (!file) continue;
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  throw CommandError("cannot read the source " + name);
}

void list(Session& session, Arguments& arguments) {
  const std::uint32_t here = session.run().address_of(session.qpu());
  const std::uint32_t address =
      arguments.empty() ? here : find_place(session, arguments.word("a place")).front();
  arguments.end();
  const CodeNames::Line* const line = session.line_of(address);
  if (line == nullptr) throw CommandError("no source is known for this place; `disassemble` shows the code");
  constexpr unsigned kBefore = 5, kAfter = 4;
  for (const SourcePlace& place : line->places) {
    session.out() << (&place == line->places.data() ? "" : "from ") << to_string(place) << '\n';
    const std::vector<std::string> lines = lines_of_file(session, place.file);
    const unsigned first = place.line > kBefore ? place.line - kBefore : 1;
    for (unsigned i = first; i <= lines.size() && i <= place.line + kAfter; ++i) {
      session.out() << (i == place.line ? "=> " : "   ") << i << '\t' << lines[i - 1] << '\n';
    }
  }
}

// ---- QPUs and displays

void select(Session& session, Arguments& arguments) {
  if (!arguments.empty()) session.select(session.check_qpu(arguments.number("the number of a QPU")));
  arguments.end();
  session.out() << session.place_text(session.qpu()) << '\n';
}

void display(Session& session, Arguments& arguments) {
  const std::string line = arguments.rest();
  if (line.empty()) {
    for (std::size_t i = 0; i < session.displays.size(); ++i) {
      session.out() << i + 1 << ": print " << session.displays[i] << '\n';
    }
    return;
  }
  Arguments again(line);
  print(session, again);
  session.displays.push_back(line);
}

void undisplay(Session& session, Arguments& arguments) {
  if (arguments.empty()) return session.displays.clear();
  const std::uint64_t number = arguments.number("the number of a display");
  arguments.end();
  if (number == 0 || number > session.displays.size()) throw CommandError("there is no such display");
  session.displays.erase(session.displays.begin() + static_cast<std::ptrdiff_t>(number - 1));
}

// ---- info

struct Topic {
  std::string_view name;
  std::string_view meaning;
  void (*show)(Session&, Arguments&);
};

constexpr Topic kTopics[] = {
    {"qpus", "the next instruction of each QPU, and what it waits for", show_qpus},
    {"registers", "accumulators, flags, and registers that are not 0", registers},
    {"flags", "Z, N and C", show_flags},
    {"vpm", "rows of the VPM that are not 0, or ROW [ROW]", show_vpm},
    {"tmu", "what is asked of the TMUs and not taken", show_tmu},
    {"dma", "set-up and last transfers of the DMA engines", show_dma},
    {"uniforms", "the next words of the uniform stream", show_uniforms},
    {"mutex", "the owner of the mutex, and the semaphores", show_mutex},
    {"breakpoints", "the stop points", show_points},
    {"findings", "the rules that the job has broken so far", show_findings},
    {"position", "the place in the run, for goto", show_position},
    {"snapshots", "positions from which the run can go on", show_snapshots},
};

void info(Session& session, Arguments& arguments) {
  std::string name = arguments.empty() ? "" : arguments.word("a topic");
  const auto slash = std::min(name.find('/'), name.size());
  if (slash < name.size()) arguments = Arguments(name.substr(slash) + " " + arguments.rest());
  name.resize(slash);
  const Topic* found = nullptr;
  for (const Topic& topic : kTopics) {
    if (name.empty() || !topic.name.starts_with(name)) continue;
    if (found != nullptr)
      throw CommandError("`" + name + "` is short for " + std::string(found->name) + " and " +
                         std::string(topic.name));
    found = &topic;
  }
  if (found != nullptr) return found->show(session, arguments);
  if (!name.empty())
    throw CommandError("there is nothing to tell about `" + name + "`; `info` lists what there is");
  for (const Topic& topic : kTopics) {
    std::string padded(topic.name);
    padded.resize(14, ' ');
    session.out() << "info " << padded << topic.meaning << '\n';
  }
}

constexpr Command kLookingCommands[] = {
    {"print", "p", "[/FORMAT] VALUE ... [qpu N]",
     "Prints 16 lanes of values.\nA value is a register (ra0, rb31, r5, elem_num), a flag (Z, N, C), a row "
     "of the VPM "
     "(vpm[3]), a column (vpm[0:][3]: 16 rows down from row 0), or memory (*0x40000000 or "
     "*LABEL: 16 words); with [LANE] it is one lane of that. Lanes that have changed since the job last went "
     "on have a star. `qpu all` prints those "
     "of each QPU.\nFormats: x hexadecimal, "
     "d signed, u unsigned, f floats, b bytes, h "
     "halves of words.",
     print},
    {"x", "", "[/[COUNT][FORMAT]] ADDRESS",
     "Prints words of memory, as x/8f 0x40000000 does. In place of the address, a label. Formats are those "
     "of "
     "print.",
     examine},
    {"info", "i", "[TOPIC]", "Tells about the state of the job. `info` lists the topics.", info},
    {"list", "l", "[PLACE]",
     "Prints the source around a place. Of a macro's line: the macro, then where it is used.", list},
    {"disassemble", "dis", "[/COUNT] [PLACE]", "Prints instructions from a place on.", disassemble},
    {"qpu", "", "[N]", "Selects the QPU that commands are about.", select},
    {"display", "", "[[/FORMAT] VALUE ... [qpu N]]",
     "Prints values now and after each stop. They are written as for print. Without a value, lists the "
     "displays.",
     display},
    {"undisplay", "", "[NUMBER]", "Prints a display no longer, or none of them.", undisplay},
};

}  // namespace

void show_displays(Session& session) {
  for (const std::string& line : session.displays) {
    Arguments arguments(line);
    print(session, arguments);
  }
}

CommandGroup looking_commands() { return {"Looking", kLookingCommands}; }

}  // namespace quadcl::tools::debug
