// SPDX-License-Identifier: Apache-2.0
#include "core/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace quadcl {
namespace {

constexpr std::array<std::string_view, 4> kExecutors{"auto", "mailbox", "registers", "emulator"};

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

/// "512M", "1G" or plain bytes.
std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  unsigned shift = 0;
  if (!text.empty()) {
    switch (text.back()) {
      case 'K':
        shift = 10;
        break;
      case 'M':
        shift = 20;
        break;
      case 'G':
        shift = 30;
        break;
      default:
        break;
    }
  }
  if (shift != 0) text.remove_suffix(1);
  const auto value = parse_number(text);
  if (!value || *value > (UINT64_MAX >> shift)) return {};
  return *value << shift;
}

bool set_qpus(Options& options, std::string_view text) {
  const auto value = parse_number(text);
  if (!value || *value < 1 || *value > 12) return false;
  options.qpus = static_cast<unsigned>(*value);
  return true;
}

bool set_split(Options& options, std::string_view text) {
  const auto cross = text.find('x');
  if (cross == std::string_view::npos) return false;
  const auto rows = parse_number(text.substr(0, cross));
  const auto columns = parse_number(text.substr(cross + 1));
  if (!rows || !columns || *rows < 1 || *columns < 1 || *rows > 12 || *columns > 12 || *rows * *columns > 12)
    return false;
  options.sgemm_split = {static_cast<unsigned>(*rows), static_cast<unsigned>(*columns)};
  return true;
}

bool set_memory(Options& options, std::string_view text) {
  const auto value = parse_bytes(text);
  // The bus address space is 4 GiB in four aliases of 1 GiB (docs/videocore4.md, Memory).
  if (!value || *value < (std::uint64_t{1} << 20) || *value > (std::uint64_t{1} << 30)) return false;
  options.qpu_memory_bytes = *value;
  return true;
}

bool set_cpu_memory(Options& options, std::string_view text) {
  const auto value = parse_bytes(text);
  // The full profile demands buffers of up to 32 MiB, and a buffer may have half of the memory.
  if (!value || *value < (std::uint64_t{64} << 20)) return false;
  options.cpu_memory_bytes = *value;
  return true;
}

bool set_cpu_stream(Options& options, std::string_view text) {
  const auto value = parse_bytes(text);
  if (!value || *value == 0) return false;
  options.cpu_stream_bytes = *value;
  return true;
}

bool set_cpu_features(Options& options, std::string_view text) {
  if (text != "all" && text != "baseline") return false;
  options.cpu_baseline = text == "baseline";
  return true;
}

bool set_cache(Options& options, std::string_view text) {
  const auto value = parse_bytes(text);
  if (!value) return false;
  options.cache_bytes = *value;
  return true;
}

bool set_limit(Options& options, std::string_view text) {
  const auto value = parse_number(text);
  if (!value || *value == 0) return false;
  options.qpu_instruction_limit = *value;
  return true;
}

bool set_one_of(std::span<const std::string_view> names, std::string& option, std::string_view text) {
  if (std::find(names.begin(), names.end(), text) == names.end()) return false;
  option = text;
  return true;
}

bool set_board(Options& options, std::string_view text) {
  constexpr std::array<std::string_view, 4> kBoards{"pi1", "zero", "pi2", "pi3"};
  return set_one_of(kBoards, options.board, text);
}

bool set_caches(Options& options, std::string_view text) {
  constexpr std::array<std::string_view, 3> kModes{"off", "report", "stale"};
  return set_one_of(kModes, options.qpu_caches, text);
}

bool set_checks(Options& options, std::string_view text) {
  constexpr std::array<std::string_view, 3> kModes{"off", "report", "error"};
  return set_one_of(kModes, options.qpu_checks, text);
}

/// `names`: of all modes, in their order.
template <typename Mode>
bool set_mode(std::span<const std::string_view> names, Mode& option, std::string_view text) {
  const auto mode = std::find(names.begin(), names.end(), text);
  if (mode == names.end()) return false;
  option = static_cast<Mode>(mode - names.begin());
  return true;
}

bool set_switch(bool& option, std::string_view text) {
  if (text != "on" && text != "off") return false;
  option = text == "on";
  return true;
}

bool set_source_files(Options& options, std::string_view text) {
  return set_switch(options.source_files, text);
}

bool set_translation(Options& options, std::string_view text) {
  return set_switch(options.qpu_translation, text);
}

bool set_executor(Options& options, std::string_view text) {
  return set_mode(kExecutors, options.qpu_executor, text);
}

bool set_recognise(Options& options, std::string_view text) {
  constexpr std::array<std::string_view, 4> kModes{"on", "off", "verbose", "verify"};
  return set_mode(kModes, options.recognise, text);
}

bool set_vectorise(Options& options, std::string_view text) {
  constexpr std::array<std::string_view, 4> kModes{"off", "on", "verbose", "always"};
  return set_mode(kModes, options.vectorise, text);
}

bool set_qpu_compile(Options& options, std::string_view text) {
  constexpr std::array<std::string_view, 5> kModes{"auto", "on", "off", "verify", "verbose"};
  return set_mode(kModes, options.qpu_compile, text);
}

bool set_qpu_profile(Options& options, std::string_view text) {
  constexpr std::array<std::string_view, 2> kModes{"full", "embedded"};
  return set_mode(kModes, options.qpu_profile, text);
}

bool set_qpu_debug(Options& options, std::string_view text) {
  options.qpu_debug = text;
  return true;
}

bool set_log(Options& options, std::string_view text) {
  options.log = text;
  return true;
}

bool set_trace(Options& options, std::string_view text) {
  if (text != "0" && text != "1") return false;
  options.trace = text == "1";
  return true;
}

struct OptionRow {
  OptionInfo info;
  bool (*set)(Options&, std::string_view);
};

constexpr std::array kOptionRows{
    OptionRow{{"QUADCL_QPUS", "12", "Number of QPUs that a launch may use, 1 to 12."}, set_qpus},
    OptionRow{
        {"QUADCL_SGEMM_SPLIT", "none",
         "PxR: `sgemm` runs the articles' program and divides C into P row parts and R column parts, one QPU "
         "each; P*R is at most 12 and at most QUADCL_QPUS."},
        set_split},
    OptionRow{
        {"QUADCL_QPU_MEMORY", "1G",
         "Size of the memory that QPUs can address, in bytes, 1M to 1G, with suffix K, M or G. Buffers that "
         "find no room in it are for kernels that run on the CPU. Emulated QPUs have less if the machine or "
         "the address space of the process has less, and the notify callback of each context hears of it. "
         "Those of a Raspberry Pi have no more than `/dev/vcsm-cma` or the firmware can give."},
        set_memory},
    OptionRow{
        {"QUADCL_CPU_MEMORY", "what the machine has",
         "Size of the memory that applications see, on both devices, in bytes, at least 64M, with suffix K, "
         "M or G."},
        set_cpu_memory},
    OptionRow{
        {"QUADCL_CPU_STREAM", "size of the level-3 cache",
         "A size in bytes, with suffix K, M or G. Launches with at least so much memory in buffers store "
         "past the caches of the CPU where a kernel only writes a buffer and fills whole cache lines. By "
         "default, none do on a machine without a level-3 cache."},
        set_cpu_stream},
    OptionRow{
        {"QUADCL_CPU_FEATURES", "all",
         "Instruction sets that compiled kernels use: `all` of this processor, or the `baseline` that every "
         "processor of its architecture has. A program binary runs only where the processor and this setting "
         "give the instruction sets that it was built for."},
        set_cpu_features},
    OptionRow{{"QUADCL_CACHE", "512M",
               "Size limit of the disk cache of builds, with suffix K, M or G; those that were not used for "
               "longest are removed first. 0 disables the cache. The cache is in `$XDG_CACHE_HOME/quadcl`, or "
               "else in `~/.cache/quadcl`."},
              set_cache},
    OptionRow{
        {"QUADCL_SOURCE_FILES", "on",
         "Whether sources of programs may read files of this machine, by `#include`, `#embed` or `.incbin`: "
         "`on` "
         "or `off`. With `off`, the headers of `clCompileProgram` are the only ones, and a program with "
         "inline "
         "assembly or a `section` attribute does not build."},
        set_source_files},
    OptionRow{
        {"QUADCL_QPU_EXECUTOR", "auto",
         "What runs the code of QPUs. `mailbox`: the QPUs of the Raspberry Pi, started by its firmware. "
         "`registers`: the same, started by their registers, as root. `emulator`. `auto`: the first of these "
         "that the system allows; if it is the emulator on a Raspberry Pi, the notify callback of each "
         "context hears why."},
        set_executor},
    OptionRow{
        {"QUADCL_QPU_INSTRUCTION_LIMIT", "1099511627776",
         "A launch on the emulator ends with an error after this many instructions of all QPUs together."},
        set_limit},
    OptionRow{
        {"QUADCL_BOARD", "this one, or zero",
         "The Raspberry Pi whose time is modelled if a launch asks for it, and whose clock emulated QPUs "
         "report: "
         "`pi1`, `zero`, `pi2` or `pi3`. By default, it is this machine if that is one of them, else "
         "`zero`."},
        set_board},
    OptionRow{
        {"QUADCL_QPU_CACHES", "off",
         "When uniforms and TMUs of the emulated QPUs see data that DMA stored in the same launch. `off`: at "
         "once. `report`: at once, and reads that would be stale on the chip go to the log. `stale`: as on "
         "the chip, and stale reads go to the log."},
        set_caches},
    OptionRow{
        {"QUADCL_QPU_CHECKS", "off",
         "Whether code is checked against the chip's programming rules while emulated QPUs run it, as "
         "`qpu-run --rules` does. `off`; `report`: findings go to the log; `error`: a launch ends with the "
         "first one that is an error."},
        set_checks},
    OptionRow{
        {"QUADCL_QPU_DEBUG", "",
         "The name of a kernel. Before its first launch on emulated QPUs, the program stops, and "
         "`qpu-debug`, "
         "which must be in the `PATH`, takes commands from the program's standard input. When `qpu-debug` "
         "ends, the program goes on."},
        set_qpu_debug},
    OptionRow{
        {"QUADCL_QPU_TRANSLATION", "on",
         "Whether the emulator translates code of QPUs that runs often to code of this machine, where it "
         "can: "
         "`on` or `off`. Results are the same."},
        set_translation},
    OptionRow{
        {"QUADCL_RECOGNISE", "on",
         "Whether kernels that compute a matrix product or a transpose run on the QPUs. `on`; `off`; "
         "`verbose`: build logs and the log give the reasons; `verify`: the CPU runs them too, its result is "
         "kept, and the notify callback hears of any difference."},
        set_recognise},
    OptionRow{
        {"QUADCL_VECTORISE", "on",
         "Whether the compiler makes lanes of vectors of work-items where LLVM's vectoriser does not: `off`; "
         "`on`; `verbose`: build logs say where, or why not."},
        set_vectorise},
    OptionRow{
        {"QUADCL_QPU_COMPILE", "auto",
         "Whether kernels of OpenCL C are compiled for the QPUs. `auto`: if the QPUs are real, and the CPU "
         "should "
         "not be much faster; `on`; `off`; `verify`: the CPU runs them too, its result is kept, and the "
         "notify "
         "callback hears of differences; `verbose`: as `on`, and build logs and the log say where a kernel "
         "runs, and why on the CPU."},
        set_qpu_compile},
    OptionRow{
        {"QUADCL_QPU_PROFILE", "full",
         "The profile that the QPU device reports. `full`: programs run on the QPUs where they compute with "
         "integers, or if "
         "their build options allow arithmetic that truncates (`-cl-fast-relaxed-math`). `embedded`: all do "
         "that can."},
        set_qpu_profile},
    OptionRow{{"QUADCL_LOG", "", "Where messages go: `stderr`, or the path of a file to append to."},
              set_log},
    OptionRow{{"QUADCL_TRACE", "0",
               "With QUADCL_LOG set: 0 logs failed OpenCL calls, 1 every call and its result."},
              set_trace},
};

/// Empty if the variable is not set, and in programs that run with more rights than their user: set-user-ID,
/// set-group-ID, with capabilities of their file.
std::string variable(const char* name) {
  const char* text = secure_getenv(name);
  return text != nullptr ? text : "";
}

/// By the XDG Base Directory Specification: it ignores relative paths.
std::string user_cache_folder() {
  if (const std::string caches = variable("XDG_CACHE_HOME"); caches.starts_with('/'))
    return caches + "/quadcl";
  const std::string home = variable("HOME");
  return home.starts_with('/') ? home + "/.cache/quadcl" : "";
}

constexpr auto kInfos = [] {
  std::array<OptionInfo, kOptionRows.size()> infos{};
  for (std::size_t i = 0; i < kOptionRows.size(); ++i) infos[i] = kOptionRows[i].info;
  return infos;
}();

}  // namespace

Options Options::from_environment() {
  Options options;
  options.cache_folder = user_cache_folder();
  if (const std::string folder = variable("TMPDIR"); !folder.empty()) options.temporary_folder = folder;
  for (const OptionRow& row : kOptionRows) {
    const std::string text = variable(row.info.variable);
    if (text.empty()) continue;
    if (!row.set(options, text)) {
      options.problems.push_back(std::string(row.info.variable) + "='" + text +
                                 "' is not usable and was ignored: " + row.info.meaning);
    }
  }
  const SgemmSplit& split = options.sgemm_split;
  if (split.row_parts * split.column_parts > options.qpus) {
    options.problems.push_back(
        "QUADCL_SGEMM_SPLIT needs " + std::to_string(split.row_parts * split.column_parts) +
        " QPUs, but QUADCL_QPUS allows " + std::to_string(options.qpus) + "; the split was ignored");
    options.sgemm_split = {};
  }
  return options;
}

std::string_view name(QpuExecutor executor) { return kExecutors[static_cast<std::size_t>(executor)]; }

std::span<const OptionInfo> option_table() { return kInfos; }

}  // namespace quadcl
