// SPDX-License-Identifier: Apache-2.0

// Going back from snapshots: the state is that of a run which has come from the start.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <random>
#include <sstream>

#include "tests/debug/programs.h"
#include "tools/debug/commands.h"

namespace {

namespace debug = quadcl::tools::debug;
using debug_tests::Programs;

/// Ways to run a job, each with other state to keep.
std::vector<quadcl::tools::RunArguments> ways_to_run(const std::string& job) {
  using quadcl::qpu::emulator::CacheMode;
  using quadcl::tools::Rules;
  std::vector<quadcl::tools::RunArguments> ways(5);
  for (auto& way : ways) way.job = job;
  ways[1].timing = true;
  ways[2].rules = Rules::warn;
  ways[2].unwritten = ways[2].pedantic = true;
  ways[3].caches = CacheMode::stale;
  ways[4].timing = true;
  ways[4].rules = Rules::warn;
  ways[4].caches = CacheMode::stale;
  return ways;
}

constexpr std::uint64_t kBehindEnd = 1'000'000;

struct Debugger {
  explicit Debugger(const quadcl::tools::RunArguments& arguments, std::uint64_t interval = 1 << 20)
      : session(arguments, out, {.interval = interval}) {}

  std::string tell(const std::string& command) {
    out.str("");
    debug::execute(session, command);
    return out.str();
  }

  /// All that commands show, and the memory.
  std::string state() {
    std::string text = tell("info qpus") + tell("info vpm") + tell("info mutex") + tell("info findings");
    for (unsigned qpu = 0; qpu < session.run().qpus().size(); ++qpu) {
      tell("qpu " + std::to_string(qpu));
      for (const char* topic : {"registers", "flags", "tmu", "dma", "uniforms"}) {
        text += tell(std::string("info ") + topic);
      }
    }
    const auto& image = session.loaded().image;
    text.append(reinterpret_cast<const char*>(image.data()), image.size());
    return text;
  }
  /// Goes there twice, so that the last command has changed nothing: what shows depends on that.
  std::string state_at(std::uint64_t position) {
    const std::string command = "goto " + std::to_string(position);
    tell(command);
    tell(command);
    return state();
  }

  std::ostringstream out;
  debug::Session session;
};

}  // namespace

TEST_CASE("at each position, the state after going back is that of a run which has come from the start") {
  const Programs programs;
  for (const auto& way : ways_to_run(programs.path_of("turns.job"))) {
    INFO("timing " << way.timing << ", rules " << (way.rules != quadcl::tools::Rules::off) << ", caches "
                   << way.caches.has_value());
    Debugger straight(way), back(way, 50), to_end(way);
    const std::string end = to_end.state_at(kBehindEnd);
    back.tell("continue");
    CHECK(back.session.run().ended());
    CHECK(back.session.run().snapshots().count() > (way.timing ? 30 : 2));
    std::vector<std::uint64_t> positions;
    for (std::uint64_t at = 0; at < back.session.run().position(); at += 61) positions.push_back(at);
    std::map<std::uint64_t, std::string> states;
    for (const std::uint64_t at : positions) states[at] = straight.state_at(at);
    std::shuffle(positions.begin(), positions.end(), std::mt19937(61));
    for (const std::uint64_t at : positions) {
      INFO("position " << at);
      const bool same = back.state_at(at) == states[at];
      CHECK(same);
    }
    CHECK((back.state_at(kBehindEnd) == end));
  }
}

TEST_CASE("each way back comes to the same stops with many snapshots and with one") {
  const Programs programs;
  for (const auto& way : ways_to_run(programs.path_of("turns.job"))) {
    for (const std::string point :
         {"break loop", "break replaced qpu 1", "watch r1 qpu 0", "watch r4", "watch vpm[5][3]",
          "watch 0x40009000 64", "catch store", "catch semaphore", "catch block", "catch clock 9000",
          "break loop if ra0[0] > 30"}) {
      if (point.starts_with("catch clock") && !way.timed()) continue;
      INFO(point << ", timing " << way.timing);
      Debugger one(way), many(way, 70);
      for (Debugger* debugger : {&one, &many}) {
        debugger->tell(point);
        debugger->tell("goto 3000");
      }
      for (unsigned i = 0; i < 12; ++i) {
        CHECK(many.tell("reverse-continue") == one.tell("reverse-continue"));
        CHECK(many.session.run().position() == one.session.run().position());
        CHECK(many.tell("reverse-step") == one.tell("reverse-step"));
      }
    }
  }
}

TEST_CASE("a long job has snapshots, fewer of them after going back") {
  const Programs programs;
  programs.write("long.qasm",
                 "ldi r0, 0x20000\n:loop\nsub.setf r0, r0, 1\nbrr.anynz -, :loop\nadd r1, r1, r0\nnop\nnop\n"
                 "mov interrupt, 1\nthrend\nnop\nnop\n");
  programs.assemble("long");
  programs.write("long.job", "image long.bin\nsegment 40000000 0 80\nqpu 40000000 40000000\n");
  for (const bool timing : {false, true}) {
    const std::string output = programs.debug(timing ? "long.job --timing" : "long.job",
                                              "continue\ninfo snapshots\ngoto 300000\nprint r0\n"
                                              "info snapshots\nreverse-step 250001\nprint r0\n");
    INFO(output);
    CHECK_THAT(output, Catch::Contains("the job has finished after 655365 instructions\n"));
    // By turns, a snapshot lies between two rounds of 32768 instructions.
    CHECK_THAT(output, Catch::Contains(timing ? "\n7 snapshots, " : "\n6 snapshots, "));
    CHECK_THAT(output, Catch::Contains(timing ? "\n4 snapshots, " : "\n3 snapshots, "));
    // Five instructions count r0 down from 0x20000 once: 60000 times, and 10000 times.
    CHECK_THAT(output, Catch::Contains("r0    *000115a0 in all lanes"));
    CHECK_THAT(output, Catch::Contains("r0    *0001d8f0 in all lanes"));
  }
}

TEST_CASE("snapshots give memory back, are thinned out with the way, and keep to their limit") {
  std::vector<std::byte> memory(100'000);
  constexpr std::size_t kLimit = std::size_t{8} << 20;
  debug::Snapshots snapshots(memory, {.interval = 10, .bytes = kLimit});
  std::map<std::uint64_t, std::vector<std::byte>> contents;
  std::mt19937 random(5);
  std::uint64_t position = 0;
  const auto run_to = [&](std::uint64_t end) {
    for (; position < end; ++position) {
      if (snapshots.due(position)) {
        auto snapshot = std::make_unique<debug::Snapshot>();
        snapshot->position = position;
        snapshots.add(std::move(snapshot));
        contents[position] = memory;
      }
      const std::size_t place = random() % (memory.size() - 64);
      snapshots.changing(memory.data() + place, 64);
      std::fill_n(memory.begin() + static_cast<std::ptrdiff_t>(place), 64, static_cast<std::byte>(random()));
      REQUIRE(snapshots.bytes() <= kLimit + memory.size() + 4096);
    }
  };
  run_to(5000);
  while (snapshots.count() > 1) {
    CHECK(snapshots.count() < 80);
    const std::size_t index = snapshots.count() - 1 - random() % std::min<std::size_t>(snapshots.count(), 4);
    position = snapshots.at(index).position;
    snapshots.go_back(index);
    CHECK(snapshots.count() == index + 1);
    CHECK((memory == contents[position]));
    if (random() % 2 == 0) run_to(position + 200);
    if (index < 2) break;
  }
  snapshots.go_back(0);
  CHECK(memory == std::vector<std::byte>(100'000));
}

TEST_CASE("a gap between snapshots is an eighth of the way back at most, or the least one") {
  std::vector<std::byte> memory(64);
  debug::Snapshots snapshots(memory, {.interval = 1});
  for (std::uint64_t position = 0; position < 3000; ++position) {
    auto snapshot = std::make_unique<debug::Snapshot>();
    snapshot->position = position;
    snapshots.add(std::move(snapshot));
  }
  CHECK(snapshots.count() < 140);
  CHECK(snapshots.at(0).position == 0);
  for (std::size_t i = 1; i < snapshots.count(); ++i) {
    const std::uint64_t later = snapshots.at(i).position, gap = later - snapshots.at(i - 1).position;
    CHECK(gap <= std::max<std::uint64_t>(1, (2999 - later) / 8));
  }
}
