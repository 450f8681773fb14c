// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/debug/session.h"

namespace quadcl::tools::debug {

/// The words of a command after its name. Functions that take a word throw CommandError if it is wrong.
class Arguments {
 public:
  explicit Arguments(std::string_view text);

  bool empty() const { return next_ == words_.size(); }
  /// The next word; `what` names it in the message if there is none.
  std::string word(std::string_view what);
  std::uint64_t number(std::string_view what);
  /// 1 if there is no word left.
  std::uint64_t count();
  bool next_is(std::string_view word) const { return !empty() && words_[next_] == word; }
  bool starts(std::string_view start) const { return !empty() && words_[next_].starts_with(start); }
  /// Takes the next word if it is this one.
  bool take(std::string_view word);
  /// Takes the last two words if they are `qpu N` or `qpu all`.
  struct Qpus {
    std::optional<std::uint64_t> number;
    bool all = false;
  };
  Qpus qpus();
  /// Takes all words.
  std::string rest();
  /// Throws CommandError if a word is left.
  void end() const;

 private:
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

struct Command {
  std::string_view name;
  std::string_view abbreviation;  ///< beside the start of the name; may be empty
  std::string_view arguments;
  std::string_view help;
  void (*execute)(Session&, Arguments&);
};

/// "break [PLACE] [qpu N]", and the first sentence of its help.
std::string form_of(const Command& command);
std::string summary_of(const Command& command);

struct CommandGroup {
  std::string_view title;
  std::span<const Command> commands;
};

/// Prints what `display` has asked for.
void show_displays(Session& session);

CommandGroup moving_commands();
CommandGroup stopping_commands();
CommandGroup looking_commands();
CommandGroup other_commands();
std::span<const CommandGroup> all_commands();

/// The addresses of a place: a label, `label+8`, `FILE:LINE`, `LINE` of the file in which a QPU is, or an
/// address with 0x. Throws CommandError.
std::vector<std::uint32_t> find_place(const Session& session, std::string_view text);

/// The bus address of data: a number or a label, `label+8`. Nothing if the text is neither. Throws
/// CommandError.
std::optional<std::uint32_t> find_address(const Session& session, std::string_view text);
/// The same, of a session that must live as long.
inline FindAddress addresses_of(const Session& session) {
  return [&session](std::string_view text) { return find_address(session, text); };
}

/// Throws CommandError.
Events find_events(const std::string& name);

/// Executes a line. A mistake of the user is told, and changes nothing: returns false.
bool execute(Session& session, const std::string& line);

}  // namespace quadcl::tools::debug
