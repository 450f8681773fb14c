// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_RUNNER
#include <exception>
#include <iostream>

#include "fixture.h"

// Tests tagged [quadcl] need our built-in kernels or ask for checks that another platform may answer with a
// crash.
int main(int argc, char** argv) try {
  Catch::Session session;
  if (const int error = session.applyCommandLine(argc, argv); error != 0) return error;
  if (!api::is_quadcl()) {
    std::cout << "the platform is not QuadCL: tests tagged [quadcl] are left out\n";
    session.configData().testsOrTags.emplace_back("~[quadcl]");
  }
  return session.run();
} catch (const std::exception& error) {
  std::cerr << "no test was run: " << error.what() << '\n';
  return 2;
}
