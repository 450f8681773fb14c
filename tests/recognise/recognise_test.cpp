// SPDX-License-Identifier: Apache-2.0
// Every kernel of positive/ is recognised, and every kernel of near_miss/ runs on the CPU. All results are
// the same without recognition.
#include <sstream>

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

BuiltKernel build_case(const Bench& bench, const CaseFile& file) {
  BuiltKernel kernel = build(bench.setup.context, file.source, file.options);
  INFO(kernel.log);
  REQUIRE(kernel.kernel.get() != nullptr);
  return kernel;
}

/// A product or a transpose runs on the QPUs.
void check_positive(const CaseFile& file) {
  const Bench bench;
  const BuiltKernel kernel = build_case(bench, file);
  INFO(kernel.recognition());
  REQUIRE(kernel.recognised());
  check_runs(bench, file, kernel);
}

/// The number N of "(line N: `...`)" at the end of a reason, and whether it quotes that line of the source.
bool quotes_its_line(const std::string& reason, const std::string& source) {
  const std::size_t start = reason.rfind("(line ");
  if (start == std::string::npos) return false;
  const int number = std::stoi(reason.substr(start + 6));
  std::istringstream lines(source);
  std::string line;
  for (int i = 0; i < number; ++i)
    if (!std::getline(lines, line)) return false;
  const std::size_t text = line.find_first_not_of(" \t");
  return text != std::string::npos && reason.find("`" + line.substr(text, 100), start) != std::string::npos;
}

/// A kernel that only looks like one keeps its meaning, and the reason names a place in it.
void check_near_miss(const CaseFile& file) {
  const Bench bench;
  const BuiltKernel kernel = build_case(bench, file);
  INFO(kernel.recognition());
  for (const Run& run : file.runs) CHECK_FALSE(run.on_qpu);
  CHECK(kernel.recognition().find(file.reason) != std::string::npos);
  if (kernel.recognised()) return check_runs(bench, file, kernel);
  CHECK(quotes_its_line(kernel.recognition(), file.source));
  for (const Run& run : file.runs)
    CHECK_FALSE(launch(bench.setup, bench.queue, kernel.kernel, file, run).on_qpu);
}

/// The test case of a file.
class FileCase final : public Catch::ITestInvoker {
 public:
  FileCase(std::string path, void (*check)(const CaseFile&)) : path_(std::move(path)), check_(check) {}

  void invoke() const override { check_(read_case(path_)); }

 private:
  const std::string path_;
  void (*const check_)(const CaseFile&);
};

/// A test case for each file of the folder, named after its path.
bool add_cases(const std::string& folder, void (*check)(const CaseFile&)) {
  for (const std::string& path : case_paths(QUADCL_RECOGNISE_CASES "/" + folder)) {
    const std::string name = folder + "/" + read_case(path).name;
    const Catch::AutoReg added(new FileCase(path, check), CATCH_INTERNAL_LINEINFO, "", {name, ""});
  }
  return true;
}

const bool added = add_cases("positive", check_positive) && add_cases("near_miss", check_near_miss);

}  // namespace
