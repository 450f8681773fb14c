// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/points.h"

namespace calibration {
namespace {

// ---- V3DLib's matrix product

enum class Read { none, tmu, tmu_ahead, dma };

// Set-up words as V3DLib's: 16 rows of one word that follow each other in memory, down a column of the VPM.
constexpr std::uint32_t kLoadPitch4 = 0x90000004u, kLoadWords = 0x80101000u, kReadColumn = 0x00101200u;

/// Seconds of d x d x d on so many QPUs: one pass over the streamed matrix for each row of the other, the
/// rows dealt to the QPUs. One pass of all QPUs is run; they are alike.
double stream_seconds(Read read, std::uint32_t d, std::uint32_t qpus) {
  BenchChip chip(pi3(300));
  const std::uint32_t vectors = d * d / 16;
  const BusAddress data = chip.allocate(64 * vectors + 256);
  const BusAddress code = chip.program("stream_product.qasm", {{"READ", static_cast<int>(read)}});
  for (std::uint32_t qpu = 0; qpu < qpus; ++qpu) {
    chip.add_qpu(code, {data.value(), vectors, 1, kLoadPitch4, kLoadWords | qpu, kReadColumn | qpu});
  }
  const std::uint32_t passes = (d + qpus - 1) / qpus;
  return chip.seconds(chip.run().total) * passes;
}

void add_stream(std::vector<Point>& points, Read read, const char* name, const char* what, std::uint32_t d,
                std::initializer_list<std::pair<std::uint32_t, double>> measured, const char* remark) {
  for (const auto& [qpus, seconds] : measured) {
    points.push_back(
        {"product-" + std::string(name) + "-" + std::to_string(d) + "-" + std::to_string(qpus),
         "matrix product " + std::to_string(d) + ", " + what + ", " + std::to_string(qpus) + " QPUs", "s",
         seconds, "V3DL", [=, n = qpus] { return stream_seconds(read, d, n); }, remark});
  }
}

}  // namespace

std::vector<Point> product_points() {
  std::vector<Point> points;
  add_stream(points, Read::none, "none", "nothing read", 512, {{1, 4.430 / 5}, {8, 0.519 / 5}}, "");
  add_stream(points, Read::none, "none", "nothing read", 576, {{12, 0.449 / 5}},
             "6.8 instructions a vector measured where 512 took 7.9: not the same loop");
  add_stream(points, Read::dma, "dma", "DMA of 16 words", 512,
             {{1, 7.685636}, {2, 5.372833}, {3, 5.302814}, {4, 5.281491}, {12, 5.348452}}, "");
  add_stream(points, Read::tmu, "tmu", "TMU without prefetch", 512,
             {{1, 3.737733}, {2, 1.870399}, {4, 0.935308}, {8, 0.475694}, {9, 0.423856}}, "");
  add_stream(points, Read::tmu_ahead, "ahead", "TMU three vectors ahead", 512,
             {{1, 1.283916}, {2, 0.944101}, {4, 0.472496}, {8, 0.243976}}, "");
  add_stream(points, Read::tmu_ahead, "ahead", "TMU three vectors ahead", 576,
             {{1, 1.782654}, {2, 1.323425}, {3, 0.872337}, {6, 0.457605}, {12, 0.228797}}, "");
  return points;
}

}  // namespace calibration
