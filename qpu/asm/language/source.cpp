// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/source.h"
#include "qpu/asm/language/synonyms.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quadcl::qpu::assembly {

namespace {

constexpr std::size_t kMaximumNesting = 100;

struct BlockKind {
  std::string_view opener;
  std::string_view closer;
};
constexpr std::array<BlockKind, 8> kBlocks{{
    {"if", "endif"},
    {"ifset", "endif"},
    {"rep", "endr"},
    {"foreach", "endfor"},
    {"macro", "endm"},
    {"func", "endf"},
    {"local", "endloc"},
    {"back", "endb"},
}};

const BlockKind* find_opener(std::string_view name) {
  const auto it = std::find_if(kBlocks.begin(), kBlocks.end(), [&](auto& b) { return b.opener == name; });
  return it == kBlocks.end() ? nullptr : &*it;
}

bool is_closer(std::string_view name) {
  return std::any_of(kBlocks.begin(), kBlocks.end(), [&](auto& b) { return b.closer == name; });
}

bool is_alternative(std::string_view name) { return name == "elseif" || name == "else"; }

/// Builds the tree of statements. Open blocks are on a stack.
class StatementParser {
 public:
  StatementParser(std::vector<Statement>& root, std::vector<StructureError>& errors)
      : root_(root), errors_(errors) {}

  void add_line(const SourceLine& line) {
    std::size_t i = 0;
    for (; is_label(line.tokens[i].kind); ++i) body().push_back({StatementKind::label, &line, i});
    const Token& token = line.tokens[i];
    if (token.kind == TokenKind::end) return;
    if (token.kind == TokenKind::suffix) return add_directive(line, i);
    body().push_back({StatementKind::code, &line, i});
  }

  /// The end of the file ends an open .if, as in vc4asm.
  void finish() {
    while (!open_.empty()) {
      const BlockPart& part = open_.back().parts.front();
      report(closer() == "endif" ? Severity::warning : Severity::error, *part.line, part.first,
             std::string(".") + std::string(part.name) + " has no ." + closer());
      close();
    }
  }

 private:
  std::vector<Statement>& body() { return open_.empty() ? root_ : open_.back().parts.back().body; }

  std::string closer() const { return std::string(find_opener(open_.back().parts.front().name)->closer); }

  void report(Severity severity, const SourceLine& line, std::size_t token, std::string message) {
    const unsigned column = token > 0 ? line.tokens[token - 1].column : 1;
    errors_.push_back({severity, line.number, column, std::move(message)});
  }

  void error(const SourceLine& line, std::size_t token, std::string message) {
    report(Severity::error, line, token, std::move(message));
  }

  void add_directive(const SourceLine& line, std::size_t i) {
    const std::string_view name = documented_directive(line.tokens[i].text);
    if (find_opener(name) != nullptr) return open(line, i + 1, name);
    if (is_closer(name)) return close_with(line, i + 1, name);
    if (is_alternative(name)) return alternative(line, i + 1, name);
    body().push_back({StatementKind::directive, &line, i + 1, name});
  }

  void open(const SourceLine& line, std::size_t first, std::string_view name) {
    if (open_.size() >= kMaximumNesting) {
      return error(line, first,
                   std::string("blocks are nested more than ") + std::to_string(kMaximumNesting) + " deep");
    }
    Statement block{StatementKind::block, &line, first, name};
    block.parts.push_back({&line, first, name, {}});
    open_.push_back(std::move(block));
  }

  void close() {
    Statement block = std::move(open_.back());
    open_.pop_back();
    body().push_back(std::move(block));
  }

  void close_with(const SourceLine& line, std::size_t first, std::string_view name) {
    if (open_.empty())
      return error(line, first, std::string(".") + std::string(name) + " without the block it would end");
    // The example of .foreach in the documentation ends with .endr.
    if (name != closer() && !(name == "endr" && closer() == "endfor")) {
      return error(line, first,
                   std::string(".") + std::string(name) + " inside of ." +
                       std::string(open_.back().parts.front().name) + ": expected ." + closer() + " first");
    }
    close();
  }

  void alternative(const SourceLine& line, std::size_t first, std::string_view name) {
    if (open_.empty() || closer() != "endif") {
      return error(line, first, std::string(".") + std::string(name) + " without .if");
    }
    if (open_.back().parts.back().name == "else") {
      return error(line, first, std::string(".") + std::string(name) + " after .else");
    }
    open_.back().parts.push_back({&line, first, name, {}});
  }

  std::vector<Statement>& root_;
  std::vector<StructureError>& errors_;
  std::vector<Statement> open_;
};

}  // namespace

SourceFile::SourceFile(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  split_lines();
  StatementParser parser(statements_, errors_);
  for (const SourceLine& line : lines_) parser.add_line(line);
  parser.finish();
}

std::string_view SourceFile::code(unsigned number) const {
  if (number == 0 || number > lines_.size()) return {};
  const SourceLine& line = lines_[number - 1];
  std::string_view text = line.text.substr(0, line.tokens.back().offset);
  constexpr std::string_view kSpaces = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

void SourceFile::split_lines() {
  const std::string_view text = text_;
  unsigned number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    lines_.push_back({++number, line, tokenise(line)});
    start = end + 1;
  }
}

}  // namespace quadcl::qpu::assembly
