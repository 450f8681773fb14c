// SPDX-License-Identifier: Apache-2.0
#include "mutants/probes.h"

#include <algorithm>

namespace recognise_test {
namespace {

constexpr const char* kFill = R"(
#define FILL_BYTES(space, pointer, bytes) \
  for (size_t byte_ = 0; byte_ < (bytes); ++byte_) ((space uchar*)(pointer))[byte_] = FILL;
#define FILL_PRIVATE(x) FILL_BYTES(private, &(x), sizeof(x))
#define FILL_LOCAL(x, bytes) FILL_BYTES(local, x, bytes) barrier(CLK_LOCAL_MEM_FENCE);
)";

/// For whole groups of a stated size: reverses both groups and work-items.
constexpr const char* kReverseGroups = R"(
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_group_id(d) (get_num_groups(d) - 1 - get_group_id(d))
#define get_global_id(d) (get_global_offset(d) + get_group_id(d) * get_local_size(d) + get_local_id(d))
)";
/// If groups differ in size: reverses work-items within each group.
constexpr const char* kReverseWithinGroups = R"(
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_global_id(d) (get_global_id(d) + 2 * get_local_id(d) + 1 - get_local_size(d))
)";
constexpr const char* kReverseAll = R"(
#define get_global_id(d) (2 * get_global_offset(d) + get_global_size(d) - 1 - get_global_id(d))
)";

/// More iterations than all loops of a function have together in any case, for sizes up to the largest.
constexpr const char* kWithin = R"(
#define TURNS 50000
long within(long index, ulong count) { return (ulong)index < count ? index : 0; }
)";

bool mentions(const Source& source, std::initializer_list<std::string_view> words) {
  return std::any_of(source.begin(), source.end(), [&](const Token& token) {
    return std::find(words.begin(), words.end(), token.text) != words.end();
  });
}

struct Insertion {
  std::size_t place = 0;
  std::string text;
};

/// The `{` of the kernel, and the place of its parameter list.
struct KernelPlace {
  Range parameters;
  std::size_t body = 0;
};
KernelPlace kernel_place(const Source& source) {
  KernelPlace result;
  std::size_t i = 0;
  while (i < source.size() && !(source[i] == "kernel") && !(source[i] == "__kernel")) ++i;
  while (i < source.size() && !(source[i] == "void")) ++i;
  while (i < source.size() && !(source[i] == "(")) ++i;
  result.parameters = {i, closing(source, i)};
  result.body = std::min(result.parameters.end + 1, source.size() - 1);
  return result;
}

/// Whether the bracket is outermost.
bool is_at_top(const Source& source, std::size_t bracket) {
  std::size_t i = 0;
  while (i < bracket) i = (source[i] == "{" && !source[i].in_directive ? closing(source, i) : i) + 1;
  return i == bracket;
}

void fill_variable(const Source& source, const Declaration& d, std::vector<Insertion>& insertions) {
  if (d.is_parameter || d.is_initialised || d.in_parentheses) return;
  const auto semicolon = std::find(source.begin() + static_cast<std::ptrdiff_t>(d.end), source.end(), ";");
  const auto place = static_cast<std::size_t>(semicolon - source.begin()) + 1;
  const std::string& name = source[d.name].text;
  insertions.push_back({place, d.is_local && !d.is_pointer ? "FILL_LOCAL(" + name + ", sizeof(" + name + "))"
                               : d.is_pointer              ? ""
                                                           : "FILL_PRIVATE(" + name + ")"});
}

void fill_arguments(const Source& source, const LaunchPlan& plan, const std::vector<Declaration>& all,
                    std::vector<Insertion>& insertions) {
  const KernelPlace kernel = kernel_place(source);
  std::size_t index = 0;
  for (const Declaration& d : all) {
    if (d.name < kernel.parameters.begin || d.name > kernel.parameters.end) continue;
    const std::size_t argument = index++;
    if (d.is_local && argument < plan.arguments.size())
      insertions.push_back({kernel.body + 1, "FILL_LOCAL(" + source[d.name].text + ", " +
                                                 std::to_string(plan.arguments[argument].number) + ")"});
  }
}

Source with_insertions(Source source, std::vector<Insertion> insertions) {
  std::stable_sort(insertions.begin(), insertions.end(),
                   [](const Insertion& x, const Insertion& y) { return x.place > y.place; });
  for (const Insertion& insertion : insertions) {
    Source tokens = read_tokens(insertion.text);
    if (!tokens.empty()) tokens.front().before.assign(1, ' ');
    source.insert(source.begin() + static_cast<std::ptrdiff_t>(insertion.place), tokens.begin(),
                  tokens.end());
  }
  return source;
}

/// Every `name[index][index]...` from `begin` on; `count` is the number of elements for the first index.
void bound_subscripts_of(const Source& source, std::size_t begin, const std::string& name, std::string count,
                         std::vector<Insertion>& insertions) {
  for (std::size_t i = begin; i + 1 < source.size(); ++i) {
    if (!(source[i] == name) || source[i].in_directive) continue;
    std::string element = "*" + name, elements = count;
    for (std::size_t open = i + 1; open < source.size() && source[open] == "[";) {
      const std::size_t close = closing(source, open);
      insertions.push_back({open + 1, "within("});
      insertions.push_back({close, ", " + elements + ")"});
      elements = "sizeof(" + element + ") / sizeof(*" + element + ")";
      element = "*" + element;
      open = close + 1;
    }
  }
}

/// The sizes of the kernel's buffers, its local memory and its arrays.
void bound_subscripts(const Source& source, const LaunchPlan& plan, std::vector<Insertion>& insertions) {
  const KernelPlace kernel = kernel_place(source);
  std::size_t index = 0;
  for (const Declaration& d : declarations(source)) {
    const std::string& name = source[d.name].text;
    if (d.name >= kernel.parameters.begin && d.name < kernel.parameters.end &&
        index < plan.arguments.size()) {
      const PlannedArgument& argument = plan.arguments[index++];
      if (!d.is_pointer) continue;
      const std::size_t bytes = d.is_local ? static_cast<std::size_t>(argument.number)
                                           : 4 * (plan.buffers[argument.buffer] - argument.offset);
      bound_subscripts_of(source, kernel.body, name, std::to_string(bytes) + " / sizeof(*" + name + ")",
                          insertions);
    } else if (d.name > kernel.body && !d.is_pointer && source[d.name + 1] == "[") {
      bound_subscripts_of(source, d.end, name, "sizeof(" + name + ") / sizeof(*" + name + ")", insertions);
    }
  }
}

/// The range of the condition of the loop whose keyword is at `loop`.
Range condition_of(const Source& source, std::size_t loop) {
  const std::size_t end = closing(source, loop + 1);
  if (!(source[loop] == "for")) return {loop + 2, end};
  const auto semicolon = [&](std::size_t from) {
    while (from < end && !(source[from] == ";")) ++from;
    return from;
  };
  const std::size_t begin = semicolon(loop + 2) + 1;
  return {begin, semicolon(begin)};
}

void bound_loops(const Source& source, std::vector<Insertion>& insertions) {
  for (std::size_t i = 0; i + 2 < source.size(); ++i) {
    if (source[i].in_directive) continue;
    const bool is_body = source[i] == "{" && i > 0 && source[i - 1] == ")" && is_at_top(source, i);
    if (is_body) insertions.push_back({i + 1, "int turns = TURNS;"});
    if (!(source[i] == "for" || source[i] == "while") || !(source[i + 1] == "(")) continue;
    const Range condition = condition_of(source, i);
    const bool is_empty = condition.begin == condition.end;
    insertions.push_back({condition.begin, is_empty ? "turns-- > 0" : "turns-- > 0 && ("});
    if (!is_empty) insertions.push_back({condition.end, ")"});
  }
}

}  // namespace

std::string with_filled_memory(Source source, const LaunchPlan& plan, unsigned byte) {
  const std::vector<Declaration> all = declarations(source);
  std::vector<Insertion> insertions;
  for (const Declaration& d : all) fill_variable(source, d, insertions);
  fill_arguments(source, plan, all, insertions);
  return "#define FILL " + std::to_string(byte) + kFill +
         to_text(with_insertions(std::move(source), insertions));
}

std::string within_bounds(const Source& source, const LaunchPlan& plan) {
  std::vector<Insertion> insertions;
  bound_subscripts(source, plan, insertions);
  bound_loops(source, insertions);
  return kWithin + to_text(with_insertions(source, insertions));
}

std::string in_reverse_order(const Source& source, const LaunchPlan& plan) {
  bool whole_groups = !plan.local.empty();
  for (std::size_t d = 0; d < plan.local.size() && d < plan.global.size(); ++d)
    whole_groups &= plan.local[d] != 0 && plan.global[d] % plan.local[d] == 0;
  const bool by_groups = mentions(source, {"get_local_id", "get_group_id"});
  return (whole_groups ? kReverseGroups : by_groups ? kReverseWithinGroups : kReverseAll) + to_text(source);
}

}  // namespace recognise_test
