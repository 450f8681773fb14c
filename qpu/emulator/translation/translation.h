// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/emulator/code_cache.h"
#include "qpu/emulator/qpu.h"

namespace quadcl::qpu::emulator {

/// QPU code translated to code of the host: the engine for jobs that nobody watches. A unit of it starts at
/// an operation, whose `translated` names it, and goes on to the next jump or the end of the stretch. Units
/// jump to each other. What is rare is left to the handlers of the operations: called by the translated
/// code, or by the machine after the translated code has returned.
class Translation {
 public:
  virtual ~Translation() = default;

  /// The memory may be another one from now on.
  virtual void begin_job() = 0;
  /// Before the threads run with Mode::beside_others.
  virtual void begin_threads(unsigned threads) = 0;

  /// Why translated code has returned. Qpu::next is the instruction that it is about.
  enum class Reason : std::uint8_t {
    tried,        ///< its handler has been called, and did not return Step::next
    interpret,    ///< it is to be executed by its handler
    not_reached,  ///< it comes next, but has no translation, or this job has not looked at it before
  };
  struct Exit {
    Reason reason;
    Step step;           ///< with Reason::tried
    std::uint64_t left;  ///< instructions that may still be executed; one that was tried is not counted
  };
  /// What the translated code may execute.
  enum class Mode : std::uint32_t {
    all,
    until_shared,  ///< up to an operation that is Operation::shared, or earlier
    /// The same, while other threads execute other QPUs. Nothing that could fault is left to handlers.
    beside_others,
  };
  /// Executes the translation of Qpu::next, without pending branches. `thread`: one of those of
  /// begin_threads().
  virtual Exit run(Qpu& qpu, std::uint64_t left, std::uint64_t job, Mode mode, unsigned thread = 0) = 0;

  /// Translates from an operation on, if possible, what CodeCache::translated() says. Must not be called
  /// while translated code runs.
  virtual void translate(CodeCache& code, const Operation& first) = 0;

  /// Executes plain operations from Qpu::next on (Operation::plain), at most `count`; translates them if they
  /// come often. Returns how many were executed: none or more.
  virtual unsigned run_plain(CodeCache& code, Qpu& qpu, unsigned count) = 0;
};

}  // namespace quadcl::qpu::emulator
