// SPDX-License-Identifier: Apache-2.0
#include "session/session.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "session/interruption.hpp"

namespace tilebridge::session {
namespace {

Platform fastest_here() {
  const std::vector<Platform> built = built_platforms();
  return *std::find_if(built.begin(), built.end(), [](Platform platform) {
    return platform == Platform::host || why_not(platform, 0).empty();
  });
}

measure::Selection complete(measure::Selection selection, Platform platform) {
  selection.platform = platform;
  const bool quick_on_host = platform == Platform::host && selection.preset == Preset::quick;
  if (selection.caches.empty()) selection.caches = {quick_on_host ? Cache::hot : Cache::cold};
  return selection;
}

double budget_of(const RunRequest& request) {
  if (request.budget_seconds > 0) return request.budget_seconds;
  return request.selection.preset == Preset::quick ? 0.04 : 0.15;
}

}  // namespace

Platform choose_platform(std::optional<Platform> named, int device) {
  const Platform platform = named ? *named : fastest_here();
  const std::string reason = why_not(platform, device);
  if (!reason.empty()) throw PlatformError(reason);
  return platform;
}

SessionPlan plan_session(measure::Selection selection, Platform platform) {
  SessionPlan planned{platform, complete(std::move(selection), platform), {}, {}};
  planned.cases = measure::plan(planned.selection, catalogue());
  planned.ceilings = measure::plan_ceilings(planned.selection.preset, platform, catalogue());
  return planned;
}

measure::SuiteOptions suite_options(const RunRequest& request) {
  measure::SuiteOptions suite;
  suite.models = request.selection.models;
  suite.seed = request.seed;
  suite.rounds.half_width = request.half_width;
  suite.parity_band = request.parity_band;
  suite.rounds.budget_seconds = budget_of(request);
  suite.rounds.seed = request.seed;
  suite.interrupted = is_stop_asked;
  return suite;
}

Session::Session(const SessionPlan& plan, int device)
    : platform_(plan.platform), kokkos_(device), backend_(open_backend(plan.platform, device)) {
  measure::check_memory(plan.cases, backend_->device());
  measure::check_memory(plan.ceilings, backend_->device());
}

measure::Suite Session::suite(measure::SuiteOptions options) const {
  return {platform_, backend_->device(), backend_->implementations(), backend_->missing_kokkos(),
          std::move(options)};
}

}  // namespace tilebridge::session
