// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/double_buffer.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

/// Whether the value depends on nothing that an earlier iteration left.
bool is_formula(Node value, const Expressions& expressions) {
  return !expressions.contains(value, [](const NodeRow& row) {
    return row.kind != NodeKind::constant && row.kind != NodeKind::float_argument &&
           row.kind != NodeKind::load && row.kind != NodeKind::select && row.kind != NodeKind::multiply &&
           row.kind != NodeKind::negate;
  });
}

/// Whether both are the same element on the same conditions, and 0 elsewhere.
bool same_element(Node x, Node y, Expressions& expressions) {
  if (x == y) return true;
  std::vector<Condition> of_x, of_y;
  if (strip_conditions(x, of_x, expressions) != strip_conditions(y, of_y, expressions)) return false;
  std::sort(of_x.begin(), of_x.end());
  std::sort(of_y.begin(), of_y.end());
  return of_x == of_y;
}

void require_inside(const HalfAddress& half, std::uint32_t size, Symbols& symbols) {
  for (const Polynomial& bound : {half.within, Polynomial(half.bytes - size) - half.within})
    symbols.require_not_negative(bound, "an access to half of a tile may lie in the other half");
}

}  // namespace

std::optional<HalfAddress> half_address(const Polynomial& address, const std::vector<Symbol>& loops,
                                        const Symbols& symbols) {
  for (const Polynomial::Term& term : address.terms()) {
    const SymbolInfo& row = symbols[symbol_of(term)];
    if (row.kind != SymbolKind::remainder || !(row.right == Polynomial(2))) continue;
    // 1 - x % 2 is (x + 1) % 2.
    const bool is_other = term.coefficient < 0;
    const std::int64_t bytes = is_other ? -term.coefficient : term.coefficient;
    const Polynomial within =
        address - Polynomial::term(term.monomial, term.coefficient) - (is_other ? bytes : 0);
    for (const Symbol counter : loops) {
      const Polynomial shift = row.left - Polynomial::symbol(counter) + (is_other ? 1 : 0);
      if (shift.is_constant() && !symbols.depends(within, counter))
        return HalfAddress{counter, shift.constant(), bytes, within};
    }
  }
  return {};
}

void DoubleBuffer::write(HalfAddress half, Write write) {
  writes_.push_back({std::move(half), std::move(write)});
}

Node DoubleBuffer::read(const Polynomial& address, HalfAddress half, std::uint32_t size, const Path& path,
                        Expressions& expressions) {
  for (const HalfRead& old : reads_) {
    if (old.address == address && old.size == size && old.path == path) return old.carry;
  }
  reads_.push_back({std::move(half), address, size, path, expressions.new_carry()});
  return reads_.back().carry;
}

void DoubleBuffer::check_halves(const Object& object, Symbols& symbols) const {
  const HalfAddress &filled = writes_.front().half, &used = reads_.front().half;
  const bool alike =
      llvm::all_of(writes_, [&](const HalfWrite& one) { return one.half.is_same_half(filled); }) &&
      llvm::all_of(reads_, [&](const HalfRead& one) { return one.half.is_same_half(used); });
  if (!alike || filled.counter != used.counter || filled.bytes != used.bytes)
    reject("the halves of a tile are used in different ways");
  if (!filled.alternates()) return;
  symbols.require_not_negative(object.bytes - 2 * filled.bytes, "a tile may be written beyond its end");
  for (const HalfWrite& one : writes_) require_inside(one.half, one.write.size, symbols);
  for (const HalfRead& one : reads_) require_inside(one.half, one.size, symbols);
}

void DoubleBuffer::check_barriers(const Tile& before, Iteration iteration) const {
  for (const HalfRead& read : reads_) {
    for (const Write& initial : before.writes())
      if (initial.path.segment >= read.path.segment) reject(kNoBarrier);
    for (const HalfWrite& written : writes_) {
      const unsigned segment = written.write.path.segment, read_in = read.path.segment;
      const unsigned to_read = iteration.last - segment + (read_in - iteration.first),
                     to_write = iteration.last - read_in + (segment - iteration.first);
      if (reads_own() ? segment >= read_in : to_read == 0) reject(kNoBarrier);
      if (!reads_own() && (to_write == 0 || (!written.half.alternates() && segment <= read_in)))
        reject(kNoBarrier);
    }
  }
}

/// Before the loop, the first half must be filled as an iteration number -1 would fill it.
void DoubleBuffer::check_start(const Tile& before, const std::vector<Write>& earlier, Symbols& symbols,
                               Expressions& expressions) const {
  const HalfAddress& used = reads_.front().half;
  const Substitution at_start{{used.counter, Polynomial()}};
  const std::int64_t half = ((used.shift % 2 + 2) % 2) * used.bytes;
  const auto& initial = before.writes();
  bool fits = initial.size() == earlier.size();
  for (std::size_t i = 0; fits && i < initial.size(); ++i) {
    const Node formula = expressions.substitute(earlier[i].value, at_start);
    fits = initial[i].address == earlier[i].address + half && initial[i].size == earlier[i].size &&
           initial[i].path.loops.empty() && earlier[i].path.loops.size() == 1 &&
           is_formula(initial[i].value, expressions) && is_formula(earlier[i].value, expressions) &&
           (same_element(initial[i].value, formula, expressions) ||
            initial[i].value == require_conditions(formula, {}, symbols, expressions)) &&
           llvm::all_of(reads_, [&](const HalfRead& read) {
             return is_prefix(initial[i].path.conditions, read.path.conditions);
           });
  }
  if (!fits) reject("the half of a tile that is read first is filled in another way than the next one");
}

Tile DoubleBuffer::left_behind(Symbols& symbols, Expressions& expressions) const {
  const Symbol last = counter();
  const Substitution last_iteration{{last, symbols[last].count - 1}};
  Substituter substituter(last_iteration, symbols, expressions);
  Tile tile;
  for (const HalfWrite& one : writes_) {
    Write write = substituted(one.write, substituter);
    write.path.loops.erase(write.path.loops.begin());
    tile.write(std::move(write), expressions);
  }
  return tile;
}

void DoubleBuffer::close(const Object& object, const Tile& before, Iteration iteration, Symbols& symbols,
                         Expressions& expressions, NodeMap& found) {
  closed_ = true;
  if (writes_.empty() || reads_.empty()) reject("the halves of a tile are not both filled and read");
  check_halves(object, symbols);
  check_barriers(before, iteration);
  const Symbol counter = reads_.front().half.counter;
  const Substitution iteration_before{{counter, Polynomial::symbol(counter) - (reads_own() ? 0 : 1)}};
  Substituter substituter(iteration_before, symbols, expressions);
  std::vector<Write> earlier;
  Tile tile;
  for (const HalfWrite& one : writes_) {
    Write write = substituted(one.write, substituter);
    write.address = one.half.within;
    write.path.segment = UINT_MAX;  // before a barrier
    earlier.push_back(write);
    tile.write(std::move(write), expressions);
  }
  if (!reads_own()) check_start(before, earlier, symbols, expressions);
  if (reads_own() && !before.empty()) reject("it is not known what each half of a tile holds");
  Object half = object;
  if (writes_.front().half.alternates()) half.bytes = writes_.front().half.bytes;
  for (const HalfRead& one : reads_)
    found[one.carry] = tile.read(half, one.half.within, one.size, one.path, symbols, expressions);
}

}  // namespace quadcl::compiler::recognise
