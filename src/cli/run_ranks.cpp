// SPDX-License-Identifier: Apache-2.0
#include "cli/run_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "backends/backends.hpp"
#include "base/error.hpp"
#include "cli/progress.hpp"
#include "cli/resume.hpp"
#include "cli/run.hpp"
#include "cli/say.hpp"
#include "measure/suite.hpp"
#include "ranks/gathering.hpp"
#include "ranks/launcher.hpp"
#include "ranks/local.hpp"
#include "ranks/placement.hpp"

namespace tilebridge {
namespace {

Order order_of(const RunOptions& options) {
  if (options.order) return *options.order;
  return starts_own_ranks(options) ? Order::alternating : Order::together;
}

int devices_here(const RunOptions& options) {
  if (!options.all_devices) return static_cast<int>(options.devices.size());
  // At least one: that rank reports why there is no device.
  return std::max(1,
                  count_apart([&] { return device_count(choose_platform(options.platform, 0)); }));
}

/// For "auto", the fastest platform that any rank can open: a rank that cannot open it fails rather
/// than measure something else.
Platform common_platform(const std::string& name, Ranks& ranks) {
  if (name != "auto") return parse_platform(name);
  const std::vector<Platform> built = built_platforms();
  const auto answers = on_every_rank(ranks, Order::together, [&] {
    const auto first = std::find_if(built.begin(), built.end(),
                                    [](Platform platform) { return why_not(platform, 0).empty(); });
    return Json(first - built.begin());
  });
  std::size_t best = built.size() - 1;
  for (const Answer& answer : answers)
    if (!answer.value.is_null()) best = std::min(best, answer.value.get<std::size_t>());
  return built[best];
}

int device_of(const RunOptions& options, const Ranks& ranks, Platform platform) {
  if (options.all_devices) return ranks.rank();
  if (!options.devices.empty()) return options.devices.at(static_cast<std::size_t>(ranks.rank()));
  if (options.names_device) return options.device;
  return device_for(ranks, device_count(platform), options.share_device);
}

/// What a rank needs to measure.
struct Opened {
  Opened(Platform platform, int index, const RunOptions& options)
      : kokkos(index),
        backend(open_backend(platform, index)),
        suite(platform, backend->device(), backend->implementations(), backend->missing_kokkos(),
              suite_options(options)) {}

  KokkosSession kokkos;
  std::unique_ptr<Backend> backend;
  Suite suite;
};

class RankedRun {
 public:
  RankedRun(Ranks& ranks, const RunOptions& options, const std::vector<std::string>& command_line,
            const Results* earlier)
      : ranks_(ranks),
        options_(options),
        command_line_(command_line),
        earlier_(earlier),
        platform_(common_platform(options.platform, ranks)),
        selection_(complete(options.selection, platform_)),
        cases_(earlier == nullptr ? plan(selection_) : missing(plan(selection_), earlier->cases)),
        ceilings_(plan_ceilings(selection_.preset, platform_)),
        gathering_(ranks, order_of(options), work()) {}

  int run() {
    open_output();
    gathering_.open(options_.share_device || platform_ == Platform::host);
    if (earlier_ != nullptr) {
      Results results = gathering_.results();
      go_on_from(*earlier_, results);
      gathering_.adopt(std::move(results));
    }
    if (gathering_.speaks())
      say(fmt::format("{}, {} ranks, {} cases\n", name_of(platform_), ranks_.size(),
                      cases_.size()));
    gathering_.measure_ceilings();
    run_cases();
    ExitStatus written = ExitStatus::fine;
    speaker_does([&] {
      written = finish(*output_, gathering_.results(), gathering_.interrupted());
      std::fflush(stdout);  // before a launcher may kill the remaining processes
    });
    return gathering_.speaks() ? static_cast<int>(worse(status(), written)) : 0;
  }

 private:
  RankWork work() {
    return {text_at(describe_host(), "name"), [this] { return open(); },
            [this] {
              const Results& known = gathering_.results();
              const auto rank = static_cast<std::size_t>(ranks_.rank());
              opened_->suite.measure_ceilings(ceilings_, known.ranks[rank].ceilings);
              return opened_->suite.ceilings();
            },
            [this](std::size_t index) { return opened_->suite.run(cases_[index]); }, is_stop_asked};
  }

  Results open() {
    opened_ = std::make_unique<Opened>(platform_, device_of(options_, ranks_, platform_), options_);
    PlatformDevice& device = opened_->backend->device();
    check_memory(cases_, device);
    check_memory(ceilings_, device);
    Results results = describe_run(options_, command_line_, device.info());
    results.datasheet = opened_->suite.datasheet();
    return results;
  }

  void open_output() {
    std::string path;
    speaker_does([&] { path = choose_output(options_); });
    // Another rank continues it if the reporting rank is gone.
    output_.emplace(ranks_.exchange(path.empty() ? "-" : path).front());
  }

  void run_cases() {
    Progress progress(cases_.size());
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (gathering_.speaks()) progress.step(cases_[i].label());
      if (!gathering_.run(i, cases_[i].label())) return;
      speaker_does([&] { output_->keep(gathering_.results()); });
    }
  }

  /// Runs `action` on the reporting rank. Throws its error on every rank.
  void speaker_does(const std::function<void()>& action) {
    const auto answers = on_every_rank(ranks_, Order::together, [&] {
      if (gathering_.speaks()) action();
      return Json(true);
    });
    for (const Answer& answer : answers)
      if (!answer.failure.empty() && !answer.gone) throw Error(answer.status, answer.failure);
  }

  ExitStatus status() const {
    const ExitStatus of_results = status_of(gathering_.results(), options_.strict);
    if (of_results == ExitStatus::invalid) return of_results;
    if (gathering_.interrupted()) return ExitStatus::interrupted;
    return gathering_.any_failed() ? ExitStatus::no_platform : of_results;
  }

  Ranks& ranks_;
  const RunOptions& options_;
  const std::vector<std::string>& command_line_;
  const Results* earlier_;  // the run to resume; null for a new one
  Platform platform_;
  Selection selection_;
  std::vector<PlannedCase> cases_;
  std::vector<PlannedCase> ceilings_;
  std::optional<RunOutput> output_;
  std::unique_ptr<Opened> opened_;
  Gathering gathering_;
};

}  // namespace

std::unique_ptr<Ranks> ranks_for(const RunOptions& options) {
  const auto start = launched();
  if (starts_own_ranks(options)) {
    if (start && start->size > 1)
      throw UsageError(
          "several devices, or all, are for a single process: under mpirun or srun leave --device "
          "out, and every rank takes a GPU of its own");
    if (options.self_check) throw UsageError("--self-check runs on one device; name it");
    return fork_ranks(devices_here(options));
  }
  std::unique_ptr<Ranks> ranks = launched_ranks();
  if (ranks->size() == 1) return nullptr;
  if (options.self_check)
    throw UsageError("--self-check runs in one process; leave mpirun or srun out");
  return ranks;
}

int run_on_ranks(Ranks& ranks, const RunOptions& options,
                 const std::vector<std::string>& command_line, const Results* earlier) try {
  catch_signals();
  return RankedRun(ranks, options, command_line, earlier).run();
} catch (const Error&) {
  if (ranks.rank() == 0) throw;  // the same on every rank
  return 0;
}

}  // namespace tilebridge
