// SPDX-License-Identifier: Apache-2.0
#include "bench/builtins/samples.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <random>
#include <string_view>

namespace quadcl::builtins {
namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

const std::vector<double>& points_of(Domain domain) {
  static const std::vector<double> any = {0,     0.5,     1,      1.5,    2,     2.5,   3,
                                          4,     7,       10,     16,     100,   127,   1023,
                                          32768, 8388608, 4.5e15, 9.2e18, 1e-10, 1e-20, 1e30};
  static const std::vector<double> angles = [] {
    std::vector<double> result = any;
    for (int k = 1; k <= 64; ++k) result.push_back(k * std::numbers::pi / 4);
    for (double large : {1e5, 1e6, 1e8, 1e12, 1e15, 1e22, 3e38}) result.push_back(large);
    return result;
  }();
  static const std::vector<double> exponents = [] {
    std::vector<double> result = any;
    for (double limit :
         {88.722839, 87.336548, 103.97208, 709.782712893384, 708.396418532264, 745.133219101941})
      for (double unit : {1.0, 1 / std::numbers::ln2, 1 / std::numbers::ln10}) result.push_back(limit * unit);
    for (double step : {0.34657359, 1.03972077, 17.3286795, 1e-3, 1e-8}) result.push_back(step);
    return result;
  }();
  static const std::vector<double> small = {0,   0.25, 0.5, 1, std::numbers::pi / 2, std::numbers::pi,
                                            100, 65535};
  switch (domain) {
    case Domain::angles:
      return angles;
    case Domain::exponents:
      return exponents;
    case Domain::moderate:
    case Domain::unit_only:
      return small;
    default:
      return any;
  }
}

/// The largest magnitude that a sample may have.
double limit_of(Domain domain) {
  switch (domain) {
    case Domain::moderate:
      return 65536;
    case Domain::unit_only:
      return 1;
    default:
      return std::numeric_limits<double>::infinity();
  }
}

/// Special values of a domain in a format: points, both signs, and the ends of the number line.
template <class T>
std::vector<T> specials(Domain domain) {
  std::vector<T> result;
  for (double point : points_of(domain)) {
    result.push_back(static_cast<T>(point));
    result.push_back(static_cast<T>(-point));
  }
  if (std::isfinite(limit_of(domain))) return result;
  using Limits = std::numeric_limits<T>;
  for (T end :
       {Limits::infinity(), Limits::max(), Limits::min(), Limits::denorm_min(), Limits::quiet_NaN()}) {
    result.push_back(end);
    result.push_back(-end);
  }
  return result;
}

constexpr std::int32_t kIntegers[] = {0,
                                      1,
                                      -1,
                                      2,
                                      -2,
                                      3,
                                      -3,
                                      4,
                                      5,
                                      7,
                                      31,
                                      -31,
                                      127,
                                      -126,
                                      -149,
                                      1023,
                                      -1074,
                                      40000,
                                      -40000,
                                      std::numeric_limits<std::int32_t>::max(),
                                      std::numeric_limits<std::int32_t>::min()};

template <class T>
class Generator {
 public:
  Generator(Domain domain, std::uint64_t seed)
      : domain_(domain), specials_(specials<T>(domain)), random_(seed) {}

  const std::vector<T>& special_values() const { return specials_; }

  T any_bits() {
    if (std::isfinite(limit_of(domain_))) return in_domain();
    return std::bit_cast<T>(static_cast<Bits<T>>(random_()));
  }

  T in_domain() {
    switch (domain_) {
      case Domain::unit:
      case Domain::unit_only:
        return between(-1, 1);
      case Domain::angles:
        return between(-1000, 1000);
      case Domain::exponents:
        return sizeof(T) == 4 ? between(-110, 100) : between(-760, 720);
      case Domain::near_one:
        return sign() * (1 + between(-1, 1) * std::exp2(between(-24, 1)));
      case Domain::moderate:
        return between(-65536, 65536);
      case Domain::ordinary:
        break;
    }
    return sign() * std::exp2(between(-10, 10));
  }

  T near_special() {
    T value = pick(specials_);
    const T towards = sign() * std::numeric_limits<T>::infinity();
    for (auto steps = random_() % 5; steps > 0; --steps) value = std::nextafter(value, towards);
    return value;
  }

  /// A number not far from another: a few ulp, a small factor, or an integer.
  T near(T other) {
    switch (random_() % 3) {
      case 0:
        return std::nextafter(other, sign() * std::numeric_limits<T>::infinity());
      case 1:
        return other * (1 + between(-1, 1) * std::exp2(between(-20, 3)));
      default:
        return static_cast<T>(static_cast<std::int64_t>(random_() % 129) - 64);
    }
  }

  std::int32_t integer() {
    switch (random_() % 3) {
      case 0:
        return static_cast<std::int32_t>(random_());
      case 1:
        return kIntegers[random_() % std::size(kIntegers)];
      default:
        return static_cast<std::int32_t>(random_() % 257) - 128;
    }
  }

 private:
  T between(double low, double high) {
    return static_cast<T>(std::uniform_real_distribution<double>(low, high)(random_));
  }
  T sign() { return random_() % 2 ? T{1} : T{-1}; }
  T pick(const std::vector<T>& from) { return from[random_() % from.size()]; }

  Domain domain_;
  std::vector<T> specials_;
  std::mt19937_64 random_;
};

template <class T>
class Table {
 public:
  Table(const Function& function, Numbers numbers)
      : arguments_(function.arguments), limit_(limit_of(function.domain)), numbers_(numbers) {}

  void add(T x, T y, T z, std::int32_t n) {
    samples_.x.push_back(allowed(x));
    samples_.y.push_back(takes('y') ? allowed(y) : T{0});
    samples_.z.push_back(takes('z') ? allowed(z) : T{0});
    samples_.n.push_back(takes('n') ? n : 0);
  }

  bool takes(char letter) const { return arguments_.find(letter) != std::string_view::npos; }
  std::size_t size() const { return samples_.x.size(); }
  Samples<T> take() { return std::move(samples_); }

 private:
  T allowed(T value) const {
    if (std::isfinite(limit_) && !(std::fabs(value) <= limit_)) return T{1};
    if (!numbers_.infinities && !std::isfinite(value)) return T{1};
    if (std::isnan(value)) return std::numeric_limits<T>::quiet_NaN();  // MPFR's has no sign
    return !numbers_.denormals && std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
  }

  std::string_view arguments_;
  double limit_;
  Numbers numbers_;
  Samples<T> samples_;
};

template <class T>
void add_special_values(Table<T>& table, Generator<T>& generate) {
  for (T x : generate.special_values()) {
    if (table.takes('y')) {
      for (T y : generate.special_values()) table.add(x, y, generate.near_special(), 0);
    } else if (table.takes('n')) {
      for (std::int32_t n : kIntegers) table.add(x, 0, 0, n);
    } else {
      table.add(x, 0, 0, 0);
    }
  }
}

}  // namespace

template <class T>
Samples<T> make_samples(const Function& function, std::size_t count, std::uint64_t seed, Numbers numbers) {
  Generator<T> generate(function.domain, seed);
  Table<T> table(function, numbers);
  add_special_values(table, generate);
  while (table.size() < count) {
    table.add(generate.any_bits(), generate.any_bits(), generate.any_bits(), generate.integer());
    table.add(generate.in_domain(), generate.in_domain(), generate.in_domain(), generate.integer());
    table.add(generate.near_special(), generate.near_special(), generate.near_special(), generate.integer());
    const T x = generate.in_domain(), y = generate.near(x);
    table.add(x, y, generate.near(-x * y), generate.integer());
  }
  return table.take();
}

template Samples<float> make_samples<float>(const Function&, std::size_t, std::uint64_t, Numbers);
template Samples<double> make_samples<double>(const Function&, std::size_t, std::uint64_t, Numbers);

}  // namespace quadcl::builtins
