// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/counters.h"

namespace quadcl::qpu::timing {

namespace {

constexpr CounterInfo kCounterTable[kCounters] = {
    {"FEP: valid primitives that result in no rendered pixels", false},
    {"FEP: valid primitives", false},
    {"FEP: early-Z or clipped quads", false},
    {"FEP: valid quads", false},
    {"TLB: quads with no pixel passing the stencil test", false},
    {"TLB: quads with no pixel passing the Z and stencil tests", false},
    {"TLB: quads with a pixel passing the Z and stencil tests", false},
    {"TLB: quads with zero coverage", false},
    {"TLB: quads with non-zero coverage", false},
    {"TLB: quads with valid pixels written to the colour buffer", false},
    {"PTB: primitives outside the viewport", false},
    {"PTB: primitives that need clipping", false},
    {"PSE: primitives that are reversed", false},
    {"QPU: clocks idle, all QPUs", true},
    {"QPU: clocks on vertex and coordinate shading", false},
    {"QPU: clocks on fragment shading", false},
    {"QPU: clocks executing valid instructions, all QPUs", true},
    {"QPU: clocks stalled on TMUs, all QPUs", true},
    {"QPU: clocks stalled on the scoreboard", false},
    {"QPU: clocks stalled on varyings", false},
    {"instruction cache: hits (instructions executed)", true},
    {"instruction cache: misses (lines fetched)", true},
    {"uniform cache: hits (words moved to the FIFOs)", true},
    {"uniform cache: misses (lines fetched)", true},
    {"TMU: words looked up (16 a request)", true},
    {"TMU: cache misses (lines)", true},
    {"VPM: clocks the DMA store engine waits for the VPM", true},
    {"VPM: clocks the DMA load engine waits for the VPM", true},
    {"L2C: hits", true},
    {"L2C: misses (lines from memory)", true},
};

}  // namespace

std::span<const CounterInfo, kCounters> counter_table() { return kCounterTable; }

}  // namespace quadcl::qpu::timing
