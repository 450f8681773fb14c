// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/job_files.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace quadcl::qpu {

namespace {

std::string hex(std::uint64_t number, int digits) {
  char text[24];
  std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(number));
  return text;
}

std::string trimmed(const std::string& line) {
  const auto start = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
}

/// As `qpu-as --list` writes it.
std::string listing_of(const JobCode& code) {
  std::string text = ":" + code.name + "\n";
  for (std::size_t i = 0; i < code.words.size(); ++i) {
    const std::uint32_t line = i < code.lines.size() ? code.lines[i] : 0;
    text += hex(8 * i, 6) + "  0x" + hex(code.words[i], 16) + "  " + code.file + ":" + std::to_string(line);
    if (line > 0 && line <= code.text.size()) text += "  " + trimmed(code.text[line - 1]);
    text += "\n";
  }
  return text;
}

/// The segments, that of the code first: the listing is for the start of the image.
std::vector<emulator::BusSegment> segments_of(const emulator::BusMap& memory, BusAddress code) {
  std::vector<emulator::BusSegment> segments = memory.segments();
  const auto first = std::find_if(segments.begin(), segments.end(), [&](const emulator::BusSegment& segment) {
    return segment.contains(code, 8);
  });
  if (first != segments.end()) std::rotate(segments.begin(), first, first + 1);
  return segments;
}

}  // namespace

Result<void> write_job_files(const std::string& path, const Job& job, const emulator::BusMap& memory,
                             const JobCode& code) {
  const std::string name = path.substr(path.rfind('/') + 1);
  std::ofstream text(path), image(path + ".bin", std::ios::binary), listing(path + ".lst");
  text << "image " << name << ".bin\nlisting " << name << ".lst\ncodebytes " << 8 * code.words.size() << '\n';
  std::uint64_t offset = 0;
  for (const emulator::BusSegment& segment : segments_of(memory, code.address)) {
    text << "segment " << hex(segment.bus.value(), 8) << ' ' << offset << ' ' << segment.size << '\n';
    image.write(reinterpret_cast<const char*>(segment.host), segment.size);
    offset += segment.size;
  }
  for (const QpuProgram& program : job.programs) {
    text << "qpu " << hex(program.code.value(), 8) << ' ' << hex(program.uniforms.value(), 8) << '\n';
  }
  listing << listing_of(code);
  text.close(), image.close(), listing.close();
  if (text && image && listing) return {};
  return Error{ErrorCode::out_of_resources,
               "cannot write " + path + ", " + name + ".bin and " + name + ".lst"};
}

}  // namespace quadcl::qpu
