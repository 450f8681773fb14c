// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace quadcl::tools::simulated {

/// What a board has and how it behaves: words of `key=value` in the file `board` of its folder. These are the
/// keys and their defaults.
struct Configuration {
  bool vcio = true, cma = true, vcsm = false, mem = true;  ///< 0: the file does not exist
  bool vcio_allowed = true, cma_allowed = true, mem_allowed = true;
  bool enables = true;              ///< the firmware lets programs use the QPUs
  bool reserves_vpm = false;        ///< enabling the QPUs gives user programs their rows of the VPM
  bool executes = true;             ///< execute QPU is answered
  bool loses_interrupt = false;     ///< the firmware does not see that a job has ended
  bool cma_cached = true;           ///< the kernel maps the memory with caches
  bool cma_cache_operation = true;  ///< the kernel has the operation on caches
  std::uint32_t cma_alias = 0xc;    ///< of the bus addresses that the kernel gives
  bool vcsm_cache_operation = true;
  std::uint32_t sdram_megabytes = 64;  ///< from physical address 0 on
  std::uint32_t first_megabyte = 0;    ///< of the memory that the kernel and the firmware give
  std::uint32_t gpu_megabytes = 64;    ///< what the firmware says of it
  std::uint32_t v3d_megahertz = 250;
  bool allocates = true;
  bool every_alias = false;   ///< QPUs reach memory at each alias of a board whose ARM goes past the VPU's L2
  bool cached_copies = true;  ///< /dev/mem without O_SYNC: a copy, as of memory that the kernel uses
  bool stale_caches = true;   ///< without a clear, a job sees memory as the last one left it
  std::uint32_t kill_in_job = 0;  ///< 1: the process dies in the middle of a job
  bool recovers = false;          ///< programs that hung have ended
  bool kernel_gives_up = false;   ///< on a job that hangs, before the firmware does
  bool message_errors = false;    ///< the firmware answers every message with an error
  bool ignores_power = false;     ///< V3D's registers stay without power
  std::uint32_t errors = 0;       ///< what ERRSTAT reads

  static Configuration of(const std::string& text);
};

constexpr std::uint32_t kPhysicalMask = 0x3fffffff;
constexpr std::uint32_t kDirectAlias = 0xc0000000;  ///< past the VPU's L2
constexpr std::uint32_t kL2Alias = 0x40000000, kCoherentAlias = 0x80000000;

/// The board by the files in its folder.
class Model {
 public:
  /// `changes`: the files may, and are read at each use.
  Model(std::string folder, bool changes);

  Configuration configuration() const;
  /// The ARM's way to memory goes through the VPU's L2.
  bool is_bcm2835() const;
  /// The alias of bus addresses that the kernel and the firmware give for memory that the ARM uses, too.
  std::uint32_t shared_alias() const { return is_bcm2835() ? kL2Alias : kDirectAlias; }
  /// The ARM's physical address of V3D's registers.
  std::uint32_t v3d() const { return peripherals() + 0xc00000; }
  std::uint32_t peripherals() const { return is_bcm2835() ? 0x20000000 : 0x3f000000; }

 private:
  std::string text_of(const char* path) const;
  bool looks_like_bcm2835() const;

  std::string folder_;
  std::optional<Configuration> configuration_;  ///< if it does not change
  std::optional<bool> is_bcm2835_;
};

}  // namespace quadcl::tools::simulated
