// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "qpu/driver/board/vcsm_memory.h"
#include "tools/board/memory.h"

namespace quadcl::tools::simulated {

/// The driver behind /dev/vcsm.
class VcsmDriver {
 public:
  VcsmDriver(const Model& model, Sdram& sdram) : model_(model), sdram_(sdram) {}

  /// `argument` has the size that the number says. Returns 0 or an errno.
  int control(int file, std::uint32_t number, void* argument);
  /// Null if it is no handle.
  Buffer* buffer(std::uint32_t handle);
  /// Frees what was allocated by this descriptor.
  void close(int file);

 private:
  struct Row {
    int file;
    Buffer buffer;
    bool is_locked = false;
  };
  int allocate(int file, qpu::board::VcsmAllocation& request);
  int lock(const qpu::board::VcsmLock& request, bool is_locked);
  int bus_address(qpu::board::VcsmMap& request);
  int free(std::uint32_t handle);

  const Model& model_;
  Sdram& sdram_;
  std::map<std::uint32_t, Row> rows_;  ///< by handle
  std::uint32_t next_ = 1;
};

}  // namespace quadcl::tools::simulated
