// SPDX-License-Identifier: Apache-2.0
#include "profile/ncu.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <regex>
#include <system_error>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "profile/ncu_table.hpp"

namespace tilebridge::profile {
namespace {

constexpr std::string_view range_start = "tilebridge/";

/// The first group of every match of `pattern`, but in lines longer than ncu's messages: matching
/// takes the more stack the longer a line is.
std::vector<std::string> found_in_lines(std::string_view text, const std::regex& pattern) {
  constexpr std::size_t longest = 4096;
  std::vector<std::string> found;
  std::smatch match;
  for (const std::string& line : split(text, '\n'))
    if (line.size() <= longest && std::regex_search(line, match, pattern))
      found.push_back(match[1]);
  return found;
}

/// tilebridge's range among those that a kernel ran in: `1315  "<default
/// domain>:tilebridge/0/native@13.0/indices:none:…"`; "" if there is none.
std::string range_in(const std::string& ranges) {
  const std::size_t at = ranges.find(range_start);
  return at == std::string::npos ? "" : ranges.substr(at, ranges.find(':', at) - at);
}

std::vector<std::string> metrics_of(Counting counting) {
  std::vector<std::string> metrics;
  for (const CounterInfo& info : counter_infos()) {
    if (info.metric.empty()) continue;
    const bool is_throughput = info.metric.ends_with("pct_of_peak_sustained_elapsed");
    const bool is_weight = info.counter == Counter::duration_ns;  // of a mean over several kernels
    if (counting == Counting::events ? !is_throughput : is_throughput || is_weight)
      metrics.emplace_back(info.metric);
  }
  return metrics;
}

std::vector<std::string> ncu_command(const std::string& ncu, Cache cache,
                                     const std::vector<std::string>& metrics,
                                     const std::filesystem::path& log,
                                     const std::vector<std::string>& program) {
  const std::string options = fmt::format(
      "--profile-from-start off --nvtx --clock-control none --cache-control {} --csv --page raw "
      "--print-units base",
      cache == Cache::cold ? "all" : "none");
  std::vector<std::string> command = split(options, ' ');
  command.insert(command.begin(), ncu.empty() ? "ncu" : ncu);
  command.insert(command.end(), {"--log-file", log.string(), "--metrics",
                                 fmt::format("{}", fmt::join(metrics, ","))});
  command.insert(command.end(), program.begin(), program.end());
  return command;
}

PlatformError cannot_start(const std::string& ncu, const std::system_error& error) {
  if (ncu.empty() && error.code() == std::errc::no_such_file_or_directory)
    return PlatformError(
        "there is no ncu on PATH: install NVIDIA Nsight Compute (it comes with the CUDA "
        "Toolkit), or name its ncu with --ncu");
  return PlatformError(fmt::format("cannot start '{}': {}; name Nsight Compute's ncu with --ncu",
                                   ncu.empty() ? "ncu" : ncu, error.code().message()));
}

struct Outcome {
  int status;
  std::string output;  // messages and table
};

/// ncu writes to its log file, and to standard output before it has opened that file.
Outcome run_once(const std::string& ncu, Cache cache, const std::vector<std::string>& metrics,
                 const std::vector<std::string>& program) {
  const TemporaryFolder folder;
  const auto command = ncu_command(ncu, cache, metrics, folder / "log", program);
  try {
    const int status = run_process(command, folder / "stdout");
    const bool has_log = std::filesystem::exists(folder / "log");
    return {status, read_text(folder / "stdout") + (has_log ? read_text(folder / "log") : "")};
  } catch (const std::system_error& error) {
    throw cannot_start(ncu, error);
  }
}

/// `metrics` without those in `unknown`. Throws PlatformError if none or all of them remain.
std::vector<std::string> without(std::vector<std::string> metrics,
                                 const std::vector<std::string>& unknown) {
  const std::size_t before = metrics.size();
  std::erase_if(metrics, [&](const std::string& metric) {
    return std::ranges::find(unknown, metric) != unknown.end();
  });
  if (metrics.empty() || metrics.size() == before)
    throw PlatformError(
        fmt::format("ncu does not know the metric {} on this device", fmt::join(unknown, ", ")));
  return metrics;
}

/// The exit status of the profiled program if it is not 0; 1 for what is none.
int program_status(std::string_view output) {
  static const std::regex pattern(R"(The application returned an error code \((\d+)\))");
  const auto found = found_in_lines(output, pattern);
  return found.empty() ? 0 : parse_number<std::uint8_t>(found.front()).value_or(1);
}

}  // namespace

std::string range_name(std::size_t case_index, const ModelForm& kernel) {
  return fmt::format("{}{}/{}/{}", range_start, case_index, kernel.model.key(),
                     name_of(kernel.form));
}

RangeCounters read_ncu_output(std::string_view output) try {
  if (!has_ncu_table(output) && output.find("No kernels were profiled") == std::string_view::npos)
    throw PlatformError(
        "ncu ended without a table of counters; run it by hand to see why: ncu <a CUDA program>");
  std::map<std::string, std::vector<Counters>> kernels;
  for (NcuLaunch& launch : read_ncu_tables(output))
    if (const std::string range = range_in(launch.ranges); !range.empty())
      kernels[range].push_back(std::move(launch.counters));
  RangeCounters ranges;
  for (const auto& [range, of_range] : kernels) ranges[range] = combined(of_range);
  return ranges;
} catch (const UnreadableTable& error) {
  throw PlatformError(fmt::format("cannot read what ncu counted: {}", error.what()));
}

std::map<std::string, std::vector<Counters>> read_ncu_file(std::string_view text) try {
  if (!has_ncu_table(text))
    throw UsageError(
        "it has no table of ncu's (ncu --csv --page raw --print-units base …), and is no "
        "counter_collection.csv of rocprofv3");
  std::map<std::string, std::vector<Counters>> kernels;
  bool has_counters = false;
  for (NcuLaunch& launch : read_ncu_tables(text)) {
    has_counters = has_counters || !launch.counters.values.empty();
    kernels[launch.kernel].push_back(std::move(launch.counters));
  }
  if (!has_counters)
    throw UsageError(
        "it has no launch of a kernel with a metric that is shown here, such as "
        "gpu__time_duration.sum; the page raw has all that were counted");
  return kernels;
} catch (const UnreadableTable& error) {
  throw UsageError(error.what());
}

void check_ncu_messages(std::string_view output) {
  static const std::regex error_line("^==ERROR== (.*?)\\.?$");
  for (const std::string& message : found_in_lines(output, error_line)) {
    if (message.find("ERR_NVGPUCTRPERM") != std::string::npos)
      throw PlatformError(
          "this user may not read the GPU's counters (ERR_NVGPUCTRPERM): run as root, or have the "
          "driver's module loaded with NVreg_RestrictProfilingToAdminUsers=0 "
          "(https://developer.nvidia.com/ERR_NVGPUCTRPERM)");
    if (message.find("The application returned an error code") == std::string::npos)
      throw PlatformError("ncu failed: " + message);
  }
}

std::vector<std::string> unknown_metrics(std::string_view output) {
  static const std::regex pattern(R"(^==ERROR== Failed to find metric ([\w.]+?)\.?$)");
  return found_in_lines(output, pattern);
}

NcuRun run_ncu(const std::string& ncu, Cache cache, Counting counting,
               const std::vector<std::string>& program) {
  std::vector<std::string> metrics = metrics_of(counting);
  Outcome outcome = run_once(ncu, cache, metrics, program);
  for (auto unknown = unknown_metrics(outcome.output); !unknown.empty();
       unknown = unknown_metrics(outcome.output)) {
    metrics = without(std::move(metrics), unknown);
    outcome = run_once(ncu, cache, metrics, program);
  }
  if (outcome.status == 128 + SIGINT) throw Error(ExitStatus::interrupted, "interrupted");
  check_ncu_messages(outcome.output);
  if (const int status = program_status(outcome.output); status != 0) return {status, {}};
  if (outcome.status != 0)
    throw PlatformError(fmt::format("ncu ended with status {} and no message", outcome.status));
  return {0, read_ncu_output(outcome.output)};
}

}  // namespace tilebridge::profile
