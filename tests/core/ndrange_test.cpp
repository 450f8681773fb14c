// SPDX-License-Identifier: Apache-2.0
#include "core/ndrange.h"

#include <catch2/catch.hpp>

using namespace quadcl;

TEST_CASE("NDRange: the last work-group of a dimension may be smaller") {
  constexpr std::size_t most = ~std::size_t{0};
  CHECK(group_count(0, 7) == 0);
  CHECK(group_count(21, 7) == 3);
  CHECK(group_count(22, 7) == 4);
  CHECK(group_count(3, 7) == 1);
  CHECK(group_count(most, most - 1) == 2);
  CHECK(group_count(most, 1) == most);
}

TEST_CASE("NDRange: a product that does not fit is none") {
  constexpr std::size_t root = std::size_t{1} << 4 * sizeof(std::size_t);
  CHECK(product({2, 3, 5}) == 30);
  CHECK(product({root, root - 1, 1}) == root * (root - 1));
  CHECK_FALSE(product({root, root, 1}));
  CHECK_FALSE(product({1, root, root}));
  CHECK_FALSE(product({root, 2, root / 2}));
}
