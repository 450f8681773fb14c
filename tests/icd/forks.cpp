// SPDX-License-Identifier: Apache-2.0
// A program that forks between launches, and while launches run. All processes exit with 0.
#include <sys/wait.h>
#include <unistd.h>

#include "transposition.h"

namespace {

void await(pid_t child) {
  int status = 0;
  require(waitpid(child, &status, 0) == child, "a child");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child that exits with 0");
}

}  // namespace

int main() {
  Transposition transposition;
  transposition.run();
  const pid_t user = fork();
  if (user == 0) {
    Transposition().run();  // with a context of its own
    transposition.run();    // with the parent's, which was idle
    std::exit(0);
  }
  for (int i = 0; i < 20; ++i) transposition.enqueue();
  const pid_t idler = fork();
  if (idler == 0) std::exit(0);
  await(user);
  await(idler);
  transposition.finish();
  transposition.run();
  return 0;
}
