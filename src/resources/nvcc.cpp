// SPDX-License-Identifier: Apache-2.0
#include "resources/nvcc.hpp"

#include <fmt/format.h>

#include <csignal>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "base/process.hpp"
#include "resources/kernel_name.hpp"
#include "resources/ptxas.hpp"

namespace tilebridge::resources {
namespace {

std::string first_error(const std::string& output) {
  const std::size_t found = output.find("error");
  if (found == std::string::npos) return output.substr(0, output.find('\n'));
  const std::size_t begin = output.rfind('\n', found) + 1;
  return output.substr(begin, output.find('\n', begin) - begin);
}

void check_status(int status, const Compilation& compilation, const std::string& output) {
  if (status == 0) return;
  if (status == 128 + SIGINT) throw Error(ExitStatus::interrupted, "interrupted");
  throw UsageError(fmt::format("nvcc cannot compile '{}' (status {}): {}",
                               compilation.source.string(), status, first_error(output)));
}

ResourceTable table_of(const Compilation& compilation, const std::string& output) {
  const std::vector<CompiledKernel> kernels = read_ptxas_output(output);
  std::set<std::string> symbols;
  for (const CompiledKernel& kernel : kernels) symbols.insert(kernel.symbol);
  const auto names = readable_names(symbols);
  ResourceTable table;
  for (const CompiledKernel& kernel : kernels)
    table[{compilation.experiment, compilation.model,
           listed_name(names.at(kernel.symbol), compilation.is_engineered)}][kernel.architecture] =
        kernel.resources;
  return table;
}

}  // namespace

ResourceTable compiled_resources(const std::vector<Compilation>& compilations, std::size_t at_once,
                                 const std::function<void(const Compilation&)>& compiled) {
  const TemporaryFolder folder;
  std::vector<Job> jobs;
  for (const Compilation& compilation : compilations)
    jobs.push_back(
        {compilation.command, compilation.directory, folder / std::to_string(jobs.size())});
  ResourceTable table;
  try {
    run_processes(jobs, at_once, [&](std::size_t job, int status) {
      const Compilation& compilation = compilations[job];
      const std::string output = text_of(jobs[job].output);
      check_status(status, compilation, output);
      merge(table, table_of(compilation, output));
      compiled(compilation);
    });
  } catch (const std::system_error& error) {
    throw PlatformError(fmt::format(
        "cannot start '{}': {}; put the CUDA Toolkit's nvcc on PATH, or name it with --nvcc",
        compilations.front().command.front(), error.code().message()));
  }
  return table;
}

}  // namespace tilebridge::resources
