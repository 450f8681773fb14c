// SPDX-License-Identifier: Apache-2.0
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/recognise/match/kernel_stores.h"
#include "compiler/recognise/match/sums.h"
#include "core/builtin/builtin_kernel.h"

namespace quadcl::compiler::recognise {
namespace {

/// out[x * height + y] = in[y * width + x], in steps of bytes.
struct Layout {
  Axis x, y;
};

/// Takes neighbouring parts as elements of 4 or 8 bytes; returns the size of an element.
std::int64_t take_element(std::vector<Variable>& variables, Polynomials& polynomials, std::uint32_t size,
                          const Symbols& symbols) {
  const auto part = std::ranges::find_if(variables, [&](const Variable& variable) {
    return symbols[variable.symbol].kind == SymbolKind::digit &&
           polynomials[0].coefficient_of(variable.symbol) == Polynomial(size) &&
           polynomials[1].coefficient_of(variable.symbol) == Polynomial(size);
  });
  std::int64_t element = size;
  if (part != variables.end()) {
    element *= part->count.constant();
    for (Polynomial& polynomial : polynomials) polynomial = without(polynomial, {*part});
    variables.erase(part);
  }
  if (element != 4 && element != 8)
    reject("its elements have " + std::to_string(element) + " bytes, and not 4 or 8");
  return element;
}

/// Sorts the variables into those of columns and those of rows of the input.
Layout find_layout(const StoreFamily& family, Symbols& symbols) {
  std::vector<Variable> columns, rows;
  const Polynomials two{family.polynomials[0], family.polynomials[1]};
  for (const Variable& variable : family.variables) {
    const Polynomial out = two[0].coefficient_of(variable.symbol),
                     in = two[1].coefficient_of(variable.symbol);
    if (in.is_zero()) reject("the same element may be stored in several places");
    // Along x, the input advances by constants and the output by rows; along y, the reverse.
    const bool along_x = in.is_constant() != out.is_constant()
                             ? in.is_constant()
                             : out.divided_by(in).has_value() && !(out == in);
    (along_x ? columns : rows).push_back(variable);
  }
  return {make_axis(columns, two, symbols), make_axis(rows, two, symbols)};
}

}  // namespace

Recognition match_transpose(KernelStores& stores) {
  Symbols& symbols = stores.symbols;
  std::vector<Polynomials> points;
  const BufferStore& first = stores.outputs.front();
  std::uint32_t input = 0;
  for (const BufferStore& output : stores.outputs) {
    symbols.set_place(output.place);
    const NodeRow row = stores.expressions[require_conditions(
        output.value, stores.expressions.conjuncts(output.path.conditions), symbols, stores.expressions)];
    if (row.kind == NodeKind::select) reject("what it stores is chosen on a condition");
    if (points.empty()) input = row.index;
    if (row.index == output.object && input != output.object)
      reject("it keeps a part of each element of the output");
    if (row.index != input || output.object != first.object) reject("it uses more than two buffers");
    if (row.size != output.size || output.size != first.size) reject("it moves parts of different sizes");
    points.push_back({output.address, row.address});
  }
  if (input == first.object)
    reject("it is not known that it transposes into another place of the buffer that it reads");
  StoreFamily family = gather_stores(stores, std::move(points));
  const std::int64_t element = take_element(family.variables, family.polynomials, first.size, symbols);
  Layout layout = find_layout(family, symbols);
  if (layout.x.empty() || layout.y.empty()) reject("it copies and does not transpose");
  if (!(layout.x.steps[1] == Polynomial(element)) || !(layout.y.steps[0] == Polynomial(element)))
    reject("it does not store the columns of a row-major matrix as rows");
  constexpr const char* kRowInPart = "a row may be no whole number of elements";
  const Polynomial height = symbols.whole_quotient(layout.x.steps[0], element, kRowInPart),
                   width = symbols.whole_quotient(layout.y.steps[1], element, kRowInPart);
  limit_axes(family, {&layout.x, &layout.y}, symbols);
  const Polynomial columns = layout.x.limited_size(symbols), rows = layout.y.limited_size(symbols);
  symbols.require_not_negative(width - columns, "rows may overlap");
  symbols.require_not_negative(height - rows, "rows may overlap");
  require_all_ids(stores, family.variables);

  RecognitionWriter writer(element == 8 ? BuiltinKernel::transpose_64 : BuiltinKernel::transpose_32, symbols);
  writer.buffer(stores.objects[input], without(family.polynomials[1], family.variables));
  writer.buffer(stores.objects[first.object], without(family.polynomials[0], family.variables));
  writer.integer(width);
  writer.integer(height);
  writer.global(0, columns);
  writer.global(1, rows);
  return writer.finish(stores, family.variables);
}

}  // namespace quadcl::compiler::recognise
