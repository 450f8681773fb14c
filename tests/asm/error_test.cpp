// SPDX-License-Identifier: Apache-2.0
// Every class of error: its position and its text.
#include "assemble.h"

namespace quadcl::qpu::assembly {

namespace {

struct Row {
  const char* text;
  unsigned line;
  unsigned column;
  const char* message;  ///< part of it
};

const Row kErrors[] = {
    // tokens
    {"nop\nldi r0, 12q", 2, 9, "not a number"},
    {"ldi r0, 08", 1, 9, "not a number"},
    {"ldi r0, 99999999999999999999", 1, 9, "does not fit into 64 bits"},
    {"mov r0, `", 1, 9, "no meaning here"},
    {".include \"abc", 1, 10, "closing \" is missing"},
    // lines
    {"foo r0, r1", 1, 1, "neither an instruction nor a macro"},
    {"  MOV r0, r1", 1, 3, "'MOV' is neither an instruction"},
    {"mov r0, r1 r2", 1, 12, "expected ',' or ';', found 'r2'"},
    {"nop; ; nop", 1, 6, "expected an instruction"},
    {".frobnicate 1", 1, 1, "unknown directive .frobnicate"},
    // operands
    {"mov r0", 1, 1, "takes one or two targets and a source, found 1 operand"},
    {"add r0, r1", 1, 1, "a target and two sources, found 2 operands"},
    {"not r0, r1, r2", 1, 1, "a target and a source, found 3"},
    {"ldtmu0 r0", 1, 1, "takes no operand"},
    {"mov 5, r0", 1, 5, "the target must be a register or -, not 5"},
    {"mov r0, x", 1, 9, "'x' is not defined"},
    {"mov r0, :x - :y", 1, 9, "there is no label :x"},
    {"nop\n mov r0, :x\n:x", 2, 10, "the difference of two labels is a number"},
    {"mov t0s, t0s", 1, 10, "t0s cannot be read"},
    {"mov unif, r0", 1, 5, "unif cannot be written"},
    {"mov r4, r0", 1, 5, "r4 cannot be written"},
    {"mov r5, r0", 1, 5, "r5rep (lane 0 to all lanes) or r5quad"},
    {"add r0, ra1, ra2", 1, 14, "ra2 conflicts with another register of file A"},
    {"add r0, rb1, rb2", 1, 14, "rb2 conflicts with another register of file B"},
    {"add r0, rb1, 5", 1, 14, "takes the place of register file B"},
    {"add r0, r1, 17", 1, 13, "17 is not a small immediate"},
    {"add r0, 1, 2", 1, 12, "another small immediate"},
    {"mov r0, 0x123456789", 1, 9, "does not fit into 32 bits"},
    {"mov r0, [0,1]", 1, 9, "has 16 values, this one has 2"},
    {"mov r0, [2,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", 1, 9, "all lie in -2..1 or all in 0..3"},
    {"mov r0, [9,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", 1, 10, "an element is an integer from -2 to 1"},
    {"ldipes r0, [2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", 1, 12, "ldipes cannot hold these elements"},
    // both ALUs
    {"add r0, r1, r2; sub r1, r2, r3", 1, 17, "the add ALU is taken"},
    {"fmul r0, r1, r2; mul24 r1, r2, r3", 1, 18, "the multiply ALU is taken"},
    {"mov ra0, r1; mov ra1, r2", 1, 18, "both results would go to register file A"},
    {"ldi r0, 5; ldi r1, 6", 1, 12, "loads another value already"},
    {"mov r0, r1; ldi r1, 0x12345", 1, 13, "cannot share an instruction"},
    {"add r0, r1, r2; fmul.setf r1, r2, r3", 1, 17, "flags come from the add ALU"},
    {"brr -, 8; nop", 1, 1, "a branch stands alone"},
    // signals
    {"ldtmu0; ldtmu1", 1, 9, "has a signal already"},
    {"add r0, r1, 5; ldtmu0", 1, 16, "cannot be combined with a small immediate"},
    {"mov r0, r1 << 5; ldtmu0", 1, 18, "cannot be combined with a vector rotation"},
    {"ldi r0, 5; ldtmu0", 1, 12, "cannot be combined with a load immediate"},
    // rotation
    {"add r0, r1 << 1, r2", 1, 9, "only the multiply ALU can rotate"},
    {"mov r0, r1 >> r5", 1, 9, "rotate by r5 with << only"},
    {"mov r0, r1 << r2", 1, 12, "by a number of lanes or by r5, not by r2"},
    {"fmul r0, r1 << 1, r2 << 2", 1, 19, "the rotation needs the small immediate field"},
    // suffixes
    {"add.foo r0, r1, r2", 1, 4, "unknown suffix .foo"},
    {"add r0.foo, r1, r2", 1, 7, "unknown suffix .foo"},
    {"brr.ifz -, 8", 1, 4, "unknown suffix .ifz: a branch takes"},
    {"add.ifz r0.ifn, r1, r2", 1, 9, "has a condition already"},
    {"mov.pack16a ra0.16a, r1", 1, 13, "has a pack mode already"},
    {"mov r0, rb0.8a", 1, 9, "only register file A and r4 can be unpacked, not rb0"},
    {"mov r0.16a, r1", 1, 1, "needs a target in ra0 to ra31"},
    {"fmul vpm.8a, r0, r1", 1, 1, "packs floats to colours: .8abcds, or .8as to .8ds for one byte"},
    {"mov vpm.8888i, r0", 1, 1, "needs a target in ra0 to ra31"},
    {"fadd vpm.8888, r0, r1", 1, 1, "outside of ra0 to ra31: by fmul, mmov and the like"},
    {"mov.setf r0, 0x02020202; add r1, r1, r2", 1, 26, "load immediate"},
    {"mov rb0, 0x7fffffff; fmul r1, r1, r2", 1, 22, "load immediate"},
    {"add ra0.16af, r1, r2", 1, 1, "wants the result of a floating point operation"},
    {"fadd ra0.16ai, r1, r2", 1, 1, "wants the result of an integer operation"},
    {"mov r0, ra0.16b; mov r1, ra0.8a", 1, 26, "another unpack or pack mode"},
    {"mov r0, ra0; mov r1, ra0.8a", 1, 14, "the other ALU reads the same source"},
    {"mov r0, r4.8ai", 1, 9, "r4 unpacks to floats only"},
    {"fadd.unpack16bf r0, r4, ra1", 1, 1, "put the mode on one of the sources"},
    // branches
    {"brr -, rb1", 1, 8, "a branch reads ra0 to ra31 only, not rb1"},
    {"brr -, ra1, ra2", 1, 13, "not two registers"},
    {"brr -, 8, 16", 1, 11, "not two constants"},
    {"brr ra1, ra2, 0, 8", 1, 10, "both targets lie in one register file"},
    {"bra.setf -, ra2", 1, 1, "needs an odd register number"},
    // labels and symbols
    {":a\nnop\n:a", 3, 1, "the label :a exists already"},
    {".const a, 1\n.set a, 2", 2, 6, "was set by .const"},
    {".set f(x) x\nldi r0, f", 2, 9, "is a function: its arguments in parentheses are missing"},
    {".set f(x) x\nldi r0, f(1, 2)", 2, 9, "takes 1 arguments, found 2"},
    {".set f(x) x + zz\nldi r0, f(1)", 1, 15, "'zz' is not defined"},
    {".macro m, a\n.endm\nm", 3, 1, "the macro m takes 1 arguments, found 0"},
    {".macro m, a, a\n.endm", 1, 14, "named twice"},
    // expressions
    {"ldi r0, 1 +", 1, 12, "expected a value, found the end of the line"},
    {"ldi r0, (1 + 2", 1, 15, "expected ')'"},
    {"ldi r0, 1 / 0", 1, 11, "division by zero"},
    {"ldi r0, 1.5 & 1", 1, 13, "wants an integer, not 1.5"},
    {"ldi r0, ra0 * 2", 1, 13, "wants a number, not ra0"},
    {"mov r0, ra30 + 5", 1, 14, "outside of its register file"},
    // blocks
    {"nop\n.rep i, 2\nnop", 2, 1, ".rep has no .endr"},
    {".endr", 1, 1, ".endr without the block it would end"},
    {".rep i, 2\n.if 1\n.endr\n.endif\n.endr", 3, 1, "expected .endif first"},
    {".else", 1, 1, ".else without .if"},
    {".if 1\n.else\n.else\n.endif", 3, 1, ".else after .else"},
    {".rep i, -1\n.endr", 1, 9, "a loop runs 0 or more times"},
    {".if ra0\n.endif", 1, 5, "a condition is a number, not ra0"},
    {".assert 1 == 2", 1, 9, "the assertion does not hold"},
    {".func f(x)\nmov r0, x\n.endf\nldi r0, f(1)", 2, 1, "'mov' is not defined"},
    {".func f(x)\n.int 5\n.endf\nldi r0, f(1)", 2, 1, "cannot emit code or data"},
    {".func f(x)\n.endf\nldi r0, f(1)", 1, 0, "without a value"},
    {".back 1\nnop\n.endb", 1, 7, "fewer than 1 instructions"},
    {".clone :x, 1\n:x", 1, 8, "there is no instruction to copy"},
    // data
    {".int ra0", 1, 6, "data is made of numbers, not of ra0"},
    {".byte 1.5", 1, 7, "a float needs at least 16 bits"},
    {".align 3", 1, 8, "a power of two up to 64, not 3"},
    {".include \"missing.qinc\"", 1, 10, "cannot read missing.qinc"},
    {".include missing", 1, 10, "expected \"file\" or <file>"},
    {".global x, ra0", 1, 12, "an exported symbol is a label or an integer"},
};

}  // namespace

TEST_CASE("errors name the place and the reason") {
  for (const Row& row : kErrors) {
    const Program program = assemble(row.text, "in.qasm", with_files({}));
    INFO(row.text);
    INFO(messages(program));
    CHECK_FALSE(program.ok());
    if (program.diagnostics.empty()) continue;
    const Diagnostic& first = program.diagnostics[0];
    CHECK(first.where.file == "in.qasm");
    CHECK(first.where.line == row.line);
    CHECK(first.where.column == row.column);
    CHECK_THAT(first.message, Catch::Contains(row.message));
  }
}

TEST_CASE("one run reports several errors") {
  const Program program = assemble("foo\nnop\nmov r0, x\n.bar\n", "in.qasm");
  REQUIRE(program.diagnostics.size() == 3);
  CHECK(program.diagnostics[0].where.line == 1);
  CHECK(program.diagnostics[1].where.line == 3);
  CHECK(program.diagnostics[2].where.line == 4);
}

TEST_CASE("an error in a macro names its callers") {
  const Program program = assemble(".macro m\nfoo\n.endm\nnop\nm\n", "in.qasm");
  REQUIRE(program.diagnostics.size() == 1);
  CHECK(to_string(program.diagnostics[0]) ==
        "in.qasm:2:1: error: 'foo' is neither an instruction nor a macro\n  called from in.qasm:5");
}

TEST_CASE("an error in an included file names that file") {
  const Program program =
      assemble("nop\n.include \"a.qinc\"\n", "in.qasm", with_files({{"a.qinc", "nop\n foo\n"}}));
  REQUIRE(program.diagnostics.size() == 1);
  CHECK(program.diagnostics[0].where == SourceLocation{"a.qinc", 2, 2});
  CHECK(program.diagnostics[0].invoked_from == std::vector<SourceLocation>{{"in.qasm", 2, 0}});
}

TEST_CASE("a wrong definition is reported") {
  AssemblerOptions options;
  options.defines = {{"A", "1 +"}};
  CHECK_FALSE(assemble("nop", "in.qasm", options).ok());
  options.defines = {{"1A", "1"}};
  CHECK_FALSE(assemble("nop", "in.qasm", options).ok());
}

TEST_CASE("a file that cannot be read is reported, a folder too") {
  for (const std::string file : {"/nonexistent/file.qasm", "/"}) {
    const Program program = assemble_file(file);
    REQUIRE(program.diagnostics.size() == 1);
    CHECK(to_string(program.diagnostics[0]) == file + ": error: cannot read this file");
  }
  CHECK_THAT(messages(assemble(".include \"/\"", "in.qasm")),
             Catch::StartsWith("in.qasm:1:10: error: cannot read /: "));
}

TEST_CASE("a misspelt name is answered with the one that was probably meant") {
  const auto suggested = [](const char* text, const char* end) {
    const Program program = assemble(text, "in.qasm");
    REQUIRE_FALSE(program.diagnostics.empty());
    INFO(text);
    CHECK_THAT(program.diagnostics[0].message, Catch::EndsWith(end));
  };
  suggested("fad r0, r1, r2", "'fad' is neither an instruction nor a macro; did you mean fadd?");
  suggested("MOV r0, r1", "; did you mean mov?");
  suggested(".inclde <vc4.qinc>", "unknown directive .inclde; did you mean .include?");
  suggested("mov r0, elem_nr", "; did you mean elem_num?");
  suggested(".set count, 3\nmov r0, coutn", "; did you mean count?");
  suggested(":loop\nbrr -, r:lop", "there is no label :lop; did you mean :loop?");
  // Nothing is near.
  suggested("mov r0, x", "(a label is written :x)");
  suggested("gibberish r0", "neither an instruction nor a macro");
  suggested("brr -, :elsewhere", "there is no label :elsewhere");
}

TEST_CASE("a name of the standard include asks for it") {
  for (const char* name : {"vpm_setup(1, 1, 0)", "M_PI", "isAccu(r0)"}) {
    INFO(name);
    CHECK_THAT(messages(assemble(std::string("mov r0, ") + name, "in.qasm")),
               Catch::Contains("the standard include does: .include <vc4.qinc>"));
  }
  CHECK_THAT(messages(assemble("mov r0, M_P", "in.qasm")), !Catch::Contains("standard include"));
}

TEST_CASE("suspicious code is warned of") {
  const auto warning = [](const char* text) {
    const Program program = assemble(text, "in.qasm");
    INFO(text);
    CHECK(program.ok());
    REQUIRE(program.diagnostics.size() == 1);
    CHECK(program.diagnostics[0].severity == Severity::warning);
    return program.diagnostics[0].message;
  };
  CHECK_THAT(warning("bra -, ra31"), Catch::Contains("odd register number"));
  CHECK_THAT(warning("bra -, :x\n:x"), Catch::Contains("loaded at address 0"));
  CHECK_THAT(warning("add r0, ra0.8a, ra0"), Catch::Contains("unpack mode of the other operand"));
  CHECK_THAT(warning("fmul r0, r0<<8, r1"), Catch::Contains("the rotation applies to this operand too"));
  CHECK_THAT(warning(".byte 1\nnop"), Catch::Contains("multiples of 8 bytes"));
  CHECK_THAT(warning(".byte 256"), Catch::Contains("does not fit into 8 bits"));
  CHECK_THAT(warning(".byte 1\n.int 1"), Catch::Contains("not aligned"));
  CHECK_THAT(warning(".unset nothing"), Catch::Contains("not set here"));
}

// ---- limits

namespace {

std::string stopped(const std::string& text, AssemblerOptions options = {}) {
  options.limits.statements = 20000;
  options.limits.output_bytes = 4096;
  const Program program = assemble(text, "in.qasm", options);
  CHECK_FALSE(program.ok());
  return messages(program);
}

}  // namespace

TEST_CASE("every limit is an error that names it") {
  CHECK_THAT(stopped(".macro m\nm\n.endm\nm"), Catch::Contains("macros call each other more than 128 deep"));
  CHECK_THAT(stopped(".rep i, 1000\n.rep j, 1000\n.endr\n.endr"), Catch::Contains("more than 20000 lines"));
  CHECK_THAT(stopped(".rep i, 1000000000000\n.endr"), Catch::Contains("a loop runs at most"));
  CHECK_THAT(stopped(".rep i, 1000\nnop\n.endr"), Catch::Contains("larger than 4096 bytes"));
  CHECK_THAT(stopped(".include \"in.qasm\"", with_files({{"in.qasm", ".include \"in.qasm\""}})),
             Catch::Contains("include each other more than 32 deep"));
  AssemblerOptions small =
      with_files({{"large.qinc", std::string(101, '\n')}, {"fits.qinc", std::string(100, '\n')}});
  small.limits.source_bytes = 100;
  CHECK_THAT(
      stopped(".include \"fits.qinc\"\n.include \"large.qinc\"", small),
      Catch::StartsWith("in.qasm:2:") && Catch::Contains("large.qinc: this file has more than 100 bytes"));
  CHECK_THAT(stopped(".set f(x) f(x)\nldi r0, f(1)"), Catch::Contains("nested too deeply"));
  CHECK_THAT(stopped("ldi r0, " + std::string(1000, '(')), Catch::Contains("nested too deeply"));
  CHECK_THAT(stopped("ldi r0, " + std::string(1000, '~')), Catch::Contains("nested too deeply"));
  std::string blocks;
  for (int i = 0; i < 200; ++i) blocks += ".if 1\n";
  CHECK_THAT(stopped(blocks), Catch::Contains("more than 100 deep"));
  std::string errors;
  for (int i = 0; i < 200; ++i) errors += "foo\n";
  CHECK_THAT(stopped(errors), Catch::Contains("too many errors"));
}

}  // namespace quadcl::qpu::assembly
