// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/recognition.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "core/builtin/builtin_kernel.h"

using namespace quadcl;

namespace {

ArgumentValue bytes_of(float value) {
  ValueArgument bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

float float_of(const ArgumentValue& argument) {
  float value = 0;
  std::memcpy(&value, std::get<ValueArgument>(argument).data(), sizeof value);
  return value;
}

/// C = 2 * alpha * A * B + (1 - alpha) * C of 4 x 4 elements.
Recognition scaled_product() {
  Recognition recognition{.builtin = BuiltinKernel::sgemm,
                          .terms = {{LaunchTermKind::constant, 0}, {LaunchTermKind::constant, 4}},
                          .floats = {{FloatTermKind::argument, 3},
                                     {FloatTermKind::constant, 0x40000000},
                                     {FloatTermKind::multiply, 0, 1},
                                     {FloatTermKind::constant, 0x3f800000},
                                     {FloatTermKind::negate, 0},
                                     {FloatTermKind::add, 3, 4}},
                          .global = {1, 1}};
  constexpr Binding kZero{BindingKind::integer, 0, 0}, kFour{BindingKind::integer, 0, 1};
  const auto buffer = [](std::uint32_t argument) { return Binding{BindingKind::buffer, argument, 0}; };
  recognition.arguments = {kZero,
                           kZero,
                           kFour,
                           kFour,
                           kFour,
                           {BindingKind::float_term, 0, 2},
                           buffer(0),
                           kFour,
                           buffer(1),
                           kFour,
                           {BindingKind::float_term, 0, 5},
                           buffer(2),
                           kFour};
  return recognition;
}

KernelImage image_of(Recognition recognition) {
  constexpr auto kGlobal = AddressQualifier::global;
  return {.name = "product",
          .arguments = {{.name = "a", .type_name = "float*", .address = kGlobal, .is_const = true},
                        {.name = "b", .type_name = "float*", .address = kGlobal, .is_const = true},
                        {.name = "c", .type_name = "float*", .address = kGlobal},
                        {.name = "alpha", .type_name = "float", .size = 4}},
          .recognition = std::make_shared<const Recognition>(std::move(recognition))};
}

}  // namespace

TEST_CASE("recognition: factors of floats are what the kernel computes") {
  const KernelImage kernel = image_of(scaled_product());
  REQUIRE(is_well_formed(*kernel.recognition, kernel));
  std::array<std::byte, 64> a{}, b{}, c{};
  const LaunchRequest request{
      &kernel,
      {MemoryRange{a.data(), a.size(), BusAddress(64)}, MemoryRange{b.data(), b.size(), BusAddress(192)},
       MemoryRange{c.data(), c.size(), BusAddress(320)}, bytes_of(0.75f)},
      {2, {0, 0, 0}, {4, 4, 1}, {}}};
  const auto launches = as_builtin_launches(request, LaunchTarget::qpu);
  REQUIRE(launches.ok());
  REQUIRE(launches->size() == 1);
  const LaunchRequest& launch = launches->front().request;
  CHECK(float_of(launch.arguments[5]) == 1.5f);
  CHECK(float_of(launch.arguments[10]) == 0.25f);
  CHECK(float_text(*kernel.recognition, 2, kernel) == "alpha * 2.000000");
  CHECK(float_text(*kernel.recognition, 5, kernel) == "(1.000000 + -alpha)");
}

TEST_CASE("recognition: an expression of floats refers only to what stands before it") {
  for (const auto& [place, term] : {std::pair{std::size_t{2}, FloatTerm{FloatTermKind::multiply, 0, 2}},
                                    {std::size_t{4}, FloatTerm{FloatTermKind::negate, 4}},
                                    {std::size_t{0}, FloatTerm{FloatTermKind::argument, 0}},
                                    {std::size_t{0}, FloatTerm{FloatTermKind::argument, 4}}}) {
    Recognition recognition = scaled_product();
    recognition.floats[place] = term;
    const KernelImage kernel = image_of(recognition);
    CHECK_FALSE(is_well_formed(*kernel.recognition, kernel));
  }
  Recognition recognition = scaled_product();
  recognition.floats.pop_back();
  const KernelImage kernel = image_of(recognition);
  CHECK_FALSE(is_well_formed(*kernel.recognition, kernel));
}

namespace {

/// `count` such products; A and C move on by 64 bytes.
Recognition batch(std::int64_t count) {
  Recognition recognition = scaled_product();
  recognition.terms.push_back({LaunchTermKind::constant, count});
  recognition.terms.push_back({LaunchTermKind::constant, 64});
  recognition.batch = Batch{2, {3, 0, 3}};
  return recognition;
}

}  // namespace

TEST_CASE("recognition: a batch is one launch for each entry") {
  std::array<std::byte, 192> a{}, c{};
  std::array<std::byte, 64> b{};
  const auto launches_of = [&](const KernelImage& kernel) {
    const LaunchRequest request{
        &kernel,
        {MemoryRange{a.data(), a.size(), BusAddress(64)}, MemoryRange{b.data(), b.size(), BusAddress(512)},
         MemoryRange{c.data(), c.size(), BusAddress(1024)}, bytes_of(0.75f)},
        {3, {0, 0, 0}, {4, 4, 3}, {}}};
    return as_builtin_launches(request, LaunchTarget::qpu);
  };
  const KernelImage three = image_of(batch(3));
  REQUIRE(is_well_formed(*three.recognition, three));
  const auto launches = launches_of(three);
  REQUIRE(launches.ok());
  REQUIRE(launches->size() == 3);
  for (std::size_t entry = 0; entry < 3; ++entry) {
    const LaunchRequest& launch = (*launches)[entry].request;
    CHECK(std::get<MemoryRange>(launch.arguments[6]).host == a.data() + 64 * entry);
    CHECK(std::get<MemoryRange>(launch.arguments[8]).host == b.data());
    CHECK(std::get<MemoryRange>(launch.arguments[11]).host == c.data() + 64 * entry);
  }
  for (const std::int64_t count : {0, -1, 4, 5000}) CHECK_FALSE(launches_of(image_of(batch(count))).ok());
}

TEST_CASE("recognition: the outputs of a batch do not overlap") {
  std::array<std::byte, 512> a{}, c{};
  std::array<std::byte, 64> b{};
  const auto is_taken = [&](std::int64_t leading, std::int64_t step, std::int64_t count) {
    Recognition recognition = batch(count);
    recognition.terms.push_back({LaunchTermKind::constant, leading});
    recognition.terms.push_back({LaunchTermKind::constant, step});
    recognition.arguments.back().term = 4;
    recognition.batch = Batch{2, {0, 0, 5}};
    const KernelImage kernel = image_of(recognition);
    const LaunchRequest request{
        &kernel,
        {MemoryRange{a.data(), a.size(), BusAddress(64)}, MemoryRange{b.data(), b.size(), BusAddress(1024)},
         MemoryRange{c.data(), c.size(), BusAddress(2048)}, bytes_of(0.75f)},
        {3, {0, 0, 0}, {4, 4, 3}, {}}};
    return as_builtin_launches(request, LaunchTarget::qpu).ok();
  };
  // Matrices of 4 x 4 floats, one behind the other.
  CHECK(is_taken(4, 64, 3));
  CHECK_FALSE(is_taken(4, 60, 3));
  CHECK_FALSE(is_taken(4, 0, 3));
  CHECK_FALSE(is_taken(4, 4, 2));
  CHECK(is_taken(4, 4, 1));
  // Side by side.
  CHECK(is_taken(8, 16, 2));
  CHECK_FALSE(is_taken(8, 16, 3));
  CHECK_FALSE(is_taken(8, 12, 2));
  CHECK(is_taken(12, 16, 3));
  // The last rows reach into the next matrix, between its rows or not.
  CHECK(is_taken(8, 112, 2));
  CHECK_FALSE(is_taken(8, 96, 2));
}

TEST_CASE("recognition: only products come in batches") {
  Recognition recognition{.builtin = BuiltinKernel::transpose_32,
                          .terms = {{LaunchTermKind::constant, 4}, {LaunchTermKind::constant, 2}, {}},
                          .arguments = {{BindingKind::buffer, 0, 2},
                                        {BindingKind::buffer, 2, 2},
                                        {BindingKind::integer, 0, 0},
                                        {BindingKind::integer, 0, 0}},
                          .batch = Batch{1, {2, 0}}};
  const KernelImage kernel = image_of(recognition);
  REQUIRE(is_well_formed(*kernel.recognition, kernel));
  std::array<std::byte, 128> a{}, b{}, c{};
  const LaunchRequest request{
      &kernel,
      {MemoryRange{a.data(), a.size(), BusAddress(64)}, MemoryRange{b.data(), b.size(), BusAddress(512)},
       MemoryRange{c.data(), c.size(), BusAddress(1024)}, bytes_of(0.75f)},
      {2, {0, 0, 0}, {4, 4, 1}, {}}};
  CHECK_FALSE(as_builtin_launches(request, LaunchTarget::qpu).ok());
}

TEST_CASE("recognition: a batch has a step for each buffer") {
  for (const Batch& wrong : {Batch{2, {3, 0}}, Batch{4, {3, 0, 3}}, Batch{2, {3, 0, 4}}}) {
    Recognition recognition = batch(3);
    recognition.batch = wrong;
    const KernelImage kernel = image_of(recognition);
    CHECK_FALSE(is_well_formed(*kernel.recognition, kernel));
  }
}

TEST_CASE("recognition: a size may be a part of an argument") {
  const auto with_width = [](std::uint32_t first, std::uint32_t length) {
    Recognition recognition = scaled_product();
    recognition.terms[1] = {LaunchTermKind::argument, 4, first, length};
    KernelImage kernel = image_of(recognition);
    kernel.arguments.push_back({.name = "sizes", .type_name = "int4", .size = 16});
    return kernel;
  };
  for (const auto& [first, length] : {std::pair{13U, 4U}, {16U, 4U}, {0xfffffffcU, 8U}, {4U, 2U}})
    CHECK_FALSE(is_well_formed(*with_width(first, length).recognition, with_width(first, length)));
  std::array<std::byte, 64> a{}, b{}, c{};
  const std::int32_t sizes[] = {7, -1, 4, 5000};
  ValueArgument value(sizeof sizes);
  std::memcpy(value.data(), sizes, sizeof sizes);
  const auto launches_of = [&](const KernelImage& kernel) {
    REQUIRE(is_well_formed(*kernel.recognition, kernel));
    const LaunchRequest request{
        &kernel,
        {MemoryRange{a.data(), a.size(), BusAddress(64)}, MemoryRange{b.data(), b.size(), BusAddress(192)},
         MemoryRange{c.data(), c.size(), BusAddress(320)}, bytes_of(0.75f), value},
        {2, {0, 0, 0}, {4, 4, 1}, {}}};
    return as_builtin_launches(request, LaunchTarget::qpu);
  };
  REQUIRE(launches_of(with_width(8, 4)).ok());
  CHECK_FALSE(launches_of(with_width(4, 4)).ok());  // -1
  CHECK_FALSE(launches_of(with_width(0, 8)).ok());  // far above 2^31
  CHECK(to_text(*with_width(8, 4).recognition, 1, with_width(8, 4)) == "sizes[2]");
}
