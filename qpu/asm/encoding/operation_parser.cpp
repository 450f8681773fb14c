// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/operation_parser.h"

#include <map>
#include <string>

#include "qpu/asm/language/error.h"
#include "qpu/asm/language/synonyms.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

// ---- mnemonics

namespace {

using MnemonicMap = std::map<std::string, Mnemonic, std::less<>>;

Mnemonic& alu_row(MnemonicMap& map, const isa::OpInfo& info) {
  Mnemonic& row = map[std::string(info.name)];
  row.name = info.name;
  row.sources = info.operands;
  row.float_operands = info.float_operands;
  row.float_result = info.float_result;
  return row;
}

void add_alu_rows(MnemonicMap& map) {
  for (unsigned i = 1; i < isa::add_ops().size(); ++i) {
    const isa::OpInfo& info = isa::add_ops()[i];
    if (!info.reserved()) alu_row(map, info).add = static_cast<isa::AddOp>(i);
  }
  for (unsigned i = 1; i < isa::mul_ops().size(); ++i) {
    Mnemonic& row = alu_row(map, isa::mul_ops()[i]);
    row.mul = static_cast<isa::MulOp>(i);
    row.prefer_mul = true;
  }
}

/// `av8adds` and `mv8adds`: an operation that both ALUs have, tied to one of them.
void add_tied_rows(MnemonicMap& map, std::string_view name) {
  const Mnemonic both = map.find(name)->second;
  Mnemonic add = both;
  add.mul.reset();
  add.prefer_mul = false;
  Mnemonic mul = both;
  mul.add.reset();
  map[std::string("a") + std::string(name)] = add;
  map[std::string("m") + std::string(name)] = mul;
}

void add_signal_rows(MnemonicMap& map) {
  for (unsigned i = 0; i < isa::signals().size(); ++i) {
    const std::string_view name = isa::signals()[i].name;
    if (name.empty()) continue;
    Mnemonic row{OperationKind::signal, name};
    row.signal = static_cast<isa::Signal>(i);
    map[std::string(name)] = row;
  }
}

Mnemonic move_row(bool add, bool mul) {
  Mnemonic row{OperationKind::mov, "mov", 1};
  if (add) row.add = isa::AddOp::bit_or;
  if (mul) row.mul = isa::MulOp::v8min;
  return row;
}

Mnemonic nop_row(bool add, bool mul) {
  Mnemonic row{OperationKind::nop, "nop", 0};
  if (add) row.add = isa::AddOp::nop;
  if (mul) row.mul = isa::MulOp::nop;
  return row;
}

void add_special_rows(MnemonicMap& map) {
  map["mov"] = move_row(true, true);
  map["amov"] = move_row(true, false);
  map["mmov"] = move_row(false, true);
  map["nop"] = nop_row(true, true);
  map["anop"] = nop_row(true, false);
  map["mnop"] = nop_row(false, true);
  map["ldi"] = Mnemonic{OperationKind::ldi, "ldi", 1};
  map["ldipes"] = Mnemonic{OperationKind::ldi, "ldipes", 1};
  map["ldipes"].load_type = isa::ImmediateType::per_element_signed;
  map["ldipeu"] = Mnemonic{OperationKind::ldi, "ldipeu", 1};
  map["ldipeu"].load_type = isa::ImmediateType::per_element_unsigned;
  map["read"] = Mnemonic{OperationKind::read, "read", 1};
  map["sacq"] = Mnemonic{OperationKind::semaphore, "sacq", 1};
  map["sacq"].acquire = true;
  map["srel"] = Mnemonic{OperationKind::semaphore, "srel", 1};
  map["bra"] = Mnemonic{OperationKind::branch, "bra"};
  map["brr"] = Mnemonic{OperationKind::branch, "brr"};
  map["brr"].relative = true;
}

MnemonicMap make_mnemonics() {
  MnemonicMap map;
  add_alu_rows(map);
  add_tied_rows(map, "v8adds");
  add_tied_rows(map, "v8subs");
  add_signal_rows(map);
  add_special_rows(map);
  return map;
}

const MnemonicMap& mnemonics() {
  static const MnemonicMap map = make_mnemonics();
  return map;
}

}  // namespace

const Mnemonic* find_mnemonic(std::string_view name) {
  const auto it = mnemonics().find(documented_mnemonic(name));
  return it == mnemonics().end() ? nullptr : &it->second;
}

// ---- lines

namespace {

std::optional<isa::BranchCondition> find_branch_condition(std::string_view name) {
  for (unsigned i = 0; i < isa::branch_conditions().size(); ++i) {
    if (isa::branch_conditions()[i].name == documented_branch_condition(name))
      return static_cast<isa::BranchCondition>(i);
  }
  return std::nullopt;
}

class OperationParser {
 public:
  OperationParser(TokenCursor& cursor, ExpressionContext& context) : cursor_(cursor), context_(context) {}

  Operation parse() {
    const Token& name = cursor_.peek();
    if (name.kind != TokenKind::identifier) fail_expected(cursor_, "an instruction");
    op_.mnemonic = find_mnemonic(name.text);
    op_.column = name.column;
    if (op_.mnemonic == nullptr) {
      Suggestion suggestion(name.text);
      for (const auto& row : mnemonics()) suggestion.consider(row.first);
      fail(name.column, std::string("'") + std::string(name.text) +
                            "' is neither an instruction nor a macro" + suggestion.text());
    }
    cursor_.take();
    while (cursor_.at(TokenKind::suffix)) suffix(cursor_.take());
    operands();
    return std::move(op_);
  }

 private:
  bool is(OperationKind kind) const { return op_.mnemonic->kind == kind; }

  // -- suffixes of the mnemonic

  void suffix(const Token& token) {
    if (is(OperationKind::branch) && branch_suffix(token)) return;
    if (is(OperationKind::signal)) fail(token.column, "a signal takes no suffix");
    if (auto suffix = parse_operation_suffix(token.text)) return operation_suffix(*suffix, token);
    if (pack_suffix(token)) return;
    fail(token.column, std::string("unknown suffix .") + std::string(token.text) +
                           ": .setf, a condition such as .ifz, .packXX or .unpackXX is expected");
  }

  bool branch_suffix(const Token& token) {
    if (auto condition = find_branch_condition(token.text)) {
      op_.branch_condition = *condition;
      return true;
    }
    if (token.text == "setf" || token.text == "sf") return false;
    fail(token.column, std::string("unknown suffix .") + std::string(token.text) +
                           ": a branch takes .allz, .allnz, .anyz, .anynz, the same with n or c, or .setf");
  }

  void operation_suffix(const OperationSuffix& suffix, const Token& token) {
    op_.set_flags |= suffix.set_flags;
    if (!suffix.condition) return;
    if (op_.condition) fail(token.column, "this instruction has a condition already");
    op_.condition = suffix.condition;
  }

  bool pack_suffix(const Token& token) {
    if (token.text.starts_with("unpack")) return set_pack(op_.unpack, token.text.substr(6), token);
    if (token.text.starts_with("pack")) return set_pack(op_.pack, token.text.substr(4), token);
    return false;
  }

  bool set_pack(std::optional<PackSuffix>& target, std::string_view text, const Token& token) {
    const auto pack = parse_pack_suffix(text);
    if (!pack) return false;
    if (target) fail(token.column, "this instruction has a pack mode already");
    target = pack;
    return true;
  }

  // -- operands

  void operands() {
    std::vector<Operand> list;
    if (cursor_.at_end() || cursor_.at(TokenKind::semicolon)) return distribute(list);
    do {
      const unsigned column = cursor_.column();
      list.push_back({evaluate(cursor_, context_), column});
    } while (cursor_.accept(TokenKind::comma));
    if (!cursor_.at_end() && !cursor_.at(TokenKind::semicolon)) fail_expected(cursor_, "',' or ';'");
    distribute(list);
  }

  [[noreturn]] void wrong_count(std::string_view wanted, std::size_t found) {
    fail(op_.column, std::string(op_.mnemonic->name) + " takes " + std::string(wanted) + ", found " +
                         std::to_string(found) + " operand" + (found == 1 ? "" : "s"));
  }

  void distribute(const std::vector<Operand>& list) {
    switch (op_.mnemonic->kind) {
      case OperationKind::signal:
        if (!list.empty()) wrong_count("no operand", list.size());
        return;
      case OperationKind::nop:
        if (list.size() > 1) wrong_count("at most a target", list.size());
        return split(list, list.size());
      case OperationKind::read:
        if (list.size() != 1) wrong_count("one source", list.size());
        return split(list, 0);
      case OperationKind::mov:
      case OperationKind::ldi:
      case OperationKind::semaphore:
        if (list.size() != 2 && list.size() != 3) wrong_count("one or two targets and a source", list.size());
        return split(list, list.size() - 1);
      case OperationKind::branch:
        return distribute_branch(list);
      case OperationKind::alu:
        break;
    }
    const std::size_t sources = op_.mnemonic->sources;
    if (list.size() != sources + 1) {
      wrong_count(sources == 1 ? "a target and a source" : "a target and two sources", list.size());
    }
    split(list, 1);
  }

  /// `target, to` or `target, to, to` or `target, target, to, to`.
  void distribute_branch(const std::vector<Operand>& list) {
    if (list.size() < 2 || list.size() > 4) {
      wrong_count("a link target (or -) and one or two destinations", list.size());
    }
    split(list, list.size() == 4 ? 2 : 1);
  }

  void split(const std::vector<Operand>& list, std::size_t targets) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i < targets) {
        add_target(list[i]);
      } else {
        add_source(list[i]);
      }
    }
  }

  /// r5rep and r5quad are both r5 when read.
  void add_source(Operand operand) {
    auto* reg = std::get_if<RegisterValue>(&operand.value);
    if (reg != nullptr && !reg->raw && reg->address == isa::write_address::r5) {
      reg->accumulator = reg->readable = true;
      reg->file_a = reg->file_b = false;
    }
    op_.sources.push_back(std::move(operand));
  }

  void add_target(Operand operand) {
    auto* reg = std::get_if<RegisterValue>(&operand.value);
    if (reg == nullptr) {
      fail(operand.column, "the target must be a register or -, not " + describe(operand.value) + " (" +
                               std::string(kind_name(operand.value)) + ")");
    }
    take_target_suffixes(*reg, operand.column);
    op_.targets.push_back(operand);
  }

  void take_target_suffixes(RegisterValue& reg, unsigned column) {
    op_.set_flags |= reg.set_flags;
    if (reg.condition) {
      if (op_.condition) fail(column, "this instruction has a condition already");
      op_.condition = reg.condition;
    }
    if (reg.pack != PackSuffix{}) {
      if (op_.pack) fail(column, "this instruction has a pack mode already");
      op_.pack = reg.pack;
    }
    reg.set_flags = false;
    reg.condition.reset();
    reg.pack = {};
  }

  TokenCursor& cursor_;
  ExpressionContext& context_;
  Operation op_;
};

}  // namespace

ParsedLine parse_operations(TokenCursor& cursor, ExpressionContext& context) {
  ParsedLine line;
  line.starts_with_semicolon = cursor.accept(TokenKind::semicolon);
  while (!cursor.at_end()) {
    line.operations.push_back(OperationParser(cursor, context).parse());
    line.ends_with_semicolon = cursor.accept(TokenKind::semicolon);
  }
  return line;
}

}  // namespace quadcl::qpu::assembly
