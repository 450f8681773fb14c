// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_operands.h"

#include <algorithm>
#include <cstring>

namespace quadcl::qpu {
namespace {

constexpr BusAddress kInPlace{};

std::uint64_t strips(IndexRange range, std::uint64_t width) { return (range.size() + width - 1) / width; }

/// A strip of op(B) is walked in place if all elements that are read of each of its rows lie in the buffer;
/// the results of those past column n are never stored.
bool packs_b(const SgemmPlan& plan, std::uint64_t column) {
  if (plan.packs_every_b) return true;
  if (!plan.tiling.reads_past_n) return false;
  const std::uint64_t end = std::uint64_t{plan.launch.k - 1} * plan.launch.ldb + column + plan.tiling.columns;
  return end > plan.launch.b.size / sizeof(float);
}

std::uint64_t a_panel_bytes(const SgemmPlan& plan) { return panel_bytes(plan.k, plan.tiling.rows); }
std::uint64_t b_panel_bytes(const SgemmPlan& plan) { return panel_bytes(plan.k, plan.tiling.columns); }

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

void SgemmOperands::pack_a(std::uint64_t row, float* panel) const {
  const auto [row_step, k_step] = steps_of(plan_->launch.trans_a, plan_->launch.lda);
  std::memset(panel, 0, a_panel_bytes(*plan_));
  const float factor = plan_->launch.scaled == SgemmScaled::a ? plan_->launch.alpha : 1;
  pack_panel({plan_->launch.a.host + row * row_step, row_step, k_step, factor},
             std::min<std::uint64_t>(plan_->tiling.rows, rows_.end - row), plan_->launch.k,
             plan_->tiling.rows, panel);
}

void SgemmOperands::pack_b(std::uint64_t column, float* panel) const {
  const auto [k_step, column_step] = steps_of(plan_->launch.trans_b, plan_->launch.ldb);
  std::memset(panel, 0, b_panel_bytes(*plan_));
  const float factor = plan_->launch.scaled == SgemmScaled::b ? plan_->launch.alpha : 1;
  pack_panel({plan_->launch.b.host + column * column_step, column_step, k_step, factor},
             std::min<std::uint64_t>(plan_->tiling.columns, columns_.end - column), plan_->launch.k,
             plan_->tiling.columns, panel);
}

Result<SgemmOperands> SgemmOperands::prepare(const SgemmPlan& plan, IndexRange rows, IndexRange columns,
                                             BusMemory& memory) {
  const SgemmTiling& tiling = plan.tiling;
  SgemmOperands operands(plan);
  operands.rows_ = rows;
  operands.columns_ = columns;
  const std::uint64_t a_strips = plan.packs_a ? strips(rows, tiling.rows) : 0;
  const std::uint64_t b_strips = strips(columns, tiling.columns);
  std::uint64_t packed_b_strips = 0;
  for (std::uint64_t strip = 0; strip < b_strips; ++strip) {
    packed_b_strips += packs_b(plan, columns.begin + strip * tiling.columns);
  }
  operands.packed_b_.assign(b_strips, kInPlace);

  const std::uint64_t bytes = a_strips * a_panel_bytes(plan) + packed_b_strips * b_panel_bytes(plan);
  if (bytes == 0) return operands;
  QUADCL_TRY(operands.panels_, memory.allocate(bytes, 64));

  MemoryRange free = operands.panels_->range();
  const auto take = [&free](std::uint64_t size) {
    const MemoryRange panel = free;
    free = free.slice(size, free.size - size);
    return panel;
  };
  for (std::uint64_t strip = 0; strip < a_strips; ++strip) {
    const MemoryRange panel = take(a_panel_bytes(plan));
    operands.pack_a(rows.begin + strip * tiling.rows, reinterpret_cast<float*>(panel.host));
    operands.packed_a_.push_back(*panel.bus);
  }
  for (std::uint64_t strip = 0; strip < b_strips; ++strip) {
    const std::uint64_t column = columns.begin + strip * tiling.columns;
    if (!packs_b(plan, column)) continue;
    const MemoryRange panel = take(b_panel_bytes(plan));
    operands.pack_b(column, reinterpret_cast<float*>(panel.host));
    operands.packed_b_[strip] = *panel.bus;
  }
  memory.to_qpus(operands.panels_->range());
  return operands;
}

OperandWalk SgemmOperands::a(std::uint64_t row) const {
  if (!packed_a_.empty()) {
    return {packed_a_[(row - rows_.begin) / plan_->tiling.rows],
            static_cast<std::uint32_t>(plan_->tiling.rows * sizeof(float)), sizeof(float)};
  }
  const auto [row_step, k_step] = steps_of(plan_->launch.trans_a, plan_->launch.lda);
  return {*plan_->launch.a.bus + static_cast<std::uint32_t>(row * row_step),
          static_cast<std::uint32_t>(k_step), static_cast<std::uint32_t>(row_step)};
}

OperandWalk SgemmOperands::b(std::uint64_t column) const {
  const BusAddress packed = packed_b_[(column - columns_.begin) / plan_->tiling.columns];
  if (packed != kInPlace) return {packed, static_cast<std::uint32_t>(plan_->tiling.columns * sizeof(float))};
  const auto [k_step, column_step] = steps_of(false, plan_->launch.ldb);
  return {*plan_->launch.b.bus + static_cast<std::uint32_t>(column * column_step),
          static_cast<std::uint32_t>(k_step)};
}

}  // namespace quadcl::qpu
