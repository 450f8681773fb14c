// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quadcl::test {

/// The tag of tests that are not for the machine or the platform at hand, empty if all are; asked before the
/// first one. A test program that has such tests defines this function, all others have a definition of their
/// main's.
std::string left_out_tests();

}  // namespace quadcl::test
