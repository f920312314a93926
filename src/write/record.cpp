// SPDX-License-Identifier: Apache-2.0
#include "catalogue/catalogue.hpp"
#include "judge/porting.hpp"
#include "pages/porting.hpp"
#include "pages/run.hpp"
#include "results/json.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using judge::CaseRange;
using judge::PortedKernel;

Json range_json(const CaseRange& range) {
  return {range.middle.median, range.least, range.most, range.cases};
}

/// Returns its ratios by the name of the way.
Json ways_json(const judge::PortedModel& model) {
  Json json = Json::object();
  for (const pages::Way& way : pages::ways)
    if (const auto& range = model.*way.range) json[way.name] = range_json(*range);
  return json;
}

/// The place of its experiment in the catalogue, by which kernels of several files are ordered.
std::ptrdiff_t order_of(const PortedKernel& kernel) {
  const auto found = std::ranges::find(catalogue(), kernel.experiment, &Experiment::name);
  return std::ranges::distance(catalogue().begin(), found);
}

Json kernel_json(const PortedKernel& kernel) {
  Json json = {{"kernel", kernel.name},
               {"order", order_of(kernel)},
               {"variant", kernel.experiment + "/" + kernel.variant},
               {"real", kernel.real},
               {"native_seconds", kernel.native_seconds},
               {"models", Json::object()}};
  for (const judge::PortedModel& model : kernel.models)
    json["models"][std::string(model.model.name())] = ways_json(model);
  return json;
}

/// The medians over the kernels of each type, by type and model.
Json medians_json(const std::vector<PortedKernel>& kernels) {
  Json json = Json::object();
  for (const std::string real : {"float", "double"})
    for (const Model& model : judge::models_of(kernels))
      for (const pages::Way& way : pages::ways)
        if (const auto range = judge::over_kernels(kernels, model, real, way.range);
            range.cases > 0)
          json[real][std::string(model.name())][way.name] = range_json(range);
  return json;
}

/// Hertz, while each case was timed: the least and the most. Null where none is known.
Json clocks_json(const Results& results) {
  double least = 0, most = 0;
  for (const CaseResult& c : results.cases) {
    const double clock = c.sampling.clock_hz;
    if (clock <= 0) continue;
    least = least == 0 ? clock : std::min(least, clock);
    most = std::max(most, clock);
  }
  return most > 0 ? Json{least, most} : Json();
}

}  // namespace

Json archive_record(const judge::Cells& cells, const Archived& archive, const std::string& path) {
  const Results& results = cells.results();
  const std::vector<PortedKernel> kernels = judge::ported_kernels(cells, catalogue());
  Json json = {{"path", path},
               {"label", name_of(archive.label)},
               {"reasons", archive.reasons},
               {"removed", archive.removed},
               {"native", pages::native_name(results)},
               {"device", results.device},
               {"program", pages::program_text(results)},
               {"preset", text_at(results.program, "preset")},
               {"started", text_at(results.program, "started")},
               {"health", pages::health_line(results)},
               {"clocks_hz", clocks_json(results)},
               {"cases", results.cases.size()},
               {"ceilings", to_json(results.ceilings)},
               {"datasheet", to_json(results.datasheet)},
               {"builds", results.builds},
               {"models", Json::object()},
               {"medians", medians_json(kernels)},
               {"kernels", Json::array()}};
  for (const Model& model : judge::models_of(kernels))
    json["models"][std::string(model.name())] = pages::label_of(results, Model(model.name()));
  for (const PortedKernel& kernel : kernels) json["kernels"].push_back(kernel_json(kernel));
  return json;
}

}  // namespace tilebridge::write
