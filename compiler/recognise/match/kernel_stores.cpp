// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/match/kernel_stores.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace quadcl::compiler::recognise {
/// The addresses of stores and loads, and the polynomials of conditions within values; each once.
PolynomialSet KernelStores::indices() const {
  PolynomialSet result;
  NodeSet seen;
  for (const BufferStore& output : outputs) {
    result.insert(output.address);
    expressions.distinct_polynomials(output.value, seen, result);
  }
  return result;
}

/// Whether that is so of an index or of a condition on a store.
bool KernelStores::depends_on(const std::function<bool(Symbol)>& test) const {
  PolynomialSet all = indices();
  for (const BufferStore& output : outputs)
    for (const Condition condition : expressions.conjuncts(output.path.conditions))
      all.insert(expressions.condition(condition).value);
  return llvm::any_of(all, [&](const Polynomial& polynomial) { return symbols.depends(polynomial, test); });
}

void KernelStores::substitute(const Substitution& substitution) {
  if (substitution.empty()) return;
  Substituter substituter(substitution, symbols, expressions);
  for (BufferStore& output : outputs) {
    output.address = substituter.polynomial(output.address);
    output.value = substituter.node(output.value);
    for (Condition& condition : output.path.conditions) condition = substituter.condition(condition);
  }
}

Conditions KernelStores::conditions() const {
  Conditions result;
  const Substitution known = symbols.equalities();
  for (const auto& [symbol, value] : known) result.zero.push_back(Polynomial::symbol(symbol) - value);
  for (const Polynomial& zero : symbols.conditions().zero) {
    const Polynomial rest = symbols.substitute(zero, known);
    if (symbols.is_never_zero(rest)) symbols.reject_condition(zero);
    if (!rest.is_zero() && !llvm::is_contained(result.zero, rest)) result.zero.push_back(rest);
  }
  std::unordered_map<Polynomial, std::size_t, Polynomial::Hash> by_variable_part;
  // A division after the substitution may add conditions at the end of the list.
  for (std::size_t i = 0; i < symbols.conditions().not_negative.size(); ++i) {
    const Polynomial bound = symbols.conditions().not_negative[i];
    const Polynomial rest = symbols.substitute(bound, known);
    if (symbols.is_never_negative(rest * -1 - 1)) symbols.reject_condition(bound);
    if (symbols.is_never_negative(rest)) continue;
    if (llvm::is_contained(size_bounds, bound)) {
      result.not_negative.push_back(rest);
      continue;
    }
    // Of bounds that differ only by a constant, the strongest implies the others.
    const auto [known, is_new] =
        by_variable_part.try_emplace(rest - rest.constant(), result.not_negative.size());
    if (is_new) {
      result.not_negative.push_back(rest);
    } else if (rest.constant() < result.not_negative[known->second].constant()) {
      result.not_negative[known->second] = rest;
    }
  }
  return result;
}

/// Writes the local ids of these dimensions as global ids, unless a group id remains.
bool KernelStores::replace_ids(const std::vector<unsigned>& dimensions) {
  const Substitution sizes = symbols.equalities();
  Substitution ids;
  for (const unsigned d : dimensions) {
    const Polynomial size = symbols.substitute(symbols.value(SymbolKind::local_size, d), sizes);
    ids[symbols.get(SymbolKind::local_id, d)] =
        symbols.value(SymbolKind::global_id, d) - size * symbols.value(SymbolKind::group_id, d);
  }
  const auto is_group = [&](Symbol symbol) {
    const SymbolInfo& row = symbols[symbol];
    return row.kind == SymbolKind::group_id && llvm::is_contained(dimensions, row.index);
  };
  return substitute(ids, is_group);
}

/// The same, if nothing depends on such a symbol then. If not, changes nothing and returns false.
bool KernelStores::substitute(const Substitution& substitution, const std::function<bool(Symbol)>& unwanted) {
  std::vector<BufferStore> before = outputs;
  const Conditions conditions = symbols.conditions();
  // The addresses alone decide most cases, and are cheaper than the values.
  const bool remains = llvm::any_of(outputs, [&](const BufferStore& output) {
    return symbols.depends(symbols.substitute(output.address, substitution), unwanted);
  });
  if (!remains) substitute(substitution);
  if (!remains && !depends_on(unwanted)) return true;
  outputs = std::move(before);
  symbols.restore(conditions);
  return false;
}

void KernelStores::form_global_ids() {
  std::vector<unsigned> dimensions;
  for (unsigned d = 0; d < kDimensions; ++d) {
    const Symbol local = symbols.get(SymbolKind::local_id, d);
    if (depends_on([&](Symbol symbol) { return symbol == local; })) dimensions.push_back(d);
  }
  if (replace_ids(dimensions)) return;
  for (const unsigned d : dimensions) replace_ids({d});
}

/// Loops like "for (j = id; j < n; j += size)": an index below n replaces id and counter.
void KernelStores::fold_strided_loops() {
  std::vector<Symbol> counters;
  for (const BufferStore& output : outputs)
    for (const Symbol counter : output.path.loops)
      if (!llvm::is_contained(counters, counter)) counters.push_back(counter);
  for (const Symbol counter : counters) {
    const auto strided = symbols.strided_index(counter);
    if (!strided) continue;
    if (!substitute(strided->by_index, [&](Symbol symbol) { return symbol == counter; })) continue;
    symbols.require_zero(symbols[strided->id].count - strided->stride,
                         "a loop's stride may not be the number of ids");
    folded.insert(folded.end(), {strided->id, counter});
  }
}

namespace {

/// The factors of group ids and local ids in an index, by dimension.
struct IdCoefficients {
  std::array<Polynomial, kDimensions> of_group, of_local;

  IdCoefficients(const Polynomial& index, Symbols& symbols) {
    for (unsigned d = 0; d < kDimensions; ++d) {
      of_group[d] = index.coefficient_of(symbols.get(SymbolKind::group_id, d));
      of_local[d] = index.coefficient_of(symbols.get(SymbolKind::local_id, d));
    }
  }

  /// The factor of a group id, as a multiple of that of a local id.
  std::optional<Polynomial> ratio(unsigned group, unsigned local) const {
    if (of_local[local].is_zero()) return {};
    return of_group[group].divided_by(of_local[local]);
  }
};

/// An index that multiplies a group id by the local size of one dimension, and adds the local id of another,
/// makes sense only where the two sizes are equal.
void equate_dimensions(const std::vector<IdCoefficients>& indices, Symbols& symbols) {
  for (const IdCoefficients& index : indices) {
    for (unsigned d = 0; d < kDimensions * kDimensions; ++d) {
      const unsigned id = d % kDimensions;
      const auto ratio = index.ratio(d / kDimensions, id);
      for (unsigned other = 0; ratio && other < kDimensions; ++other) {
        const Polynomial size = symbols.value(SymbolKind::local_size, other);
        if (other != id && *ratio == size && !size.is_constant())
          symbols.require_zero(symbols.value(SymbolKind::local_size, id) - size,
                               "an index may have gaps or repeats");
      }
    }
  }
}

}  // namespace

/// Where one index multiplies a group id by a constant and another by the local size, the two must be
/// equal.
void KernelStores::equate_group_sizes() {
  std::vector<IdCoefficients> all;
  for (const Polynomial& index : indices()) {
    all.emplace_back(index, symbols);
    for_each_symbol(index, [&](Symbol symbol) {
      if (symbols[symbol].kind != SymbolKind::minimum) return;
      for (const Polynomial& operand : {symbols[symbol].left, symbols[symbol].right})
        all.emplace_back(operand, symbols);
    });
  }
  equate_dimensions(all, symbols);
  for (unsigned d = 0; d < kDimensions; ++d) {
    const Symbol size = symbols.get(SymbolKind::local_size, d);
    bool by_size = false;
    std::optional<std::int64_t> constant;
    for (const IdCoefficients& index : all) {
      by_size |= index.of_group[d].contains(size);
      for (unsigned e = 0; e < kDimensions; ++e) {
        const auto ratio = index.ratio(d, e);
        if (ratio && ratio->is_constant() && ratio->constant() > 1 && !constant) constant = ratio->constant();
      }
    }
    if (by_size && constant)
      symbols.require_zero(Polynomial::symbol(size) - *constant, "an index may have gaps or repeats");
  }
}

void KernelStores::normalise() {
  equate_group_sizes();
  substitute(symbols.equalities());
  form_global_ids();
  fold_strided_loops();
}

namespace {

/// Whether an index divides the id: a flat range has row and column as quotient and remainder.
bool is_divided(const StoreFamily& family, Symbol id, const Symbols& symbols) {
  return llvm::any_of(family.polynomials, [&](const Polynomial& polynomial) {
    return find_symbol(polynomial, [&](Symbol symbol) {
      return symbol != id && symbols.depends(Polynomial::symbol(symbol), id);
    });
  });
}

/// If the kernel has "if (id >= n) return" for such an id, a new index with fewer values replaces the id.
void apply_limits(StoreFamily& family, KernelStores& stores) {
  Symbols& symbols = stores.symbols;
  for (std::size_t i = family.first_condition; i < family.polynomials.size(); ++i) {
    const Polynomial condition = family.polynomials[i];
    const Symbol id =
        find_symbol(condition, [&](Symbol symbol) { return symbols[symbol].kind == SymbolKind::global_id; });
    if (id == 0 || !is_divided(family, id, symbols)) continue;
    const Polynomial limit = condition + Polynomial::symbol(id) + 1;
    if (!symbols.is_known(limit)) continue;
    symbols.require_not_negative(limit, "a size may be negative");
    const Symbol index = symbols.make_counter(symbols.minimum(symbols[id].count, limit));
    stores.folded.push_back(id);
    family.polynomials.erase(family.polynomials.begin() + static_cast<std::ptrdiff_t>(i));
    family.substitute({{id, Polynomial::symbol(index)}}, symbols);
    --i;
  }
}

/// A clamped id, min(id, last), and its parts.
struct Clamp {
  Symbol minimum = 0, id = 0;
  Polynomial last;
};

std::optional<Clamp> find_clamp(const StoreFamily& family, const KernelStores& stores) {
  std::optional<Clamp> found;
  for (const Polynomial& polynomial : family.polynomials) {
    for_each_symbol(polynomial, [&](Symbol symbol) {
      const SymbolInfo& row = stores.symbols[symbol];
      if (row.kind != SymbolKind::minimum || stores.symbols.is_known(symbol)) return;
      for (const auto& [id, last] : {std::pair(row.left, row.right), std::pair(row.right, row.left)}) {
        const Symbol factor = id.as_symbol();
        if (factor != 0 && stores.varies(factor) && stores.symbols.is_known(last))
          found = Clamp{symbol, factor, last};
      }
    });
  }
  return found;
}

/// Whether all work-items whose id is clamped may store what the last one stores: each computes the same,
/// unless another has changed the output before it is read. Within a group, a barrier prevents that.
void allow_repeats(const Clamp& clamp, KernelStores& stores) {
  Symbols& symbols = stores.symbols;
  const bool reads = llvm::any_of(stores.outputs, [&](const BufferStore& output) {
    return stores.expressions.contains(output.value, [&](const NodeRow& row) {
      return row.kind == NodeKind::load && row.index == output.object;
    });
  });
  if (!reads) return;
  const bool reads_first =
      llvm::none_of(stores.outputs, [](const BufferStore& output) { return output.reads_itself; });
  const SymbolInfo id = symbols[clamp.id];
  const Polynomial others = reads_first && id.kind == SymbolKind::global_id
                                ? symbols.value(SymbolKind::local_size, id.index) - 1
                                : 0;
  symbols.require_not_negative(clamp.last + 1 + others - id.count,
                               "work-items beyond the output may read what others store");
  stores.has_repeats = true;
}

/// An index with fewer values in the place of a clamped id.
void drop_clamps(StoreFamily& family, KernelStores& stores) {
  Symbols& symbols = stores.symbols;
  while (const auto clamp = find_clamp(family, stores)) {
    const Polynomial id = Polynomial::symbol(clamp->id);
    const bool is_inside = llvm::any_of(
        llvm::drop_begin(family.polynomials, family.first_condition),
        [&](const Polynomial& condition) { return symbols.is_certain(clamp->last - id - condition); });
    Polynomial index = id;
    if (!is_inside) {
      index = Polynomial::symbol(
          symbols.make_counter(symbols.minimum(symbols[clamp->id].count, clamp->last + 1)));
      allow_repeats(*clamp, stores);
      stores.folded.push_back(clamp->id);
    }
    family.substitute({{clamp->minimum, index}}, symbols);
    for (const Polynomial& polynomial : family.polynomials)
      if (!is_inside && symbols.depends(polynomial, clamp->id)) reject("an index is used whole and clamped");
  }
}

/// Where an id occurs both whole and divided, writes the whole as divisor * quotient + remainder.
void divide_ids(StoreFamily& family, Symbols& symbols) {
  Substitution parts;
  for (const Polynomial& polynomial : family.polynomials) {
    for_each_symbol(polynomial, [&](Symbol symbol) {
      const SymbolInfo row = symbols[symbol];
      const Symbol id = row.left.as_symbol();
      if (!is_division(row.kind) || id == 0 || symbols.is_known(id)) return;
      parts[id] = row.right * symbols.quotient(row.left, row.right) + symbols.remainder(row.left, row.right);
    });
  }
  for (Polynomial& polynomial : family.polynomials)
    polynomial = symbols.substitute_outside(polynomial, parts);
}

/// If the counter of a loop is not in the address, each iteration stores to the same place. Such a loop must
/// have exactly one iteration.
void require_each_store_once(const StoreFamily& family, KernelStores& stores) {
  Symbols& symbols = stores.symbols;
  for (const BufferStore& output : stores.outputs)
    for (const Symbol counter : output.path.loops)
      if (!llvm::is_contained(stores.folded, counter) && !tell(family.variables, counter, symbols))
        symbols.require_zero(symbols[counter].count - 1, "a loop may repeat a store");
}

}  // namespace

void StoreFamily::substitute(const Substitution& substitution, Symbols& symbols) {
  for (Polynomial& polynomial : polynomials) polynomial = symbols.substitute(polynomial, substitution);
}

StoreFamily gather_stores(KernelStores& stores, std::vector<Polynomials> points) {
  Symbols& symbols = stores.symbols;
  StoreFamily family;
  family.first_condition = points.front().size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    stores.symbols.set_place(stores.outputs[i].place);
    for (const Condition condition : stores.expressions.conjuncts(stores.outputs[i].path.conditions)) {
      const ConditionRow row = stores.expressions.condition(condition);
      if (row.kind != ConditionKind::not_negative) reject("a store depends on an unknown condition");
      points[i].push_back(row.value);
    }
    if (points[i].size() != points.front().size()) reject("its stores depend on different conditions");
  }
  const auto progression = as_progression(std::move(points), symbols);
  if (!progression) reject("its stores follow no regular pattern");
  family.polynomials = progression->access;
  drop_clamps(family, stores);
  apply_limits(family, stores);
  unrotate(family, stores);
  divide_ids(family, symbols);
  const auto varies = [&](Symbol symbol) { return stores.varies(symbol); };
  family.variables = variables_of(family.polynomials, varies, symbols);
  for (const Variable& variable : family.variables) {
    if (!symbols.is_known(variable.count)) reject("a loop's bound differs between work-items");
    if (family.polynomials.front().coefficient_of(variable.symbol).is_zero())
      reject("several work-items or iterations may store to the same place");
  }
  require_each_store_once(family, stores);
  for (const Polynomial& polynomial : family.polynomials)
    if (!symbols.is_known(without(polynomial, family.variables))) reject("an index is not linear");
  return family;
}

/// The condition plus the axis's index times `scale`, if that cancels the index.
static std::optional<Polynomial> above(const Axis& axis, const Polynomial& scale,
                                       const Polynomial& condition) {
  Polynomial rest = condition;
  for (std::size_t i = 0; i < axis.variables.size(); ++i) {
    Polynomial others;
    if (!(rest.coefficient_of(axis.variables[i].symbol, &others) == axis.weights[i] * scale * -1)) return {};
    rest = others;
  }
  return axis.empty() ? std::nullopt : std::optional(rest);
}

/// False if the condition is no limit of an axis.
static bool limit_axis(const Polynomial& condition, const std::vector<Axis*>& axes, const Symbols& symbols) {
  for (std::size_t a = 0; a < axes.size(); ++a) {
    Axis& axis = *axes[a];
    const auto rest = above(axis, 1, condition);
    if (!rest) continue;
    if (symbols.is_known(*rest)) {
      axis.limits.push_back(*rest + 1);
      return true;
    }
    // A limit on the flat index of the matrix.
    for (std::size_t b = 0; b < axes.size(); ++b) {
      const auto bound = a != b ? above(*axes[b], axis.size, *rest) : std::nullopt;
      const auto limit =
          bound && symbols.is_known(*bound) ? (*bound + 1).divided_by(axis.size) : std::nullopt;
      if (!limit) continue;
      axes[b]->limits.push_back(*limit);
      return true;
    }
  }
  return false;
}

void limit_axes(const StoreFamily& family, const std::vector<Axis*>& axes, Symbols& symbols) {
  for (const Polynomial& condition : llvm::drop_begin(family.polynomials, family.first_condition))
    if (!limit_axis(condition, axes, symbols))
      symbols.require_not_negative(condition, "a store depends on an unknown condition");
}

void require_all_ids(const KernelStores& stores, const std::vector<Variable>& variables) {
  Symbols& symbols = stores.symbols;
  const auto used = [&](SymbolKind kind, unsigned dimension) {
    const Symbol symbol = symbols.get(kind, dimension);
    if (llvm::is_contained(stores.folded, symbol)) return true;
    return std::any_of(variables.begin(), variables.end(), [&](const Variable& variable) {
      return symbols.depends(Polynomial::symbol(variable.symbol), symbol);
    });
  };
  for (unsigned d = 0; d < kDimensions; ++d) {
    if (used(SymbolKind::global_id, d)) continue;
    const bool group = used(SymbolKind::group_id, d), local = used(SymbolKind::local_id, d);
    const SymbolKind repeats = group   ? SymbolKind::local_size
                               : local ? SymbolKind::group_count
                                       : SymbolKind::global_size;
    if (!group || !local)
      symbols.require_zero(symbols.value(repeats, d) - 1, "several work-items may make the same store");
  }
}

/// The number of the term in the list.
template <typename Term>
static std::uint32_t add_once(std::vector<Term>& list, const Term& term) {
  const auto found = std::find(list.begin(), list.end(), term) - list.begin();
  if (found == std::ssize(list)) list.push_back(term);
  return static_cast<std::uint32_t>(found);
}

std::uint32_t RecognitionWriter::add(LaunchTerm term) { return add_once(recognition_.terms, term); }

std::uint32_t RecognitionWriter::symbol(Symbol symbol) {
  const SymbolInfo& row = symbols_[symbol];
  constexpr LaunchTermKind kKinds[] = {LaunchTermKind::argument,    LaunchTermKind::local_bytes,
                                       LaunchTermKind::global_size, LaunchTermKind::local_size,
                                       LaunchTermKind::group_count, LaunchTermKind::divide,
                                       LaunchTermKind::remainder,   LaunchTermKind::minimum};
  const LaunchTermKind kind = kKinds[static_cast<std::size_t>(row.kind)];
  const Component part = component_of(row.index);
  if (row.kind == SymbolKind::argument) return add({kind, part.argument, part.offset, part.bytes});
  if (row.kind < SymbolKind::quotient) return add({kind, row.index, 0, 0});
  const std::uint32_t left = term(row.left), right = term(row.right);
  return add({kind, 0, left, right});
}

std::uint32_t RecognitionWriter::float_term(Node node, const Expressions& expressions) {
  const NodeRow& row = expressions[node];
  FloatTerm term{FloatTermKind::constant, row.index, 0};
  if (row.kind == NodeKind::float_argument) term.kind = FloatTermKind::argument;
  if (row.kind == NodeKind::negate) term = {FloatTermKind::negate, float_term(row.left, expressions), 0};
  if (row.kind == NodeKind::add || row.kind == NodeKind::multiply) {
    const std::uint32_t left = float_term(row.left, expressions), right = float_term(row.right, expressions);
    term = {row.kind == NodeKind::add ? FloatTermKind::add : FloatTermKind::multiply, left, right};
  }
  return add_once(recognition_.floats, term);
}

std::uint32_t RecognitionWriter::term(const Polynomial& polynomial) {
  if (!symbols_.is_known(polynomial)) reject("an index is not linear");
  std::optional<std::uint32_t> sum;
  for (const Polynomial::Term& t : polynomial.terms()) {
    std::optional<std::uint32_t> product;
    if (t.coefficient != 1 || t.monomial == 0) product = add({LaunchTermKind::constant, t.coefficient, 0, 0});
    for (const Symbol factor : symbols_of(t.monomial)) {
      const std::uint32_t next = symbol(factor);
      product = product ? add({LaunchTermKind::multiply, 0, *product, next}) : next;
    }
    sum = sum ? add({LaunchTermKind::add, 0, *sum, *product}) : *product;
  }
  return sum ? *sum : add({LaunchTermKind::constant, 0, 0, 0});
}

void RecognitionWriter::batch(const Polynomial& count, const Polynomials& steps) {
  Batch batch{term(count), {}};
  for (const Polynomial& step : steps) batch.steps.push_back(term(step));
  recognition_.batch = std::move(batch);
}

Recognition RecognitionWriter::finish(const KernelStores& stores, const std::vector<Variable>& variables) {
  // Recognition assumes that arguments are not negative. Only then do their terms have values.
  for (const Symbol argument : symbols_.arguments()) symbol(argument);
  for (const LaunchTerm& term : recognition_.terms)
    if (term.kind == LaunchTermKind::local_size || term.kind == LaunchTermKind::group_count)
      recognition_.whole_groups |= static_cast<std::uint8_t>(1u << term.value);
  const Conditions conditions = stores.conditions();
  const Substitution equalities = stores.symbols.equalities();
  Polynomials size_bounds;
  for (const Polynomial& bound : stores.size_bounds)
    size_bounds.push_back(stores.symbols.substitute(bound, equalities));
  recognition_.whole_groups |= stores.whole_groups;
  const auto mark = [&](Symbol symbol) {
    const SymbolInfo& row = symbols_[symbol];
    const bool of_groups = row.kind == SymbolKind::local_size || row.kind == SymbolKind::group_count ||
                           row.kind == SymbolKind::group_id || row.kind == SymbolKind::local_id;
    if (of_groups) recognition_.whole_groups |= static_cast<std::uint8_t>(1u << row.index);
    return false;
  };
  for (const Variable& variable : variables) {
    symbols_.depends(Polynomial::symbol(variable.symbol), mark);
    symbols_.depends(variable.count, mark);
  }
  for (const Polynomial& zero : conditions.zero) {
    recognition_.guard.push_back({term(zero), GuardKind::zero});
    symbols_.depends(zero, mark);
  }
  for (const Polynomial& bound : conditions.not_negative) {
    const bool fits = llvm::is_contained(size_bounds, bound);
    recognition_.guard.push_back({term(bound), fits ? GuardKind::fits : GuardKind::not_negative});
    if (!fits) symbols_.depends(bound, mark);
  }
  return std::move(recognition_);
}

}  // namespace quadcl::compiler::recognise
