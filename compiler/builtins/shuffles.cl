// SPDX-License-Identifier: Apache-2.0
// shuffle and shuffle2 by subscripts, of which lanes make selections and code generators make permutations.
// libclc's are branches for each element.
#include "builtins.h"

#define TAKE_2(at) at(0), at(1)
#define TAKE_4(at) TAKE_2(at), at(2), at(3)
#define TAKE_8(at) TAKE_4(at), at(4), at(5), at(6), at(7)
#define TAKE_16(at) TAKE_8(at), at(8), at(9), at(a), at(b), at(c), at(d), at(e), at(f)

#define AT(place) x[places.s##place]
#define SHUFFLES(type, bits, from, to)                                                   \
  PURE type##to shuffle(type##from x, bits##to mask) {                                   \
    const bits##to places = mask & (bits)(from - 1);                                     \
    return (type##to)(TAKE_##to(AT));                                                    \
  }                                                                                      \
  PURE type##to shuffle2(type##from x, type##from y, bits##to mask) {                    \
    return (mask & (bits)from) != (bits)0 ? shuffle(y, mask) : shuffle(x, mask);         \
  }

#define TO_ALL(type, bits, from)                                  \
  SHUFFLES(type, bits, from, 2) SHUFFLES(type, bits, from, 4)     \
  SHUFFLES(type, bits, from, 8) SHUFFLES(type, bits, from, 16)
#define FROM_ALL(type, bits) \
  TO_ALL(type, bits, 2) TO_ALL(type, bits, 4) TO_ALL(type, bits, 8) TO_ALL(type, bits, 16)

FROM_ALL(char, uchar)
FROM_ALL(uchar, uchar)
FROM_ALL(short, ushort)
FROM_ALL(ushort, ushort)
FROM_ALL(int, uint)
FROM_ALL(uint, uint)
FROM_ALL(long, ulong)
FROM_ALL(ulong, ulong)
FROM_ALL(float, uint)
FROM_ALL(double, ulong)
