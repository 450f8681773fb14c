# SPDX-License-Identifier: Apache-2.0
# Runs the tests in cl/ and ll/: each file contains its command lines, after "RUN:".
import os

import lit.formats

config.name = "compiler"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cl", ".ll"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["work"]
# The variables of QEMU are for cross builds.
for variable in ("QUADCL_VECTORISE", "QEMU_LD_PREFIX", "QEMU_CPU"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
for tool, path in (("kernel-opt", "kernel_opt"), ("kernel-run", "kernel_run"), ("FileCheck", "filecheck")):
    config.substitutions.append((r"\b%s\b" % tool, lit_config.params[path]))
