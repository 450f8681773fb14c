// SPDX-License-Identifier: Apache-2.0

// Any job file, with any image: an accepted job maps nothing outside of the image, is the same when written
// and read again, and ends. Input: the text, a zero byte, the image.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tools/job_file.h"

namespace {

namespace emulator = quadcl::qpu::emulator;
using quadcl::tools::JobFile;

std::string text_of(const JobFile& job) {
  std::ostringstream text;
  text << std::hex << "image " << job.image << "\ncodebytes 0x" << job.code_bytes.value_or(0) << '\n';
  if (!job.listing.empty()) text << "listing " << job.listing << '\n';
  for (const JobFile::Segment& segment : job.segments) {
    text << "segment " << segment.bus.value() << " 0x" << segment.offset << " 0x" << segment.bytes << '\n';
  }
  for (const quadcl::qpu::QpuProgram& program : job.programs) {
    text << "qpu " << program.code.value() << ' ' << program.uniforms.value() << '\n';
  }
  return text.str();
}

void check_map(const emulator::BusMap& map, const std::vector<std::byte>& image) {
  for (const emulator::BusSegment& segment : map.segments()) {
    const bool inside = segment.host >= image.data() && segment.size <= image.size() &&
                        static_cast<std::size_t>(segment.host - image.data()) <= image.size() - segment.size;
    if (!inside) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view text = input.substr(0, input.find('\0'));
  const auto job = quadcl::tools::parse_job(text);
  if (!job.ok()) {
    if (job.error().message.empty()) std::abort();
    return 0;
  }
  const auto again = quadcl::tools::parse_job(text_of(*job));
  if (!again.ok() || text_of(*again) != text_of(*job)) std::abort();

  std::vector<std::byte> image;
  if (text.size() < size) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    image.assign(bytes + text.size() + 1, bytes + size);
  }
  const auto map = quadcl::tools::map_job(*job, image);
  if (!map.ok()) return 0;
  check_map(*map, image);
  emulator::Machine machine;
  emulator::RunOptions options;
  options.instruction_limit = 200;
  if (machine.run(job->programs, *map, options).instructions() > 200) std::abort();
  return 0;
}
