// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/standard_include.h"

#include <string>

namespace quadcl::qpu::assembly {

// Names and meaning as in the documentation of vc4asm; fields as in docs/videocore4.md, VPM and DMA.
const std::string_view kStandardInclude = R"qasm(
# ---- what an expression is
.set isConstant(x)   __is_constant(x)
.set isLdPE(x)       __is_per_element(x)
.set isLdPES(x)      __is_per_element_signed(x)
.set isLdPEU(x)      __is_per_element_unsigned(x)
.set isSmallImmd(x)  __is_small_immediate(x)
.set isRegister(x)   __is_register(x)
.set isRegfileA(x)   __is_file_a(x)
.set isRegfileB(x)   __is_file_b(x)
.set isAccu(x)       __is_accumulator(x)
.set isReadable(x)   __is_readable(x)
.set isWritable(x)   __is_writable(x)
.set isRotate(x)     __is_rotated(x)
.set isSemaphore(x)  __is_semaphore(x)

# ---- VPM, seen from the QPU: NUM 23:20, STRIDE 17:12, HORIZ 11, LANED 10, SIZE 9:8, ADDR 7:0
.func vpm_setup(num, stride, dma)
  .assert num >= 0 && num <= 16
  .assert stride >= -64 && stride <= 64
  .assert (dma & ~0xfff) == 0
  (num & 0xf) << 20 | (stride & 0x3f) << 12 | dma
.endf

.set h32(y)       0xa00 | (y) & 0x3f
.set h16p(y, h)   0x900 | ((y) & 0x3f) << 1 | (h) & 1
.set h16l(y, h)   0xd00 | ((y) & 0x3f) << 1 | (h) & 1
.set h8p(y, b)    0x800 | ((y) & 0x3f) << 2 | (b) & 3
.set h8l(y, b)    0xc00 | ((y) & 0x3f) << 2 | (b) & 3
.func v32(y, x)
  .assert (y & 0xf) == 0
  0x200 | y & 0x30 | x & 0xf
.endf
.func v16p(y, x, h)
  .assert (y & 0xf) == 0
  0x100 | (y & 0x30) << 1 | (x & 0xf) << 1 | h & 1
.endf
.func v16l(y, x, h)
  .assert (y & 0xf) == 0
  0x500 | (y & 0x30) << 1 | (x & 0xf) << 1 | h & 1
.endf
.func v8p(y, x, b)
  .assert (y & 0xf) == 0
  0x000 | (y & 0x30) << 2 | (x & 0xf) << 2 | b & 3
.endf
.func v8l(y, x, b)
  .assert (y & 0xf) == 0
  0x400 | (y & 0x30) << 2 | (x & 0xf) << 2 | b & 3
.endf
.set h_32(y)      h32(y)
.set v_32(y, x)   v32(y, x)

# ---- DMA store: UNITS 29:23, DEPTH 22:16, HORIZ 14, Y 13:7 and X 6:3, MODEW 2:0
.func vdw_setup_0(units, depth, dma)
  .assert units >= 0 && units <= 128
  .assert depth >= 0 && depth <= 128
  .assert (dma & ~0x7fff) == 0
  0x80000000 | (units & 0x7f) << 23 | (depth & 0x7f) << 16 | dma
.endf
# Bytes from the end of a row to the start of the next: the field has 16 bits.
.func vdw_setup_1(stride)
  .assert stride >= 0 && stride <= 0xffff
  0xc0000000 | stride
.endf
.func vdw_setup_1p(stride)
  .assert stride >= 0 && stride <= 0xffff
  0xc0010000 | stride
.endf
.set dma_h32(y, x)      0x4000 | ((y) & 0x7f) << 7 | ((x) & 0xf) << 3
.set dma_h16p(y, x, h)  0x4002 | ((y) & 0x7f) << 7 | ((x) & 0xf) << 3 | (h) & 1
.set dma_h8p(y, x, b)   0x4004 | ((y) & 0x7f) << 7 | ((x) & 0xf) << 3 | (b) & 3
.set dma_v32(y, x)      0x0000 | ((y) & 0x7f) << 7 | ((x) & 0xf) << 3
.set dma_v16p(y, x, h)  0x0002 | ((y) & 0x7f) << 7 | ((x) & 0xf) << 3 | (h) & 1
.set dma_v8p(y, x, b)   0x0004 | ((y) & 0x7f) << 7 | ((x) & 0xf) << 3 | (b) & 3

# ---- DMA load: MODEW 30:28, MPITCH 27:24, ROWLEN 23:20, NROWS 19:16, VPITCH 15:12, VERT 11, Y 10:4, X 3:0
# mpitch: bytes from one row to the next, a power of two from 16 to 2^18, or the field's value, 1 to 15, of
# 8 << mpitch bytes; 0 takes it from vdr_setup_1.
.func vdr_setup_0(mpitch, rowlen, nrows, dma)
  .assert mpitch >= 0 && mpitch <= 0x40000 && (mpitch < 16 || (mpitch & mpitch - 1) == 0)
  .assert rowlen > 0 && rowlen <= 16
  .assert nrows > 0 && nrows <= 16
  .lset pitch, mpitch
  .if mpitch >= 16
    .lset pitch, ilog2(mpitch) - 3
  .endif
  0x80000000 | pitch << 24 | (rowlen & 0xf) << 20 | (nrows & 0xf) << 16 | dma
.endf
# Bytes from the start of a row to the start of the next.
.func vdr_setup_1(stride)
  .assert stride >= 0 && stride <= 0x3fff
  0x90000000 | stride
.endf
.set vdr_h32(vpitch, y, x)       ((vpitch) & 0xf) << 12 | ((y) & 0x7f) << 4 | (x) & 0xf
.set vdr_v32(vpitch, y, x)       ((vpitch) & 0xf) << 12 | 0x800 | ((y) & 0x7f) << 4 | (x) & 0xf
.set vdr_h16p(vpitch, y, x, h)   0x20000000 | ((h) & 1) << 28 | vdr_h32(vpitch, y, x)
.set vdr_v16p(vpitch, y, x, h)   0x20000000 | ((h) & 1) << 28 | vdr_v32(vpitch, y, x)
.set vdr_h8p(vpitch, y, x, b)    0x40000000 | ((b) & 3) << 28 | vdr_h32(vpitch, y, x)
.set vdr_v8p(vpitch, y, x, b)    0x40000000 | ((b) & 3) << 28 | vdr_v32(vpitch, y, x)

# ---- bits
.func countBits(x)
  .lset a, (x & 0x5555555555555555) + (x >>> 1 & 0x5555555555555555)
  .lset b, (a & 0x3333333333333333) + (a >>> 2 & 0x3333333333333333)
  .lset c, (b & 0x0f0f0f0f0f0f0f0f) + (b >>> 4 & 0x0f0f0f0f0f0f0f0f)
  c * 0x0101010101010101 >>> 56
.endf
.func reverseBits64(x)
  .lset a, (x & 0x5555555555555555) << 1 | x >>> 1 & 0x5555555555555555
  .lset b, (a & 0x3333333333333333) << 2 | a >>> 2 & 0x3333333333333333
  .lset c, (b & 0x0f0f0f0f0f0f0f0f) << 4 | b >>> 4 & 0x0f0f0f0f0f0f0f0f
  .lset d, (c & 0x00ff00ff00ff00ff) << 8 | c >>> 8 & 0x00ff00ff00ff00ff
  .lset e, (d & 0x0000ffff0000ffff) << 16 | d >>> 16 & 0x0000ffff0000ffff
  e << 32 | e >>> 32
.endf
.func reverseBits(x, n)
  .assert n > 0 && n <= 64
  reverseBits64(x) >>> 64 - n
.endf
.set reverseBits4(x)   reverseBits(x, 4)
.set reverseBits8(x)   reverseBits(x, 8)
.set reverseBits16(x)  reverseBits(x, 16)
.set reverseBits32(x)  reverseBits(x, 32)
.func ilog2(x)
  .lset a, x | x >>> 1
  .lset b, a | a >>> 2
  .lset c, b | b >>> 4
  .lset d, c | c >>> 8
  .lset e, d | d >>> 16
  countBits(e | e >>> 32) - 1
.endf

# ---- numbers
.set M_E         2.7182818284590452354
.set M_LOG2E     1.4426950408889634074
.set M_LOG10E    0.43429448190325182765
.set M_PI        3.14159265358979323846
.set M_2PI       6.28318530717958647693
.set M_PI_2      1.57079632679489661923
.set M_PI_4      0.78539816339744830962
.set M_1_PI      0.31830988618379067154
.set M_2_PI      0.63661977236758134308
.set M_2_SQRTPI  1.12837916709551257390
.set M_SQRT2     1.41421356237309504880
.set M_SQRT1_2   0.70710678118654752440
.set M_INF       1.0 / 0.0
.set M_NAN       0.0 / 0.0

# ---- Broadcom's spelling
.set sacq(i)  sacq0 + i
.set srel(i)  srel0 + i
)qasm";

bool standard_include_defines(std::string_view name) {
  for (const std::string_view directive : {"\n.set ", "\n.func "}) {
    const std::string definition = std::string(directive).append(name);
    const std::size_t place = kStandardInclude.find(definition);
    if (place == kStandardInclude.npos) continue;
    const char next = kStandardInclude[place + definition.size()];
    if (next == '(' || next == ' ') return true;
  }
  return false;
}

}  // namespace quadcl::qpu::assembly
