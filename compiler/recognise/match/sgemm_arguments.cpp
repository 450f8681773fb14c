// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "compiler/recognise/match/sums.h"
#include "core/builtin/builtin_kernel.h"
#include "core/builtin/sgemm_launch.h"

namespace quadcl::compiler::recognise {
namespace {

constexpr std::int64_t kBytesOfElement = 4;

bool same_sum(const ProductSum& x, const ProductSum& y) {
  return x.x == y.x && x.y == y.y && x.scaled == y.scaled && x.count == y.count && x.step == y.step &&
         x.x_conditions == y.x_conditions && x.y_conditions == y.y_conditions;
}

/// A or B: its steps along its axis of C and along k.
struct Operand {
  std::uint32_t object = 0;
  Polynomial offset, index_step, k_step;
};

struct Placement {
  Polynomial k_is_apart;  ///< 0 if the elements along k are next to each other, else 1
  Polynomial leading;
};

constexpr const char* kRowInPart = "a row may be no whole number of elements";

/// Whether the number is no constant, and 1 for some arguments.
bool may_be_one(const Polynomial& number) {
  std::int64_t divisor = 0;
  for (const Polynomial::Term& term : number.terms()) divisor = std::gcd(divisor, term.coefficient);
  return !number.is_constant() && divisor == 1;
}

/// An operand with strides for both rows and columns. Each launch decides which of them is 1.
Placement place_by_strides(const Polynomial& index_step, const Polynomial& k_step, Symbols& symbols) {
  const bool one_is_fixed = index_step.is_constant() || k_step.is_constant();
  if (one_is_fixed || (!may_be_one(index_step) && !may_be_one(k_step)))
    reject("the elements of an operand's rows and columns are both apart");
  symbols.require_not_negative(index_step - 1, "a stride may be 0");
  symbols.require_not_negative(k_step - 1, "a stride may be 0");
  symbols.require_zero((index_step - 1) * (k_step - 1),
                       "the elements of an operand's rows and columns are both apart");
  return {symbols.minimum(k_step - 1, 1), index_step + k_step - 1};
}

/// How an operand lies in memory. `has_axis`: A has more than one row, B more than one column.
Placement place(const Operand& operand, bool has_axis, const Polynomial& k, Symbols& symbols) {
  const bool k_contiguous = operand.k_step == Polynomial(kBytesOfElement);
  if (k_contiguous && !has_axis) return {0, k};
  const Polynomial k_step = symbols.whole_quotient(operand.k_step, kBytesOfElement, kRowInPart);
  if (!has_axis) return {1, k_step};
  const Polynomial index_step = symbols.whole_quotient(operand.index_step, kBytesOfElement, kRowInPart);
  const bool index_contiguous = index_step == Polynomial(1);
  if (k_contiguous && index_contiguous) reject("the rows of an operand overlap");
  if (k_contiguous) return {0, index_step};
  if (index_contiguous) return {1, k_step};
  return place_by_strides(index_step, k_step, symbols);
}

/// What the factor scales: A or B of sgemm, or the sum.
SgemmScaled scaled_operand(ProductSum::Scaled scaled, bool x_has_columns) {
  if (scaled == ProductSum::Scaled::sum) return SgemmScaled::sum;
  return (scaled == ProductSum::Scaled::x) == x_has_columns ? SgemmScaled::b : SgemmScaled::a;
}

/// The length of the sum without the zero padding. In the padding both factors must be zero; any other
/// condition must hold for every k.
Polynomial limited_k(const ProductSum& sum, const Polynomials& starts, Symbols& symbols) {
  const std::size_t of_x = 2, of_y = of_x + sum.x_conditions, end = of_y + sum.y_conditions;
  Polynomial k = sum.count;
  for (std::size_t i = of_x; i < end; ++i) {
    bool pads = false;
    for (std::size_t j = i < of_y ? of_y : of_x; j < (i < of_y ? end : of_y); ++j)
      pads |= sum.step[i] == Polynomial(-1) && sum.step[j] == sum.step[i] && starts[j] == starts[i];
    if (pads && symbols.is_known(starts[i])) {
      symbols.require_not_negative(starts[i] + 1, "a size may be negative");
      k = symbols.minimum(k, starts[i] + 1);
    } else {
      symbols.require_not_negative(starts[i], "a factor is zero on a condition");
      symbols.require_not_negative(starts[i] + sum.step[i] * (sum.count - 1),
                                   "a factor is zero on a condition");
    }
  }
  return k;
}

/// Reverses a sum whose addresses descend. `points`: the addresses of each store and its operands.
void require_ascending(ProductSum& sum, std::vector<Polynomials>& points) {
  if (!sum.descends()) return;
  for (std::size_t i = 0; i < sum.step.size(); ++i) {
    for (Polynomials& point : points) point[i + 1] = point[i + 1] + sum.step[i] * (sum.count - 1);
    sum.step[i] = sum.step[i] * -1;
  }
}

/// Whether the axis is that of the columns, if strides do not tell: it depends on an id of dimension 0.
bool is_first(const Axis& axis, const Symbols& symbols) {
  if (axis.empty()) return true;
  const auto is_first_id = [&](Symbol symbol) {
    const SymbolInfo& row = symbols[symbol];
    return (row.kind == SymbolKind::global_id || row.kind == SymbolKind::local_id) && row.index == 0;
  };
  return std::ranges::any_of(axis.variables, [&](const Variable& variable) {
    return symbols.depends(Polynomial::symbol(variable.symbol), is_first_id);
  });
}

/// Requires that the elements of a row of C are next to each other.
void require_contiguous(const Axis& columns, Symbols& symbols) {
  constexpr const char* kReason = "the output is contiguous neither by rows nor by columns";
  const Polynomial step = symbols.whole_quotient(columns.steps[0], kBytesOfElement, kReason);
  if (!may_be_one(step)) reject(kReason);
  symbols.require_zero(step - 1, kReason);
}

/// A product, put together from the stores of a kernel.
class Product {
 public:
  explicit Product(KernelStores& stores)
      : stores_(stores), symbols_(stores.symbols), target_(stores.outputs.front().object) {}

  Recognition match() {
    std::vector<Polynomials> points = read_stores();
    require_ascending(value_.sum, points);
    check_sum();
    family_ = gather_stores(stores_, std::move(points));
    make_axes();
    const Polynomial k = limited_k(value_.sum, starts(), symbols_);
    // C without a product keeps its bits, which QPUs would change for denormals, NaN and -0.
    // Nor would a group without a product meet the barrier between its reads of C and its stores.
    if (value_.beta == stores_.expressions.one() || stores_.has_repeats)
      symbols_.require_not_negative(k - 1, "it adds nothing to the output");
    require_all_ids(stores_, family_.variables);
    assign_operands();
    return write(k);
  }

 private:
  /// The addresses of each store and of its operands; all are computed alike.
  std::vector<Polynomials> read_stores() {
    std::vector<Polynomials> points;
    for (const BufferStore& output : stores_.outputs) {
      symbols_.set_place(output.place);
      if (output.object != target_) reject("it stores to several buffers");
      const Node stored = output.value;
      if (stores_.expressions[stored].kind == NodeKind::opaque)
        reject(stores_.expressions.reason(stored), stores_.expressions.place_of(stored));
      if (output.size != kBytesOfElement)
        reject("it stores parts of " + std::to_string(output.size) + " bytes, and not floats");
      const StoredValue value = read_stored_value(stores_, output);
      symbols_.set_place(output.place);
      if (points.empty()) value_ = value;
      if (value.alpha != value_.alpha || value.beta != value_.beta ||
          value.starts_from_c != value_.starts_from_c || !same_sum(value.sum, value_.sum))
        reject("its stores are computed in different ways");
      Polynomials& point = points.emplace_back(Polynomials{output.address});
      point.insert(point.end(), value.sum.start.begin(), value.sum.start.end());
    }
    return points;
  }

  void check_sum() const {
    const ProductSum& sum = value_.sum;
    if (sum.x == target_ || sum.y == target_) reject("a factor is read from the output");
    if (!sum.has_step) reject("it computes no product");
    for (const Polynomial& step : sum.step)
      if (!symbols_.is_known(step)) reject("an index is not linear");
    if (!symbols_.is_known(sum.count)) reject("the length of the sum differs between elements");
  }

  Polynomials starts() const {
    const auto first = family_.polynomials.begin();
    return {first + 1, first + static_cast<std::ptrdiff_t>(family_.first_condition)};
  }

  /// The axes of C along which x and y have their rows or columns. What moves both counts the products of a
  /// batch.
  void make_axes() {
    const Polynomials& all = family_.polynomials;
    std::vector<Variable> of_x, of_y, of_both;
    for (const Variable& variable : family_.variables) {
      const bool in_x = !all[1].coefficient_of(variable.symbol).is_zero(),
                 in_y = !all[2].coefficient_of(variable.symbol).is_zero();
      if (!in_x && !in_y) reject("the output repeats itself");
      (in_x && in_y ? of_both : in_x ? of_x : of_y).push_back(variable);
    }
    x_axis_ = make_axis(of_x, {all[0], all[1]}, symbols_);
    y_axis_ = make_axis(of_y, {all[0], all[2]}, symbols_);
    batch_ = make_axis(of_both, {all[0], all[1], all[2]}, symbols_);
    if (!batch_.empty()) {
      if (x_axis_.empty() && y_axis_.empty()) reject("both factors depend on the same index of the output");
      // Whether a factor descends is checked at each launch.
      symbols_.require_not_negative(batch_.steps[0] - 1, "the products of its batch lie in descending order");
    }
    limit_axes(family_, {&x_axis_, &y_axis_, &batch_}, symbols_);
  }

  static bool is_contiguous(const Axis& axis) {
    return !axis.empty() && axis.steps[0] == Polynomial(kBytesOfElement);
  }

  Operand operand(std::uint32_t object, std::size_t index, const Axis& axis) const {
    return {object, without(family_.polynomials[index], family_.variables),
            axis.empty() ? Polynomial() : axis.steps[1], value_.sum.step[index - 1]};
  }

  /// The operand whose index is contiguous in C has the columns: it is B.
  void assign_operands() {
    x_has_columns_ = is_contiguous(x_axis_) || (!is_contiguous(y_axis_) && is_first(x_axis_, symbols_));
    const Operand x = operand(value_.sum.x, 1, x_axis_), y = operand(value_.sum.y, 2, y_axis_);
    a_ = x_has_columns_ ? y : x;
    b_ = x_has_columns_ ? x : y;
  }

  Recognition write(const Polynomial& k) {
    const Axis &rows = x_has_columns_ ? y_axis_ : x_axis_, &columns = x_has_columns_ ? x_axis_ : y_axis_;
    if (!columns.empty() && !is_contiguous(columns)) require_contiguous(columns, symbols_);
    const Polynomial m = rows.limited_size(symbols_), n = columns.limited_size(symbols_);
    const Placement a_place = place(a_, !rows.empty(), k, symbols_),
                    b_place = place(b_, !columns.empty(), k, symbols_);
    if (a_place.leading.is_zero() || b_place.leading.is_zero())
      reject("all rows of an operand are the same elements");
    const Polynomial ldc =
        rows.empty() ? n : symbols_.whole_quotient(rows.steps[0], kBytesOfElement, kRowInPart);

    const bool stepwise = value_.starts_from_c || value_.sum.scaled != ProductSum::Scaled::sum;
    RecognitionWriter writer(stepwise ? BuiltinKernel::sgemm_stepwise : BuiltinKernel::sgemm, symbols_);
    writer.integer(a_place.k_is_apart);
    writer.integer(Polynomial(1) - b_place.k_is_apart);
    for (const Polynomial& size : {m, n, k}) writer.integer(size);
    writer.scalar(value_.alpha, stores_.expressions);
    writer.buffer(stores_.objects[a_.object], a_.offset);
    writer.integer(a_place.leading);
    writer.buffer(stores_.objects[b_.object], b_.offset);
    writer.integer(b_place.leading);
    writer.scalar(value_.beta, stores_.expressions);
    writer.buffer(stores_.objects[target_], without(family_.polynomials[0], family_.variables));
    writer.integer(ldc);
    if (stepwise) {
      writer.integer(value_.starts_from_c ? 1 : 0);
      writer.integer(static_cast<std::int64_t>(scaled_operand(value_.sum.scaled, x_has_columns_)));
    }
    writer.global(0, n);
    writer.global(1, m);
    const std::size_t a = x_has_columns_ ? 2 : 1, b = x_has_columns_ ? 1 : 2;
    if (!batch_.empty())
      writer.batch(batch_.limited_size(symbols_), {batch_.steps[a], batch_.steps[b], batch_.steps[0]});
    return writer.finish(stores_, family_.variables);
  }

  KernelStores& stores_;
  Symbols& symbols_;
  const std::uint32_t target_;
  StoredValue value_;
  StoreFamily family_;
  Axis x_axis_, y_axis_, batch_;
  bool x_has_columns_ = false;
  Operand a_, b_;
};

}  // namespace

Recognition match_product(KernelStores& stores) { return Product(stores).match(); }

}  // namespace quadcl::compiler::recognise
