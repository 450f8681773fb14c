// SPDX-License-Identifier: Apache-2.0
//
// What a pass moves, as a row of a table.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/passes/programs.h"

namespace passes_bench {

/// What happens without a pass. Ratios are without it by with it, by the program's name; programs with the
/// same code are not in them.
struct Effect {
  std::string pass;
  unsigned changes = 0;  ///< functions or loops that it changes
  std::map<std::string, double> sizes, times;
};

/// A program that moves.
struct Extreme {
  std::string name;  ///< empty: no program's time was taken
  double ratio = 1;
};

struct Summary {
  unsigned slower = 0, faster = 0;  ///< programs without the pass, by 2 % or more
  std::map<Kind, double> means;     ///< geometric means of times over all programs of a kind
  double size = 1;                  ///< geometric mean over all programs
  Extreme slowest, fastest;
  bool stays = false;  ///< without it, a program is slower by 2 % or the mean of a kind by 0.2 %
};

Summary summary_of(const Effect& effect, const std::vector<Program>& programs);

void print_head(const std::vector<Program>& programs);
void print_row(const Effect& effect, const Summary& summary);

/// The same rows as a file of comma-separated values, for docs/figures.
std::string to_csv(const std::vector<Effect>& effects, const std::vector<Program>& programs);

}  // namespace passes_bench
