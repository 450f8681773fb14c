// SPDX-License-Identifier: Apache-2.0
// Prints whether the process has more rights than its user, and some of its options.
#include <sys/auxv.h>

#include <cstdio>

#include "core/options.h"

int main() {
  const auto options = quadcl::Options::from_environment();
  std::printf("secure %lu qpus %u cache '%s' temporary '%s'\n", getauxval(AT_SECURE), options.qpus,
              options.cache_folder.c_str(), options.temporary_folder.c_str());
}
