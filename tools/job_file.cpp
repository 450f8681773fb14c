// SPDX-License-Identifier: Apache-2.0
#include "tools/job_file.h"

#include <charconv>
#include <limits>
#include <optional>

namespace quadcl::tools {

namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  while (true) {
    const auto start = line.find_first_not_of(blanks);
    if (start == line.npos) return words;
    line.remove_prefix(start);
    const auto end = std::min(line.find_first_of(blanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::optional<std::uint64_t> number(std::string_view word, int base) {
  if (word.size() > 2 && (word.substr(0, 2) == "0x" || word.substr(0, 2) == "0X")) {
    word.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) return {};
  return value;
}

std::optional<BusAddress> bus_address(std::string_view word) {
  const auto value = number(word, 16);
  if (!value || *value > std::numeric_limits<std::uint32_t>::max()) return {};
  return BusAddress(static_cast<std::uint32_t>(*value));
}

/// Statements of a job file. Each returns its error, or an empty text.
using Words = const std::vector<std::string_view>&;
using Problem = std::optional<std::string>;

Problem read_image(Words words, JobFile& job) {
  if (!job.image.empty()) return "there is an image already";
  job.image = std::string(words[1]);
  return {};
}

Problem read_listing(Words words, JobFile& job) {
  if (!job.listing.empty()) return "there is a listing already";
  job.listing = std::string(words[1]);
  return {};
}

Problem read_segment(Words words, JobFile& job) {
  const auto bus = bus_address(words[1]);
  const auto offset = number(words[2], 10), bytes = number(words[3], 10);
  if (!bus) return "the bus address is not a hexadecimal number of 32 bits";
  if (!offset || !bytes) return "offset and size are not numbers";
  if (*bytes == 0) return "the segment is empty";
  if (*bytes > (std::uint64_t{1} << 32) - bus->value()) return "the segment leaves the 32-bit address space";
  job.segments.push_back({*bus, *offset, *bytes});
  return {};
}

Problem read_code_bytes(Words words, JobFile& job) {
  const auto bytes = number(words[1], 10);
  if (!bytes) return "the size is not a number";
  if (job.code_bytes) return "codebytes is given already";
  job.code_bytes = *bytes;
  return {};
}

Problem read_qpu(Words words, JobFile& job) {
  const auto code = bus_address(words[1]), uniforms = bus_address(words[2]);
  if (!code || !uniforms) return "a bus address is not a hexadecimal number of 32 bits";
  if (job.programs.size() == qpu::kQpus) return "there are 12 QPUs only";
  job.programs.push_back({*code, *uniforms});
  return {};
}

struct Statement {
  std::string_view keyword;
  std::size_t words;
  std::string_view form;
  Problem (*read)(Words, JobFile&);
};

constexpr Statement kStatements[] = {
    {"image", 2, "image FILE", read_image},
    {"segment", 4, "segment BUS OFFSET BYTES", read_segment},
    {"codebytes", 2, "codebytes N", read_code_bytes},
    {"listing", 2, "listing FILE", read_listing},
    {"qpu", 3, "qpu CODE UNIFORMS", read_qpu},
};

/// The start of a word of any characters.
std::string printable(std::string_view word) {
  constexpr std::size_t kEnough = 40;
  std::string text(word.substr(0, kEnough));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text + (word.size() > kEnough ? "..." : "");
}

Problem read_line(Words words, JobFile& job) {
  for (const Statement& statement : kStatements) {
    if (words[0] != statement.keyword) continue;
    if (words.size() != statement.words) return "expected `" + std::string(statement.form) + "`";
    return statement.read(words, job);
  }
  return "unknown keyword `" + printable(words[0]) + "`; expected image, segment, codebytes, listing or qpu";
}

Error bad_job(std::string message) { return {ErrorCode::invalid_argument_value, std::move(message)}; }
Error bad_line(std::size_t line, const std::string& problem) {
  return bad_job("line " + std::to_string(line) + ": " + problem);
}

}  // namespace

std::optional<std::uint32_t> JobFile::image_offset(BusAddress address) const {
  for (const Segment& segment : segments) {
    const std::uint32_t distance = address - segment.bus;
    if (distance < segment.bytes) return static_cast<std::uint32_t>(segment.offset + distance);
  }
  return {};
}

Result<JobFile> parse_job(std::string_view text) {
  JobFile job;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    const std::size_t segments = job.segments.size();
    if (const Problem problem = read_line(words, job)) return bad_line(line, *problem);
    if (job.segments.size() > segments) job.segments.back().line = line;
  }
  if (job.image.empty()) return bad_job("there is no image");
  if (job.segments.empty()) return bad_job("there is no segment");
  if (job.programs.empty()) return bad_job("there is no QPU");
  return job;
}

Result<qpu::emulator::BusMap> map_job(const JobFile& job, std::vector<std::byte>& image) {
  qpu::emulator::BusMap map;
  const std::string size = "the image, which has " + std::to_string(image.size()) + " bytes";
  if (job.code_bytes > image.size()) return bad_job("codebytes is more than " + size);
  for (const JobFile::Segment& segment : job.segments) {
    if (segment.offset > image.size() || segment.bytes > image.size() - segment.offset) {
      return bad_line(segment.line, "the segment leaves " + size);
    }
    if (segment.bytes > std::numeric_limits<std::uint32_t>::max()) {
      return bad_line(segment.line, "the segment is larger than 4 GiB less one byte");
    }
    if (!map.add({segment.bus, static_cast<std::uint32_t>(segment.bytes), image.data() + segment.offset})) {
      return bad_line(segment.line, "the segment overlaps another one");
    }
  }
  return map;
}

}  // namespace quadcl::tools
