// SPDX-License-Identifier: Apache-2.0
#include "resources/nvcc.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/process.hpp"
#include "resources/cubins.hpp"
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

using CodeBytes = std::map<std::pair<std::string, std::string>, std::int64_t>;

/// By symbol and architecture, "sm_90".
CodeBytes code_bytes_in(const std::string& fatbin) {
  CodeBytes bytes;
  for (const KernelCode& code : kernel_code_in(fatbin))
    bytes[{code.symbol, fmt::format("sm_{}", code.architecture)}] = code.bytes;
  return bytes;
}

/// "sm_90" of "sm_90a".
std::string without_suffix(std::string architecture) {
  architecture.erase(architecture.find_last_of("0123456789") + 1);
  return architecture;
}

Resources with_code(const CompiledKernel& kernel, const CodeBytes& bytes) {
  Resources resources = kernel.resources;
  if (const auto code = bytes.find({kernel.symbol, without_suffix(kernel.architecture)});
      code != bytes.end())
    resources.code_bytes = code->second;
  return resources;
}

/// From "backends/" on, so that two checkouts agree.
std::string source_name(const Compilation& compilation) {
  const std::string path = compilation.source.generic_string();
  const std::size_t at = path.rfind("/backends/");
  return at == std::string::npos ? path : path.substr(at + 1);
}

ResourceTable table_of(const Compilation& compilation, const std::string& output,
                       const std::string& fatbin) {
  const CodeBytes bytes = code_bytes_in(fatbin);
  const std::vector<CompiledKernel> kernels = read_ptxas_output(output);
  std::set<std::string> symbols;
  for (const CompiledKernel& kernel : kernels) symbols.insert(kernel.symbol);
  const auto names = readable_names(symbols);
  ResourceTable table;
  for (const CompiledKernel& kernel : kernels)
    table[{compilation.experiment, compilation.model, names.at(kernel.symbol)}]
         [kernel.architecture] = with_code(kernel, bytes);
  return table;
}

std::string fatbin_beside(const std::filesystem::path& output) {
  return output.string() + ".fatbin";
}

}  // namespace

BuildResources compiled_resources(const std::vector<Compilation>& compilations, std::size_t at_once,
                                  const std::function<void(const Compilation&)>& compiled) {
  const TemporaryFolder folder;
  std::vector<Job> jobs;
  for (const Compilation& compilation : compilations) {
    const std::filesystem::path output = folder / std::to_string(jobs.size());
    jobs.push_back({compilation.command, compilation.directory, output});
    jobs.back().command.insert(jobs.back().command.end(), {"-o", fatbin_beside(output)});
  }
  BuildResources resources;
  try {
    run_processes(jobs, at_once, [&](std::size_t job, const JobEnd& end) {
      const Compilation& compilation = compilations[job];
      const std::string output = text_of(jobs[job].output);
      check_status(end.status, compilation, output);
      const std::string fatbin = fatbin_beside(jobs[job].output);
      merge(resources.kernels, table_of(compilation, output, text_of(fatbin)));
      resources.compile_seconds[source_name(compilation)] = end.processor_seconds;
      std::filesystem::remove(fatbin);
      compiled(compilation);
    });
  } catch (const std::system_error& error) {
    throw PlatformError(fmt::format(
        "cannot start '{}': {}; put the CUDA Toolkit's nvcc on PATH, or name it with --nvcc",
        compilations.front().command.front(), error.code().message()));
  }
  return resources;
}

}  // namespace tilebridge::resources
