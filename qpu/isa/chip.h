// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a chip has, on the Raspberry Pi 0 to 3 (docs/videocore4.md, The chip).
namespace quadcl::qpu {

constexpr unsigned kSlices = 3;
constexpr unsigned kQpusPerSlice = 4;
constexpr unsigned kQpus = kSlices * kQpusPerSlice;

}  // namespace quadcl::qpu
