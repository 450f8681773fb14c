// SPDX-License-Identifier: Apache-2.0
// One mutant: how it is made, and its results on both devices.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mutants/devices.h"
#include "mutants/tokens.h"

namespace recognise_test {

struct Mutant {
  std::string kernel;  ///< of the case it was made from
  std::vector<std::string> mutations;
  Source source;
  std::string options;
  LaunchPlan plan;
};

/// The material of mutants: kernels, and the kinds of changes; empty for all.
struct Material {
  std::vector<CaseFile> cases;
  std::vector<std::string> kinds;
};

/// The same for the same seed and material.
Mutant make_mutant(const Material& material, std::uint64_t seed);

enum class Verdict : std::uint8_t {
  not_built,
  not_recognised,
  refused,  ///< by clSetKernelArg or clEnqueueNDRangeKernel
  on_cpu,   ///< recognised, but the guard refuses the launch
  agrees,   ///< ran on the QPUs
  // The QPUs computed something else, and the source is undefined:
  /// Crashes or does not end on the CPU, but not with bounds on its subscripts and loops. docs/recognition.md
  /// explains 30 of these: none is a fault of the compiler.
  unbounded,
  crashes,         ///< or does not end, on the CPU, for an unknown reason
  writes_outside,  ///< of its buffers
  reads_outside,
  reads_unwritten,  ///< local or private memory
  races,            ///< the order of work-items changes the result
  // Something is wrong:
  disagrees,
  breaks,  ///< the compiler, or the QPU device
};
constexpr std::size_t kVerdicts = static_cast<std::size_t>(Verdict::breaks) + 1;
const char* name_of(Verdict verdict);
bool is_set_aside(Verdict verdict);
/// Whether the process that examined it is gone.
bool is_crash(Verdict verdict);
bool is_failure(Verdict verdict);

/// The stage of a trial, which decides on the meaning of a failure.
enum class Stage : std::uint8_t { build, cpu, qpu, probes };

struct Finding {
  Verdict verdict{};
  std::string difference;      ///< the first one, if there is any
  bool spoilt_memory = false;  ///< the process should end
};

/// An option for builds in a fraction of the time.
inline constexpr const char* kNotOptimised = " -cl-opt-disable";

class Laboratory {
 public:
  /// Calls `on_stage` before each stage of a trial.
  explicit Laboratory(std::function<void(Stage)> on_stage) : on_stage_(std::move(on_stage)) {}

  Finding examine(const Mutant& mutant);
  /// The CPU's results of a mutant that builds.
  Launched run_on_cpu(const Mutant& mutant);
  /// The CPU's results with bounds on subscripts and loops; empty if that does not build or run.
  std::optional<Launched> run_within_bounds(const Mutant& mutant);
  /// The reason why the source is undefined; `agrees` if none is found. `options`: further options for these
  /// builds.
  Verdict undefined(const Mutant& mutant, const Launched& wanted, const std::string& options = {});

 private:
  std::optional<Launched> probe(const Mutant& mutant, const std::string& text, const std::string& options,
                                unsigned margin);

  std::function<void(Stage)> on_stage_;
  Machine qpu_{CL_DEVICE_TYPE_GPU}, cpu_{CL_DEVICE_TYPE_CPU};
};

}  // namespace recognise_test
