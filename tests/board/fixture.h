// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "qpu/driver/board/board_executor.h"
#include "qpu/driver/board/diagnosis.h"
#include "qpu/driver/board/mailbox.h"

// A simulated board of a test (tools/board/), which begins as a Raspberry Pi 3 whose QPUs can be used. It is
// in the process of the test.
namespace board_testing {

namespace board = quadcl::qpu::board;

class SimulatedBoard {
 public:
  SimulatedBoard();
  ~SimulatedBoard();
  SimulatedBoard(const SimulatedBoard&) = delete;

  /// As tools/board/configuration.h says; the other keys have their defaults.
  void configure(const std::string& text) const;
  void model(const std::string& name, const std::string& compatible) const;
  /// A file of the board by its path there.
  void file(const std::string& path, const std::string& text) const;
  std::string text(const std::string& path) const;
  /// The messages to the firmware with this tag: their first values.
  std::vector<std::uint32_t> messages(board::Tag tag) const;
  /// What happens in the middle of each job; null: nothing.
  void during_job(std::function<void()> during) { during_job_ = std::move(during); }

 private:
  struct Simulation;

  std::filesystem::path folder_;
  std::function<void()> during_job_;
  std::unique_ptr<Simulation> simulation_;
};

/// What the programs of a job do. All but the first never end.
enum class Doing {
  stores,  ///< the sum of a uniform and the element numbers, at an address
  loops,
  waits,   ///< after it has interrupted the host, for a semaphore
  breaks,  ///< stops at a breakpoint
};

class Job {
 public:
  Job(quadcl::qpu::Executor& executor, Doing doing = Doing::stores);

  quadcl::Result<quadcl::qpu::JobReport> run(std::uint32_t value, unsigned qpus = 1);
  /// Element 0 and element 15 of the result of a QPU.
  std::uint32_t first(unsigned qpu = 0) const { return element(qpu, 0); }
  std::uint32_t last(unsigned qpu = 0) const { return element(qpu, 15); }

 private:
  std::uint32_t element(unsigned qpu, unsigned index) const;

  quadcl::qpu::Executor& executor_;
  std::unique_ptr<quadcl::Memory> code_, uniforms_, result_;
};

/// An executor that must be possible.
std::unique_ptr<quadcl::qpu::Executor> make_executor(quadcl::QpuExecutor wanted,
                                                     board::BoardSettings settings = {});

/// Starts a process that runs the body.
pid_t start_process(const std::function<void()>& body);
/// How a process ended, as of waitpid.
int end_of(pid_t process);

}  // namespace board_testing
