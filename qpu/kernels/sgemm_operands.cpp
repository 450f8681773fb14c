// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_operands.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace quadcl::qpu {
namespace {

constexpr BusAddress kInPlace{};

std::uint64_t strips(IndexRange range, std::uint64_t width) { return (range.size() + width - 1) / width; }

constexpr std::uint64_t kTmuCache = 4096, kTmuLine = 64;

/// Whether two of the rows would take turns in a cache with one line in each set.
bool share_a_line(std::uint32_t rows, std::uint64_t pitch_bytes) {
  for (std::uint64_t distance = 1; distance < rows; ++distance) {
    const std::uint64_t apart = distance * pitch_bytes % kTmuCache;
    if (apart < kTmuLine || apart > kTmuCache - kTmuLine) return true;
  }
  return false;
}

/// The number of rows of a column of A, of both QPUs of a TMU, that its cache has no room for. It keeps two
/// of them in a set: the other two of the four ways are for rows of B.
unsigned rows_without_room(std::uint32_t rows, std::uint64_t pitch_bytes) {
  constexpr std::uint64_t kSets = 16;
  constexpr unsigned kWays = 2;
  std::array<unsigned, kSets> lines{};
  unsigned too_many = 0;
  for (std::uint64_t row = 0; row < 2 * rows; ++row) {
    if (++lines[row * pitch_bytes / kTmuLine % kSets] > kWays) ++too_many;
  }
  return too_many;
}

/// Whether the rows of a column of A evict each other from the TMU's cache, in which the next 15 columns
/// would still find them. The number of lines in a set is not sure (docs/timing-model.md), so both are tried:
/// 1, and 4. Stalls rise with the rows that have no room; up to three cost less than packing
/// (build/bench/sgemm_shapes).
bool rows_evict_each_other(std::uint32_t rows, std::uint64_t pitch_bytes) {
  return share_a_line(rows, pitch_bytes) || rows_without_room(rows, pitch_bytes) > 3;
}

bool packs_a(const SgemmLaunch& launch, const SgemmTiling& tiling) {
  if (launch.k != padded_k(launch.k) || launch.scaled == SgemmScaled::a) return true;
  return !launch.trans_a && rows_evict_each_other(tiling.rows, std::uint64_t{launch.lda} * sizeof(float));
}

/// A strip of op(B) is walked in place if all elements that are read of each of its rows lie in the buffer;
/// the results of those past column n are never stored.
bool packs_every_b(const SgemmLaunch& launch) {
  return launch.trans_b || launch.k != padded_k(launch.k) || launch.scaled == SgemmScaled::b;
}

bool packs_b(const SgemmLaunch& launch, const SgemmTiling& tiling, std::uint64_t column) {
  if (packs_every_b(launch)) return true;
  if (!tiling.reads_past_n) return false;
  const std::uint64_t end = std::uint64_t{launch.k - 1} * launch.ldb + column + tiling.columns;
  return end > launch.b.size / sizeof(float);
}

std::uint64_t a_panel_bytes(const SgemmLaunch& launch, const SgemmTiling& tiling) {
  return std::uint64_t{padded_k(launch.k)} * tiling.rows * sizeof(float);
}

std::uint64_t b_panel_bytes(const SgemmLaunch& launch, const SgemmTiling& tiling) {
  return std::uint64_t{padded_k(launch.k)} * tiling.columns * sizeof(float);
}

/// Bytes from one row of op(X) to the next, and from one column to the next; X is row-major.
struct Steps {
  std::uint64_t row = 0, column = 0;
};

Steps steps_of(bool transposed, std::uint32_t leading_dimension) {
  const std::uint64_t pitch = std::uint64_t{leading_dimension} * sizeof(float);
  return transposed ? Steps{sizeof(float), pitch} : Steps{pitch, sizeof(float)};
}

/// An operand that is packed.
struct Source {
  const std::byte* start;
  std::uint64_t lane_step, k_step;  ///< in bytes
  float factor;                     ///< of every element
};

/// target[inner * width + lane] = source at (lane, inner), for `lanes` lanes and `k` steps. Works in blocks
/// of k, so neither side takes long strides through memory.
void pack_panel(const Source& source, std::uint64_t lanes, std::uint64_t k, std::uint64_t width,
                float* target) {
  constexpr std::uint64_t kBlock = 64;
  for (std::uint64_t first = 0; first < k; first += kBlock) {
    const std::uint64_t last = std::min(k, first + kBlock);
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      for (std::uint64_t inner = first; inner < last; ++inner) {
        float& element = target[inner * width + lane];
        std::memcpy(&element, source.start + lane * source.lane_step + inner * source.k_step, sizeof element);
        if (source.factor != 1) element *= source.factor;
      }
    }
  }
}

}  // namespace

std::uint32_t padded_k(std::uint32_t k) { return std::max<std::uint32_t>(k, 2); }

std::uint64_t SgemmOperands::packed_a_strip_bytes(const SgemmLaunch& launch, const SgemmTiling& tiling) {
  return packs_a(launch, tiling) ? a_panel_bytes(launch, tiling) : 0;
}

std::uint64_t SgemmOperands::packed_b_strip_bytes(const SgemmLaunch& launch, const SgemmTiling& tiling) {
  return packs_every_b(launch) ? b_panel_bytes(launch, tiling) : 0;
}

void SgemmOperands::pack_a(std::uint64_t row, float* panel) const {
  const auto [row_step, k_step] = steps_of(launch_->trans_a, launch_->lda);
  std::memset(panel, 0, a_panel_bytes(*launch_, tiling_));
  const float factor = launch_->scaled == SgemmScaled::a ? launch_->alpha : 1;
  pack_panel({launch_->a.host + row * row_step, row_step, k_step, factor},
             std::min<std::uint64_t>(tiling_.rows, rows_.end - row), launch_->k, tiling_.rows, panel);
}

void SgemmOperands::pack_b(std::uint64_t column, float* panel) const {
  const auto [k_step, column_step] = steps_of(launch_->trans_b, launch_->ldb);
  std::memset(panel, 0, b_panel_bytes(*launch_, tiling_));
  const float factor = launch_->scaled == SgemmScaled::b ? launch_->alpha : 1;
  pack_panel({launch_->b.host + column * column_step, column_step, k_step, factor},
             std::min<std::uint64_t>(tiling_.columns, columns_.end - column), launch_->k, tiling_.columns,
             panel);
}

Result<SgemmOperands> SgemmOperands::prepare(const SgemmLaunch& launch, const SgemmTiling& tiling,
                                             IndexRange rows, IndexRange columns, BusMemory& memory) {
  SgemmOperands operands(launch, tiling);
  operands.rows_ = rows;
  operands.columns_ = columns;
  const std::uint64_t a_strips = packs_a(launch, tiling) ? strips(rows, tiling.rows) : 0;
  const std::uint64_t b_strips = strips(columns, tiling.columns);
  std::uint64_t packed_b_strips = 0;
  for (std::uint64_t strip = 0; strip < b_strips; ++strip) {
    packed_b_strips += packs_b(launch, tiling, columns.begin + strip * tiling.columns);
  }
  operands.packed_b_.assign(b_strips, kInPlace);

  const std::uint64_t bytes =
      a_strips * a_panel_bytes(launch, tiling) + packed_b_strips * b_panel_bytes(launch, tiling);
  if (bytes == 0) return operands;
  QUADCL_TRY(operands.panels_, memory.allocate(bytes, 64));

  MemoryRange free = operands.panels_->range();
  const auto take = [&free](std::uint64_t size) {
    const MemoryRange panel = free;
    free = free.slice(size, free.size - size);
    return panel;
  };
  for (std::uint64_t strip = 0; strip < a_strips; ++strip) {
    const MemoryRange panel = take(a_panel_bytes(launch, tiling));
    operands.pack_a(rows.begin + strip * tiling.rows, reinterpret_cast<float*>(panel.host));
    operands.packed_a_.push_back(*panel.bus);
  }
  for (std::uint64_t strip = 0; strip < b_strips; ++strip) {
    const std::uint64_t column = columns.begin + strip * tiling.columns;
    if (!packs_b(launch, tiling, column)) continue;
    const MemoryRange panel = take(b_panel_bytes(launch, tiling));
    operands.pack_b(column, reinterpret_cast<float*>(panel.host));
    operands.packed_b_[strip] = *panel.bus;
  }
  memory.to_qpus(operands.panels_->range());
  return operands;
}

OperandWalk SgemmOperands::a(std::uint64_t row) const {
  if (!packed_a_.empty()) {
    return {packed_a_[(row - rows_.begin) / tiling_.rows],
            static_cast<std::uint32_t>(tiling_.rows * sizeof(float)), sizeof(float)};
  }
  const auto [row_step, k_step] = steps_of(launch_->trans_a, launch_->lda);
  return {*launch_->a.bus + static_cast<std::uint32_t>(row * row_step), static_cast<std::uint32_t>(k_step),
          static_cast<std::uint32_t>(row_step)};
}

OperandWalk SgemmOperands::b(std::uint64_t column) const {
  const BusAddress packed = packed_b_[(column - columns_.begin) / tiling_.columns];
  if (packed != kInPlace) return {packed, static_cast<std::uint32_t>(tiling_.columns * sizeof(float))};
  const auto [k_step, column_step] = steps_of(false, launch_->ldb);
  return {*launch_->b.bus + static_cast<std::uint32_t>(column * column_step),
          static_cast<std::uint32_t>(k_step)};
}

}  // namespace quadcl::qpu
