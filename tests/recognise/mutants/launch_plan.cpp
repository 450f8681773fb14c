// SPDX-License-Identifier: Apache-2.0
#include "mutants/launch_plan.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace recognise_test {
namespace {

/// More work-items make a mutant slow and show nothing more.
constexpr std::size_t kMostItems = 16384;
constexpr long kLargestSize = 160;
/// Alignment of a part of a buffer in elements, on any device of the full profile.
constexpr std::size_t kAlignment = 32;

bool is_buffer(ArgumentKind kind) {
  return kind == ArgumentKind::input || kind == ArgumentKind::output || kind == ArgumentKind::same;
}

std::string list_text(const char* name, const std::vector<std::size_t>& list) {
  std::string text;
  for (const std::size_t size : list)
    text += (text.empty() ? std::string(name) + " " : ", ") + std::to_string(size);
  return text.empty() ? text : "; " + text;
}

std::size_t items(const std::vector<std::size_t>& global) {
  std::size_t count = 1;
  for (const std::size_t size : global) {
    if (size > kMostItems) return size;
    count *= size;
  }
  return count;
}

std::size_t buffer_of(const CaseFile& file, const std::string& name) {
  std::size_t index = 0;
  for (const Argument& argument : file.arguments) {
    if (argument.kind != ArgumentKind::input && argument.kind != ArgumentKind::output) continue;
    if (argument.name == name) return index;
    ++index;
  }
  throw std::runtime_error("no buffer '" + name + "'");
}

PlannedArgument plan_argument(const CaseFile& file, const Argument& argument, const Run& run,
                              LaunchPlan& plan) {
  PlannedArgument planned;
  planned.kind = argument.kind;
  if (argument.kind == ArgumentKind::float32) {
    planned.real = std::stof(argument.value);
  } else if (argument.kind == ArgumentKind::vector) {
    planned.words = components(argument, run.sizes);
  } else if (argument.kind == ArgumentKind::same) {
    planned.buffer = buffer_of(file, argument.name);
  } else if (is_buffer(argument.kind)) {
    planned.buffer = plan.buffers.size();
    plan.buffers.push_back(static_cast<std::size_t>(std::max(1L, evaluate(argument.value, run.sizes))));
  } else {
    planned.number = evaluate(argument.value, run.sizes);
  }
  return planned;
}

long changed(long value, Dice& dice) {
  const long values[] = {
      value + 1, value - 1, value * 2, value / 2, 1, 2, static_cast<long>(1 + dice.below(48)), 0};
  return values[dice.below(std::size(values))];
}

/// Near the ends of 32-bit numbers, signed or not, or near them after a multiplication by an id or another
/// size.
long far_number(const LaunchPlan& plan, Dice& dice) {
  constexpr long kSignEnds = 0x80000000, kEnds[] = {kSignEnds, 0x100000000, 0x40000000, 0x10000};
  const long range = static_cast<long>(dice.one_of(plan.global));
  const long divisors[] = {1, range, dice.one_of(plan.arguments).number};
  const bool by_last_id = dice.percent(50);
  const long end = by_last_id ? kSignEnds : kEnds[dice.below(std::size(kEnds))];
  const long divisor = by_last_id ? range - 1 : divisors[dice.below(std::size(divisors))];
  const long step = static_cast<long>(dice.below(3)) - 1;
  return divisor > 1 ? (end + divisor - 1) / divisor + step : end + step;
}

long any_number(const LaunchPlan& plan, Dice& dice) {
  const std::size_t place = dice.below(100);
  if (place < 25) return static_cast<long>(dice.below(20));
  return place < 40 ? -static_cast<long>(1 + dice.below(20)) : far_number(plan, dice);
}

/// For 8 or 16 bits: small, negative, or near a limit of such a width.
long narrow_number(Dice& dice) {
  constexpr long kEnds[] = {128, 256, 32768, 65536};
  const std::size_t place = dice.below(100);
  if (place < 45) return static_cast<long>(dice.below(40));
  if (place < 75) return -static_cast<long>(1 + dice.below(40));
  return kEnds[dice.below(std::size(kEnds))] + static_cast<long>(dice.below(5)) - 3;
}

Sizes random_sizes(Sizes sizes, Dice& dice) {
  for (auto& [name, size] : sizes) {
    if (dice.percent(60)) continue;
    size = std::clamp(
        dice.percent(30) ? dice.one_of(std::vector<long>{8, 16, 24, 32, 48, 64}) : changed(size, dice), 0L,
        kLargestSize);
  }
  return sizes;
}

/// One of the sizes, mostly one that is not 0.
void make_one_zero(Sizes& sizes, const Run& run, Dice& dice) {
  const Sizes before = sizes;
  for (int attempt = 0; attempt < 4 && !sizes.empty(); ++attempt) {
    sizes = before;
    std::next(sizes.begin(), static_cast<std::ptrdiff_t>(dice.below(sizes.size())))->second = 0;
    const auto global = with_sizes(run, sizes).global;
    if (std::count(global.begin(), global.end(), 0U) == 0) return;
  }
}

void change_range(LaunchPlan& plan, Dice& dice) {
  std::size_t& size = plan.global[dice.below(plan.global.size())];
  switch (dice.below(8)) {
    case 0:
    case 1:
      size = static_cast<std::size_t>(std::max(1L, changed(static_cast<long>(size), dice)));
      break;
    case 2:
      std::reverse(plan.global.begin(), plan.global.end());
      break;
    case 3:
      plan.global.push_back(1 + dice.below(2));
      if (plan.global.size() > 3) plan.global.pop_back();
      if (!plan.local.empty() && plan.local.size() < plan.global.size()) plan.local.push_back(1);
      break;
    case 4:
      plan.offset.assign(plan.global.size(), 0);
      plan.offset[dice.below(plan.offset.size())] = 1 + dice.below(16);
      break;
    case 5:
      plan.local.clear();
      break;
    case 6:
      std::reverse(plan.local.begin(), plan.local.end());
      break;
    default:
      plan.local.assign(plan.global.size(), std::size_t{1} << dice.below(5));
      for (std::size_t d = 0; d < plan.local.size(); ++d)
        plan.global[d] = (plan.global[d] + plan.local[d] - 1) / plan.local[d] * plan.local[d];
  }
}

/// Any two buffer arguments, or the same one twice.
std::pair<PlannedArgument*, PlannedArgument*> two_buffers(LaunchPlan& plan, Dice& dice) {
  std::vector<PlannedArgument*> all;
  for (PlannedArgument& argument : plan.arguments)
    if (is_buffer(argument.kind)) all.push_back(&argument);
  PlannedArgument* first = dice.one_of(all);
  return {first, dice.one_of(all)};
}

void change_buffers(LaunchPlan& plan, Dice& dice) {
  const auto [x, y] = two_buffers(plan, dice);
  PlannedBuffer& buffer = plan.buffers[x->buffer];
  switch (dice.below(5)) {
    case 0:
    case 1:  // both are one buffer, or two parts of one
      x->buffer = y->buffer;
      x->offset = dice.percent(50) ? 0 : kAlignment * (1 + dice.below(8));
      break;
    case 2:
      x->offset = kAlignment * dice.below(3);
      buffer += x->offset;
      break;
    case 3:  // a little too small
      buffer -= std::min(buffer - 1, dice.below(3));
      break;
    default:
      buffer += 1 + dice.below(500);
  }
}

void change_value(LaunchPlan& plan, Dice& dice) {
  PlannedArgument& argument = plan.arguments[dice.below(plan.arguments.size())];
  if (argument.kind == ArgumentKind::float32) {
    argument.real = dice.one_of(std::vector<float>{0, 1, -1, 2, 0.5f, -3});
  } else if (argument.kind == ArgumentKind::local) {
    argument.number = std::max(4L, changed(argument.number / 4, dice) * 4);
  } else if (argument.kind == ArgumentKind::vector) {
    std::uint32_t& word = argument.words[dice.below(argument.words.size())];
    word = static_cast<std::uint32_t>(changed(static_cast<std::int32_t>(word), dice));
  } else if (!is_buffer(argument.kind)) {
    argument.number = dice.percent(15) ? any_number(plan, dice) : changed(argument.number, dice);
  }
}

void fit_arguments(LaunchPlan& plan) {
  for (const PlannedArgument& argument : plan.arguments) {
    if (!is_buffer(argument.kind)) continue;
    std::size_t& elements = plan.buffers[argument.buffer];
    elements = std::max(elements, argument.offset + 1);
  }
}

std::uint32_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 31)) * 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 29)) * 0xbf58476d1ce4e5b9ULL;
  return static_cast<std::uint32_t>(value >> 32);
}

std::uint32_t whole_number(std::uint64_t place) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(mixed(place) % 17) - 8);
}

}  // namespace

std::string LaunchPlan::text() const {
  std::string text;
  for (const PlannedArgument& argument : arguments) {
    text += text.empty() ? "" : ", ";
    if (argument.kind == ArgumentKind::float32) {
      text += "float " + std::to_string(argument.real);
    } else if (argument.kind == ArgumentKind::vector) {
      text += "vector";
      for (const std::uint32_t word : argument.words) text += " " + std::to_string(word);
    } else if (argument.kind == ArgumentKind::local) {
      text += "local " + std::to_string(argument.number);
    } else if (is_buffer(argument.kind)) {
      text += "buffer " + std::to_string(argument.buffer) + " (" + std::to_string(buffers[argument.buffer]) +
              " elements)";
      if (argument.offset != 0) text += " from " + std::to_string(argument.offset);
    } else {
      text += (argument.kind == ArgumentKind::int32 ? "int " : "long ") + std::to_string(argument.number);
    }
  }
  return text + list_text("global", global) + list_text("local", local) + list_text("offset", offset);
}

LaunchPlan plan_launch(const CaseFile& file, const Run& run) {
  LaunchPlan plan;
  for (const Argument& argument : file.arguments)
    plan.arguments.push_back(plan_argument(file, argument, run, plan));
  plan.global = run.global;
  plan.local = run.local;
  plan.offset = run.offset;
  return plan;
}

LaunchPlan random_plan(const CaseFile& file, const std::vector<AddedArgument>& added, Dice& dice) {
  const Run& run = dice.one_of(file.runs);
  Sizes sizes = dice.percent(50) ? random_sizes(run.sizes, dice) : run.sizes;
  if (dice.percent(std::ranges::count(added, AddedArgument::far) != 0 ? 50 : 5))
    make_one_zero(sizes, run, dice);
  LaunchPlan plan = plan_launch(file, with_sizes(run, sizes));
  if (std::count(plan.global.begin(), plan.global.end(), 0U) != 0) plan = plan_launch(file, run);
  if (dice.percent(20)) change_range(plan, dice);
  if (dice.percent(25)) change_buffers(plan, dice);
  if (dice.percent(15)) change_value(plan, dice);
  fit_arguments(plan);
  for (const AddedArgument argument : added) {
    const long value = argument == AddedArgument::far ? any_number(plan, dice) : narrow_number(dice);
    plan.arguments.push_back({ArgumentKind::int64, value, 0, 0, 0});
  }
  while (items(plan.global) > kMostItems) *std::max_element(plan.global.begin(), plan.global.end()) /= 2;
  return plan;
}

std::vector<std::uint32_t> contents(PlannedBuffer buffer, std::size_t index, unsigned margin) {
  std::vector<std::uint32_t> values(buffer + 2 * kMargin);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool inside = i >= kMargin && i < kMargin + buffer;
    values[i] =
        whole_number((std::uint64_t{index} + 1) << 40 | std::uint64_t{inside ? 0 : margin + 1} << 32 | i);
  }
  return values;
}

}  // namespace recognise_test
