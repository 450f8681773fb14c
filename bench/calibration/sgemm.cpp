// SPDX-License-Identifier: Apache-2.0
#include "bench/calibration/sgemm.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_uniform_plan.h"

namespace calibration {
namespace {

using namespace quadcl::qpu;
using quadcl::IndexRange;

constexpr std::uint32_t kM = 96, kK = 363;

struct Matrices {
  BusAddress a, b, c;
  std::uint32_t columns;
};

SgemmTile tile_at(const Matrices& m, std::uint64_t i, std::uint64_t j) {
  const auto row = static_cast<std::uint32_t>(i * kUniformTileRows);
  const auto column = static_cast<std::uint32_t>(j * kTileColumns);
  return {{m.a + 4 * kK * row, 4, 4 * kK},
          {m.b + 4 * column, 4 * m.columns},
          m.c + 4 * (m.columns * row + column),
          kUniformTileRows,
          kTileColumns};
}

BusAddress place_code(BenchChip& chip) {
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

void add_sgemm(BenchChip& chip, unsigned row_parts, unsigned column_parts, std::uint32_t columns,
               std::span<const unsigned> order) {
  const Matrices matrices{chip.allocate(4 * kM * kK), chip.allocate(4 * kK * columns),
                          chip.allocate(4 * kM * columns), columns};
  const BusAddress code = place_code(chip);
  const SgemmScalars scalars{kK, 1.5f, 0.5f, false, 4 * columns, code};
  const unsigned parts = row_parts * column_parts;
  for (unsigned qpu = 0; qpu < parts; ++qpu) {
    const unsigned part = order.empty() ? qpu : order[qpu];
    const IndexRange rows = part_of(kM / kUniformTileRows, row_parts, part % row_parts);
    const IndexRange tiles = part_of(columns / kTileColumns, column_parts, part / row_parts);
    std::vector<SgemmTile> work;
    for (auto i = rows.begin; i < rows.end; ++i) {
      for (auto j = tiles.begin; j < tiles.end; ++j) work.push_back(tile_at(matrices, i, j));
    }
    UniformStream stream;
    append_uniform_work(stream, work, scalars, {.qpu = qpu, .wait_for = qpu == 0 ? parts : 0});
    add_qpu(chip, code, stream);
  }
}

}  // namespace calibration
