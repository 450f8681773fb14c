// SPDX-License-Identifier: Apache-2.0
#include "tools/job_rules.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "qpu/asm/checks/checker.h"

namespace quadcl::tools {

namespace {

namespace assembly = qpu::assembly;

/// The place of a bus address in the image.
std::optional<std::uint32_t> image_offset(const JobFile& job, BusAddress address) {
  for (const JobFile::Segment& segment : job.segments) {
    const std::uint32_t distance = address - segment.bus;
    if (distance < segment.bytes) return static_cast<std::uint32_t>(segment.offset + distance);
  }
  return {};
}

}  // namespace

bool check_code(std::ostream& out, const JobFile& job, std::span<const std::byte> image) {
  std::vector<std::uint64_t> words(job.code_bytes.value_or(0) / 8);
  std::memcpy(words.data(), image.data(), words.size() * 8);
  assembly::CheckerOptions options;
  for (const qpu::QpuProgram& program : job.programs) {
    const auto entry = image_offset(job, program.code);
    if (entry && *entry / 8 < words.size()) options.entries.push_back(*entry);
  }
  if (options.entries.empty()) return false;
  bool error = false;
  for (const assembly::CodeFinding& finding : assembly::check(words, options)) {
    out << "code byte " << assembly::to_string(finding, words) << '\n';
    error |= finding.rule->severity == qpu::Severity::error;
  }
  return error;
}

void print_findings(std::ostream& out, const qpu::emulator::FindingList& findings) {
  for (const auto& [finding, times] : findings.entries()) {
    out << qpu::emulator::to_string(finding);
    if (times > 1) out << " (" << times << " times)";
    out << '\n';
  }
}

}  // namespace quadcl::tools
