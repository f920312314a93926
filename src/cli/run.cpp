// SPDX-License-Identifier: Apache-2.0
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
#include "base/error.hpp"
#include "base/files.hpp"
#include "build_info.hpp"
#include "cli/devices.hpp"
#include "cli/progress.hpp"
#include "cli/resume.hpp"
#include "cli/run_output.hpp"
#include "cli/run_ranks.hpp"
#include "cli/say.hpp"
#include "git_state.hpp"
#include "measure/suite.hpp"
#include "report/table.hpp"
#include "results/file.hpp"

namespace tilebridge {
namespace {

std::atomic<bool> stop_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler sets it

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
  return options.selection.preset == Preset::quick ? 0.05 : 0.25;
}

}  // namespace

void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, ask_to_stop);
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit then makes write() fail
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

ExitStatus finish(RunOutput& output, const Results& results, bool interrupted) {
  const ExitStatus written = output.finish(results);  // before anything else can fail
  fmt::print("{}", table(results, stdout_style()));
  if (interrupted) fmt::print("interrupted; what was finished is kept. ");
  if (written == ExitStatus::fine) fmt::print("results: {}\n", output.path().string());
  return written;
}

ExitStatus worse(ExitStatus of_results, ExitStatus written) {
  return written == ExitStatus::fine || of_results == ExitStatus::invalid ? of_results : written;
}

std::string choose_output(const RunOptions& options) {
  const std::string output = options.output.empty() ? name_with_time("results") : options.output;
  check_writable(output);
  if (!options.overwrite) check_new(output);
  return output;
}

namespace {

void run_cases(Suite& suite, const std::vector<PlannedCase>& cases, RunOutput& output,
               Results& results) {
  Progress progress(cases.size());
  for (std::size_t i = 0; i < cases.size() && !stop_asked; ++i) {
    progress.step(cases[i].label());
    CaseResult result = suite.run(cases[i]);
    if (stop_asked) break;  // its sampling was cut short
    results.cases.push_back(std::move(result));
    output.keep(results);
  }
}

/// Cases whose native code runs, each once: these can be compared with themselves.
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

void run_self_check(Suite& suite, const std::vector<PlannedCase>& cases, std::size_t comparisons,
                    RunOutput& output, Results& results) {
  std::vector<SelfComparison>& done = results.self_check->comparisons;
  Progress progress(comparisons - std::min(comparisons, done.size()));
  while (done.size() < comparisons && !stop_asked) {
    const PlannedCase& planned = cases[done.size() % cases.size()];
    progress.step(planned.label());
    SelfComparison comparison = suite.compare_with_itself(planned);
    if (stop_asked) break;
    done.push_back(std::move(comparison));
    output.keep(results);
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

namespace {

Platform fastest_here() {
  const std::vector<Platform> built = built_platforms();
  return *std::find_if(built.begin(), built.end(), [](Platform platform) {
    return platform == Platform::host || why_not(platform, 0).empty();
  });
}

}  // namespace

Platform choose_platform(const std::string& name, int device) {
  const Platform platform = name == "auto" ? fastest_here() : parse_platform(name);
  const std::string reason = why_not(platform, device);
  if (!reason.empty()) throw PlatformError(reason);
  return platform;
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

/// One process on one device.
class Run {
 public:
  /// `earlier`: the results of the run to resume; null for a new run.
  Run(const RunOptions& options, const std::vector<std::string>& command_line,
      const Results* earlier)
      : options_(options),
        platform_(choose_platform(options.platform, options.device)),
        selection_(complete(options.selection, platform_)),
        cases_(plan(selection_)),
        ceilings_(plan_ceilings(selection_.preset, platform_)),
        output_(choose_output(options)),
        kokkos_(options.device),
        backend_(open_backend(platform_, options.device)),
        suite_(platform_, backend_->device(), backend_->implementations(),
               backend_->missing_kokkos(), suite_options(options)),
        results_(describe_run(options, command_line, backend_->device().info())) {
    check_memory(cases_, backend_->device());
    check_memory(ceilings_, backend_->device());
    if (earlier != nullptr) go_on_from(*earlier, results_);
  }

  int run() {
    const std::vector<PlannedCase> left = missing(cases_, results_.cases);
    catch_signals();
    say(fmt::format("{} on {}, {} cases\n", name_of(platform_), backend_->device().info().name,
                    left.size()));
    try {
      measure(left);
    } catch (...) {
      if (!results_.cases.empty()) output_.finish(results_);
      throw;
    }
    const ExitStatus written = finish(output_, results_, stop_asked);
    return static_cast<int>(worse(status_of(results_, options_.strict), written));
  }

 private:
  void measure(const std::vector<PlannedCase>& left) {
    suite_.measure_ceilings(ceilings_, results_.ceilings);
    results_.ceilings = suite_.ceilings();
    results_.datasheet = suite_.datasheet();
    if (!options_.self_check) return run_cases(suite_, left, output_, results_);
    if (!results_.self_check) results_.self_check = SelfCheck{options_.parity_band, {}};
    run_self_check(suite_, native_cases(cases_, backend_->implementations()),
                   static_cast<std::size_t>(options_.comparisons), output_, results_);
  }

  const RunOptions& options_;
  Platform platform_;
  Selection selection_;
  std::vector<PlannedCase> cases_;
  std::vector<PlannedCase> ceilings_;
  RunOutput output_;
  KokkosSession kokkos_;
  std::unique_ptr<Backend> backend_;
  Suite suite_;
  Results results_;
};

int run_or_resume(const RunOptions& options, const std::vector<std::string>& command_line,
                  const Results* earlier) {
  const std::unique_ptr<Ranks> ranks = ranks_for(options);
  return ranks ? run_on_ranks(*ranks, options, command_line, earlier)
               : Run(options, command_line, earlier).run();
}

}  // namespace

int run_experiments(const RunOptions& options, const std::vector<std::string>& command_line) {
  if (options.resume.empty()) return run_or_resume(options, command_line, nullptr);
  const Results earlier = read_results(options.resume);
  return run_or_resume(resumed_options(earlier, options.resume), command_line, &earlier);
}

}  // namespace tilebridge
