// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks on bits and bytes: SHA-256 and GF(2^8).
#include <bit>
#include <cmath>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

// ---- SHA-256 (FIPS 180-4)

constexpr std::uint32_t kBlocks = 4;
constexpr std::size_t kMessageBytes = 247;  ///< the most that leaves room for the padding

/// The first 32 bits of the fractional part.
std::uint32_t fraction(long double value) {
  return static_cast<std::uint32_t>((value - std::floor(value)) * 4294967296.0L);
}

bool is_prime(std::uint32_t number) {
  for (std::uint32_t i = 2; i * i <= number; ++i) {
    if (number % i == 0) return false;
  }
  return true;
}

struct Constants {
  std::array<std::uint32_t, 64> rounds{};
  std::array<std::uint32_t, 8> start{};

  Constants() {
    for (std::uint32_t number = 2, found = 0; found < 64; ++number) {
      if (!is_prime(number)) continue;
      if (found < 8) start[found] = fraction(std::sqrt(static_cast<long double>(number)));
      rounds[found++] = fraction(std::cbrt(static_cast<long double>(number)));
    }
  }
};

using State = std::array<std::uint32_t, 8>;

void add_block(State& state, const std::uint32_t* block, const Constants& constants) {
  std::array<std::uint32_t, 64> w;
  for (int i = 0; i < 16; ++i) w[i] = block[i];
  for (int i = 16; i < 64; ++i) {
    const std::uint32_t far = w[i - 15], near = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ far >> 3) +
           (std::rotr(near, 17) ^ std::rotr(near, 19) ^ near >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + constants.rounds[i] + w[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const State more{a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[i] += more[i];
}

void digest_all(const Words& messages, Words& digests) {
  static const Constants constants;
#pragma omp parallel for
  for (std::size_t message = 0; message < digests.size() / 8; ++message) {
    State state = constants.start;
    for (std::uint32_t i = 0; i < kBlocks; ++i)
      add_block(state, &messages[16 * (message * kBlocks + i)], constants);
    std::copy(state.begin(), state.end(), &digests[8 * message]);
  }
}

/// Random messages, each followed by one bit, zeros and its length in bits.
Words padded_messages(std::uint32_t count) {
  Words words = random_words(std::size_t{16} * kBlocks * count);
  for (std::size_t end = 16 * kBlocks; end <= words.size(); end += 16 * kBlocks) {
    words[end - 3] = (words[end - 3] & ~0xffu) | 0x80;
    words[end - 2] = 0;
    words[end - 1] = kMessageBytes * 8;
  }
  return words;
}

// ---- GF(2^8), polynomial 0x11d

constexpr std::uint32_t kInputs = 10;
constexpr std::uint32_t kParities = 4;

struct Tables {
  Bytes logarithms = Bytes(256), powers = Bytes(510);

  Tables() {
    std::uint32_t value = 1;
    for (std::uint32_t i = 0; i < powers.size(); ++i) {
      powers[i] = static_cast<std::uint8_t>(value);
      if (i < 255) logarithms[value] = static_cast<std::uint8_t>(i);
      value = value < 128 ? 2 * value : 2 * value ^ 0x11d;
    }
  }
};

/// Arrays: coefficients, logarithms, powers, data, parity.
void encode(Arrays& arrays, std::size_t length) {
  const Bytes &coefficients = std::get<Bytes>(arrays[0]), &logarithms = std::get<Bytes>(arrays[1]),
              &powers = std::get<Bytes>(arrays[2]), &data = std::get<Bytes>(arrays[3]);
  Bytes& parity = std::get<Bytes>(arrays[4]);
#pragma omp parallel for
  for (std::size_t column = 0; column < length; ++column) {
    for (std::size_t row = 0; row < kParities; ++row) {
      std::uint8_t sum = 0;
      for (std::size_t i = 0; i < kInputs; ++i) {
        const std::uint8_t value = data[i * length + column], factor = coefficients[row * kInputs + i];
        if (value != 0 && factor != 0) sum ^= powers[logarithms[value] + logarithms[factor]];
      }
      parity[row * length + column] = sum;
    }
  }
}

/// By shifting and adding, without tables.
std::uint8_t product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t sum = 0;
  for (; b != 0; b >>= 1) {
    if ((b & 1) != 0) sum ^= a;
    a = a < 128 ? 2 * a : 2 * a ^ 0x11d;
  }
  return static_cast<std::uint8_t>(sum);
}

Array encode_by_shifts(const Arrays& arrays, std::size_t length) {
  const Bytes &coefficients = std::get<Bytes>(arrays[0]), &data = std::get<Bytes>(arrays[3]);
  Bytes parity(kParities * length, 0);
  for (std::size_t i = 0; i < kInputs; ++i) {
    for (std::size_t place = 0; place < parity.size(); ++place)
      parity[place] ^= product(coefficients[place / length * kInputs + i], data[i * length + place % length]);
  }
  return parity;
}

}  // namespace

Case make_sha256(std::uint32_t messages) {
  return {
      .arrays = {padded_messages(messages), Words(std::size_t{8} * messages, ~0u)},
      .written = {1},
      .result = 1,
      .launches = {{"digest", {kBlocks, BufferArgument{0}, BufferArgument{1}}, {messages, 1, 1}}},
      .plain = [](Arrays& arrays) { digest_all(std::get<Words>(arrays[0]), std::get<Words>(arrays[1])); }};
}

Case make_gf256(std::uint32_t length) {
  Tables tables;
  return {
      .arrays = {random_bytes(kParities * kInputs), tables.logarithms, tables.powers,
                 random_bytes(std::size_t{kInputs} * length), Bytes(std::size_t{kParities} * length, 0xa5)},
      .written = {4},
      .result = 4,
      .launches = {{"encode",
                    {kInputs, length, BufferArgument{0}, BufferArgument{1}, BufferArgument{2},
                     BufferArgument{3}, BufferArgument{4}},
                    {length, kParities, 1}}},
      .plain = [length](Arrays& arrays) { encode(arrays, length); },
      .expected = [length](const Arrays& arrays) { return encode_by_shifts(arrays, length); }};
}

}  // namespace kernel_bench
