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
/// Limits of live values, from which operations are ordered to save registers, tried one after the other.
constexpr int kMostLive[] = {48, 36, 24, 0};

}  // namespace

Generated generate(llvm::Function& kernel) {
  Generated result;
  MemoryOrder order = find_memory_order(kernel);
  if (!order.problem.empty()) return {nullptr, order.problem, {}};
  Selected selected = Selector(kernel).run();
  if (!selected.problem.empty()) return {nullptr, selected.problem, {}};
  Code code;
  if (selected.code.values > kMostValues) return {nullptr, "it is too long", {}};
  std::uint32_t missing = 0;
  for (const int most_live : kMostLive) {
    code = selected.code;
    order_operations(code, most_live);
    read_r4_directly(code);
    result.listing = text_of(code);
    missing = allocate_registers(code);
    if (missing == 0) break;
  }
  if (missing != 0) {
    result.problem = "it needs " + std::to_string(missing) + " registers more than a QPU has";
    return result;
  }
  join_branches(code);
  Program program = pack_instructions(code);
  result.code = std::make_shared<QpuCode>();
  result.code->words = std::move(program.words);
  result.code->lines = std::move(program.lines);
  result.code->data = std::move(selected.data);
  result.code->uniforms = std::move(selected.uniforms);
  result.code->stored = std::move(order.stored);
  result.code->apart = std::move(order.apart);
  result.code->apart.insert(result.code->apart.end(), selected.apart.begin(), selected.apart.end());
  return result;
}

}  // namespace quadcl::compiler::qpu
