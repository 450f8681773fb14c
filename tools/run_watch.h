// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "qpu/emulator/machine.h"

namespace quadcl::tools {

/// While it lives, Ctrl-C and SIGTERM end the job and not the program; a second one ends the program. Tells
/// on standard error how far the job is. There is one at a time.
class RunWatch {
 public:
  /// A line that begins with the program's name every so many seconds; none for 0.
  RunWatch(std::string program, double seconds);
  ~RunWatch();
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;

  qpu::emulator::RunControl& control() { return control_; }

 private:
  void tell(double seconds);

  std::string program_;
  qpu::emulator::RunControl control_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread teller_;
};

}  // namespace quadcl::tools
