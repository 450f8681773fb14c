// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/passes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "qpu/asm/interpreter/directives.h"
#include "qpu/asm/interpreter/interpreter.h"

namespace quadcl::qpu::assembly {

namespace {

void add_labels(const LabelTable& labels, Program& program) {
  for (const auto& definition : labels.definitions()) {
    program.labels.push_back(
        {definition.name, static_cast<std::uint32_t>(definition.address), definition.global});
  }
  std::sort(program.labels.begin(), program.labels.end(), [](const Label& a, const Label& b) {
    return a.address != b.address ? a.address < b.address : a.name < b.name;
  });
}

void add_lines(const Emitter& emitter, Program& program) {
  std::map<const SourceFile*, std::uint32_t> indices;
  const auto index_of = [&](const SourceFile* file) {
    const auto [it, is_new] = indices.try_emplace(file, static_cast<std::uint32_t>(indices.size()));
    if (is_new) program.files.push_back(file->name());
    return it->second;
  };
  for (const Item& item : emitter.items()) {
    const Origin& origin = item.origin;
    LineEntry& entry = program.lines.emplace_back(LineEntry{static_cast<std::uint32_t>(item.address),
                                                            static_cast<std::uint32_t>(item.bytes),
                                                            item.code,
                                                            index_of(origin.file),
                                                            origin.line,
                                                            {},
                                                            std::string(origin.file->code(origin.line))});
    for (const CallSite* call = origin.call.get(); call != nullptr; call = call->outer.get()) {
      entry.calls.push_back({index_of(call->file), call->line});
    }
  }
}

Program make_program(Interpreter& interpreter) {
  const Emitter& emitter = interpreter.writer().emitter();
  Program program;
  program.bytes = emitter.bytes();
  add_labels(interpreter.labels(), program);
  for (const auto& [name, value] : interpreter.exports().constants)
    program.constants.push_back({name, value});
  add_lines(emitter, program);
  program.diagnostics = interpreter.reporter().take();
  return program;
}

}  // namespace

Program assemble_in_passes(const AssemblerOptions& options, SourceLibrary& library, const SourceFile& main) {
  LabelTable labels;
  Emitter previous;
  for (unsigned pass = 1;; ++pass) {
    labels.start_pass();
    Interpreter interpreter(options, directives(), library, labels, previous, main);
    try {
      interpreter.run();
    } catch (const LimitReached&) {
      return make_program(interpreter);
    }
    const Emitter& emitter = interpreter.writer().emitter();
    if (pass > 1 && labels.settled() && emitter.bytes() == previous.bytes()) return make_program(interpreter);
    if (pass >= options.limits.passes) {
      Program program = make_program(interpreter);
      Diagnostic circle;
      circle.where.file = main.name();
      circle.message = "label addresses never settle: the length of the code depends on itself";
      program.diagnostics.push_back(std::move(circle));
      return program;
    }
    previous = emitter;
  }
}

}  // namespace quadcl::qpu::assembly
