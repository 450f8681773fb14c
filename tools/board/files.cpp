// SPDX-License-Identifier: Apache-2.0
#include "tools/board/files.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <system_error>

#include "tools/board/configuration.h"

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
  std::uint32_t peripherals;  ///< the ARM's address
  std::uint32_t alias;        ///< of bus addresses that the ARM and the VideoCore share
};

constexpr std::array kRows{
    Row{timing::Board::pi1, "Raspberry Pi Model B Rev 2", "raspberrypi,model-b", "brcm,bcm2835", "000e", 512,
        0x20000000, kL2Alias},
    Row{timing::Board::zero, "Raspberry Pi Zero Rev 1.3", "raspberrypi,model-zero", "brcm,bcm2835", "900093",
        512, 0x20000000, kL2Alias},
    Row{timing::Board::pi2, "Raspberry Pi 2 Model B Rev 1.1", "raspberrypi,2-model-b", "brcm,bcm2836",
        "a01041", 1008, 0x3f000000, kDirectAlias},
    Row{timing::Board::pi3, "Raspberry Pi 3 Model B Rev 1.2", "raspberrypi,3-model-b", "brcm,bcm2837",
        "a02082", 1008, 0x3f000000, kDirectAlias},
};

const Row& row_of(timing::Board board) {
  for (const Row& row : kRows)
    if (row.board == board) return row;
  std::abort();
}

/// As the device tree has numbers: the high byte first.
std::string cells(std::initializer_list<std::uint32_t> values) {
  std::string bytes;
  for (const std::uint32_t value : values)
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

void write_file(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string make_folder() {
  std::string name = fs::absolute(fs::temp_directory_path() / "qpu-board.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  return name;
}

std::string configuration(const Row& row, const BoardChoice& choice) {
  std::string words = "every_alias=1 reserves_vpm=1 cached_copies=0";
  const auto add = [&](const char* key, std::uint32_t value) {
    words += std::string(" ") + key + '=' + std::to_string(value);
  };
  add("sdram_megabytes", row.megabytes);
  add("first_megabyte", row.megabytes - choice.gpu_megabytes);
  add("gpu_megabytes", choice.gpu_megabytes);
  add("v3d_megahertz", static_cast<std::uint32_t>(choice.parameters.v3d_mhz()));
  add("cma_alias", row.alias >> 28);
  add("stale_caches", choice.has_stale_caches ? 1 : 0);
  add("vcsm", choice.has_vcsm ? 1 : 0);
  add("cma", choice.has_vcsm ? 0 : 1);
  return words + '\n';
}

}  // namespace

BoardFiles::BoardFiles(const BoardChoice& choice) : folder_(make_folder()) {
  const Row& row = row_of(choice.parameters.board());
  write_file(folder_ + "/proc/device-tree/model", row.model + std::string(1, '\0'));
  write_file(folder_ + "/proc/device-tree/compatible",
             row.compatible + std::string(1, '\0') + row.soc + std::string(1, '\0'));
  write_file(folder_ + "/proc/device-tree/soc/ranges", cells({0x7e000000, row.peripherals, 0x1000000}));
  const std::uint32_t bytes = row.megabytes << 20;
  write_file(folder_ + "/proc/device-tree/axi/vc_mem/reg",
             cells({bytes - (choice.gpu_megabytes << 20), bytes, row.alias}));
  write_file(folder_ + "/proc/meminfo",
             "MemTotal:       " + std::to_string((row.megabytes - choice.gpu_megabytes) * 1024) +
                 " kB\nCmaTotal:       " + std::to_string(choice.gpu_megabytes * 1024) + " kB\n");
  write_file(folder_ + "/proc/cpuinfo", "Hardware\t: BCM2835\nRevision\t: " + std::string(row.revision) +
                                            "\nModel\t\t: " + row.model + "\n");
  // The device tree's other name.
  fs::create_directories(folder_ + "/sys/firmware/devicetree");
  fs::create_directory_symlink("../../../proc/device-tree", folder_ + "/sys/firmware/devicetree/base");
  write_file(folder_ + "/board", configuration(row, choice));
  fs::create_directories(folder_ + "/run/lock");
}

BoardFiles::~BoardFiles() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace quadcl::tools::simulated
