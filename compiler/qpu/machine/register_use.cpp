// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/register_use.h"

#include <algorithm>
#include <optional>

#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/machine/dependences.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::size_t kFileRegisters = 32, kFirstAccumulator = 2 * kFileRegisters;

std::optional<std::size_t> register_of(const Operand& operand) {
  switch (operand.place) {
    case Place::file_a:
      return operand.number;
    case Place::file_b:
      return kFileRegisters + operand.number;
    case Place::accumulator:
      return kFirstAccumulator + operand.number;
    default:
      break;
  }
  if (operand == kBroadcast) return kFirstAccumulator + kBroadcasts;
  return {};
}

RegisterSet registers_read(const Operation& operation) {
  RegisterSet sources;
  for (const Operand& source : {operation.a, operation.b})
    if (const auto found = register_of(source)) sources.set(*found);
  if (operation.kind == OperationKind::rotate && operation.rotation == kByR5)
    sources.set(kFirstAccumulator + kBroadcasts);
  return sources;
}

RegisterSet registers_written(const Operation& operation) {
  RegisterSet targets;
  if (const auto found = register_of(operation.target)) targets.set(*found);
  if (operation.sets_flags) targets.set(kFlags);
  if (operation.kind == OperationKind::receive || writes_special_function(operation))
    targets.set(kFirstAccumulator + kResults);
  return targets;
}

/// Whether the operation does more than write registers and flags.
bool acts(const Operation& operation) {
  Operation plain = operation;
  plain.sets_flags = false;
  if (plain.target == kBroadcast) plain.target = {};
  return has_effect(plain);
}

void step_back(const Operation& operation, RegisterSet& live) {
  if (!operation.is_conditional()) live &= ~registers_written(operation);
  live |= registers_read(operation);
  if (operation.is_conditional()) live.set(kFlags);
}

}  // namespace

void RegisterUse::add(const Operation& operation) {
  const RegisterSet sources = registers_read(operation);
  reads |= sources;
  if (operation.kind == OperationKind::rotate) rotated |= sources;
  if (operation.is_conditional()) reads.set(kFlags);
  writes |= registers_written(operation);
  has_effect |= acts(operation);
}

bool RegisterUse::follows_too_closely(const RegisterUse& before) const {
  RegisterSet of_files;
  for (std::size_t i = 0; i < kFirstAccumulator; ++i) of_files.set(i);
  return (before.writes & ((reads & of_files) | rotated)).any();
}

std::vector<RegisterSet> live_registers(const Code& code) {
  std::vector<RegisterSet> live(code.blocks.size());
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t i = code.blocks.size(); i-- > 0;) {
      RegisterSet now;
      for (const std::uint32_t next : successors(code, static_cast<std::uint32_t>(i))) now |= live[next];
      const auto& operations = code.blocks[i].operations;
      std::for_each(operations.rbegin(), operations.rend(),
                    [&](const Operation& operation) { step_back(operation, now); });
      changes |= now != live[i];
      live[i] = now;
    }
  }
  return live;
}

}  // namespace quadcl::compiler::qpu
