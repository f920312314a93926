// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"
#include "build_info.hpp"
#include "cli/options.hpp"
#include "pages/plan.hpp"
#include "run/runner.hpp"
#include "write/page.hpp"

namespace tilebridge::cli {
namespace {

/// This build's models have kernels of the catalogue too that no variant names.
std::set<std::string> models_of(const std::vector<measure::PlannedCase>& cases, Platform platform,
                                const run::RunRequest& request) {
  std::vector<Model> known;
  for (const measure::PlannedCase& planned : cases)
    for (const Support& support : planned.variant->models)
      if (support.runs_on(platform)) known.push_back(support.model);
  if (!request.names_pair())
    for (const std::string& name : split(build_info::models, ';')) known.emplace_back(name);
  std::set<std::string> models;
  const std::vector<Model>& asked = request.selection.models;
  for (const Model& model : known)
    if (asked.empty() || std::ranges::any_of(asked, [&](const Model& m) { return m.is(model); }))
      models.emplace(model.key());
  for (const Model& build : request.also) models.emplace(build.key());
  return models;
}

}  // namespace

std::string planned_text(const std::vector<measure::PlannedCase>& cases, Platform platform,
                         const run::RunRequest& request) {
  pages::PlannedRun planned = {.platform = platform,
                               .budget_seconds = run::budget_of(request),
                               .models = models_of(cases, platform, request)};
  for (const measure::PlannedCase& one : cases) {
    const std::string& name = one.experiment->name;
    if (planned.experiments.empty() || planned.experiments.back().first != name)
      planned.experiments.emplace_back(name, 0);
    ++planned.experiments.back().second;
    planned.bytes += static_cast<double>(total_bytes(one.variant->problem->arrays(one.parameters)));
  }
  const auto& [most, largest] = measure::largest(cases);
  planned.largest = {static_cast<double>(most), largest->label()};
  return write::as_text(pages::plan_page(planned), write::stdout_style());
}

std::string dry_run(const run::RunRequest& request) {
  if (request.names_pair() || !request.platform) {
    const run::Job job = {.task = "plan", .request = request};
    return run::ask_runner(job, "the plan failed").at("plan").get<std::string>();
  }
  const measure::Selection selection = run::selection_on(request, *request.platform);
  return planned_text(measure::plan(selection, catalogue()), *request.platform, request);
}

}  // namespace tilebridge::cli
