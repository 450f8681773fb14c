// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/booked_resource.h"

#include <catch2/catch.hpp>

using quadcl::qpu::timing::BookedResource;

TEST_CASE("A free server starts at once, a busy one when it is done") {
  BookedResource server;
  CHECK(server.reserve(10, 5) == 10);
  CHECK(server.reserve(12, 5) == 15);
  CHECK(server.reserve(40, 5) == 40);
  CHECK(server.busy() == 15);
}

TEST_CASE("Work that arrives earlier takes a gap that is long enough") {
  BookedResource server;
  server.reserve(100, 10);
  CHECK(server.reserve(80, 10) == 80);
  CHECK(server.reserve(85, 10) == 90);
  CHECK(server.reserve(85, 10) == 110);  // nothing left between
}

TEST_CASE("A gap that is too short is left") {
  BookedResource server;
  server.reserve(0, 10);
  server.reserve(14, 10);
  CHECK(server.earliest(0, 5) == 24);
  CHECK(server.reserve(0, 4) == 10);
  CHECK(server.reserve(0, 1) == 24);
}

TEST_CASE("Asking does not reserve") {
  BookedResource server;
  CHECK(server.earliest(3, 7) == 3);
  CHECK(server.reserve(3, 7) == 3);
}

TEST_CASE("A server that forgets its past never does two things at once") {
  BookedResource server;
  for (int i = 0; i < 1000; ++i) server.reserve(20 * i, 10);
  const auto late = server.reserve(0, 10);
  CHECK(late % 20 >= 10);
  CHECK(server.busy() == 10010);
}
