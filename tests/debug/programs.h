// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/tools/command_runs.h"

namespace debug_tests {

/// A folder with the programs of the sessions, assembled, and their jobs.
class Programs {
 public:
  Programs() {
    const auto place = std::filesystem::temp_directory_path() / ("qpu-debug-" + std::to_string(getpid()));
    path_ = place.string();
    std::filesystem::remove_all(path_);
    std::filesystem::copy(SESSIONS, path_, std::filesystem::copy_options::recursive);
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      if (entry.path().extension() != ".qasm") continue;
      assemble(entry.path().stem().string());
    }
    std::filesystem::resize_file(path_ + "/turns.bin", 90000);
  }
  ~Programs() { std::filesystem::remove_all(path_); }
  Programs(const Programs&) = delete;

  tool_tests::Outcome run(const std::string& command) const {
    return tool_tests::run_command("cd " + path_ + " && " + command);
  }
  void assemble(const std::string& name) const {
    REQUIRE(run(QPU_AS " " + name + ".qasm -o " + name + ".bin").output.empty());
    REQUIRE(run(QPU_AS " " + name + ".qasm --list -o " + name + ".lst").output.empty());
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
  }
  std::string path_of(const std::string& name) const { return path_ + "/" + name; }
  /// The output of the debugger for these commands.
  std::string debug(const std::string& arguments, const std::string& commands) const {
    write("commands", commands);
    return run(QPU_DEBUG " " + arguments + " <commands").output;
  }

 private:
  std::string path_;
};

}  // namespace debug_tests
