// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/vpm_dma.h"

#include <catch2/catch.hpp>

using namespace quadcl;
using namespace quadcl::qpu;

TEST_CASE("vpm dma: set-up words are the golden ones") {
  // docs/videocore4.md, Golden words: VDW of 16 rows of 16 words from VPM row 16 is 0x88104800; stride 0 is
  // 0xC0000000.
  const auto stores = store_block({BusAddress(0x1000), 16, 16, 64}, VpmDirection::rows, 16, 0);
  REQUIRE(stores.size() == 1);
  CHECK(stores[0].first_setup == 0x88104800);
  CHECK(stores[0].second_setup == 0xc0000000);
  CHECK(stores[0].address == BusAddress(0x1000));

  // VDR of 16 rows of 16 words with a pitch of 64 bytes is 0x83001000; ours takes the pitch from the extended
  // set-up instead (MPITCH 0), whose identifier is 9 (DMA loads).
  const auto loads = load_rows({BusAddress(0x2000), 16, 16, 64}, 0);
  REQUIRE(loads.size() == 1);
  CHECK(loads[0].first_setup == 0x90000040);
  CHECK(loads[0].second_setup == 0x80001000);
}

TEST_CASE("vpm dma: a load counts from row start to row start, a store from row end to row start") {
  CHECK(load_rows({BusAddress(0), 3, 5, 12288}, 2)[0].first_setup == (0x90000000u | 12288));
  CHECK(store_block({BusAddress(0), 3, 5, 12288}, VpmDirection::rows, 0, 0)[0].second_setup ==
        (0xc0000000u | (12288 - 20)));
}

TEST_CASE("vpm dma: sizes and VPM positions of partial blocks") {
  const auto load = load_rows({BusAddress(0), 3, 5, 100}, 48)[0];
  CHECK(load.second_setup == (0x80000000u | 5u << 20 | 3u << 16 | 1u << 12 | 48u << 4));
  const auto store = store_block({BusAddress(0), 7, 9, 100}, VpmDirection::columns, 32, 4)[0];
  CHECK(store.first_setup == (0x80000000u | 7u << 23 | 9u << 16 | (32u << 4 | 4u) << 3));
}

TEST_CASE("vpm dma: powers of two beyond the byte pitch use MPITCH") {
  // 8 * 2^MPITCH bytes.
  const auto loads = load_rows({BusAddress(0), 16, 16, 32768}, 0);
  REQUIRE(loads.size() == 1);
  CHECK((loads[0].second_setup >> 24 & 15) == 12);
  CHECK(load_rows({BusAddress(0), 16, 16, 8 << 15}, 0).size() == 1);
  CHECK(load_rows({BusAddress(0), 16, 16, 8 << 16}, 0).size() == 16);
}

TEST_CASE("vpm dma: rows too far apart are moved one by one") {
  const auto loads = load_rows({BusAddress(0x100), 3, 4, 20000}, 16);
  REQUIRE(loads.size() == 3);
  for (unsigned row = 0; row < 3; ++row) {
    CHECK(loads[row].address == BusAddress(0x100 + row * 20000));
    CHECK((loads[row].second_setup >> 16 & 15) == 1);
    CHECK((loads[row].second_setup >> 4 & 0x7f) == 16 + row);
  }
  const auto stores = store_block({BusAddress(0), 2, 16, 65536 + 64}, VpmDirection::columns, 0, 3);
  REQUIRE(stores.size() == 2);
  CHECK((stores[1].first_setup >> 3 & 15) == 4);
  CHECK(store_block({BusAddress(0), 2, 16, 65535 + 64}, VpmDirection::columns, 0, 3).size() == 1);
}
