// SPDX-License-Identifier: Apache-2.0
#include "run/run.hpp"

#include <cstdlib>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "profile/ncu.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "run/description.hpp"
#include "run/interruption.hpp"
#include "run/output.hpp"
#include "run/progress.hpp"
#include "run/resume.hpp"
#include "run/session.hpp"

namespace tilebridge::run {
namespace {

/// A case in which a process crashed is run again, without the code that crashed.
Results without_failed(Results earlier, const std::vector<measure::PlannedCase>& cases,
                       const Job& job) {
  for (const measure::PlannedCase& planned : cases)
    if (std::ranges::count(job.failures, planned.label(), &measure::Failure::label) > 0)
      std::erase_if(earlier.cases, [&](const CaseResult& c) { return is_of(c, planned); });
  return earlier;
}

/// How the cases of a run are measured. `channel` is told what is about to run.
measure::SuiteOptions suite_options(const Job& job, const Channel& channel) {
  const RunRequest& request = job.request;
  measure::SuiteOptions suite;
  suite.models = request.selection.models;
  if (!suite.models.empty())
    suite.models.insert(suite.models.end(), request.also.begin(), request.also.end());
  suite.seed = request.seed;
  suite.rounds.half_width = request.half_width;
  suite.parity_band = request.parity_band;
  suite.rounds.budget_seconds = budget_of(request);
  suite.rounds.seed = request.seed;
  suite.interrupted = is_stop_asked;
  suite.failures = job.failures;
  suite.has_foreign_models = !request.models_folder.empty();
  suite.about_to_run = [&channel](const std::string& label, const std::string& code) {
    channel.write_heartbeat({code.empty() ? "" : label, code});
  };
  suite.about_to_discard = [&channel](const std::string& label, const std::string& code,
                                      bool is_finished) {
    channel.write_heartbeat(
        {label, code, is_finished ? Doing::discarding_finished : Doing::discarding});
  };
  return suite;
}

/// What run() and tune() tell at their end, while kernels of the user's own are not closed yet:
/// what fails from there on changes nothing.
template <class Measured>
void tell(Channel& channel, const Measured& results, bool is_written) {
  channel.end({{"results", to_text(to_json(results))},
               {"interrupted", is_stop_asked()},
               {"written", is_written}});
}

/// After a device failure the process exits without finalising Kokkos, which aborts on a lost
/// device.
[[noreturn]] void end_process(Channel& channel, const PlatformError& error) {
  std::fflush(nullptr);
  channel.end(failure(error.what(), error.status()));
  std::_Exit(static_cast<int>(error.status()));
}

TuningResults earlier_tuning(const std::string& file) {
  if (auto tuning = read_tuning(file)) return *std::move(tuning);
  throw UsageError(fmt::format("'{}' is no file of `tilebridge tune`", file));
}

class Run {
 public:
  Run(const Job& job, Channel& channel)
      : job_(job),
        request_(job.request),
        channel_(channel),
        plan_(plan_session(request_)),
        output_(job.output),
        load_(describe_load(plan_.platform, request_.device)),
        session_(plan_, request_),
        suite_(session_.suite(suite_options(job, channel))),
        results_(describe_run(job, plan_, session_)) {
    results_.program["request"] = to_json(request_);
    keep_greater_load(results_.program, load_);
    if (!job.earlier.empty())
      continue_from(without_failed(read_results(job.earlier), plan_.cases, job), results_);
  }

  void run() {
    const std::vector<measure::PlannedCase> left = missing(plan_.cases, results_.cases);
    catch_signals();
    say_start(left.size());
    try {
      measure(left);
    } catch (const PlatformError& error) {
      finish_what_there_is();
      end_process(channel_, error);
    } catch (...) {
      finish_what_there_is();
      throw;
    }
    add_seconds(results_, job_.seconds_before + seconds_since(start_));
    const bool is_written = output_.finish(results_);
    tell(channel_, results_, is_written);
  }

 private:
  void say_start(std::size_t cases) const {
    say(fmt::format("{} on {}, {}{}\n", name_of(plan_.platform), session_.device().info().name,
                    plural(cases, "case"), in_parts() ? " in two parts" : ""));
    if (const std::string load = load_text(load_); !load.empty())
      say(fmt::format("the GPU is busy: {}; times will be too long\n", load));
  }

  void finish_what_there_is() {
    const bool is_checked = results_.self_check && !results_.self_check->comparisons.empty();
    if (!results_.cases.empty() || is_checked) output_.finish(results_);
  }

  void measure(const std::vector<measure::PlannedCase>& left) {
    std::vector<measure::PlannedCase> all = left;
    all.insert(all.end(), plan_.ceilings.begin(), plan_.ceilings.end());
    suite_.reserve(all);
    if (std::ranges::any_of(plan_.cases, [&](const auto& planned) { return is_timed(planned); }))
      suite_.measure_ceilings(plan_.ceilings, results_.ceilings);
    results_.ceilings = suite_.ceilings();
    results_.datasheet = suite_.datasheet();
    results_.flush = suite_.flush_check();
    if (request_.self_check && !results_.self_check)
      results_.self_check = SelfCheck{request_.parity_band, {}};
    if (!plan_.pairs.empty()) output_.keep(results_);  // the process may not survive its first case
    if (request_.self_check)
      check_itself();
    else
      run_cases(left);
  }

  /// Cases whose native code runs, each once, in random order.
  std::vector<measure::PlannedCase> native_cases() const {
    std::vector<measure::PlannedCase> native;
    for (const measure::PlannedCase& planned : plan_.cases) {
      const std::string key = planned.experiment->name + "/" + planned.variant->name;
      if (planned.variant->stands_for.empty() && session_.implementations().has(Model::native, key))
        native.push_back(planned);
    }
    if (native.empty()) throw UsageError("--self-check: none of the cases has native code here");
    std::mt19937_64 random(request_.seed);
    std::ranges::shuffle(native, random);
    return native;
  }

  /// The case after that of the last comparison of a self-check that is resumed.
  static std::size_t next_of(const std::vector<measure::PlannedCase>& cases,
                             const std::vector<SelfComparison>& done) {
    if (done.empty()) return 0;
    const auto last = std::ranges::find_if(
        cases, [&](const measure::PlannedCase& c) { return is_of(done.back(), c); });
    return last == cases.end() ? 0 : static_cast<std::size_t>(last - cases.begin()) + 1;
  }

  /// Native code against itself: how often does the method see a difference where there is none?
  /// Case by case in turn, until there are as many comparisons as requested.
  void check_itself() {
    const std::vector<measure::PlannedCase> cases = native_cases();
    std::vector<SelfComparison>& done = results_.self_check->comparisons;
    const auto wanted = static_cast<std::size_t>(request_.comparisons);
    Progress progress(wanted - std::min(wanted, done.size()));
    const std::size_t first = next_of(cases, done);
    const std::size_t most = 2 * wanted + cases.size();  // some may be for other devices
    for (std::size_t tried = 0; done.size() < wanted && tried < most; ++tried) {
      const measure::PlannedCase& planned = cases[(first + tried) % cases.size()];
      progress.step(planned.label());
      std::optional<SelfComparison> comparison = suite_.compare_with_itself(planned);
      if (is_stop_asked()) return;
      if (!comparison) continue;
      done.push_back(std::move(*comparison));
      output_.keep(results_);
    }
  }

  /// On a host exercises, and pairs whose accesses are counted, are validated: a host's times say
  /// nothing about them.
  bool is_timed(const measure::PlannedCase& planned) const {
    const auto is_validated = [&](const std::shared_ptr<kernels::Pair>& pair) {
      return pair->experiment().name == planned.experiment->name &&
             (pair->is_counted() || !pair->exercise().empty());
    };
    return plan_.platform != Platform::host || std::ranges::none_of(plan_.pairs, is_validated);
  }
  CaseResult result_of(const measure::PlannedCase& planned) {
    if (in_parts()) return suite_.begin(planned);
    if (is_timed(planned)) return confirmed(plan_, planned, suite_.run(planned));
    CaseResult result = confirmed(plan_, planned, suite_.validate(planned));
    for (auto& [kernel, of_kernel] : result.kernels)
      if (of_kernel.status == Status::ok && !of_kernel.counters)
        of_kernel = {.status = Status::skipped,
                     .reason = "right; not timed: a host's times say nothing about an exercise",
                     .validation = of_kernel.validation};
    return result;
  }

  /// A pair's process may not survive its first part.
  bool in_parts() const { return plan_.pairs.empty() && !request_.self_check; }

  void run_cases(const std::vector<measure::PlannedCase>& cases) {
    Progress progress((in_parts() ? 2 : 1) * cases.size());
    const std::size_t first = results_.cases.size();
    for (const measure::PlannedCase& planned : cases) {
      progress.step(planned.label());
      CaseResult result = result_of(planned);
      if (is_stop_asked()) return;  // its sampling was cut short
      results_.cases.push_back(std::move(result));
      output_.keep(results_);
      suite_.discard();
    }
    if (in_parts()) continue_cases(cases, first, progress);
  }

  /// The second part of `cases`, whose results begin at `first`: the minutes of a run are in each.
  void continue_cases(const std::vector<measure::PlannedCase>& cases, std::size_t first,
                      Progress& progress) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      progress.step(cases[i].label());
      CaseResult result = results_.cases[first + i];
      suite_.finish(cases[i], result);
      if (is_stop_asked()) return;
      results_.cases[first + i] = std::move(result);
      output_.keep_again(results_, first + i);
      suite_.discard();
    }
  }

  SteadyClock::time_point start_ = SteadyClock::now();
  const Job& job_;
  const RunRequest& request_;
  Channel& channel_;
  SessionPlan plan_;
  RunOutput output_;
  Json load_;  // before session_, which uses the device
  Session session_;
  measure::Suite suite_;
  Results results_;
};

}  // namespace

void run(const Job& job, Channel& channel) { Run(job, channel).run(); }

void tune(const Job& job, Channel& channel) {
  SessionPlan plan = plan_session(job.request);
  const std::vector<measure::PlannedTuning> tunings =
      measure::plan_tuning(plan.selection, plan.catalogue ? *plan.catalogue : catalogue());
  plan.cases.clear();
  for (const measure::PlannedTuning& settings : tunings) plan.cases.push_back(settings.front());
  RunOutput output(job.output);
  const Session session(plan, job.request);
  const Results described = describe_run(job, plan, session);
  TuningResults results = {described.program, described.device, described.builds};
  results.program["request"] = to_json(job.request);
  if (!job.earlier.empty()) continue_from(earlier_tuning(job.earlier), results);
  const NextTuning next = next_tuning(tunings, results.kernels, job.failures);
  catch_signals();
  measure::Suite suite = session.suite(suite_options(job, channel));
  suite.reserve(plan.cases);
  suite.measure_ceilings(plan.ceilings);
  Progress progress(tunings.size() - next.index);
  const auto keep = [&](const Tuning& tuned) {
    if (is_stop_asked()) return;  // its sampling was cut short
    results.kernels.push_back(tuned);
    output.keep(results);
  };
  try {
    for (std::size_t i = next.index; i < tunings.size() && !is_stop_asked(); ++i) {
      progress.step(tunings[i].front().label());
      const bool is_begun = i == next.index;
      suite.tune(tunings[i], {.all = job.request.exhaustive,
                              .done = is_begun ? next.done : std::vector<Tuning>(),
                              .keep = keep});
    }
  } catch (const PlatformError& error) {
    if (!results.kernels.empty()) output.finish(results);
    end_process(channel, error);
  } catch (...) {
    if (!results.kernels.empty()) output.finish(results);
    throw;
  }
  const bool is_written = output.finish(results);
  tell(channel, results, is_written);
}

void launch_once(const Job& job) {
  const RunRequest& request = job.request;
  const SessionPlan plan = plan_session(request);
  const Session session(plan, request);
  Results results = describe_run(job, plan, session);
  measure::SuiteOptions options;
  options.models = request.selection.models;
  options.seed = request.seed;
  options.most_addresses = 1 << 28;  // enough for all addresses of the presets' cases
  options.first_launch = [&](const ModelForm& kernel, const kernels::Launch& launch) {
    session.device().profiled(profile::range_name(results.cases.size(), kernel), launch);
  };
  measure::Suite suite = session.suite(options);
  Progress progress(plan.cases.size());
  for (const measure::PlannedCase& planned : plan.cases) {
    progress.step(planned.label());
    results.cases.push_back(confirmed(plan, planned, suite.validate(planned)));
  }
  write_results(job.output, results);
}

Json failure(const std::string& message, ExitStatus status) {
  return {{"failure", message}, {"status", status}};
}

}  // namespace tilebridge::run
