// SPDX-License-Identifier: Apache-2.0
#include "bench/calibration/search.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "qpu/timing/parameters.h"

namespace calibration {

namespace {

namespace timing = quadcl::qpu::timing;

constexpr double kProgress = 0.999;  ///< a move must lower the error to this fraction

bool is_whole(const std::string& constant) {
  for (const timing::ParameterInfo& row : timing::parameter_table()) {
    if (row.name == constant) return row.unit == timing::Unit::number || row.unit == timing::Unit::bytes;
  }
  return false;
}

/// By how many steps each constant moves, from -1 to 1.
using Move = std::map<std::string, double>;

Constants moved(Constants constants, const Move& move, double step) {
  for (const auto& [name, steps] : move) constants[name] = stepped(name, constants[name], step, steps);
  return constants;
}

/// The ratios one step away from a place, and estimates of ratios in between.
class Surroundings {
 public:
  Surroundings(Model& model, const Constants& place, double step, const std::string& without)
      : model_(model), without_(without), here_(model.ratios(place)) {
    for (const auto& [name, value] : place) {
      for (const double steps : {-1.0, 1.0}) {
        moves_.push_back({{name, steps}});
        variants_.push_back({moved(place, moves_.back(), step)});
      }
    }
    ratios_ = model.ratios(variants_);
  }

  /// One for each constant and direction.
  const std::vector<Move>& single_moves() const { return moves_; }

  /// The move with the least estimated error. One constant after the other takes its best value, until none
  /// has a better one.
  Move best_move() const {
    Move best;
    double least = estimate(best);
    for (bool better = true; better;) {
      better = false;
      for (const Move& single : moves_) {
        const std::string& name = single.begin()->first;
        for (int quarter = -4; quarter <= 4; ++quarter) {
          if (is_whole(name) && quarter % 4 != 0) continue;
          Move tried = best;
          tried[name] = quarter / 4.0;
          const double error = estimate(tried);
          if (error >= least) continue;
          least = error, best = tried, better = true;
        }
      }
    }
    return best;
  }

 private:
  double estimate(const Move& move) const {
    Ratios ratios = here_;
    for (std::size_t m = 0; m < moves_.size(); ++m) {
      const auto& [name, direction] = *moves_[m].begin();
      const auto found = move.find(name);
      if (found == move.end() || found->second * direction <= 0) continue;
      for (std::size_t i = 0; i < ratios.size(); ++i)
        ratios[i] *= std::pow(ratios_[m][i] / here_[i], std::abs(found->second));
    }
    return error_of(model_.points(), ratios, without_);
  }

  const Model& model_;
  const std::string& without_;
  Ratios here_;
  std::vector<Move> moves_;
  std::vector<Variant> variants_;
  std::vector<Ratios> ratios_;  ///< by move
};

Move half_of(const Move& move) {
  Move half;
  for (const auto& [name, steps] : move) {
    if (!is_whole(name)) half[name] = steps / 2;
  }
  return half;
}

/// The best place to go on from; `place` itself if there is no better one.
Constants next_place(Model& model, const Constants& place, double step, const std::string& without) {
  const Surroundings around(model, place, step, without);
  std::vector<Move> moves = around.single_moves();
  const Move estimated = around.best_move();
  moves.insert(moves.end(), {estimated, half_of(estimated)});
  std::vector<Variant> variants;
  for (const Move& move : moves) variants.push_back({moved(place, move, step)});
  const std::vector<Ratios> ratios = model.ratios(variants);
  Constants best = place;
  double least = kProgress * error_of(model.points(), model.ratios(place), without);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const double error = error_of(model.points(), ratios[i], without);
    if (error < least) least = error, best = variants[i].constants;
  }
  return best;
}

void print_progress(Model& model, const Constants& place, double step, const std::string& without) {
  const double error = error_of(model.points(), model.ratios(place), without);
  std::fprintf(stderr, "  step %.3g: %.2f %%:", step, 100 * std::sqrt(error));
  for (const auto& [name, value] : place) std::fprintf(stderr, " %s=%.4g", name.c_str(), value);
  std::fprintf(stderr, "\n");
}

}  // namespace

double error_of(const std::vector<Point>& points, const Ratios& ratios, const std::string& without) {
  std::map<std::string, std::pair<double, int>> programs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string program = program_of(points[i]);
    if (program == without) continue;
    programs[program].first += std::pow(std::log(ratios[i]), 2);
    ++programs[program].second;
  }
  double sum = 0;
  for (const auto& [name, entry] : programs) sum += entry.first / entry.second;
  return sum / static_cast<double>(programs.size());
}

double stepped(const std::string& constant, double value, double step, double steps) {
  if (is_whole(constant)) return std::max(1.0, value + steps);
  return value * std::pow(1 + step, steps);
}

Constants search(Model& model, const Constants& start, const SearchOptions& options) {
  Constants place = start;
  double step = options.step;
  int moves = 0;
  for (int round = 0; round < options.rounds && moves < options.moves;) {
    if (options.progress) print_progress(model, place, step, options.without);
    const Constants next = next_place(model, place, step, options.without);
    if (next == place) {
      ++round, step /= 2;
    } else {
      ++moves, place = next;
    }
  }
  return place;
}

}  // namespace calibration
