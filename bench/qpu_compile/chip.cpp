// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/chip.h"

#include <cstring>
#include <sstream>
#include <stdexcept>

#include "qpu/asm/printing/disassembler.h"

namespace qpu_compile_bench {

using kernel_bench::Array;

namespace {

constexpr std::size_t kAll = std::size_t{256} << 20, kAround = std::size_t{1} << 20;

}  // namespace

Chip::Chip(const timing::Parameters& parameters, const kernel_bench::Case& a_case, Mapped mapped,
           bool profiled)
    : case_(a_case), parameters_(parameters), executor_(parameters) {
  if (profiled) executor_.instruments.profile = &profile_;
  if (mapped == Mapped::around) {
    free_ = executor_.allocate(kAll).slice(kAround, kAll - 2 * kAround);
    low_.resize(kAround);
    executor_.also_mapped.push_back(
        {quadcl::BusAddress(0), static_cast<std::uint32_t>(kAround), low_.data()});
  }
  for (const Array& array : a_case.arrays) {
    std::visit(
        [this](const auto& values) {
          const std::size_t bytes = values.size() * sizeof values[0];
          ranges_.push_back(allocate(bytes));
          std::memcpy(ranges_.back().host, values.data(), bytes);
        },
        array);
  }
}

MemoryRange Chip::allocate(std::size_t bytes) {
  if (free_.size == 0) return executor_.allocate(bytes);
  constexpr std::size_t kPage = 4096;  // as memory of a Raspberry Pi's firmware
  const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
  if (whole > free_.size) throw std::runtime_error("the arrays are too large for this benchmark");
  const MemoryRange range = free_.slice(0, bytes);
  free_ = free_.slice(whole, free_.size - whole);
  return range;
}

void Chip::finish(Score& score) {
  for (const timing::TimeReport& report : executor_.reports) score.add(report, parameters_);
  score.arrays = case_.arrays;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    std::visit([&](auto& values) { std::memcpy(values.data(), ranges_[i].host, ranges_[i].size); },
               score.arrays[i]);
  }
  if (executor_.instruments.profile == nullptr) return;
  std::ostringstream text;
  profile_.write(
      text, [](std::uint64_t word, std::uint32_t) { return quadcl::qpu::assembly::disassemble_word(word); });
  score.profile = text.str();
}

}  // namespace qpu_compile_bench
