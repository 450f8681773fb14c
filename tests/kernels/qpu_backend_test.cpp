// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "qpu/backend/factory.h"

using namespace quadcl;

namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

DeviceDescription describe(std::uint64_t wanted, std::uint64_t machine) {
  Options options;
  options.qpu_memory_bytes = wanted;
  return qpu::make_qpu_backend(options, machine)->description();
}

}  // namespace

TEST_CASE("QPU device: no more memory than the machine has") {
  // Linux's numbers for a Raspberry Pi with 512 MiB: the GPU keeps 64, the kernel a part of the rest.
  const DeviceDescription small = describe(1024 * kMegabyte, 448 * kMegabyte - 5000);
  CHECK(small.available);
  CHECK(small.global_memory_bytes == 447 * kMegabyte);
  CHECK(small.max_allocation_bytes <= small.global_memory_bytes);
  CHECK(small.notice.empty());
}

TEST_CASE("QPU device: what the options say where the machine has more") {
  CHECK(describe(1024 * kMegabyte, 8192 * kMegabyte).global_memory_bytes == 1024 * kMegabyte);
  CHECK(describe(64 * kMegabyte, 448 * kMegabyte).global_memory_bytes == 64 * kMegabyte);
}
