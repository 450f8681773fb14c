// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/tile.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

/// The last condition of `longer`, if `shorter` has all others.
std::optional<Condition> one_more(const std::vector<Condition>& longer,
                                  const std::vector<Condition>& shorter) {
  if (longer.size() != shorter.size() + 1) return {};
  return is_prefix(shorter, longer) ? std::optional(longer.back()) : std::nullopt;
}

/// A write in a loop whose counter is not in its address: the loop must have an iteration.
void require_write(const Write& write, const Path& reader, const std::vector<Variable>& variables,
                   Symbols& symbols) {
  for (const Symbol counter : write.path.loops) {
    const bool moves = llvm::any_of(variables, [&](const Variable& variable) {
      return symbols.depends(Polynomial::symbol(variable.symbol), counter);
    });
    if (!moves && !llvm::is_contained(reader.loops, counter))
      symbols.require_not_negative(symbols[counter].count - 1,
                                   "a tile is filled by a loop that may have no iteration");
  }
}

/// Whether x and y are equal for one constant local size: one multiplies the group id by the local size, the
/// other by the constant. Requires that size.
bool equal_by_group_size(const Polynomial& x, const Polynomial& y, Symbols& symbols) {
  const Polynomial difference = x - y;
  for (unsigned d = 0; d < kDimensions; ++d) {
    const Polynomial group = symbols.value(SymbolKind::group_id, d),
                     size = symbols.value(SymbolKind::local_size, d);
    const auto factor = difference.divided_by(group);
    if (!factor) continue;
    const Polynomial sum = size + *factor, gap = size - *factor;
    const Polynomial& constant = sum.is_constant() ? sum : gap;
    if (!constant.is_constant() || constant.constant() <= 0) continue;
    symbols.require_zero(size - constant, "a tile is filled on a condition");
    return true;
  }
  return false;
}

}  // namespace

Write substituted(const Write& write, Substituter& substituter) {
  Write result{substituter.polynomial(write.address), write.size, substituter.node(write.value), write.path};
  for (Condition& condition : result.path.conditions) condition = substituter.condition(condition);
  return result;
}

bool overwrite(Node& value, Path& path, Node later, const Path& later_path, Expressions& expressions) {
  if (path.loops != later_path.loops) return false;
  if (path.conditions == later_path.conditions) {
    value = later;
    return true;
  }
  if (const auto only = one_more(later_path.conditions, path.conditions)) {
    value = expressions.select(*only, later, value);
    return true;
  }
  // The two stores are on the two sides of a branch.
  if (later_path.conditions.empty()) return false;
  std::vector<Condition> common = later_path.conditions;
  const Condition last = common.back();
  common.pop_back();
  const auto other = one_more(path.conditions, common);
  if (!other || expressions.invert(*other) != last) return false;
  value = expressions.select(last, later, value);
  path.conditions = std::move(common);
  return true;
}

void Tile::write(Write write, Expressions& expressions) {
  contents_.clear();
  for (std::size_t i = writes_.size(); i-- > begin_of_last_group();) {
    Write& old = writes_[i];
    if (old.path.segment != write.path.segment || old.path.loops != write.path.loops) break;
    if (!(old.address == write.address) || old.size != write.size) continue;
    if (overwrite(old.value, old.path, write.value, write.path, expressions)) return;
    reject("a tile is filled on different conditions");
  }
  writes_.push_back(std::move(write));
}

void Tile::require_no_race(const Write& write) const {
  for (const Write& old : writes_) {
    const bool same_place = old.address == write.address && old.size == write.size;
    if (old.path.segment == write.path.segment && old.path.loops != write.path.loops && !same_place)
      reject(kNoBarrier);
  }
}

std::size_t Tile::begin_of_last_group() const {
  if (writes_.empty()) return 0;
  std::size_t begin = writes_.size() - 1;
  const Write& last = writes_.back();
  while (begin > 0 && writes_[begin - 1].path.segment == last.path.segment &&
         writes_[begin - 1].path.loops == last.path.loops)
    --begin;
  return begin;
}

bool Tile::Contents::differs_between_writers(Symbol symbol, const Symbols& symbols) const {
  const SymbolKind kind = symbols[symbol].kind;
  if (llvm::is_contained(indices, symbol) || llvm::is_contained(limited, symbol)) return true;
  if (kind == SymbolKind::local_id) return is_local;
  if (kind == SymbolKind::digit) return true;
  return kind == SymbolKind::counter && llvm::is_contained(write.path.loops, symbol) &&
         !llvm::is_contained(reader_loops, symbol);
}

/// What the last group of writes left, as readers in those loops see it. Different data are several parts.
std::vector<Tile::Contents>& Tile::contents(const Object& object, const Path& reader, Symbols& symbols,
                                            Expressions& expressions) {
  if (!contents_.empty() && contents_.front().reader_loops == reader.loops) return contents_;
  contents_.clear();
  const std::vector<Write> group(writes_.begin() + static_cast<std::ptrdiff_t>(begin_of_last_group()),
                                 writes_.end());
  for (Write& write : merge_writes(group, symbols, expressions)) {
    Contents contents{std::move(write), reader.loops, {}, object.kind == ObjectKind::local, {}, {}, {}, {}};
    Write& merged = contents.write;
    symbols.set_place(expressions.place_of(merged.value));
    drop_given_conditions(merged.path.conditions, symbols, expressions);
    contents.indices = fold_strided_loops(merged, reader, symbols, expressions);
    if (contents.is_local) contents.limited = limit_writers(merged, symbols, expressions);
    symbols.require_not_negative(object.bytes - merged.size - merged.address,
                                 "a tile may be written beyond its end");
    const auto differs = [&](Symbol symbol) { return contents.differs_between_writers(symbol, symbols); };
    contents.index.emplace(contents.write.address, contents.write.size, differs, contents.limited, symbols);
    require_write(contents.write, reader, contents.index->digits(), symbols);
    contents_.push_back(std::move(contents));
  }
  return contents_;
}

/// The part that an address leads into. Requires that the parts do not overlap. That the address lies within
/// the part is required later, when its writer is looked for.
Tile::Contents& Tile::part_at(const Polynomial& address, std::vector<Contents>& parts, Symbols& symbols) {
  if (parts.size() == 1) return parts.front();
  const auto starts_before = [&](const Polynomial& x, const Polynomial& y) {
    return symbols.is_never_negative(symbols.lower(y) - symbols.lower(x));
  };
  Contents* found = nullptr;
  for (Contents& part : parts) {
    for (const Contents& other : parts) {
      if (&other == &part) continue;
      if (!starts_before(part.write.address, other.write.address)) {
        if (!starts_before(other.write.address, part.write.address))
          reject("the parts of a tile may overlap");
        continue;
      }
      symbols.require_not_negative(
          symbols.lower(other.write.address) - symbols.upper(part.write.address) - part.write.size,
          "the parts of a tile may overlap");
      if (starts_before(other.write.address, part.write.address)) reject("the parts of a tile may overlap");
    }
    const bool is_later = found == nullptr || starts_before(found->write.address, part.write.address);
    if (starts_before(part.write.address, address) && is_later) found = &part;
  }
  if (found == nullptr) reject("it is not certain that the element of a tile was written before it is read");
  return *found;
}

/// Rejects if what was written depends on ids or counters of the writer that cannot be told from the index.
/// The index may tell a quotient or remainder of an id, but not the id.
void Tile::Contents::require_decided(const Polynomial& polynomial, const Substitution& writer,
                                     Symbols& symbols) const {
  for_each_symbol(polynomial, [&](Symbol symbol) {
    if (writer.contains(symbol)) return;
    if (differs_between_writers(symbol, symbols)) {
      // The tile is meant for groups that have one such id.
      if (symbols[symbol].kind == SymbolKind::local_id) symbols.hint_local_size(symbols[symbol].count, 1);
      reject("what a tile holds depends on more than its index");
    }
    require_decided(symbols[symbol].left, writer, symbols);
    require_decided(symbols[symbol].right, writer, symbols);
  });
}

/// The conditions of the writer must hold wherever the reader's do; else the guard demands them.
void Tile::Contents::require_conditions(const Substitution& writer, const Path& reader, Symbols& symbols,
                                        Expressions& expressions) const {
  const std::vector<Condition> given = expressions.conjuncts(reader.conditions);
  for (const Condition condition : expressions.conjuncts(write.path.conditions)) {
    const ConditionRow row = expressions.condition(condition);
    if (row.kind != ConditionKind::not_negative) reject("a tile is filled on a condition");
    require_decided(row.value, writer, symbols);
    const Polynomial value = symbols.substitute(row.value, writer);
    const bool holds =
        expressions.implies(given, value) || llvm::any_of(given, [&](Condition other_condition) {
          const ConditionRow other = expressions.condition(other_condition);
          return other.kind == ConditionKind::not_negative &&
                 equal_by_group_size(value, other.value, symbols);
        });
    if (!holds) symbols.require_not_negative(value, "a tile is filled on a condition");
  }
}

Node Tile::read(const Object& object, const Polynomial& address, std::uint32_t size, const Path& path,
                Symbols& symbols, Expressions& expressions) {
  if (writes_.empty()) reject("a tile is read before it is written");
  const std::size_t begin = begin_of_last_group();
  for (Mark& mark : marks_)
    if (begin < mark.position) mark.passed = true;
  if (writes_.back().size != size) reject("a tile is read in other units than it was written in");
  if (object.kind == ObjectKind::local && writes_.back().path.segment == path.segment) reject(kNoBarrier);
  const llvm::DILocation* place = symbols.place();
  auto& parts = contents(object, path, symbols, expressions);
  symbols.set_place(place);
  Contents& held = part_at(address, parts, symbols);
  if (held.read_conditions != path.conditions) {
    held.reads.clear();
    held.read_conditions = path.conditions;
  }
  const auto found = held.reads.find(address);
  if (found != held.reads.end()) return found->second;
  const Substitution writer = held.index->writer_of(address, symbols);
  Polynomials inside;
  expressions.polynomials(held.write.value, inside);
  for (const Polynomial& polynomial : inside) held.require_decided(polynomial, writer, symbols);
  held.require_conditions(writer, path, symbols, expressions);
  return held.reads[address] = expressions.substitute(held.write.value, writer);
}

}  // namespace quadcl::compiler::recognise
