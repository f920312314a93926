// SPDX-License-Identifier: Apache-2.0
#include "run/ranked_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "backends/backends.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "ranks/gathering.hpp"
#include "ranks/launcher.hpp"
#include "ranks/local.hpp"
#include "ranks/placement.hpp"
#include "results/duration.hpp"
#include "results/load.hpp"
#include "run/description.hpp"
#include "run/interruption.hpp"
#include "run/length.hpp"
#include "run/progress.hpp"
#include "run/resume.hpp"
#include "run/session.hpp"

namespace tilebridge::run {
namespace {

ranks::Order order_of(const RunRequest& request) {
  if (request.order) return *request.order;
  return request.starts_own_ranks() ? ranks::Order::alternating : ranks::Order::together;
}

int devices_here(const RunRequest& request) {
  if (!request.all_devices) return static_cast<int>(request.devices.size());
  // At least one: that rank reports why there is no device.
  return std::max(
      1, ranks::count_apart([&] { return device_count(choose_platform(request.platform, 0)); }));
}

/// The named platform, or the fastest one that any rank can open: a rank that cannot open it fails
/// rather than measure something else.
Platform common_platform(std::optional<Platform> named, ranks::Ranks& ranks) {
  if (named) return *named;
  const std::vector<Platform> built = built_platforms();
  const auto answers = ranks::on_every_rank(ranks, ranks::Order::together, [&] {
    const auto first = std::find_if(built.begin(), built.end(),
                                    [](Platform platform) { return why_not(platform, 0).empty(); });
    return Json(first - built.begin());
  });
  std::size_t best = built.size() - 1;
  for (const ranks::Answer& answer : answers)
    if (!answer.value.is_null()) best = std::min(best, answer.value.get<std::size_t>());
  return built[best];
}

int device_of(const RunRequest& request, const ranks::Ranks& ranks, Platform platform) {
  if (request.all_devices) return ranks.rank();
  if (!request.devices.empty()) return request.devices.at(static_cast<std::size_t>(ranks.rank()));
  if (request.names_device) return request.device;
  return ranks::device_for(ranks, device_count(platform), request.share_device);
}

/// What a rank needs to measure.
struct Opened {
  Opened(const SessionPlan& plan, int device, const RunRequest& request)
      : session(plan, device), suite(session.suite(suite_options(request))) {}

  Session session;
  measure::Suite suite;
};

/// What `earlier`, the run to resume, has not measured.
SessionPlan plan_left(const RunRequest& request, Platform platform, const Results* earlier) {
  SessionPlan plan = plan_session(request, platform);
  if (earlier != nullptr) plan.cases = missing(plan.cases, earlier->cases);
  return plan;
}

class RankedRun {
 public:
  RankedRun(ranks::Ranks& ranks, const RunRequest& request,
            const std::vector<std::string>& command_line, const Results* earlier)
      : ranks_(ranks),
        request_(request),
        command_line_(command_line),
        earlier_(earlier),
        plan_(plan_left(request, common_platform(request.platform, ranks), earlier)),
        gathering_(ranks, order_of(request), work()) {}

  int run(const Show& show) {
    open_output();
    gathering_.open(request_.share_device || plan_.platform == Platform::host);
    if (earlier_ != nullptr) {
      Results results = gathering_.results();
      go_on_from(*earlier_, results);
      gathering_.adopt(std::move(results));
    }
    if (gathering_.speaks())
      say(fmt::format("{}, {}, {}{}\n", name_of(plan_.platform), plural(ranks_.size(), "rank"),
                      plural(plan_.cases.size(), "case"), longest()));
    if (gathering_.speaks()) say_if_busy(gathering_.results().program);
    gathering_.measure_ceilings();
    if (!plan_.pairs.empty()) keep();  // the processes may not survive their first case
    run_cases();
    ExitStatus written = ExitStatus::fine;
    speaker_does([&] {
      Results results = gathering_.results();
      add_seconds(results, watch_.seconds());
      written = finish(*output_, results, gathering_.interrupted(), show);
    });
    if (!gathering_.speaks()) return 0;
    const int of_run = static_cast<int>(worse(status(), written));
    tell_end(request_, of_run);
    return of_run;
  }

 private:
  std::string longest() const {
    const bool in_turn = order_of(request_) != ranks::Order::together;
    const std::size_t turns = in_turn ? static_cast<std::size_t>(ranks_.size()) : 1;
    return longest_text(turns * plan_.cases.size(), suite_options(request_).rounds.budget_seconds,
                        plan_.selection.preset, plan_.platform);
  }

  ranks::RankWork work() {
    return {
        text_at(describe_host(), "name"), [this] { return open(); },
        [this] {
          const Results& known = gathering_.results();
          const auto rank = static_cast<std::size_t>(ranks_.rank());
          opened_->suite.measure_ceilings(plan_.ceilings, known.ranks[rank].ceilings);
          return opened_->suite.ceilings();
        },
        [this](std::size_t index) { return run_case(plan_, opened_->suite, plan_.cases[index]); },
        is_stop_asked};
  }

  Results open() {
    const int device = device_of(request_, ranks_, plan_.platform);
    const Json load = describe_load(plan_.platform, device);
    opened_ = std::make_unique<Opened>(plan_, device, request_);
    Results results = describe_run(request_, command_line_, opened_->session);
    keep_greater_load(results.program, load);
    results.datasheet = opened_->suite.datasheet();
    describe_pairs(plan_, results);
    if (!plan_.releases.empty()) results.builds["releases"] = opened_->session.releases();
    return results;
  }

  void open_output() {
    std::string path;
    speaker_does([&] {
      chosen_ = output_of(request_);
      path = chosen_.path;
    });
    // Another rank continues it if the reporting rank is gone.
    output_.emplace(ranks_.exchange(path.empty() ? "-" : path).front());
  }

  void run_cases() {
    const std::vector<measure::PlannedCase>& cases = plan_.cases;
    Progress progress(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (gathering_.speaks()) progress.step(cases[i].label());
      if (!gathering_.run(i, cases[i].label())) return;
      keep();
    }
  }

  void keep() {
    speaker_does([&] { output_->keep(gathering_.results()); });
  }

  /// Runs `action` on the reporting rank. Throws its error on every rank.
  void speaker_does(const std::function<void()>& action) {
    const auto answers = ranks::on_every_rank(ranks_, ranks::Order::together, [&] {
      if (gathering_.speaks()) action();
      return Json(true);
    });
    for (const ranks::Answer& answer : answers)
      if (!answer.failure.empty() && !answer.gone) throw Error(answer.status, answer.failure);
  }

  ExitStatus status() const {
    const ExitStatus of_results = status_of(gathering_.results(), request_.strict);
    if (of_results == ExitStatus::invalid) return of_results;
    if (gathering_.interrupted()) return ExitStatus::interrupted;
    return gathering_.any_failed() ? ExitStatus::no_platform : of_results;
  }

  Stopwatch watch_;
  ranks::Ranks& ranks_;
  const RunRequest& request_;
  const std::vector<std::string>& command_line_;
  const Results* earlier_;  // the run to resume; null for a new one
  SessionPlan plan_;
  Output chosen_;  // of the rank that spoke first
  std::optional<RunOutput> output_;
  std::unique_ptr<Opened> opened_;
  ranks::Gathering gathering_;
};

}  // namespace

std::unique_ptr<ranks::Ranks> ranks_for(const RunRequest& request) {
  const auto start = ranks::launched();
  if (request.starts_own_ranks()) {
    if (start && start->size > 1)
      throw UsageError(
          "several devices, or all, are for a single process: under mpirun or srun leave --device "
          "out, and every rank takes a GPU of its own");
    if (request.self_check) throw UsageError("--self-check runs on one device; name it");
    return ranks::fork_ranks(devices_here(request));
  }
  std::unique_ptr<ranks::Ranks> ranks = ranks::launched_ranks();
  if (ranks->size() == 1) return nullptr;
  if (request.self_check)
    throw UsageError("--self-check runs in one process; leave mpirun or srun out");
  return ranks;
}

int run_on_ranks(ranks::Ranks& ranks, const RunRequest& request,
                 const std::vector<std::string>& command_line, const Results* earlier,
                 const Show& show) try {
  catch_signals();
  return RankedRun(ranks, request, command_line, earlier).run(show);
} catch (const Error&) {
  if (ranks.rank() == 0) throw;  // the same on every rank
  return 0;
}

}  // namespace tilebridge::run
