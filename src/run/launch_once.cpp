// SPDX-License-Identifier: Apache-2.0
#include "run/launch_once.hpp"

#include "profile/ncu.hpp"
#include "results/file.hpp"
#include "run/description.hpp"
#include "run/progress.hpp"
#include "run/session.hpp"

namespace tilebridge::run {

void launch_once(const Job& job) {
  const RunRequest& request = job.request;
  const SessionPlan plan = plan_session(request, choose_platform(request.platform, job.device));
  const Session session(plan, job.device);
  Results results = describe_run(job, session.device().info());
  describe_pairs(plan, results);

  measure::SuiteOptions options;
  options.models = request.selection.models;
  options.seed = request.seed;
  options.most_addresses = 1 << 28;  // enough for all addresses of the presets' cases
  options.first_launch = [&](Model model, const measure::Launch& launch) {
    session.device().profiled(profile::range_name(results.cases.size(), model), launch);
  };
  measure::Suite suite = session.suite(options);
  Progress progress(plan.cases.size());
  for (const measure::PlannedCase& planned : plan.cases) {
    progress.step(planned.label());
    results.cases.push_back(validate_case(plan, suite, planned));
  }
  write_results(job.output, results);
}

}  // namespace tilebridge::run
