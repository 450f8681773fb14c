// SPDX-License-Identifier: Apache-2.0
#include "tools/board/program.h"

#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tools/board/protocol.h"

namespace quadcl::tools::simulated {

namespace fs = std::filesystem;

namespace {

Error refused(const std::string& text) { return {ErrorCode::invalid_argument_value, text}; }

std::string in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (access(file.c_str(), X_OK) == 0 && !fs::is_directory(file)) return file;
  }
  return name;
}

template <typename Header, typename Segment>
bool has_loader(std::ifstream& file) {
  Header header;
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Segment segment;
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof segment));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) return false;
    if (segment.p_type == PT_INTERP) return true;
  }
  return false;
}

Result<ProgramFile> read_elf(const std::string& path, std::ifstream& file, const unsigned char* ident,
                             unsigned machine) {
  const bool has_32_bits = ident[EI_CLASS] == ELFCLASS32;
  if (machine == EM_ARM || machine == EM_AARCH64)
    return refused(path + " is a program for ARM processors; build it for this PC");
  if (machine != (has_32_bits ? EM_386 : EM_X86_64))
    return refused(path + " is a program for another processor; build it for this PC");
  if (!(has_32_bits ? has_loader<Elf32_Ehdr, Elf32_Phdr>(file) : has_loader<Elf64_Ehdr, Elf64_Phdr>(file)))
    return refused(
        path +
        " is linked statically, so nothing can be put in front of its C library; link it without -static");
  return ProgramFile{path, has_32_bits};
}

/// A file that the kernel runs by another program, or a shell.
Result<ProgramFile> read_script(const std::string& path, std::ifstream& file) {
  file.seekg(0);
  std::string line, interpreter;
  std::getline(file, line);
  if (!line.starts_with("#!")) return ProgramFile{path};
  std::istringstream(line.substr(2)) >> interpreter;
  auto found = find_program(interpreter);
  if (!found.ok()) return refused(path + ": " + found.error().message);
  return ProgramFile{path, found->has_32_bits};
}

}  // namespace

Result<ProgramFile> find_program(const std::string& name) {
  const std::string path = in_path(name);
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return refused(name + ": " + std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return refused(name + " is a folder");
  if (access(path.c_str(), X_OK) != 0) return refused(name + ": " + std::strerror(errno));
  if ((status.st_mode & (S_ISUID | S_ISGID)) != 0 && geteuid() != 0)
    return refused(path + " runs with the rights of another user, so nothing can be put in front of it");
  std::ifstream file(path, std::ios::binary);
  unsigned char head[20] = {};
  file.read(reinterpret_cast<char*>(head), sizeof head);
  if (std::memcmp(head, ELFMAG, SELFMAG) == 0)
    return read_elf(path, file, head, static_cast<unsigned>(head[18] | head[19] << 8));
  file.clear();
  return read_script(path, file);
}

namespace {

[[noreturn]] void become(const ProgramFile& program, const std::vector<std::string>& arguments, int errors) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvp(program.path.c_str(), pointers.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(errors, &error, sizeof error);
  _exit(127);
}

void prepare_environment(const std::string& folder, const std::string& library) {
  const char* const others = std::getenv("LD_PRELOAD");
  setenv(kFolderVariable, folder.c_str(), 1);
  setenv("LD_PRELOAD", (library + (others != nullptr ? ":" + std::string(others) : "")).c_str(), 1);
}

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& task : fs::directory_iterator("/proc/self/task", error)) {
    std::ifstream list(task.path() / "children");
    for (pid_t child = 0; list >> child;) found.push_back(child);
  }
  return found;
}

}  // namespace

Result<pid_t> start_program(const ProgramFile& program, const std::vector<std::string>& arguments,
                            const std::string& folder, const std::string& library) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int errors[2];
  if (pipe2(errors, O_CLOEXEC) != 0) return refused(std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) return refused(std::strerror(errno));
  if (child == 0) {
    prepare_environment(folder, library);
    become(program, arguments, errors[1]);
  }
  close(errors[1]);
  int error = 0;
  const bool has_failed = read(errors[0], &error, sizeof error) > 0;
  close(errors[0]);
  if (!has_failed) return child;
  waitpid(child, nullptr, 0);
  return refused(program.path + ": " + std::strerror(error));
}

unsigned end_children() {
  using namespace std::chrono_literals;
  unsigned ended = 0;
  for (const int signal : {SIGTERM, SIGKILL}) {
    for (int turn = 0; turn < 20; ++turn) {
      while (waitpid(-1, nullptr, WNOHANG) > 0) continue;
      const auto left = children();
      if (left.empty()) return ended;
      if (turn == 0 || signal == SIGKILL)
        for (const pid_t child : left) kill(child, signal);
      if (turn == 0 && signal == SIGTERM) ended = static_cast<unsigned>(left.size());
      std::this_thread::sleep_for(50ms);
    }
  }
  return ended;
}

}  // namespace quadcl::tools::simulated
