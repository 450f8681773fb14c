// SPDX-License-Identifier: Apache-2.0

// The calibration programs keep to the chip's rules, in every form in which they are run.

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "qpu/asm/assembler.h"
#include "qpu/asm/checks/checker.h"

namespace {

namespace assembly = quadcl::qpu::assembly;

struct Form {
  const char* file;
  std::vector<std::pair<std::string, std::string>> defines;
};

const std::vector<Form> kForms = {
    {"dma_load.qasm", {{"OPERATIONS", "8"}, {"NOPS", "0"}}},
    {"dma_load.qasm", {{"OPERATIONS", "2"}, {"NOPS", "30"}}},
    {"dma_store.qasm", {{"OPERATIONS", "8"}}},
    {"rotate_points.qasm", {{"DMA", "0"}, {"AHEAD", "0"}}},
    {"rotate_points.qasm", {{"DMA", "0"}, {"AHEAD", "1"}}},
    {"rotate_points.qasm", {{"DMA", "1"}, {"AHEAD", "0"}}},
    {"rotate_points.qasm", {{"DMA", "1"}, {"AHEAD", "1"}}},
    {"semaphore.qasm", {}},
    {"straight.qasm", {{"LENGTH", "3"}}},
    {"straight.qasm", {{"LENGTH", "100"}}},
    {"tmu_latency.qasm", {{"NOPS", "0"}}},
    {"tmu_latency.qasm", {{"NOPS", "20"}}},
    {"tmu_request.qasm", {{"BOTH", "0"}}},
    {"tmu_request.qasm", {{"BOTH", "1"}}},
    {"uniform_reads.qasm", {{"READS", "20"}}},
    {"uniform_stream.qasm", {{"READS", "64"}, {"NOPS", "0"}}},
    {"uniform_stream.qasm", {{"READS", "16"}, {"NOPS", "7"}}},
    {"vpm_read.qasm", {{"NOPS", "0"}}},
    {"vpm_read.qasm", {{"NOPS", "5"}}},
    {"vpm_read_write.qasm", {{"NOPS", "0"}, {"BETWEEN", "1"}}},
    {"vpm_read_write.qasm", {{"NOPS", "2"}, {"BETWEEN", "2"}}},
};

}  // namespace

TEST_CASE("The checker finds nothing in the calibration programs") {
  std::set<std::string> files;
  for (const Form& form : kForms) {
    files.insert(form.file);
    INFO(form.file);
    assembly::AssemblerOptions options;
    options.defines = form.defines;
    const auto program =
        assembly::assemble_file(std::string(QUADCL_CALIBRATION_DIR "/") + form.file, options);
    for (const auto& diagnostic : program.diagnostics) FAIL_CHECK(assembly::to_string(diagnostic));
    const auto words = program.words();
    for (const auto& finding : assembly::check(program)) FAIL_CHECK(assembly::to_string(finding, words));
  }
  for (const auto& entry : std::filesystem::directory_iterator(QUADCL_CALIBRATION_DIR)) {
    const std::string name = entry.path().filename().string();
    INFO(name);
    if (entry.path().extension() == ".qasm") CHECK(files.count(name) == 1);
  }
}
