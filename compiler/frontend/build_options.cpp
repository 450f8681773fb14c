// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/build_options.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quadcl::compiler {
namespace {

using Words = std::vector<std::string>;

/// Splits at white space. Quotes group and are dropped. A backslash keeps the next character as it is.
std::optional<Words> split(std::string_view text) {
  Words words;
  std::string word;
  bool open = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
    if (quote == '\0' && space) {
      if (open) words.push_back(std::exchange(word, {}));
      open = false;
      continue;
    }
    open = true;
    if (quote != '\0' ? c == quote : (c == '"' || c == '\'')) {
      quote = quote != '\0' ? '\0' : c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
    } else {
      word += c;
    }
  }
  if (quote != '\0') return {};
  if (open) words.push_back(std::move(word));
  return words;
}

bool choose_standard(BuildOptions& options, const std::string& version) {
  constexpr std::array kVersions{"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"};
  if (std::find(kVersions.begin(), kVersions.end(), version) == kVersions.end()) return false;
  options.standard = version;
  return true;
}

enum class Operand {
  none,
  joined,    ///< "-cl-std=CL3.0"
  separate,  ///< "-D X" or "-DX"; empty, clang would take the next argument in its place
};

struct Row {
  const char* name;
  Operand operand;
  bool pass_on;  ///< for clang, in the same spelling
  bool (*apply)(BuildOptions&, const std::string& operand);
};

bool nothing(BuildOptions&, const std::string&) { return true; }

/// Clang's warnings, which programs turn off. With a comma, clang would take arguments for other programs.
bool is_warning(BuildOptions&, const std::string& name) { return name.find(',') == std::string::npos; }

/// Sets a permission.
template <bool BuildOptions::* permission>
bool permit(BuildOptions& options, const std::string&) {
  return options.*permission = true;
}

constexpr std::array kRows{
    Row{"-cl-std=", Operand::joined, false, choose_standard},
    Row{"-D", Operand::separate, true, nothing},
    Row{"-I", Operand::separate, true, nothing},
    Row{"-w", Operand::none, true, nothing},
    Row{"-Werror", Operand::none, true, nothing},
    Row{"-W", Operand::joined, true, is_warning},
    Row{"-g", Operand::none, false, nothing},
    Row{"-cl-opt-disable", Operand::none, false,
        [](BuildOptions& options, const std::string&) {
          options.optimise = false;
          return true;
        }},
    Row{"-cl-denorms-are-zero", Operand::none, false, permit<&BuildOptions::denormals_are_zero>},
    Row{"-cl-strict-aliasing", Operand::none, false, nothing},
    Row{"-cl-mad-enable", Operand::none, true, nothing},
    Row{"-cl-no-signed-zeros", Operand::none, true, nothing},
    Row{"-cl-unsafe-math-optimizations", Operand::none, true, permit<&BuildOptions::unsafe_floats>},
    Row{"-cl-finite-math-only", Operand::none, true, permit<&BuildOptions::finite_floats>},
    Row{"-cl-fast-relaxed-math", Operand::none, true,
        [](BuildOptions& options, const std::string&) {
          options.unsafe_floats = options.finite_floats = options.denormals_are_zero = true;
          return true;
        }},
    Row{"-cl-single-precision-constant", Operand::none, true, nothing},
    Row{"-cl-fp32-correctly-rounded-divide-sqrt", Operand::none, true, nothing},
    Row{"-cl-uniform-work-group-size", Operand::none, true, nothing},
    Row{"-cl-no-subgroup-ifp", Operand::none, false, nothing},
    Row{"-cl-kernel-arg-info", Operand::none, false, nothing},  // always recorded
    Row{"-create-library", Operand::none, false,
        [](BuildOptions& options, const std::string&) {
          options.create_library = true;
          return true;
        }},
    Row{"-enable-link-options", Operand::none, false, nothing},
    Row{"-quadcl-qpu-compile", Operand::none, false, permit<&BuildOptions::asks_for_qpus>},
    Row{"-quadcl-no-qpu-compile", Operand::none, false, permit<&BuildOptions::refuses_qpus>},
    Row{"-quadcl-no-recognise", Operand::none, false,
        [](BuildOptions& options, const std::string&) {
          options.recognise = false;
          return true;
        }},
    Row{"-quadcl-without=", Operand::joined, false,
        [](BuildOptions& options, const std::string& pass) {
          options.without = pass;
          return true;
        }},
};

const Row* find_row(const std::string& word) {
  for (const Row& row : kRows) {
    if (row.operand == Operand::none ? word == row.name : word.starts_with(row.name)) return &row;
  }
  return nullptr;
}

bool apply(BuildOptions& options, const Row& row, const std::string& operand) {
  if (row.pass_on) options.clang.push_back(row.name + operand);
  return row.apply(options, operand);
}

}  // namespace

std::optional<BuildOptions> parse_build_options(std::string_view text, std::string& log) {
  const auto refuse = [&log](const std::string& reason) {
    log += "error: " + reason + "\n";
    return std::nullopt;
  };
  const auto words = split(text);
  if (!words) return refuse("a quotation mark in the build options is not closed");
  BuildOptions options;
  for (std::size_t i = 0; i < words->size(); ++i) {
    const std::string& word = (*words)[i];
    const Row* row = find_row(word);
    if (row == nullptr) return refuse("'" + word + "' is not a build option");
    std::string operand = word.substr(std::string_view(row->name).size());
    if (row->operand == Operand::separate && operand.empty() && ++i < words->size()) operand = (*words)[i];
    if (row->operand != Operand::none && operand.empty())
      return refuse("the build option '" + word + "' has no operand");
    if (!apply(options, *row, operand)) return refuse("the build option '" + word + "' has a wrong operand");
  }
  return options;
}

}  // namespace quadcl::compiler
