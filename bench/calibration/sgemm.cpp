// SPDX-License-Identifier: Apache-2.0
#include "bench/calibration/sgemm.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_plan.h"

namespace calibration {
namespace {

using namespace quadcl::qpu;
using quadcl::IndexRange;

constexpr std::uint32_t kM = 96, kN = 3072, kK = 363;
constexpr SgemmScalars kScalars{kK, 1.5f, 0.5f, false, 4 * kN};

struct Matrices {
  BusAddress a, b, c;
};

SgemmTile tile_at(const Matrices& m, std::uint64_t i, std::uint64_t j) {
  const auto row = static_cast<std::uint32_t>(i * kTileRows);
  const auto column = static_cast<std::uint32_t>(j * kTileColumns);
  return {{m.a + 4 * kK * row, 4, 4 * kK},
          {m.b + 4 * column, 4 * kN},
          m.c + 4 * (kN * row + column),
          kTileRows,
          kTileColumns};
}

BusAddress place_code(BenchChip& chip, SgemmKernel kernel) {
  if (kernel == SgemmKernel::serial) return chip.program("outer_products.qasm");
  const auto bytes = kernel_code();
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return chip.place(words) + builtin_code_label_sgemm;
}

void add_qpu(BenchChip& chip, BusAddress code, const UniformStream& stream) {
  const BusAddress uniforms = chip.allocate(stream.size_bytes(), 64);
  std::vector<std::uint32_t> words(stream.size_bytes() / 4);
  stream.place(reinterpret_cast<std::byte*>(words.data()), uniforms);
  chip.write(uniforms, words);
  chip.add_qpu_at(code, uniforms);
}

}  // namespace

void add_sgemm(BenchChip& chip, SgemmKernel kernel, unsigned row_parts, unsigned column_parts) {
  const Matrices matrices{chip.allocate(4 * kM * kK), chip.allocate(4 * kK * kN), chip.allocate(4 * kM * kN)};
  const BusAddress code = place_code(chip, kernel);
  for (unsigned r = 0; r < column_parts; ++r) {
    for (unsigned p = 0; p < row_parts; ++p) {
      const IndexRange rows = part_of(kM / kTileRows, row_parts, p);
      const IndexRange columns = part_of(kN / kTileColumns, column_parts, r);
      UniformStream stream;
      for (auto i = rows.begin; i < rows.end; ++i) {
        for (auto j = columns.begin; j < columns.end; ++j)
          append_tile(stream, tile_at(matrices, i, j), kScalars);
      }
      append_end(stream, r + p == 0 ? row_parts * column_parts : 0);
      add_qpu(chip, code, stream);
    }
  }
}

}  // namespace calibration
