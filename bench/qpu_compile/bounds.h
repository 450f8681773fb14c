// SPDX-License-Identifier: Apache-2.0
//
// What limits a workload on the modelled chip, whatever its code.
#pragma once

#include <vector>

#include "bench/qpu_compile/workload.h"
#include "core/program_image.h"
#include "qpu/timing/parameters.h"

namespace qpu_compile_bench {

/// Bytes of arrays that a case reads and writes: all of an array in each launch that takes it.
struct Traffic {
  double read = 0, written = 0;
};
Traffic traffic_of(const Workload& workload, const Case& a_case, const quadcl::ProgramImage& image);

struct Bound {
  const char* name = "";
  double seconds = 0;
  bool of_memory = false;
};

/// The time of each unit at the rates of the model:
/// - issue: an operation of each ALU for four lanes in a clock, on 12 QPUs
/// - SFU: a vector of 16 lanes on each of three slices
/// - TMU: lookups of lanes on six TMUs
/// - SDRAM: lines of 64 bytes
/// - store: rows of 64 bytes of the DMA engine; for each 4 KB, a page of SDRAM and a transfer, since QPUs
///   have no more of the VPM
std::vector<Bound> bounds(const Operations& operations, const Traffic& traffic,
                          const quadcl::qpu::timing::Parameters& parameters);

const Bound& largest(const std::vector<Bound>& bounds);

}  // namespace qpu_compile_bench
