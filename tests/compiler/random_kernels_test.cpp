// SPDX-License-Identifier: Apache-2.0
// Random kernels against our own interpreter, which runs each statement for all work-items in turn.
// QUADCL_TEST_KERNELS sets how many; QUADCL_TEST_SEED the first seed.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

#include "program.h"
#include "random_kernel.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

/// Declares a work-item's ids, the size of its group, and its place in its row. Work-items differ in one
/// dimension.
std::string ids_along(unsigned dimension) {
  const std::string d = std::to_string(dimension);
  return "uint l = get_local_id(" + d + "), n = get_local_size(" + d + "), g = get_global_id(" + d +
         "), x = l, row = " + std::to_string(kOnlyRow) + ";\n";
}

/// The same, for work-items that differ in two dimensions. A group has whole rows.
const char* const kIdsInPlane =
    "uint x = get_local_id(0), row = get_global_id(1), l = get_local_id(1) * get_local_size(0) + x,\n"
    "  n = get_local_size(0) * get_local_size(1), g = row * get_global_size(0) + x;\n";

/// Where the places of a work-item are.
struct Memory {
  bool is_buffer, is_volatile;
};

std::string kernel_source(const std::string& body, unsigned places, Memory memory, const std::string& ids) {
  const std::string stride = std::to_string(places), qualifier = memory.is_volatile ? "volatile " : "";
  const bool counts = body.find("h[") != std::string::npos;
  std::string text =
      "#define T(place) " + std::string(memory.is_buffer ? "places[g" : "t[l") + " * " + stride +
      " + place]\n"
      "uint dot2(uint a, uint b) { uint4 x = (uint4)(a, a + 1, a, 0), y = (uint4)(b, b ^ 5, 7, b); x *= y;\n"
      "  return x.x + x.y + x.z + x.w; }\n"
      "void mix(uint* place, uint x) { if (x & 1) *place = *place * 3 + x; else *place ^= x; }\n"
      "kernel void k(global uint* out, uint p, global const uint* in, " +
      qualifier + "global uint* places) {\nlocal uint s[256]; " + qualifier + "local uint t[256 * " + stride +
      "]; local uchar b[256], c[256]; local uint h[32];\n" + ids +
      (counts ? "for (uint i = l; i < 32; i += n) h[i] = 0;\n" : "") +
      "uint a[4] = {g, g * 3, 5, l}; uint4 w = (uint4)(g, l, 7, p); s[l] = g; b[l] = (uchar)l;\n"
      "uchar m8 = (uchar)(g * 3); short m16 = (short)(g * 300);\n"
      "for (uint i = 0; i < " +
      stride + "; ++i) T(i) = g * 5 + i;\n";
  for (unsigned i = 0; i < kVariables; ++i)
    text += "uint v" + std::to_string(i) + " = g * " + std::to_string(2 * i + 1) + " + " + std::to_string(i) +
            ";\n";
  text += body + "uint r = 0;\n";
  for (unsigned i = 0; i < kVariables; ++i) text += "r = r * 31 + v" + std::to_string(i) + ";\n";
  text += "for (uint i = 0; i < " + stride + "; ++i) r = r * 31 + T(i);\n";
  return text +
         "out[g] = r * 31 + (a[0] ^ a[1] ^ a[2] ^ a[3]) + (w.x ^ w.y ^ w.z ^ w.w) + m8 * 3u + m16 * 5u; }\n";
}

std::uint32_t result_of(const Item& item, unsigned places) {
  if (item.result) return *item.result;
  std::uint32_t r = 0;
  for (const std::uint32_t v : item.v) r = r * 31 + v;
  for (unsigned i = 0; i < places; ++i) r = r * 31 + item.t[i];
  return r * 31 + (item.a[0] ^ item.a[1] ^ item.a[2] ^ item.a[3]) +
         (item.w[0] ^ item.w[1] ^ item.w[2] ^ item.w[3]) + item.m8 * 3u +
         static_cast<std::uint32_t>(item.m16) * 5u;
}

std::vector<std::uint32_t> interpret(const Statement& body, unsigned places, std::uint32_t items,
                                     std::uint32_t local, std::uint32_t parameter, std::uint32_t width) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t first = 0; first < items; first += local) {
    Group group;
    group.parameter = parameter;
    for (std::uint32_t l = 0; l < std::min(local, items - first); ++l) {
      const std::uint32_t g = first + l;
      const bool is_plane = width != 0;
      Item item{l,
                g,
                is_plane ? g % width : l,
                is_plane ? g / width : kOnlyRow,
                {},
                {g, g * 3, 5, l},
                {g, l, 7, parameter},
                static_cast<std::uint8_t>(g * 3),
                static_cast<std::int16_t>(g * 300),
                {},
                {}};
      for (unsigned i = 0; i < places; ++i) item.t[i] = g * 5 + i;
      for (unsigned i = 0; i < kVariables; ++i) item.v[i] = g * (2 * i + 1) + i;
      group.items.push_back(item);
      group.shared.push_back(g);
      group.bytes.push_back(static_cast<std::uint8_t>(l));
    }
    body.run(group, Mask(group.items.size(), true));
    for (const Item& item : group.items) out.push_back(result_of(item, places));
  }
  return out;
}

unsigned number(const char* variable, unsigned otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? static_cast<unsigned>(std::atoi(text)) : otherwise;
}

struct Rows {
  unsigned with_lanes = 0, scalar = 0, together = 0;
};

/// Rows of work-items, as the build log counts them.
void count_rows(const std::string& log, Rows& rows) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    rows.with_lanes += line.ends_with(" lanes");
    rows.together += line.ends_with(" go together");
    rows.scalar += line.find(" stays scalar: ") != std::string::npos;
  }
}

}  // namespace

TEST_CASE("random kernels compute what the interpreter computes") {
  const unsigned first = number("QUADCL_TEST_SEED", 1);
  const unsigned count = number("QUADCL_TEST_KERNELS", 150);
  Rows rows;
  for (unsigned seed = first; seed < first + count; ++seed) {
    const auto [body, places, local, items, parameter, width] = random_kernel(seed);
    const unsigned dimension = seed % 5 < 3 ? 0 : seed % 5 - 2;
    const std::string source = kernel_source(body.text, places, {seed % 3 == 0, seed % 7 == 0},
                                             width != 0 ? kIdsInPlane : ids_along(dimension));
    std::array<std::size_t, 3> sizes{1, 1, 1}, groups{1, 1, 1};
    if (width != 0) {
      sizes = {width, items / width, 1};
      groups = {width, local / width, 1};
    } else {
      sizes[dimension] = items;
      groups[dimension] = local;
    }
    INFO("seed " << seed << "\n" << source);
    INFO("local size " << local << ", " << items << " items, p = " << parameter);
    std::vector<std::uint32_t> out(items), in(kRows * kMostItems), memory(kMostItems * kMostPlaces);
    for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = table(i);
    const auto expected = interpret(body, places, items, local, parameter, width);
    for (const Vectorise form : {Vectorise::off, Vectorise::always}) {
      INFO((form == Vectorise::off ? "work-items in loops" : "work-items as lanes"));
      Program program(source, seed % 4 == 0 && form == Vectorise::off ? "-cl-opt-disable" : "", form);
      REQUIRE(program.run("k", range(sizes, groups), out, parameter, in, memory));
      REQUIRE(out == expected);
      if (form == Vectorise::always) count_rows(program.log(), rows);
    }
  }
  INFO(rows.with_lanes << " rows have lanes, " << rows.scalar << " have none; " << rows.together
                       << " times several rows go together");
  if (count < 50) return;
  CHECK(rows.with_lanes > rows.scalar);
  CHECK(rows.together > 0);
}
