// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/outputs.h"

#include <llvm/ADT/STLExtras.h>

#include "compiler/recognise/follow/accumulation.h"
#include "compiler/recognise/memory/tile.h"

namespace quadcl::compiler::recognise {

static std::size_t key_of(std::uint32_t object, const Polynomial& address) {
  return address.hash() * 31 + object;
}

/// The store to this place. With `skip_excluded`, stores that exclude what happens now do not count.
Output* Outputs::find(std::uint32_t object, const Polynomial& address, bool skip_excluded) {
  const auto [first, last] = state_.index.equal_range(key_of(object, address));
  for (auto i = first; i != last; ++i) {
    Output& output = state_.outputs[i->second];
    if (output.object != object || !(output.address == address)) continue;
    if (!skip_excluded || !expressions_.are_exclusive(output.path.conditions, path_.conditions))
      return &output;
  }
  return nullptr;
}

Node Outputs::load(std::uint32_t object, const Polynomial& address, std::uint32_t size) {
  if (const Output* output = find(object, address, true)) {
    const bool visible = output->size == size && is_prefix(output->path.loops, path_.loops) &&
                         is_prefix(output->path.conditions, path_.conditions);
    if (!visible) reject("it reads back what it stored on a condition or in a loop");
    return output->value;
  }
  const Node element = expressions_.load(object, address, size);
  state_.loaded.insert(element);
  return element;
}

void Outputs::store(std::uint32_t object, const Polynomial& address, std::uint32_t size, Node value) {
  if (Output* output = find(object, address, false)) {
    Path path = path_;
    if (is_prefix(output->path.loops, path.loops)) path.loops = output->path.loops;
    if (output->size != size || !overwrite(output->value, output->path, value, path, expressions_))
      reject("it stores to the same place on different conditions");
    return;
  }
  state_.index.emplace(key_of(object, address), state_.outputs.size());
  state_.outputs.push_back({object, address, size, value, path_, expressions_.place()});
}

void Outputs::replace(NodeMap& replacements) {
  for (Output& output : state_.outputs) output.value = expressions_.replace(output.value, replacements);
}

Outputs::LoopStart Outputs::enter_loop() {
  LoopStart loop{state_.outputs.size(), state_.loaded, {}};
  for (std::size_t i = 0; i < loop.first_output; ++i) {
    Output& output = state_.outputs[i];
    if (!is_prefix(output.path.loops, path_.loops)) continue;
    const Node carry = expressions_.new_carry();
    loop.carried.push_back({i, carry, output.value});
    output.value = carry;
  }
  return loop;
}

void Outputs::leave_loop(const LoopStart& loop, Symbol counter) {
  for (const auto& [output, carry, initial] : loop.carried) {
    Node& value = state_.outputs[output].value;
    value = after_loop(carry, initial, value, counter, expressions_);
  }
  for (std::size_t i = loop.first_output; i < state_.outputs.size(); ++i)
    accumulate(state_.outputs[i], counter, loop.loads_before);
}

/// Turns an output that each iteration reads back and adds to, at one place, into a sum that starts with what
/// was there.
void Outputs::accumulate(Output& output, Symbol counter, const std::set<Node>& loads_before) {
  const auto is_counter = [&](Symbol symbol) { return symbol == counter; };
  const auto depends = [&](const Polynomial& polynomial) { return symbols_.depends(polynomial, is_counter); };
  auto& loops = output.path.loops;
  if (!llvm::is_contained(loops, counter) || depends(output.address)) return;
  std::vector<Condition> conditions;
  for (const Condition condition : output.path.conditions) expressions_.conjuncts(condition, conditions);
  for (const Condition condition : conditions) {
    const ConditionRow& row = expressions_.condition(condition);
    if (row.kind != ConditionKind::not_negative || depends(row.value)) return;
  }
  const Node old = expressions_.load(output.object, output.address, output.size);
  // What was read before the loop is another value of the same place.
  if (loads_before.contains(old) || !expressions_.contains(output.value, old)) return;
  output.value = after_loop(old, old, output.value, counter, expressions_);
  loops.erase(std::find(loops.begin(), loops.end(), counter));
}

void Outputs::finish() {
  unite_all();
  for (const Output& output : state_.outputs)
    if (read_ahead_.contains(output.object)) reject("it reads ahead what it stores");
}

}  // namespace quadcl::compiler::recognise
