// SPDX-License-Identifier: Apache-2.0
// Stores of several planes, or lines, by one transfer, and shares of the VPM that several stores fill.
#include <algorithm>
#include <set>

#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/select/select.h"
#include "compiler/qpu/select/store_set_up.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;

std::size_t rows_of(llvm::ArrayRef<FillOfShare> fills) {
  std::size_t rows = 0;
  for (const FillOfShare& fill : fills) rows += fill.rows;
  return rows;
}

/// Whether they fill rows of one share, each once, and none between them is left.
bool fill_one_range(llvm::ArrayRef<FillOfShare> fills) {
  std::set<std::int32_t> rows;
  for (const FillOfShare& fill : fills)
    for (std::size_t i = 0; i < fill.rows; ++i)
      if (!rows.insert(fill.row + static_cast<std::int32_t>(i)).second) return false;
  return rows.size() <= Program::kRowsOfShare &&
         *rows.rbegin() - *rows.begin() + 1 == static_cast<std::int32_t>(rows.size());
}

}  // namespace

/// Whether all lanes have a work-item and come here.
bool Selector::has_whole_rows() const {
  return full_ != nullptr || (runs_group_at_once(kernel_) && all_lanes_are_active());
}

/// How many planes one transfer takes; fewer than two if planes are not stored so.
std::size_t Selector::planes_together(const StoreGroups::Groups& planes) {
  const auto is_side_by_side = [&](const StoreGroups::Group& plane) {
    return strides_.of(*plane.front()->getPointerOperand()) == 4;
  };
  if (!has_whole_rows() || rows_ * 16 > kMostDepth || !llvm::all_of(planes, is_side_by_side)) return 0;
  return std::min(planes.size(), rows_for_transfer() / rows_);
}

/// Between planes, if it is known and transfers take it.
std::optional<std::uint32_t> Selector::gap_of_planes(const StoreGroups::Groups& planes) {
  const auto distance = AddressForms(layout_).distance(*planes[0].front()->getPointerOperand(),
                                                       *planes[1].front()->getPointerOperand());
  const std::int32_t gap = distance.value_or(0) - static_cast<std::int32_t>(rows_ * kRowBytes);
  return gap >= 0 && gap <= kMostGap ? std::optional(static_cast<std::uint32_t>(gap)) : std::nullopt;
}

/// Finds which stores of the block, one after the other, fill a share of the VPM together with this one:
/// their planes lie at one distance, without gaps.
void Selector::plan_share(const StoreGroups::Groups& planes, std::uint32_t gap,
                          const llvm::StoreInst& store) {
  const auto step = static_cast<std::int32_t>(gap + kRowBytes);
  const llvm::Value& begin = *planes.front().front()->getPointerOperand();
  AddressForms forms(layout_);
  std::vector<FillOfShare> fills;
  for (const llvm::StoreInst* next = &store; next != nullptr; next = next_store(*next)) {
    const StoreGroups::Groups others = groups_.at(*next);
    const bool is_alike =
        others.size() > 1 && planes_together(others) == others.size() && gap_of_planes(others) == gap;
    const auto place =
        is_alike ? forms.distance(begin, *others.front().front()->getPointerOperand()) : std::nullopt;
    if (!place || *place % step != 0) break;
    fills.push_back({next, *place / step, others.size()});
  }
  while (!fill_one_range(fills)) fills.pop_back();
  const std::int32_t first =
      llvm::min_element(fills, [](const auto& a, const auto& b) { return a.row < b.row; })->row;
  for (FillOfShare& fill : fills) {
    fill.row -= first;
    fill.begins = &fill == &fills.front();
    fill.rows_stored = &fill == &fills.back() ? rows_of(fills) : 0;
    fills_of_share_[fill.store] = fill;
  }
}

/// Adds planes of one row each to those in the share of the VPM. The last ones are stored with all before.
void Selector::fill_share(const StoreGroups::Groups& planes, std::uint32_t gap,
                          const llvm::StoreInst& store) {
  if (!fills_of_share_.contains(&store)) plan_share(planes, gap, store);
  const FillOfShare fill = fills_of_share_[&store];
  const auto row = static_cast<std::uint32_t>(fill.row);
  if (fill.begins) take_share(true);
  Operands rows;
  for (const StoreGroups::Group& plane : planes) rows.push_back(low(*plane.front()->getValueOperand()));
  to_vpm(rows, 4, row);
  if (fill.rows_stored == 0) return;
  const auto units = static_cast<std::uint32_t>(fill.rows_stored) << kUnits;
  transfer(dma_setup(kDmaRow | units | 16U << kDepth), dma_stride(kBlocks | gap),
           sum_of(address_of(*planes.front().front()->getPointerOperand(), 0U - row * (gap + kRowBytes))));
  take_share(false);
}

/// Words at equal distances, of rows that lie side by side: each transfer takes as many of them as the rows
/// of the VPM allow. The rows of a word are one row of the transfer. Returns whether that is possible.
bool Selector::store_planes(const StoreGroups::Groups& planes, const llvm::StoreInst& store) {
  const std::size_t together = planes_together(planes);
  const std::uint32_t words = rows_ * 16;
  if (together < 2) return false;
  if (!AddressForms(layout_).distance(*planes[0].front()->getPointerOperand(),
                                      *planes[1].front()->getPointerOperand()))
    return together == planes.size() && store_lines(planes);
  const auto gap = gap_of_planes(planes);
  if (!gap) return false;
  if (program_.fills_share && rows_ == 1 && together == planes.size()) {
    fill_share(planes, *gap, store);
    return true;
  }
  take_share(true);
  for (std::size_t first = 0; first < planes.size(); first += together) {
    const std::size_t some = std::min(together, planes.size() - first);
    Operands rows;
    for (std::size_t plane = first; plane < first + some; ++plane)
      for (copy_ = 0; copy_ < rows_; ++copy_) rows.push_back(low(*planes[plane].front()->getValueOperand()));
    copy_ = 0;
    to_vpm(rows);
    const std::uint32_t units = static_cast<std::uint32_t>(some) << kUnits,
                        depth = words % kMostDepth << kDepth;
    transfer(dma_setup(kDmaRow | units | depth), dma_stride(kBlocks | *gap),
             sum_of(address_of(*planes[first].front()->getPointerOperand())));
  }
  take_share(false);
  return true;
}

/// The same at a distance that the launch decides: in one transfer if no row reaches into the next one.
bool Selector::store_lines(const StoreGroups::Groups& lines) {
  take_share(true);
  std::vector<Stored> stored;  // each row of a line, then the next line
  Operands rows;
  for (const StoreGroups::Group& line : lines)
    for (copy_ = 0; copy_ < rows_; ++copy_) {
      stored.push_back(stored_by(line));
      rows.push_back(stored.back().words.front());
    }
  copy_ = 0;
  const Operand distance = emit_.add(AddOp::sub, stored[rows_].address, stored[0].address);
  const Operand gap = emit_.add(AddOp::sub, distance, constant(rows_ * kRowBytes));
  const std::uint32_t apart = other_way();
  emit_.flags(AddOp::shr, gap, constant(by(16)));
  leave_for(apart);
  to_vpm(rows);
  const std::uint32_t units = static_cast<std::uint32_t>(lines.size()) << kUnits,
                      depth = rows_ * 16 % kMostDepth << kDepth;
  transfer(dma_setup(kDmaRow | units | depth),
           emit_.add(AddOp::bit_or, gap, dma_stride(rows_ > 1 ? kBlocks : 0)), stored[0].address);
  end_ways(apart, [&] {
    for (const Stored& line : stored) store_lanes(line);
  });
  take_share(false);
  return true;
}

}  // namespace quadcl::compiler::qpu
