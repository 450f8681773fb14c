# SPDX-License-Identifier: Apache-2.0
"""python_test.py MODULE_FOLDER SESSIONS QPU_AS QPU_DEBUG: the module qpu_debug, with the programs of the sessions.
Exit status 77: numpy is not there."""
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy
except ImportError:
    sys.exit(77)

sys.path.insert(0, sys.argv[1])
from qpu_debug import Job, QpuError


def assemble(assembler, name):
    subprocess.run([assembler, name + ".qasm", "-o", name + ".bin"], check=True)
    subprocess.run([assembler, name + ".qasm", "--list", "-o", name + ".lst"], check=True)


def expect_refused(action):
    try:
        action()
    except QpuError as error:
        return str(error)
    raise AssertionError("not refused")


def main(sessions, assembler, debugger):
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "work")
        shutil.copytree(sessions, work)
        os.chdir(work)
        assemble(assembler, "sum")
        assemble(assembler, "handshake")
        lanes = numpy.arange(16, dtype=numpy.int32)
        with Job("sum.job", debugger=debugger) as job:
            job.command("break store")
            assert job.proceed()
            # Three rounds that add the element numbers twice.
            assert (job.register("r1", numpy.int32) == 6 * lanes).all()
            assert (job.memory(0x40000100, 16, numpy.int32) == 0).all()
            assert job.state["address"] == 0x40000050
            job.step(2)
            assert (job.vpm(numpy.int32)[5] == 6 * lanes).all() and job.vpm().shape == (64, 16)
            assert not job.proceed()
            assert (job.memory(0x40000100, 16, numpy.int32) == 6 * lanes).all()
            # Bytes from an odd address: of 6, 0, 0, 0, 12 ...
            assert job.memory(0x40000105, 4, numpy.uint8).tolist() == [0, 0, 0, 12]
            assert "mapped" in expect_refused(lambda: job.memory(0x40000000, 1000))
            assert "ended" in expect_refused(job.proceed)
            assert "none of" in expect_refused(lambda: job.register("r9"))
        with Job("handshake.job", "--timing", debugger=debugger) as job:
            job.proceed()
            assert (job.register("ra2", numpy.float32, qpu=1) == lanes * 0.5).all()
            assert job.state["clock"] > 0


main(*sys.argv[2:])
