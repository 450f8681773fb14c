// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/bounds.h"

#include <algorithm>

#include "bench/qpu_compile/own.h"
#include "qpu/isa/chip.h"

namespace qpu_compile_bench {
namespace {

namespace timing = quadcl::qpu::timing;
using timing::Parameter;

constexpr double kLanesPerClock = 4, kLanes = 16, kSlices = 3, kTmus = 6, kLine = 64, kPage = 4096,
                 kVpm = 4096;

double bytes_of(const Array& array) {
  return std::visit([](const auto& values) { return static_cast<double>(values.size() * sizeof values[0]); },
                    array);
}

bool is_read(const quadcl::KernelArgument& argument, bool updates) {
  return updates || argument.is_const || argument.address == quadcl::AddressQualifier::constant;
}

void add(Traffic& traffic, const Workload& workload, const Case& a_case, const kernel_bench::Launch& launch,
         const quadcl::KernelImage& kernel) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* buffer = std::get_if<kernel_bench::BufferArgument>(&launch.arguments[i]);
    if (buffer == nullptr) continue;
    const double bytes = bytes_of(a_case.arrays[buffer->index]);
    if (is_read(kernel.arguments[i], workload.particulars.updates)) traffic.read += bytes;
    if (kernel.arguments[i].may_be_written()) traffic.written += bytes;
  }
}

}  // namespace

Traffic traffic_of(const Workload& workload, const Case& a_case, const quadcl::ProgramImage& image) {
  Traffic traffic;
  for (const auto& launch : a_case.launches)
    add(traffic, workload, a_case, launch, find_kernel(image, launch.kernel));
  return traffic;
}

std::vector<Bound> bounds(const Operations& o, const Traffic& traffic, const timing::Parameters& parameters) {
  const auto seconds = [&](Parameter rate, double times) {
    return times * static_cast<double>(parameters.ticks(rate)) * parameters.seconds(1'000'000) / 1e6;
  };
  const double clock = parameters.seconds(timing::kClock * 1'000'000) / 1e6;
  const double slots = std::max({o.adds, o.multiplies, (o.adds + o.multiplies + o.either) / 2});
  return {{"issue", slots / (quadcl::qpu::kQpus * kLanesPerClock) * clock},
          {"SFU", seconds(Parameter::sfu_operation, o.special / kLanes / kSlices)},
          {"TMU", seconds(Parameter::tmu_lane, o.lookups / kTmus), true},
          {"SDRAM", seconds(Parameter::sdram_line, (traffic.read + traffic.written) / kLine), true},
          {"store",
           seconds(Parameter::store_row, traffic.written / kLine) +
               seconds(Parameter::dma_page, traffic.written / kPage) +
               seconds(Parameter::store_start, traffic.written / kVpm),
           true}};
}

const Bound& largest(const std::vector<Bound>& bounds) {
  return *std::max_element(bounds.begin(), bounds.end(),
                           [](const Bound& a, const Bound& b) { return a.seconds < b.seconds; });
}

}  // namespace qpu_compile_bench
