// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/recognition.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

#include "core/builtin/builtin_kernels.h"
#include "core/builtin/sgemm_launch.h"

namespace quadcl {
namespace {

/// Sizes of this value and more are refused, so 32-bit index arithmetic of the kernel's source cannot wrap.
constexpr std::int64_t kSizeLimit = std::int64_t{1} << 31;

/// Each is a job of its own.
constexpr std::int64_t kMostLaunches = 4096;

/// Far above the output of any recogniser.
constexpr std::size_t kMostTerms = 4096;

Error refused(const std::string& why) { return {ErrorCode::unsupported, why}; }

bool is_operation(LaunchTermKind kind) { return kind >= LaunchTermKind::add; }

bool is_integer_argument(const KernelImage& kernel, std::int64_t index) {
  if (index < 0 || index >= static_cast<std::int64_t>(kernel.arguments.size())) return false;
  const KernelArgument& argument = kernel.arguments[static_cast<std::size_t>(index)];
  return !argument.is_pointer() && argument.size <= 8 && std::has_single_bit(argument.size);
}

/// Whether an integer of 4 or 8 bytes lies there within the argument.
bool is_component(const LaunchTerm& term, const KernelImage& kernel) {
  if (term.value < 0 || term.value >= static_cast<std::int64_t>(kernel.arguments.size())) return false;
  const KernelArgument& argument = kernel.arguments[static_cast<std::size_t>(term.value)];
  return !argument.is_pointer() && (term.right == 4 || term.right == 8) && term.right <= argument.size &&
         term.left <= argument.size - term.right;
}

bool is_in_space(const KernelImage& kernel, std::int64_t index, AddressQualifier space) {
  return index >= 0 && index < static_cast<std::int64_t>(kernel.arguments.size()) &&
         kernel.arguments[static_cast<std::size_t>(index)].address == space;
}

bool is_well_formed(const LaunchTerm& term, std::size_t position, const KernelImage& kernel) {
  switch (term.kind) {
    case LaunchTermKind::constant:
      return true;
    case LaunchTermKind::argument:
      return term.right == 0 ? is_integer_argument(kernel, term.value) : is_component(term, kernel);
    case LaunchTermKind::local_bytes:
      return is_in_space(kernel, term.value, AddressQualifier::local);
    case LaunchTermKind::global_size:
    case LaunchTermKind::local_size:
    case LaunchTermKind::group_count:
      return term.value >= 0 && term.value < 3;
    default:
      return term.left < position && term.right < position;
  }
}

bool is_well_formed(const FloatTerm& term, std::size_t position, const KernelImage& kernel) {
  switch (term.kind) {
    case FloatTermKind::constant:
      return true;
    case FloatTermKind::argument:
      return is_integer_argument(kernel, term.left) && kernel.arguments[term.left].size == sizeof(float);
    case FloatTermKind::negate:
      return term.left < position;
    default:
      return term.left < position && term.right < position;
  }
}

bool is_well_formed(const Binding& binding, const KernelArgument& target, const Recognition& recognition,
                    const KernelImage& kernel) {
  switch (binding.kind) {
    case BindingKind::integer:
      return target.type_name == "uint" && binding.term < recognition.terms.size();
    case BindingKind::float_term:
      return target.type_name == "float" && binding.term < recognition.floats.size();
    case BindingKind::buffer:
      return target.is_pointer() && binding.term < recognition.terms.size() &&
             (is_in_space(kernel, binding.argument, AddressQualifier::global) ||
              is_in_space(kernel, binding.argument, AddressQualifier::constant));
  }
  return false;
}

using Number = std::optional<std::int64_t>;

Number apply(LaunchTermKind kind, std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  switch (kind) {
    case LaunchTermKind::add:
      return __builtin_add_overflow(left, right, &result) ? Number() : result;
    case LaunchTermKind::multiply:
      return __builtin_mul_overflow(left, right, &result) ? Number() : result;
    case LaunchTermKind::divide:
      return left < 0 || right <= 0 ? Number() : left / right;
    case LaunchTermKind::remainder:
      return left < 0 || right <= 0 ? Number() : left % right;
    default:
      return std::min(left, right);
  }
}

/// The values of the terms for one launch.
class Evaluator {
 public:
  Evaluator(const LaunchRequest& request, std::array<std::size_t, 3> local)
      : request_(request), local_(local) {}

  /// The values of all terms. Refuses the launch if a term has none.
  Result<std::vector<std::int64_t>> run(const std::vector<LaunchTerm>& terms) const {
    std::vector<std::int64_t> values;
    for (const LaunchTerm& term : terms) {
      const Number value =
          is_operation(term.kind) ? apply(term.kind, values[term.left], values[term.right]) : leaf(term);
      if (!value) return refused(name_of(term) + " is negative or too large");
      values.push_back(*value);
    }
    return values;
  }

 private:
  std::string name_of(const LaunchTerm& term) const {
    const bool of_argument =
        term.kind == LaunchTermKind::argument || term.kind == LaunchTermKind::local_bytes;
    return of_argument ? "'" + request_.kernel->arguments[static_cast<std::size_t>(term.value)].name + "'"
                       : "a size";
  }

  Number leaf(const LaunchTerm& term) const {
    const auto index = static_cast<std::size_t>(term.value);
    switch (term.kind) {
      case LaunchTermKind::constant:
        return term.value;
      case LaunchTermKind::argument:
        return integer(index, term.left, term.right);
      case LaunchTermKind::local_bytes:
        return size(std::get<LocalArgument>(request_.arguments[index]).size);
      case LaunchTermKind::global_size:
        return size(request_.range.global[index]);
      case LaunchTermKind::local_size:
        return size(local_[index]);
      default:
        return size(group_count(request_.range.global[index], local_[index]));
    }
  }
  static Number size(std::size_t value) {
    return value < kSizeLimit ? Number(static_cast<std::int64_t>(value)) : Number();
  }
  /// For sizes, strides and offsets: with negative or huge values the launch runs on the CPU.
  Number integer(std::size_t index, std::size_t first, std::size_t length) const {
    const auto* bytes = std::get_if<ValueArgument>(&request_.arguments[index]);
    std::uint64_t value = 0;
    if (bytes == nullptr) return {};
    if (length == 0) length = bytes->size();
    if (length > sizeof value || first + length > bytes->size()) return {};
    std::memcpy(&value, bytes->data() + first, length);
    return size(value);
  }

  const LaunchRequest& request_;
  const std::array<std::size_t, 3> local_;
};

/// The size of the work-groups. If the launch leaves it open, one group stands for all.
std::array<std::size_t, 3> local_size(const LaunchRequest& request) {
  if (request.range.has_local()) return request.range.local;
  if (request.kernel->required_local[0] != 0) return request.kernel->required_local;
  return request.range.global;
}

Result<void> check_range(const LaunchRequest& request, std::array<std::size_t, 3> local) {
  const bool stated = request.range.has_local() || request.kernel->required_local[0] != 0;
  for (unsigned d = 0; d < 3; ++d) {
    if (request.range.offset[d] != 0) return refused("the launch has a global offset");
    if ((request.kernel->recognition->whole_groups >> d & 1) == 0) continue;
    if (!stated) return refused("the launch does not state the local size");
    if (request.range.global[d] % local[d] != 0)
      return refused("the work-groups of dimension " + std::to_string(d) + " are not whole");
  }
  return {};
}

/// Inputs of the built-in kernel must not share memory with its output.
Result<void> check_aliasing(const LaunchRequest& launch) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* output = std::get_if<MemoryRange>(&launch.arguments[i]);
    if (output == nullptr || !launch.kernel->arguments[i].may_be_written()) continue;
    for (std::size_t j = 0; j < launch.arguments.size(); ++j) {
      const auto* input = std::get_if<MemoryRange>(&launch.arguments[j]);
      if (i != j && input != nullptr && input->overlaps(*output))
        return refused("'" + launch.kernel->arguments[i].name + "' and '" + launch.kernel->arguments[j].name +
                       "' share memory");
    }
  }
  return {};
}

ArgumentValue word(std::uint32_t value) {
  ValueArgument bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// The values of the float terms for one launch, by the same operations as in the kernel. Refused if an
/// argument is no float.
Result<std::vector<float>> evaluate(const std::vector<FloatTerm>& terms, const LaunchRequest& request) {
  std::vector<float> values;
  for (const FloatTerm& term : terms) {
    float value = 0;
    switch (term.kind) {
      case FloatTermKind::constant:
        value = std::bit_cast<float>(term.left);
        break;
      case FloatTermKind::argument: {
        const auto* bytes = std::get_if<ValueArgument>(&request.arguments[term.left]);
        if (bytes == nullptr || bytes->size() != sizeof value) return refused("a factor is not a float");
        std::memcpy(&value, bytes->data(), sizeof value);
        break;
      }
      case FloatTermKind::negate:
        value = -values[term.left];
        break;
      case FloatTermKind::add:
        value = values[term.left] + values[term.right];
        break;
      case FloatTermKind::multiply:
        value = values[term.left] * values[term.right];
        break;
    }
    values.push_back(value);
  }
  return values;
}

Result<ArgumentValue> buffer_from(const MemoryRange& whole, std::int64_t offset) {
  constexpr std::int64_t kWord = 4;
  if (offset < 0 || offset % kWord != 0 || static_cast<std::uint64_t>(offset) > whole.size)
    return refused("a matrix starts outside of its buffer");
  const auto start = static_cast<std::size_t>(offset);
  return ArgumentValue(whole.slice(start, whole.size - start));
}

/// The matrices must be where the target reads them, and aligned there.
Result<void> check_places(const LaunchRequest& launch, LaunchTarget target) {
  for (const ArgumentValue& argument : launch.arguments) {
    const auto* matrix = std::get_if<MemoryRange>(&argument);
    if (matrix == nullptr) continue;
    if (target == LaunchTarget::qpu && !matrix->bus)
      return refused("a buffer found no room in the memory of the QPUs");
    const auto place = target == LaunchTarget::qpu ? std::uint64_t{matrix->bus->value()}
                                                   : reinterpret_cast<std::uintptr_t>(matrix->host);
    if (place % sizeof(float) != 0) return refused("a matrix is not aligned to its elements");
  }
  return {};
}

/// The binding's argument of the built-in kernel; a buffer starts `more` bytes after its place.
Result<ArgumentValue> bind(const Binding& binding, const LaunchRequest& request,
                           const std::vector<std::int64_t>& values, const std::vector<float>& floats,
                           std::int64_t more) {
  switch (binding.kind) {
    case BindingKind::integer:
      if (values[binding.term] < 0 || values[binding.term] >= kSizeLimit)
        return refused("a size or stride is out of range");
      return word(static_cast<std::uint32_t>(values[binding.term]));
    case BindingKind::float_term:
      return word(std::bit_cast<std::uint32_t>(floats[binding.term]));
    case BindingKind::buffer:
      break;
  }
  const auto* whole = std::get_if<MemoryRange>(&request.arguments[binding.argument]);
  if (whole == nullptr) return refused("a matrix is not a buffer");
  const Number offset = apply(LaunchTermKind::add, values[binding.term], more);
  return offset ? buffer_from(*whole, *offset) : refused("a matrix starts outside of its buffer");
}

/// An image from anywhere may hold expressions of any length; long ones are cut off.
constexpr int kPrintedTerms = 200;

std::string joined(const char* start, const std::string& left, const char* between,
                   const std::string& right) {
  std::string result = start;
  result += left;
  result += between;
  return result += right;
}

std::string list(const std::vector<std::string>& parts, const char* between) {
  std::string result;
  for (const std::string& part : parts) {
    if (!result.empty()) result += between;
    result += part;
  }
  return result;
}

/// Writes expressions in the usual form: "K - 16 * (K / 16)".
class TermPrinter {
 public:
  TermPrinter(const Recognition& recognition, const KernelImage& kernel)
      : recognition_(recognition), kernel_(kernel) {}

  /// Says that the term is 0, or not negative. Negative summands stand on the other side: "K >= 8 * L".
  std::string relation(std::uint32_t index, bool is_zero) {
    const auto [positive, negative] = sides(index);
    const char* sign = is_zero ? " = " : positive.empty() ? " <= " : " >= ";
    if (positive.empty()) return joined("", list(negative, " + "), sign, "0");
    return joined("", list(positive, " + "), sign, negative.empty() ? "0" : list(negative, " + "));
  }

  std::string text(std::uint32_t index) {
    if (--left_ < 0) return "...";
    const LaunchTerm& term = recognition_.terms[index];
    switch (term.kind) {
      case LaunchTermKind::add:
        return sum(index);
      case LaunchTermKind::multiply:
        if (is_minus_one(term.left)) return joined("-", factor(term.right), "", "");
        return joined("", factor(term.left), " * ", factor(term.right));
      case LaunchTermKind::divide:
        return joined("", part(term.left), " / ", part(term.right));
      case LaunchTermKind::remainder:
        return joined("", part(term.left), " % ", part(term.right));
      case LaunchTermKind::minimum:
        return joined("min(", text(term.left), ", ", text(term.right)) += ")";
      default:
        return leaf(term);
    }
  }

 private:
  LaunchTermKind kind(std::uint32_t index) const { return recognition_.terms[index].kind; }
  bool is_minus_one(std::uint32_t index) const {
    return recognition_.terms[index] == LaunchTerm{LaunchTermKind::constant, -1};
  }

  /// The summands without a minus sign, and those with one, written without it.
  struct Sides {
    std::vector<std::string> positive, negative;
  };
  Sides sides(std::uint32_t index) {
    std::vector<std::uint32_t> summands;
    for (; kind(index) == LaunchTermKind::add; index = recognition_.terms[index].left)
      summands.push_back(recognition_.terms[index].right);
    summands.push_back(index);
    Sides result;
    for (auto summand = summands.rbegin(); summand != summands.rend(); ++summand) {
      std::string next = text(*summand);
      const bool is_negative = next.starts_with("-");
      if (is_negative) next.erase(0, 1);
      (is_negative ? result.negative : result.positive).push_back(std::move(next));
    }
    return result;
  }

  std::string sum(std::uint32_t index) {
    const auto [positive, negative] = sides(index);
    if (negative.empty()) return list(positive, " + ");
    return joined("", list(positive, " + "), positive.empty() ? "-" : " - ", list(negative, " - "));
  }

  std::string part(std::uint32_t index) {
    const bool alone = !is_operation(kind(index)) || kind(index) == LaunchTermKind::minimum;
    if (alone) return text(index);
    std::string result = "(";
    result += text(index);
    return result += ")";
  }
  std::string factor(std::uint32_t index) {
    return kind(index) == LaunchTermKind::multiply ? text(index) : part(index);
  }

  std::string leaf(const LaunchTerm& term) const {
    static constexpr const char* kLeaves[] = {
        "", "", "bytes of ", "global size ", "local size ", "group count "};
    const bool named = term.kind == LaunchTermKind::argument || term.kind == LaunchTermKind::local_bytes;
    std::string result = kLeaves[static_cast<std::size_t>(term.kind)];
    result +=
        named ? kernel_.arguments[static_cast<std::size_t>(term.value)].name : std::to_string(term.value);
    return term.right == 0 ? result : result + "[" + std::to_string(term.left / term.right) + "]";
  }

  const Recognition& recognition_;
  const KernelImage& kernel_;
  int left_ = kPrintedTerms;
};

/// The most failed conditions that a message names.
constexpr std::size_t kMostNamed = 8;

Result<void> check_guard(const LaunchRequest& request, const std::vector<std::int64_t>& values) {
  const Recognition& recognition = *request.kernel->recognition;
  std::vector<std::string> missing;
  bool fits = true;
  for (const GuardCondition& condition : recognition.guard) {
    const std::int64_t value = values[condition.term];
    const bool is_zero = condition.kind == GuardKind::zero;
    if (is_zero ? value == 0 : value >= 0) continue;
    if (condition.kind == GuardKind::fits) {
      fits = false;
      continue;
    }
    std::string text = TermPrinter(recognition, *request.kernel).relation(condition.term, is_zero);
    if (missing.size() < kMostNamed && std::ranges::find(missing, text) == missing.end())
      missing.push_back(std::move(text));
  }
  if (missing.empty() && fits) return {};
  std::vector<std::string> reasons;
  if (!missing.empty()) reasons.push_back("it needs " + list(missing, " and "));
  if (!fits) reasons.push_back("its index arithmetic may not fit its integers");
  return refused(list(reasons, "; "));
}

}  // namespace

bool is_well_formed(const Recognition& recognition, const KernelImage& kernel) {
  const KernelImage* builtin = builtin_kernel_image(recognition.builtin);
  if (recognition.terms.size() > kMostTerms || recognition.floats.size() > kMostTerms) return false;
  if (builtin == nullptr || recognition.arguments.size() != builtin->arguments.size()) return false;
  for (std::size_t i = 0; i < recognition.terms.size(); ++i)
    if (!is_well_formed(recognition.terms[i], i, kernel)) return false;
  for (std::size_t i = 0; i < recognition.floats.size(); ++i)
    if (!is_well_formed(recognition.floats[i], i, kernel)) return false;
  for (std::size_t i = 0; i < recognition.arguments.size(); ++i)
    if (!is_well_formed(recognition.arguments[i], builtin->arguments[i], recognition, kernel)) return false;
  const auto has = [&](std::uint32_t term) { return term < recognition.terms.size(); };
  const auto buffers = static_cast<std::size_t>(std::ranges::count_if(
      builtin->arguments, [](const KernelArgument& argument) { return argument.is_pointer(); }));
  const auto& batch = recognition.batch;
  if (batch &&
      (!has(batch->count) || batch->steps.size() != buffers || !std::ranges::all_of(batch->steps, has)))
    return false;
  return std::ranges::all_of(recognition.global, has) &&
         std::ranges::all_of(recognition.guard,
                             [&](const GuardCondition& condition) { return has(condition.term); });
}

std::string to_text(const Recognition& recognition, std::uint32_t term, const KernelImage& kernel) {
  return TermPrinter(recognition, kernel).text(term);
}

std::string float_text(const Recognition& recognition, std::uint32_t term, const KernelImage& kernel) {
  const FloatTerm& row = recognition.floats[term];
  const auto operand = [&](std::uint32_t part) { return float_text(recognition, part, kernel); };
  switch (row.kind) {
    case FloatTermKind::constant:
      return std::to_string(std::bit_cast<float>(row.left));
    case FloatTermKind::argument:
      return kernel.arguments[row.left].name;
    case FloatTermKind::negate:
      return joined("-", operand(row.left), "", "");
    case FloatTermKind::add:
      return joined("(", operand(row.left), " + ", operand(row.right)) += ")";
    case FloatTermKind::multiply:
      break;
  }
  return joined("", operand(row.left), " * ", operand(row.right));
}

namespace {

/// Launch `entry` of a batch.
Result<CheckedLaunch> launch_of(std::int64_t entry, const LaunchRequest& request,
                                const std::vector<std::int64_t>& values, const std::vector<float>& floats) {
  const Recognition& recognition = *request.kernel->recognition;
  LaunchRequest launch;
  launch.kernel = builtin_kernel_image(recognition.builtin);
  launch.compute_units = request.compute_units;
  launch.model_time = request.model_time;
  std::size_t buffer = 0;
  for (const Binding& binding : recognition.arguments) {
    const bool moves = recognition.batch && binding.kind == BindingKind::buffer;
    const std::int64_t step = moves ? values[recognition.batch->steps[buffer++]] : 0;
    const Number more = apply(LaunchTermKind::multiply, step, entry);
    if (step < 0) return refused("the matrices of its batch lie in descending order");
    if (!more) return refused("a matrix starts outside of its buffer");
    QUADCL_TRY(auto argument, bind(binding, request, values, floats, *more));
    launch.arguments.push_back(std::move(argument));
  }
  launch.range.dimensions = 2;
  for (unsigned d = 0; d < 2; ++d) {
    const std::int64_t size = values[recognition.global[d]];
    if (size < 0 || size >= kSizeLimit) return refused("a size is out of range");
    launch.range.global[d] = static_cast<std::size_t>(size);
  }
  // The steps are not negative, so the range of the first launch contains those of the others.
  QUADCL_CHECK(check_aliasing(launch));
  auto checked = check_builtin_launch(std::move(launch));
  if (!checked.ok()) return refused(checked.error().message);
  return checked;
}

/// No two work-items of a batch may write the same element: of the distances between columns, rows and
/// matrices of the output, each must be larger than the part of the output that the smaller ones span. For
/// rows and columns, `check_builtin_launch` checks the same.
Result<void> check_outputs_apart(const SgemmLaunch& launch, std::int64_t step, std::int64_t count) {
  constexpr std::int64_t kElement = sizeof(float);
  struct Axis {
    std::int64_t step, size;
  };
  std::array axes{Axis{kElement, static_cast<std::int64_t>(launch.columns.size())},
                  Axis{kElement * launch.ldc, static_cast<std::int64_t>(launch.rows.size())},
                  Axis{step, count}};
  std::ranges::sort(axes, {}, &Axis::step);
  std::int64_t span = 0;
  for (const Axis& axis : axes) {
    if (axis.size < 2) continue;
    if (axis.step <= span) return refused("the outputs of its batch overlap");
    span += axis.step * (axis.size - 1);
  }
  return {};
}

}  // namespace

Result<std::vector<CheckedLaunch>> as_builtin_launches(const LaunchRequest& request, LaunchTarget target) {
  const Recognition& recognition = *request.kernel->recognition;
  if (request.range.empty()) return refused("the launch has no work-items");
  const auto local = local_size(request);
  QUADCL_CHECK(check_range(request, local));
  QUADCL_TRY(const auto values, Evaluator(request, local).run(recognition.terms));
  QUADCL_TRY(const auto floats, evaluate(recognition.floats, request));
  QUADCL_CHECK(check_guard(request, values));
  const std::int64_t count = recognition.batch ? values[recognition.batch->count] : 1;
  if (count < 1 || count > kMostLaunches)
    return refused("it is a batch of " + std::to_string(count) + " products");
  std::vector<CheckedLaunch> launches;
  for (std::int64_t entry = 0; entry < count; ++entry) {
    QUADCL_TRY(auto launch, launch_of(entry, request, values, floats));
    QUADCL_CHECK(check_places(launch.request, target));
    launches.push_back(std::move(launch));
  }
  // Every step was taken above, so the numbers are small.
  if (count > 1) {
    const auto* product = std::get_if<SgemmLaunch>(&launches.front().builtin);
    if (product == nullptr) return refused("its batch is not one of products");
    QUADCL_CHECK(check_outputs_apart(*product, values[recognition.batch->steps.back()], count));
  }
  return launches;
}

}  // namespace quadcl
