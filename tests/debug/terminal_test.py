# SPDX-License-Identifier: Apache-2.0
"""terminal_test.py SESSIONS QPU_AS QPU_DEBUG: the debugger on a terminal. Ctrl-C at the prompt drops the line that is
being typed, and the debugger goes on."""
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time


class Terminal:
    def __init__(self, *command):
        self.output = b""
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # what runs in the background may ignore it
            os.execv(command[0], command)

    def read_until(self, text):
        while text not in self.output:
            self.output += os.read(self.descriptor, 4096)
        self.output = self.output.partition(text)[2]

    def wait_for_prompt(self):
        """What comes before lines are edited is lost."""
        self.read_until(b"(qpu) ")
        while termios.tcgetattr(self.descriptor)[3] & termios.ICANON:
            time.sleep(0.01)

    def interrupt(self):
        """libedit does not see a Ctrl-C that comes before it waits for the next character; a user types it again."""
        while b"(qpu) " not in self.output:
            self.type(b"\x03")
            while b"(qpu) " not in self.output and select.select([self.descriptor], [], [], 1)[0]:
                self.output += os.read(self.descriptor, 4096)

    def type(self, text):
        os.write(self.descriptor, text)

    def status(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def main(sessions, assembler, debugger):
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "work")
        shutil.copytree(sessions, work)
        os.chdir(work)
        subprocess.run([assembler, "sum.qasm", "-o", "sum.bin"], check=True)
        subprocess.run([assembler, "sum.qasm", "--list", "-o", "sum.lst"], check=True)
        terminal = Terminal(debugger, "sum.job")
        terminal.read_until(b"40000000")
        terminal.wait_for_prompt()
        terminal.type(b"bogus")
        terminal.read_until(b"bogus")
        terminal.interrupt()
        terminal.wait_for_prompt()
        terminal.type(b"step\n")
        terminal.read_until(b"40000008")
        terminal.wait_for_prompt()
        terminal.type(b"quit\n")
        assert terminal.status() == 0


main(*sys.argv[1:])
