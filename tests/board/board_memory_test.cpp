// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdint>

#include "core/builtin/builtin_kernels.h"
#include "fixture.h"
#include "qpu/backend/factory.h"
#include "qpu/driver/board/vcsm_memory.h"

using namespace board_testing;
using board::Tag;
using quadcl::ErrorCode;
using quadcl::QpuExecutor;

TEST_CASE("allocations of a board are aligned, share no cache line, and lie at the alias of its chip") {
  const SimulatedBoard simulated;
  const bool through_l2 = GENERATE(true, false);
  simulated.model("Raspberry Pi", through_l2 ? "brcm,bcm2835" : "brcm,bcm2837");
  const char* const source = GENERATE("cma=1", "cma=0 vcsm=1", "cma=0");
  simulated.configure(source);
  const auto executor = make_executor(QpuExecutor::mailbox);
  std::vector<std::unique_ptr<quadcl::Memory>> all;
  for (const std::size_t size : {1, 63, 64, 65, 5000, 1 << 20, 2 << 20}) {
    for (const std::size_t alignment : {1, 64, 4096}) {
      auto memory = executor->memory().allocate(size, alignment);
      REQUIRE(memory.ok());
      CHECK((*memory)->range().bus->value() % std::max<std::size_t>(alignment, 64) == 0);
      CHECK((*memory)->range().bus->value() >> 30 == (through_l2 ? 1 : 3));
      CHECK((*memory)->range().size == size);
      std::memset((*memory)->range().host, static_cast<int>(all.size()), size);
      all.push_back(std::move(memory).value());
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t byte = 0; byte < all[i]->range().size; byte += 61)
      REQUIRE(all[i]->range().host[byte] == static_cast<std::byte>(i));
}

TEST_CASE("memory is zeros where other memory was before") {
  const SimulatedBoard simulated;
  simulated.configure(GENERATE("cma=1", "cma=0 vcsm=1", "cma=0"));
  const auto executor = make_executor(QpuExecutor::mailbox);
  for (int i = 0; i < 2; ++i) {
    for (const std::size_t size : {65, 5000, 2 << 20}) {
      const auto memory = executor->memory().allocate(size, 64, quadcl::Contents::zeros);
      REQUIRE(memory.ok());
      const quadcl::MemoryRange range = (*memory)->range();
      CHECK(std::count(range.host, range.host + size, std::byte{0}) == static_cast<std::ptrdiff_t>(size));
      std::memset(range.host, 1, size);
    }
  }
}

TEST_CASE("the alias is that of the chip, whichever the kernel gives") {
  const SimulatedBoard simulated;
  simulated.model("Raspberry Pi", GENERATE("brcm,bcm2835", "brcm,bcm2837"));
  simulated.configure("cma_alias=" + std::to_string(GENERATE(0, 4, 8, 12)));
  const auto executor = make_executor(GENERATE(QpuExecutor::mailbox, QpuExecutor::registers));
  Job job(*executor);
  REQUIRE(job.run(6).ok());
  CHECK(job.last() == 6 + 15);
}

TEST_CASE("small allocations share blocks of the firmware; large ones are given back at once") {
  const SimulatedBoard simulated;
  simulated.configure("cma=0");
  const auto executor = make_executor(QpuExecutor::mailbox);
  const auto before = simulated.messages(Tag::allocate_memory).size();
  for (int i = 0; i < 100; ++i) REQUIRE(executor->memory().allocate(1000, 64).ok());
  CHECK(simulated.messages(Tag::allocate_memory).size() == before);
  {
    const auto large = executor->memory().allocate(5 << 20, 64);
  }
  CHECK(simulated.messages(Tag::allocate_memory).size() == before + 1);
  CHECK(simulated.messages(Tag::release_memory).size() == 1);
}

TEST_CASE("memory that a board does not have is refused by name") {
  const SimulatedBoard simulated;
  const char* const source = GENERATE("cma=1", "cma=0 vcsm=1", "cma=0");
  simulated.configure(source);
  const auto executor = make_executor(QpuExecutor::mailbox);
  const auto first = executor->memory().allocate(2 << 20, 64);
  CHECK(first.ok());
  simulated.configure(std::string(source) + " allocates=0");
  const auto second = executor->memory().allocate(2 << 20, 64);
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().code == ErrorCode::out_of_device_memory);
  CHECK_THAT(second.error().message, Catch::Contains("gpu_mem") || Catch::Contains("cma="));
  CHECK_FALSE(executor->memory().allocate(SIZE_MAX / 2, 64).ok());
  CHECK_FALSE(executor->memory().allocate(15 << 20, 64).ok());  // with what is used, over the capacity
}

TEST_CASE("a board has no more memory than the kernel or the firmware has for it") {
  const SimulatedBoard simulated;
  simulated.configure("cma=1");
  CHECK(make_executor(QpuExecutor::mailbox, {.memory_bytes = 1 << 30})->memory().capacity() == 48 << 20);
  simulated.configure("cma=0 gpu_megabytes=40");
  CHECK(make_executor(QpuExecutor::mailbox, {.memory_bytes = 1 << 30})->memory().capacity() == 40 << 20);
  simulated.configure("cma=0 vcsm=1 gpu_megabytes=40");
  CHECK(make_executor(QpuExecutor::mailbox, {.memory_bytes = 1 << 30})->memory().capacity() == 40 << 20);
  CHECK(make_executor(QpuExecutor::mailbox, {.memory_bytes = 8 << 20})->memory().capacity() == 8 << 20);
}

namespace {

struct Source {
  const char* configuration;
  bool is_cached;
};
Source every_source() {
  return GENERATE(Source{"cma=1", true}, Source{"cma=1 cma_cached=0 cma_cache_operation=0", false},
                  Source{"cma=0 vcsm=1", true}, Source{"cma=0 vcsm=1 vcsm_cache_operation=0", false},
                  Source{"cma=0", false});
}

std::vector<std::byte> filled(std::size_t size, unsigned value) {
  return std::vector(size, static_cast<std::byte>(value));
}
std::vector<std::byte> contents(const quadcl::MemoryRange& range) {
  return {range.host, range.host + range.size};
}

/// A transpose of `width` by `height` words on the QPUs.
quadcl::LaunchRequest transpose(const quadcl::MemoryRange& in, const quadcl::MemoryRange& out,
                                std::uint32_t width, std::uint32_t height) {
  const auto word = [](std::uint32_t value) {
    quadcl::ValueArgument bytes(4);
    std::memcpy(bytes.data(), &value, 4);
    return bytes;
  };
  quadcl::LaunchRequest request;
  request.kernel = quadcl::builtin_kernel_image(quadcl::BuiltinKernel::transpose_32);
  request.arguments = {in, out, word(width), word(height)};
  request.range.dimensions = 2;
  request.range.global = {width, height, 1};
  return request;
}

}  // namespace

TEST_CASE("memory that the ARM does not cache is copied, by the byte; cached memory is shared") {
  const SimulatedBoard simulated;
  const auto [configuration, is_cached] = every_source();
  simulated.configure(configuration);
  const auto executor = make_executor(QpuExecutor::mailbox);
  quadcl::qpu::BusMemory& memory = executor->memory();
  const auto buffer = std::move(memory.allocate(100, 64)).value();
  const quadcl::MemoryRange& range = buffer->range();
  const auto fill = [&](unsigned value) { std::ranges::copy(filled(100, value), range.host); };
  for (const std::size_t offset : {0, 1, 7, 8, 13, 64}) {
    for (const std::size_t size : {0, 1, 5, 8, 11, 16, 36}) {
      const quadcl::MemoryRange part = range.slice(offset, size);
      auto expected = filled(100, 2);
      fill(1);
      memory.to_qpus(range);
      fill(2);
      memory.from_qpus(part);
      if (!is_cached) std::ranges::copy(filled(size, 1), expected.begin() + static_cast<long>(offset));
      REQUIRE(contents(range) == expected);

      fill(3);
      memory.to_qpus(part);
      fill(4);
      memory.from_qpus(range);
      expected = filled(100, is_cached ? 4 : 1);
      if (!is_cached) std::ranges::copy(filled(size, 3), expected.begin() + static_cast<long>(offset));
      REQUIRE(contents(range) == expected);
    }
  }
}

TEST_CASE("a launch leaves all but its output to the host, which may write there while it runs") {
  SimulatedBoard simulated;
  simulated.configure(every_source().configuration);
  quadcl::Options options;
  options.qpu_executor = QpuExecutor::mailbox;
  options.qpu_memory_bytes = 16 << 20;
  const auto backend = quadcl::qpu::make_qpu_backend(options, std::uint64_t{1} << 30);
  constexpr std::uint32_t kWidth = 37, kHeight = 16, kBytes = kWidth * kHeight * 4;
  constexpr std::size_t kFirst = 128;  // of the output in its buffer
  const auto in = std::move(backend->allocate(kBytes, 64, quadcl::Contents::zeros)).value();
  const auto whole = std::move(backend->allocate(kFirst + kBytes + 64, 64, quadcl::Contents::zeros)).value();
  std::vector<std::uint32_t> words(kWidth * kHeight), got(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i;
  std::memcpy(in->range().host, words.data(), kBytes);
  std::ranges::copy(filled(whole->range().size, 0xee), whole->range().host);

  const std::uint32_t during = 0xabcdef;
  simulated.during_job([&] {
    std::memcpy(in->range().host, &during, 4);
    std::memcpy(whole->range().host, &during, 4);
  });
  const auto launch =
      backend->check(transpose(in->range(), whole->range().slice(kFirst, kBytes), kWidth, kHeight));
  REQUIRE(launch.ok());
  const auto report = backend->run(*launch);
  simulated.during_job(nullptr);
  REQUIRE(report.ok());

  std::memcpy(got.data(), whole->range().host + kFirst, kBytes);
  for (std::uint32_t x = 0; x < kWidth; ++x)
    for (std::uint32_t y = 0; y < kHeight; ++y) REQUIRE(got[x * kHeight + y] == y * kWidth + x);
  CHECK(std::memcmp(in->range().host, &during, 4) == 0);
  CHECK(std::memcmp(whole->range().host, &during, 4) == 0);
  CHECK(contents(whole->range().slice(4, kFirst - 4)) == filled(kFirst - 4, 0xee));
  CHECK(contents(whole->range().slice(kFirst + kBytes, 64)) == filled(64, 0xee));
}

TEST_CASE("a board with /dev/vcsm needs no /dev/mem, and asks the firmware's mailbox for no memory") {
  const SimulatedBoard simulated;
  simulated.configure("cma=0 vcsm=1 mem_allowed=0");
  const auto executor = make_executor(QpuExecutor::mailbox);
  Job job(*executor);
  REQUIRE(job.run(6).ok());
  CHECK(job.last() == 6 + 15);
  CHECK(simulated.messages(Tag::allocate_memory).empty());
}

// The numbers are those that the macros of vmcs_sm_ioctl.h give, for pointers of 32 and 64 bits.
TEST_CASE("ioctls of /dev/vcsm have the numbers of the kernel's header") {
  CHECK(board::kVcsmAllocate == 0x8030495a);
  CHECK(board::kVcsmLock == 0x8008495c);
  CHECK(board::kVcsmUnlock == 0x8008495e);
  CHECK(board::kVcsmFree == 0x80044961);
  CHECK(board::kVcsmBusAddress == 0x8010496a);
  CHECK(board::kVcsmCache == (sizeof(void*) == 8 ? 0x80084970 : 0x80044970));
  CHECK(sizeof(board::VcsmCacheBlock) == (sizeof(void*) == 8 ? 24 : 16));
}
