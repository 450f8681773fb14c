// SPDX-License-Identifier: Apache-2.0
#include "tools/files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>
#include <vector>

namespace quadcl::tools {

namespace {

Error unusable(std::string why) { return {ErrorCode::invalid_argument_value, std::move(why)}; }

Result<std::string> read_all(std::istream& stream, std::size_t most) {
  std::string content;
  std::vector<char> piece(kMebibyte);
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) || stream.gcount() > 0) {
    content.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (content.size() > most) {
      return unusable("this has more than " + std::to_string(most / kMebibyte) + " MiB");
    }
  }
  return content;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t most) {
  if (path == "-") return read_all(std::cin, std::min(most, kMaximumBytes));
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  // A folder can be opened, but not read.
  if (!stream || std::filesystem::is_directory(path, ignored)) return unusable("cannot read this file");
  const bool ends = std::filesystem::is_regular_file(path, ignored);
  return read_all(stream, ends ? most : std::min(most, kMaximumBytes));
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
  if (content) return std::move(*content);
  std::cerr << path << ": error: " << content.error().message << '\n';
  return {};
}

bool write_output(const std::string& path, const std::string& content) {
  const bool written = write_file(path, content);
  if (!written) std::cerr << path << ": error: cannot write this file\n";
  return written;
}

}  // namespace quadcl::tools
