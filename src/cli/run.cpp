#include "cli/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>

#include "backends/backends.hpp"
#include "build_info.hpp"
#include "catalogue/error.hpp"
#include "cli/devices.hpp"
#include "cli/progress.hpp"
#include "cli/run_ranks.hpp"
#include "git_state.hpp"
#include "measure/suite.hpp"
#include "report/table.hpp"
#include "results/file.hpp"

namespace tilebridge {
namespace {

std::atomic<bool> stop_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // so that a signal handler may set it

void ask_to_stop(int) { stop_asked = true; }

Json describe_program(const RunOptions& options, const std::vector<std::string>& command_line) {
  return {{"name", "tilebridge"},
          {"version", build_info::version},
          {"git", git_state},
          {"command_line", command_line},
          {"started", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
          {"preset", name_of(options.selection.preset)},
          {"seed", options.seed},
          {"half_width", options.half_width},
          {"parity_band", options.parity_band}};
}

}  // namespace

Json describe_host() {
  utsname system{};
  ::uname(&system);
  return {{"name", system.nodename},
          {"system", fmt::format("{} {}", system.sysname, system.release)},
          {"machine", system.machine},
          {"processors", ::sysconf(_SC_NPROCESSORS_ONLN)}};
}

namespace {

double budget_of(const RunOptions& options) {
  if (options.budget_seconds > 0) return options.budget_seconds;
  switch (options.selection.preset) {
    case Preset::quick:
      return 0.3;
    case Preset::standard:
      return 1;
    case Preset::full:
      return 4;
  }
  return 1;
}

}  // namespace

void catch_signals() {
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
}

bool is_stop_asked() { return stop_asked; }

SuiteOptions suite_options(const RunOptions& options) {
  SuiteOptions suite;
  suite.models = options.selection.models;
  suite.seed = options.seed;
  suite.rounds.half_width = options.half_width;
  suite.rounds.parity_band = options.parity_band;
  suite.rounds.budget_seconds = budget_of(options);
  suite.rounds.seed = options.seed;
  suite.interrupted = [] { return stop_asked.load(); };
  return suite;
}

bool ends_experiment(const std::vector<PlannedCase>& cases, std::size_t index) {
  return index + 1 == cases.size() || cases[index + 1].experiment != cases[index].experiment;
}

void print_results(const Results& results, const std::string& output, bool interrupted) {
  fmt::print("{}", table(results, stdout_style()));
  fmt::print("{}results: {}\n", interrupted ? "interrupted; what was finished is kept. " : "",
             output);
}

namespace {

/// Runs the cases, writing the file after each experiment.
void run_cases(Suite& suite, const std::vector<PlannedCase>& cases, const std::string& output,
               Results& results) {
  Progress progress(cases.size());
  for (std::size_t i = 0; i < cases.size() && !stop_asked; ++i) {
    progress.step(cases[i].label());
    CaseResult result = suite.run(cases[i]);
    if (stop_asked) break;  // its samples were cut short
    results.cases.push_back(std::move(result));
    if (ends_experiment(cases, i)) write_results(output, results);
  }
}

/// Cases whose native code runs, each once: what can be compared with itself.
std::vector<PlannedCase> native_cases(const std::vector<PlannedCase>& cases,
                                      const Implementations& implementations) {
  std::vector<PlannedCase> native;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(native),
               [&](const PlannedCase& planned) {
                 return planned.variant->stands_for.empty() &&
                        implementations.has(Model::native,
                                            planned.experiment->name + "/" + planned.variant->name);
               });
  if (native.empty()) throw UsageError("--self-check: none of the cases has native code here");
  return native;
}

void run_self_check(Suite& suite, const std::vector<PlannedCase>& cases, int comparisons,
                    Results& results) {
  Progress progress(static_cast<std::size_t>(comparisons));
  for (int i = 0; i < comparisons && !stop_asked; ++i) {
    const PlannedCase& planned = cases[static_cast<std::size_t>(i) % cases.size()];
    progress.step(planned.label());
    SelfComparison comparison = suite.compare_with_itself(planned);
    if (stop_asked) break;
    results.self_check->comparisons.push_back(std::move(comparison));
  }
}

bool is_invalid(const CaseResult& c) {
  const auto any = [](const auto& models) {
    return std::any_of(models.begin(), models.end(),
                       [](const auto& entry) { return entry.second.status == Status::invalid; });
  };
  return any(c.models) || std::any_of(c.by_rank.begin(), c.by_rank.end(),
                                      [&](const RankCase& part) { return any(part.models); });
}

bool any_inconclusive(const Results& results) {
  return std::any_of(results.cases.begin(), results.cases.end(), [](const CaseResult& c) {
    return std::any_of(c.comparisons.begin(), c.comparisons.end(), [](const ComparisonResult& r) {
      return r.verdict == Verdict::inconclusive;
    });
  });
}

}  // namespace

ExitStatus status_of(const Results& results, bool strict) {
  if (std::any_of(results.cases.begin(), results.cases.end(), is_invalid))
    return ExitStatus::invalid;
  if (stop_asked) return ExitStatus::interrupted;
  if (strict && any_inconclusive(results)) return ExitStatus::inconclusive;
  return ExitStatus::fine;
}

Platform choose_platform(const std::string& name, int device) {
  if (name != "auto") return parse_platform(name);
  for (const Platform platform : built_platforms())
    if (why_not(platform, device).empty()) return platform;
  return Platform::host;
}

Selection complete(Selection selection, Platform platform) {
  selection.platform = platform;
  const bool quick_on_host = platform == Platform::host && selection.preset == Preset::quick;
  if (selection.caches.empty()) selection.caches = {quick_on_host ? Cache::hot : Cache::cold};
  return selection;
}

Results describe_run(const RunOptions& options, const std::vector<std::string>& command_line,
                     const DeviceInfo& device) {
  Results results;
  results.program = describe_program(options, command_line);
  results.host = describe_host();
  results.device = to_json(device);
  results.builds = describe_builds();
  return results;
}

namespace {

int run_alone(const RunOptions& options, const std::vector<std::string>& command_line) {
  const Platform platform = choose_platform(options.platform, options.device);
  const Selection selection = complete(options.selection, platform);
  const std::vector<PlannedCase> cases = plan(selection);
  const std::string output = options.output.empty() ? name_with_time("results") : options.output;
  check_writable(output);

  const KokkosSession kokkos(options.device);
  const std::unique_ptr<Backend> backend = open_backend(platform, options.device);
  PlatformDevice& device = backend->device();
  check_memory(cases, device);
  const std::vector<PlannedCase> ceilings = plan_ceilings(selection.preset, platform);
  check_memory(ceilings, device);

  Results results = describe_run(options, command_line, device.info());

  catch_signals();
  fmt::print(stderr, "{} on {}, {} cases\n", name_of(platform), device.info().name, cases.size());
  Suite suite(platform, device, backend->implementations(), backend->missing_kokkos(),
              suite_options(options));
  suite.measure_ceilings(ceilings);
  results.ceilings = suite.ceilings();
  results.datasheet = suite.datasheet();
  if (options.self_check) {
    results.self_check = SelfCheck{options.parity_band, {}};
    run_self_check(suite, native_cases(cases, backend->implementations()), options.comparisons,
                   results);
  } else {
    run_cases(suite, cases, output, results);
  }
  write_results(output, results);
  print_results(results, output, stop_asked);
  return static_cast<int>(status_of(results, options.strict));
}

}  // namespace

int run_experiments(const RunOptions& options, const std::vector<std::string>& command_line) {
  const std::unique_ptr<Ranks> ranks = ranks_for(options);
  return ranks ? run_on_ranks(*ranks, options, command_line) : run_alone(options, command_line);
}

}  // namespace tilebridge
