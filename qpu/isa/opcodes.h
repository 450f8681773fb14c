// SPDX-License-Identifier: Apache-2.0
#pragma once

// The operations of the two ALUs (docs/videocore4.md, Operations and flags), one row each. These two lists
// generate the enumerations of fields.h, the tables of assembler, disassembler and decoder, and the functions
// of the executor.
//
// Columns: opcode; identifier in AddOp or MulOp, and name of the function in emulator/lane_math.h; name in
// assembly; number of operands; whether they are floats; whether the result is a float (both decide how
// unpack and pack modes convert: Unpack, Pack); the rest of the name of the function carry_… in lane_math.h;
// meaning, where C is the carry flag. Opcode 0 is nop; missing opcodes are reserved.

// clang-format off
#define QUADCL_ADD_OPS(row)                                                                                \
  row( 1, fadd,    "fadd",    2, true,  true,  positive,          "a + b; C: result > 0")                  \
  row( 2, fsub,    "fsub",    2, true,  true,  positive,          "a - b; C: result > 0")                  \
  row( 3, fmin,    "fmin",    2, true,  true,  float_greater,     "the smaller; C: a > b")                 \
  row( 4, fmax,    "fmax",    2, true,  true,  float_greater,     "the larger; C: a > b")                  \
  row( 5, fminabs, "fminabs", 2, true,  true,  magnitude_greater, "the smaller of |a| and |b|; C: |a| > |b|") \
  row( 6, fmaxabs, "fmaxabs", 2, true,  true,  magnitude_greater, "the larger of |a| and |b|; C: |a| > |b|")  \
  row( 7, ftoi,    "ftoi",    1, true,  false, none,              "float to signed integer, toward zero; C: 0") \
  row( 8, itof,    "itof",    1, false, true,  none,              "signed integer to float, toward zero; C: 0") \
  row(12, add,     "add",     2, false, false, add,               "a + b; C: carry out")                   \
  row(13, sub,     "sub",     2, false, false, sub,               "a - b; C: borrow")                      \
  row(14, shr,     "shr",     2, false, false, shift_right,       "a >> b, zeros come in; C: last bit out") \
  row(15, asr,     "asr",     2, false, false, shift_right,       "a >> b, copies of the sign come in; C: last bit out") \
  row(16, ror,     "ror",     2, false, false, none,              "a rotated right by b; C: 0")            \
  row(17, shl,     "shl",     2, false, false, shift_left,        "a << b; C: last bit out")               \
  row(18, min,     "min",     2, false, false, greater,           "the smaller, signed; C: a > b")         \
  row(19, max,     "max",     2, false, false, greater,           "the larger, signed; C: a > b")          \
  row(20, bit_and, "and",     2, false, false, none,              "a & b; C: 0")                           \
  row(21, bit_or,  "or",      2, false, false, none,              "a | b; C: 0")                           \
  row(22, bit_xor, "xor",     2, false, false, none,              "a ^ b; C: 0")                           \
  row(23, bit_not, "not",     1, false, false, none,              "~a; C: 0")                              \
  row(24, clz,     "clz",     1, false, false, none,              "leading zeros of a, 32 for 0; C: 0")    \
  row(30, v8adds,  "v8adds",  2, false, false, none,              "per byte a + b, at most 255; C: 0")     \
  row(31, v8subs,  "v8subs",  2, false, false, none,              "per byte a - b, at least 0; C: 0")

#define QUADCL_MUL_OPS(row)                                                                                \
  row(1, fmul,     "fmul",    2, true,  true,  none,              "a * b; C: 0")                           \
  row(2, mul24,    "mul24",   2, false, false, mul24,             "product of the low 24 bits; C: product > 0xffffff") \
  row(3, v8muld,   "v8muld",  2, false, false, none,              "per byte (a * b + 127) / 255; C: 0")    \
  row(4, v8min,    "v8min",   2, false, false, none,              "per byte the smaller; C: 0")            \
  row(5, v8max,    "v8max",   2, false, false, none,              "per byte the larger; C: 0")             \
  row(6, v8adds,   "v8adds",  2, false, false, none,              "per byte a + b, at most 255; C: 0")     \
  row(7, v8subs,   "v8subs",  2, false, false, none,              "per byte a - b, at least 0; C: 0")
// clang-format on
