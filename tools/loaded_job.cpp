// SPDX-License-Identifier: Apache-2.0
#include "tools/loaded_job.h"

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "tools/files.h"

namespace quadcl::tools {

namespace {

/// What one alias of the bus address space holds (docs/videocore4.md, Memory).
constexpr std::size_t kMaximumImage = std::size_t{1} << 30;

/// A file that the job names, beside it or in the current folder.
std::string read_beside(const std::string& job_path, const std::string& name, std::size_t most) {
  const std::string beside = std::filesystem::path(job_path).parent_path() / name;
  const std::string found = std::filesystem::exists(beside) ? beside : name;
  auto bytes = read_file(found, most);
  if (!bytes) throw std::runtime_error(found + ": " + bytes.error().message);
  return std::move(*bytes);
}

CodeNames read_names(const std::string& job_path, const std::string& name) {
  auto names = CodeNames::read(read_beside(job_path, name, kMaximumBytes));
  if (!names) throw std::runtime_error(name + ": " + names.error().message);
  return std::move(*names);
}

}  // namespace

LoadedJob::LoadedJob(const std::string& path) {
  const auto text = read_file(path);
  if (!text) throw std::runtime_error(text.error().message);
  auto parsed = parse_job(*text);
  if (!parsed) throw std::runtime_error(parsed.error().message);
  job = std::move(*parsed);
  const std::string bytes = read_beside(path, job.image, kMaximumImage);
  image.resize(bytes.size());
  std::memcpy(image.data(), bytes.data(), bytes.size());
  if (!job.listing.empty()) names = read_names(path, job.listing);
  auto mapped = map_job(job, image);
  if (!mapped) throw std::runtime_error(mapped.error().message);
  map = std::move(*mapped);
}

}  // namespace quadcl::tools
