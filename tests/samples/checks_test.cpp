// SPDX-License-Identifier: Apache-2.0
// The samples' checks: results that they accept, and results that must fail.
#include "samples/common/matrices.h"
#include "samples/common/svg.h"
#include "samples/compare_devices/charts.h"
#include "samples/compare_devices/result.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

namespace {

using sample::RanOn;

struct Product {
  sample::Matrix a = sample::random_matrix(7, 9, 1), b = sample::random_matrix(9, 5, 2), c{7, 5, {}};

  Product() {
    for (std::size_t i = 0; i < 7; ++i) {
      for (std::size_t j = 0; j < 5; ++j) {
        float sum = 0;
        for (std::size_t l = 0; l < 9; ++l) sum += a.row(i)[l] * b.row(l)[j];
        c.elements.push_back(sum);
      }
    }
  }
  bool passes() const { return sample::is_product(a, b, c); }
};

Report report_of(const Result& result) { return {64, 3, 24, {result}}; }

}  // namespace

TEST_CASE("a correct product passes") { CHECK(Product().passes()); }

TEST_CASE("a product with one wrong element does not pass") {
  for (std::size_t at = 0; at < 35; ++at) {
    Product product;
    product.c.elements[at] += 1;
    CHECK_FALSE(product.passes());
  }
}

TEST_CASE("two wrong elements do not make up for each other") {
  Product product;
  product.c.elements[3] += 1;
  product.c.elements[4] -= 1;
  CHECK_FALSE(product.passes());
}

TEST_CASE("what is no whole number is no product") {
  for (const float value :
       {0.5f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity(), 1e30f}) {
    Product product;
    product.c.elements[11] = value;
    CHECK_FALSE(product.passes());
  }
}

TEST_CASE("the elements of random matrices are whole numbers of which some are not zero") {
  const sample::Matrix matrix = sample::random_matrix(30, 30, 3);
  float smallest = 0, largest = 0;
  for (const float element : matrix.elements) {
    CHECK(element == static_cast<float>(static_cast<int>(element)));
    smallest = std::min(smallest, element);
    largest = std::max(largest, element);
  }
  CHECK(smallest == -4);
  CHECK(largest == 4);
}

TEST_CASE("names of devices cannot break the page") {
  CHECK(svg::escape("A&B <\"x\">") == "A&amp;B &lt;&quot;x&quot;&gt;");
  const std::string page =
      to_html(report_of({"<script>alert(1)</script>", "triad", {RanOn::device, 1, {}}, 2, 12, true}));
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("&lt;script&gt;") != std::string::npos);
}

TEST_CASE("a result that failed says so in the page and the JSON file") {
  const Report report = report_of({"device", "triad", {RanOn::device, 1, {}}, 2, 12, false});
  CHECK(to_html(report).find("<td>FAILED</td>") != std::string::npos);
  CHECK(to_json(report).find("\"passed\": false") != std::string::npos);
}

TEST_CASE("the time of an emulation is never drawn or called measured") {
  const Report report = report_of({"device", "sgemm", {RanOn::qpu_emulator, 4, 2}, 8e9, 1e9, true});
  const std::string page = to_html(report), json = to_json(report);
  CHECK(page.find("Speed, measured") == std::string::npos);
  CHECK(page.find("4 GFLOPS") != std::string::npos);  // 8e9 operations in the chip's 2 seconds
  CHECK(page.find(">2 GFLOPS") == std::string::npos);
  CHECK(json.find("measured_seconds") == std::string::npos);
  CHECK(json.find("\"emulation_seconds\": 4") != std::string::npos);
  CHECK(json.find("\"modelled_chip_seconds\": 2") != std::string::npos);
}

TEST_CASE("a device has the same colour in every chart") {
  Report report = report_of({"one", "triad", {RanOn::device, 1, {}}, 2, 12, true});
  report.results.push_back({"two", "transpose", {RanOn::device, 1, {}}, 0, 12, true});
  const std::string page = to_html(report);
  // The colour is in the legend's square before the name; "two" is alone in its chart.
  const auto colour_before = [&](const std::string& name) {
    return page.substr(page.rfind("fill=\"#", page.find(">" + name + "</text>")), 14);
  };
  CHECK(colour_before("one") != colour_before("two"));
}

TEST_CASE("charts of a run without results are no charts") {
  const std::string page = to_html({64, 3, 0, {}});
  CHECK(page.find("<svg") == std::string::npos);
  CHECK(page.find("nan") == std::string::npos);
}
