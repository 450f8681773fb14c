// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/commands.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#include "tools/debug/error.h"

namespace quadcl::tools::debug {

// ---- arguments

Arguments::Arguments(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
    if (text.empty()) return;
    const auto end = std::min(text.find_first_of(kSpaces), text.size());
    words_.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::string Arguments::word(std::string_view what) {
  if (empty()) throw CommandError("expected " + std::string(what));
  return words_[next_++];
}

std::uint64_t Arguments::number(std::string_view what) {
  const std::string text = word(what);
  const auto number = find_number(text);
  if (!number || *number < 0)
    throw CommandError("expected " + std::string(what) + " instead of `" + text + "`");
  return static_cast<std::uint64_t>(*number);
}

std::uint64_t Arguments::count() {
  const std::uint64_t count = empty() ? 1 : number("how often");
  if (count == 0) throw CommandError("0 times is never: give at least 1");
  return count;
}

bool Arguments::take(std::string_view word) {
  if (!next_is(word)) return false;
  ++next_;
  return true;
}

Arguments::Qpus Arguments::qpus() {
  if (words_.size() < next_ + 2 || words_[words_.size() - 2] != "qpu") return {};
  Qpus found;
  found.all = words_.back() == "all";
  if (!found.all) {
    const auto number = find_number(words_.back());
    if (!number || *number < 0) throw CommandError("`" + words_.back() + "` is not the number of a QPU");
    found.number = static_cast<std::uint64_t>(*number);
  }
  words_.resize(words_.size() - 2);
  return found;
}

std::string Arguments::rest() {
  std::string text;
  for (; !empty(); ++next_) text.append(text.empty() ? "" : " ").append(words_[next_]);
  return text;
}

void Arguments::end() const {
  if (!empty()) throw CommandError("`" + words_[next_] + "` is too much here");
}

// ---- the table

namespace {

constexpr unsigned kMaximumDepth = 8;  // of `source` in files

/// The command of a name, an abbreviation, or the start of one name only.
const Command& find_command(std::string_view name) {
  std::vector<const Command*> candidates;
  for (const CommandGroup& group : all_commands()) {
    for (const Command& command : group.commands) {
      if (command.name == name || command.abbreviation == name) return command;
      if (command.name.starts_with(name)) candidates.push_back(&command);
    }
  }
  if (candidates.size() == 1) return *candidates[0];
  std::string text = "`" + std::string(name) + "` is ";
  if (candidates.empty()) throw CommandError(text + "no command; `help` lists them");
  text += "short for several:";
  for (const Command* candidate : candidates) text.append(" ").append(candidate->name);
  throw CommandError(text);
}

/// The text in lines of a readable length. It keeps its own ends of lines.
std::string wrapped(std::string_view text) {
  constexpr std::size_t kWidth = 100;
  std::string lines;
  std::size_t start = 0;
  for (const char c : text) {
    lines += c;
    if (c == '\n') start = lines.size();
    const auto space = lines.rfind(' ');
    if (lines.size() - start <= kWidth || space == lines.npos || space < start) continue;
    lines[space] = '\n';
    start = space + 1;
  }
  return lines;
}

void help_all(std::ostream& out) {
  constexpr std::size_t kColumn = 14;
  for (const CommandGroup& group : all_commands()) {
    out << group.title << '\n';
    for (const Command& command : group.commands) {
      std::string name(command.name);
      if (!command.abbreviation.empty()) name.append(", ").append(command.abbreviation);
      name.resize(std::max(name.size() + 1, kColumn + 8), ' ');
      out << "  " << name << summary_of(command) << '\n';
    }
  }
  out << "A command can be shortened. `help COMMAND` tells all about it.\n";
}

void help(Session& session, Arguments& arguments) {
  if (arguments.empty()) return help_all(session.out());
  const Command& command = find_command(arguments.word("a command"));
  arguments.end();
  session.out() << form_of(command);
  if (!command.abbreviation.empty()) session.out() << "    (short: " << command.abbreviation << ")";
  session.out() << '\n' << wrapped(command.help) << '\n';
}

void source(Session& session, Arguments& arguments) {
  static thread_local unsigned depth = 0;
  const std::string path = arguments.rest();
  std::ifstream file(path);
  if (!file) throw CommandError("cannot read the file `" + path + "`");
  if (depth == kMaximumDepth) throw CommandError("files of commands call each other too deep");
  ++depth;
  std::string line;
  unsigned number = 0;
  bool good = true;
  while (good && !session.quit && std::getline(file, line)) {
    ++number;
    good = execute(session, line);
  }
  --depth;
  if (!good) throw CommandError(path + ":" + std::to_string(number) + ": stopped at this command");
}

void echo(Session& session, Arguments& arguments) { session.out() << arguments.rest() << '\n'; }

void quit(Session& session, Arguments& arguments) {
  arguments.end();
  session.quit = true;
}

constexpr Command kOtherCommands[] = {
    {"help", "h", "[COMMAND]", "Lists the commands, or explains one.", help},
    {"source", "", "FILE", "Executes the commands of a file, up to the first mistake.", source},
    {"echo", "", "[TEXT]", "Prints the text.", echo},
    {"quit", "q", "", "Ends the debugger.", quit},
};

}  // namespace

std::string form_of(const Command& command) {
  std::string text(command.name);
  if (!command.arguments.empty()) text.append(" ").append(command.arguments);
  return text;
}

std::string summary_of(const Command& command) {
  std::string_view sentence = command.help.substr(0, command.help.find('\n'));
  sentence = sentence.substr(0, sentence.find(". "));
  if (sentence.ends_with('.')) sentence.remove_suffix(1);
  return std::string(sentence) + ".";
}

CommandGroup other_commands() { return {"Other commands", kOtherCommands}; }

std::span<const CommandGroup> all_commands() {
  static const std::array groups = {moving_commands(), stopping_commands(), looking_commands(),
                                    other_commands()};
  return groups;
}

bool execute(Session& session, const std::string& line) {
  session.words.clear();
  Arguments words(line.substr(0, line.find('#')));
  if (words.empty()) return true;
  try {
    std::string name = words.word("a command");
    // As in gdb, a format can follow at once: x/4x, p/f.
    const auto slash = std::min(name.find('/'), name.size());
    const std::string rest = name.substr(slash) + (slash < name.size() ? " " : "") + words.rest();
    Arguments arguments(rest);
    find_command(std::string_view(name).substr(0, slash)).execute(session, arguments);
    if (std::exchange(session.moved, false)) show_displays(session);
    return true;
  } catch (const CommandError& error) {
    session.out() << "error: " << error.what() << '\n';
    return false;
  }
}

}  // namespace quadcl::tools::debug
