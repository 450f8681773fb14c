// SPDX-License-Identifier: Apache-2.0

// The syntax files in tools/editor/ know the words that the assembler knows.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "qpu/asm/assembler.h"
#include "qpu/asm/interpreter/directives.h"
#include "qpu/isa/tables.h"
#include "tests/tools/command_runs.h"

namespace {

namespace isa = quadcl::qpu::isa;
namespace assembly = quadcl::qpu::assembly;

std::set<std::string> words_of(const std::string& text) {
  static const std::regex word("\\w+");
  return {std::sregex_token_iterator(text.begin(), text.end(), word), {}};
}

/// What a reader of a program sees as one word, by the class that an editor should give it.
struct Vocabulary {
  std::set<std::string> operations, suffixes, registers, directives;
};

Vocabulary vocabulary() {
  Vocabulary words;
  for (const isa::OpInfo& op : isa::add_ops()) words.operations.emplace(op.name);
  for (const isa::OpInfo& op : isa::mul_ops()) words.operations.emplace(op.name);
  for (const isa::SignalInfo& signal : isa::signals()) words.operations.emplace(signal.name);
  for (const isa::ConditionInfo& condition : isa::conditions()) words.suffixes.emplace(condition.name);
  words.suffixes.erase("never");
  for (const isa::BranchConditionInfo& condition : isa::branch_conditions())
    words.suffixes.emplace(condition.name);
  for (const isa::PackInfo& pack : isa::packs()) words.suffixes.emplace(pack.name);
  for (const isa::PackInfo& pack : isa::unpacks()) words.suffixes.emplace(pack.name);
  for (const isa::RegisterFile file : {isa::RegisterFile::a, isa::RegisterFile::b}) {
    for (const isa::Access access : {isa::Access::read, isa::Access::write}) {
      for (unsigned address = 32; address < 64; ++address) {
        words.registers.emplace(isa::register_info(file, access, address).name);
      }
    }
  }
  for (const char* other : {"", "-", "r0", "r1", "r2", "r3"}) words.registers.erase(other);
  for (const auto family :
       {assembly::constant_directives(), assembly::block_directives(), assembly::data_directives()}) {
    for (const assembly::Directive& directive : family) words.directives.emplace(directive.name);
  }
  words.operations.erase("");
  words.suffixes.erase("");
  return words;
}

void check_words(const std::set<std::string>& known, const std::set<std::string>& wanted) {
  for (const std::string& word : wanted) {
    INFO(word);
    CHECK(known.count(word) == 1);
  }
}

/// The assembler knows it as an operation or a signal: it misses operands, and not the name.
bool is_operation(const std::string& word) {
  for (const assembly::Diagnostic& diagnostic : assembly::assemble(word + "\n", "test").diagnostics) {
    if (diagnostic.message.find("' is neither an instruction") != std::string::npos) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the syntax file for vim knows the words of the assembler") {
  std::istringstream file(tool_tests::content_of(EDITOR "/vim/syntax/qasm.vim"));
  std::set<std::string> operations, suffixes, registers, directives;
  for (std::string line; std::getline(file, line);) {
    const auto add = [&](std::set<std::string>& to, const char* group) {
      if (!line.starts_with("syn ") || line.find(std::string(" ") + group + " ") == line.npos) return;
      // `\|` parts alternatives; the letters of other escapes are no words.
      to.merge(words_of(std::regex_replace(line, std::regex("\\\\[<>(|.?]"), " ")));
    };
    add(operations, "qasmOperation");
    add(operations, "qasmSignal");
    add(suffixes, "qasmSuffix");
    add(registers, "qasmRegister");
    add(directives, "qasmDirective");
  }
  const Vocabulary wanted = vocabulary();
  check_words(operations, wanted.operations);
  check_words(suffixes, wanted.suffixes);
  check_words(registers, wanted.registers);
  check_words(directives, wanted.directives);
  for (const char* word : {"syn", "keyword", "qasmOperation", "qasmSignal"}) operations.erase(word);
  for (const std::string& word : operations) {
    INFO(word);
    CHECK(is_operation(word));
  }
}

TEST_CASE("the grammar for VS Code knows the words of the assembler") {
  const auto grammar =
      nlohmann::json::parse(tool_tests::content_of(EDITOR "/vscode/syntaxes/qasm.tmLanguage.json"));
  const auto expression = [&](const std::string& name) {
    for (const auto& pattern : grammar["patterns"]) {
      if (pattern.value("name", "") == name) return std::regex(pattern["match"].get<std::string>());
    }
    FAIL("no pattern " << name);
    return std::regex();
  };
  const auto check = [&](const std::string& name, const std::set<std::string>& words,
                         const std::string& before) {
    const std::regex wanted = expression(name);
    for (const std::string& word : words) {
      INFO(name << ": " << word);
      CHECK(std::regex_match(before + word, wanted));
    }
  };
  const Vocabulary words = vocabulary();
  const std::regex operation = expression("keyword.operator.qasm"),
                   signal = expression("keyword.control.signal.qasm");
  for (const std::string& word : words.operations) {
    INFO(word);
    CHECK((std::regex_match(word, operation) || std::regex_match(word, signal)));
  }
  check("variable.language.register.qasm", words.registers, "");
  check("variable.language.register.qasm", {"r0", "r5", "ra0", "ra31", "rb31"}, "");
  check("keyword.control.directive.qasm", words.directives, ".");
  std::set<std::string> packs = words.suffixes;
  for (const isa::ConditionInfo& condition : isa::conditions()) packs.erase(std::string(condition.name));
  check("storage.modifier.qasm", packs, ".");
  check("storage.modifier.qasm", {"z", "nz", "n", "nn", "c", "cc"}, ".if");
  CHECK_FALSE(std::regex_match("r6", expression("variable.language.register.qasm")));
}
