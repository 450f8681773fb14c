// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/points.h"

namespace calibration {
namespace {

// ---- V3DLib's Rot3D

enum class Load { tmu, dma };
enum class Work { split, repeated };
struct Rotation {
  const char* name;
  const char* what;
  std::uint32_t points;
  std::uint32_t share;  ///< one in so many points is run
  Load load;
  Work work;
  bool ahead = false;  ///< the next vectors' TMU loads are under way
};

double rotation_seconds(const Rotation& rotation, std::uint32_t qpus) {
  BenchChip chip(pi3(300), std::size_t{32} << 20);
  const std::uint32_t vectors = rotation.points / 16 / rotation.share;
  const BusAddress x = chip.allocate(64 * vectors + 4096), y = chip.allocate(64 * vectors + 4096);
  const BusAddress code =
      chip.program("rotate_points.qasm", {{"DMA", rotation.load == Load::dma}, {"AHEAD", rotation.ahead}});
  const bool split = rotation.work == Work::split;
  const std::uint32_t parts = split ? qpus : 1;
  for (std::uint32_t qpu = 0; qpu < qpus; ++qpu) {
    const std::uint32_t first = split ? 64 * qpu : 0;
    chip.add_qpu(code, {(x + first).value(), (y + first).value(), vectors / parts, 64 * parts, qpu});
  }
  return chip.seconds(chip.run().total) * rotation.share;
}

void add_rotation(std::vector<Point>& points, const Rotation& rotation,
                  std::initializer_list<std::pair<std::uint32_t, double>> measured) {
  for (const auto& [qpus, seconds] : measured) {
    points.push_back({"rot3d-" + std::string(rotation.name) + "-" + std::to_string(qpus),
                      std::to_string(rotation.points) + " points rotated, " + rotation.what + ", " +
                          std::to_string(qpus) + " QPUs",
                      "s", seconds, "V3DL", [=, n = qpus] { return rotation_seconds(rotation, n); },
                      rotation.share > 1 ? "one point in 8 is run, the rest in proportion" : ""});
  }
}

}  // namespace

std::vector<Point> stream_points() {
  std::vector<Point> points;
  constexpr std::uint32_t many = 1024000, few = 192000;
  add_rotation(points, {"tmu", "TMU loads, split", many, 8, Load::tmu, Work::split},
               {{1, 0.115114}, {2, 0.074205}, {4, 0.068838}, {8, 0.068860}, {12, 0.068878}});
  add_rotation(points, {"dma", "DMA loads, split", many, 8, Load::dma, Work::split},
               {{1, 0.169547}, {2, 0.095414}, {4, 0.082130}, {8, 0.082325}, {12, 0.082253}});
  add_rotation(points, {"tmu-all", "TMU loads, each QPU does all", many, 8, Load::tmu, Work::repeated},
               {{1, 0.116388}, {2, 0.143072}, {4, 0.273717}, {8, 0.546734}, {12, 0.819782}});
  add_rotation(points, {"dma-all", "DMA loads, each QPU does all", many, 8, Load::dma, Work::repeated},
               {{1, 0.170312}, {2, 0.193194}, {4, 0.326194}, {8, 0.652056}, {12, 0.978683}});
  add_rotation(points, {"kernel1", "DMA loads", few, 1, Load::dma, Work::split}, {{1, 0.032531}});
  add_rotation(points, {"kernel2", "TMU loads one vector ahead", few, 1, Load::tmu, Work::split, true},
               {{1, 0.015441}, {4, 0.013367}, {8, 0.013368}, {12, 0.013386}});
  return points;
}

}  // namespace calibration
