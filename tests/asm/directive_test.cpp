// SPDX-License-Identifier: Apache-2.0
#include "assemble.h"

namespace quadcl::qpu::assembly {

namespace {

std::vector<std::uint8_t> bytes_of(const std::string& text) {
  const Program program = assemble(text, "test.qasm");
  INFO(messages(program));
  CHECK(program.ok());
  return program.bytes;
}

/// The low words of all instructions: the values that a sequence of ldi loads.
std::vector<std::uint32_t> loads(const std::string& text, const AssemblerOptions& options = {}) {
  std::vector<std::uint32_t> values;
  for (std::uint64_t word : words_of(text, options)) values.push_back(static_cast<std::uint32_t>(word));
  return values;
}

using Values = std::vector<std::uint32_t>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kNop = 0x100009e7009e7000;

}  // namespace

// ---- constants and contexts

TEST_CASE(".set evaluates at once, a function when called") {
  CHECK(loads(".set a, 1\n.set b, a + 1\n.set f(x) x + a\n.set a, 10\nldi r0, b\nldi r0, f(1)") ==
        Values{2, 11});
}

TEST_CASE(".set inside a macro is global, .lset is not") {
  CHECK(loads(".macro m\n.set a, 2\n.lset b, 3\n.endm\n.set b, 7\nm\nldi r0, a\nldi r0, b") == Values{2, 7});
}

TEST_CASE("a macro sees the constants of its caller") {
  CHECK(loads(".macro outer\n.lset a, 5\ninner\n.endm\n.macro inner\nldi r0, a\n.endm\nouter") == Values{5});
}

TEST_CASE(".local shadows and forgets") {
  CHECK(loads(".set a, 1\n.local\n.lset a, 2\nldi r0, a\n.endloc\nldi r0, a") == Values{2, 1});
}

TEST_CASE(".unset takes the innermost meaning away") {
  CHECK(loads(".set a, 1\n.local\n.lset a, 2\n.unset a\nldi r0, a\n.endloc") == Values{1});
}

TEST_CASE(".const is final") {
  const Program program = assemble(".const a, 1\n.set a, 2\n", "t");
  CHECK_FALSE(program.ok());
  CHECK(loads(".const a, 1\n.unset a\n.set a, 2\nldi r0, a") == Values{2});
}

TEST_CASE("a constant can be a register with a pack mode") {
  CHECK(word_of(".set x, ra1.8b\nmov r0, x") == word_of("mov r0, ra1.8b"));
  CHECK(word_of(".set x, ra1.8b\nmov r0, x + 2") == word_of("mov r0, ra3.8b"));
}

TEST_CASE(".func computes with conditions of its own") {
  const std::string text =
      ".func sign(x)\n.if x < 0\n.lset result, -1\n.elseif x == 0\n.lset result, 0\n.else\n"
      ".lset result, 1\n.endif\nresult\n.endf\n";
  // .lset inside of .if belongs to the function: conditions are no contexts.
  CHECK(loads(text + "ldi r0, sign(-5)\nldi r0, sign(0)\nldi r0, sign(9)") == Values{0xffffffff, 0, 1});
}

TEST_CASE("defines from the command line") {
  AssemblerOptions options;
  options.defines = {{"COUNT", "2 * 8"}, {"FLAG", ""}};
  CHECK(loads("ldi r0, COUNT\n.ifset FLAG\nldi r0, FLAG\n.endif", options) == Values{16, 1});
}

// ---- conditions and loops

TEST_CASE(".if, .elseif, .else choose one branch") {
  const std::string text = ".if a == 1\nldi r0, 10\n.elseif a == 2\nldi r0, 20\n.else\nldi r0, 30\n.endif\n";
  CHECK(loads(".set a, 1\n" + text) == Values{10});
  CHECK(loads(".set a, 2\n" + text) == Values{20});
  CHECK(loads(".set a, 3\n" + text) == Values{30});
}

TEST_CASE("a branch that is not taken is not looked at") {
  CHECK(loads(".if 0\nnonsense $$ ra99\n.endif\nldi r0, 1") == Values{1});
}

TEST_CASE(".ifset also sees macro arguments") {
  CHECK(
      loads(
          ".macro m, x\n.ifset x\nldi r0, x\n.else\nldi r0, 9\n.endif\n.endm\nm 4\n.ifset x\nnop\n.endif") ==
      Values{4});
}

TEST_CASE(".rep counts from 0 and gives its counter back") {
  CHECK(loads(".set i, 7\n.rep i, 3\nldi r0, i\n.endr\nldi r0, i") == Values{0, 1, 2, 7});
  CHECK(loads(".rep i 2\n.rep j, 2\nldi r0, i * 10 + j\n.endr\n.endr") == Values{0, 1, 10, 11});
  CHECK(loads(".rep i, 0\nnop\n.endr\nldi r0, 1") == Values{1});
}

TEST_CASE(".foreach takes registers and numbers") {
  CHECK(words_of(".foreach x, ra0, rb1, 5\nmov r0, x\n.endfor") ==
        words_of("mov r0, ra0\nmov r0, rb1\nmov r0, 5\n"));
}

// ---- macros

TEST_CASE("macro arguments are evaluated by the caller") {
  CHECK(loads(".macro m, x\n.lset a, 5\nldi r0, x\n.endm\n.set a, 1\nm a + 1") == Values{2});
}

TEST_CASE("the nop register is an argument") {
  CHECK(words_of(".macro m, x\nmov x, r1\n.endm\nm -") == words_of("mov -, r1"));
}

// ---- joining

TEST_CASE("a line that starts with a semicolon joins the one that ends with one") {
  CHECK(words_of("add r0, r0, 1;\n;mov r2, 2") == words_of("add r0, r0, 1; mov r2, 2"));
  CHECK(words_of("add r0, r0, 1\n;mov r2, r3").size() == 2);
  CHECK(words_of("add r0, r0, 1;\nmov r2, r3").size() == 2);
}

TEST_CASE("what does not fit is not joined") {
  CHECK(words_of("add r0, r0, r1;\n;sub r2, r2, r3") == words_of("add r0, r0, r1\nsub r2, r2, r3"));
}

TEST_CASE("labels prevent joining") {
  CHECK(words_of("add r0, r0, r1;\n:\n;mov r2, r3").size() == 2);
  CHECK(words_of("add r0, r0, r1;\n:x\n;mov r2, r3").size() == 2);
}

TEST_CASE("joining crosses the border of a macro") {
  CHECK(words_of(".macro m\n;mov r1, r2\n.endm\nadd r0, r0, r1;\nm").size() == 1);
}

// ---- labels

TEST_CASE("branches reach forward and back") {
  // Distances count from the instruction behind the three delay slots.
  CHECK(loads(":a\nbrr -, r:a\nnop\nnop\nnop\nbrr -, r:b\nnop\nnop\nnop\n:b") ==
        Values{0xffffffe0, 0x009e7000, 0x009e7000, 0x009e7000, 0, 0x009e7000, 0x009e7000, 0x009e7000});
}

TEST_CASE("numbered labels are found backward and forward") {
  CHECK(loads(":1\nnop\n:1\nldi r0, :1f - :1b\nnop\n:1\nldi r0, :1 - :1b") ==
        Values{0x009e7000, 16, 0x009e7000, 0});
}

TEST_CASE("an unsuffixed numbered label is the last one, or else the next one") {
  CHECK(loads(".rep q, 2\nldi r0, :0_b - :0_a\n:0_a\nnop\n.if q\nnop\n.endif\n:0_b\n.endr") ==
        Values{8, 0x009e7000, 8, 0x009e7000, 0x009e7000});
}

TEST_CASE("a label may have its colon behind it, at the start of a line") {
  const auto expected = words_of(":loop nop\n:a :b nop\nbrr -, :loop\n.int :b - :loop");
  CHECK(words_of("loop: nop\na: b: nop\nbrr -, :loop\n.int :b - :loop") == expected);
  CHECK(words_of("  loop:\nnop\n:a b:nop # b\nbrr -, :loop\n.int :b - :loop") == expected);
  CHECK(words_of("nop:  nop") == words_of("nop"));  // a name like any other
  CHECK(words_of("1: nop\nbrr -, :1f\n 2: 1: 08: nop\nbrr -, :1b\n.int :08 - :2") ==
        words_of(":1 nop\nbrr -, :1f\n :2 :1 :08 nop\nbrr -, :1b\n.int :08 - :2"));
  CHECK(loads("here: .int 5\nldi r0, :here + 8 - :here").back() == 8);
  CHECK_FALSE(assemble("loop: nop\n:loop nop", "test.qasm").ok());
  CHECK_FALSE(assemble("nop; loop: nop", "test.qasm").ok());
  CHECK_FALSE(assemble("nop; 1: nop", "test.qasm").ok());
}

TEST_CASE("labels behave like numbers in differences, like places in branches") {
  CHECK(words_of(":a nop\nbrr -, r:a + 8").back() == 0xf0f809e7ffffffe0);
  CHECK(words_of("nop\n:a nop\n.set x, :a\nbrr -, x").back() == 0xf0f809e7ffffffd8);
  CHECK(loads("ldi r0, :b - :a\n:a nop\n:b").front() == 8);
}

TEST_CASE("labels are reported with their addresses") {
  const Program program =
      assemble("nop\n::entry\nnop\n:other\n.global :other\n.global size, :other - :entry\n", "t");
  REQUIRE(program.labels.size() == 2);
  CHECK(program.labels[0].name == "entry");
  CHECK(program.labels[0].address == 8);
  CHECK(program.labels[0].global);
  CHECK(program.labels[1].address == 16);
  CHECK(program.labels[1].global);
  REQUIRE(program.constants.size() == 1);
  CHECK(program.constants[0].name == "size");
  CHECK(program.constants[0].value == 8);
}

TEST_CASE("code whose length depends on a label settles") {
  // The padding depends on the distance, and the distance on the padding.
  CHECK(words_of(".if :b - :a > 8\nnop\n.endif\n:a\nnop\nnop\n:b").size() == 3);
}

TEST_CASE("code whose length depends on itself is refused") {
  const Program circle = assemble(":a\n.if :b - :a == 0\nnop\n.endif\n:b\n", "t");
  CHECK_FALSE(circle.ok());
}

// ---- .back and .clone

TEST_CASE(".back inserts before the last instructions and moves labels and branches") {
  CHECK(words_of("mov r0, r1\nmov r1, r2\n.back 1\nmov r2, r3\n.endb") ==
        words_of("mov r0, r1\nmov r2, r3\nmov r1, r2"));
  CHECK(words_of(":a\nnop\nbrr -, r:a\nnop\n.back 2\nmov r2, r3\n.endb") ==
        words_of(":a\nnop\nmov r2, r3\nbrr -, r:a\nnop"));
  CHECK(words_of("nop\nnop\n:a\n.back 1\nmov r2, r3\n.endb\nbrr -, r:a") ==
        words_of("nop\nmov r2, r3\nnop\n:a\nbrr -, r:a"));
}

TEST_CASE(".clone copies instructions, also those that follow") {
  CHECK(words_of(":a\nmov r0, r1\nmov r1, r2\n.clone :a, 2") ==
        words_of("mov r0, r1\nmov r1, r2\nmov r0, r1\nmov r1, r2"));
  CHECK(words_of(".clone :a, 1\nnop\n:a\nmov r1, r2") == words_of("mov r1, r2\nnop\nmov r1, r2"));
}

// ---- data

TEST_CASE("integers are stored little endian") {
  CHECK(bytes_of(".byte 1, -1, 255, 0x7f\n.short 0x1234, -2\n") ==
        Bytes{1, 255, 255, 0x7f, 0x34, 0x12, 0xfe, 0xff});
  CHECK(bytes_of(".int 0x01020304, -1") == Bytes{4, 3, 2, 1, 255, 255, 255, 255});
  CHECK(bytes_of(".word 1, 2") == bytes_of(".int 1, 2"));
  CHECK(bytes_of(".long 0x0102030405060708") == Bytes{8, 7, 6, 5, 4, 3, 2, 1});
}

TEST_CASE("floats in three sizes") {
  CHECK(bytes_of(".float 1.0, -2") == Bytes{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0});
  CHECK(bytes_of(".double 1.5") == Bytes{0, 0, 0, 0, 0, 0, 0xf8, 0x3f});
  CHECK(bytes_of(".half 1.0, 65504.0, 0.1, 5.9604645e-8") == Bytes{0, 0x3c, 0xff, 0x7b, 0x66, 0x2e, 1, 0});
  CHECK(bytes_of(".half 1e9, -1e9, 1e-9, 2049.0") == Bytes{0, 0x7c, 0, 0xfc, 0, 0, 0, 0x68});
  CHECK(bytes_of(".int 1.0, 0") == Bytes{0, 0, 0x80, 0x3f, 0, 0, 0, 0});
}

TEST_CASE("bits fill bytes from the lowest") {
  CHECK(bytes_of(".bit 1,0,1,1\n.bit 0,0,0,1,1") == Bytes{0x8d, 1, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("programs end on a whole instruction, instructions start on one") {
  CHECK(bytes_of(".byte 1").size() == 8);
  const Program program = assemble(".byte 1\n:x\nnop\n", "t");
  CHECK(program.words() == std::vector<std::uint64_t>{1, kNop});
  CHECK(program.find_label("x")->address == 8);
}

TEST_CASE(".align fills with zeros, from a base if there is one") {
  CHECK(bytes_of(".byte 1\n.align 4\n.byte 2\n.align 8") == Bytes{1, 0, 0, 0, 2, 0, 0, 0});
  CHECK(bytes_of(".byte 1\n.align 4, 2\n.byte 2\n") == Bytes{1, 0, 2, 0, 0, 0, 0, 0});
  CHECK(bytes_of(".byte 9\n:b\n.byte 1\n.align 4, :b\n.byte 2\n") == Bytes{9, 1, 0, 0, 0, 2, 0, 0});
  CHECK(bytes_of(".byte 1\n.align 0\n.byte 2") == Bytes{1, 2, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("lines tell code from data") {
  const Program program = assemble("nop\n.int 1, 2\n.code\n.int 3, 4\n", "t");
  REQUIRE(program.lines.size() == 3);
  CHECK(program.lines[0].code);
  CHECK_FALSE(program.lines[1].code);
  CHECK(program.lines[2].code);
  CHECK(program.lines[1].address == 8);
  CHECK(program.lines[1].line == 2);
}

// ---- include

TEST_CASE("includes are searched beside the file and in the folders") {
  AssemblerOptions options = with_files({{"dir/a.qinc", "ldi r0, 1"}, {"inc/b.qinc", "ldi r0, 2"}});
  options.include_directories = {"inc"};
  const Program program = assemble(".include \"a.qinc\"\n.include <b.qinc>\n", "dir/main.qasm", options);
  INFO(messages(program));
  CHECK(program.ok());
  CHECK(program.words().size() == 2);
}

TEST_CASE("an included file is a context of its own") {
  CHECK(loads(".include \"a\"\n.ifset x\nnop\n.endif\nldi r0, y",
              with_files({{"a", ".lset x, 1\n.set y, 2"}})) == Values{2});
}

TEST_CASE("names of the hardware's manual and of other assemblers mean the documented ones") {
  const std::pair<const char*, const char*> same[] = {
      {"mov vpmvcd_wr_setup, element_number", "mov vw_setup, elem_num"},
      {"mov vpmvcd_rd_setup, qpu_number", "mov vr_setup, qpu_num"},
      {"mov tmu0_s, uniform_read; mov sfu_recip, r0", "mov t0s, unif; mov recip, r0"},
      {"mov tmu1_t, r0", "mov t1t, r0"},
      {"mov vpm_write, vpm_read", "mov vpm, vpm"},
      {"mov -, vpm_st_wait", "mov -, vw_wait"},
      {"mov -, mutex_acquire", "mov -, mutex_acq"},
      {"mov mutex_release, r0", "mov mutex_rel, r0"},
      {"mov host_int, r0", "mov irq, r0"},
      {"tend", "thrend"},
      {"waitscb", "sbwait"},
      {"add ra1.16aclamp, r1, r2", "add ra1.16as, r1, r2"},
      {"add.pack8ddupe ra1, r1, r2", "add ra1.8abcd, r1, r2"},
      {"mov r0, ra1.8ddupe", "mov r0, ra1.8dr"},
      {"brr.allcc -, 8", "brr.allnc -, 8"},
      {".int8 1, 2\n.int16 3\n.dword 4", ".byte 1, 2\n.short 3\n.int 4"},
      {".int4 1, 2, 3, 4\n.int2 3, 2, 1, 0", ".short 0x4321\n.byte 0x1b"},
      {".qword 5\n.float64 1.5", ".long 5\n.double 1.5"},
      {".if 0\nnop\n.elif 1\nthrend\n.endif", "thrend"},
      {".rep i, 2\nnop\n.endrep", "nop\nnop"},
      {".for r, ra1, rb2\nmov r, 0\n.endfor", "mov ra1, 0\nmov rb2, 0"},
      {".foreach r ra1, rb2\nmov r, 0\n.endr", "mov ra1, 0\nmov rb2, 0"},
  };
  for (const auto& [synonym, documented] : same) {
    INFO(synonym);
    CHECK(words_of(synonym) == words_of(documented));
  }
}

TEST_CASE("an .if that is still open ends with the file") {
  const Program program =
      assemble("nop\n.rep i, 2\n.if 1\nnop\n.endif\n.endr\n  .if 0\nthrend\n", "open.qasm");
  CHECK(program.words() == words_of("nop\nnop\nnop"));
  CHECK(messages(program) == "open.qasm:7:3: warning: .if has no .endif\n");
  CHECK(words_of(".if 0\nnop\n.else\nthrend\nnop\nnop") == words_of("thrend\nnop\nnop"));
  CHECK_FALSE(assemble(".rep i, 2\n.if 1\nnop\n", "open.qasm").ok());  // the loop is no .if
}

TEST_CASE("files can be read before the first line") {
  AssemblerOptions options = with_files({{"a.qinc", ".set A, 5\n"}, {"dir/b.qinc", ".set B, A + 2\n"}});
  options.include_directories = {"dir"};
  options.preincludes = {"a.qinc", "b.qinc", "vc4.qinc"};
  CHECK(words_of("ldi r0, B\nldi r0, h32(0)", options) ==
        std::vector<std::uint64_t>{0xe002082700000007, 0xe002082700000a00});
  options.preincludes = {"c.qinc"};
  CHECK(
      messages(assemble("nop", "in.qasm", options)) ==
      "<arguments>:1: error: cannot read c.qinc: it is not beside this file, nor in a folder given by -I\n");
}

TEST_CASE("the standard include is always there") {
  CHECK(loads(".include \"../share/vc4inc/vc4.qinc\"\nldi r0, h32(1)") == Values{0xa01});
  CHECK(words_of(".include <vc4.qinc>\nmov -, sacq(3)") == words_of("sacq -, 3"));
}

TEST_CASE("two assemblies do not know of each other") {
  CHECK(loads(".set a, 1\nldi r0, a") == Values{1});
  CHECK_FALSE(assemble("ldi r0, a", "t").ok());
}

}  // namespace quadcl::qpu::assembly
