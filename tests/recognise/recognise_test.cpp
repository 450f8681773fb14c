// SPDX-License-Identifier: Apache-2.0
// Every kernel of positive/ is recognised and every kernel of near_miss/ runs on the CPU; all compute what
// they compute without recognition.
#include "launches.h"

using namespace recognise_test;

namespace {

struct Bench {
  api::Setup setup;
  api::Queue queue = api::make_queue(setup.context, CL_QUEUE_PROFILING_ENABLE);
};

void check_runs(const Bench& bench, const CaseFile& file, const BuiltKernel& recognised) {
  const BuiltKernel plain = build(bench.setup.context, file.source, file.options + " -quadcl-no-recognise");
  REQUIRE(plain.kernel.get() != nullptr);
  CHECK_FALSE(plain.recognised());
  const bool moves_only = recognised.recognition().starts_with("transpose");
  for (const Run& run : file.runs) {
    INFO(run.text);
    const Result found = launch(bench.setup, bench.queue, recognised.kernel, file, run);
    const Result wanted = launch(bench.setup, bench.queue, plain.kernel, file, run);
    REQUIRE(found.launched);
    REQUIRE(wanted.launched);
    CHECK_FALSE(wanted.on_qpu);
    CHECK(found.on_qpu == run.on_qpu);
    if (!run.is_defined) continue;
    const double allowed = found.on_qpu && !moves_only ? allowed_error(file, run) : 0;
    CHECK(difference(found, wanted, allowed) == "");
  }
}

}  // namespace

TEST_CASE("kernels that are products and transposes run on the QPUs") {
  const Bench bench;
  for (const std::string& path : case_paths(QUADCL_RECOGNISE_CASES "/positive")) {
    const CaseFile file = read_case(path);
    const BuiltKernel kernel = build(bench.setup.context, file.source, file.options);
    INFO(file.name << ": " << kernel.log);
    REQUIRE(kernel.kernel.get() != nullptr);
    INFO(kernel.recognition());
    CHECK(kernel.recognised());
    if (kernel.recognised()) check_runs(bench, file, kernel);
  }
}

TEST_CASE("kernels that only look like products and transposes keep their meaning") {
  const Bench bench;
  for (const std::string& path : case_paths(QUADCL_RECOGNISE_CASES "/near_miss")) {
    const CaseFile file = read_case(path);
    const BuiltKernel kernel = build(bench.setup.context, file.source, file.options);
    INFO(file.name << ": " << kernel.log);
    REQUIRE(kernel.kernel.get() != nullptr);
    INFO(kernel.recognition());
    for (const Run& run : file.runs) CHECK_FALSE(run.on_qpu);
    if (kernel.recognised()) {
      check_runs(bench, file, kernel);
    } else {
      for (const Run& run : file.runs)
        CHECK_FALSE(launch(bench.setup, bench.queue, kernel.kernel, file, run).on_qpu);
    }
  }
}
