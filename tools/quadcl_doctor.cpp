// SPDX-License-Identifier: Apache-2.0

// quadcl-doctor: says whether the QPUs of this machine can be used, and tries them (docs/qpu-tools.md).

#include <sys/utsname.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "core/log.h"
#include "core/options.h"
#include "qpu/driver/board/board_executor.h"
#include "qpu/driver/board/mailbox.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/timing/counters.h"
#include "tools/command_line.h"
#include "tools/compiler_path.h"
#include "tools/selftest.h"
#include "tools/selftest_kernels.h"

namespace {

namespace board = quadcl::qpu::board;
namespace tools = quadcl::tools;
using quadcl::Options;
using quadcl::qpu::Executor;

/// Text for standard output and for the report. A job can stop the board, so each line is kept at once.
class Report {
 public:
  /// An empty path: no file.
  explicit Report(const std::string& path)
      : file_(path.empty() ? nullptr : std::fopen(path.c_str(), "w")),
        ok_(path.empty() || file_ != nullptr) {}
  ~Report() {
    if (file_ != nullptr) std::fclose(file_);
  }
  Report(const Report&) = delete;

  bool ok() const { return ok_; }

  template <typename... Values>
  void line(const char* format, Values... values) {
    std::printf(format, values...);
    std::printf("\n");
    std::fflush(stdout);
    if (file_ == nullptr) return;
    ok_ &= std::fprintf(file_, format, values...) >= 0 && std::fprintf(file_, "\n") > 0 &&
           std::fflush(file_) == 0;
    fsync(fileno(file_));
  }

 private:
  std::FILE* const file_;
  bool ok_;
};

std::string access(int error) { return error == 0 ? "yes" : board::with_reason("no", error); }

void describe_firmware(Report& report) {
  const board::Mailbox mailbox;
  const auto revision = mailbox.ask(board::Tag::firmware_revision, {}, 1);
  const auto of_board = mailbox.ask(board::Tag::board_revision, {}, 1);
  if (revision.ok()) report.line("firmware          0x%08x", revision.value()[0]);
  if (of_board.ok()) report.line("board revision    0x%08x", of_board.value()[0]);
  const std::uint32_t hertz = mailbox.v3d_hertz();
  if (hertz != 0) report.line("clock of the QPUs %.0f MHz", hertz / 1e6);
}

const char* yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

void describe(Report& report, const board::SystemView& view, const Options& options) {
  utsname names{};
  uname(&names);
  report.line("model             %s",
              view.board.model.empty() ? "not a Raspberry Pi" : view.board.model.c_str());
  report.line("kernel            %s %s", names.release, names.machine);
  report.line("executor          %s", std::string(name(options.qpu_executor)).c_str());
  if (!view.board.has_our_qpus()) return;
  report.line("/dev/vcio         %s", access(view.mailbox_error).c_str());
  report.line("/dev/mem          %s", access(view.memory_error).c_str());
  report.line("/dev/vcsm-cma     %s", yes_or_no(view.has_cma));
  report.line("/dev/vcsm         %s", yes_or_no(view.has_vcsm));
  report.line("vc4 owns V3D      %s", yes_or_no(view.kernel_owns_v3d));
  if (view.gpu_memory_bytes != 0) report.line("gpu_mem           %u MiB", view.gpu_memory_bytes >> 20);
  // A chip that hangs is left alone, and so are registers that the kernel's driver uses.
  const bool asked = view.mailbox_error == 0 && view.state.kind != board::ChipState::Kind::wedged;
  const bool read = asked && view.memory_error == 0 && !view.kernel_owns_v3d;
  report.line("firmware enables  %s", asked ? yes_or_no(view.firmware_enables) : "not asked");
  report.line("V3D has power     %s", read ? yes_or_no(view.has_power) : "not read");
  if (view.mailbox_error == 0) describe_firmware(report);
}

/// The counters that chip and model count differently, if any were read.
void compare_counters(Report& report, const tools::SelftestRow& row) {
  if (!row.measured) return;
  const auto table = quadcl::qpu::timing::counter_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!table[i].modelled || row.measured->at(i) == row.modelled.at(i)) continue;
    report.line("    counter %zu, %s: measured %llu, modelled %llu", i, std::string(table[i].meaning).c_str(),
                static_cast<unsigned long long>(row.measured->at(i)),
                static_cast<unsigned long long>(row.modelled.at(i)));
  }
}

/// True if the chip gave the same memory as the emulator every time.
bool test(Report& report, Executor& chip, const board::SystemView& view) {
  constexpr std::uint64_t kMemory = 64 << 20;
  const auto emulator =
      quadcl::qpu::make_emulator_executor({.memory_bytes = kMemory, .board = view.board.timing});
  if (!emulator.ok()) {
    report.line("%s", emulator.error().message.c_str());
    return false;
  }
  const tools::QpuBuild build =
      tools::build_for_qpus(tools::compiler_path(), tools::kSelftestSource, "", quadcl::QpuRules::embedded);
  if (build.status != QUADCL_OK)
    report.line("Without the compiler, no kernel in OpenCL C is tried: %s", build.log.c_str());
  report.line("\n%-34s %10s %10s", "program", "measured", "modelled");
  bool passed = true;
  tools::run_selftest(
      chip, **emulator, build.status == QUADCL_OK ? &build : nullptr, [&](const tools::SelftestRow& row) {
        report.line("%-34s %7.0f us %7.0f us  %s", row.program.c_str(), row.measured_nanoseconds / 1e3,
                    static_cast<double>(row.modelled_cycles) / chip.clock_mhz(),
                    row.problem.empty() ? "the same memory" : row.problem.c_str());
        compare_counters(report, row);
        passed &= row.problem.empty();
      });
  report.line("\nselftest          %s", passed ? "passed" : "FAILED");
  return passed;
}

int examine(Report& report, bool selftest) {
  const Options options = Options::from_environment();
  quadcl::open_log(options.log);
  for (const std::string& problem : options.problems) report.line("%s", problem.c_str());
  const board::SystemView view = board::look(options.qpu_executor);
  describe(report, view, options);
  const board::ReasonInfo& reason = board::diagnose(view);
  if (reason.blocks) {
    report.line("\n%s", board::explain(reason, view).c_str());
    return 1;
  }
  // Starts as a program would: memory may be lacking, too.
  const auto chip = board::make_board_executor(view, {.memory_bytes = options.qpu_memory_bytes});
  report.line("\n%s", chip.ok() ? board::explain(reason, view).c_str()
                                : ("The QPUs cannot be used: " + chip.error().message).c_str());
  if (!chip.ok() || !selftest) return chip.ok() ? 0 : 1;
  if (options.qpu_executor == quadcl::QpuExecutor::emulator) {
    report.line("QUADCL_QPU_EXECUTOR=emulator: nothing is tried on the QPUs.");
    return 1;
  }
  return test(report, **chip, view) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Says whether the QPUs of this Raspberry Pi can be used, and what to do if not. Ends with 0 if they "
      "can.",
      "quadcl-doctor");
  bool selftest = false;
  std::string file;
  app.add_flag("--selftest", selftest,
               "run small programs and the built-in kernels on the QPUs and on the emulator, and compare");
  app.add_option("--report", file, "also write everything to this file, for an issue")->type_name("FILE");
  if (const auto status = quadcl::tools::parse(app, argc, argv)) return *status;
  Report report(file);
  const int status = report.ok() ? examine(report, selftest) : 2;
  if (report.ok()) return status;
  std::fprintf(stderr, "quadcl-doctor: %s cannot be written\n", file.c_str());
  return 2;
}
