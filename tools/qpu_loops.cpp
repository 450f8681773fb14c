// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "qpu/isa/fields.h"
#include "qpu/isa/loops.h"
#include "qpu/kernels/kernel_code.h"
#include "tools/files.h"

namespace {

using quadcl::qpu::isa::kInstructionBytes;

std::vector<std::uint64_t> words_of(const char* bytes, std::size_t size) {
  std::vector<std::uint64_t> words(size / kInstructionBytes);
  std::memcpy(words.data(), bytes, words.size() * kInstructionBytes);
  return words;
}

std::vector<std::uint64_t> shipped_kernels() {
  const auto bytes = quadcl::qpu::kernel_code();
  return words_of(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<std::vector<std::uint64_t>> read_program(const std::string& path) {
  const auto bytes = quadcl::tools::read_file(path);
  if (!bytes) {
    std::fprintf(stderr, "qpu-loops: %s: %s\n", path.c_str(), bytes.error().message.c_str());
    return {};
  }
  if (bytes->size() % kInstructionBytes != 0) {
    std::fprintf(stderr,
                 "qpu-loops: %s has %zu bytes, which is not a whole number of instructions of %u bytes\n",
                 path.c_str(), bytes->size(), kInstructionBytes);
    return {};
  }
  return words_of(bytes->data(), bytes->size());
}

void print(const quadcl::qpu::isa::Loop& loop) {
  std::printf("loop at 0x%04zx: %zu instructions, %zu of them add and multiply (%.1f %%)\n",
              loop.begin * kInstructionBytes, loop.instructions, loop.both_alus_float,
              100.0 * static_cast<double>(loop.both_alus_float) / static_cast<double>(loop.instructions));
}

}  // namespace

int main(int argc, char** argv) {
  std::string path;
  CLI::App app{
      "Lists the innermost loops of QPU machine code with their share of instructions that compute on both "
      "ALUs. Without a file: of the kernels that QuadCL ships.",
      "qpu-loops"};
  app.add_option("PROGRAM.bin", path, "machine code, as qpu-as writes it");
  CLI11_PARSE(app, argc, argv);

  const auto program = path.empty() ? shipped_kernels() : read_program(path);
  if (!program) return 1;
  const auto loops = quadcl::qpu::isa::innermost_loops(*program);
  if (loops.empty()) std::puts("no loops");
  for (const auto& loop : loops) print(loop);
  return 0;
}
