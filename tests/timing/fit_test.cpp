// SPDX-License-Identifier: Apache-2.0

// The search for constants, on points whose times are formulas.

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/search.h"

using namespace calibration;

namespace {

double value_of(const std::string& constant) {
  double value = 0;
  for (const auto& [name, set] : BenchChip::overrides.constants) {
    if (name == constant) value = set;
  }
  return value;
}

/// A point for which the model takes `constant` seconds. The measured time is `seconds`.
Point point(std::string name, const std::string& constant, double seconds) {
  return {std::move(name), "", "s", seconds, "", [constant] { return value_of(constant); }};
}

}  // namespace

TEST_CASE("fit: the search finds the constants with which the points were measured") {
  Model model({point("one", "sdram_line", 25), point("two", "dma_page", 60)}, 1);
  const Constants found = search(model, {{"sdram_line", 18}, {"dma_page", 86}}, {0.2, 6});
  CHECK(found.at("sdram_line") == Approx(25).epsilon(0.02));
  CHECK(found.at("dma_page") == Approx(60).epsilon(0.02));
}

TEST_CASE("fit: a constant that counts something moves by ones") {
  Model model({point("one", "tmu_lines", 4.2)}, 1);
  CHECK(search(model, {{"tmu_lines", 2}}, {}).at("tmu_lines") == 4);
}

TEST_CASE("fit: two points that contradict each other meet in the middle") {
  Model model({point("one-1", "sdram_line", 16), point("two-1", "sdram_line", 25)}, 1);
  CHECK(search(model, {{"sdram_line", 18}}, {0.2, 6}).at("sdram_line") == Approx(20).epsilon(0.02));
}

TEST_CASE("fit: a program left out does not count") {
  Model model({point("one-1", "sdram_line", 16), point("two-1", "sdram_line", 25)}, 1);
  SearchOptions options{0.2, 6};
  options.without = "one";
  CHECK(search(model, {{"sdram_line", 18}}, options).at("sdram_line") == Approx(25).epsilon(0.02));
}

TEST_CASE("fit: each program counts once, however many points it has") {
  const std::vector<Point> points{point("one-1", "", 1), point("one-2", "", 1), point("two-1", "", 1)};
  const double e = std::exp(1);
  CHECK(error_of(points, {e, 1, 1}) == Approx(0.25));
  CHECK(error_of(points, {1, 1, e}) == Approx(0.5));
}

TEST_CASE("fit: the number of processes changes no result") {
  std::vector<Point> points;
  for (int i = 1; i <= 20; ++i) points.push_back(point("p-" + std::to_string(i), "sdram_line", i));
  Model alone(points, 1), many(points, 5);
  const std::vector<Variant> variants{{{{"sdram_line", 18}}}, {{{"sdram_line", 20}}}};
  CHECK(alone.ratios(variants) == many.ratios(variants));
  CHECK(alone.ratios(variants[1])[3] == Approx(20.0 / 4));
}

TEST_CASE("fit: a variant runs once, and a point that fails is an error") {
  const std::string runs = std::filesystem::temp_directory_path() / ("fit_test." + std::to_string(getpid()));
  std::ofstream(runs, std::ios::trunc).close();
  Point counted = point("one", "sdram_line", 1);
  counted.model = [runs] {
    std::ofstream(runs, std::ios::app) << 'x';
    return value_of("sdram_line");
  };
  Model model({counted}, 2);
  model.ratios(Constants{{"sdram_line", 18}});
  model.ratios({{{{"sdram_line", 18}}}, {{{"sdram_line", 20}}}, {{{"sdram_line", 20}}}});
  std::string text;
  std::ifstream(runs) >> text;
  std::filesystem::remove(runs);
  CHECK(text == "xx");

  Point failing = point("one", "sdram_line", 1);
  failing.model = []() -> double { throw std::runtime_error("no such job"); };
  Model broken({failing}, 1);
  CHECK_THROWS(broken.ratios(Constants{}));
}
