// SPDX-License-Identifier: Apache-2.0
#include "mutants/added_argument.h"

#include <algorithm>

namespace recognise_test {
namespace {

/// The ')' of the kernel's parameters; the size of the source if there is no kernel.
std::size_t end_of_parameters(const Source& source) {
  const Places kernels = places_of(source, {"kernel", "__kernel"});
  for (std::size_t i = kernels.empty() ? source.size() : kernels.front(); i + 1 < source.size(); ++i) {
    if (!is_word(source[i]) || !(source[i + 1] == "(")) continue;
    const std::size_t close = closing(source, i + 1);
    if (!(source[i] == "__attribute__")) return close;
    i = close;
  }
  return source.size();
}

}  // namespace

bool add_argument(Source& source, AddedArgument argument, const Words& types, Dice& dice) {
  if (std::ranges::count(added_arguments(source), argument) != 0) return true;
  const std::size_t end = end_of_parameters(source);
  if (end == source.size()) return false;
  insert(source, end, ", " + dice.one_of(types) + " " + name_of(argument));
  return true;
}

std::vector<AddedArgument> added_arguments(const Source& source) {
  std::vector<AddedArgument> found;
  for (const Declaration& declaration : declarations(source))
    for (const AddedArgument argument : {AddedArgument::far, AddedArgument::narrow})
      if (declaration.is_parameter && source[declaration.name].text == name_of(argument))
        found.push_back(argument);
  return found;
}

}  // namespace recognise_test
