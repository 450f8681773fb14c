// SPDX-License-Identifier: Apache-2.0
// A compiler plugin that needs a library which the linker does not find. Nothing in it is ever called.
extern "C" int quadcl_test_part();
int needed = quadcl_test_part();
