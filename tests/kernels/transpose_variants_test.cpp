// SPDX-License-Identifier: Apache-2.0

// Both programs for transposes, each by name.

#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <vector>

#include "core/builtin/transpose_launch.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/transpose_plan.h"

namespace quadcl::qpu {
namespace {

struct Sizes {
  std::uint32_t width, height;
};

template <typename T>
class Transposition {
 public:
  explicit Transposition(TransposeLaunch launch) : launch_(launch) {
    launch_.element_bytes = sizeof(T);
    const std::size_t count = std::size_t{launch_.width} * launch_.height;
    launch_.in = allocate(count * sizeof(T)), launch_.out = allocate(count * sizeof(T));
    // All words differ.
    for (std::size_t i = 0; i < count * sizeof(T) / 4; ++i) {
      put(launch_.in, i, static_cast<std::uint32_t>(i + 1));
      put(launch_.out, i, kBefore);
    }
  }

  /// The number of elements of the output that are wrong, inside the block or outside of it.
  std::size_t wrong_after(TransposeMethod method, unsigned qpus) {
    const auto code = kernel_code();
    const MemoryRange range = allocate(code.size());
    std::memcpy(range.host, code.data(), code.size());
    JobContext context{.executor = *executor_, .code = *range.bus, .qpus = qpus};
    context.instruction_limit = 1u << 28;
    REQUIRE(run_transpose(plan_transpose(launch_, context, method).value(), context).ok());
    std::size_t wrong = 0;
    for (std::uint64_t x = 0; x < launch_.width; ++x) {
      for (std::uint64_t y = 0; y < launch_.height; ++y) wrong += !is_right(x, y);
    }
    return wrong;
  }

 private:
  static constexpr std::uint32_t kBefore = 0xa5a5a5a5;

  MemoryRange allocate(std::size_t bytes) {
    allocations_.push_back(executor_->memory().allocate(bytes, 64).value());
    return allocations_.back()->range();
  }

  static void put(const MemoryRange& range, std::size_t word, std::uint32_t value) {
    std::memcpy(range.host + 4 * word, &value, 4);
  }

  bool is_right(std::uint64_t x, std::uint64_t y) const {
    const bool inside = x >= launch_.columns.begin && x < launch_.columns.end && y >= launch_.rows.begin &&
                        y < launch_.rows.end;
    T before;
    std::memset(&before, 0xa5, sizeof before);
    const std::byte* in = launch_.in.host + (y * launch_.width + x) * sizeof(T);
    const std::byte* out = launch_.out.host + (x * launch_.height + y) * sizeof(T);
    return std::memcmp(out, inside ? static_cast<const void*>(in) : &before, sizeof(T)) == 0;
  }

  TransposeLaunch launch_;
  std::unique_ptr<Executor> executor_ = make_emulator_executor({.memory_bytes = 32u << 20}).value();
  std::vector<std::unique_ptr<Memory>> allocations_;
};

template <typename T>
void check_all(const Sizes& sizes, const IndexRange& rows, const IndexRange& columns) {
  TransposeLaunch launch;
  launch.width = sizes.width, launch.height = sizes.height;
  launch.rows = rows, launch.columns = columns;
  for (const TransposeMethod method : {TransposeMethod::tmus, TransposeMethod::dma}) {
    for (const unsigned qpus : {1u, 2u, 12u}) {
      CAPTURE(sizes.width, sizes.height, rows.begin, columns.begin, static_cast<int>(method), qpus);
      CHECK(Transposition<T>(launch).wrong_after(method, qpus) == 0);
    }
  }
}

template <typename T>
void check_all(const Sizes& sizes) {
  check_all<T>(sizes, {0, sizes.height}, {0, sizes.width});
}

}  // namespace

TEMPLATE_TEST_CASE("transpose variants: ragged sizes", "", std::uint32_t, std::uint64_t) {
  for (const std::uint32_t width : {1u, 7u, 8u, 9u, 16u, 17u, 33u, 129u}) {
    for (const std::uint32_t height : {1u, 2u, 15u, 16u, 17u, 33u, 70u}) check_all<TestType>({width, height});
  }
}

TEMPLATE_TEST_CASE("transpose variants: a block of the matrix", "", std::uint32_t, std::uint64_t) {
  check_all<TestType>({100, 80}, {2, 6}, {1, 4});
  check_all<TestType>({100, 80}, {17, 37}, {15, 35});
  check_all<TestType>({100, 80}, {79, 80}, {3, 99});
  check_all<TestType>({100, 80}, {5, 80}, {99, 100});
}

TEMPLATE_TEST_CASE("transpose variants: rows too far apart for one DMA", "", std::uint32_t, std::uint64_t) {
  const std::uint32_t length = GENERATE(4096u, 4097u, 16400u, 66000u);
  check_all<TestType>({length, 19});
  check_all<TestType>({19, length});
}

}  // namespace quadcl::qpu
