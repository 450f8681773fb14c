// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_RUNNER
#include "tests/main.h"

#include <catch2/catch.hpp>
#include <exception>
#include <iostream>

namespace quadcl::test {

[[gnu::weak]] std::string left_out_tests() { return {}; }

}  // namespace quadcl::test

int main(int argc, char** argv) try {
  Catch::Session session;
  if (const int error = session.applyCommandLine(argc, argv); error != 0) return error;
  if (const std::string tag = quadcl::test::left_out_tests(); !tag.empty()) {
    std::cout << "tests tagged " << tag << " are left out\n";
    session.configData().testsOrTags.push_back("~" + tag);
  }
  return session.run();
} catch (const std::exception& error) {
  std::cerr << "no test was run: " << error.what() << '\n';
  return 2;
}
