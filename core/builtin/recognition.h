// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/builtin/checked_launch.h"
#include "core/launch/launch.h"
#include "core/result.h"

// How to launch a user's kernel as an equivalent built-in kernel. The compiler writes it
// (compiler/recognise/), the program image carries it, `as_builtin_launches` evaluates it at enqueue. It is
// plain data: integer expressions over values that are known at enqueue.

namespace quadcl {

enum class LaunchTermKind : std::uint8_t {
  constant,     ///< `value`
  argument,     ///< the integer argument `value`; of a vector or structure, `right` bytes from byte `left` on
  local_bytes,  ///< the size of the `__local` argument `value`
  global_size,  ///< of dimension `value`, and so on
  local_size,
  group_count,
  add,  ///< of the terms `left` and `right`, and so on
  multiply,
  divide,  ///< rounds down; for non-negative numbers only
  remainder,
  minimum,
};

/// A node of an expression. Operands precede the node that uses them.
struct LaunchTerm {
  LaunchTermKind kind = LaunchTermKind::constant;
  std::int64_t value = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  bool operator==(const LaunchTerm&) const = default;
};

enum class FloatTermKind : std::uint8_t {
  constant,  ///< the float whose bits are `left`
  argument,  ///< the float argument `left`
  negate,    ///< the float term `left`
  add,       ///< the float terms `left` and `right`, rounded as the CPU does
  multiply,
};

/// A node of an expression of floats. Operands stand before the node that uses them.
struct FloatTerm {
  FloatTermKind kind = FloatTermKind::constant;
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  bool operator==(const FloatTerm&) const = default;
};

enum class BindingKind : std::uint8_t {
  integer,     ///< term `term`, a uint
  float_term,  ///< float term `term`
  buffer,      ///< argument `argument`, from byte `term` on
};

/// The source of an argument of the built-in kernel.
struct Binding {
  BindingKind kind = BindingKind::integer;
  std::uint32_t argument = 0;
  std::uint32_t term = 0;
};

enum class GuardKind : std::uint8_t {
  not_negative,
  zero,
  fits,  ///< not negative; the term is how far the kernel's index arithmetic stays below overflow
};

/// A condition on a term.
struct GuardCondition {
  std::uint32_t term = 0;
  GuardKind kind = GuardKind::not_negative;
};

/// A kernel that computes several products: each is a launch of its own, with matrices further on in the
/// buffers.
struct Batch {
  std::uint32_t count = 0;  ///< the term that says how many
  /// For each buffer of the built-in kernel, in order, the term that says how many bytes a launch's matrix
  /// lies behind that of the launch before.
  std::vector<std::uint32_t> steps;
};

struct Recognition {
  BuiltinKernel builtin{};
  /// All must have a value. An integer argument that is negative, or at least 2^31, has none.
  std::vector<LaunchTerm> terms;
  std::vector<FloatTerm> floats;
  std::vector<Binding> arguments;         ///< one for each argument of the built-in kernel
  std::array<std::uint32_t, 2> global{};  ///< terms: its global size
  std::optional<Batch> batch;
  std::vector<GuardCondition> guard;
  /// Bit d: in dimension d the launch must state the local size, and it must divide the global size.
  std::uint8_t whole_groups = 0;
  std::string text;  ///< the binding as text
};

/// True if every index in `recognition` is valid for `kernel`, the built-in kernel and the expressions.
bool is_well_formed(const Recognition& recognition, const KernelImage& kernel);

/// `term` as text, with the names of the kernel's arguments.
std::string to_text(const Recognition& recognition, std::uint32_t term, const KernelImage& kernel);

/// The same of a float term.
std::string float_text(const Recognition& recognition, std::uint32_t term, const KernelImage& kernel);

/// The launches of the built-in kernel on `target` that are equivalent to `request`, a launch of a recognised
/// kernel: one, or one for each entry of a batch, in order. Error: unsupported, with the part of the guard
/// that does not hold.
Result<std::vector<CheckedLaunch>> as_builtin_launches(const LaunchRequest& request, LaunchTarget target);

}  // namespace quadcl
