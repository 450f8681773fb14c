// SPDX-License-Identifier: Apache-2.0
#include "core/options.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using quadcl::Options;

namespace {

/// Options with one variable set.
Options with(const char* variable, const char* value) {
  setenv(variable, value, 1);
  const Options options = Options::from_environment();
  unsetenv(variable);
  return options;
}

/// What a command prints.
std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): a command of this test
  std::array<char, 256> text{};
  const std::size_t size = std::fread(text.data(), 1, text.size(), pipe);
  pclose(pipe);
  return {text.data(), size};
}

}  // namespace

TEST_CASE("options: the cache is where the XDG Base Directory Specification has it") {
  setenv("HOME", "/home/someone", 1);
  CHECK(with("XDG_CACHE_HOME", "/tmp/caches").cache_folder == "/tmp/caches/quadcl");
  CHECK(with("XDG_CACHE_HOME", "caches").cache_folder == "/home/someone/.cache/quadcl");
  CHECK(with("XDG_CACHE_HOME", "").cache_folder == "/home/someone/.cache/quadcl");
  CHECK(with("HOME", "somewhere").cache_folder.empty());
}

TEST_CASE("options: temporary files are in TMPDIR, or else in /tmp") {
  CHECK(with("TMPDIR", "/var/tmp").temporary_folder == "/var/tmp");
  CHECK(with("TMPDIR", "").temporary_folder == "/tmp");
}

TEST_CASE("options: a value in range is taken") {
  CHECK(with("QUADCL_QPUS", "1").qpus == 1);
  CHECK(with("QUADCL_QPUS", "12").qpus == 12);
  CHECK(with("QUADCL_QPU_MEMORY", "64M").qpu_memory_bytes == 64u << 20);
  CHECK(with("QUADCL_QPU_MEMORY", "2097152").qpu_memory_bytes == 2u << 20);
  CHECK(with("QUADCL_CACHE", "0").cache_bytes == 0);
  CHECK(with("QUADCL_CACHE", "7M").cache_bytes == 7u << 20);
  CHECK_FALSE(with("QUADCL_SOURCE_FILES", "off").source_files);
  CHECK(with("QUADCL_SOURCE_FILES", "on").source_files);
  CHECK_FALSE(with("QUADCL_QPU_TRANSLATION", "off").qpu_translation);
  CHECK(with("QUADCL_QPU_TRANSLATION", "on").qpu_translation);
  CHECK(with("QUADCL_CPU_FEATURES", "baseline").cpu_baseline);
  CHECK_FALSE(with("QUADCL_CPU_FEATURES", "all").cpu_baseline);
  CHECK(with("QUADCL_CPU_STREAM", "1M").cpu_stream_bytes == std::uint64_t{1} << 20);
  CHECK(with("QUADCL_CPU_MEMORY", "3G").cpu_memory_bytes == std::uint64_t{3} << 30);
  CHECK(with("QUADCL_QPU_INSTRUCTION_LIMIT", "1000").qpu_instruction_limit == 1000);
  CHECK(with("QUADCL_BOARD", "pi3").board == "pi3");
  CHECK(with("QUADCL_QPU_CACHES", "stale").qpu_caches == "stale");
  CHECK(with("QUADCL_QPU_CHECKS", "error").qpu_checks == "error");
  CHECK(with("QUADCL_RECOGNISE", "on").recognise == quadcl::Recognise::on);
  CHECK(with("QUADCL_RECOGNISE", "off").recognise == quadcl::Recognise::off);
  CHECK(with("QUADCL_RECOGNISE", "verbose").recognise == quadcl::Recognise::verbose);
  CHECK(with("QUADCL_RECOGNISE", "verify").recognise == quadcl::Recognise::verify);
  CHECK(with("QUADCL_VECTORISE", "on").vectorise == quadcl::Vectorise::on);
  CHECK(with("QUADCL_VECTORISE", "off").vectorise == quadcl::Vectorise::off);
  CHECK(with("QUADCL_VECTORISE", "always").vectorise == quadcl::Vectorise::always);
  CHECK(with("QUADCL_VECTORISE", "verbose").vectorise == quadcl::Vectorise::verbose);
  const auto split = with("QUADCL_SGEMM_SPLIT", "2x6").sgemm_split;
  CHECK(split.row_parts == 2);
  CHECK(split.column_parts == 6);
}

TEST_CASE("options: a value that cannot be used keeps the default and is reported by name") {
  const auto [variable, value] = GENERATE(table<const char*, const char*>({
      {"QUADCL_QPUS", "0"},
      {"QUADCL_QPUS", "13"},
      {"QUADCL_QPUS", "x"},
      {"QUADCL_QPUS", "3 "},
      {"QUADCL_SGEMM_SPLIT", "2"},
      {"QUADCL_SGEMM_SPLIT", "3x5"},
      {"QUADCL_SGEMM_SPLIT", "0x4"},
      {"QUADCL_SGEMM_SPLIT", "2x"},
      {"QUADCL_SGEMM_SPLIT", "4294967297x1"},
      {"QUADCL_QPU_MEMORY", "2G"},
      {"QUADCL_QPU_MEMORY", "1K"},
      {"QUADCL_QPU_MEMORY", "M"},
      {"QUADCL_QPU_MEMORY", "99999999999999999999"},
      {"QUADCL_CACHE", "big"},
      {"QUADCL_SOURCE_FILES", "0"},
      {"QUADCL_CPU_FEATURES", "avx2"},
      {"QUADCL_CPU_MEMORY", "63M"},
      {"QUADCL_CPU_MEMORY", "G"},
      {"QUADCL_BOARD", "pi4"},
      {"QUADCL_QPU_CACHES", "on"},
      {"QUADCL_QPU_TRANSLATION", "yes"},
      {"QUADCL_RECOGNISE", "perhaps"},
      {"QUADCL_RECOGNISE", "ON"},
      {"QUADCL_RECOGNISE", "1"},
      {"QUADCL_VECTORISE", "1"},
      {"QUADCL_QPU_INSTRUCTION_LIMIT", "0"},
      {"QUADCL_QPU_INSTRUCTION_LIMIT", "-1"},
  }));
  const Options options = with(variable, value);
  const Options defaults;
  REQUIRE(options.problems.size() == 1);
  CHECK(options.problems[0].find(variable) != std::string::npos);
  CHECK(options.problems[0].find(value) != std::string::npos);
  CHECK(options.qpus == defaults.qpus);
  CHECK(options.sgemm_split.automatic());
  CHECK(options.qpu_memory_bytes == defaults.qpu_memory_bytes);
  CHECK(options.source_files == defaults.source_files);
  CHECK(options.board == defaults.board);
  CHECK(options.qpu_caches == defaults.qpu_caches);
  CHECK(options.qpu_checks == defaults.qpu_checks);
  CHECK(options.qpu_translation == defaults.qpu_translation);
  CHECK(options.recognise == defaults.recognise);
  CHECK(options.vectorise == defaults.vectorise);
  CHECK(options.qpu_instruction_limit == defaults.qpu_instruction_limit);
}

TEST_CASE("options: a split that needs more QPUs than allowed is reported") {
  setenv("QUADCL_QPUS", "4", 1);
  const Options options = with("QUADCL_SGEMM_SPLIT", "2x6");
  unsetenv("QUADCL_QPUS");
  CHECK(options.problems.size() == 1);
  CHECK(options.sgemm_split.automatic());
  CHECK(options.qpus == 4);
}

TEST_CASE("options: a program with more rights than its user does not read the environment") {
  const std::string variables = "QUADCL_QPUS=3 HOME=/home/someone XDG_CACHE_HOME=/caches TMPDIR=/var/tmp ";
  CHECK(output_of(variables + QUADCL_PRINT_OPTIONS) ==
        "secure 0 qpus 3 cache '/caches/quadcl' temporary '/var/tmp'\n");
  const std::string copy = std::string(QUADCL_PRINT_OPTIONS) + "." + std::to_string(getpid());
  std::filesystem::copy_file(QUADCL_PRINT_OPTIONS, copy);
  const bool given_away = chown(copy.c_str(), 65534, 65534) == 0 && chmod(copy.c_str(), 04755) == 0;
  const std::string said = output_of(variables + copy);
  std::filesystem::remove(copy);
#ifdef __SANITIZE_ADDRESS__
  constexpr bool starts = false;  // the sanitizer does not let such a program run
#else
  constexpr bool starts = true;
#endif
  // Only root can give it away, and the file system may ignore its mode.
  if (starts && given_away && !said.starts_with("secure 0"))
    CHECK(said == "secure 1 qpus 12 cache '' temporary '/tmp'\n");
}

TEST_CASE("options: docs/options.md is what the table says") {
  std::ostringstream expected;
  for (const auto& option : quadcl::option_table()) {
    const std::string value = *option.default_value == '\0' ? "not set" : option.default_value;
    expected << "| `" << option.variable << "` | " << value << " | " << option.meaning << " |\n";
  }
  std::ifstream file(QUADCL_SOURCE_DIR "/docs/options.md");
  std::ostringstream text;
  text << file.rdbuf();
  INFO("docs/options.md must contain these lines:\n" << expected.str());
  CHECK(text.str().find(expected.str()) != std::string::npos);
}
