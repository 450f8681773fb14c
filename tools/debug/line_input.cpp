// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/line_input.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "tools/debug/session.h"

#ifdef QUADCL_LINE_EDITING
#include <editline/readline.h>
#endif

namespace quadcl::tools::debug {

namespace {

class Plain final : public LineInput {
 public:
  explicit Plain(bool interactive) : interactive_(interactive) {}

  bool interactive() const override { return interactive_; }
  std::optional<std::string> next(std::string_view prompt) override {
    if (interactive_) std::cout << prompt << std::flush;
    std::string line;
    if (!std::getline(std::cin, line)) return {};
    if (!interactive_) std::cout << prompt << line << '\n' << std::flush;
    return line;
  }

 private:
  const bool interactive_;
};

#ifdef QUADCL_LINE_EDITING

class Edited final : public LineInput {
 public:
  Edited() { using_history(); }

  bool interactive() const override { return true; }
  std::optional<std::string> next(std::string_view prompt) override {
    Session::interrupted = false;
    char* text = readline(std::string(prompt).c_str());
    // Ctrl-C ends the line as the end of the input does; it drops what was typed.
    while (text == nullptr && Session::interrupted.exchange(false)) {
      std::cout << '\n' << std::flush;
      text = readline(std::string(prompt).c_str());
    }
    if (text == nullptr) {
      std::cout << '\n';
      return {};
    }
    std::string line(text);
    std::free(text);
    if (!line.empty()) add_history(line.c_str());
    return line;
  }
};

#endif

}  // namespace

std::unique_ptr<LineInput> make_line_input() {
  const bool terminal = isatty(STDIN_FILENO) != 0;
#ifdef QUADCL_LINE_EDITING
  if (terminal && isatty(STDOUT_FILENO) != 0) return std::make_unique<Edited>();
#endif
  return std::make_unique<Plain>(terminal);
}

}  // namespace quadcl::tools::debug
