// SPDX-License-Identifier: Apache-2.0
// Runs a libFuzzer entry point without libFuzzer: replays files, then mutates them for a while.
//   driver [--seconds N] [--seed N] FILE-OR-FOLDER...
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Options {
  double seconds = 1;
  std::uint64_t seed = 1;
  std::vector<std::string> paths;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--seconds" && i + 1 < argc) {
      options.seconds = std::atof(argv[++i]);
    } else if (argument == "--seed" && i + 1 < argc) {
      options.seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      options.paths.push_back(argument);
    }
  }
  return options;
}

void add_file(std::vector<Bytes>& corpus, const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  corpus.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

std::vector<Bytes> load(const std::vector<std::string>& paths) {
  std::vector<Bytes> corpus;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      add_file(corpus, path);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.is_regular_file()) add_file(corpus, entry.path());
    }
  }
  if (corpus.empty()) corpus.push_back({'\n'});
  return corpus;
}

class Mutator {
 public:
  Mutator(const std::vector<Bytes>& corpus, std::uint64_t seed) : corpus_(corpus), random_(seed) {}

  Bytes next() {
    Bytes input = pick();
    for (std::size_t steps = 1 + random_() % 8; steps > 0; --steps) mutate(input);
    if (input.size() > 1 << 14) input.resize(1 << 14);
    return input;
  }

 private:
  const Bytes& pick() { return corpus_[random_() % corpus_.size()]; }
  std::size_t position(const Bytes& input) { return random_() % (input.size() + 1); }
  Bytes::iterator at(Bytes& input, std::size_t i) { return input.begin() + static_cast<std::ptrdiff_t>(i); }

  void mutate(Bytes& input) {
    switch (random_() % 5) {
      case 0:
        return change_byte(input);
      case 1:
        return erase(input);
      case 2:
        return insert(input, {static_cast<std::uint8_t>(random_() % 4 ? 32 + random_() % 95 : random_())});
      case 3:
        return insert(input, slice(input));
      default:
        return insert(input, slice(pick()));
    }
  }

  void change_byte(Bytes& input) {
    if (!input.empty()) input[random_() % input.size()] ^= static_cast<std::uint8_t>(1u << random_() % 8);
  }

  void erase(Bytes& input) {
    const std::size_t first = position(input);
    const std::size_t count = std::min<std::size_t>(random_() % 32, input.size() - first);
    input.erase(at(input, first), at(input, first + count));
  }

  Bytes slice(const Bytes& from) {
    const std::size_t first = position(from);
    const std::size_t count = std::min<std::size_t>(random_() % 64, from.size() - first);
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

  void insert(Bytes& input, const Bytes& what) {
    input.insert(at(input, position(input)), what.begin(), what.end());
  }

  const std::vector<Bytes>& corpus_;
  std::mt19937_64 random_;
};

/// The input under test, in a file that survives a crash.
void keep(const Bytes& input) {
  if (const char* path = std::getenv("FUZZ_KEEP")) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const std::vector<Bytes> corpus = load(options.paths);
  for (const Bytes& input : corpus) {
    keep(input);
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  Mutator mutator(corpus, options.seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.seconds);
  std::uint64_t runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    const Bytes input = mutator.next();
    keep(input);
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%zu inputs replayed, %llu mutations\n", corpus.size(), static_cast<unsigned long long>(runs));
  return 0;
}
