// SPDX-License-Identifier: Apache-2.0

// Each program for sgemm by name, in each form of its tiles, sums and operands, beside sums in double
// precision.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/builtin/sgemm_launch.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_plan.h"

namespace quadcl::qpu {
namespace {

/// Which program, and how wide its tiles are; 0: as it chooses.
struct Variant {
  SgemmMethod method = SgemmMethod::automatic;
  std::uint32_t blocks = 0;
  unsigned qpus = kQpus;
};

class Product {
 public:
  explicit Product(SgemmLaunch launch) : launch_(launch) {
    launch_.lda = (launch_.trans_a ? launch_.m : launch_.k) + 3;
    launch_.ldb = (launch_.trans_b ? launch_.k : launch_.n) + 5;
    launch_.ldc = launch_.n + 7;
    launch_.a = random_matrix((launch_.trans_a ? launch_.k : launch_.m) * launch_.lda);
    launch_.b = random_matrix((launch_.trans_b ? launch_.n : launch_.k) * launch_.ldb);
    launch_.c = random_matrix(launch_.m * launch_.ldc);
    if (launch_.columns.empty()) launch_.rows = {0, launch_.m}, launch_.columns = {0, launch_.n};
  }

  /// The first thing that is wrong; empty if nothing is.
  std::string run(const Variant& variant) {
    const std::vector<float> old = c();
    JobContext context{.executor = *executor_, .code = code(), .qpus = variant.qpus};
    context.instruction_limit = 1u << 30;
    const auto plan = plan_sgemm(launch_, context, {variant.method, variant.blocks});
    if (!plan.ok() || !run_sgemm(*plan, context).ok()) return "it failed";
    const std::vector<float> now = c();
    for (std::uint32_t i = 0; i < launch_.m; ++i) {
      for (std::uint32_t j = 0; j < launch_.ldc; ++j) {
        const std::size_t at = std::size_t{i} * launch_.ldc + j;
        if (!right(i, j, old[at], now[at])) return text(i, j, old[at], now[at]);
      }
    }
    return {};
  }

 private:
  MemoryRange random_matrix(std::size_t floats) {
    std::uniform_real_distribution<float> values(-1, 1);
    allocations_.push_back(executor_->memory().allocate(floats * 4, 64).value());
    const MemoryRange range = allocations_.back()->range();
    for (std::size_t i = 0; i < floats; ++i) {
      const float value = values(generator_);
      std::memcpy(range.host + 4 * i, &value, 4);
    }
    return range;
  }

  BusAddress code() {
    const std::span<const std::byte> words = kernel_code();
    allocations_.push_back(executor_->memory().allocate(words.size(), 64).value());
    std::memcpy(allocations_.back()->range().host, words.data(), words.size());
    return *allocations_.back()->range().bus;
  }

  std::vector<float> c() const {
    std::vector<float> values(std::size_t{launch_.m} * launch_.ldc);
    std::memcpy(values.data(), launch_.c.host, values.size() * 4);
    return values;
  }

  static float at(const MemoryRange& matrix, std::size_t index) {
    float value;
    std::memcpy(&value, matrix.host + 4 * index, 4);
    return value;
  }

  /// Within the bound of docs/builtin-kernels.md; bit by bit what it was, outside of the block.
  bool right(std::uint32_t i, std::uint32_t j, float old, float now) const {
    const bool inside = i >= launch_.rows.begin && i < launch_.rows.end && j >= launch_.columns.begin &&
                        j < launch_.columns.end;
    if (!inside) return std::memcmp(&old, &now, sizeof now) == 0;
    double sum = 0, magnitude = 0;
    for (std::uint32_t l = 0; l < launch_.k; ++l) {
      const std::size_t of_a = launch_.trans_a ? l * launch_.lda + i : i * launch_.lda + l;
      const std::size_t of_b = launch_.trans_b ? j * launch_.ldb + l : l * launch_.ldb + j;
      const double product = double{at(launch_.a, of_a)} * at(launch_.b, of_b);
      sum += product;
      magnitude += std::fabs(product);
    }
    const double of_c = double{launch_.beta} * (launch_.scales_c() ? launch_.alpha : 1);
    const double added = launch_.beta == 0 ? 0 : of_c * old;
    const double relative = std::expm1((launch_.k + 3.0) * std::log1p(std::ldexp(1.0, -23)));
    const double bound = relative * (std::fabs(launch_.alpha) * magnitude + std::fabs(added));
    return std::fabs(now - (launch_.alpha * sum + added)) <= bound;
  }

  std::string text(std::uint32_t i, std::uint32_t j, float old, float now) const {
    return "C(" + std::to_string(i) + ", " + std::to_string(j) + ") was " + std::to_string(old) + " and is " +
           std::to_string(now);
  }

  SgemmLaunch launch_;
  std::mt19937 generator_{7};
  std::unique_ptr<Executor> executor_ = make_emulator_executor({.memory_bytes = 16u << 20}).value();
  std::vector<std::unique_ptr<Memory>> allocations_;
};

std::vector<Variant> variants() {
  std::vector<Variant> all{{SgemmMethod::uniforms}, {SgemmMethod::automatic}};
  for (const std::uint32_t blocks : {1u, 2u, 3u, 4u}) all.push_back({SgemmMethod::tmus, blocks});
  return all;
}

void check_all(const SgemmLaunch& launch) {
  CAPTURE(launch.m, launch.n, launch.k, launch.trans_a, launch.trans_b, launch.alpha, launch.beta,
          launch.starts_from_c);
  for (const Variant& variant : variants()) {
    CAPTURE(static_cast<int>(variant.method), variant.blocks);
    CHECK(Product(launch).run(variant).empty());
  }
}

}  // namespace

TEST_CASE("sgemm variants: every width of the last tile, few steps, odd and even") {
  for (const std::uint32_t n : {1u, 15u, 16u, 17u, 31u, 32u, 33u, 47u, 48u, 49u, 63u, 64u}) {
    for (const std::uint32_t k : {1u, 2u, 3u, 4u, 5u})
      check_all({.m = 13, .n = n, .k = k, .alpha = 1.25f, .beta = n % 2 == 0 ? -0.5f : 0.0f});
  }
}

TEST_CASE("sgemm variants: several tiles of each width behind narrower ones, all transpositions") {
  const bool trans_a = GENERATE(false, true), trans_b = GENERATE(false, true);
  for (const std::uint32_t n : {69u, 85u, 101u, 150u}) {
    check_all({.trans_a = trans_a, .trans_b = trans_b, .m = 49, .n = n, .k = 19, .alpha = -0.75f, .beta = 2});
  }
}

TEST_CASE("sgemm variants: sums that start from C, and factors that are scaled") {
  const SgemmScaled scaled = GENERATE(SgemmScaled::sum, SgemmScaled::a, SgemmScaled::b);
  const float beta = GENERATE(0.0f, 1.0f, -1.5f);
  const float alpha = GENERATE(1.0f, 1.5f);
  for (const std::uint32_t n : {20u, 40u, 64u, 70u}) {
    check_all(
        {.m = 29, .n = n, .k = 7, .alpha = alpha, .beta = beta, .starts_from_c = true, .scaled = scaled});
    check_all({.m = 17, .n = n, .k = 8, .alpha = alpha, .beta = beta, .scaled = scaled});
  }
}

TEST_CASE("sgemm variants: a block of C") {
  const bool starts_from_c = GENERATE(false, true);
  for (const float beta : {0.0f, 1.0f}) {
    SgemmLaunch launch{
        .m = 60, .n = 120, .k = 6, .alpha = 2.0f, .beta = beta, .starts_from_c = starts_from_c};
    launch.rows = {11, 50}, launch.columns = {17, 103};
    check_all(launch);
  }
}

TEST_CASE("sgemm variants: operands that are packed, all transpositions") {
  const bool trans_a = GENERATE(false, true), trans_b = GENERATE(false, true);
  // With the 3 elements that Product adds, rows of A are 4 KiB apart.
  check_all({.trans_a = trans_a,
             .trans_b = trans_b,
             .m = trans_a ? 1021u : 25u,
             .n = 33,
             .k = trans_a ? 9u : 1021u,
             .alpha = 1,
             .beta = 1});
}

TEST_CASE("sgemm variants: outer products") {
  const bool transposed = GENERATE(false, true);
  for (const std::uint32_t n : {320u, 700u}) {
    for (const SgemmScaled scaled : {SgemmScaled::sum, SgemmScaled::a, SgemmScaled::b}) {
      check_all({.trans_a = transposed,
                 .trans_b = transposed,
                 .m = 5,
                 .n = n,
                 .k = 1,
                 .alpha = 3,
                 .scaled = scaled});
    }
  }
}

TEST_CASE("sgemm variants: any number of QPUs") {
  for (unsigned qpus = 1; qpus <= kQpus; ++qpus) {
    CAPTURE(qpus);
    for (const Variant& variant : variants()) {
      const SgemmLaunch launch{.m = 61, .n = 149, .k = 5, .alpha = 1, .beta = 1};
      CHECK(Product(launch).run({variant.method, variant.blocks, qpus}).empty());
    }
  }
}

}  // namespace quadcl::qpu
