// SPDX-License-Identifier: Apache-2.0
// quadcl-build: its output and exit status. tests/api/built_binary.cpp runs the binaries.
#include <elf.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "command_runs.h"
#include "core/host_target.h"
#include "core/launch/qpu_launch.h"
#include "core/program_image.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/kernels/jobs.h"

using namespace quadcl;
using namespace tool_tests;

namespace {

Outcome run(const std::string& arguments) { return run_command(QUADCL_BUILD " " + arguments); }

constexpr const char* kKernel = R"(
#ifndef FACTOR
#define FACTOR 2
#endif
kernel void scale(global float* x) { x[get_global_id(0)] *= FACTOR; }
)";

ProgramImage image_in(const std::string& path, const std::string& target) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  auto image = deserialise(std::as_bytes(std::span(bytes)), target);
  REQUIRE(image.ok());
  return std::move(image).value();
}

template <typename Header>
Header header_of(const ProgramImage& image) {
  Header header{};
  REQUIRE(image.code->elf.size() > sizeof(header));
  std::memcpy(&header, image.code->elf.data(), sizeof(header));
  return header;
}

}  // namespace

TEST_CASE("quadcl-build makes code for each processor") {
  const Folder folder(kKernel);
  for (const NamedProcessor& row : named_processors()) {
    const std::string name(row.name), binary = folder.file(name);
    CAPTURE(name);
    const auto [status, output] = run("--cpu=" + name + " " + folder.file("kernel.cl") + " -o " + binary);
    REQUIRE(status == 0);
    CHECK(output.empty());
    const ProgramImage image = image_in(binary, HostTarget::of_processor(name)->name());
    REQUIRE(image.kernels.size() == 1);
    CHECK(image.kernels[0].name == "scale");
    if (row.architecture.starts_with("arm")) {
      const auto header = header_of<Elf32_Ehdr>(image);
      CHECK(header.e_ident[EI_CLASS] == ELFCLASS32);
      CHECK(header.e_machine == EM_ARM);
      const bool passes_floats = row.architecture == "arm";
      CHECK((header.e_flags & EF_ARM_ABI_FLOAT_HARD) == (passes_floats ? EF_ARM_ABI_FLOAT_HARD : 0));
    } else {
      const auto header = header_of<Elf64_Ehdr>(image);
      CHECK(header.e_ident[EI_CLASS] == ELFCLASS64);
      CHECK(header.e_machine == EM_AARCH64);
    }
  }
}

TEST_CASE("one binary of quadcl-build has code for several processors") {
  const Folder folder(kKernel);
  const std::string binary = folder.file("both");
  REQUIRE(run("--cpu=cortex-a7,cortex-a53 " + folder.file("kernel.cl") + " -o " + binary).status == 0);
  const auto header = header_of<Elf32_Ehdr>(image_in(binary, HostTarget::of_processor("cortex-a7")->name()));
  CHECK(header.e_machine == EM_ARM);
  const auto wide = header_of<Elf64_Ehdr>(image_in(binary, HostTarget::of_processor("cortex-a53")->name()));
  CHECK(wide.e_machine == EM_AARCH64);
}

TEST_CASE("quadcl-build lays structs out as OpenCL C says, whatever the processor's own rules are") {
  const Folder folder(R"(
struct mixed { char letter; long large; short small; float4 vector; };
kernel void take(struct mixed one, double2 pair, float3 three, global float* x) { *x = one.vector.w + pair.y + three.z; }
)");
  for (const NamedProcessor& row : named_processors()) {
    const std::string name(row.name), binary = folder.file(name);
    CAPTURE(name);
    REQUIRE(run("--cpu=" + name + " " + folder.file("kernel.cl") + " -o " + binary).status == 0);
    const ProgramImage image = image_in(binary, HostTarget::of_processor(name)->name());
    REQUIRE(image.kernels.at(0).arguments.size() == 4);
    CHECK(image.kernels[0].arguments[0].size == 48);  // the vector is at a multiple of 16
    CHECK(image.kernels[0].arguments[1].size == 16);
    CHECK(image.kernels[0].arguments[2].size == 16);
  }
}

namespace {

/// What the QPUs make of `in` with a kernel of (global const int* in, global int* out).
std::vector<int> on_qpus(const KernelImage& kernel, const std::vector<int>& in) {
  const auto made = qpu::make_emulator_executor({.memory_bytes = 16 << 20});
  REQUIRE(made.ok());
  qpu::Executor& executor = **made;
  const std::size_t bytes = in.size() * sizeof(int);
  auto from = executor.memory().allocate(bytes, 64), to = executor.memory().allocate(bytes, 64);
  REQUIRE((from.ok() && to.ok()));
  std::memcpy((*from)->range().host, in.data(), bytes);
  executor.memory().to_qpus((*from)->range());
  const LaunchRequest request{
      &kernel, {(*from)->range(), (*to)->range()}, {1, {0, 0, 0}, {in.size(), 1, 1}, {}}};
  REQUIRE(check_qpu_launch(request).ok());
  REQUIRE(
      qpu::run_compiled(request, {.executor = executor, .code = BusAddress(0), .instruction_limit = 1 << 20})
          .ok());
  executor.memory().from_qpus((*to)->range());
  std::vector<int> out(in.size());
  std::memcpy(out.data(), (*to)->range().host, bytes);
  return out;
}

}  // namespace

TEST_CASE("quadcl-build: a binary for a Pi has code for its QPUs, which runs without the compiler") {
  const Folder folder(R"(
kernel void steps(global const int* in, global int* out) {
  const int i = get_global_id(0);
  int x = in[i], n = 0;
  while (x > 1) x = x % 2 ? x * 3 + 1 : x / 2, ++n;
  out[i] = n;
}
kernel void scale(global float* x) { x[get_global_id(0)] *= 3; })");
  const std::string processor = "arm1176jzf-s", binary = folder.file("binary"),
                    arguments = "--cpu=" + processor + " " + folder.file("kernel.cl") + " -o " + binary;
  REQUIRE(run(arguments).status == 0);
  const ProgramImage image = image_in(binary, HostTarget::of_processor(processor)->name());
  REQUIRE(image.kernels.size() == 2);
  REQUIRE(image.kernels[0].qpu_code != nullptr);
  // Lengths of Collatz sequences, from the literature.
  CHECK(on_qpus(image.kernels[0],
                {1, 2, 3, 6, 7, 9, 18, 25, 27, 54, 73, 97, 129, 171, 231, 313, 327, 649, 703, 871}) ==
        std::vector{0, 1, 7, 8, 16, 19, 20, 23, 111, 112, 115, 118, 121, 124, 127, 130, 143, 144, 170, 178});
  // Floats need the program's permission.
  CHECK(image.kernels[1].qpu_code == nullptr);
  CHECK_THAT(image.kernels[1].not_on_qpus, Catch::Contains("truncate floats"));
  REQUIRE(run(arguments + " --options -cl-fast-relaxed-math").status == 0);
  CHECK(image_in(binary, HostTarget::of_processor(processor)->name()).kernels[1].qpu_code != nullptr);
}

TEST_CASE("quadcl-build: kernels with images have code for QPUs for common formats, where floats allow it") {
  const Folder folder(R"(
kernel void moved(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, at, read_imageui(in, at + 1));
}
kernel void half_as_bright(read_only image2d_t in, sampler_t s, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, s, at) * 0.5f);
})");
  const std::string processor = "arm1176jzf-s", binary = folder.file("binary"),
                    arguments = "--cpu=" + processor + " " + folder.file("kernel.cl") + " -o " + binary;
  const auto kernels = [&](const std::string& options) {
    REQUIRE(run(arguments + " --options '-cl-std=CL3.0 " + options + "'").status == 0);
    return image_in(binary, HostTarget::of_processor(processor)->name()).kernels;
  };
  constexpr LaunchFact bytes = fact_of_format(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT8),
                       floats = fact_of_format(ChannelOrder::RGBA, ChannelType::FLOAT);
  const auto exact = kernels("");
  CHECK(exact[0].qpu_code == nullptr);
  CHECK(std::ranges::any_of(exact[0].qpu_versions, [&](const QpuVersion& version) {
    return version.facts == std::vector{bytes, bytes};
  }));
  CHECK_THAT(exact[0].not_on_qpus, Catch::Contains("other formats"));
  CHECK(exact[1].qpu_versions.empty());
  CHECK_THAT(exact[1].not_on_qpus, Catch::Contains("truncate floats"));
  const auto relaxed = kernels("-cl-fast-relaxed-math");
  CHECK(std::ranges::any_of(relaxed[1].qpu_versions, [&](const QpuVersion& version) {
    return version.facts == std::vector<LaunchFact>{floats, 0, floats};
  }));
}

TEST_CASE("quadcl-build: a binary says how long work-items take turns, unless its program asks for QPUs") {
  const Folder folder(R"(
kernel void alone(global int* out) { out[get_global_id(0)] = 1; }
kernel void count(global int* out) { atomic_inc(&out[get_global_id(0) % 7]); })");
  const std::string processor = "arm1176jzf-s", binary = folder.file("binary"),
                    arguments = "--cpu=" + processor + " " + folder.file("kernel.cl") + " -o " + binary;
  const auto kernels = [&](const std::string& options) {
    REQUIRE(run(arguments + options).status == 0);
    return image_in(binary, HostTarget::of_processor(processor)->name()).kernels;
  };
  const auto any = kernels("");
  CHECK(any[0].qpu_code->turns.clocks == 0);
  CHECK(any[1].qpu_code->turns.clocks > 0);
  CHECK(any[1].qpu_code->turns.operations > 0);
  CHECK(any[1].qpu_code->turns.line == 3);
  CHECK(kernels(" --options -quadcl-qpu-compile")[1].qpu_code->turns.clocks == 0);
}

TEST_CASE("quadcl-build passes build options on") {
  const Folder folder(kKernel);
  const std::string arguments = folder.file("kernel.cl") + " -o " + folder.file("binary");
  CHECK(run(arguments + " --options '-D FACTOR=3 -cl-fast-relaxed-math'").status == 0);
  CHECK(image_in(folder.file("binary"), HostTarget::of_this_machine(false).name()).options ==
        "-D FACTOR=3 -cl-fast-relaxed-math");
  const auto [status, output] = run(arguments + " --options '-DFACTOR=no_such_name'");
  CHECK(status == 1);
  CHECK_THAT(output, Catch::Contains("no_such_name"));
  const auto wrong = run(arguments + " --options no_option");
  CHECK(wrong.status == 1);
  CHECK_THAT(wrong.output, Catch::Contains("'no_option' is not a build option"));
}

TEST_CASE("quadcl-build names wrong arguments and files") {
  const Folder folder(kKernel);
  const std::string input = folder.file("kernel.cl"), output = " -o " + folder.file("binary");
  const auto processor = run(input + output + " --cpu z80");
  CHECK(processor.status == 2);
  CHECK_THAT(processor.output, Catch::Contains("'z80'") && Catch::Contains("cortex-a53"));
  CHECK(run(input).status == 2);
  CHECK(run(input + output + " --no_such_option").status == 2);
  const auto no_input = run("/no/such/file.cl" + output);
  CHECK(no_input.status == 1);
  CHECK_THAT(no_input.output, Catch::Contains("/no/such/file.cl"));
  const auto no_output = run(input + " -o /no/such/folder/binary");
  CHECK(no_output.status == 1);
  CHECK_THAT(no_output.output, Catch::Contains("/no/such/folder/binary"));
  const auto no_compiler = run(input + output + " --compiler /no/such/compiler.so");
  CHECK(no_compiler.status == 1);
  CHECK_THAT(no_compiler.output, Catch::Contains("there is no /no/such/compiler.so"));
  CHECK(run(input + output + " --compiler " QUADCL_COMPILER).status == 0);
  const auto help = run("--help");
  CHECK(help.status == 0);
  CHECK_THAT(help.output, Catch::Contains("arm1176jzf-s") && Catch::Contains("Raspberry Pi 1"));
}
