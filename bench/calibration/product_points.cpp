// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/points.h"
#include "bench/calibration/sgemm.h"

namespace calibration {
namespace {

double sgemm_seconds(const timing::Parameters& parameters, unsigned row_parts, unsigned column_parts) {
  BenchChip chip(parameters, kSgemmBytes);
  add_sgemm(chip, SgemmKernel::serial, row_parts, column_parts);
  return chip.seconds(chip.run().total);
}

// ---- dot products along 363 (23 vectors), as pi-gemm computes the same matrix product

double dot_product_seconds() {
  constexpr std::uint32_t vectors = 23, columns = 3072, rows_run = 12, rows = 96;
  BenchChip chip(zero_250(), std::size_t{16} << 20);
  const std::uint32_t pitch = 64 * vectors;
  const BusAddress a = chip.allocate(pitch * rows + 128), b = chip.allocate(pitch * columns + 128);
  const BusAddress code = chip.program("dot_products.qasm");
  for (std::uint32_t qpu = 0; qpu < 12; ++qpu) {
    chip.add_qpu(code,
                 {(a + qpu * pitch).value(), b.value(), pitch, rows_run / 12, 12 * pitch, columns, vectors});
  }
  return chip.seconds(chip.run().total) * rows / rows_run;
}

// ---- V3DLib's matrix product

enum class Read { none, tmu, tmu_ahead, dma };

/// Seconds of d x d x d on so many QPUs: one pass over the streamed matrix for each row of the other, the
/// rows dealt to the QPUs. One pass of all QPUs is run; they are alike.
double stream_seconds(Read read, std::uint32_t d, std::uint32_t qpus) {
  BenchChip chip(pi3(300));
  const std::uint32_t vectors = d * d / 16;
  const BusAddress data = chip.allocate(64 * vectors + 256);
  const BusAddress code = chip.program("stream_product.qasm", {{"READ", static_cast<int>(read)}});
  for (std::uint32_t qpu = 0; qpu < qpus; ++qpu) {
    chip.add_qpu(code, {data.value(), vectors, 1, load_rows(1, qpu), vpm_read(1, qpu)});
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
         seconds, "14.4 V3DL", [=, n = qpus] { return stream_seconds(read, d, n); }, remark});
  }
}

}  // namespace

std::vector<Point> product_points() {
  std::vector<Point> points = {
      {"sgemm-1", "sgemm 96x363x3072, 1 QPU", "s", 0.23, "14.1 ART2",
       [] { return sgemm_seconds(zero_250(), 1, 1); }, "tiles along a row of C first"},
      {"sgemm-12", "sgemm 96x363x3072, 12 QPUs, split 2x6", "s", 0.026, "14.1 ART2",
       [] { return sgemm_seconds(zero_250(), 2, 6); }, "as above"},
      {"dot-products-12", "pi-gemm's loop, 14 instructions a step, 12 QPUs", "s", 0.21, "14.1 ART1, ART2",
       [] { return dot_product_seconds(); },
       "the loop only, results not stored; 12 of 96 rows run, the rest in proportion"},
  };
  add_stream(points, Read::none, "none", "nothing read", 512, {{1, 4.430 / 5}, {8, 0.519 / 5}}, "");
  add_stream(points, Read::none, "none", "nothing read", 576, {{12, 0.449 / 5}},
             "6.8 instructions a vector measured where 512 took 7.9: not the same loop");
  add_stream(points, Read::dma, "dma", "DMA of single rows", 512,
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
