// SPDX-License-Identifier: Apache-2.0
// Directives that write data or set its place.
#include <algorithm>
#include <array>
#include <bit>

#include "core/half.h"
#include "qpu/asm/interpreter/directives.h"
#include "qpu/asm/interpreter/interpreter.h"
#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

namespace {

struct DataType {
  std::string_view name;
  unsigned bits;
  bool real;
};
constexpr std::array<DataType, 11> kDataTypes{{
    {"bit", 1, false},
    {"int2", 2, false},
    {"int4", 4, false},
    {"byte", 8, false},
    {"short", 16, false},
    {"int", 32, false},
    {"word", 32, false},
    {"long", 64, false},
    {"half", 16, true},
    {"float", 32, true},
    {"double", 64, true},
}};

const DataType& find_data_type(std::string_view name) {
  return *std::find_if(kDataTypes.begin(), kDataTypes.end(), [&](auto& type) { return type.name == name; });
}

std::uint64_t real_bits(double value, unsigned bits) {
  if (bits == 16) return to_half(static_cast<float>(value));
  if (bits == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(value);
}

bool fits(std::int64_t value, unsigned bits) {
  if (bits == 64) return true;
  if (bits == 1) return value == 0 || value == 1 || value == -1;
  return value >= -(std::int64_t{1} << (bits - 1)) && value < (std::int64_t{1} << bits);
}

void write_datum(Interpreter& interpreter, const Value& value, unsigned column, const DataType& type) {
  if (!is_number(value)) {
    fail(column, "data is made of numbers, not of " + describe(value) + " (" + std::string(kind_name(value)) +
                     ")" + (is_label(value) ? ": the difference of two labels is a number" : ""));
  }
  CodeWriter& writer = interpreter.writer();
  if (const double* number = std::get_if<double>(&value)) {
    if (type.bits < 16) fail(column, "a float needs at least 16 bits");
    return writer.add_bits(real_bits(*number, type.bits), type.bits);
  }
  const std::int64_t integer = std::get<std::int64_t>(value);
  if (type.real) return writer.add_bits(real_bits(static_cast<double>(integer), type.bits), type.bits);
  if (!fits(integer, type.bits)) {
    interpreter.reporter().warn(
        column, describe(value) + " does not fit into " + std::to_string(type.bits) + " bits");
  }
  writer.add_bits(static_cast<std::uint64_t>(integer), type.bits);
}

void data(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor) {
  const DataType& type = find_data_type(statement.name);
  if (type.bits > 1 && !interpreter.writer().is_aligned(std::max(type.bits / 8, 1u))) {
    interpreter.reporter().warn(cursor.column(), "the data is not aligned to its size: see .align");
  }
  do {
    const unsigned column = cursor.column();
    write_datum(interpreter, evaluate(cursor, interpreter.names()), column, type);
  } while (cursor.accept(TokenKind::comma));
  expect_end(cursor);
}

std::int64_t base_of_alignment(const Value& value, unsigned column) {
  if (const auto* label = std::get_if<LabelValue>(&value)) return label->address;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  fail(column, "the base of .align is an integer or a label");
}

void align(Interpreter& interpreter, const Statement&, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::vector<Value> values = evaluate_list(cursor, interpreter.names());
  if (values.size() > 2) fail(column, ".align takes a size and perhaps a base");
  const auto* size = std::get_if<std::int64_t>(&values[0]);
  if (size == nullptr || *size < 0 || *size > 64 || (*size & (*size - 1)) != 0) {
    fail(column, "an alignment is a power of two up to 64, not " + describe(values[0]));
  }
  const std::int64_t base = values.size() == 2 ? base_of_alignment(values[1], column) : 0;
  if (*size == 0) return;
  CodeWriter& writer = interpreter.writer();
  const std::uint64_t mask = static_cast<std::uint64_t>(*size) - 1;
  writer.add_zeros((static_cast<std::uint64_t>(base) - writer.address()) & mask);
}

void segment(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor) {
  expect_end(cursor);
  interpreter.writer().close_last();
  interpreter.writer().set_segment(statement.name == "code" || statement.name == "text");
}

/// Code behind this line is known only from the previous pass, so all instructions are taken from there.
void clone(Interpreter& interpreter, const Statement&, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::vector<Value> values = evaluate_list(cursor, interpreter.names());
  const auto* from = std::get_if<LabelValue>(&values[0]);
  const auto* count = values.size() == 2 ? std::get_if<std::int64_t>(&values[1]) : nullptr;
  if (from == nullptr || count == nullptr || *count < 0 || *count > 1024) {
    fail(column, ".clone takes a label and a number of instructions");
  }
  interpreter.writer().align_for_code();
  for (std::int64_t i = 0; i < *count; ++i) {
    const auto address =
        static_cast<std::uint64_t>(from->address) + static_cast<std::uint64_t>(i) * isa::kInstructionBytes;
    if (!interpreter.writer().add_copy(address) && !interpreter.labels().first_pass()) {
      fail(column, "there is no instruction to copy at byte " + std::to_string(address));
    }
  }
}

constexpr std::array<Directive, 17> kDataDirectives{{
    {"bit", data},
    {"int2", data},
    {"int4", data},
    {"byte", data},
    {"short", data},
    {"int", data},
    {"word", data},
    {"long", data},
    {"half", data},
    {"float", data},
    {"double", data},
    {"align", align},
    {"code", segment},
    {"text", segment},
    {"data", segment},
    {"rodata", segment},
    {"clone", clone},
}};

}  // namespace

std::span<const Directive> data_directives() { return kDataDirectives; }

}  // namespace quadcl::qpu::assembly
