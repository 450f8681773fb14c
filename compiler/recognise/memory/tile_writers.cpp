// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/tile.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

bool same_path(const Path& x, const Path& y) { return x.conditions == y.conditions && x.loops == y.loops; }

/// Replaces the remainders in addresses by one symbol, and appends their dividends to the points. Returns the
/// divisor; empty if they have none in common.
std::optional<Polynomial> set_remainders_aside(std::vector<Polynomials>& points, Symbol placeholder,
                                               Symbols& symbols) {
  std::optional<Polynomial> divisor;
  std::vector<Polynomials> result = points;
  for (Polynomials& point : result) {
    const Symbol remainder = find_symbol(
        point.front(), [&](Symbol symbol) { return symbols[symbol].kind == SymbolKind::remainder; });
    if (remainder == 0 || (divisor && !(*divisor == symbols[remainder].right))) return {};
    divisor = symbols[remainder].right;
    point.front() = symbols.substitute_outside(point.front(), {{remainder, Polynomial::symbol(placeholder)}});
    point.push_back(symbols[remainder].left);
  }
  points = std::move(result);
  return divisor;
}

/// Stores of one kind as a single store with digits.
Write merge(const std::vector<Write>& group, Symbols& symbols, Expressions& expressions) {
  if (group.size() == 1) return group.front();
  std::vector<Polynomials> points;
  for (const Write& write : group) {
    Polynomials& point = points.emplace_back();
    point.push_back(write.address);
    expressions.polynomials(write.value, point);
  }
  const Symbol placeholder = symbols.make_counter();
  const auto divisor = set_remainders_aside(points, placeholder, symbols);
  const auto progression = as_progression(std::move(points), symbols);
  if (!progression) reject("a tile is filled in no regular pattern");
  Write result = group.front();
  result.address = progression->access.front();
  if (divisor) {
    const Polynomial rotated = symbols.remainder(progression->access.back(), *divisor);
    result.address = symbols.substitute_outside(result.address, {{placeholder, rotated}});
  }
  std::size_t next = 1;
  result.value = expressions.with_polynomials(result.value, progression->access, next);
  return result;
}

/// A condition on one local id: id < limit, or id >= limit.
struct IdLimit {
  Symbol id = 0;
  Polynomial limit;
  bool is_upper = false;
};

/// Reads "c - w * id - rest >= 0" or "w * id + rest - c >= 0" as a condition on the id with the largest
/// weight, if the rest is below that weight.
std::optional<IdLimit> id_limit(const Polynomial& value, Symbols& symbols) {
  const Polynomial::Term* heaviest = nullptr;
  for (const Polynomial::Term& term : value.terms()) {
    const bool is_id = symbols[symbol_of(term)].kind == SymbolKind::local_id;
    if (is_id && (heaviest == nullptr || std::abs(term.coefficient) > std::abs(heaviest->coefficient)))
      heaviest = &term;
  }
  if (heaviest == nullptr) return {};
  IdLimit result{symbol_of(*heaviest), {}, heaviest->coefficient < 0};
  const std::int64_t weight = std::abs(heaviest->coefficient);
  Polynomial known, rest;
  for (const Polynomial::Term& term : value.terms()) {
    const Polynomial part = Polynomial::term(term.monomial, term.coefficient);
    if (&term == heaviest) continue;
    (symbols.is_known(part) ? known : rest) += term;
  }
  if (result.is_upper) known = known + 1;
  const auto limit = (result.is_upper ? known : known * -1).divided_by(weight);
  const auto counts_groups = [&](Symbol symbol) { return symbols[symbol].kind != SymbolKind::local_size; };
  if (!limit || symbols.depends(*limit, counts_groups)) return {};
  const auto is_other = [&](Symbol symbol) { return symbols[symbol].kind != SymbolKind::local_id; };
  if (symbols.depends(rest, is_other)) return {};
  result.limit = *limit;
  if (rest.is_zero()) return result;
  if (result.is_upper) rest = rest * -1;
  if (!symbols.is_never_negative(symbols.lower(rest))) return {};
  symbols.require_not_negative(Polynomial(weight - 1) - rest, "a tile is filled on a condition");
  return result;
}

/// The ids in a sum of ids: all of them are 0 where the sum is.
std::vector<Symbol> ids_of_first(const Polynomial& value, const Symbols& symbols) {
  std::vector<Symbol> ids;
  for (const Polynomial::Term& term : value.terms()) {
    unsigned found = 0;
    for (const Symbol factor : symbols_of(term.monomial)) {
      const SymbolKind kind = symbols[factor].kind;
      if (kind == SymbolKind::local_id) {
        ids.push_back(factor);
        ++found;
      } else if (kind != SymbolKind::local_size) {
        return {};
      }
    }
    if (found != 1 || term.coefficient < 0) return {};
  }
  return ids;
}

}  // namespace

std::vector<Write> merge_writes(const std::vector<Write>& group, Symbols& symbols, Expressions& expressions) {
  std::vector<std::vector<Write>> kinds;
  for (const Write& write : group) {
    auto kind = llvm::find_if(kinds, [&](const std::vector<Write>& one) {
      return one.front().size == write.size && same_path(one.front().path, write.path) &&
             expressions.same_shape(one.front().value, write.value);
    });
    if (kind == kinds.end()) kind = kinds.emplace(kind);
    kind->push_back(write);
  }
  std::vector<Write> result;
  for (const auto& kind : kinds) result.push_back(merge(kind, symbols, expressions));
  return result;
}

void drop_given_conditions(std::vector<Condition>& conditions, Symbols& symbols,
                           const Expressions& expressions) {
  llvm::erase_if(conditions, [&](Condition condition) {
    return llvm::all_of(expressions.conjuncts({condition}), [&](Condition part) {
      const ConditionRow& row = expressions.condition(part);
      return row.kind == ConditionKind::not_negative && symbols.is_demanded(row.value);
    });
  });
}

std::vector<Symbol> fold_strided_loops(Write& write, const Path& reader, Symbols& symbols,
                                       Expressions& expressions) {
  std::vector<Symbol> indices;
  const std::vector<Symbol> loops = write.path.loops;
  for (const Symbol counter : loops) {
    if (llvm::is_contained(reader.loops, counter)) continue;
    const auto strided = symbols.strided_index(counter);
    if (!strided) continue;
    Substituter substituter(strided->by_index, symbols, expressions);
    Write folded = substituted(write, substituter);
    Polynomials all{folded.address};
    expressions.polynomials(folded.value, all);
    for (const Condition condition : folded.path.conditions)
      all.push_back(expressions.condition(condition).value);
    if (llvm::any_of(all, [&](const Polynomial& one) { return symbols.depends(one, counter); })) continue;
    symbols.require_zero(symbols[strided->id].count - strided->stride,
                         "a loop's stride may not be the number of ids");
    llvm::erase(folded.path.loops, counter);
    write = std::move(folded);
    indices.push_back(strided->index);
  }
  return indices;
}

std::vector<Symbol> limit_writers(Write& write, Symbols& symbols, Expressions& expressions) {
  write.path.conditions = expressions.conjuncts(write.path.conditions);
  std::vector<Symbol> indices;
  for (std::size_t i = 0; i < write.path.conditions.size(); ++i) {
    const ConditionRow row = expressions.condition(write.path.conditions[i]);
    Substitution ids;
    if (row.kind == ConditionKind::zero) {
      for (const Symbol id : ids_of_first(row.value, symbols)) ids[id] = Polynomial();
    } else if (const auto limit =
                   row.kind == ConditionKind::not_negative ? id_limit(row.value, symbols) : std::nullopt) {
      constexpr const char* kReason = "a tile may be filled by ids that do not exist";
      const Polynomial count = symbols[limit->id].count, others = count - limit->limit;
      symbols.require_not_negative(others, kReason);
      symbols.require_not_negative(limit->limit, kReason);
      const Symbol index = symbols.make_counter(limit->is_upper ? limit->limit : others);
      ids[limit->id] = limit->is_upper ? Polynomial::symbol(index) : Polynomial::symbol(index) + limit->limit;
      indices.push_back(index);
    }
    if (ids.empty()) continue;
    write.path.conditions.erase(write.path.conditions.begin() + static_cast<std::ptrdiff_t>(i--));
    Substituter substituter(ids, symbols, expressions);
    write = substituted(write, substituter);
  }
  return indices;
}

}  // namespace quadcl::compiler::recognise
