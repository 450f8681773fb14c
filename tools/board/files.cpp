// SPDX-License-Identifier: Apache-2.0
#include "tools/board/files.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace quadcl::tools::simulated {

namespace timing = qpu::timing;
namespace fs = std::filesystem;

namespace {

struct Row {
  timing::Board board;
  const char* model;
  const char* compatible;
  const char* soc;
  const char* revision;
  std::uint32_t megabytes;
  std::array<unsigned char, 12>
      ranges;  ///< of the peripherals: on the bus, of the ARM, bytes; the high byte first
};

constexpr std::array<unsigned char, 12> kRanges2835{0x7e, 0, 0, 0, 0x20, 0, 0, 0, 1, 0, 0, 0};
constexpr std::array<unsigned char, 12> kRanges2836{0x7e, 0, 0, 0, 0x3f, 0, 0, 0, 1, 0, 0, 0};

constexpr std::array kRows{
    Row{timing::Board::pi1, "Raspberry Pi Model B Rev 2", "raspberrypi,model-b", "brcm,bcm2835", "000e", 512,
        kRanges2835},
    Row{timing::Board::zero, "Raspberry Pi Zero Rev 1.3", "raspberrypi,model-zero", "brcm,bcm2835", "900093",
        512, kRanges2835},
    Row{timing::Board::pi2, "Raspberry Pi 2 Model B Rev 1.1", "raspberrypi,2-model-b", "brcm,bcm2836",
        "a01041", 1008, kRanges2836},
    Row{timing::Board::pi3, "Raspberry Pi 3 Model B Rev 1.2", "raspberrypi,3-model-b", "brcm,bcm2837",
        "a02082", 1008, kRanges2836},
};

const Row& row_of(timing::Board board) {
  for (const Row& row : kRows)
    if (row.board == board) return row;
  std::abort();
}

void write(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string make_folder() {
  std::string name = (fs::temp_directory_path() / "qpu-board.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  return name;
}

std::string configuration(const Row& row, const timing::Parameters& parameters, std::uint32_t gpu_megabytes,
                          bool has_stale_caches) {
  return "sdram_megabytes=" + std::to_string(row.megabytes) +
         " first_megabyte=" + std::to_string(row.megabytes - gpu_megabytes) +
         " gpu_megabytes=" + std::to_string(gpu_megabytes) +
         " v3d_megahertz=" + std::to_string(static_cast<int>(parameters.v3d_mhz())) +
         " reserves_vpm=1 cached_copies=0 stale_caches=" + (has_stale_caches ? "1\n" : "0\n");
}

}  // namespace

std::uint32_t memory_megabytes(timing::Board board) { return row_of(board).megabytes; }

BoardFiles::BoardFiles(const timing::Parameters& parameters, std::uint32_t gpu_megabytes,
                       bool has_stale_caches)
    : folder_(make_folder()) {
  const Row& row = row_of(parameters.board());
  write(folder_ + "/proc/device-tree/model", row.model + std::string(1, '\0'));
  write(folder_ + "/proc/device-tree/compatible",
        row.compatible + std::string(1, '\0') + row.soc + std::string(1, '\0'));
  write(folder_ + "/proc/device-tree/soc/ranges", {row.ranges.begin(), row.ranges.end()});
  write(folder_ + "/proc/meminfo",
        "MemTotal:       " + std::to_string((row.megabytes - gpu_megabytes) * 1024) +
            " kB\nCmaTotal:       " + std::to_string(gpu_megabytes * 1024) + " kB\n");
  write(folder_ + "/proc/cpuinfo",
        "Hardware\t: BCM2835\nRevision\t: " + std::string(row.revision) + "\nModel\t\t: " + row.model + "\n");
  write(folder_ + "/board", configuration(row, parameters, gpu_megabytes, has_stale_caches));
  fs::create_directories(folder_ + "/run/lock");
}

BoardFiles::~BoardFiles() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace quadcl::tools::simulated
