// SPDX-License-Identifier: Apache-2.0
// The directives of the assembler that stand on a line of their own.
#include <algorithm>
#include <array>
#include <bit>

#include "qpu/asm/half.h"
#include "qpu/asm/interpreter.h"
#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

std::span<const Interpreter::DirectiveRow> Interpreter::directives() {
  using I = Interpreter;
  static constexpr std::array<DirectiveRow, 36> kRows{{
      {"set", &I::set_directive, true},
      {"define", &I::set_directive, true},
      {"equ", &I::set_directive, true},
      {"const", &I::set_directive, true},
      {"lset", &I::set_directive, true},
      {"lconst", &I::set_directive, true},
      {"unset", &I::unset_directive, true},
      {"lunset", &I::unset_directive, true},
      {"assert", &I::assert_directive, true},
      {"if", &I::if_block, true},
      {"ifset", &I::if_block, true},
      {"rep", &I::rep_block, true},
      {"foreach", &I::foreach_block, true},
      {"local", &I::local_block, true},
      {"macro", &I::macro_block, false},
      {"func", &I::func_block, false},
      {"back", &I::back_block, false},
      {"include", &I::include_directive, false},
      {"bit", &I::data_directive, false},
      {"int2", &I::data_directive, false},
      {"int4", &I::data_directive, false},
      {"byte", &I::data_directive, false},
      {"short", &I::data_directive, false},
      {"int", &I::data_directive, false},
      {"word", &I::data_directive, false},
      {"long", &I::data_directive, false},
      {"half", &I::data_directive, false},
      {"float", &I::data_directive, false},
      {"double", &I::data_directive, false},
      {"align", &I::align_directive, false},
      {"global", &I::global_directive, false},
      {"code", &I::segment_directive, false},
      {"text", &I::segment_directive, false},
      {"data", &I::segment_directive, false},
      {"rodata", &I::segment_directive, false},
      {"clone", &I::clone_directive, false},
  }};
  return kRows;
}

const Interpreter::DirectiveRow* Interpreter::find_directive(std::string_view name) {
  for (const DirectiveRow& row : directives()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// ---- constants

void Interpreter::set_directive(const Statement& statement, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::string_view name = take_name(cursor, "a name");
  Symbol symbol;
  symbol.is_final = statement.name == "const" || statement.name == "lconst";
  const bool is_function = cursor.at(TokenKind::open_parenthesis) && !cursor.peek().after_space;
  if (is_function) {
    std::vector<std::string> parameters = take_parameters(cursor);
    cursor.accept(TokenKind::comma);
    if (cursor.at_end()) fail_expected(cursor, "an expression");
    const std::size_t first = statement.line->tokens.size() - cursor.rest().size();
    symbol.meaning = Function{std::move(parameters), frames_.back().file, statement.line, first, nullptr};
  } else {
    cursor.accept(TokenKind::comma);
    symbol.meaning = evaluate(cursor, *this);
    expect_end(cursor);
  }
  const bool local = statement.name == "lset" || statement.name == "lconst";
  const bool done =
      local ? symbols_.set_local(name, std::move(symbol)) : symbols_.set_global(name, std::move(symbol));
  if (!done) fail(column, std::string(name) + " was set by .const and cannot change; .unset it first");
}

void Interpreter::unset_directive(const Statement& statement, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::string_view name = take_name(cursor, "the name of a constant");
  expect_end(cursor);
  const bool known = statement.name == "lunset" ? symbols_.unset_local(name) : symbols_.unset(name);
  if (!known) warn(column, std::string(name) + " is not set here");
}

void Interpreter::assert_directive(const Statement&, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const bool holds = truth(cursor);
  expect_end(cursor);
  if (!holds) fail(column, "the assertion does not hold");
}

// ---- include

namespace {

struct IncludeName {
  std::string_view name;
  bool angle_brackets = false;
};

/// "file" or <file>; the latter is not made of tokens.
IncludeName parse_include(const Statement& statement, TokenCursor& cursor) {
  if (cursor.at(TokenKind::string)) {
    const std::string_view name = cursor.take().text;
    expect_end(cursor);
    return {name, false};
  }
  const std::string_view text = statement.line->text;
  const std::size_t open = cursor.peek().offset;
  if (!cursor.at_op("<") || text.find('>', open) == std::string_view::npos) {
    fail_expected(cursor, "\"file\" or <file>");
  }
  return {text.substr(open + 1, text.find('>', open) - open - 1), true};
}

}  // namespace

void Interpreter::include_directive(const Statement& statement, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const IncludeName name = parse_include(statement, cursor);
  include(name.name, name.angle_brackets, column);
}

void Interpreter::include(std::string_view name, bool angle_brackets, unsigned column) {
  const SourceFile* file = library_.include(name, angle_brackets, frames_.back().file->name());
  if (file == nullptr) {
    fail(column, std::string("cannot read ") + std::string(name) + ": it is not " +
                     (angle_brackets ? "" : "beside this file, nor ") + "in a folder given by -I");
  }
  if (include_depth_ >= options_.limits.include_depth) {
    stop(std::string("files include each other more than ") + std::to_string(options_.limits.include_depth) +
         " deep");
  }
  ++include_depth_;
  const ScopedContext context(symbols_);
  const FrameGuard frame(*this, file, 0);
  report_structure(*file);
  execute(file->statements());
  --include_depth_;
}

// ---- data

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

}  // namespace

void Interpreter::check_output(std::uint64_t more) {
  if (emitter_.address() + more > options_.limits.output_bytes) {
    stop(std::string("the program is larger than ") + std::to_string(options_.limits.output_bytes) +
         " bytes");
  }
}

void Interpreter::data_directive(const Statement& statement, TokenCursor& cursor) {
  const DataType& type = find_data_type(statement.name);
  const unsigned alignment = std::max(type.bits / 8, 1u);
  if (type.bits > 1 && (emitter_.in_partial_byte() || emitter_.address() % alignment != 0)) {
    warn(cursor.column(), "the data is not aligned to its size: see .align");
  }
  do {
    const unsigned column = cursor.column();
    const Value value = evaluate(cursor, *this);
    emit_datum(value, column, type.bits, type.real);
  } while (cursor.accept(TokenKind::comma));
  expect_end(cursor);
}

void Interpreter::emit_datum(const Value& value, unsigned column, unsigned bits, bool real) {
  if (!is_number(value)) {
    fail(column, "data is made of numbers, not of " + describe(value) + " (" + std::string(kind_name(value)) +
                     ")" + (is_label(value) ? ": the difference of two labels is a number" : ""));
  }
  check_output(8);
  if (const double* number = std::get_if<double>(&value)) {
    if (bits < 16) fail(column, "a float needs at least 16 bits");
    return emitter_.add_bits(real_bits(*number, bits), bits, origin());
  }
  const std::int64_t integer = std::get<std::int64_t>(value);
  if (real) return emitter_.add_bits(real_bits(static_cast<double>(integer), bits), bits, origin());
  if (!fits(integer, bits))
    warn(column, describe(value) + " does not fit into " + std::to_string(bits) + " bits");
  emitter_.add_bits(static_cast<std::uint64_t>(integer), bits, origin());
}

void Interpreter::align_directive(const Statement&, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::vector<Value> values = evaluate_list(cursor, *this);
  if (values.size() > 2) fail(column, ".align takes a size and perhaps a base");
  const auto* size = std::get_if<std::int64_t>(&values[0]);
  if (size == nullptr || *size < 0 || *size > 64 || (*size & (*size - 1)) != 0) {
    fail(column, "an alignment is a power of two up to 64, not " + describe(values[0]));
  }
  std::int64_t base = 0;
  if (values.size() == 2) {
    const auto* label = std::get_if<LabelValue>(&values[1]);
    const auto* integer = std::get_if<std::int64_t>(&values[1]);
    if (label == nullptr && integer == nullptr) fail(column, "the base of .align is an integer or a label");
    base = label != nullptr ? label->address : *integer;
  }
  if (*size == 0) return;
  const std::uint64_t mask = static_cast<std::uint64_t>(*size) - 1;
  const std::uint64_t missing = (static_cast<std::uint64_t>(base) - emitter_.address()) & mask;
  check_output(missing);
  emitter_.pad_to(emitter_.address() + missing, origin());
}

// ---- symbols and segments

void Interpreter::global_directive(const Statement&, TokenCursor& cursor) {
  if (cursor.at(TokenKind::label)) {
    const Token& token = cursor.take();
    expect_end(cursor);
    label(token.text, token.column);
    exported_labels_.emplace_back(token.text);
    return;
  }
  const std::string name(take_name(cursor, "a label or a name"));
  cursor.accept(TokenKind::comma);
  const unsigned column = cursor.column();
  const Value value = evaluate(cursor, *this);
  expect_end(cursor);
  const auto* place = std::get_if<LabelValue>(&value);
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (place == nullptr && integer == nullptr) fail(column, "an exported symbol is a label or an integer");
  const std::int64_t number = place != nullptr ? place->address : *integer;
  const auto [it, is_new] = global_constants_.try_emplace(name, number);
  if (!is_new && it->second != number) fail(column, name + " is exported already, with another value");
}

void Interpreter::segment_directive(const Statement& statement, TokenCursor& cursor) {
  expect_end(cursor);
  emitter_.close_last();
  emitter_.set_segment(statement.name == "code" || statement.name == "text");
}

void Interpreter::clone_directive(const Statement&, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::vector<Value> values = evaluate_list(cursor, *this);
  const auto* from = std::get_if<LabelValue>(&values[0]);
  const auto* count = values.size() == 2 ? std::get_if<std::int64_t>(&values[1]) : nullptr;
  if (from == nullptr || count == nullptr || *count < 0 || *count > 1024) {
    fail(column, ".clone takes a label and a number of instructions");
  }
  align_for_code();
  // Code behind this line is known from the pass before only, so all of it is taken from there.
  for (std::int64_t i = 0; i < *count; ++i) {
    const auto address =
        static_cast<std::uint64_t>(from->address) + static_cast<std::uint64_t>(i) * isa::kInstructionBytes;
    check_output(isa::kInstructionBytes);
    const auto source = std::lower_bound(previous_items_.begin(), previous_items_.end(), address,
                                         [](const Item& item, std::uint64_t a) { return item.address < a; });
    const bool known = source != previous_items_.end() && source->address == address && source->code &&
                       source->bytes == isa::kInstructionBytes;
    if (!known && !labels_.first_pass())
      fail(column, std::string("there is no instruction to copy at byte ") + std::to_string(address));
    std::uint64_t word = 0;
    Item item;
    item.origin = origin();
    if (known) {
      for (unsigned byte = 0; byte < 8; ++byte)
        word |= std::uint64_t{previous_bytes_[address + byte]} << (8 * byte);
      item.branch_target = source->branch_target;
    }
    emitter_.add_instruction(word, std::move(item));
  }
}

}  // namespace quadcl::qpu::assembly
