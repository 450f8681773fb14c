// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/verified_launch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "core/builtin/builtin_kernels.h"
#include "core/qpu_code.h"

namespace quadcl::icd {
namespace {

/// The only buffer that a built-in kernel writes.
MemoryRange output_of(const LaunchRequest& launch) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* range = std::get_if<MemoryRange>(&launch.arguments[i]);
    if (range != nullptr && !launch.kernel->arguments[i].is_const) return *range;
  }
  return {};
}

void add(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

}  // namespace

Result<LaunchReport> run_replacements(const Device& device, const LaunchChoice& choice) {
  LaunchReport all{.target = choice.target};
  for (const CheckedLaunch& launch : choice.replacements) {
    QUADCL_TRY(const LaunchReport report, device.backend_for(choice.target).run(launch));
    add(all.qpu_instructions, report.qpu_instructions);
    add(all.modelled_cycles, report.modelled_cycles);
    add(all.modelled_nanoseconds, report.modelled_nanoseconds);
    add(all.packing_nanoseconds, report.packing_nanoseconds);
  }
  return all;
}

namespace {

using Bytes = std::vector<std::byte>;

/// What the buffers hold that a kernel's code for QPUs stores to.
std::vector<Bytes> contents_of(const LaunchRequest& request) {
  std::vector<Bytes> contents;
  for (const std::uint32_t argument : request.kernel->qpu_code->stored) {
    const auto& range = std::get<MemoryRange>(request.arguments[argument]);
    contents.emplace_back(range.host, range.host + range.size);
  }
  return contents;
}

void restore(const LaunchRequest& request, const std::vector<Bytes>& contents) {
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const auto& range = std::get<MemoryRange>(request.arguments[request.kernel->qpu_code->stored[i]]);
    std::ranges::copy(contents[i], range.host);
  }
}

/// How far floats may differ, as a share of the greater: the QPUs truncate, and the errors of operations add
/// up.
constexpr float kAllowed = 0x1p-14f;

/// What the elements of a buffer are, by the name of their type.
enum class Elements { floats, integers, unknown };

Elements elements_of(const KernelArgument& argument) {
  constexpr std::array kIntegers{"char", "uchar", "short", "ushort",  "int",
                                 "uint", "long",  "ulong", "unsigned"};
  const std::string_view name = argument.type_name;
  if (name.starts_with("float")) return Elements::floats;
  const std::size_t end = std::min(name.find_first_of("0123456789* "), name.size());
  const bool is_integer = std::ranges::find(kIntegers, name.substr(0, end)) != kIntegers.end();
  return is_integer ? Elements::integers : Elements::unknown;
}

/// Small whole numbers have the bits of denormals, small negative ones those of NaN.
bool may_be_float(const std::byte* word) {
  std::uint32_t bits;
  std::memcpy(&bits, word, sizeof bits);
  const std::uint32_t exponent = bits >> 23 & 0xff;
  return bits == 0 || (exponent != 0 && exponent != 0xff);
}

bool differs(Elements elements, const std::byte* a, const std::byte* b) {
  if (std::memcmp(a, b, sizeof(float)) == 0) return false;
  if (elements == Elements::integers) return true;
  // A type of the program, a struct or another name of float.
  if (elements == Elements::unknown && !(may_be_float(a) && may_be_float(b))) return true;
  float x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return !(std::fabs(x - y) <= kAllowed * std::max({std::fabs(x), std::fabs(y), kAllowed}));
}

/// A sentence about the words in which two results of an argument differ; empty if there are none.
std::string difference(const KernelArgument& argument, const Bytes& on_qpus, const Bytes& on_cpu) {
  const Elements elements = elements_of(argument);
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i + sizeof(float) <= on_cpu.size(); i += sizeof(float)) {
    if (!differs(elements, &on_qpus[i], &on_cpu[i])) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return {};
  return "'" + argument.name + "' differs in " + std::to_string(count) + " words, the first at byte " +
         std::to_string(first);
}

}  // namespace

Result<LaunchReport> run_and_verify_compiled(const Device& device, const CheckedLaunch& launch,
                                             const Context& context) {
  const LaunchRequest& request = launch.request;
  const std::vector<Bytes> before = contents_of(request);
  QUADCL_TRY(const LaunchReport report, device.backend_for(LaunchTarget::qpu).run(launch));
  const std::vector<Bytes> on_qpus = contents_of(request);
  restore(request, before);
  QUADCL_CHECK(device.backend_for(LaunchTarget::cpu).run(launch));
  const std::vector<Bytes> on_cpu = contents_of(request);
  for (std::size_t i = 0; i < on_cpu.size(); ++i) {
    const KernelArgument& argument = request.kernel->arguments[request.kernel->qpu_code->stored[i]];
    if (const std::string text = difference(argument, on_qpus[i], on_cpu[i]); !text.empty())
      context.notify("kernel '" + request.kernel->name +
                     "' computes something else on the QPUs than on the CPU: " + text +
                     "; the CPU's result was kept");
  }
  return report;
}

Result<LaunchReport> run_and_verify(const Device& device, const LaunchChoice& choice,
                                    const CheckedLaunch& launch, const Context& context) {
  const std::vector<CheckedLaunch>& builtin = choice.replacements;
  // The first launch's output goes on to the end of the buffer.
  const MemoryRange range = output_of(builtin.front().request);
  const std::span output(range.host, range.size);
  const std::vector before(output.begin(), output.end());
  QUADCL_TRY(const LaunchReport report, run_replacements(device, choice));
  const std::vector after(output.begin(), output.end());
  std::ranges::copy(before, output.begin());
  QUADCL_CHECK(device.backend_for(LaunchTarget::cpu).run(launch));
  if (const auto offset = builtin_difference(builtin, {before, after, output})) {
    context.notify("kernel '" + launch.request.kernel->name + "' was recognised as " +
                   builtin.front().request.kernel->name + ", but computes something else at byte " +
                   std::to_string(*offset) + " of its output; the result of the kernel itself was kept");
  }
  return report;
}

}  // namespace quadcl::icd
