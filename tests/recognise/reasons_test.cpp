// SPDX-License-Identifier: Apache-2.0
// The reasons why kernels are not recognised. The kernels of reasons/ stand behind the reason that each has,
// and "// here" marks the line that it names.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "launches.h"

using namespace recognise_test;

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<fs::path> files(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) found.push_back(entry.path());
  return found;
}

/// What a file says of its kernels: the text of each must start with the reason and end with the line.
struct Expected {
  std::string reason, place;
};
std::map<std::string, Expected> read_table(const std::string& source) {
  std::map<std::string, Expected> table;
  std::istringstream lines(source);
  const std::regex reason("// reason: (.*)"), head(".*\\bvoid (\\w+)\\(.*");
  std::string line, kernel, next_reason;
  std::smatch part;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (std::regex_match(line, part, reason)) next_reason = part[1];
    if (std::regex_match(line, part, head)) table[kernel = part[1]].reason = next_reason;
    if (!line.ends_with("  // here")) continue;
    const std::string text = line.substr(line.find_first_not_of(' '));
    table[kernel].place = " (line " + std::to_string(number) + ": `" + text + "`)";
  }
  return table;
}

void check_file(const fs::path& path) {
  const api::Setup setup;
  const std::string source = read(path);
  const char* text = source.c_str();
  const auto program = api::made(
      [&](cl_int* error) { return clCreateProgramWithSource(setup.context, 1, &text, nullptr, error); });
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  for (const auto& [name, expected] : read_table(source)) {
    BuiltKernel built;
    built.kernel =
        api::made([&, name = name.c_str()](cl_int* error) { return clCreateKernel(program, name, error); });
    const std::string found = built.recognition();
    INFO(name << ": " << found);
    CHECK(found.starts_with(expected.reason));
    CHECK(found.ends_with(expected.place));
    CHECK(expected.place != "");
  }
}

/// The texts of the recogniser that are reasons, or their beginnings.
std::set<std::string> reasons_in_source() {
  std::set<std::string> reasons;
  const std::regex comment("//[^\n]*"), include("#include[^\n]*"), literal("\"([a-z][^\"]* [^\"]*)\"");
  for (const fs::path& path : files(QUADCL_RECOGNISE_SOURCES)) {
    const std::string source = std::regex_replace(std::regex_replace(read(path), comment, ""), include, "");
    for (std::sregex_iterator i(source.begin(), source.end(), literal), end; i != end; ++i)
      reasons.insert((*i)[1]);
  }
  return reasons;
}

}  // namespace

TEST_CASE("Reasons name what is not understood, and where", "[reasons]") {
  for (const fs::path& path : files(QUADCL_RECOGNISE_CASES "/reasons")) check_file(path);
}

TEST_CASE("Each reason of the recogniser has a kernel", "[reasons]") {
  std::string all;
  for (const std::string folder : {"/reasons", "/near_miss"})
    for (const fs::path& path : files(QUADCL_RECOGNISE_CASES + folder)) all += read(path);
  const std::set<std::string> reasons = reasons_in_source();
  CHECK(reasons.size() > 100);
  for (const std::string& reason : reasons) {
    INFO(reason);
    CHECK(all.find("// reason: " + reason) != std::string::npos);
  }
}
