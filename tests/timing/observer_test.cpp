// SPDX-License-Identifier: Apache-2.0

// Observers see the same with time as without.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "qpu/asm/assembler.h"
#include "qpu/timing/timed_run.h"

namespace {

using namespace quadcl;
using namespace quadcl::qpu::emulator;
namespace timing = quadcl::qpu::timing;

/// The name of each event with what tells it apart. A model of time decides how often a QPU tries an
/// instruction, so that tries are left out.
class Recorder final : public Observer {
 public:
  std::vector<std::string> events;

  void retired(const Qpu&, const Operation& o) override { add("retired", o.address); }
  void program_finished(const Qpu&) override { add("finished"); }
  void uniforms_address_written(const Qpu&, BusAddress a) override { add("uniforms", a.value()); }
  void configuration_taken(const Qpu&, std::uint32_t word) override { add("configuration", word); }
  void tmu_requested(const Qpu&, unsigned tmu, const LaneVector& a) override {
    add("request", tmu, a.lane[0]);
  }
  void tmu_received(const Qpu&, unsigned tmu) override { add("received", tmu); }
  void vpm_read_set_up(const Qpu&, std::uint32_t s, bool accepted) override {
    add("read set-up", s, accepted);
  }
  void vpm_write_set_up(const Qpu&, std::uint32_t s) override { add("write set-up", s); }
  void vpm_read(const Qpu&, const VpmBlock& b) override { add("read", b.address); }
  void vpm_written(const Qpu&, const VpmBlock& b) override { add("written", b.address); }
  void dma_load_started(const Qpu&, const DmaTransfer& t) override { add("load", t.memory.value()); }
  void dma_store_started(const Qpu&, const DmaTransfer& t) override { add("store", t.memory.value()); }
  void dma_load_waited(const Qpu&) override { add("load waited"); }
  void dma_store_waited(const Qpu&) override { add("store waited"); }
  void mutex_acquired(const Qpu&) override { add("acquired"); }
  void mutex_released(const Qpu&) override { add("released"); }
  void semaphore_changed(const Qpu&, unsigned n, unsigned value) override { add("semaphore", n, value); }
  void host_interrupted(const Qpu&) override { add("interrupt"); }

 private:
  void add(const std::string& name, std::uint32_t a = 0, std::uint32_t b = 0) {
    events.push_back(name + " " + std::to_string(a) + " " + std::to_string(b));
  }
};

constexpr std::uint32_t kBase = 0xC0000000u;

/// Does everything that an observer is told of.
constexpr const char* kProgram = R"(
.include <vc4.qinc>
.set base, 0xC0000000
.set image, base + 0x1000
:start
    ldi unif_addr, base + (:uniforms - :start)
    nop
    nop
    mov t0s, unif
    ldtmu0
    mov t0t, 0
    mov t0s, 0
    ldtmu0
    mov vr_setup, vdr_setup_0(0, 16, 1, vdr_h32(1, 0, 0))
    mov vr_setup, vdr_setup_1(64)
    mov vr_addr, r4
    read vr_wait
    mov vr_setup, vpm_setup(1, 1, h32(0))
    mov vw_setup, vpm_setup(1, 1, h32(1))
    nop
    nop
    mov vpm, vpm
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(1, 0))
    mov vw_setup, vdw_setup_1(0)
    read mutex
    ldi vw_addr, image
    read vw_wait
    mov mutex, 0
    srel -, 3
    sacq -, 3
    mov interrupt, 1
    thrend
    nop
    nop
.align 64
:uniforms
    .int image, image, 8 << 8 | 8 << 20 | 1 << 7 | 1 << 4
)";

std::vector<std::string> events_of(bool timed) {
  const auto code = quadcl::qpu::assembly::assemble(kProgram, "test");
  REQUIRE(code.ok());
  std::vector<std::byte> memory(8192);
  std::copy(code.bytes.begin(), code.bytes.end(), reinterpret_cast<std::uint8_t*>(memory.data()));
  // The texels, and the word that the first lookup reads: an address to load from.
  for (std::size_t i = 4096; i < memory.size(); i += 4) {
    const std::uint32_t address = kBase + 4096;
    std::memcpy(memory.data() + i, &address, sizeof address);
  }
  BusMap map;
  map.add({BusAddress(kBase), static_cast<std::uint32_t>(memory.size()), memory.data()});
  const std::vector<quadcl::qpu::QpuProgram> programs = {{BusAddress(kBase), BusAddress(kBase + 4096)}};
  Recorder recorder;
  Machine machine;
  RunOutcome outcome;
  if (timed) {
    timing::TimeReport report;
    timing::Instruments instruments;
    instruments.observer = &recorder;
    outcome = timing::run_timed(machine, programs, map, 1000, timing::Parameters(timing::Board::zero), report,
                                instruments);
  } else {
    outcome = machine.run(programs, map, {.instruction_limit = 1000, .observer = &recorder});
  }
  INFO((outcome.error ? outcome.error->message : ""));
  CHECK_FALSE(outcome.error.has_value());
  return recorder.events;
}

}  // namespace

TEST_CASE("An observer sees every event in modelled time, too") {
  const auto untimed = events_of(false);
  CHECK(events_of(true) == untimed);
  for (const char* name : {"retired", "finished", "uniforms", "configuration", "request", "received",
                           "read set-up", "write set-up", "read", "written", "load", "store", "load waited",
                           "store waited", "acquired", "released", "semaphore", "interrupt"}) {
    INFO(name);
    CHECK(std::any_of(untimed.begin(), untimed.end(),
                      [&](const std::string& event) { return event.starts_with(std::string(name) + " "); }));
  }
}
