// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/buffer_stores.h"

#include <llvm/ADT/STLExtras.h>

#include "compiler/recognise/memory/tile.h"

namespace quadcl::compiler::recognise {

static std::size_t key_of(std::uint32_t object, const Polynomial& address) {
  return address.hash() * 31 + object;
}

/// The store to this place. With `skip_excluded`, stores that exclude what happens now do not count.
BufferStore* BufferStores::find(std::uint32_t object, const Polynomial& address, bool skip_excluded) {
  const auto [first, last] = state_.index.equal_range(key_of(object, address));
  for (auto i = first; i != last; ++i) {
    BufferStore& output = state_.outputs[i->second];
    if (output.object != object || !(output.address == address)) continue;
    if (!skip_excluded || !expressions_.are_exclusive(output.path.conditions, path_.conditions))
      return &output;
  }
  return nullptr;
}

Node BufferStores::load(std::uint32_t object, const Polynomial& address, std::uint32_t size) {
  ++state_.load_counts[object];
  if (const BufferStore* output = find(object, address, true)) {
    const bool visible = output->size == size && is_prefix(output->path.loops, path_.loops) &&
                         is_prefix(output->path.conditions, path_.conditions);
    if (!visible) reject("it reads back what it stored on a condition or in a loop");
    return output->value;
  }
  const Node element = expressions_.load(object, address, size);
  state_.loaded[element] = path_.segment;
  return element;
}

void BufferStores::store(std::uint32_t object, const Polynomial& address, std::uint32_t size, Node value) {
  if (BufferStore* output = find(object, address, false)) {
    Path path = path_;
    if (is_prefix(output->path.loops, path.loops)) path.loops = output->path.loops;
    if (output->size != size || !overwrite(output->value, output->path, value, path, expressions_))
      reject("it stores to the same place on different conditions");
    return;
  }
  state_.index.emplace(key_of(object, address), state_.outputs.size());
  state_.outputs.push_back({object, address, size, value, path_, symbols_.place()});
}

void BufferStores::replace(NodeMap& replacements) {
  for (BufferStore& output : state_.outputs) output.value = expressions_.replace(output.value, replacements);
}

BufferStores::LoopStart BufferStores::enter_loop() {
  LoopStart loop{state_.outputs.size(), state_.loaded, state_.load_counts, {}};
  for (std::size_t i = 0; i < loop.first_output; ++i) {
    BufferStore& output = state_.outputs[i];
    if (!is_prefix(output.path.loops, path_.loops)) continue;
    const Node carry = expressions_.new_carry();
    loop.carried.push_back({i, carry, output.value});
    output.value = carry;
  }
  return loop;
}

void BufferStores::leave_loop(const LoopStart& loop, Symbol counter, const NodeMap& last) {
  for (const auto& [output, carry, initial] : loop.carried) {
    Node& value = state_.outputs[output].value;
    value = after_loop(carry, initial, value, counter, expressions_);
  }
  for (std::size_t i = loop.first_output; i < state_.outputs.size(); ++i)
    leave_loop(state_.outputs[i], counter, loop, last);
}

/// What iterations stored at one place becomes one store, behind the loop.
void BufferStores::leave_loop(BufferStore& output, Symbol counter, const LoopStart& loop,
                              const NodeMap& last) {
  auto& loops = output.path.loops;
  if (!llvm::is_contained(loops, counter) || symbols_.depends(output.address, counter)) return;
  for (const Condition condition : expressions_.conjuncts(output.path.conditions)) {
    const ConditionRow& row = expressions_.condition(condition);
    if (row.kind != ConditionKind::not_negative || symbols_.depends(row.value, counter)) return;
  }
  auto value = accumulated(output, counter, loop);
  if (!value) value = stored_last(output, counter, loop, last);
  if (!value) return;
  output.value = *value;
  llvm::erase(loops, counter);
}

/// An output that each iteration reads back and adds to: a sum that starts with what was there.
std::optional<Node> BufferStores::accumulated(const BufferStore& output, Symbol counter,
                                              const LoopStart& loop) {
  const Node old = expressions_.load(output.object, output.address, output.size);
  // What was read before the loop is another value of the same place.
  if (loop.loads_before.contains(old) || !expressions_.contains(output.value, old)) return {};
  return after_loop(old, old, output.value, counter, expressions_);
}

/// An output that each iteration stores anew and none reads: what the last one stores.
std::optional<Node> BufferStores::stored_last(const BufferStore& output, Symbol counter,
                                              const LoopStart& loop, const NodeMap& last) {
  const auto before = loop.counts_before.find(output.object);
  const unsigned reads = state_.load_counts[output.object];
  if (reads != (before != loop.counts_before.end() ? before->second : 0)) return {};
  NodeMap to_carries, from_carries;
  for (const auto& [value, after] : last) from_carries[to_carries[value] = expressions_.new_carry()] = after;
  const Node stored = expressions_.replace(output.value, to_carries);
  if (expressions_.contains(stored, [&](const NodeRow& row) {
        return row.kind == NodeKind::carry && !from_carries.contains(expressions_.node_of(row));
      }))
    return {};
  const Polynomial count = symbols_[counter].count;
  symbols_.require_not_negative(count - 1, "a loop that stores may have no iteration");
  return expressions_.replace(expressions_.substitute(stored, {{counter, count - 1}}), from_carries);
}

void BufferStores::finish() {
  unite_all();
  for (BufferStore& output : state_.outputs) {
    if (read_ahead_.contains(output.object)) reject("it reads ahead from a buffer that it stores to");
    output.reads_itself = expressions_.contains(output.value, [&](const NodeRow& row) {
      if (row.kind != NodeKind::load || row.index != output.object) return false;
      const auto loaded = state_.loaded.find(expressions_.node_of(row));
      return loaded == state_.loaded.end() || loaded->second >= output.path.segment;
    });
  }
}

/// Maps the counters of the loops of x to those of y, if both loops have the same numbers of iterations.
std::optional<Substitution> BufferStores::same_loops(const Path& x, const Path& y) const {
  if (x.loops.size() != y.loops.size()) return {};
  Substitution result;
  for (std::size_t i = 0; i < x.loops.size(); ++i) {
    if (x.loops[i] == y.loops[i]) continue;
    if (!(symbols_[x.loops[i]].count == symbols_[y.loops[i]].count)) return {};
    result[x.loops[i]] = Polynomial::symbol(y.loops[i]);
  }
  return result;
}

/// Inserts what the earlier store left into the later one. False unless both go to the same places, in equal
/// loops and on equal conditions, and the later one reads nothing else of that buffer.
bool BufferStores::unite(const BufferStore& earlier, BufferStore& later) {
  if (earlier.object != later.object || earlier.size != later.size) return false;
  const auto renamed = same_loops(earlier.path, later.path);
  if (!renamed) return false;
  Substituter substituter(*renamed, symbols_, expressions_);
  if (!(substituter.polynomial(earlier.address) == later.address)) return false;
  std::vector<Condition> conditions;
  for (const Condition condition : earlier.path.conditions)
    conditions.push_back(substituter.condition(condition));
  if (conditions != later.path.conditions) return false;
  const bool reads_elsewhere = expressions_.contains(later.value, [&](const NodeRow& row) {
    return row.kind == NodeKind::load && row.index == later.object && !(row.address == later.address);
  });
  if (reads_elsewhere) return false;
  NodeMap stored;
  stored[expressions_.load(later.object, later.address, later.size)] = substituter.node(earlier.value);
  later.value = expressions_.replace(later.value, stored);
  return true;
}

void BufferStores::unite_all() {
  auto& outputs = state_.outputs;
  for (std::size_t later = 1; later < outputs.size(); ++later) {
    for (std::size_t earlier = later; earlier-- > 0;) {
      if (outputs[earlier].address == outputs[later].address || !unite(outputs[earlier], outputs[later]))
        continue;
      outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(earlier));
      --later;
    }
  }
}

}  // namespace quadcl::compiler::recognise
