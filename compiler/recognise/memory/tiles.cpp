// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/tiles.h"

#include <llvm/ADT/STLExtras.h>

namespace quadcl::compiler::recognise {

/// Where an access to a local tile chooses between halves of it. Rejects if it is used otherwise, too.
std::optional<HalfAddress> Tiles::half_of(std::uint32_t object, const Polynomial& offset) {
  if (!objects_.is(object, ObjectKind::local)) return {};
  const auto carried = carried_.find(object);
  if (carried != carried_.end() && llvm::is_contained(path_.loops, carried->second))
    return HalfAddress{carried->second, 0, 0, offset};
  const auto half = half_address(offset, path_.loops, symbols_);
  const auto known = state_.double_buffers.find(object);
  if (known != state_.double_buffers.end() && (!half || known->second.is_closed()))
    reject("it is not known what each half of a tile holds");
  return half;
}

/// An access like an earlier one is not noted again, unless the earlier one was before the loop: the next
/// iteration meets only the loop's own accesses.
void Tiles::note_access(std::uint32_t object, bool is_write) {
  auto& accesses = state_.accesses;
  bool is_repeated = false;
  for (std::size_t i = accesses.size(); i-- > 0 && accesses[i].segment == path_.segment;) {
    const Access& old = accesses[i];
    if (old.object != object) continue;
    if (is_write && !old.is_write) reject(kNoBarrier);
    is_repeated |= old.is_write == is_write && i >= first_access_of_loop_;
  }
  if (!is_repeated) accesses.push_back({object, path_.segment, is_write});
}

Node Tiles::read(std::uint32_t object, const Polynomial& offset, std::uint32_t size) {
  if (const auto half = half_of(object, offset))
    return state_.double_buffers[object].read(offset, *half, size, path_, expressions_);
  if (objects_.is(object, ObjectKind::local)) note_access(object, false);
  return read_apart(state_.tiles[object], object, offset, size);
}

Node Tiles::read_apart(Tile& tile, std::uint32_t object, const Polynomial& offset, std::uint32_t size) {
  return tile.read(objects_[object], offset, size, path_, symbols_, expressions_);
}

void Tiles::write(std::uint32_t object, const Polynomial& offset, std::uint32_t size, Node value) {
  Write write{offset, size, value, path_};
  if (const auto half = half_of(object, offset))
    return state_.double_buffers[object].write(*half, std::move(write));
  Tile& tile = state_.tiles[object];
  if (objects_.is(object, ObjectKind::local)) {
    note_access(object, true);
    tile.require_no_race(write);
  }
  tile.write(std::move(write), expressions_);
}

void Tiles::barrier() {
  // Either all work-items get here, or the launch is not for the QPUs.
  for (const Condition condition : expressions_.conjuncts(path_.conditions)) {
    const ConditionRow& row = expressions_.condition(condition);
    if (row.kind != ConditionKind::not_negative) reject("a barrier is reached on a condition");
    symbols_.require_not_negative(row.value, "a barrier is reached on a condition");
  }
  for (const Symbol counter : path_.loops) {
    const bool differs = symbols_.depends(symbols_[counter].count, [&](Symbol symbol) {
      return symbols_[symbol].kind == SymbolKind::local_id || symbols_[symbol].kind == SymbolKind::global_id;
    });
    if (differs) reject("work-items may meet a barrier a different number of times");
  }
  ++path_.segment;
}

Tiles::LoopStart Tiles::enter_loop() {
  LoopStart loop{state_.accesses.size(), path_.segment, {}, first_access_of_loop_};
  first_access_of_loop_ = loop.first_access;
  for (auto& [object, tile] : state_.tiles) {
    tile.begin_loop();
    loop.tiles.insert(object);
  }
  return loop;
}

bool Tiles::note_carried(const LoopStart& loop, Symbol counter) {
  bool found = false;
  for (const std::uint32_t object : loop.tiles) {
    if (!state_.tiles[object].is_carried()) continue;
    const bool may_be = objects_.is(object, ObjectKind::local) && !state_.double_buffers.contains(object) &&
                        path_.loops.empty() && !carried_.contains(object);
    if (!may_be) reject("a loop reads a tile before it writes it");
    carried_[object] = counter;
    found = true;
  }
  return found;
}

void Tiles::check_next_iteration(const LoopStart& loop) const {
  if (loop.first_segment == path_.segment) return;
  const auto& accesses = state_.accesses;
  for (std::size_t i = loop.first_access; i < accesses.size(); ++i) {
    if (accesses[i].segment != loop.first_segment) continue;
    for (std::size_t j = i + 1; j < accesses.size(); ++j) {
      if (accesses[j].segment == path_.segment && accesses[j].object == accesses[i].object &&
          (accesses[i].is_write || accesses[j].is_write))
        reject(
            "it is not known that iterations with no barrier between them use different elements of a tile");
    }
  }
}

/// A tile with halves may otherwise be written only before the loop.
void Tiles::require_halves_alone(std::uint32_t object, const LoopStart& loop) const {
  const auto& accesses = state_.accesses;
  bool mixed = !path_.loops.empty();
  for (std::size_t i = 0; i < accesses.size(); ++i)
    mixed |= accesses[i].object == object && (!accesses[i].is_write || i >= loop.first_access);
  if (mixed) reject("it is not known what each half of a tile holds");
}

NodeMap Tiles::close_double_buffers(const LoopStart& loop, Symbol counter) {
  NodeMap found;
  std::vector<std::uint32_t> closed;
  for (auto& [object, buffer] : state_.double_buffers) {
    if (buffer.is_closed() || buffer.counter() != counter) continue;
    require_halves_alone(object, loop);
    Tile& tile = state_.tiles[object];
    buffer.close(objects_[object], tile, {loop.first_segment, path_.segment}, symbols_, expressions_, found);
    if (carried_.erase(object) == 0) continue;
    tile = buffer.left_behind(symbols_, expressions_);
    tile.begin_loop();
    closed.push_back(object);
  }
  for (const std::uint32_t object : closed) state_.double_buffers.erase(object);
  return found;
}

void Tiles::leave_loop(const LoopStart& loop) {
  for (const std::uint32_t object : loop.tiles) {
    Tile& tile = state_.tiles[object];
    if (tile.is_carried()) reject("a loop reads a tile before it writes it");
    tile.end_loop();
  }
}

}  // namespace quadcl::compiler::recognise
