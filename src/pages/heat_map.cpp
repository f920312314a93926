// SPDX-License-Identifier: Apache-2.0
#include "pages/figures.hpp"
#include "pages/porting.hpp"
#include "pages/report_page.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::PortedKernel;
using judge::PortedModel;

/// The kernels of one experiment, in the order of its cases.
using Kernels = std::vector<const PortedKernel*>;

std::optional<double> speed_of(const PortedKernel& kernel, const Model& model, const Way& way) {
  const auto found = std::ranges::find(kernel.models, model, &PortedModel::model);
  if (found == kernel.models.end() || !((*found).*way.range)) return std::nullopt;
  return ((*found).*way.range)->middle.median;
}

/// The speed by which a kernel stands for its experiment: of the first model besides native code.
double typical_speed(const PortedKernel& kernel) {
  return kernel.median == nullptr ? 1 : kernel.median->against_native->ratio.median;
}

/// The kernel that people know the experiment by, else the one of median speed. Floats come first.
const PortedKernel* first_of(const ExperimentCases& experiment, Kernels kernels) {
  const bool has_floats =
      std::ranges::any_of(kernels, [](const auto* kernel) { return kernel->real == "float"; });
  std::erase_if(kernels, [&](const auto* k) { return has_floats && k->real != "float"; });
  if (experiment.known != nullptr && experiment.known->known)
    for (const PortedKernel* kernel : kernels)
      if (kernel->variant == experiment.known->known->variant) return kernel;
  std::ranges::stable_sort(kernels, {}, [](const auto* k) { return typical_speed(*k); });
  return kernels[(kernels.size() - 1) / 2];
}

std::string row_name(const PortedKernel& kernel) {
  const std::string variant = kernel.variant == pair_variant ? "" : "/" + kernel.variant;
  const bool is_usual = kernel.real.empty() || kernel.real == "float";
  return kernel.experiment + variant + (is_usual ? "" : " " + kernel.real);
}

Table::Row row_of(const PortedKernel& kernel, const std::vector<Model>& models,
                  const std::string& id) {
  const double seconds = kernel.native_seconds;
  Table::Row row = {{row_name(kernel), Cell::number(seconds > 0 ? time_text(seconds) : "")},
                    id + "?variant=" + kernel.variant,
                    kernel.real};
  for (const Way& way : ways)
    for (const Model& model : models) {
      const auto speed = speed_of(kernel, model, way);
      row.cells.push_back(speed ? Cell::relative(*speed) : Cell());
    }
  return row;
}

}  // namespace

Table heat_map(const Report& report, std::size_t file) {
  const Results& results = report.files[file].results;
  const std::vector<PortedKernel>& kernels = report.kernels[file];
  const std::vector<Model> models = judge::models_of(kernels);
  const std::string native = native_name(results);
  const std::string label = label_of(report, file);
  Table table = {
      fmt::format(
          "{0}Speed relative to {1}: the median case of the largest size. 1 is as fast, 0.5 "
          "takes twice the time. Loops are a facility of the model where the kernel is one; best "
          "is the model's fastest kernel against the fastest in {1}.",
          label.empty() ? "" : label + ": ", native),
      {{"kernel"}, {"time in " + native, "time"}}};
  for (const Way& way : ways)
    for (const Model& model : models) {
      table.columns.emplace_back(label_of(results, model),
                                 fmt::format("{} {}", model.name(), way.name));
      table.columns.back().form = way.name;
    }
  std::map<std::string, Kernels> by_experiment;
  for (const PortedKernel& kernel : kernels) by_experiment[kernel.experiment].push_back(&kernel);
  for (const ExperimentCases& experiment : report.experiments) {
    const Kernels& own = by_experiment[experiment.name];
    if (own.empty()) continue;
    const PortedKernel* first = first_of(experiment, own);
    for (const PortedKernel* kernel : own) {
      Table::Row row = row_of(*kernel, models, experiment.id);
      row.is_further = kernel->variant != first->variant;
      table.groups.back().rows.push_back(std::move(row));
    }
  }
  for (std::size_t column = table.columns.size(); column-- > 1;) table.leave_out_if_empty(column);
  return table;
}

}  // namespace tilebridge::pages
