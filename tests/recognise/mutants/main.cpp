// SPDX-License-Identifier: Apache-2.0
// Changes recognised kernels at random, and compares the mutants' results on the QPUs with those on the CPU.
// None may differ.
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <map>

#include "mutants/mutations.h"
#include "mutants/trial.h"

namespace recognise_test {
namespace {

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t count = 100;
  std::string folder = QUADCL_RECOGNISE_CASES "/positive";
  std::string kernel;
  std::vector<std::string> only;
  std::size_t part = 1, parts = 1;
  bool originals = false;
  bool kinds = false;
  bool set_aside = false;
  int seconds = 60;
};

/// The message of a process that examines mutants to the process that started it.
struct Message {
  bool is_verdict = false;
  Stage stage{};
  Verdict verdict{};
  std::array<char, 200> difference{};
};

/// The log of a worker process. It says that a launch runs on the CPU before the launch starts.
class Log {
 public:
  Log() : file_(memfd_create("log", 0)) {
    if (file_ < 0) throw std::runtime_error("no memory for a log");
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log() { close(file_); }

  /// For QuadCL in this process.
  void use() const {
    setenv("QUADCL_RECOGNISE", "verbose", 1);
    setenv("QUADCL_LOG", ("/proc/self/fd/" + std::to_string(file_)).c_str(), 1);
  }
  void clear() const {
    if (ftruncate(file_, 0) != 0) _exit(2);
  }
  bool says_cpu() const {
    std::array<char, 400> text{};
    return pread(file_, text.data(), text.size() - 1, 0) > 0 &&
           std::strstr(text.data(), "runs on the CPU") != nullptr;
  }

 private:
  int file_;
};

/// A worker's examination of a mutant.
using Examination = Finding (*)(Laboratory&, const Mutant&);

Finding examine_whole(Laboratory& laboratory, const Mutant& mutant) { return laboratory.examine(mutant); }

/// For a mutant that crashes or does not end: whether it still does with bounds.
Finding examine_within_bounds(Laboratory& laboratory, const Mutant& mutant) {
  return {laboratory.run_within_bounds(mutant) ? Verdict::unbounded : Verdict::crashes, {}, true};
}

[[noreturn]] void examine_all(const Material& material, std::uint64_t seed, std::uint64_t last,
                              Examination examination, int pipe, const Log& log) {
  const auto tell = [&](const Message& message) {
    if (write(pipe, &message, sizeof message) != sizeof message) _exit(2);
  };
  log.use();
  Laboratory laboratory([&](Stage stage) {
    log.clear();
    tell({false, stage, {}, {}});
  });
  for (; seed < last; ++seed) {
    const Finding finding = examination(laboratory, make_mutant(material, seed));
    Message message{true, {}, finding.verdict, {}};
    std::strncpy(message.difference.data(), finding.difference.c_str(), message.difference.size() - 1);
    tell(message);
    if (finding.spoilt_memory) break;
  }
  _exit(0);
}

/// A separate process that examines mutants: some crash, and some never end.
class Worker {
 public:
  Worker(const Material& material, std::uint64_t seed, std::uint64_t last,
         Examination examination = examine_whole) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("no process");
    if (process_ == 0) {
      close(ends[0]);
      examine_all(material, seed, last, examination, ends[1], log_);
    }
    close(ends[1]);
    input_ = ends[0];
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    kill(process_, SIGKILL);
    close(input_);
    waitpid(process_, nullptr, 0);
  }

  /// The verdict on the next mutant; empty if the process ended between two mutants.
  std::optional<Finding> next(int seconds) {
    std::optional<Stage> stage;
    while (true) {
      Message message;
      pollfd wait{input_, POLLIN, 0};
      constexpr int kMilliseconds = 1000;
      if (poll(&wait, 1, seconds * kMilliseconds) <= 0 ||
          read(input_, &message, sizeof message) != sizeof message)
        return stage ? std::optional(broken(*stage)) : std::nullopt;
      if (message.is_verdict) return Finding{message.verdict, message.difference.data(), false};
      stage = message.stage;
    }
  }

 private:
  Finding broken(Stage stage) const {
    if (stage == Stage::build) return {Verdict::breaks, "the compiler crashes or does not end", true};
    if (stage == Stage::qpu && !log_.says_cpu())
      return {Verdict::breaks, "the QPU device crashes or does not end", true};
    return {Verdict::crashes, {}, true};
  }

  Log log_;
  pid_t process_ = -1;
  int input_ = -1;
};

struct Tally {
  std::array<std::uint64_t, kVerdicts> verdicts{};
  std::map<std::string, std::array<std::uint64_t, kVerdicts>> by_kind;

  std::uint64_t of(Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
  std::uint64_t total() const { return std::accumulate(verdicts.begin(), verdicts.end(), std::uint64_t{0}); }
  std::uint64_t count(bool (*test)(Verdict)) const {
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v < kVerdicts; ++v) sum += test(static_cast<Verdict>(v)) ? verdicts[v] : 0;
    return sum;
  }
  std::uint64_t on_qpu() const { return of(Verdict::agrees) + count(is_set_aside) + of(Verdict::disagrees); }

  void add(const Mutant& mutant, Verdict verdict) {
    ++verdicts[static_cast<std::size_t>(verdict)];
    for (const std::string& kind : mutant.mutations) ++by_kind[kind][static_cast<std::size_t>(verdict)];
  }
};

void print(const Tally& tally, bool kinds) {
  constexpr int kWidth = 8;
  for (std::size_t v = 0; v < kVerdicts; ++v)
    std::cout << std::setw(kWidth) << tally.verdicts[v] << "  " << name_of(static_cast<Verdict>(v)) << '\n';
  std::cout << std::setw(kWidth) << tally.total() << "  mutants\n";
  if (!kinds) return;
  std::cout << "\n     all  on the QPUs\n";
  for (const auto& [kind, verdicts] : tally.by_kind)
    std::cout << std::setw(kWidth) << std::accumulate(verdicts.begin(), verdicts.end(), std::uint64_t{0})
              << std::setw(kWidth) << verdicts[static_cast<std::size_t>(Verdict::agrees)] << "  " << kind
              << '\n';
}

void print(const Mutant& mutant, std::uint64_t seed, const Finding& finding,
           const std::vector<std::string>& only) {
  std::cout << "\n// " << name_of(finding.verdict) << ": " << finding.difference << "\n// from '"
            << mutant.kernel << "' by:";
  for (const std::string& mutation : mutant.mutations) std::cout << " [" << mutation << ']';
  std::cout << "\n// again: recognise_mutants --kernel " << mutant.kernel << " --seed " << seed
            << " --count 1";
  for (const std::string& kind : only) std::cout << " --only '" << kind << '\'';
  std::cout << "\n// options:" << (mutant.options.empty() ? " none" : " " + mutant.options)
            << "\n// launch: " << mutant.plan.text() << '\n'
            << to_text(mutant.source) << std::flush;
}

class Progress {
 public:
  explicit Progress(std::uint64_t count) : count_(count) {}

  void show(const Tally& tally) {
    constexpr std::chrono::seconds kInterval(10);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kInterval) return;
    last_ = now;
    std::cerr << tally.total() << " of " << count_ << ", " << tally.on_qpu() << " on the QPUs, "
              << tally.count(is_set_aside) << " set aside, " << tally.count(is_failure) << " failures\n";
  }

 private:
  std::uint64_t count_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Tally examine(const Material& material, const Arguments& arguments) {
  Tally tally;
  Progress progress(arguments.count);
  const std::uint64_t last = arguments.seed + arguments.count;
  for (std::uint64_t seed = arguments.seed; seed < last;) {
    Worker worker(material, seed, last);
    const std::uint64_t first = seed;
    while (seed < last) {
      auto finding = worker.next(arguments.seconds);
      if (!finding && seed > first) break;
      // Earlier mutants may have damaged the process.
      if (finding && is_failure(finding->verdict))
        finding = Worker(material, seed, seed + 1).next(arguments.seconds);
      if (finding && finding->verdict == Verdict::crashes)
        finding = Worker(material, seed, seed + 1, examine_within_bounds).next(arguments.seconds);
      if (!finding) throw std::runtime_error("mutants cannot be examined: does QuadCL run?");
      const Mutant mutant = make_mutant(material, seed);
      const bool is_open = is_failure(finding->verdict) || finding->verdict == Verdict::crashes;
      if (is_open || (arguments.set_aside && is_set_aside(finding->verdict)))
        print(mutant, seed, *finding, arguments.only);
      tally.add(mutant, finding->verdict);
      progress.show(tally);
      ++seed;
      if (is_crash(finding->verdict) || is_failure(finding->verdict)) break;
    }
  }
  return tally;
}

/// The probes' verdict on a correct kernel; must be `agrees`.
Verdict unfounded_verdict(Laboratory& laboratory, const Mutant& mutant) {
  const Launched wanted = laboratory.run_on_cpu(mutant);
  const auto bounded = laboratory.run_within_bounds(mutant);
  if (!bounded || bounded->buffers != wanted.buffers) return Verdict::unbounded;
  return laboratory.undefined(mutant, wanted, kNotOptimised);  // which changes nothing in whole numbers
}

/// Every kernel without a change: it must run on the QPUs if its file says so, agree, and not be set aside.
std::size_t examine_originals(const std::vector<CaseFile>& cases) {
  Laboratory laboratory([](Stage) {});
  std::size_t failures = 0;
  for (const CaseFile& file : cases) {
    for (const Run& run : file.runs) {
      if (!run.is_defined) continue;
      const Mutant mutant{file.name, {}, read_tokens(file.source), file.options, plan_launch(file, run)};
      Finding finding = laboratory.examine(mutant);
      if (finding.verdict == Verdict::agrees) finding.verdict = unfounded_verdict(laboratory, mutant);
      if (finding.verdict == (run.on_qpu ? Verdict::agrees : Verdict::on_cpu)) continue;
      ++failures;
      print(mutant, 0, finding, {});
    }
  }
  return failures;
}

std::vector<CaseFile> read_cases(const Arguments& arguments) {
  std::vector<CaseFile> cases;
  for (const std::string& path : case_paths(arguments.folder)) {
    CaseFile file = read_case(path);
    if (arguments.kernel.empty() || file.name == arguments.kernel) cases.push_back(std::move(file));
  }
  if (cases.empty()) throw std::runtime_error("no kernel '" + arguments.kernel + "' in " + arguments.folder);
  return cases;
}

/// Every so many kernels, from one of the first on, so that each part has some of each kind.
std::vector<CaseFile> part_of(const std::vector<CaseFile>& cases, const Arguments& arguments) {
  std::vector<CaseFile> part;
  for (std::size_t i = arguments.part - 1; i < cases.size(); i += arguments.parts) part.push_back(cases[i]);
  return part;
}

/// False if hardly any mutant ran on the QPUs, or if many of those were set aside.
bool shows_something(const Tally& tally) {
  constexpr std::uint64_t kFew = 100, kLeastOnQpu = 15, kMostSetAside = 10;
  if (tally.total() < kFew) return true;
  const bool enough = tally.on_qpu() * 100 >= tally.total() * kLeastOnQpu;
  const bool honest = tally.count(is_set_aside) * 100 <= tally.on_qpu() * kMostSetAside;
  if (!enough) std::cout << "less than " << kLeastOnQpu << " in 100 mutants ran on the QPUs\n";
  if (!honest) std::cout << "more than " << kMostSetAside << " in 100 mutants on the QPUs were set aside\n";
  return enough && honest;
}

int run(const Arguments& arguments) {
  const Material material{read_cases(arguments), arguments.only};
  if (arguments.originals) return examine_originals(part_of(material.cases, arguments)) == 0 ? 0 : 1;
  const Tally tally = examine(material, arguments);
  print(tally, arguments.kinds);
  return tally.count(is_failure) == 0 && (!arguments.only.empty() || shows_something(tally)) ? 0 : 1;
}

}  // namespace
}  // namespace recognise_test

int main(int argc, char** argv) {
  recognise_test::Arguments arguments;
  CLI::App app{
      "Changes kernels that are recognised at random, runs each mutant on the QPU device and on the "
      "CPU\n"
      "device of QuadCL and compares what they leave in memory. Mutant number n of seed s is mutant 0 of "
      "seed s + n.\n"
      "Exit status: 0 all agree, 1 some do not or too few ran on the QPUs, 2 wrong usage or no device."};
  app.add_option("--seed", arguments.seed, "the first mutant")->capture_default_str();
  app.add_option("--count", arguments.count, "how many mutants")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--folder", arguments.folder, "where the kernels are")
      ->capture_default_str()
      ->check(CLI::ExistingDirectory);
  app.add_option("--kernel", arguments.kernel, "make mutants of this kernel only: a file's name without .cl");
  app.add_option("--only", arguments.only, "kinds of changes to make; without it, all")
      ->check(CLI::IsMember(recognise_test::mutation_names()));
  app.add_flag("--originals", arguments.originals,
               "run the kernels as they are, and look for undefined behaviour");
  app.add_option("--part", arguments.part, "with --originals: which of the parts")
      ->check(CLI::PositiveNumber);
  app.add_option("--parts", arguments.parts, "with --originals: into how many parts the kernels are divided");
  app.add_flag("--kinds", arguments.kinds, "count by kind of mutation, too");
  app.add_flag("--set-aside", arguments.set_aside, "print mutants that are set aside, too");
  app.add_option("--timeout", arguments.seconds, "seconds after which a mutant does not end")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  setenv("QUADCL_CACHE", "0", 1);
  try {
    return recognise_test::run(arguments);
  } catch (const std::exception& error) {
    std::cerr << "recognise_mutants: " << error.what() << '\n';
    return 2;
  }
}
