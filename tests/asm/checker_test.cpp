// SPDX-License-Identifier: Apache-2.0
// The restrictions of docs/videocore4.md: for each rule, code that breaks it, and the nearest legal code.
#include "qpu/asm/checks/checker.h"
#include "qpu/asm/checks/rules.h"

#include <algorithm>
#include <span>

#include "assemble.h"

namespace quadcl::qpu::assembly {

namespace {

const std::string kEnd = "\nthrend\nnop\nnop\n";

/// "rule@address" of every finding.
std::vector<std::string> findings(const std::string& text, const CheckerOptions& options = {}) {
  const Program program = assemble(text, "check.qasm");
  INFO(text);
  INFO(messages(program));
  CHECK(program.ok());
  std::vector<std::string> result;
  for (const CodeFinding& finding : check(program, options)) {
    result.push_back(std::string(finding.rule->name) + "@" + std::to_string(finding.address / 8));
  }
  return result;
}

using Names = std::vector<std::string>;

struct Row {
  const char* text;
  const char* finding;  ///< "rule@instruction"; nullptr if the code is legal
};

const Row kRows[] = {
    // 1: register files
    {"mov ra1, r0\nadd r1, ra1, r2", "register-file-hazard@1"},
    {"mov ra1, r0\nnop\nadd r1, ra1, r2", nullptr},
    {"mov ra1, r0\nadd r1, rb1, r2", nullptr},
    {"mov rb1, r0\nadd r1, rb1, r2", "register-file-hazard@1"},
    {"fmul ra1, r0, r0\nmov r1, ra1", "register-file-hazard@1"},
    {"mov r1, r0\nadd r2, r1, r2", nullptr},
    {"ldi rb7, 0x12345\nmov r1, rb7", "register-file-hazard@1"},
    {"mov ra1, r0\nread ra1", nullptr},
    {"mov ra1, r0\nadd.never r1, ra1, r2", nullptr},
    {"mov.never ra1, r0\nadd r1, ra1, r2", nullptr},
    {"mov.ifz ra1, r0\nmov.ifnz r1, ra1", nullptr},
    {"mov.ifz ra1, r0\nmov.ifz r1, ra1", "register-file-hazard@1"},
    {"mov.ifz ra1, r0\nmov r1, ra1", "register-file-hazard@1"},
    {"mov.ifz.setf ra1, r0\nmov.ifnz r1, ra1", "register-file-hazard@1"},
    {"mov r0, ra1\nmov ra1, r0", nullptr},
    // The value sets up a VPM read whose data is not used: such code waits for its writes.
    {"mov ra1, r0\nmov vr_setup, ra1\nnop\nnop\nnop\nread vpm", "register-file-hazard-unused@1"},
    {"mov ra1, r0\nmov vr_setup, ra1\nbra -, ra0\nnop\nnop\nread vpm", "register-file-hazard-unused@1"},
    {"mov ra1, r0\nmov vr_setup, ra1\nbra -, ra0\nnop\nnop\nnop\nread vpm", "register-file-hazard@1"},
    {"mov ra1, r0\nmov vr_setup, ra1\nnop\nnop\nnop\nmov r0, vpm", "register-file-hazard@1"},
    {"mov ra1, r0\nmov vr_setup, ra1\nmov vr_addr, r0\nread vr_wait\nread vpm", "register-file-hazard@1"},
    {"mov ra1, r0\nmov vr_setup, ra1\nmov vr_setup, r0\nnop\nnop\nread vpm", "register-file-hazard@1"},
    {"mov ra1, r0\nmov vw_setup, ra1\nnop\nnop\nnop\nread vpm", "register-file-hazard@1"},
    {"mov ra1, r0\nmov vr_setup, ra1; mov r1, ra1\nnop\nnop\nnop\nread vpm", "register-file-hazard@1"},
    // The last delay slot writes in lanes that do not have the flags for which the branch was taken.
    {"sub.setf -, r0, r1\nbrr.anyz -, r:x\nnop\nnop\nmov.ifnz ra1, r0\nnop\n:x\nadd r1, ra1, r2",
     "register-file-hazard-differing-lanes@6"},
    {"sub.setf -, r0, r1\nbrr.allz -, r:x\nnop\nnop\nmov.ifnz ra1, r0\nnop\n:x\nadd r1, ra1, r2", nullptr},
    {"sub.setf -, r0, r1\nbrr.anyz -, r:x\nnop\nnop\nmov.ifz ra1, r0\nnop\n:x\nadd r1, ra1, r2",
     "register-file-hazard@6"},
    {"sub.setf -, r0, r1\nbrr.anyz -, r:x\nnop\nnop\nmov ra1, r0\nnop\n:x\nadd r1, ra1, r2",
     "register-file-hazard@6"},
    {"sub.setf -, r0, r1\nbrr.anyz -, r:x\nnop\nadd.setf r2, r2, r1\nmov.ifnz ra1, r0\nnop\n:x\nadd r1, ra1, "
     "r2",
     "register-file-hazard@6"},
    {"sub.setf -, r0, r1\nbrr.anyz -, r:x\nnop\nnop\nmov.ifnz ra1, r0\nadd r1, ra1, r2\n:x\nnop",
     "register-file-hazard@5"},
    // Other bytes of the register
    {"mov ra1.16a, r0\nmov r1, ra1.16b", "register-file-hazard-other-bytes@1"},
    {"mov ra1.8b, r0\nmov r1, ra1.8d", "register-file-hazard-other-bytes@1"},
    {"mov ra1.16a, r0\nmov r1, ra1.16a", "register-file-hazard@1"},
    {"mov ra1.16a, r0\nmov r1, ra1.8b", "register-file-hazard@1"},
    {"mov ra1.16a, r0\nmov r1, ra1", "register-file-hazard@1"},
    {"mov ra1, r0\nmov r1, ra1.16b", "register-file-hazard@1"},
    {"mov ra1.8abcd, r0\nmov r1, ra1.8a", "register-file-hazard@1"},
    {"fmul rb1.8as, r0, r0\nmov r1, rb1", "register-file-hazard@1"},
    // The result is not 0, whatever the register holds, and nothing else matters: V3DLib's code for "true".
    {"mov ra1, r0\nor rb1, ra1, 1\nnop\nmov.setf rb1, rb1\nbrr.allz -, 0\nnop\nnop\nnop",
     "register-file-hazard-nonzero@1"},
    {"sub.setf ra1, r0, r1\nor.ifn rb1, ra1, 1\nnop\nmov.setf ra2, rb1\nmov.ifnz r2, r3",
     "register-file-hazard-nonzero@1"},
    {"mov ra1, r0\nor r1, ra1, 1\nldi r1, 5\nadd r2, r1, r1", "register-file-hazard-nonzero@1"},
    {"mov ra1, r0\nor rb1, ra1, 1\nnop\nmov.ifz rb1, r3\nnop\nadd r2, rb1, r1", "register-file-hazard@1"},
    {"mov ra1, r0\nor rb1, ra1, 0\nnop\nmov.setf -, rb1\nmov.ifz r2, r3", "register-file-hazard@1"},
    {"mov ra1, r0\nand rb1, ra1, 1\nnop\nmov.setf -, rb1\nmov.ifz r2, r3", "register-file-hazard@1"},
    {"mov ra1, r0\nor rb1, ra1, 1; fmul r2, ra1, r3\nnop\nmov.setf -, rb1", "register-file-hazard@1"},
    {"mov ra1, r0\nor rb1, ra1, 1\nnop\nmov.setf -, rb1\nmov.ifn r2, r3", "register-file-hazard@1"},
    {"mov ra1, r0\nor rb1, ra1, 1\nnop\nmov.setf -, rb1\nbrr.alln -, 0\nnop\nnop\nnop",
     "register-file-hazard@1"},
    {"mov ra1, r0\nor.setf rb1, ra1, 1\nmov.ifn r2, r3", "register-file-hazard@1"},
    {"mov ra1, r0\nor rb1, ra1, 1\nnop\nadd r2, rb1, r1", "register-file-hazard@1"},
    {"mov ra1, r0\nor rb1, ra1, 1\nnop\nmov vpm, rb1", "register-file-hazard@1"},
    {"mov ra1, r0\nor rb1, ra1, 1\nnop\nmov.setf -, rb1\nbra -, ra0\nnop\nnop\nnop",
     "register-file-hazard@1"},
    {"mov ra1, r0\nor vpm, ra1, 1", "register-file-hazard@1"},
    // 2: SFU
    {"mov recip, r0\nnop\nnop\nmov r1, r4", nullptr},
    {"mov recip, r0\nnop\nmov r1, r4", "sfu-result@2"},
    {"mov recip, r0\nmov r1, r4", "sfu-result@1"},
    {"mov recip, r0\nldtmu0", "sfu-result@1"},
    {"mov recip, r0\nmov exp, r1", "sfu-result@1"},
    {"mov.ifz log, r0\nmov r1, r4", "sfu-result@1"},
    // 3 and 4: rotation
    {"mov r5rep, r0\nmov r1, r2 << r5", "rotate-by-r5@1"},
    {"mov r5quad, r0\nmov r1, r2 << r5", "rotate-by-r5@1"},
    {"mov r5rep, r0\nnop\nmov r1, r2 << r5", nullptr},
    {"mov r5rep, r0\nmov r1, r2 << 3", nullptr},
    {"mov r2, r0\nmov r1, r2 << 3", "rotate-accumulator@1"},
    {"mov r2, r0\nnop\nmov r1, r2 << 3", nullptr},
    {"mov r2, r0\nmov r1, r3 << 3", nullptr},
    {"mov r2, r0\nmov.ifz r1, r2 << 3", nullptr},
    {"mov.ifz r2, r0\nmov r1, r2 << 3", nullptr},
    {"anop r2\nmov r1, r2 << 3", nullptr},
    {"mnop r2\nmov r1, r2 << 3", "rotate-accumulator@1"},
    // 5: uniforms
    {"mov unif_addr, r0\nnop\nmov r1, unif", "uniform-address@2"},
    {"mov unif_addr, r0\nnop\nnop\nmov r1, unif", nullptr},
    {"mov unif_addr, r0\nnop\nmov t0t, r1", "uniform-address@2"},
    {"mov unif_addr, r0\nnop\nmov t0s, r1", nullptr},
    // 9: tmu_noswap
    {"mov tmurs, 1\nnop\nmov t0s, r0", "tmu-noswap@2"},
    {"mov tmurs, 1\nnop\nnop\nmov t0s, r0", nullptr},
    // 10: one special access
    {"mov t0s, r0; ldtmu0", "special-access@0"},
    {"mov t0s, r0; mov t1s, r1", "special-access@0"},
    {"mov recip, r0; ldtmu1", "special-access@0"},
    {"mov t0s, r0; mov vpm, r1", nullptr},
    {"mov t0s, unif; mov r0, r1", nullptr},
    {"mov r0, mutex; mov t0s, r1", "special-access@0"},
    // 11: semaphores
    {"sacq t0s, 3", "semaphore-target@0"},
    {"sacq r0, 3", nullptr},
    // 12 and 13: rendering
    {"nop\nsbwait", "scoreboard-wait@1"},
    {"nop\nnop\nsbwait", nullptr},
    {"mov tlbz, r0\nmov r1, ms_mask", "ms-flags@1"},
    {"mov tlbz, r0\nnop\nnop\nmov r1, ms_mask", nullptr},
    // 14: branches
    {"brr.allz -, 0\nbrr.anyn -, 0\nnop\nnop\nnop", "branch-distance@1"},
    {"brr.allz -, 0\nnop\nnop\nbrr.anyn -, 0\nnop\nnop\nnop", nullptr},
    // 15: textures
    {"mov t0t, unif", "texture-uniform@0"},
    {"mov t0s, unif", nullptr},
    // Peripherals
    {"mov r0, r1; mov r0, r2", "double-write@0"},
    {"mov.ifz r0, r1; mov.ifnz r0, r2", nullptr},
    {"mov vpm, r1; mov vpm, r2", "double-write@0"},
    {"mov vpm, r1; mov vpm, r1", "double-write@0"},
    {"anop r0; fmul r0, r4, r5", nullptr},
    {"mov r0, r0; mov r0, r0", "double-write-same@0"},
    {"mov r0, unif; mov r0, unif", "double-write-same@0"},
    {"add r0, r1, r1; mov r0, r1", "double-write@0"},
    {"mov r0, r1; mov r0.8as, r1", "double-write@0"},
    {"ldi r0, r0, 5", "double-write-same@0"},
    {"mov vr_setup, r1; mov vpm, r2", "concurrent-vpm@0"},
    {"mov vw_setup, r0; mov vr_setup, r1", "concurrent-vpm@0"},
    {"mov vw_addr, r0; mov vr_addr, r1", nullptr},
    {"mov vpm, r0; mov r1, vpm", nullptr},
    {"mov vpm, r0; ldtmu0", nullptr},
    {"mov.ifz t0s, r0", "conditional-peripheral@0"},
    {"mov.ifz vpm, r0", "conditional-peripheral@0"},
    {"mov.ifz irq, r0", nullptr},
    {"fmul vpm.8as, r0, r1", "colour-pack-target@0"},
    {"fmul r2.8as, r0, r1", nullptr},
    {"fmul vpm.8abcds, r0, r1", nullptr},
};

/// Whole programs, with their ends.
const Row kPrograms[] = {
    // 6 to 8: the last three instructions
    {"thrend; mov r0, r1\nnop\nnop", nullptr},
    {"thrend; mov ra0, r1\nnop\nnop", "end-register-write@0"},
    {"thrend\nmov ra0, r1\nmov rb1, r1", nullptr},
    {"thrend\nmov ra14, r1\nnop", "end-address-14@1"},
    {"thrend\nnop\nmov r0, rb14", "end-address-14@2"},
    {"thrend; mov r0, unif\nnop\nnop", "end-access@0"},
    {"thrend\nmov r0, vpm\nnop", "end-access@1"},
    {"thrend\nnop\nread vw_wait", "end-access@2"},
    {"thrend\nnop\nmov vw_addr, r0", "end-access@2"},
    {"mov r0, unif\nthrend\nmov irq, 1\nnop", nullptr},
    {"thrend\nnop\nmov tlbz, r0", "end-depth-write@2"},
    {"thrend\nmov tlbz, r0\nnop", nullptr},
    // The program ends after two delay slots.
    {"thrend\nnop\nnop\nmov r0, unif\nthrend\nnop\nnop", nullptr},
    {"nop", "runs-off-the-end@0"},
    {"thrend\nnop", "runs-off-the-end@1"},
    // No branch is under way then.
    {"brr -, -32\nthrend\nnop\nnop", "end-branch@3"},
    {"thrend\nbrr -, -32\nnop\nnop\nnop\nnop", "end-branch@1"},
    {"brr -, 0\nnop\nnop\nnop\nthrend\nnop\nnop", nullptr},
    // Branches lead into the program.
    {"brr -, 800\nnop\nnop\nnop", "branch-outside@0"},
    {"brr -, 4\nnop\nnop\nnop\nnop\nnop", "branch-outside@0"},
    // No words but instructions
    {"nop\n.code\n.int 0x099e7040, 0x10020827\nthrend\nnop\nnop", "meaningless@1"},
};

/// Reported on request only.
const Row kPedantic[] = {
    {"mov vw_addr, r0\nmov vw_addr, r0", "dma-in-flight@1"},
    {"mov vw_addr, r0\nread vw_wait\nmov vw_addr, r0", nullptr},
    {"mov vw_addr, r0\nread vr_wait\nmov vw_addr, r0", "dma-in-flight@2"},
    {"mov vw_addr, r0\nmov vr_addr, r0", nullptr},
    {"mov vpm, r0; ldtmu0", "vpm-beside-tmu-load@0"},
    {"mov r0, vpm; ldtmu1", "vpm-beside-tmu-load@0"},
    {"mov vw_setup, r0; ldtmu0", "vpm-beside-tmu-load@0"},
    {"mov vr_addr, r0; ldtmu1", nullptr},
    {"thrsw", "thread-switch@0"},
};

void check_rows(std::span<const Row> rows, const std::string& end, const CheckerOptions& options = {}) {
  for (const Row& row : rows) {
    INFO(row.text);
    const Names found = findings(row.text + end, options);
    CHECK(found == (row.finding == nullptr ? Names{} : Names{row.finding}));
  }
}

bool breaks(const Row& row, std::string_view rule) {
  return row.finding != nullptr && std::string(row.finding).starts_with(std::string(rule) + "@");
}

}  // namespace

TEST_CASE("each rule finds what breaks it, and nothing else") {
  check_rows(kRows, kEnd);
  check_rows(kPrograms, "");
}

TEST_CASE("pedantic rules are silent unless asked for") {
  check_rows(kPedantic, kEnd, {true, {}});
  for (const Row& row : kPedantic) CHECK(findings(row.text + kEnd).empty());
}

TEST_CASE("every rule is broken by one of these programs") {
  for (const RuleInfo& rule : rules()) {
    INFO(rule.name);
    const auto breaks_it = [&](const Row& row) { return breaks(row, rule.name); };
    CHECK((std::ranges::any_of(kRows, breaks_it) || std::ranges::any_of(kPrograms, breaks_it) ||
           std::ranges::any_of(kPedantic, breaks_it)));
  }
}

TEST_CASE("what programs that run on chips do is a warning, if anything") {
  const auto errors = [](std::vector<std::uint64_t> words) {
    for (int i = 0; i < 3; ++i) words.push_back(i == 0 ? 0x300009e7009e7000 : 0x100009e7009e7000);
    Names names;
    for (const CodeFinding& finding : check(words, {})) {
      if (finding.rule->severity == Severity::error) names.emplace_back(finding.rule->name);
    }
    return names;
  };
  // As py-videocore encodes them: exit() with moves of r0 to itself, and rotate(r1, r0, 5) after nop().
  CHECK(errors({0x30024820959e7000, 0x10020827009e7000, 0x10020827009e7000}).empty());
  CHECK(errors({0x10020827009e7000, 0xd00049e1809f5000}).empty());
  CHECK(errors({0x10020827159e7240, 0xd00049e1809f5000}) ==
        Names{"rotate-accumulator"});  // mov(r0, r1) before
  // QMKL: a nop of the add ALU with the target r0 beside fmul(r0, r4, r5).
  CHECK(errors({0x10024820209e7025}).empty());
}

// ---- along paths

TEST_CASE("a hazard is found across a taken branch, from the last delay slot") {
  CHECK(findings("brr -, r:x\nnop\nnop\nmov ra1, r0\n:y nop\n:x mov r1, ra1" + kEnd) ==
        Names{"register-file-hazard@5"});
  // Not taken: another instruction lies between.
  CHECK(findings("brr -, r:x\nnop\nmov ra1, r0\nnop\n:x mov r1, ra1" + kEnd).empty());
}

TEST_CASE("what stands next to each other but is never executed so is legal") {
  CHECK(findings("brr -, r:x\nnop\nnop\nmov ra1, r0\nmov r1, ra1\n:x nop" + kEnd).empty());
  CHECK(findings("brr.allz -, r:x\nnop\nnop\nmov ra1, r0\nmov r1, ra1\n:x nop" + kEnd) ==
        Names{"register-file-hazard@4"});
}

TEST_CASE("a loop is checked from its end to its start") {
  CHECK(findings(":loop\nmov r1, ra1\nbrr.anynz -, r:loop\nnop\nnop\nmov ra1, r0" + kEnd) ==
        Names{"register-file-hazard@0"});
}

TEST_CASE("a result of which only zero counts is followed along both ways of a branch") {
  const std::string text =
      "mov ra1, r0\nor rb1, ra1, 1\nnop\nmov.setf -, rb1\nbrr.allz -, r:x\nnop\nnop\nnop\n";
  CHECK(findings(text + "ldi rb1, 0\nnop\n:x\nnop" + kEnd) == Names{"register-file-hazard-nonzero@1"});
  CHECK(findings(text + "ldi rb1, 0\nnop\n:x\nmov r1, rb1" + kEnd) ==
        Names{"register-file-hazard-nonzero@1"});
  CHECK(findings(text + "ldi rb1, 0\nnop\n:x\nadd r1, rb1, r2" + kEnd) == Names{"register-file-hazard@1"});
  CHECK(findings(text + "sub r1, rb1, r2\n:x\nnop" + kEnd) == Names{"register-file-hazard@1"});
  // A loop that comes back to the `or`, whose result the value in between depends on.
  const std::string loop = ":x\nmov ra1, r0\nor rb1, ra1, 1\nnop\nmov.setf -, rb1\nbrr.anynz -, r:x\n";
  CHECK(findings(loop + "nop\nnop\nnop" + kEnd) == Names{"register-file-hazard-nonzero@1"});
  CHECK(findings(loop + "nop\nnop\nadd r0, rb1, r0" + kEnd) == Names{"register-file-hazard@1"});
  // In a delay slot, where the branch leads is not looked at.
  CHECK(findings("brr -, r:x\nnop\nmov ra1, r0\nor rb1, ra1, 1\n:x\nnop" + kEnd) ==
        Names{"register-file-hazard@3"});
}

TEST_CASE("a branch may stand in the last delay slot of another") {
  // The first branch goes to x. The instructions there are the delay slots of the second branch, which goes
  // to y.
  CHECK(findings("brr -, r:x\nnop\nnop\nbrr -, r:y\n:x\nmov recip, r0\nnop\nnop\nnop\n:y\nmov r0, r4" + kEnd)
            .empty());
  CHECK(findings("brr -, r:x\nnop\nnop\nbrr -, r:y\n:x\nnop\nnop\nmov recip, r0\nnop\n:y\nmov r0, r4" +
                 kEnd) == Names{"sfu-result@8"});
}

TEST_CASE("subroutines are followed to where they return") {
  const std::string call = "brr ra31, r:f\nnop\nnop\nnop\nmov r0, ra1\nmov ra2, r0\nmov r1, ra2" + kEnd;
  const std::string body = ":f\nnop\nbra.setf -, ra31\nnop\nnop\nmov ra1, r0\n";
  CHECK(findings(call + body) == Names{"register-file-hazard@6"});
}

TEST_CASE("data between the code is not checked") {
  CHECK(findings("brr -, r:x\nnop\nnop\nnop\n.int 0xdeadbeef, 0xe4000000\n:x nop" + kEnd).empty());
}

TEST_CASE("code that only computed jumps reach is checked") {
  CHECK(findings("bra -, ra0\nnop\nnop\nnop\n:table\nmov ra1, r0\nmov r0, ra1" + kEnd) ==
        Names{"register-file-hazard@5"});
}

TEST_CASE("raw machine code is checked from its entries") {
  const auto words = words_of("thrend\nnop\nnop\n:f mov ra1, r0\nmov r0, ra1" + kEnd);
  CHECK(check(words, {}).empty());
  CHECK(check(words, {false, {24}}).size() == 1);
}

// ---- whole programs and messages

TEST_CASE("our own kernels are legal") {
  const Program program = assemble_file(KERNELS "/builtin.qasm", {});
  INFO(messages(program));
  REQUIRE(program.ok());
  const auto words = program.words();
  for (const CodeFinding& finding : check(program)) FAIL_CHECK(to_string(finding, words));
}

TEST_CASE("a finding names the instructions, the rule and a way out") {
  const auto words = words_of("mov ra1, r0\nadd r1, ra1, r2" + kEnd);
  const auto found = check(words, {});
  REQUIRE(found.size() == 1);
  CHECK(
      to_string(found[0], words) ==
      "000008: error: add r1, ra1, r2: a register of file A or B cannot be read by the instruction after its "
      "write; see 000000: mov ra1, r0 [register-file-hazard]\n"
      "    hint: put an independent instruction between, or use an accumulator");
}

TEST_CASE("rules have distinct names, a summary and a hint") {
  std::map<std::string, int> names;
  for (const RuleInfo& rule : rules()) {
    ++names[std::string(rule.name)];
    CHECK_FALSE(rule.summary.empty());
    CHECK_FALSE(rule.hint.empty());
  }
  CHECK(names.size() == rules().size());
}

}  // namespace quadcl::qpu::assembly
