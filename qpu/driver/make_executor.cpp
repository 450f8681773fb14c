// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/make_executor.h"

#include "qpu/driver/emulator_executor.h"

namespace quadcl::qpu {

// The place to choose an executor. There is none for the chip yet.
Result<std::unique_ptr<Executor>> make_executor(const Options& options) {
  return make_emulator_executor(
      {.memory_bytes = options.qpu_memory_bytes,
       .board = timing::find_board(options.board).value_or(timing::Board::zero),
       .caches = emulator::find_cache_mode(options.qpu_caches).value_or(emulator::CacheMode::off)});
}

}  // namespace quadcl::qpu
