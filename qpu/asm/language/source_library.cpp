// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/source_library.h"

#include <filesystem>
#include <fstream>
#include <vector>

#include "qpu/asm/language/error.h"
#include "qpu/asm/language/standard_include.h"

namespace quadcl::qpu::assembly {

namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::string file_of(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

std::string in_folder(const std::string& folder, std::string_view name) {
  const bool separated = folder.empty() || folder.back() == '/';
  return folder + (separated ? "" : "/") + std::string(name);
}

}  // namespace

std::optional<std::string> read_source(const std::string& path, const AssemblerLimits& limits) {
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  // A folder can be opened but not read.
  if (!stream || std::filesystem::is_directory(path, ignored)) return std::nullopt;
  std::string text;
  std::vector<char> piece(1u << 16);
  while (text.size() <= limits.source_bytes && !stream.eof()) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (stream.gcount() == 0) break;
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return text;
}

std::string too_large(const AssemblerLimits& limits) {
  return "this file has more than " + std::to_string(limits.source_bytes) + " bytes";
}

std::optional<std::string> SourceLibrary::read(const std::string& path) const {
  return options_.read_file ? options_.read_file(path) : read_source(path, options_.limits);
}

const SourceFile* SourceLibrary::add(std::string name, std::string text) {
  auto& file = files_[name];
  if (file == nullptr) file = std::make_unique<SourceFile>(name, std::move(text));
  return file.get();
}

const SourceFile* SourceLibrary::load(const std::string& path) {
  if (const auto known = files_.find(path); known != files_.end()) return known->second.get();
  auto text = read(path);
  if (text && text->size() > options_.limits.source_bytes) fail(0, path + ": " + too_large(options_.limits));
  return text ? add(path, std::move(*text)) : nullptr;
}

const SourceFile* SourceLibrary::include(std::string_view name, bool angle_brackets,
                                         const std::string& from) {
  // The standard include is part of the assembler, whatever folder a source names.
  if (file_of(name) == kStandardIncludeName) return add("<vc4.qinc>", std::string(kStandardInclude));
  const bool absolute = name.starts_with('/');
  if (absolute || !angle_brackets) {
    if (const SourceFile* file = load(absolute ? std::string(name) : folder_of(from) + std::string(name)))
      return file;
  }
  for (const std::string& directory : options_.include_directories) {
    if (const SourceFile* file = load(in_folder(directory, name))) return file;
  }
  return nullptr;
}

}  // namespace quadcl::qpu::assembly
