// SPDX-License-Identifier: Apache-2.0
#include "mutants/trial.h"

#include <algorithm>
#include <bit>

#include "mutants/added_argument.h"
#include "mutants/mutations.h"
#include "mutants/probes.h"

namespace recognise_test {
namespace {

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// Compares bits except the sign of zero, which the QPUs do not keep.
bool is_same(std::uint32_t x, std::uint32_t y) { return x == y || (as_float(x) == 0 && as_float(y) == 0); }

/// The first element that differs, in a buffer or in its margins.
std::string first_difference(const Launched& found, const Launched& wanted) {
  for (std::size_t b = 0; b < wanted.buffers.size(); ++b) {
    for (std::size_t i = 0; i < wanted.buffers[b].size(); ++i) {
      const std::uint32_t x = found.buffers[b][i], y = wanted.buffers[b][i];
      if (!is_same(x, y))
        return "buffer " + std::to_string(b) + "[" +
               std::to_string(static_cast<long>(i) - static_cast<long>(kMargin)) + "] is " +
               std::to_string(as_float(x)) + ", on the CPU " + std::to_string(as_float(y));
    }
  }
  return {};
}

/// Whether the two differ inside of the buffers.
bool same_inside(const Launched& x, const Launched& y) {
  for (std::size_t b = 0; b < x.buffers.size(); ++b)
    if (!std::equal(x.buffers[b].begin() + kMargin, x.buffers[b].end() - kMargin,
                    y.buffers[b].begin() + kMargin, is_same))
      return false;
  return true;
}

bool margins_kept(const Launched& launched, const LaunchPlan& plan) {
  for (std::size_t b = 0; b < launched.buffers.size(); ++b) {
    const auto before = contents(plan.buffers[b], b, 0);
    const auto& after = launched.buffers[b];
    if (!std::equal(before.begin(), before.begin() + kMargin, after.begin()) ||
        !std::equal(before.end() - kMargin, before.end(), after.end() - kMargin))
      return false;
  }
  return true;
}

std::size_t number_of_mutations(Dice& dice) {
  const std::size_t place = dice.below(100);
  return place < 15 ? 0 : place < 65 ? 1 : place < 85 ? 2 : 3;
}

}  // namespace

Mutant make_mutant(const Material& material, std::uint64_t seed) {
  Dice dice(seed);
  const CaseFile& file = dice.one_of(material.cases);
  Mutant mutant{file.name, {}, read_tokens(file.source), file.options, {}};
  if (dice.percent(8)) mutant.options += dice.percent(70) ? " -cl-fast-relaxed-math" : " -cl-opt-disable";
  for (std::size_t i = number_of_mutations(dice); i > 0; --i)
    mutant.mutations.push_back(mutate(mutant.source, material.kinds, dice));
  mutant.plan = random_plan(file, added_arguments(mutant.source), dice);
  return mutant;
}

const char* name_of(Verdict verdict) {
  constexpr const char* kNames[kVerdicts] = {
      "do not build",
      "not recognised",
      "launch refused",
      "recognised, ran on the CPU",
      "ran on the QPUs, agree",
      "set aside: crash or do not end without bounds on subscripts and loops",
      "set aside: crash or do not end, printed",
      "set aside: write outside of their buffers",
      "set aside: read outside of their buffers",
      "set aside: read memory that nobody wrote",
      "set aside: the order of work-items matters",
      "DISAGREE",
      "BREAK the compiler or the QPU device",
  };
  return kNames[static_cast<std::size_t>(verdict)];
}

bool is_set_aside(Verdict verdict) { return verdict >= Verdict::unbounded && verdict <= Verdict::races; }
bool is_crash(Verdict verdict) { return verdict == Verdict::unbounded || verdict == Verdict::crashes; }
bool is_failure(Verdict verdict) { return verdict >= Verdict::disagrees; }

Finding Laboratory::examine(const Mutant& mutant) {
  on_stage_(Stage::build);
  const std::string text = to_text(mutant.source);
  // Recognition comes before optimisation, which takes most of the time of a build.
  const auto at_a_glance = qpu_.build(text, mutant.options + kNotOptimised);
  if (!at_a_glance) return {Verdict::not_built, {}, false};
  if (!is_recognised(*at_a_glance)) return {Verdict::not_recognised, {}, false};
  const auto kernel = qpu_.build(text, mutant.options);
  if (!kernel || !is_recognised(*kernel))
    return {Verdict::disagrees, "it is recognised only where it is not optimised", false};
  const auto reference = cpu_.build(text, mutant.options);
  if (!reference) return {Verdict::disagrees, "it builds for the QPU device alone", false};

  on_stage_(Stage::cpu);
  const Launched wanted = cpu_.run(*reference, mutant.plan);
  on_stage_(Stage::qpu);
  const Launched found = qpu_.run(*kernel, mutant.plan);
  if (found.error != wanted.error)
    return {Verdict::disagrees,
            "error " + std::to_string(found.error) + ", on the CPU " + std::to_string(wanted.error), false};
  if (found.error != CL_SUCCESS) return {Verdict::refused, {}, false};
  const bool spoilt = !margins_kept(wanted, mutant.plan);
  if (!found.on_qpu) return {Verdict::on_cpu, {}, spoilt};
  const std::string difference = first_difference(found, wanted);
  if (difference.empty()) return {Verdict::agrees, {}, spoilt};
  on_stage_(Stage::probes);
  const Verdict verdict = undefined(mutant, wanted);
  return {verdict == Verdict::agrees ? Verdict::disagrees : verdict, difference, spoilt};
}

Launched Laboratory::run_on_cpu(const Mutant& mutant) {
  return cpu_.run(cpu_.build(to_text(mutant.source), mutant.options).value(), mutant.plan);
}

std::optional<Launched> Laboratory::run_within_bounds(const Mutant& mutant) {
  on_stage_(Stage::cpu);
  return probe(mutant, within_bounds(mutant.source, mutant.plan), {}, 0);
}

std::optional<Launched> Laboratory::probe(const Mutant& mutant, const std::string& text,
                                          const std::string& options, unsigned margin) {
  const auto kernel = cpu_.build(text, mutant.options + options);
  if (!kernel) return {};
  const Launched launched = cpu_.run(*kernel, mutant.plan, margin);
  return launched.error == CL_SUCCESS ? std::optional(launched) : std::nullopt;
}

Verdict Laboratory::undefined(const Mutant& mutant, const Launched& wanted, const std::string& options) {
  if (!margins_kept(wanted, mutant.plan)) return Verdict::writes_outside;
  const auto of = [&](const std::string& text, unsigned margin = 0) {
    return probe(mutant, text, options, margin);
  };
  const auto other_margin = of(to_text(mutant.source), 1);
  if (other_margin && !same_inside(*other_margin, wanted)) return Verdict::reads_outside;
  const auto filled = of(with_filled_memory(mutant.source, mutant.plan, 0x45)),
             filled_again = of(with_filled_memory(mutant.source, mutant.plan, 0xc1));
  if (filled && filled_again && !same_inside(*filled, *filled_again)) return Verdict::reads_unwritten;
  const auto reversed = of(in_reverse_order(mutant.source, mutant.plan));
  if (reversed && !same_inside(*reversed, wanted)) return Verdict::races;
  return Verdict::agrees;
}

}  // namespace recognise_test
