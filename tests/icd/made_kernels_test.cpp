// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/made_kernels.h"

#include <catch2/catch.hpp>

#include "core/qpu_code.h"

using namespace quadcl;
using namespace quadcl::icd;

namespace {

constexpr std::size_t kWorthIt = 65536;  // docs/adr/0031

Purpose size(std::uint32_t local) { return {{0, kIsSize | local, kIsSize | 1, kIsSize | 1}, true}; }
Purpose images(std::uint32_t number) {
  return {{fact_of_format(ChannelOrder::RGBA, ChannelType::FLOAT) + number}, false};
}

}  // namespace

TEST_CASE("kernels are made once launches had enough work-items") {
  MadeKernels made;
  for (const Purpose& purpose : {size(64), images(0)}) {
    CHECK(made.count(purpose, kWorthIt - 2, false).to_make == nullptr);
    CHECK(made.count(purpose, 1, false).to_make == nullptr);
    CHECK(made.count(purpose, 1, false).to_make != nullptr);
    CHECK(made.count(purpose, kWorthIt, false).to_make == nullptr);
  }
  CHECK(made.count(size(32), 1, true).to_make != nullptr);
  CHECK(made.count(size(16), std::size_t(0) - 1, false).to_make != nullptr);
}

TEST_CASE("launches find what was made for them, once it is there") {
  MadeKernels made;
  auto* to_make = made.count(size(64), 1, true).to_make;
  REQUIRE(to_make != nullptr);
  CHECK(made.count(size(64), 1, true).kernel == nullptr);
  CHECK_FALSE(made.has_code_for_qpus());
  KernelImage image;
  image.qpu_code = std::make_shared<QpuCode>();
  const auto kernel = std::make_shared<const KernelImage>(image);
  to_make->kernel = kernel;
  CHECK(made.count(size(64), 1, false).kernel == kernel);
  CHECK(made.count(size(32), 1, false).kernel == nullptr);
  CHECK(made.has_code_for_qpus());
}

TEST_CASE("kernels are made for 16 sizes, of any number of sizes that launches had") {
  MadeKernels made;
  for (std::uint32_t local = 1; local <= 5000; ++local)
    CHECK(made.count(size(local), 1, false).to_make == nullptr);
  std::vector<MadeKernels::Made*> all;
  for (std::uint32_t local = 1; local <= 5000; ++local)
    if (auto* to_make = made.count(size(local), kWorthIt, false).to_make) all.push_back(to_make);
  CHECK(all.size() == 16);
  // There are not many kinds of images; and what was made stays.
  for (std::uint32_t number = 0; number < 100; ++number)
    CHECK(made.count(images(number), kWorthIt, false).to_make != nullptr);
  const auto kernel = std::make_shared<const KernelImage>();
  all.back()->kernel = kernel;
  CHECK(made.count(size(16), 1, false).kernel == kernel);
}
