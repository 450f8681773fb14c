// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/contestant.h"

namespace kernel_bench {
namespace {

class PlainPrepared final : public Prepared {
 public:
  explicit PlainPrepared(const Case& a_case) : case_(a_case), arrays_(a_case.arrays) {}
  void restore() override {
    for (const std::size_t index : case_.written) arrays_[index] = case_.arrays[index];
  }
  double run() override {
    return seconds_of([this] { case_.plain(arrays_); });
  }
  Array result() override { return arrays_[case_.result]; }

 private:
  const Case& case_;
  Arrays arrays_;
};

class PlainContestant final : public Contestant {
 public:
  const std::string& name() const override { return name_; }
  std::unique_ptr<Prepared> prepare(const Benchmark&, const Case& a_case) override {
    return std::make_unique<PlainPrepared>(a_case);
  }

 private:
  std::string name_ = "plain C++";
};

}  // namespace

std::unique_ptr<Contestant> make_plain_contestant() { return std::make_unique<PlainContestant>(); }

}  // namespace kernel_bench
