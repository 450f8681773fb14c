// SPDX-License-Identifier: Apache-2.0
// The golden words of docs/videocore4.md: words that two independent assemblers agree on.
#include "assemble.h"

namespace quadcl::qpu::assembly {

namespace {

struct Golden {
  const char* text;
  std::uint64_t word;
};

const Golden kGolden[] = {
    {"nop", 0x100009e7009e7000},
    {"mov r0, unif", 0x1002082715827d80},
    {"ldi r1, 0x12345678", 0xe002086712345678},
    {"ldi.setf -, [0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3]", 0xe60229e7ccccaaaa},
    {"ldi ra5, [-2,-1,0,1,-2,-1,0,1,-2,-1,0,1,-2,-1,0,1]", 0xe20201673333aaaa},
    {"add.setf ra1, ra0, rb0", 0x100220670c000dc0},
    {"fadd.setf ra1, ra1, r0; fmul r0, r4, unif", 0x1002606021060c27},
    {"fmul r0, r4, 0.5", 0xd00049e0209ef027},
    {"sub.ifnz.setf r2, r2, 1", 0xd00628a70d9c15c0},
    {"mov r5rep, r2 << 5", 0xd00049e5809fb012},
    {"mov r1, r0 << r5", 0xd00049e1809f0000},
    {"mov t0s, r1", 0x10020e27159e7240},
    {"nop; ldtmu0", 0xa00009e7009e7000},
    {"mov unif_addr, r2", 0x10020a27159e7480},
    {"add ra1.16a, ra0, r0", 0x101200670c027c00},
    {"fadd r0, ra3.8b, r1", 0x1a020827010e7c40},
    {"fmul r1, r4.8d, r0", 0x1f0049e1209e7020},
    {"srel -, 3", 0xe80009e700000003},
    {"sacq -, 15", 0xe80009e70000001f},
    {"or -, mutex, mutex", 0x100009e715ce7d80},
    {"mov mutex, r0", 0x10020ce7159e7000},
    {"ldi vr_setup, 0x83001000", 0xe0020c6783001000},
    {"ldi vw_setup, 0x88104800", 0xe0021c6788104800},
    {"ldi vr_setup, 0x1213", 0xe0020c6700001213},
    {"ldi vw_setup, 0x1a04", 0xe0021c6700001a04},
    {"mov vr_addr, r5", 0x10020ca7159e7b40},
    {"mov -, vr_wait", 0x100009e715ca7d80},
    {"mov vw_addr, ra0", 0x10021ca715027d80},
    {"mov -, vw_wait", 0x100009e7159f2fc0},
    {"mov recip, r0", 0x10020d27159e7000},
    {"mov r0, elem_num", 0x10020827159a7d80},
    {"mov r1, qpu_num", 0x10020867159e6fc0},
    {"mov r3, vpm", 0x100208e715c27d80},
    {"v8adds r0, r1, r2", 0x100049e0c09e700a},
    {"av8adds r0, r1, r2", 0x100208271e9e7280},
    {"mul24 r2, r0, r1", 0x100049e2409e7001},
    {"shl r0, r0, 4", 0xd0020827119c41c0},
    {"mov irq, 1", 0xe00209a700000001},
    {":x brr -, r:x", 0xf0f809e7ffffffe0},
    {"brr.allnz -, -64", 0xf01809e7ffffffc0},
    {"brr.allnz ra10, -64", 0xf01802a7ffffffc0},
    {"bra -, ra31", 0xf0f7e9e700000000},
    {"thrend; mov r0, r0; mov r0, r0", 0x30024820959e7000},
    {"nop; thrend", 0x300009e7009e7000},
};

}  // namespace

TEST_CASE("golden encodings") {
  for (const Golden& golden : kGolden) {
    INFO(golden.text);
    CHECK(word_of(golden.text) == golden.word);
  }
}

// The golden set-ups, from the fields in docs/videocore4.md.
TEST_CASE("setup helpers of the standard include give the golden words") {
  const std::string include = ".include <vc4.qinc>";
  CHECK(value_of("vdr_setup_0(64, 16, 16, vdr_h32(1, 0, 0))", include) == 0x83001000);
  CHECK(value_of("vdw_setup_0(16, 16, dma_h32(16, 0))", include) == 0x88104800);
  CHECK(value_of("vdw_setup_1(0)", include) == 0xc0000000);
  CHECK(value_of("vpm_setup(16, 1, v32(16, 3))", include) == 0x00001213);
  CHECK(value_of("vpm_setup(0, 1, h32(4))", include) == 0x00001a04);
}

TEST_CASE("setup helpers put every field in its place") {
  const std::string include = ".include <vc4.qinc>";
  // VPM: NUM 23:20, STRIDE 17:12, HORIZ 11, LANED 10, SIZE 9:8, ADDR 7:0.
  CHECK(value_of("vpm_setup(3, 2, h16p(5, 1))", include) ==
        (3u << 20 | 2u << 12 | 1u << 11 | 1u << 8 | 5u << 1 | 1));
  CHECK(value_of("vpm_setup(3, 2, h16l(5, 1))", include) ==
        (3u << 20 | 2u << 12 | 1u << 11 | 1u << 10 | 1u << 8 | 5u << 1 | 1));
  CHECK(value_of("vpm_setup(3, 2, h8p(5, 3))", include) == (3u << 20 | 2u << 12 | 1u << 11 | 5u << 2 | 3));
  CHECK(value_of("vpm_setup(3, 2, h8l(5, 3))", include) ==
        (3u << 20 | 2u << 12 | 1u << 11 | 1u << 10 | 5u << 2 | 3));
  CHECK(value_of("vpm_setup(3, 2, v16p(32, 7, 1))", include) ==
        (3u << 20 | 2u << 12 | 1u << 8 | 2u << 5 | 7u << 1 | 1));
  CHECK(value_of("vpm_setup(3, 2, v16l(32, 7, 1))", include) ==
        (3u << 20 | 2u << 12 | 1u << 10 | 1u << 8 | 2u << 5 | 7u << 1 | 1));
  CHECK(value_of("vpm_setup(3, 2, v8p(32, 7, 2))", include) == (3u << 20 | 2u << 12 | 2u << 6 | 7u << 2 | 2));
  CHECK(value_of("vpm_setup(3, 2, v8l(32, 7, 2))", include) ==
        (3u << 20 | 2u << 12 | 1u << 10 | 2u << 6 | 7u << 2 | 2));
  // DMA stores: UNITS 29:23, DEPTH 22:16, HORIZ 14, Y 13:7, X 6:3, MODEW 2:0; BLOCKMODE is bit 16.
  CHECK(value_of("vdw_setup_0(3, 9, dma_v32(5, 6))", include) ==
        (2u << 30 | 3u << 23 | 9u << 16 | 5u << 7 | 6u << 3));
  CHECK(value_of("vdw_setup_0(3, 9, dma_h16p(5, 6, 1))", include) ==
        (2u << 30 | 3u << 23 | 9u << 16 | 1u << 14 | 5u << 7 | 6u << 3 | 3));
  CHECK(value_of("vdw_setup_0(3, 9, dma_h8p(5, 6, 2))", include) ==
        (2u << 30 | 3u << 23 | 9u << 16 | 1u << 14 | 5u << 7 | 6u << 3 | 6));
  CHECK(value_of("vdw_setup_1(40000)", include) == (3u << 30 | 40000));
  CHECK(value_of("vdw_setup_1p(8)", include) == (3u << 30 | 1u << 16 | 8));
  // DMA loads: MODEW 30:28, MPITCH 27:24, ROWLEN 23:20, NROWS 19:16, VPITCH 15:12, VERT 11, Y 10:4, X 3:0.
  CHECK(value_of("vdr_setup_0(1024, 15, 2, vdr_v32(3, 5, 6))", include) ==
        (1u << 31 | 7u << 24 | 15u << 20 | 2u << 16 | 3u << 12 | 1u << 11 | 5u << 4 | 6));
  CHECK(value_of("vdr_setup_0(0, 16, 1, vdr_h32(1, 2, 3))", include) ==
        (1u << 31 | 1u << 16 | 1u << 12 | 2u << 4 | 3));
  // The field's value as the pitch, with the word of a published program (rpi-QPUDSL, parallel-add).
  CHECK(value_of("vdr_setup_0(3, 16, 2, vdr_h32(1, 2, 0))", include) == 0x83021020);
  CHECK(value_of("vdr_setup_1(12288)", include) == (9u << 28 | 12288));
}

TEST_CASE("bit functions of the standard include") {
  const std::string include = ".include <vc4.qinc>";
  CHECK(value_of("countBits(0xf0f1)", include) == 9);
  CHECK(value_of("countBits(-1)", include) == 64);
  CHECK(value_of("reverseBits(6, 3)", include) == 3);
  CHECK(value_of("reverseBits8(1)", include) == 0x80);
  CHECK(value_of("reverseBits32(0x12345678)", include) == 0x1e6a2c48);
  CHECK(value_of("ilog2(0)", include) == 0xffffffff);
  CHECK(value_of("ilog2(1)", include) == 0);
  CHECK(value_of("ilog2(4096)", include) == 12);
  CHECK(value_of("M_PI", include) == 0x40490fdb);
  CHECK(value_of("M_INF", include) == 0x7f800000);
}

TEST_CASE("the standard include tells kinds of expressions apart") {
  const std::string include = ".include <vc4.qinc>";
  const auto holds = [&](const std::string& expression) { return value_of(expression, include) == 1; };
  CHECK(holds("isConstant(5) && isConstant(1.0) && !isConstant(ra1)"));
  CHECK(holds("isRegister(ra1) && isRegister(sacq3) && !isRegister(5)"));
  CHECK(holds("isRegfileA(ra1) && !isRegfileA(rb1) && isRegfileB(rb1) && !isRegfileB(r1)"));
  CHECK(holds("isRegfileA(unif) && isRegfileB(unif) && isRegfileA(elem_num) && !isRegfileB(elem_num)"));
  CHECK(holds("isAccu(r0) && isAccu(r5) && !isAccu(ra0)"));
  CHECK(holds("isReadable(unif) && !isWritable(unif) && isWritable(t0s) && !isReadable(t0s)"));
  CHECK(holds("isRotate(r1 << 2) && !isRotate(r1)"));
  CHECK(holds("isSemaphore(sacq3) && !isSemaphore(r3)"));
  CHECK(holds("isSmallImmd(-16) && isSmallImmd(0.5) && !isSmallImmd(16) && !isSmallImmd(3.0)"));
  CHECK(holds("isLdPE([0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]) && !isLdPE(1)"));
  CHECK(holds("isLdPES([0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1]) && !isLdPEU([0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1])"));
}

}  // namespace quadcl::qpu::assembly
