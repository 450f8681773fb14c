// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "qpu/backend/factory.h"

using namespace quadcl;

namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

std::unique_ptr<Backend> device(std::uint64_t wanted, std::uint64_t machine) {
  Options options;
  options.qpu_memory_bytes = wanted;
  return qpu::make_qpu_backend(options, machine);
}

/// The device also keeps its code in the memory of the QPUs.
void check_memory_of_qpus(Backend& backend, std::uint64_t bytes) {
  CHECK(backend.allocate(bytes - kMegabyte, 64, Contents::zeros).ok());
  const auto more = backend.allocate(bytes, 64, Contents::zeros);
  REQUIRE_FALSE(more.ok());
  CHECK(more.error().code == ErrorCode::out_of_device_memory);
}

}  // namespace

TEST_CASE("QPU device: its QPUs have no more memory than the machine") {
  // Linux's numbers for a Raspberry Pi with 512 MiB: the GPU keeps 64, the kernel a part of the rest.
  const std::uint64_t machine = 448 * kMegabyte - 5000;
  const auto small = device(1024 * kMegabyte, machine);
  CHECK(small->description().available);
  CHECK(small->description().notice.empty());
  CHECK(small->description().global_memory_bytes == machine);
  check_memory_of_qpus(*small, 447 * kMegabyte);
}

TEST_CASE("QPU device: its QPUs have what the options say where the machine has more") {
  const auto most = device(1024 * kMegabyte, 8192 * kMegabyte);
  if (sizeof(void*) == 8)
    CHECK(most->description().global_memory_bytes == 8192 * kMegabyte);
  else
    CHECK(most->description().max_allocation_bytes + 1024 * kMegabyte <= 2048 * kMegabyte);
  check_memory_of_qpus(*most, 1024 * kMegabyte);
  check_memory_of_qpus(*device(64 * kMegabyte, 448 * kMegabyte), 64 * kMegabyte);
}

TEST_CASE("QPU device: memory that is to be zeros is, also where other contents were") {
  constexpr std::size_t kBytes = 100'000;
  const auto backend = device(64 * kMegabyte, 448 * kMegabyte);
  for (int i = 0; i < 3; ++i) {
    const auto any = std::move(backend->allocate(kBytes, 64, Contents::any)).value();
    std::memset(any->range().host, 0xab, kBytes);
  }
  const auto zeros = std::move(backend->allocate(kBytes, 64, Contents::zeros)).value();
  const std::byte* begin = zeros->range().host;
  CHECK(std::count(begin, begin + kBytes, std::byte{0}) == kBytes);
}

TEST_CASE("QPU device: applications see as much memory as the options say") {
  Options options;
  options.cpu_memory_bytes = 3072 * kMegabyte;
  const DeviceDescription seen = qpu::make_qpu_backend(options, 8192 * kMegabyte)->description();
  CHECK(seen.global_memory_bytes == 3072 * kMegabyte);
  CHECK(seen.max_allocation_bytes <= seen.global_memory_bytes);
}
