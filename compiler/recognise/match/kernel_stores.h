// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compiler/recognise/memory/buffer_stores.h"
#include "compiler/recognise/memory/objects.h"
#include "compiler/recognise/values/axes.h"
#include "core/builtin/recognition.h"

namespace quadcl::compiler::recognise {

/// The stores that a work-item made when it was followed through the kernel, and their normal form.
struct KernelStores {
  Symbols& symbols;
  Expressions& expressions;
  const std::vector<Object>& objects;
  std::vector<BufferStore> outputs;
  std::uint8_t whole_groups = 0;
  std::vector<Symbol> folded;  ///< ids and counters that other symbols replaced
  bool has_repeats = false;    ///< several work-items of a group change the same element of the output
  Polynomials size_bounds;  ///< the conditions that indices fit their bits; they do not depend on how groups
                            ///< are formed

  /// Inserts the sizes that the conditions fix. Then a global id replaces group and local id, and an index
  /// replaces id and counter of a strided loop, wherever nothing else depends on the parts.
  void normalise();

  /// The conditions, without those that follow from others.
  Conditions conditions() const;

  /// Whether the symbol differs between work-items or iterations: ids, counters and digits do.
  bool varies(Symbol symbol) const { return symbols[symbol].kind > SymbolKind::minimum; }

 private:
  bool depends_on(const std::function<bool(Symbol)>& test) const;
  PolynomialSet indices() const;
  void substitute(const Substitution& substitution);
  bool substitute(const Substitution& substitution, const std::function<bool(Symbol)>& unwanted);
  void equate_group_sizes();
  bool replace_ids(const std::vector<unsigned>& dimensions);
  void form_global_ids();
  void fold_strided_loops();
};

/// All stores of a kernel as one store, with digits in its address and operands.
struct StoreFamily {
  Polynomials polynomials;  ///< the address, then what the recogniser gave, then the conditions
  std::size_t first_condition = 0;
  std::vector<Variable> variables;

  void substitute(const Substitution& substitution, Symbols& symbols);
};

/// Makes one store of all. `points`: for each output, its address and what else matters; this function adds
/// the conditions. Rejects if the stores follow no rule.
StoreFamily gather_stores(KernelStores& stores, std::vector<Polynomials> points);

/// Replaces (id + others) % count by an index.
void unrotate(StoreFamily& family, KernelStores& stores);

/// Takes each condition of the stores as a limit of one of the axes; the guard demands those that are no such
/// limit.
void limit_axes(const StoreFamily& family, const std::vector<Axis*>& axes, Symbols& symbols);

/// Requires that no two work-items make the same store.
void require_all_ids(const KernelStores& stores, const std::vector<Variable>& variables);

/// Writes a Recognition.
class RecognitionWriter {
 public:
  RecognitionWriter(BuiltinKernel builtin, const Symbols& symbols) : symbols_(symbols) {
    recognition_.builtin = builtin;
  }

  std::uint32_t term(const Polynomial& polynomial);
  void integer(const Polynomial& value) {
    recognition_.arguments.push_back({BindingKind::integer, 0, term(value)});
  }
  void buffer(const Object& object, const Polynomial& offset) {
    recognition_.arguments.push_back({BindingKind::buffer, object.argument, term(offset)});
  }
  void scalar(Node scalar, const Expressions& expressions) {
    recognition_.arguments.push_back({BindingKind::float_term, 0, float_term(scalar, expressions)});
  }
  /// One launch for each of `count` entries, whose buffers are these steps of bytes apart.
  void batch(const Polynomial& count, const Polynomials& steps);
  void global(unsigned dimension, const Polynomial& size) { recognition_.global[dimension] = term(size); }
  /// Adds the conditions of the stores.
  Recognition finish(const KernelStores& stores, const std::vector<Variable>& variables);

 private:
  std::uint32_t add(LaunchTerm term);
  std::uint32_t float_term(Node node, const Expressions& expressions);
  std::uint32_t symbol(Symbol symbol);

  const Symbols& symbols_;
  Recognition recognition_;
};

/// The recognisers. Each rejects with the first reason why the kernel is not of its kind.
Recognition match_transpose(KernelStores& stores);
Recognition match_product(KernelStores& stores);

}  // namespace quadcl::compiler::recognise
