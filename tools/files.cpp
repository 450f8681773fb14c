// SPDX-License-Identifier: Apache-2.0
#include "tools/files.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace quadcl::tools {

namespace {

std::string read_all(std::istream& stream) {
  std::ostringstream text;
  // Without input this sets the failure flag of `text`, which does not matter.
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

std::optional<std::string> read_file(const std::string& path) {
  if (path == "-") return read_all(std::cin);
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  // A folder can be opened, but not read.
  if (!stream || std::filesystem::is_directory(path, ignored)) return std::nullopt;
  return read_all(stream);
}

bool write_file(const std::string& path, const std::string& content) {
  if (path.empty() || path == "-") {
    std::cout << content << std::flush;
    return static_cast<bool>(std::cout);
  }
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << content << std::flush;
  return static_cast<bool>(stream);
}

std::optional<std::string> read_input(const std::string& path) {
  auto content = read_file(path);
  if (!content) std::cerr << path << ": error: cannot read this file\n";
  return content;
}

bool write_output(const std::string& path, const std::string& content) {
  const bool written = write_file(path, content);
  if (!written) std::cerr << path << ": error: cannot write this file\n";
  return written;
}

}  // namespace quadcl::tools
