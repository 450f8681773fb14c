// SPDX-License-Identifier: Apache-2.0
// Rows of parity bytes over GF(2^8) with the polynomial 0x11d; products by tables of logarithms and powers.
// The host passes powers[i] = 2^i for i up to 509, and logarithms of 1 to 255.
kernel void encode(uint inputs, uint length, constant uchar *coefficients, constant uchar *logarithms,
                   constant uchar *powers, global const uchar *data, global uchar *parity) {
  const uint column = get_global_id(0), row = get_global_id(1);
  uchar sum = 0;
  for (uint i = 0; i < inputs; ++i) {
    const uchar value = data[i * length + column], factor = coefficients[row * inputs + i];
    if (value != 0 && factor != 0) sum ^= powers[logarithms[value] + logarithms[factor]];
  }
  parity[row * length + column] = sum;
}
