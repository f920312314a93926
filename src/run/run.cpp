// SPDX-License-Identifier: Apache-2.0
#include "run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "results/duration.hpp"
#include "results/load.hpp"
#include "run/description.hpp"
#include "run/interruption.hpp"
#include "run/length.hpp"
#include "run/progress.hpp"
#include "run/ranked_run.hpp"
#include "run/resume.hpp"
#include "run/self_check.hpp"
#include "run/session.hpp"

namespace tilebridge::run {
namespace {

/// A case in which a process ended is run again, without what ended it.
Results without_failed(Results earlier, const std::vector<measure::PlannedCase>& cases,
                       const RunRequest& request) {
  const auto failed = [&](const measure::PlannedCase& planned) {
    return std::any_of(
        request.failures.begin(), request.failures.end(),
        [&](const measure::Failure& failure) { return failure.label == planned.label(); });
  };
  for (const measure::PlannedCase& planned : cases)
    if (failed(planned))
      std::erase_if(earlier.cases, [&](const CaseResult& c) { return is_of(c, planned); });
  return earlier;
}

/// Where the device broke: a Kokkos that is finalised on it aborts, so that nothing is.
[[noreturn]] void end_process(const RunRequest& request, const PlatformError& error) {
  say(fmt::format("tilebridge: {}\n", error.what()));
  std::fflush(nullptr);
  tell_end(request, static_cast<int>(error.status()));
  std::_Exit(static_cast<int>(error.status()));
}

/// One process on one device.
class Run {
 public:
  Run(const RunRequest& request, const std::vector<std::string>& command_line,
      const Results* earlier)
      : request_(request),
        plan_(plan_session(request, choose_platform(request.platform, request.device))),
        chosen_(output_of(request)),
        output_(chosen_.path),
        load_(describe_load(plan_.platform, request.device)),
        session_(plan_, request.device),
        suite_(session_.suite(suite_options(request))),
        results_(describe_run(request, command_line, session_)) {
    keep_greater_load(results_.program, load_);
    describe_pairs(plan_, results_);
    if (!plan_.releases.empty()) results_.builds["releases"] = session_.releases();
    if (earlier != nullptr) go_on_from(without_failed(*earlier, plan_.cases, request), results_);
  }

  int run(const Show& show) {
    const std::vector<measure::PlannedCase> left = missing(plan_.cases, results_.cases);
    catch_signals();
    const double budget = suite_options(request_).rounds.budget_seconds;
    say(fmt::format("{} on {}, {}{}{}\n", name_of(plan_.platform), session_.device().info().name,
                    plural(left.size(), "case"), in_parts() ? " in two parts" : "",
                    longest_text(left.size(), budget, plan_.selection.preset, plan_.platform)));
    say_if_busy(load_);
    try {
      measure(left);
    } catch (const PlatformError& error) {
      finish_what_there_is();
      end_process(request_, error);
    } catch (...) {
      finish_what_there_is();
      throw;
    }
    add_seconds(results_, watch_.seconds());
    const ExitStatus written = finish(output_, results_, is_stop_asked(), show);
    const int status = static_cast<int>(worse(status_of(results_, request_.strict), written));
    tell_end(request_, status);
    return status;
  }

 private:
  void finish_what_there_is() {
    if (!results_.cases.empty()) output_.finish(results_);
  }

  void measure(const std::vector<measure::PlannedCase>& left) {
    suite_.measure_ceilings(plan_.ceilings, results_.ceilings);
    results_.ceilings = suite_.ceilings();
    results_.datasheet = suite_.datasheet();
    results_.flush = suite_.flush_check();
    if (!plan_.pairs.empty()) output_.keep(results_);  // the process may not survive its first case
    if (request_.self_check)
      run_self_check(suite_, native_cases(plan_.cases, session_.implementations(), request_.seed),
                     request_, output_, results_);
    else
      run_cases(left);
  }

  /// A pair's process may not survive its first part.
  bool in_parts() const { return plan_.pairs.empty() && !request_.self_check; }

  void run_cases(const std::vector<measure::PlannedCase>& cases) {
    Progress progress((in_parts() ? 2 : 1) * cases.size());
    const std::size_t first = results_.cases.size();
    for (const measure::PlannedCase& planned : cases) {
      if (is_stop_asked()) return;
      progress.step(planned.label());
      CaseResult result = in_parts() ? suite_.begin(planned) : run_case(plan_, suite_, planned);
      if (is_stop_asked()) return;  // its sampling was cut short
      results_.cases.push_back(std::move(result));
      output_.keep(results_);
    }
    if (in_parts()) go_on_with(cases, first, progress);
  }

  /// The second part of `cases`, whose results begin at `first`: the minutes of a run are in each.
  void go_on_with(const std::vector<measure::PlannedCase>& cases, std::size_t first,
                  Progress& progress) {
    for (std::size_t i = 0; i < cases.size() && !is_stop_asked(); ++i) {
      progress.step(cases[i].label());
      CaseResult result = results_.cases[first + i];
      suite_.finish(cases[i], result);
      if (is_stop_asked()) return;
      results_.cases[first + i] = std::move(result);
      output_.keep_again(results_, first + i);
    }
  }

  Stopwatch watch_;
  const RunRequest& request_;
  SessionPlan plan_;
  Output chosen_;
  RunOutput output_;
  Json load_;  // before session_, which uses the device
  Session session_;
  measure::Suite suite_;
  Results results_;
};

}  // namespace

int run(const RunRequest& request, const std::vector<std::string>& command_line,
        const Results* earlier, const Show& show) {
  const std::unique_ptr<ranks::Ranks> ranks = ranks_for(request);
  return ranks ? run_on_ranks(*ranks, request, command_line, earlier, show)
               : Run(request, command_line, earlier).run(show);
}

}  // namespace tilebridge::run
