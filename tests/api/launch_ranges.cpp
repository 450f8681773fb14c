// SPDX-License-Identifier: Apache-2.0
// clEnqueueNDRangeKernel: the work-items that run, by global size, offset and local size.
#include "kernels.h"

using namespace api;

namespace {

constexpr std::size_t kWidth = 24, kHeight = 10;

struct Bench : Setup {
  Program program = make_program(context);
  Transposition transposition{context, program, kWidth, kHeight};

  cl_int enqueue(cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                 const std::size_t* local = nullptr) const {
    return clEnqueueNDRangeKernel(queue, transposition.kernel, dimensions, offset, global, local, 0, nullptr,
                                  nullptr);
  }
  std::vector<cl_uint> result() const { return transposition.result(queue); }

  /// The output if exactly the columns and rows of this block of the input are moved.
  std::vector<cl_uint> expected(std::size_t x0, std::size_t x1, std::size_t y0, std::size_t y1) const {
    const auto all = transposition.expected();
    std::vector<cl_uint> some(all.size(), ~0U);
    for (std::size_t x = x0; x < x1; ++x)
      for (std::size_t y = y0; y < y1; ++y) some[x * kHeight + y] = all[x * kHeight + y];
    return some;
  }
};

}  // namespace

TEST_CASE("clEnqueueNDRangeKernel: runs one work-item for each point of the global size") {
  const Bench bench;
  const std::size_t global[2]{kWidth, kHeight};
  REQUIRE(bench.enqueue(2, nullptr, global) == CL_SUCCESS);
  CHECK(bench.result() == bench.transposition.expected());
}

TEST_CASE("clEnqueueNDRangeKernel: computes just the block that offset and global size span") {
  const Bench bench;
  struct Row {
    std::size_t offset[2], global[2];
  };
  const Row row =
      GENERATE(Row{{0, 0}, {1, 1}}, Row{{0, 0}, {kWidth, 3}}, Row{{5, 0}, {7, kHeight}}, Row{{3, 2}, {17, 5}},
               Row{{kWidth - 1, kHeight - 1}, {1, 1}}, Row{{16, 4}, {8, 6}});
  REQUIRE(bench.enqueue(2, row.offset, row.global) == CL_SUCCESS);
  CHECK(bench.result() == bench.expected(row.offset[0], row.offset[0] + row.global[0], row.offset[1],
                                         row.offset[1] + row.global[1]));
}

TEST_CASE("clEnqueueNDRangeKernel: two launches that split the range compute the whole") {
  const Bench bench;
  const std::size_t left[2]{13, kHeight}, right[2]{kWidth - 13, kHeight}, offset[2]{13, 0};
  REQUIRE(bench.enqueue(2, nullptr, left) == CL_SUCCESS);
  REQUIRE(bench.enqueue(2, offset, right) == CL_SUCCESS);
  CHECK(bench.result() == bench.transposition.expected());
}

TEST_CASE("clEnqueueNDRangeKernel: dimensions that are not given have one work-item") {
  const Bench bench;
  const std::size_t global[1]{kWidth};
  REQUIRE(bench.enqueue(1, nullptr, global) == CL_SUCCESS);
  CHECK(bench.result() == bench.expected(0, kWidth, 0, 1));
}

TEST_CASE("clEnqueueNDRangeKernel: takes three dimensions") {
  const Bench bench;
  const std::size_t depth = GENERATE(1, 3);
  const std::size_t global[3]{kWidth, kHeight, depth};
  REQUIRE(bench.enqueue(3, nullptr, global) == CL_SUCCESS);
  CHECK(bench.result() == bench.transposition.expected());
}

TEST_CASE("clEnqueueNDRangeKernel: work-items beyond the matrix do nothing") {
  const Bench bench;
  const std::size_t offset[2]{GENERATE(0, 4), 3};
  const std::size_t global[2]{64, 64};
  REQUIRE(bench.enqueue(2, offset, global) == CL_SUCCESS);
  CHECK(bench.result() == bench.expected(offset[0], kWidth, 3, kHeight));
}

TEST_CASE("clEnqueueNDRangeKernel: a range wholly beyond the matrix computes nothing") {
  const Bench bench;
  const std::size_t offset[2]{kWidth, 0};
  const std::size_t global[2]{4, 4};
  REQUIRE(bench.enqueue(2, offset, global) == CL_SUCCESS);
  CHECK(bench.result() == bench.expected(0, 0, 0, 0));
}

TEST_CASE("clEnqueueNDRangeKernel: the local size does not change the result") {
  const Bench bench;
  const std::size_t global[2]{kWidth, kHeight};
  const std::size_t locals[][2]{{1, 1}, {kWidth, 1}, {8, 2}, {2, 5}, {3, kHeight}};
  for (const auto& local : locals) {
    INFO(local[0] << " x " << local[1]);
    const std::vector<cl_uint> ones(kWidth * kHeight, ~0U);
    REQUIRE(clEnqueueWriteBuffer(bench.queue, bench.transposition.out, CL_TRUE, 0, ones.size() * 4,
                                 ones.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    REQUIRE(bench.enqueue(2, nullptr, global, local) == CL_SUCCESS);
    CHECK(bench.result() == bench.transposition.expected());
  }
}

TEST_CASE("clEnqueueNDRangeKernel: a local size that does not divide the global size leaves nothing out",
          "[quadcl]") {
  if (info<cl_bool>(query(clGetDeviceInfo, device(), CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT)) == CL_FALSE)
    return;
  const Bench bench;
  const std::size_t global[2]{kWidth, kHeight};
  const std::size_t locals[][2]{{7, 1}, {1, 3}, {5, 4}, {32, 32}};
  const auto& local = locals[GENERATE(0, 1, 2, 3)];
  REQUIRE(bench.enqueue(2, nullptr, global, local) == CL_SUCCESS);
  CHECK(bench.result() == bench.transposition.expected());
}

TEST_CASE("clEnqueueNDRangeKernel: a global size of NULL or 0 completes without a work-item (OpenCL 2.1)") {
  const Bench bench;
  const std::size_t none[2]{0, 0}, no_rows[2]{kWidth, 0};
  for (const std::size_t* global : {static_cast<const std::size_t*>(nullptr), none, no_rows}) {
    Event event;
    REQUIRE(clEnqueueNDRangeKernel(bench.queue, bench.transposition.kernel, 2, nullptr, global, nullptr, 0,
                                   nullptr, event.out()) == CL_SUCCESS);
    CHECK(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    CHECK(event_status(event) == CL_COMPLETE);
  }
  CHECK(bench.result() == bench.expected(0, 0, 0, 0));
}

TEST_CASE("clEnqueueNDRangeKernel: an empty range waits for its wait list like any command") {
  const Bench bench;
  const std::size_t none[2]{0, 0};
  Gate gate(bench.context);
  Event event;
  REQUIRE(clEnqueueNDRangeKernel(bench.queue, bench.transposition.kernel, 2, nullptr, none, nullptr, 1,
                                 gate.list(), event.out()) == CL_SUCCESS);
  CHECK(event_status(event) >= CL_SUBMITTED);
  gate.open();
  CHECK(clWaitForEvents(1, event.list()) == CL_SUCCESS);
}

TEST_CASE("clEnqueueTask: runs exactly one work-item") {
  const Bench bench;
  REQUIRE(clEnqueueTask(bench.queue, bench.transposition.kernel, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(bench.result() == bench.expected(0, 1, 0, 1));
}

TEST_CASE("clEnqueueNDRangeKernel: transpose_64 moves 64-bit elements") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const auto contents = counting<cl_ulong>(kWidth * kHeight, 0x0123456700000000);
  const Buffer in = make_filled(setup.context, contents);
  const Buffer out = make_filled(setup.context, std::vector<cl_ulong>(contents.size()));
  const Kernel kernel = make_kernel(program, "transpose_64");
  set_transpose(kernel, in, out, kWidth, kHeight);
  launch(setup.queue, kernel, kWidth, kHeight);
  CHECK(read_back<cl_ulong>(setup.queue, out, contents.size()) == transposed(contents, kWidth));
}

TEST_CASE("clEnqueueNDRangeKernel: sgemm computes just the block that offset and global size span") {
  const Setup setup;
  const Program program = make_program(setup.context);
  constexpr cl_uint kM = 9, kN = 20, kK = 3;
  // Small whole numbers: exact in any rounding and order.
  std::vector<float> a(kM * kK), b(kK * kN), expected(kM * kN, -1.0F);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 5) - 2.0F;
  const Buffer buffer_a = make_filled(setup.context, a), buffer_b = make_filled(setup.context, b);
  const Buffer buffer_c = make_filled(setup.context, expected);
  const std::size_t offset[2]{6, 2}, global[2]{11, 4};
  for (std::size_t i = offset[1]; i < offset[1] + global[1]; ++i) {
    for (std::size_t j = offset[0]; j < offset[0] + global[0]; ++j) {
      expected[i * kN + j] = 0;
      for (std::size_t l = 0; l < kK; ++l) expected[i * kN + j] += a[i * kK + l] * b[l * kN + j];
    }
  }
  const Kernel kernel = make_kernel(program, "sgemm");
  set_product(kernel, kM, kN, kK, buffer_a, buffer_b, buffer_c);
  REQUIRE(clEnqueueNDRangeKernel(setup.queue, kernel, 2, offset, global, nullptr, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  CHECK(read_back<float>(setup.queue, buffer_c, expected.size()) == expected);
}
