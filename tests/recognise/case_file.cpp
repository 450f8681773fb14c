// SPDX-License-Identifier: Apache-2.0
#include "case_file.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace recognise_test {
namespace {

class Evaluator {
 public:
  Evaluator(const std::string& text, const Sizes& sizes) : text_(text), sizes_(sizes) {}

  long all() {
    const long value = sum();
    if (peek() != '\0') throw std::runtime_error("cannot read '" + text_ + "'");
    return value;
  }

 private:
  char peek() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  long sum() {
    long value = product();
    while (peek() == '+' || peek() == '-') {
      const char operation = text_[position_++];
      const long right = product();
      value = operation == '+' ? value + right : value - right;
    }
    return value;
  }
  long product() {
    long value = factor();
    while (peek() == '*' || peek() == '/') {
      const char operation = text_[position_++];
      const long right = factor();
      value = operation == '*' ? value * right : value / right;
    }
    return value;
  }
  long factor() {
    if (peek() == '(') {
      ++position_;
      const long value = sum();
      if (peek() != ')') throw std::runtime_error("no ')' in '" + text_ + "'");
      ++position_;
      return value;
    }
    std::string word;
    while (position_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[position_])) != 0))
      word += text_[position_++];
    if (word.empty()) throw std::runtime_error("cannot read '" + text_ + "'");
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return std::stol(word);
    const auto found = sizes_.find(word);
    if (found == sizes_.end()) throw std::runtime_error("no size '" + word + "'");
    return found->second;
  }

  const std::string& text_;
  const Sizes& sizes_;
  std::size_t position_ = 0;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    const auto first = part.find_first_not_of(' ');
    if (first != std::string::npos)
      parts.push_back(part.substr(first, part.find_last_not_of(' ') - first + 1));
  }
  return parts;
}

Argument read_argument(const std::string& text) {
  static const std::map<std::string, ArgumentKind> kKinds{
      {"int", ArgumentKind::int32},   {"long", ArgumentKind::int64},   {"float", ArgumentKind::float32},
      {"in", ArgumentKind::input},    {"out", ArgumentKind::output},   {"same", ArgumentKind::same},
      {"local", ArgumentKind::local}, {"vector", ArgumentKind::vector}};
  std::istringstream stream(text);
  std::string kind;
  Argument argument;
  stream >> kind;
  argument.kind = kKinds.at(kind);
  const bool is_buffer = argument.kind == ArgumentKind::input || argument.kind == ArgumentKind::output ||
                         argument.kind == ArgumentKind::same;
  if (is_buffer) stream >> argument.name;
  std::getline(stream, argument.value);
  return argument;
}

/// The ranges of a run: "... ; global N, M; local 16, 16".
void read_ranges(Run& run) {
  const auto parts = split(run.text, ';');
  run.global = run.local = run.offset = {};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto space = parts[i].find(' ');
    const std::string word = parts[i].substr(0, space);
    auto& list = word == "global" ? run.global : word == "local" ? run.local : run.offset;
    for (const std::string& size : split(parts[i].substr(space), ','))
      list.push_back(static_cast<std::size_t>(evaluate(size, run.sizes)));
  }
}

Run read_run(const std::string& text, const std::string& where) {
  Run run;
  run.on_qpu = where == "qpu";
  run.is_defined = where != "stale";
  run.text = text;
  for (const std::string& setting : split(text.substr(0, text.find(';')), ' ')) {
    const auto equals = setting.find('=');
    run.sizes[setting.substr(0, equals)] = std::stol(setting.substr(equals + 1));
  }
  read_ranges(run);
  return run;
}

}  // namespace

long evaluate(const std::string& expression, const Sizes& sizes) {
  return Evaluator(expression, sizes).all();
}

std::vector<std::uint32_t> components(const Argument& argument, const Sizes& sizes) {
  std::vector<std::uint32_t> words;
  for (const std::string& part : split(argument.value, ' '))
    words.push_back(part.find('.') == std::string::npos ? static_cast<std::uint32_t>(evaluate(part, sizes))
                                                        : std::bit_cast<std::uint32_t>(std::stof(part)));
  return words;
}

Run with_sizes(const Run& run, const Sizes& sizes) {
  Run result = run;
  result.sizes = sizes;
  read_ranges(result);
  return result;
}

CaseFile read_case(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error("cannot read " + path);
  CaseFile file;
  file.name = std::filesystem::path(path).stem().string();
  for (std::string line; std::getline(stream, line);) {
    file.source += line + '\n';
    const auto rest = [&](const std::string& word) {
      return line.substr(std::min(line.size(), word.size()));
    };
    if (line.starts_with("// options: ")) file.options = rest("// options: ");
    if (line.starts_with("// terms: ")) file.terms = rest("// terms: ");
    if (line.starts_with("// reason: ")) file.reason = rest("// reason: ");
    if (line.starts_with("// args: "))
      for (const std::string& argument : split(rest("// args: "), ','))
        file.arguments.push_back(read_argument(argument));
    for (const std::string where : {"qpu", "cpu", "stale"}) {
      const std::string start = "// run " + where + ": ";
      if (line.starts_with(start)) file.runs.push_back(read_run(rest(start), where));
    }
  }
  if (file.runs.empty()) throw std::runtime_error(path + " says nothing of how to run it");
  return file;
}

std::vector<std::string> case_paths(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cl") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace recognise_test
