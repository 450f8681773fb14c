// SPDX-License-Identifier: Apache-2.0
#include "core/vector_widths.h"

#include <catch2/catch.hpp>

using quadcl::vector_widths;
using quadcl::VectorWidths;

// Expected values are from the widths of registers in the processors' manuals, char to double; OpenCL C's
// vectors have at most 16 elements.
TEST_CASE("vector widths: those of the widest registers of the instruction sets") {
  const auto [target, widths] = GENERATE(table<const char*, VectorWidths>({
      {"x86_64  abi2", {16, 8, 4, 2, 4, 2}},
      {"x86_64 +sse3,+ssse3,+sse4.1,+sse4.2,+popcnt abi2", {16, 8, 4, 2, 4, 2}},
      {"x86_64 +sse4.2,+avx,+f16c abi2", {16, 8, 4, 2, 8, 4}},
      {"x86_64 +sse4.2,+avx,+avx2,+fma abi2", {16, 16, 8, 4, 8, 4}},
      {"x86_64 +avx,+avx2,+avx512f,+avx512cd abi2", {16, 16, 16, 8, 16, 8}},
      {"x86_64 +avx,+avx2,+avx512f,+avx512bw,+avx512vl abi2", {16, 16, 16, 8, 16, 8}},
      {"aarch64 +neon abi2", {16, 8, 4, 2, 4, 2}},
      {"arm +v6k,+vfp2 abi2", {1, 1, 1, 1, 1, 1}},
      {"arm +v6k,+vfp2,+v7,+neon,+vfp4 abi2", {16, 8, 4, 2, 4, 1}},
      {"unknown  abi2", {1, 1, 1, 1, 1, 1}},
  }));
  CAPTURE(target);
  CHECK(vector_widths(target).of_char == widths.of_char);
  CHECK(vector_widths(target).of_short == widths.of_short);
  CHECK(vector_widths(target).of_int == widths.of_int);
  CHECK(vector_widths(target).of_long == widths.of_long);
  CHECK(vector_widths(target).of_float == widths.of_float);
  CHECK(vector_widths(target).of_double == widths.of_double);
}

TEST_CASE("vector widths: a feature is a whole word") {
  CHECK(vector_widths("x86_64 +avx512vl abi2").of_float == 4);
  CHECK(vector_widths("x86_64 +avx2 abi2").of_int == 8);
}
