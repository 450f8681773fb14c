// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace quadcl::tools::debug {

/// Lines of standard input.
class LineInput {
 public:
  virtual ~LineInput() = default;
  /// Empty at the end of the input.
  virtual std::optional<std::string> next(std::string_view prompt) = 0;
  virtual bool interactive() const = 0;
};

/// On a terminal, with line editing and history if the build has libedit. Of a file or a pipe, each line is
/// printed behind the prompt, so that the output reads like a session.
std::unique_ptr<LineInput> make_line_input();

}  // namespace quadcl::tools::debug
