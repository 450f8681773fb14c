// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compiler/recognise/axes.h"
#include "compiler/recognise/objects.h"
#include "compiler/recognise/outputs.h"
#include "core/recognition.h"

namespace quadcl::compiler::recognise {

/// What is known of a kernel once a work-item was followed through it: its stores, normalised.
struct Analysis {
  Symbols& symbols;
  Expressions& expressions;
  const std::vector<Object>& objects;
  std::vector<Output> outputs;
  std::uint8_t whole_groups = 0;
  std::vector<Symbol> folded;  ///< ids and counters that became part of an index of another name
  Polynomials
      size_bounds;  ///< the conditions that indices fit their bits; they hold for any local size or none

  /// Applies what the conditions say of sizes, then writes group and local ids as global ids and strided
  /// loops as indices wherever nothing else depends on the parts.
  void normalise();

  /// The conditions that remain once what others say is put into them.
  Conditions conditions() const;

  /// Ids, counters and digits: what differs between work-items and iterations.
  bool varies(Symbol symbol) const;

 private:
  bool any_depends(const PolynomialSet& set, const std::function<bool(Symbol)>& test) const;
  bool depends_on(const std::function<bool(Symbol)>& test) const;
  PolynomialSet indices() const;
  PolynomialSet indices_and_conditions() const;
  void substitute(const Substitution& substitution);
  void equate_group_sizes();
  struct IdCoefficients;
  void equate_dimensions(const std::vector<IdCoefficients>& indices);
  bool replace_ids(const std::vector<unsigned>& dimensions);
  void form_global_ids();
  void fold_strided_loops();
};

/// All stores of a kernel as one, whose index and operands run over digits.
struct StoreFamily {
  Polynomials polynomials;  ///< address first, then what the recogniser gave, then the conditions
  std::size_t first_condition = 0;
  std::vector<Variable> variables;
};

/// `points`: for each output, address and what else matters. Conditions are added. Rejects if the stores
/// follow no rule.
StoreFamily gather_stores(Analysis& analysis, std::vector<Polynomials> points);

/// Indices in the place of (id + others) % count.
void unrotate(StoreFamily& family, Analysis& analysis);

/// The conditions of one output, taken apart.
std::vector<Condition> conditions_of(const Analysis& analysis, const Output& output);

/// The part of an index that stores are limited to by conditions: the polynomial `condition` is not negative.
/// True if it bounds one of the axes, whose size then is less.
bool limit_axis(const Polynomial& condition, std::vector<Axis*> axes, Symbols& symbols);

/// Requires that no work-item repeats what others do.
void require_all_ids(const Analysis& analysis, const std::vector<Variable>& variables);

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
  void binding(Binding binding) { recognition_.arguments.push_back(binding); }
  void global(unsigned dimension, const Polynomial& size) { recognition_.global[dimension] = term(size); }
  /// Adds the conditions of the analysis.
  Recognition finish(const Analysis& analysis, const std::vector<Variable>& variables);

 private:
  std::uint32_t add(LaunchTerm term);
  std::uint32_t symbol(Symbol symbol);

  const Symbols& symbols_;
  Recognition recognition_;
};

/// A kind of kernel to recognise. `match` rejects with the first reason why the kernel is none.
struct Recogniser {
  const char* name;
  Recognition (*match)(Analysis&);
};
Recognition match_transpose(Analysis& analysis);
Recognition match_product(Analysis& analysis);

}  // namespace quadcl::compiler::recognise
