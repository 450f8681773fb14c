// SPDX-License-Identifier: Apache-2.0
// The numbers that the recogniser computes for integer operations, where the guard holds, are those that
// LLVM's arithmetic of fixed width computes.
#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <catch2/catch.hpp>
#include <optional>
#include <random>

#include "compiler/recognise/follow/machine.h"

namespace {

using namespace quadcl::compiler::recognise;
using llvm::APInt, llvm::Instruction;
using Bits = std::optional<APInt>;  // empty: the result is undefined
using Number = std::optional<__int128>;

struct Inputs {
  std::uint64_t x = 0, y = 0;
};

Bits divide(const Instruction& operation, const APInt& x, const APInt& y) {
  if (y.isZero()) return {};
  const unsigned opcode = operation.getOpcode();
  if (opcode == Instruction::UDiv) return x.udiv(y);
  if (opcode == Instruction::URem) return x.urem(y);
  if (x.isMinSignedValue() && y.isAllOnes()) return {};
  return opcode == Instruction::SDiv ? x.sdiv(y) : x.srem(y);
}

Bits shift(const Instruction& operation, const APInt& x, const APInt& y) {
  if (y.uge(x.getBitWidth())) return {};
  const unsigned opcode = operation.getOpcode();
  return opcode == Instruction::Shl ? x.shl(y) : opcode == Instruction::AShr ? x.ashr(y) : x.lshr(y);
}

Bits choose(llvm::Intrinsic::ID intrinsic, const APInt& x, const APInt& y) {
  switch (intrinsic) {
    case llvm::Intrinsic::smin:
      return llvm::APIntOps::smin(x, y);
    case llvm::Intrinsic::umin:
      return llvm::APIntOps::umin(x, y);
    case llvm::Intrinsic::smax:
      return llvm::APIntOps::smax(x, y);
    case llvm::Intrinsic::umax:
      return llvm::APIntOps::umax(x, y);
    default:
      throw std::runtime_error("an intrinsic without an expected value");
  }
}

Bits expected(const Instruction& operation, const APInt& x, const APInt& y) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&operation))
    return choose(call->getIntrinsicID(), x, y);
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&operation))
    return APInt(1, llvm::ICmpInst::compare(x, y, compare->getPredicate()) ? 1 : 0);
  const unsigned width = operation.getType()->getIntegerBitWidth();
  switch (operation.getOpcode()) {
    case Instruction::Add:
      return x + y;
    case Instruction::Sub:
      return x - y;
    case Instruction::Mul:
      return x * y;
    case Instruction::And:
      return x & y;
    case Instruction::Or:  // disjoint
      return (x & y).isZero() ? Bits(x | y) : std::nullopt;
    case Instruction::Xor:
      return x ^ y;
    case Instruction::Shl:
    case Instruction::AShr:
    case Instruction::LShr:
      return shift(operation, x, y);
    case Instruction::Trunc:
      return x.trunc(width);
    case Instruction::SExt:
      return x.sext(width);
    case Instruction::ZExt:
      return x.zext(width);
    default:
      return divide(operation, x, y);
  }
}

/// Operations on two arguments, as LLVM's instructions and as the recogniser follows them.
class Program {
 public:
  Program(unsigned x_width, unsigned y_width) {
    module_.setDataLayout("e-i64:64");
    auto* type =
        llvm::FunctionType::get(llvm::Type::getVoidTy(context_), {integer(x_width), integer(y_width)}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "kernel", module_);
    block_ = llvm::BasicBlock::Create(context_, "entry", function_);
    machine_.emplace(module_.getDataLayout(), symbols_, expressions_);
  }

  llvm::Value* argument(unsigned index) { return function_->getArg(index); }
  llvm::Value* constant(unsigned width, std::uint64_t bits) {
    return llvm::ConstantInt::get(integer(width), APInt(64, bits).trunc(width));
  }

  /// Null if the recogniser rejects it. `to`: the width of the result of casts.
  Instruction* add(const IntegerRule& rule, llvm::Value* left, llvm::Value* right, unsigned to) {
    Instruction* operation = make(rule, left, right, to);
    try {
      machine_->instructions.execute(*operation);
      return operation;
    } catch (const Rejected&) {
      operation->eraseFromParent();
      return nullptr;
    }
  }

  /// Ends the program. False if no launch of it can run on the QPUs.
  bool finish() {
    try {
      machine_->integers.require_sizes();
      return true;
    } catch (const Rejected&) {
      return false;
    }
  }

  /// Checks all values for each of the inputs that the guard lets through. Returns for how many the last
  /// value was understood.
  std::size_t check(const std::vector<Inputs>& list) {
    std::size_t checked = 0;
    for (const Inputs& inputs : list)
      if (allows(inputs)) checked += check(inputs) ? 1 : 0;
    return checked;
  }

 private:
  llvm::IntegerType* integer(unsigned width) { return llvm::IntegerType::get(context_, width); }

  Instruction* make(const IntegerRule& rule, llvm::Value* left, llvm::Value* right, unsigned to) {
    if (rule.kind == RuleOf::comparison)
      return llvm::CmpInst::Create(Instruction::ICmp, static_cast<llvm::CmpInst::Predicate>(rule.code), left,
                                   right, "", block_);
    if (rule.kind == RuleOf::intrinsic)
      return llvm::CallInst::Create(llvm::Intrinsic::getDeclaration(&module_, rule.code, {left->getType()}),
                                    {left, right}, "", block_);
    if (Instruction::isCast(rule.code))
      return llvm::CastInst::Create(static_cast<Instruction::CastOps>(rule.code), left, integer(to), "",
                                    block_);
    auto* operation =
        llvm::BinaryOperator::Create(static_cast<Instruction::BinaryOps>(rule.code), left, right, "", block_);
    if (auto* alternative = llvm::dyn_cast<llvm::PossiblyDisjointInst>(operation))
      alternative->setIsDisjoint(true);
    return operation;
  }

  Number number(const Polynomial& polynomial, const Inputs& inputs) {
    __int128 sum = 0;
    for (const Polynomial::Term& term : polynomial.terms()) {
      __int128 product = term.coefficient;
      for (const Symbol symbol : symbols_of(term.monomial)) {
        const Number factor = number(symbol, inputs);
        if (!factor) return {};
        product *= *factor;
      }
      sum += product;
    }
    return sum;
  }

  /// As a launch computes it (core/builtin/recognition.h).
  Number number(Symbol symbol, const Inputs& inputs) {
    const SymbolInfo& row = symbols_[symbol];
    if (row.kind == SymbolKind::argument) {
      const std::uint64_t value = row.index == 0 ? inputs.x : inputs.y;
      return value < std::uint64_t{1} << 31 ? Number(value) : std::nullopt;
    }
    const Number left = number(row.left, inputs), right = number(row.right, inputs);
    if (!left || !right) return {};
    if (row.kind == SymbolKind::minimum) return std::min(*left, *right);
    if (*left < 0 || *right <= 0) return {};
    return row.kind == SymbolKind::quotient ? *left / *right : *left % *right;
  }

  bool allows(const Inputs& inputs) {
    for (const Symbol argument : symbols_.arguments())
      if (!number(argument, inputs)) return false;
    const auto& [zero, not_negative] = symbols_.conditions();
    return llvm::all_of(zero, [&](const Polynomial& one) { return number(one, inputs) == Number(0); }) &&
           llvm::all_of(not_negative, [&](const Polynomial& one) {
             const Number value = number(one, inputs);
             return value && *value >= 0;
           });
  }

  /// False if the program's result is undefined for these inputs, or not understood.
  bool check(const Inputs& inputs) {
    llvm::DenseMap<const llvm::Value*, Bits> bits;
    bits[argument(0)] = APInt(64, inputs.x).trunc(argument(0)->getType()->getIntegerBitWidth());
    bits[argument(1)] = APInt(64, inputs.y).trunc(argument(1)->getType()->getIntegerBitWidth());
    const auto bits_of = [&](const llvm::Value* value) -> APInt {
      const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
      return constant != nullptr ? constant->getValue() : *bits.at(value);
    };
    for (const Instruction& operation : *block_) {
      const unsigned last = llvm::isa<llvm::CastInst>(operation) ? 0 : 1;
      const Bits wanted =
          expected(operation, bits_of(operation.getOperand(0)), bits_of(operation.getOperand(last)));
      if (!wanted) return false;
      if (is_understood(operation)) compare(operation, *wanted, inputs);
      bits[&operation] = wanted;
    }
    return !block_->empty() && is_understood(block_->back());
  }

  bool is_understood(const Instruction& operation) {
    const Value& value = machine_->environment[&operation];
    return value.is_integer() || (value.kind == ValueKind::condition &&
                                  expressions_.condition(value.row).kind != ConditionKind::opaque);
  }

  void compare(const Instruction& operation, const APInt& wanted, const Inputs& inputs) {
    const Value& value = machine_->environment[&operation];
    const Number found = value.is_integer() ? number(value.number, inputs) : truth(value.row, inputs);
    if (found && APInt(64, static_cast<std::uint64_t>(*found)).trunc(wanted.getBitWidth()) == wanted) return;
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << *function_ << "x = " << inputs.x << ", y = " << inputs.y << "\n"
           << operation << "\nis " << wanted << ", and ";
    if (found) stream << static_cast<std::int64_t>(*found) << " to the recogniser";
    FAIL(text);
  }

  /// 1 if the condition holds.
  Number truth(Condition condition, const Inputs& inputs) {
    const ConditionRow& row = expressions_.condition(condition);
    const Number value = number(row.value, inputs);
    if (!value) return {};
    switch (row.kind) {
      case ConditionKind::always:
        return 1;
      case ConditionKind::not_negative:
        return *value >= 0 ? 1 : 0;
      case ConditionKind::zero:
        return *value == 0 ? 1 : 0;
      case ConditionKind::not_zero:
        return *value != 0 ? 1 : 0;
      default:
        return {};
    }
  }

  llvm::LLVMContext context_;
  llvm::Module module_{"test", context_};
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* block_ = nullptr;
  Symbols symbols_;
  Expressions expressions_{symbols_};
  std::optional<Machine> machine_;
};

using Random = std::mt19937_64;

/// Small numbers, negative ones, and those near the limits of widths.
std::uint64_t any_number(Random& random, unsigned width) {
  const auto below = [&](std::uint64_t count) { return random() % count; };
  std::uint64_t number = below(20);
  const std::uint64_t kind = below(8);
  if (kind == 0) number = random();
  if (kind == 1) number = -number;
  if (kind == 2) number += (std::uint64_t{1} << (width - below(2)) % 64) - 10;
  if (kind == 3) number += (std::uint64_t{1} << below(width)) - 10;
  if (kind == 4) number *= 5;
  return number & llvm::maskTrailingOnes<std::uint64_t>(width);
}

bool is_cast(const IntegerRule& rule) {
  return rule.kind == RuleOf::instruction && Instruction::isCast(rule.code);
}

unsigned width_after(const IntegerRule& rule, unsigned width) {
  return rule.code == Instruction::Trunc ? width / 2 : std::min(64u, width * 2);
}

/// Whether LLVM lets a number of this width be cast so.
bool fits(const IntegerRule& rule, unsigned width) {
  return !is_cast(rule) || rule.code == Instruction::Trunc || width < 64;
}

/// How often the guard of one operation held.
std::size_t check_operation(const IntegerRule& rule, unsigned width, std::optional<std::uint64_t> left,
                            std::optional<std::uint64_t> right, const std::vector<Inputs>& inputs) {
  Program program(width, width);
  llvm::Value* x = left ? program.constant(width, *left) : program.argument(0);
  llvm::Value* y = right ? program.constant(width, *right) : program.argument(1);
  const bool understood = program.add(rule, x, y, width_after(rule, width)) != nullptr && program.finish();
  return understood ? program.check(inputs) : 0;
}

std::vector<Inputs> all_bytes() {
  std::vector<Inputs> list;
  for (std::uint64_t x = 0; x < 256; ++x)
    for (std::uint64_t y = 0; y < 256; ++y) list.push_back({x, y});
  return list;
}

std::vector<Inputs> random_inputs(Random& random, unsigned x_width, unsigned y_width, std::size_t count) {
  std::vector<Inputs> list;
  for (std::size_t i = 0; i < count; ++i)
    list.push_back({any_number(random, x_width), any_number(random, y_width)});
  return list;
}

}  // namespace

TEST_CASE("integers: each operation of 8 bits, with all values and constants") {
  const std::vector<Inputs> all = all_bytes();
  std::vector<Inputs> equal;
  for (std::uint64_t x = 0; x < 256; ++x) equal.push_back({x, x});
  for (const IntegerRule& rule : integer_rules()) {
    CAPTURE(static_cast<int>(rule.kind), rule.code);
    std::size_t checked = check_operation(rule, 8, {}, {}, all);
    for (std::uint64_t constant = 0; constant < 256; ++constant) {
      checked += check_operation(rule, 8, {}, constant, equal);
      checked += check_operation(rule, 8, constant, {}, equal);
    }
    CHECK(checked >= 256);
  }
}

TEST_CASE("integers: each operation of 16, 32 and 64 bits, with random values and constants") {
  Random random(1);
  for (const IntegerRule& rule : integer_rules()) {
    for (const unsigned width : {16u, 32u, 64u}) {
      if (!fits(rule, width)) continue;
      CAPTURE(static_cast<int>(rule.kind), rule.code, width);
      std::size_t checked = 0;
      for (int i = 0; i < 200; ++i) {
        const auto inputs = random_inputs(random, width, width, 100);
        checked += check_operation(rule, width, {}, {}, inputs);
        checked += check_operation(rule, width, {}, any_number(random, width), inputs);
        checked += check_operation(rule, width, any_number(random, width), {}, inputs);
      }
      CHECK(checked >= 50);
    }
  }
}

TEST_CASE("integers: shifts to the left and back, which may extend signs") {
  Random random(2);
  const auto rule_of_code = [](unsigned code) -> const IntegerRule& {
    return *llvm::find_if(integer_rules(), [&](const IntegerRule& rule) {
      return rule.kind == RuleOf::instruction && rule.code == code;
    });
  };
  for (const unsigned width : {8u, 16u, 32u, 64u}) {
    std::size_t checked = 0;
    for (unsigned left = 0; left < width; ++left) {
      for (unsigned right = 0; right < width; ++right) {
        for (const unsigned back : {Instruction::AShr, Instruction::LShr}) {
          Program program(width, width);
          llvm::Value* high = program.add(rule_of_code(Instruction::Shl), program.argument(0),
                                          program.constant(width, left), width);
          if (high == nullptr ||
              program.add(rule_of_code(back), high, program.constant(width, right), width) == nullptr)
            continue;
          if (program.finish()) checked += program.check(random_inputs(random, width, width, 40));
        }
      }
    }
    CAPTURE(width);
    CHECK(checked >= 1000);
  }
}

TEST_CASE("integers: operations on results of operations, of mixed widths") {
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; seed <= 10000; ++seed) {
    Random random(seed);
    const auto any_of = [&](const auto& list) { return list[random() % list.size()]; };
    const std::vector<unsigned> widths{8, 8, 16, 32, 64};
    const unsigned x_width = any_of(widths), y_width = random() % 2 == 0 ? x_width : any_of(widths);
    Program program(x_width, y_width);
    std::vector<llvm::Value*> values{program.argument(0), program.argument(1)};
    for (std::size_t count = 1 + random() % 6; count > 0; --count) {
      const IntegerRule& rule = any_of(integer_rules());
      llvm::Value* left = any_of(values);
      const unsigned width = left->getType()->getIntegerBitWidth();
      llvm::Value* right = any_of(values);
      if (right->getType() != left->getType() || random() % 2 == 0)
        right = program.constant(width, any_number(random, width));
      if (random() % 8 == 0) std::swap(left, right);
      if (!fits(rule, width) || (is_cast(rule) && rule.code == Instruction::Trunc && width == 8)) continue;
      Instruction* result = program.add(rule, left, right, width_after(rule, width));
      if (result != nullptr && rule.kind != RuleOf::comparison) values.push_back(result);
    }
    CAPTURE(seed);
    if (program.finish()) checked += program.check(random_inputs(random, x_width, y_width, 60));
  }
  CHECK(checked >= 50000);
}
