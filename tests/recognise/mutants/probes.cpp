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

/// For whole groups of a stated size: groups and work-items both go backwards.
constexpr const char* kReverseGroups = R"(
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_group_id(d) (get_num_groups(d) - 1 - get_group_id(d))
#define get_global_id(d) (get_global_offset(d) + get_group_id(d) * get_local_size(d) + get_local_id(d))
)";
/// Where groups differ in size, within each group.
constexpr const char* kReverseWithinGroups = R"(
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_global_id(d) (get_global_id(d) + 2 * get_local_id(d) + 1 - get_local_size(d))
)";
constexpr const char* kReverseAll = R"(
#define get_global_id(d) (2 * get_global_offset(d) + get_global_size(d) - 1 - get_global_id(d))
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

}  // namespace

std::string with_filled_memory(Source source, const LaunchPlan& plan, unsigned byte) {
  const std::vector<Declaration> all = declarations(source);
  std::vector<Insertion> insertions;
  for (const Declaration& d : all) fill_variable(source, d, insertions);
  fill_arguments(source, plan, all, insertions);
  std::stable_sort(insertions.begin(), insertions.end(),
                   [](const Insertion& x, const Insertion& y) { return x.place > y.place; });
  for (const Insertion& insertion : insertions) {
    Source tokens = read_tokens(insertion.text);
    if (!tokens.empty()) tokens.front().before.assign(1, ' ');
    source.insert(source.begin() + static_cast<std::ptrdiff_t>(insertion.place), tokens.begin(),
                  tokens.end());
  }
  return "#define FILL " + std::to_string(byte) + kFill + to_text(source);
}

std::string in_reverse_order(const Source& source, const LaunchPlan& plan) {
  bool whole_groups = !plan.local.empty();
  for (std::size_t d = 0; d < plan.local.size() && d < plan.global.size(); ++d)
    whole_groups &= plan.local[d] != 0 && plan.global[d] % plan.local[d] == 0;
  const bool by_groups = mentions(source, {"get_local_id", "get_group_id"});
  return (whole_groups ? kReverseGroups : by_groups ? kReverseWithinGroups : kReverseAll) + to_text(source);
}

}  // namespace recognise_test
