// SPDX-License-Identifier: Apache-2.0

// Texture lookups (docs/videocore4.md, Textures). Expected values are worked out by hand from the layout of
// tiles and the meaning of filters and wrap modes.

#include <bit>
#include <catch2/catch.hpp>

#include "harness.h"

namespace quadcl::qpu::emulator::testing {
namespace {

using Catch::Matchers::Contains;

constexpr std::uint32_t kRgba8888 = 0, kRgbx8888 = 1, kRgba4444 = 2, kRgba5551 = 3, kRgb565 = 4,
                        kLuminance = 5, kAlpha = 6, kLumAlpha = 7, kEtc1 = 8, kS16f = 9, kS8 = 10, kS16 = 11,
                        kRgba64 = 15, kRgba32r = 16;
constexpr std::uint32_t kRepeat = 0, kClamp = 1, kMirror = 2, kBorder = 3;

struct Sampler {
  std::uint32_t type = kRgba8888;
  std::uint32_t width = 8, height = 8;
  bool nearest = true;
  std::uint32_t wrap_s = kRepeat, wrap_t = kRepeat;

  std::uint32_t p0() const { return kData | (type & 15) << 4; }
  std::uint32_t p1() const {
    const std::uint32_t filters = nearest ? 1u << 7 | 1u << 4 : 0;
    return type >> 4 << 31 | height << 20 | width << 8 | filters | wrap_t << 2 | wrap_s;
  }
};

using Coordinates = std::function<float(unsigned lane)>;

/// A program that looks up texels at (s, t) and stores `results` vectors. The texture is first in `data`.
TestProgram lookup(const Sampler& sampler, std::vector<std::uint32_t> texture, const Coordinates& s,
                   const Coordinates& t, unsigned results = 1) {
  TestProgram program;
  program.data = std::move(texture);
  program.load_a(0, each([&](unsigned lane) { return bits(s(lane)); }));
  program.load_a(1, each([&](unsigned lane) { return bits(t(lane)); }));
  program.uniform(sampler.p0()).uniform(sampler.p1()).uniform(77);
  program.emit(mov_a(waddr::tmu0_t, 1)).emit(mov_a(waddr::tmu0_s, 0));
  for (unsigned i = 0; i < results; ++i) program.emit(signal(Signal::load_tmu0)).store(Mux::r4);
  return program;
}

Lanes sample(
    const Sampler& sampler, std::vector<std::uint32_t> texture, const Coordinates& s,
    const Coordinates& t = [](unsigned) { return 0.0f; }) {
  TestProgram program = lookup(sampler, std::move(texture), s, t);
  program.run_ok();
  return program.result(0);
}

std::vector<std::uint32_t> numbered(unsigned words) {
  std::vector<std::uint32_t> texture(words);
  for (unsigned i = 0; i < words; ++i) texture[i] = i;
  return texture;
}

/// The coordinate in the middle of texel i of n.
float centre(unsigned i, unsigned n) { return (static_cast<float>(i) + 0.5f) / static_cast<float>(n); }

TEST_CASE("a small texture lies in rows of micro-tiles", "[emulator][texture]") {
  // 8x8 of 4 bytes: micro-tiles of 4x4, two in a row. Texel (x, y) is word 16 * tile + 4 * (y % 4) + x % 4.
  const Sampler sampler;
  CHECK(sample(
            sampler, numbered(64), [](unsigned lane) { return centre(lane % 8, 8); },
            [](unsigned lane) { return centre(lane < 8 ? 1 : 6, 8); }) ==
        Lanes{4, 5, 6, 7, 20, 21, 22, 23, 40, 41, 42, 43, 56, 57, 58, 59});
}

TEST_CASE("a large texture lies in tiles that run to the right and back", "[emulator][texture]") {
  // 64x64 of 4 bytes: tiles of 32x32 (1024 words), sub-tiles of 16x16 (256), micro-tiles of 4x4 (16).
  Sampler sampler;
  sampler.width = sampler.height = 64;
  struct Place {
    unsigned x, y;
    std::uint32_t word;
  };
  const Place places[16] = {
      {0, 0, 0},
      {1, 0, 1},
      {0, 1, 4},
      {4, 0, 16},
      {0, 4, 64},
      {15, 15, 255},
      {0, 16, 256},
      {16, 16, 512},
      {16, 0, 768},
      {32, 0, 1024},
      {63, 0, 1024 + 768 + 3 * 16 + 3},
      // second row: the right tile first, and its sub-tiles from the upper right one on
      {48, 48, 2048},
      {48, 32, 2048 + 256},
      {32, 32, 2048 + 512},
      {32, 48, 2048 + 768},
      {0, 32, 3072 + 512},
  };
  CHECK(sample(
            sampler, numbered(4096), [&](unsigned lane) { return centre(places[lane].x, 64); },
            [&](unsigned lane) { return centre(places[lane].y, 64); }) ==
        each([&](unsigned lane) { return places[lane].word; }));
}

TEST_CASE("micro-tiles are 8x8, 8x4 and 2x4 texels of 1, 2 and 8 bytes", "[emulator][texture]") {
  // The 16 texels from (x, y) = (6, 5) on to the right, in a texture that is 32 wide and one tile high.
  const auto right = [](unsigned lane) { return centre(lane + 6, 32); };
  const auto row = [](unsigned n) { return [=](unsigned) { return centre(5, n); }; };
  Sampler bytes{.type = kS8, .width = 32, .height = 8};
  std::vector<std::uint32_t> texture(64);
  for (std::uint32_t i = 0; i < 256; ++i) texture[i / 4] |= i << 8 * (i % 4);
  CHECK(sample(bytes, texture, right, row(8)) ==
        each([](unsigned lane) { return (lane + 6) / 8 * 64 + 5 * 8 + (lane + 6) % 8; }));
  Sampler halves{.type = kS16, .width = 32, .height = 8};
  texture.assign(128, 0);
  for (std::uint32_t i = 0; i < 256; ++i) texture[i / 2] |= (i + 1000) << 16 * (i % 2);
  CHECK(sample(halves, texture, right, row(8)) ==
        each([](unsigned lane) { return 1000 + (4 + (lane + 6) / 8) * 32 + 8 + (lane + 6) % 8; }));
  Sampler wide{.type = kRgba64, .width = 32, .height = 8};
  TestProgram program = lookup(wide, numbered(512), right, row(8), 2);
  program.run_ok();
  const auto word = [](unsigned lane) { return 2 * ((16 + (lane + 6) / 2) * 8 + 2 + (lane + 6) % 2); };
  CHECK(program.result(0) == each(word));
  CHECK(program.result(1) == each([&](unsigned lane) { return word(lane) + 1; }));
}

TEST_CASE("a raster texture lies in rows that start at multiples of 16 bytes", "[emulator][texture]") {
  const Sampler sampler{.type = kRgba32r, .width = 5, .height = 3};
  CHECK(sample(
            sampler, numbered(24), [](unsigned lane) { return centre(lane % 5, 5); },
            [](unsigned lane) { return centre(lane / 5 % 3, 3); }) ==
        each([](unsigned lane) { return 8 * (lane / 5 % 3) + lane % 5; }));
}

TEST_CASE("each format becomes RGBA in r4, red in the lowest byte", "[emulator][texture]") {
  struct Row {
    std::uint32_t type, raw, expected;
  };
  const Row rows[] = {
      {kRgba8888, 0x44332211, 0x44332211}, {kRgbx8888, 0x44332211, 0xff332211},
      {kRgba4444, 0x0000f29c, 0xcc9922ff}, {kRgba5551, 0x0000fc01, 0xff0084ff},
      {kRgba5551, 0x0000003e, 0x00ff0000}, {kRgb565, 0x0000f81f, 0xffff00ff},
      {kRgb565, 0x00000400, 0xff008200},   {kLuminance, 0x000000ab, 0xffababab},
      {kAlpha, 0x000000ab, 0xab000000},    {kLumAlpha, 0x0000cdab, 0xcdababab},
      {kS16f, 0x00003c00, 0x00003c00},     {kS8, 0x000000ff, 0x000000ff},
      {kS16, 0x0000fffe, 0x0000fffe},      {kRgba32r, 0x44332211, 0x44332211},
  };
  for (const Row& row : rows) {
    INFO("type " << row.type);
    const Sampler sampler{.type = row.type, .width = 1, .height = 1};
    CHECK(sample(sampler, {row.raw}, [](unsigned) { return 0.5f; }) == all(row.expected));
  }
}

TEST_CASE("coordinates outside wrap as each mode says", "[emulator][texture]") {
  // A row of four texels with the values 0 to 3; lane i looks at texel i - 6.
  const auto outside = [](unsigned lane) { return (static_cast<float>(lane) - 6 + 0.5f) / 4; };
  const auto with = [&](std::uint32_t wrap) {
    return sample({.width = 4, .height = 4, .wrap_s = wrap}, numbered(16), outside);
  };
  CHECK(with(kRepeat) == Lanes{2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1});
  CHECK(with(kClamp) == Lanes{0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3});
  CHECK(with(kMirror) == Lanes{2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1});
  CHECK(with(kBorder) == Lanes{0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("coordinates may be anything", "[emulator][texture]") {
  const std::uint32_t odd[16] = {0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x00000001, 0x80000001,
                                 0x7f7fffff, 0xff7fffff, 0x4b800000, 0xcb800000, 0x4b7fffff, 0x3f7fffff,
                                 0xb3000000, 0x80000000, 0x00000000, 0x3f800000};
  const auto s = [&](unsigned lane) { return std::bit_cast<float>(odd[lane]); };
  // Infinities and numbers from 2^24 on are even, so texel 0 or the edges; NaN counts as 0.
  CHECK(sample({.width = 4, .height = 4}, numbered(16), s) ==
        Lanes{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0});
  CHECK(sample({.width = 4, .height = 4, .wrap_s = kClamp}, numbered(16), s) ==
        Lanes{3, 0, 0, 0, 0, 0, 3, 0, 3, 0, 3, 3, 0, 0, 0, 3});
}

TEST_CASE("the border colour is what r was written with", "[emulator][texture]") {
  const Sampler sampler{.width = 4, .height = 4, .wrap_s = kBorder};
  TestProgram program;
  program.data = numbered(16);
  program.load_a(0, each([](unsigned lane) { return bits(centre(lane % 8, 4)); }));
  program.uniform(sampler.p0()).uniform(sampler.p1()).uniform(0);
  program.emit(ldi(waddr::tmu1_t, 0)).emit(ldi(waddr::tmu1_r, 0x80402010)).emit(mov_a(waddr::tmu1_s, 0));
  program.emit(signal(Signal::load_tmu1)).store(Mux::r4);
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane % 8 < 4 ? lane % 8 : 0x80402010; }));
}

TEST_CASE("a linear filter weighs the four texels around", "[emulator][texture]") {
  // Texels of a 2x2 texture, one channel each, with the values 0, 64, 128, 255 at (0,0), (1,0), (0,1), (1,1).
  std::vector<std::uint32_t> texture(16);
  texture[0] = 0x00000000, texture[1] = 0x00000040, texture[4] = 0x00008000, texture[5] = 0x00ff0000;
  const Sampler sampler{.width = 2, .height = 2, .nearest = false, .wrap_s = kClamp, .wrap_t = kClamp};
  // s * 2 - 0.5 = 0, 0.25, 0.5, 1 texels and beyond the edges
  const float s[16] = {0.25f, 0.375f, 0.5f, 0.75f, 0.0f, 1.0f, 0.25f, 0.375f,
                       0.5f,  0.75f,  0.0f, 1.0f,  0.5f, 0.5f, 0.5f,  0.5f};
  const float t[16] = {0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f, 0.5f, 0.5f,
                       0.5f,  0.5f,  0.5f,  0.5f,  0.75f, 0.0f,  1.0f, 0.375f};
  const Lanes expected = {
      0x000000, 0x000010, 0x000020, 0x000040, 0x000000, 0x000040,
      0x004000,            // half of (0,1)'s 0x80
      0x203008,            // 255 * 0.125 = 31.875; 128 * 0.375 = 48; 64 * 0.125 = 8
      0x402010,            // 255 / 4 = 63.75; 128 / 4; 64 / 4
      0x800020,            // 127.5; 0; 32
      0x004000, 0x800020,  // clamped
      0x804000,            // t on the second row: 127.5; 64; 0
      0x000020, 0x804000,  // clamped
      0x201018,            // 255/8 = 31.875; 128/8 = 16; 64*3/8 = 24
  };
  CHECK(sample(
            sampler, texture, [&](unsigned lane) { return s[lane]; },
            [&](unsigned lane) { return t[lane]; }) == expected);
}

TEST_CASE("a linear filter of halves gives a half", "[emulator][texture]") {
  // 1.0 and 2.0 beside each other: 1.5 half way, 1.25 at a quarter.
  const Sampler sampler{
      .type = kS16f, .width = 2, .height = 1, .nearest = false, .wrap_s = kClamp, .wrap_t = kClamp};
  std::vector<std::uint32_t> texture(16);
  texture[0] = 0x40003c00;
  const Lanes lanes =
      sample(sampler, texture, [](unsigned lane) { return 0.25f + 0.125f * static_cast<float>(lane % 5); });
  CHECK(lanes == each([](unsigned lane) {
          constexpr std::uint32_t expected[] = {0x3c00, 0x3d00, 0x3e00, 0x3f00, 0x4000};
          return expected[lane % 5];
        }));
}

TEST_CASE("each write takes a uniform, and s alone takes none", "[emulator][texture]") {
  TestProgram program =
      lookup({}, numbered(64), [](unsigned) { return 0.0f; }, [](unsigned) { return 0.0f; });
  program.emit(mov_a(waddr::r2, raddr::uniform)).store(Mux::r2);
  program.emit(ldi(waddr::tmu0_s, kData + 8)).emit(signal(Signal::load_tmu0)).store(Mux::r4);
  program.run_ok();
  CHECK(program.result(1) == all(77));
  CHECK(program.result(2) == all(2));
}

TEST_CASE("a result of two words takes two places of the eight", "[emulator][texture]") {
  const Sampler wide{.type = kRgba64, .width = 2, .height = 4};
  for (const unsigned before : {6u, 7u}) {
    TestProgram program;
    program.data = numbered(16);
    for (unsigned i = 0; i < before; ++i) program.emit(ldi(waddr::tmu0_s, kData));
    program.uniform(wide.p0()).uniform(wide.p1());
    program.emit(ldi(waddr::tmu0_t, 0)).emit(ldi(waddr::tmu0_s, 0));
    for (unsigned i = 0; i < before + 2; ++i) program.emit(signal(Signal::load_tmu0));
    const RunOutcome outcome = program.run();
    CHECK(outcome.error.has_value() == (before == 7));
    if (before == 7) CHECK(outcome.qpus[0].wait == Wait::tmu_request_space);
  }
}

TEST_CASE("what is not emulated of textures faults by name", "[emulator][texture]") {
  const auto fault = [](std::uint32_t p0, std::uint32_t p1, const std::string& text) {
    TestProgram program;
    program.data = numbered(64);
    program.uniform(p0).uniform(p1);
    program.emit(ldi(waddr::tmu0_t, 0)).emit(ldi(waddr::tmu0_s, 0));
    const RunOutcome outcome = program.run();
    REQUIRE(outcome.error.has_value());
    CHECK(outcome.error->code == ErrorCode::unsupported);
    CHECK_THAT(outcome.error->message, Contains(text));
  };
  const Sampler sampler;
  fault(sampler.p0() | 1u << 9, sampler.p1(), "cube maps");
  fault(sampler.p0() | 3, sampler.p1(), "levels of detail");
  fault(sampler.p0(), sampler.p1() ^ 1u << 7, "two filters differ");
  fault(Sampler{.type = kEtc1}.p0(), sampler.p1(), "ETC1");
  fault(Sampler{.type = kS8}.p0(), Sampler{.nearest = false}.p1(), "linear filters of textures of type S8");
  fault(sampler.p0() | 8 << 4, sampler.p1() | 1u << 31, "reserved");
}

TEST_CASE("a texel that is not mapped faults with its lane", "[emulator][texture]") {
  TestProgram program = lookup(
      {.width = 64, .height = 64}, {}, [](unsigned lane) { return lane == 5 ? 0.99f : 0.0f; },
      [](unsigned lane) { return lane == 5 ? 0.99f : 0.0f; });
  const RunOutcome outcome = program.run();
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == ErrorCode::memory_fault);
  CHECK_THAT(outcome.error->message, Contains("TMU0 lookup of lane 5"));
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
