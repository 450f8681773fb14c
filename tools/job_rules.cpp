// SPDX-License-Identifier: Apache-2.0
#include "tools/job_rules.h"

#include <algorithm>
#include <cstring>

#include "qpu/asm/checks/checker.h"

namespace quadcl::tools {

namespace assembly = qpu::assembly;

bool check_code(std::ostream& out, const JobFile& job, std::span<const std::byte> image, bool pedantic) {
  std::vector<std::uint64_t> words(job.code_bytes.value_or(0) / 8);
  if (words.empty()) return false;
  std::memcpy(words.data(), image.data(), words.size() * 8);
  assembly::CheckerOptions options;
  options.pedantic = pedantic;
  for (const qpu::QpuProgram& program : job.programs) {
    const auto entry = job.image_offset(program.code);
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

void print_findings(std::ostream& out, const qpu::emulator::FindingList& findings, const JobFile& job,
                    const CodeNames& names) {
  for (const auto& [finding, times] : findings.entries()) {
    out << qpu::emulator::to_string(finding);
    const std::string place = names.of(job, finding.address, finding.word);
    if (!place.empty()) out << " (" << place << ")";
    if (times > 1) out << " (" << times << " times)";
    out << '\n';
  }
}

}  // namespace quadcl::tools
