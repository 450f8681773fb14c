// SPDX-License-Identifier: Apache-2.0
#include "bench/builtins/tool.h"

#include <filesystem>
#include <iostream>

#include "bench/builtins/functions.h"
#include "samples/common/sample.h"

namespace quadcl::builtins {

int list_all(const std::vector<cl::Device>& devices) {
  for (std::size_t i = 0; i < devices.size(); ++i)
    std::cout << i << "  " << sample::full_name(devices[i]) << '\n';
  for (const Function& function : functions()) std::cout << function.name << '\n';
  return 0;
}

int run_tool(CLI::App& app, int argc, char** argv, const std::function<int()>& work) {
  const std::string name = std::filesystem::path(argv[0]).filename();
  try {
    app.parse(argc, argv);
    return work();
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const cl::BuildError& error) {
    std::cerr << '\n' << name << ": a program was not built\n";
    for (const auto& [device, log] : error.getBuildLog()) std::cerr << log << '\n';
  } catch (const cl::Error& error) {
    std::cerr << '\n' << name << ": " << error.what() << " failed with " << error.err() << '\n';
  } catch (const std::exception& error) {
    std::cerr << '\n' << name << ": " << error.what() << '\n';
  }
  return 2;
}

}  // namespace quadcl::builtins
