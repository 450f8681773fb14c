// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/printf_format.h"

#include <llvm/ADT/StringExtras.h>

namespace quadcl::compiler {
namespace {

constexpr llvm::StringRef kFlags = "-+ #0", kConversions = "diouxXcspaAeEfFgG%";
/// Those of C; the first two are also those of OpenCL C.
constexpr llvm::StringRef kLengths = "hlzjtLq", kLengthsOfC = "zjtLq";

/// Removes the next conversion from the front of a format, and returns it. Empty if there is none.
llvm::StringRef take_conversion(llvm::StringRef& format) {
  format = format.drop_until([](char c) { return c == '%'; });
  if (format.empty()) return {};
  llvm::StringRef rest = format.drop_front().ltrim(kFlags).drop_while(llvm::isDigit);
  if (rest.consume_front(".")) rest = rest.drop_while(llvm::isDigit);
  if (rest.consume_front("v")) rest = rest.drop_while(llvm::isDigit);
  rest = rest.ltrim(kLengths).drop_front(rest.ltrim(kLengths).empty() ? 0 : 1);
  const llvm::StringRef conversion = format.drop_back(rest.size());
  format = rest;
  return conversion;
}

}  // namespace

std::vector<std::string> problems_of_format(llvm::StringRef format) {
  std::vector<std::string> problems;
  for (llvm::StringRef text = take_conversion(format); !text.empty(); text = take_conversion(format)) {
    const std::string start = ("'" + text + "' in a format of printf is not OpenCL C").str();
    if (text.size() < 2 || !kConversions.contains(text.back())) {
      problems.push_back(start + "; the call prints nothing");
    } else if (text.find_first_of(kLengthsOfC) != llvm::StringRef::npos) {
      problems.push_back(start + "; its length is taken as in C");
    }
  }
  return problems;
}

}  // namespace quadcl::compiler
