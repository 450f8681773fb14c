// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/intrinsics.h"

#include <array>
#include <bit>

#include "qpu/asm/language/error.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

namespace {

const RegisterValue* as_register(const Value& value) { return std::get_if<RegisterValue>(&value); }

bool is_constant(const Value& value) { return is_number(value) || is_per_element(value); }

bool is_any_register(const Value& value) { return is_register(value) || is_semaphore(value); }

bool has_element(const Value& value, isa::ImmediateType excluded) {
  const auto* elements = std::get_if<PerElementValue>(&value);
  return elements != nullptr && elements->type != excluded;
}
bool is_per_element_signed(const Value& value) {
  // "false when the constant contains values greater than 1"
  return has_element(value, isa::ImmediateType::per_element_unsigned);
}
bool is_per_element_unsigned(const Value& value) {
  const auto* elements = std::get_if<PerElementValue>(&value);
  if (elements == nullptr) return false;
  return elements->type == isa::ImmediateType::per_element_unsigned || (elements->bits >> 16) == 0;
}

bool is_small_immediate(const Value& value) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) {
    return *i >= -0x80000000LL && *i <= 0xffffffffLL &&
           isa::small_immediate_code(static_cast<std::uint32_t>(*i)).has_value();
  }
  if (const auto* d = std::get_if<double>(&value)) {
    return isa::small_immediate_code(std::bit_cast<std::uint32_t>(static_cast<float>(*d))).has_value();
  }
  return false;
}

bool in_file_a(const Value& value) { return as_register(value) != nullptr && as_register(value)->file_a; }
bool in_file_b(const Value& value) { return as_register(value) != nullptr && as_register(value)->file_b; }
bool is_accumulator(const Value& value) {
  return as_register(value) != nullptr && as_register(value)->accumulator;
}

bool is_readable(const Value& value) {
  return is_semaphore(value) || (as_register(value) != nullptr && as_register(value)->readable);
}
bool is_writable(const Value& value) { return as_register(value) != nullptr && as_register(value)->writable; }

bool is_rotated(const Value& value) { return as_register(value) != nullptr && as_register(value)->rotated(); }

constexpr std::array<Intrinsic, 13> kIntrinsics{{
    {"__is_constant", is_constant},
    {"__is_per_element", is_per_element},
    {"__is_per_element_signed", is_per_element_signed},
    {"__is_per_element_unsigned", is_per_element_unsigned},
    {"__is_small_immediate", is_small_immediate},
    {"__is_register", is_any_register},
    {"__is_file_a", in_file_a},
    {"__is_file_b", in_file_b},
    {"__is_accumulator", is_accumulator},
    {"__is_readable", is_readable},
    {"__is_writable", is_writable},
    {"__is_rotated", is_rotated},
    {"__is_semaphore", is_semaphore},
}};

}  // namespace

const Intrinsic* find_intrinsic(std::string_view name) {
  for (const Intrinsic& intrinsic : kIntrinsics) {
    if (intrinsic.name == name) return &intrinsic;
  }
  return nullptr;
}

Value call_intrinsic(const Intrinsic& intrinsic, const std::vector<Value>& arguments, unsigned column) {
  if (arguments.size() != 1) fail(column, std::string(intrinsic.name) + " takes one argument");
  return std::int64_t{intrinsic.ask(arguments[0])};
}

}  // namespace quadcl::qpu::assembly
