// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quadcl::test {

/// The tag of tests that cannot run on this machine or platform; empty if all can. Called before the first
/// test. A test program with such tests defines this function; others get a default.
std::string left_out_tests();

}  // namespace quadcl::test
