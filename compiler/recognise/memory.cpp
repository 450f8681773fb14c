// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

bool same_context(const Context& x, const Context& y) {
  return x.conditions == y.conditions && x.loops == y.loops;
}

/// The last of `longer`'s conditions, if it has just that one more than `shorter`.
std::optional<Condition> one_more(const std::vector<Condition>& longer,
                                  const std::vector<Condition>& shorter) {
  if (longer.size() != shorter.size() + 1) return {};
  if (!std::equal(shorter.begin(), shorter.end(), longer.begin())) return {};
  return longer.back();
}

/// The remainder that occurs in an address, if one does.
std::optional<Symbol> remainder_in(const Polynomial& address, const Symbols& symbols) {
  std::optional<Symbol> result;
  for_each_symbol(address, [&](Symbol symbol) {
    if (symbols[symbol].kind == SymbolKind::remainder) result = symbol;
  });
  return result;
}

/// Addresses that differ in what they take the remainder of: with one symbol in place of the remainders, what
/// these divide appended. Empty if there is no common divisor.
std::optional<Polynomial> set_remainders_aside(std::vector<Polynomials>& points, Symbol placeholder,
                                               const Symbols& symbols) {
  std::optional<Polynomial> divisor;
  std::vector<Polynomials> result = points;
  for (Polynomials& point : result) {
    const auto remainder = remainder_in(point.front(), symbols);
    if (!remainder || (divisor && !(*divisor == symbols[*remainder].right))) return {};
    divisor = symbols[*remainder].right;
    point.front() =
        symbols.substitute_outside(point.front(), {{*remainder, Polynomial::symbol(placeholder)}});
    point.push_back(symbols[*remainder].left);
  }
  points = std::move(result);
  return divisor;
}

/// The writes of a group as a single one over digits. Rejects if they follow no rule.
Write merge(const std::vector<Write>& group, Symbols& symbols, Expressions& expressions) {
  if (group.size() == 1) return group.front();
  std::vector<Polynomials> points;
  for (const Write& write : group) {
    if (write.size != group.front().size || !same_context(write.context, group.front().context) ||
        !expressions.same_shape(write.value, group.front().value))
      reject("a tile is filled by stores of different kinds");
    Polynomials& point = points.emplace_back();
    point.push_back(write.address);
    expressions.polynomials(write.value, point);
  }
  const Symbol placeholder = symbols.make_counter();
  const auto divisor = set_remainders_aside(points, placeholder, symbols);
  const auto progression = as_progression(std::move(points), symbols);
  if (!progression) reject("a tile is filled in no regular pattern");
  Write result = group.front();
  result.address = progression->start.front();
  if (divisor) {
    const Polynomial rotated = symbols.remainder(progression->start.back(), *divisor);
    result.address = symbols.substitute_outside(result.address, {{placeholder, rotated}});
  }
  std::size_t next = 1;
  result.value = expressions.with_polynomials(result.value, progression->start, next);
  return result;
}

/// What the guard demands anyway, as it does of conditions that a barrier is reached on, is no condition.
void drop_given_conditions(std::vector<Condition>& conditions, Symbols& symbols,
                           const Expressions& expressions) {
  llvm::erase_if(conditions, [&](Condition condition) {
    std::vector<Condition> parts;
    expressions.conjuncts(condition, parts);
    return llvm::all_of(parts, [&](Condition part) {
      const ConditionRow& row = expressions.condition(part);
      return row.kind == ConditionKind::not_negative && symbols.is_demanded(row.value);
    });
  });
}

/// for (i = local id; i < n; i += local size): id and counter together are an index, which is returned.
std::vector<Symbol> fold_strided_loops(Write& write, const Context& reader, Symbols& symbols,
                                       Expressions& expressions) {
  std::vector<Symbol> indices;
  const std::vector<Symbol> loops = write.context.loops;
  for (const Symbol counter : loops) {
    if (llvm::is_contained(reader.loops, counter)) continue;
    const auto strided = symbols.strided_index(counter);
    if (!strided) continue;
    const Substitution by_index{
        {strided->id, Polynomial::symbol(strided->index) - strided->stride * Polynomial::symbol(counter)}};
    Substituter substituter(by_index, symbols, expressions);
    Write folded = write;
    folded.address = substituter.polynomial(write.address);
    folded.value = substituter.node(write.value);
    for (Condition& condition : folded.context.conditions) condition = substituter.condition(condition);
    Polynomials all{folded.address};
    expressions.polynomials(folded.value, all);
    for (const Condition condition : folded.context.conditions)
      all.push_back(expressions.condition(condition).value);
    const bool remains = std::any_of(all.begin(), all.end(), [&](const Polynomial& polynomial) {
      return symbols.depends(polynomial, [&](Symbol symbol) { return symbol == counter; });
    });
    if (remains) continue;
    symbols.require_zero(symbols[strided->id].count - strided->stride,
                         "a loop's stride is not the number of ids");
    llvm::erase(folded.context.loops, counter);
    write = std::move(folded);
    indices.push_back(strided->index);
  }
  return indices;
}

/// A loop that moved nothing of a write but may have done no round leaves older contents.
void require_write(const Write& write, const Context& reader, const std::vector<Variable>& variables,
                   Symbols& symbols) {
  for (const Symbol counter : write.context.loops) {
    const bool moves = llvm::any_of(variables, [&](const Variable& variable) {
      return symbols.depends(Polynomial::symbol(variable.symbol),
                             [&](Symbol part) { return part == counter; });
    });
    if (!moves && !llvm::is_contained(reader.loops, counter))
      symbols.require_not_negative(symbols[counter].count - 1,
                                   "a tile is filled by a loop that may do no round");
  }
}

/// Whether x and y are the same once a local size is the constant that one of them counts groups in.
/// Requires that it is.
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
    symbols.require_zero(size - constant, "groups have different sizes");
    return true;
  }
  return false;
}

}  // namespace

bool overwrite(Node& value, Context& context, Node later, const Context& later_context,
               Expressions& expressions) {
  if (context.loops != later_context.loops) return false;
  if (context.conditions == later_context.conditions) {
    value = later;
    return true;
  }
  if (const auto only = one_more(later_context.conditions, context.conditions)) {
    value = expressions.select(*only, later, value);
    return true;
  }
  // Both sides of a branch.
  if (later_context.conditions.empty()) return false;
  std::vector<Condition> common = later_context.conditions;
  const Condition last = common.back();
  common.pop_back();
  const auto other = one_more(context.conditions, common);
  if (!other || expressions.invert(*other) != last) return false;
  value = expressions.select(last, later, value);
  context.conditions = std::move(common);
  return true;
}

void Tile::write(Write write, Expressions& expressions) {
  contents_.reset();
  for (std::size_t i = writes_.size(); i-- > begin_of_last_group();) {
    Write& old = writes_[i];
    if (old.segment != write.segment || old.context.loops != write.context.loops) break;
    if (!(old.address == write.address) || old.size != write.size) continue;
    if (overwrite(old.value, old.context, write.value, write.context, expressions)) return;
    reject("a tile is filled on different conditions");
  }
  writes_.push_back(std::move(write));
}

void Tile::require_no_race(const Write& write) const {
  for (const Write& old : writes_) {
    const bool same_place = old.address == write.address && old.size == write.size;
    if (old.segment == write.segment && old.context.loops != write.context.loops && !same_place)
      reject("a tile is written twice with no barrier in between");
  }
}

std::size_t Tile::begin_of_last_group() const {
  if (writes_.empty()) return 0;
  std::size_t begin = writes_.size() - 1;
  const Write& last = writes_.back();
  while (begin > 0 && writes_[begin - 1].segment == last.segment &&
         writes_[begin - 1].context.loops == last.context.loops)
    --begin;
  return begin;
}

bool Tile::Contents::is_writers(Symbol symbol, const Symbols& symbols) const {
  const SymbolKind kind = symbols[symbol].kind;
  if (llvm::is_contained(indices, symbol)) return true;
  if (kind == SymbolKind::local_id) return is_local;
  if (kind == SymbolKind::digit) return true;
  return kind == SymbolKind::counter && llvm::is_contained(write.context.loops, symbol) &&
         !llvm::is_contained(reader_loops, symbol);
}

/// What the last group of writes left, as readers in those loops see it.
Tile::Contents& Tile::contents(const Object& object, const Context& reader, Symbols& symbols,
                               Expressions& expressions) {
  if (contents_ && contents_->reader_loops == reader.loops) return *contents_;
  const std::vector<Write> group(writes_.begin() + static_cast<std::ptrdiff_t>(begin_of_last_group()),
                                 writes_.end());
  Contents contents{
      merge(group, symbols, expressions), reader.loops, {}, object.kind == ObjectKind::local, {}, {}, {}};
  Write& write = contents.write;
  drop_given_conditions(write.context.conditions, symbols, expressions);
  contents.indices = fold_strided_loops(write, reader, symbols, expressions);
  symbols.require_not_negative(object.bytes - write.size - write.address, "a tile is written beyond its end");
  const auto is_writers = [&](Symbol symbol) { return contents.is_writers(symbol, symbols); };
  contents.index.emplace(write.address, write.size, is_writers, symbols);
  require_write(write, reader, contents.index->digits(), symbols);
  return contents_.emplace(std::move(contents));
}

/// Whatever the writers differ in beside the index must not decide what they wrote.
void Tile::Contents::require_decided(const Polynomial& polynomial, const Substitution& writer,
                                     const Symbols& symbols) const {
  const auto is_open = [&](Symbol part) { return is_writers(part, symbols) && !writer.contains(part); };
  for_each_symbol(polynomial, [&](Symbol symbol) {
    if (!writer.contains(symbol) && symbols.depends(Polynomial::symbol(symbol), is_open))
      reject("what a tile holds depends on more than its index");
  });
}

/// The writer's conditions hold where the reader's do, or the guard demands them.
void Tile::Contents::require_conditions(const Substitution& writer, const Context& reader, Symbols& symbols,
                                        Expressions& expressions) const {
  std::vector<Condition> given, needed;
  for (const Condition condition : reader.conditions) expressions.conjuncts(condition, given);
  for (const Condition condition : write.context.conditions) expressions.conjuncts(condition, needed);
  for (const Condition condition : needed) {
    const ConditionRow row = expressions.condition(condition);
    if (row.kind != ConditionKind::not_negative) reject("a tile is filled on a condition");
    require_decided(row.value, writer, symbols);
    const Polynomial value = symbols.substitute(row.value, writer);
    const Condition for_reader = expressions.not_negative(value);
    const bool holds = for_reader == expressions.always() || llvm::is_contained(given, for_reader) ||
                       llvm::any_of(given, [&](Condition other_condition) {
                         const ConditionRow other = expressions.condition(other_condition);
                         return other.kind == ConditionKind::not_negative &&
                                equal_by_group_size(value, other.value, symbols);
                       });
    if (!holds) symbols.require_not_negative(value, "a tile is filled on a condition");
  }
}

Node Tile::read(const Object& object, const Polynomial& address, std::uint32_t size, const Context& context,
                unsigned segment, Symbols& symbols, Expressions& expressions) {
  if (writes_.empty()) reject("a tile is read before it is written");
  const std::size_t begin = begin_of_last_group();
  for (Mark& mark : marks_)
    if (begin < mark.position) mark.passed = true;
  if (writes_.back().size != size) reject("a tile is read in other units than it was written in");
  if (object.kind == ObjectKind::local && writes_.back().segment == segment)
    reject("a tile is read with no barrier after it was written");
  Contents& held = contents(object, context, symbols, expressions);
  if (held.read_conditions != context.conditions) {
    held.reads.clear();
    held.read_conditions = context.conditions;
  }
  const auto found = held.reads.find(address);
  if (found != held.reads.end()) return found->second;
  const Substitution writer = held.index->writer_of(address, symbols);
  Polynomials inside;
  expressions.polynomials(held.write.value, inside);
  for (const Polynomial& polynomial : inside) held.require_decided(polynomial, writer, symbols);
  held.require_conditions(writer, context, symbols, expressions);
  return held.reads[address] = expressions.substitute(held.write.value, writer);
}

}  // namespace quadcl::compiler::recognise
