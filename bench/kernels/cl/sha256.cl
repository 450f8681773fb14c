// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4) of many messages of equal length, one work-item per message. The host pads them to
// whole blocks of sixteen words. The words of a message are in the order of their bits.
constant uint rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constant uint start[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define TURN(x, bits) rotate((x), 32u - (bits))

void add_block(uint state[8], global const uint *block) {
  uint w[16], v[8];
  for (uint i = 0; i < 16; ++i) w[i] = block[i];
  for (uint i = 0; i < 8; ++i) v[i] = state[i];
  for (uint i = 0; i < 64; ++i) {
    if (i >= 16) {
      const uint near = w[(i + 14) % 16], far = w[(i + 1) % 16];
      w[i % 16] += (TURN(near, 17) ^ TURN(near, 19) ^ near >> 10) + w[(i + 9) % 16] + (TURN(far, 7) ^ TURN(far, 18) ^ far >> 3);
    }
    const uint choice = bitselect(v[6], v[5], v[4]), majority = (v[0] & v[1]) | (v[2] & (v[0] | v[1]));
    const uint first = v[7] + (TURN(v[4], 6) ^ TURN(v[4], 11) ^ TURN(v[4], 25)) + choice + rounds[i] + w[i % 16];
    const uint second = (TURN(v[0], 2) ^ TURN(v[0], 13) ^ TURN(v[0], 22)) + majority;
    for (uint j = 7; j > 0; --j) v[j] = v[j - 1];
    v[4] += first;
    v[0] = first + second;
  }
  for (uint i = 0; i < 8; ++i) state[i] += v[i];
}

kernel void digest(uint blocks, global const uint *messages, global uint *digests) {
  const size_t message = get_global_id(0);
  uint state[8];
  for (uint i = 0; i < 8; ++i) state[i] = start[i];
  for (uint i = 0; i < blocks; ++i) add_block(state, messages + 16 * (message * blocks + i));
  for (uint i = 0; i < 8; ++i) digests[8 * message + i] = state[i];
}
