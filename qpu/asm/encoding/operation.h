// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "qpu/asm/language/value.h"
#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

enum class OperationKind : std::uint8_t { alu, mov, nop, ldi, read, semaphore, branch, signal };

/// The meaning of a mnemonic. An operation that both ALUs have has both codes.
struct Mnemonic {
  OperationKind kind = OperationKind::alu;
  std::string_view name = {};
  std::uint8_t sources = 0;
  std::optional<isa::AddOp> add = {};
  std::optional<isa::MulOp> mul = {};
  bool float_operands = false;
  bool float_result = false;
  bool prefer_mul = false;
  isa::Signal signal = isa::Signal::none;
  std::optional<isa::ImmediateType> load_type = {};  ///< load immediate of this type, whatever the value
  bool acquire = false;                              ///< semaphore
  bool relative = false;                             ///< branch
};

const Mnemonic* find_mnemonic(std::string_view name);

struct Operand {
  Value value;
  unsigned column = 0;
};

/// One operation between semicolons, as written. Nothing is encoded yet.
struct Operation {
  const Mnemonic* mnemonic = nullptr;
  unsigned column = 0;
  bool set_flags = false;
  std::optional<isa::Condition> condition = {};
  isa::BranchCondition branch_condition = isa::BranchCondition::always;
  std::optional<PackSuffix> pack = {};    ///< `.pack8a` on the mnemonic, or the destination's suffix
  std::optional<PackSuffix> unpack = {};  ///< `.unpack8a` on the mnemonic
  std::vector<Operand> targets = {};
  std::vector<Operand> sources = {};
};

}  // namespace quadcl::qpu::assembly
