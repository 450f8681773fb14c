// SPDX-License-Identifier: Apache-2.0
#include "tools/board/configuration.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <utility>
#include <variant>

namespace quadcl::tools::simulated {

namespace {

struct Key {
  const char* name;
  std::variant<bool Configuration::*, std::uint32_t Configuration::*> value;
};

using C = Configuration;
constexpr Key kKeys[] = {
    {"vcio", &C::vcio},
    {"cma", &C::cma},
    {"vcsm", &C::vcsm},
    {"mem", &C::mem},
    {"vcio_allowed", &C::vcio_allowed},
    {"cma_allowed", &C::cma_allowed},
    {"mem_allowed", &C::mem_allowed},
    {"enables", &C::enables},
    {"reserves_vpm", &C::reserves_vpm},
    {"executes", &C::executes},
    {"loses_interrupt", &C::loses_interrupt},
    {"cma_cached", &C::cma_cached},
    {"cma_cache_operation", &C::cma_cache_operation},
    {"cma_alias", &C::cma_alias},
    {"vcsm_cache_operation", &C::vcsm_cache_operation},
    {"sdram_megabytes", &C::sdram_megabytes},
    {"first_megabyte", &C::first_megabyte},
    {"gpu_megabytes", &C::gpu_megabytes},
    {"v3d_megahertz", &C::v3d_megahertz},
    {"allocates", &C::allocates},
    {"every_alias", &C::every_alias},
    {"cached_copies", &C::cached_copies},
    {"stale_caches", &C::stale_caches},
    {"kill_in_job", &C::kill_in_job},
    {"recovers", &C::recovers},
    {"kernel_gives_up", &C::kernel_gives_up},
    {"message_errors", &C::message_errors},
    {"ignores_power", &C::ignores_power},
    {"errors", &C::errors},
};

}  // namespace

Configuration Configuration::of(const std::string& text) {
  Configuration configuration;
  const std::string words = " " + text;
  for (const Key& key : kKeys) {
    const std::string pattern = std::string(" ") + key.name + '=';
    const auto at = words.find(pattern);
    if (at == std::string::npos) continue;
    std::uint32_t number = 0;
    std::from_chars(words.data() + at + pattern.size(), words.data() + words.size(), number);
    std::visit([&](auto member) { configuration.*member = number; }, key.value);
  }
  return configuration;
}

Model::Model(std::string folder, bool changes) : folder_(std::move(folder)) {
  if (changes) return;
  configuration_ = Configuration::of(text_of("/board"));
  is_bcm2835_ = looks_like_bcm2835();
}

std::string Model::text_of(const char* path) const {
  std::ifstream file(folder_ + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool Model::looks_like_bcm2835() const {
  return text_of("/proc/device-tree/compatible").find("bcm2835") != std::string::npos;
}

Configuration Model::configuration() const {
  return configuration_ ? *configuration_ : Configuration::of(text_of("/board"));
}

bool Model::is_bcm2835() const { return is_bcm2835_ ? *is_bcm2835_ : looks_like_bcm2835(); }

}  // namespace quadcl::tools::simulated
