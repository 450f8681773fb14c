// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/kept_mutex.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <cstddef>

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kLoopOfRows = 1;

bool acquires(const Operation& operation) { return operation.a.is_port(isa::read_address::mutex_acquire); }

/// At the end of a transfer.
bool releases(const Operation& operation) {
  return operation.target.is_port(isa::write_address::mutex_release) && operation.a == kDmaStoreWait;
}

/// Whether it may make the QPU wait for other QPUs, which may need the mutex.
bool waits_for_others(const Operation& operation) { return operation.kind == OperationKind::semaphore; }

void keep_mutex(Block& block) {
  auto& operations = block.operations;
  std::size_t released = operations.size();  // the last release, if the mutex may be kept since
  llvm::SmallVector<std::size_t> dropped;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (waits_for_others(operations[i])) released = operations.size();
    if (acquires(operations[i]) && released < i) {
      operations[released].target = {};
      dropped.push_back(i);
      released = operations.size();
    }
    if (releases(operations[i])) released = i;
  }
  for (const std::size_t i : llvm::reverse(dropped))
    operations.erase(operations.begin() + static_cast<std::ptrdiff_t>(i));
}

}  // namespace

void keep_mutex(Code& code) {
  if (llvm::none_of(code.blocks, [](const Block& block) { return block.loops > kLoopOfRows; })) return;
  for (Block& block : code.blocks)
    if (block.loops == kLoopOfRows) keep_mutex(block);
}

}  // namespace quadcl::compiler::qpu
