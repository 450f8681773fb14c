// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/vc4c_module.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace qpu_compile_bench {
namespace {

constexpr std::uint64_t kMagic = 0xdeadbeafdeadbeafull;
/// Of a pointer's address space.
constexpr std::uint64_t kLocal = 4;

/// Bits `first` to `first + count - 1`.
constexpr std::uint64_t bits(std::uint64_t word, unsigned first, unsigned count) {
  return word >> first & ((std::uint64_t{1} << count) - 1);
}

class Reader {
 public:
  explicit Reader(const std::vector<std::uint64_t>& words) : words_(words) {}

  std::uint64_t word() {
    if (next_ >= words_.size()) throw std::runtime_error("the binary of VC4C is cut off");
    return words_[next_++];
  }
  /// Text in whole words.
  std::string text(std::size_t length) {
    std::string text;
    for (std::size_t i = 0; i < length; i += 8) {
      const std::uint64_t some = word();
      text.append(reinterpret_cast<const char*>(&some), sizeof some);
    }
    text.resize(length);
    return text;
  }
  /// An entry of attributes, which begins with its length in bytes.
  void skip_attribute() {
    const std::uint64_t length = bits(word(), 0, 16);
    for (std::uint64_t i = 8; i < length; i += 8) word();
  }

 private:
  const std::vector<std::uint64_t>& words_;
  std::size_t next_ = 0;
};

Vc4cParameter read_parameter(Reader& reader) {
  const std::uint64_t word = reader.word();
  reader.text(bits(word, 18, 12));
  reader.text(bits(word, 30, 12));
  return {.bytes = static_cast<unsigned>(bits(word, 0, 13)),
          .elements = static_cast<unsigned>(bits(word, 13, 5)),
          .pointer = bits(word, 60, 1) != 0,
          .local = bits(word, 55, 4) == kLocal,
          .lowered = bits(word, 54, 1) != 0};
}

Vc4cKernel read_kernel(Reader& reader) {
  const std::uint64_t place = reader.word(), groups = reader.word(), uniforms = reader.word();
  Vc4cKernel kernel{.first = bits(place, 0, 24),
                    .length = bits(place, 24, 22),
                    .merged_items = std::max(static_cast<unsigned>(bits(groups, 48, 8)), 1u),
                    .uniforms = static_cast<std::uint32_t>(uniforms)};
  kernel.name = reader.text(bits(place, 46, 10));
  for (std::uint64_t i = 0; i < bits(place, 56, 8); ++i) kernel.parameters.push_back(read_parameter(reader));
  for (std::uint64_t i = 0; i < uniforms >> 32; ++i) reader.skip_attribute();
  return kernel;
}

bool lies_in(std::size_t first, std::size_t length, const Vc4cModule& module) {
  return first <= module.words.size() && length <= module.words.size() - first;
}

}  // namespace

Vc4cModule parse_vc4c_module(const std::string& bytes) {
  Vc4cModule module;
  module.words.resize(bytes.size() / sizeof(std::uint64_t));
  std::memcpy(module.words.data(), bytes.data(), module.words.size() * sizeof(std::uint64_t));
  Reader reader(module.words);
  if (reader.word() != kMagic) throw std::runtime_error("that is no binary of VC4C");
  const std::uint64_t header = reader.word();
  module.data_first = bits(header, 10, 16);
  module.data_length = bits(header, 26, 20);
  module.stack_words = bits(header, 46, 16);
  for (std::uint64_t i = 0; i < bits(header, 0, 10); ++i) module.kernels.push_back(read_kernel(reader));
  bool whole = lies_in(module.data_first, module.data_length, module);
  for (const Vc4cKernel& kernel : module.kernels) whole &= lies_in(kernel.first, kernel.length, module);
  if (!whole) throw std::runtime_error("the binary of VC4C is cut off");
  return module;
}

}  // namespace qpu_compile_bench
