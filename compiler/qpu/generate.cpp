// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/generate.h"

#include "compiler/qpu/machine/allocate_registers.h"
#include "compiler/qpu/machine/order_operations.h"
#include "compiler/qpu/machine/pack_instructions.h"
#include "compiler/qpu/machine/tidy.h"
#include "compiler/qpu/memory_order.h"
#include "compiler/qpu/select.h"

namespace quadcl::compiler::qpu {
namespace {

/// Interference of registers takes memory with the square of their number.
constexpr std::uint32_t kMostValues = 20'000;
/// Limits of live values, from which operations are ordered to save registers, tried one after the other; at
/// last their own order.
constexpr int kOwnOrder = -1;
constexpr int kMostLive[] = {48, 36, 24, 0, kOwnOrder};

/// Gives values registers, in the first order of operations in which there are enough. Returns how many are
/// missing.
std::uint32_t find_registers(const Code& selected, Code& code) {
  std::uint32_t missing = 0;
  for (const int most_live : kMostLive) {
    code = selected;
    if (most_live != kOwnOrder) order_operations(code, most_live);
    read_r4_directly(code);
    missing = allocate_registers(code);
    if (missing == 0) break;
  }
  return missing;
}

std::shared_ptr<QpuCode> code_of(Code& code, Selected&& selected, MemoryOrder&& order) {
  join_branches(code);
  Program program = pack_instructions(code);
  auto result = std::make_shared<QpuCode>();
  result->words = std::move(program.words);
  result->lines = std::move(program.lines);
  result->data = std::move(selected.data);
  result->uniforms = std::move(selected.uniforms);
  result->stored = std::move(order.stored);
  result->apart = std::move(order.apart);
  result->apart.insert(result->apart.end(), selected.apart.begin(), selected.apart.end());
  return result;
}

}  // namespace

Generated generate(llvm::Function& kernel) {
  MemoryOrder order = find_memory_order(kernel);
  if (!order.problem.empty()) return {nullptr, order.problem};
  std::uint32_t missing = 0;
  for (const bool batches : {true, false}) {
    Selected selected = Selector(kernel, batches).run();
    if (!selected.problem.empty()) return {nullptr, selected.problem};
    if (selected.code.values > kMostValues) return {nullptr, "it is too long"};
    Code code;
    missing = find_registers(selected.code, code);
    if (missing == 0) return {code_of(code, std::move(selected), std::move(order)), {}};
  }
  return {nullptr, "it needs " + std::to_string(missing) + " registers more than a QPU has"};
}

}  // namespace quadcl::compiler::qpu
