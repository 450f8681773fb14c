// SPDX-License-Identifier: Apache-2.0

// The arena and the executor over the emulator.

#include <unistd.h>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include "core/log.h"
#include "harness.h"
#include "qpu/driver/arena_memory.h"
#include "qpu/driver/emulator_executor.h"

namespace quadcl::qpu {
namespace {

using emulator::testing::ldi;
using emulator::testing::signal;

std::unique_ptr<ArenaMemory> make_arena(std::uint64_t capacity) {
  auto arena = ArenaMemory::create(capacity);
  REQUIRE(arena.ok());
  return std::move(arena).value();
}

std::unique_ptr<Memory> allocate(BusMemory& memory, std::size_t size, std::size_t alignment = 4) {
  auto allocation = memory.allocate(size, alignment);
  REQUIRE(allocation.ok());
  return std::move(allocation).value();
}

TEST_CASE("allocations are aligned, apart, and seen at one distance from host and bus", "[driver]") {
  const auto arena = make_arena(1 << 20);
  const auto a = allocate(*arena, 100);
  const auto b = allocate(*arena, 1, 4096);
  const auto c = allocate(*arena, 5000, 256);
  CHECK(b->range().bus->value() % 4096 == 0);
  CHECK(c->range().bus->value() % 256 == 0);
  const MemoryRange &ra = a->range(), &rb = b->range(), &rc = c->range();
  CHECK(rb.host - ra.host == static_cast<std::ptrdiff_t>(*rb.bus - *ra.bus));
  CHECK(rc.host - ra.host == static_cast<std::ptrdiff_t>(*rc.bus - *ra.bus));
  CHECK(*ra.bus >= ArenaMemory::kDefaultBase);
}

TEST_CASE("only live allocations are mapped, rounded up to words, with a gap behind", "[driver]") {
  const auto arena = make_arena(1 << 20);
  auto a = allocate(*arena, 101);
  const auto b = allocate(*arena, 64);
  const BusAddress bus = *a->range().bus;
  const auto before = arena->snapshot();
  CHECK(before->host(bus, 104) == a->range().host);
  CHECK(before->host(bus, 105) == nullptr);
  for (std::uint32_t i = 104; i < 104 + ArenaMemory::kGap; ++i) CHECK(before->host(bus + i, 1) == nullptr);
  a.reset();
  CHECK(before->host(bus, 104) != nullptr);  // a snapshot stays
  CHECK(arena->snapshot()->host(bus, 1) == nullptr);
  CHECK(arena->snapshot()->host(*b->range().bus, 64) == b->range().host);
}

TEST_CASE("the whole capacity can be allocated, again and again", "[driver]") {
  const auto arena = make_arena(1 << 22);
  CHECK(arena->capacity() == 1 << 22);
  for (int i = 0; i < 3; ++i) {
    const auto all = allocate(*arena, 1 << 22, 4096);
    std::memset(all->range().host, i, 1 << 22);
    auto more = arena->allocate(1, 1);
    REQUIRE_FALSE(more.ok());
    CHECK(more.error().code == ErrorCode::out_of_device_memory);
  }
  CHECK_FALSE(arena->allocate((1 << 22) + 1, 1).ok());
  CHECK_FALSE(arena->allocate(~std::size_t{0}, 1).ok());
}

TEST_CASE("a gigabyte of address space costs nothing until it is used", "[driver]") {
  const auto arena = make_arena(std::uint64_t{1} << 30);
  const auto big = allocate(*arena, std::size_t{1} << 30);
  big->range().host[(std::size_t{1} << 30) - 1] = std::byte{7};
  CHECK(arena->snapshot()->host(*big->range().bus, 1u << 30) != nullptr);
}

TEST_CASE("an arena that does not fit into the address space is refused", "[driver]") {
  for (const std::uint64_t capacity : {std::uint64_t{0}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    const auto arena = ArenaMemory::create(capacity);
    REQUIRE_FALSE(arena.ok());
    CHECK(arena.error().code == ErrorCode::invalid_argument_value);
  }
}

TEST_CASE("freed ranges join up; allocations keep their contents through any order of frees", "[driver]") {
  const auto arena = make_arena(1 << 20);
  std::mt19937 random(5);
  std::map<unsigned, std::unique_ptr<Memory>> live;
  unsigned next = 0;
  for (int step = 0; step < 20000; ++step) {
    if (live.size() < 60 && random() % 2 == 0) {
      const std::size_t size = 1 + random() % 20000;
      auto allocation = arena->allocate(size, std::size_t{1} << (random() % 13));
      if (!allocation.ok()) continue;
      std::memset((*allocation)->range().host, static_cast<int>(next & 255), size);
      live[next++] = std::move(allocation).value();
    } else if (!live.empty()) {
      auto victim = std::next(live.begin(), static_cast<long>(random() % live.size()));
      const MemoryRange range = victim->second->range();
      for (std::size_t i = 0; i < range.size; i += 97)
        REQUIRE(range.host[i] == static_cast<std::byte>(victim->first & 255));
      live.erase(victim);
    }
  }
  live.clear();
  CHECK(arena->snapshot()->segments().empty());
  CHECK(arena->allocate(1 << 20, 1).ok());
}

TEST_CASE("allocations may outlive the arena", "[driver]") {
  auto arena = make_arena(1 << 16);
  const auto a = allocate(*arena, 100);
  const auto map = arena->snapshot();
  arena.reset();
  a->range().host[99] = std::byte{1};
  CHECK(*map->host(*a->range().bus + 99, 1) == std::byte{1});
}

// ---- the executor

std::unique_ptr<Executor> make_executor(emulator::CacheMode caches = emulator::CacheMode::off) {
  auto made = make_emulator_executor({.memory_bytes = 1 << 22, .caches = caches});
  REQUIRE(made.ok());
  return std::move(made).value();
}

struct Fixture {
  explicit Fixture(emulator::CacheMode caches = emulator::CacheMode::off) : executor(make_executor(caches)) {}

  std::unique_ptr<Executor> executor;

  std::unique_ptr<Memory> place(const std::vector<std::uint64_t>& words) {
    auto memory = allocate(executor->memory(), 8 * words.size(), 8);
    std::memcpy(memory->range().host, words.data(), 8 * words.size());
    return memory;
  }

  Result<JobReport> run(const Memory& code, unsigned qpus = 1, std::uint64_t limit = 1'000'000) {
    const std::vector<QpuProgram> programs(qpus, {*code.range().bus, *code.range().bus});
    return executor->run({programs, limit});
  }

  const std::vector<std::uint64_t> good = {ldi(isa::write_address::host_interrupt, 1).word(),
                                           signal(isa::Signal::program_end).word(), isa::make_nop().word(),
                                           isa::make_nop().word()};
};

TEST_CASE("a job reports its instructions and interrupts", "[driver]") {
  Fixture f;
  CHECK(f.executor->emulated());
  const auto code = f.place(f.good);
  const auto report = f.run(*code, 12);
  REQUIRE(report.ok());
  CHECK(report->emulator->instructions == 48);
  CHECK(report->emulator->busiest_qpu_instructions == 4);
  CHECK(report->emulator->host_interrupts == 0xfff);
  CHECK_FALSE(report->nanoseconds.has_value());
  CHECK_FALSE(report->counters.has_value());
  CHECK_FALSE(report->emulator->cycles.has_value());
}

TEST_CASE("after each kind of error the next job runs as if nothing had happened", "[driver]") {
  Fixture f;
  const auto good = f.place(f.good);
  struct Case {
    ErrorCode code;
    std::vector<std::uint64_t> words;
  };
  const Case cases[] = {
      {ErrorCode::memory_fault, {ldi(isa::write_address::tmu0_s, 16).word()}},
      {ErrorCode::deadlock, {isa::make_semaphore(3, true).word()}},
      {ErrorCode::illegal_instruction, {0}},
      {ErrorCode::instruction_limit,
       {isa::make_branch(isa::BranchCondition::always, true, 0xffffffe0).word(), isa::make_nop().word(),
        isa::make_nop().word(), isa::make_nop().word()}},
  };
  for (const Case& c : cases) {
    const auto bad = f.place(c.words);
    const auto failed = f.run(*bad, 3, 10000);
    REQUIRE_FALSE(failed.ok());
    CHECK(failed.error().code == c.code);
    CHECK(failed.error().message.find("QPU 0") != std::string::npos);
    const auto next = f.run(*good);
    REQUIRE(next.ok());
    CHECK(next->emulator->instructions == 4);
  }
}

TEST_CASE("a job for no QPU or too many is refused", "[driver]") {
  Fixture f;
  const auto code = f.place(f.good);
  CHECK_FALSE(f.run(*code, 0).ok());
  CHECK_FALSE(f.run(*code, 13).ok());
}

/// The uniforms' value of a word after a DMA store of 7 to it, as an element of the result.
std::uint32_t uniform_after_store(Fixture& f, bool model_time) {
  using namespace emulator::testing;
  const auto data = allocate(f.executor->memory(), 128, 64);
  std::memset(data->range().host, 0, 128);
  const std::uint32_t word = data->range().bus->value(), result = word + 64;
  std::vector<std::uint64_t> words;
  const auto emit = [&](std::initializer_list<isa::Instruction> instructions) {
    for (const isa::Instruction& i : instructions) words.push_back(i.word());
  };
  const auto store = [&](std::uint32_t address, Mux from) {
    emit({via_file_b(ldi(waddr::vpm_write_setup, 0x1a00)), mov(waddr::vpm, from),
          via_file_b(ldi(waddr::vpm_write_setup, 0x80904000)),
          via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)),
          via_file_b(ldi(waddr::dma_store_address, address)),
          isa::make_nop().set(field::raddr_b, raddr::dma_store_wait)});
  };
  const auto read_uniform = [&] {
    emit({ldi(waddr::uniforms_address, word), isa::make_nop(), isa::make_nop(),
          mov_a(waddr::r2, raddr::uniform)});
  };
  read_uniform();
  emit({ldi(waddr::r3, 7)});
  store(word, Mux::r3);
  read_uniform();
  store(result, Mux::r2);
  emit({signal(Signal::program_end), isa::make_nop(), isa::make_nop()});
  const auto code = f.place(words);
  const QpuProgram program{*code->range().bus, *code->range().bus};
  REQUIRE(f.executor->run({.programs = {&program, 1}, .model_time = model_time}).ok());
  std::uint32_t element = 0;
  std::memcpy(&element, data->range().host + 64, sizeof element);
  return element;
}

TEST_CASE("the executor's caches hide DMA stores if asked to, and say so in the log", "[driver]") {
  const std::filesystem::path log =
      std::filesystem::temp_directory_path() / ("quadcl_executor_test." + std::to_string(getpid()));
  open_log(log);
  const auto logged = [&] {
    std::ifstream file(log);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  for (const bool model_time : {false, true}) {
    using emulator::CacheMode;
    Fixture off(CacheMode::off), report(CacheMode::report), stale(CacheMode::stale);
    std::filesystem::resize_file((std::ofstream(log, std::ios::app), log), 0);
    CHECK(uniform_after_store(off, model_time) == 7);
    CHECK(logged().empty());
    CHECK(uniform_after_store(report, model_time) == 7);
    CHECK_THAT(logged(),
               Catch::Matchers::Contains("[stale-uniform]") && Catch::Matchers::Contains("stored by QPU 0"));
    std::filesystem::resize_file(log, 0);
    CHECK(uniform_after_store(stale, model_time) == 0);
    CHECK_THAT(logged(), Catch::Matchers::Contains("[stale-uniform]"));
  }
  open_log("");
  std::filesystem::remove(log);
}

TEST_CASE("threads take turns, while others allocate and free", "[driver]") {
  Fixture f;
  const auto code = f.place(f.good);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 200; ++i) {
        auto memory = f.executor->memory().allocate(1 + random() % 5000, 64);
        if (!memory.ok()) ++failures;
        if (t % 2 != 0) continue;
        const auto report = f.run(*code, 1 + random() % 12);
        if (!report.ok() || report->emulator->busiest_qpu_instructions != 4) ++failures;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failures == 0);
}

}  // namespace
}  // namespace quadcl::qpu
