// SPDX-License-Identifier: Apache-2.0
#include "pages/porting.hpp"

#include <fmt/ranges.h>

#include <map>
#include <set>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/listing.hpp"
#include "pages/measured.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::CaseRange;
using judge::PortedKernel;
using judge::PortedModel;

/// "0.54"; "0.54 (0.35–0.98)" where the cases differ by more than a hundredth.
Cell range_cell(const std::optional<CaseRange>& range) {
  if (!range) return "";
  Cell middle = Cell::number(two_digits(range->middle.median));
  if (range->most - range->least >= 0.01)
    middle.after = fmt::format(" ({}–{})", two_digits(range->least), two_digits(range->most));
  return middle;
}

/// "loops 0.11 to 0.86 by case, loop style 0.60, library 0.89": the factors of a loss, the largest
/// first; a factor of 1 within 3% is left out, and so is a range that is not wide.
std::string reason_text(const PortedModel& of_model, bool has_launches) {
  constexpr double visible = 0.03;
  const judge::Factors* of_loops =
      of_model.median_loops == nullptr ? nullptr : of_model.median_loops->by_control();
  if (of_loops == nullptr) return "";
  std::vector<std::pair<double, std::string>> factors;
  const auto add = [&](const judge::JudgedRatio& factor, const char* name) {
    if (std::abs(factor.ratio.median - 1) > visible)
      factors.emplace_back(factor.ratio.median,
                           fmt::format("{} {}", name, two_digits(factor.ratio.median)));
  };
  add(of_loops->style, style_name(has_launches));
  if (of_loops->launch) add(*of_loops->launch, "launch");
  add(of_loops->library, "library");
  std::ranges::sort(factors);
  std::vector<std::string> names;
  constexpr double wide = 0.05;
  if (const auto& loops = of_model.loops; loops && loops->most - loops->least > wide)
    names.push_back(
        fmt::format("loops {} to {} by case", two_digits(loops->least), two_digits(loops->most)));
  for (auto& [factor, name] : factors) names.push_back(std::move(name));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// "30 : 29": lines of code, loops and native.
std::string lines_text(const PortedKernel& kernel, const Model& model, const Catalogue& catalogue) {
  const std::string native =
      code_lines(*kernel.median->of, {Model::native, Form::indices}, catalogue);
  const std::string loops = code_lines(*kernel.median->of, {model, Form::loops}, catalogue);
  if (native.empty() || loops.empty()) return "";
  return fmt::format("{} : {}", loops, native);
}

std::vector<Table::Column> columns_of(const Results& results, const std::vector<Model>& models) {
  const std::string native = native_name(results);
  std::vector<Table::Column> columns = {{"", "kernel"}, {native, "native", 60}};
  for (const Model& model : models) {
    const std::string label = label_of(results, model), name(model.name());
    const bool is_first = model.is(controlled);
    columns.emplace_back(label + " loops", name + " loops", is_first ? 0 : 72);
    columns.emplace_back(label + " by index", name + " indices", is_first ? 90 : 110);
    columns.emplace_back(label + " rewritten", name + " rewritten", is_first ? 0 : 110);
    columns.emplace_back(label + " best ÷ best", name + " best", is_first ? 0 : 110);
  }
  columns.emplace_back("lines, loops : " + native, "lines", 140);
  columns.push_back(below("variant, and what Kokkos loses in loops"));
  return columns;
}

const PortedModel* find(const PortedKernel& kernel, const Model& model) {
  const auto found = std::ranges::find(kernel.models, model, &PortedModel::model);
  return found == kernel.models.end() ? nullptr : &*found;
}

std::vector<Cell> cells_of(const PortedKernel& kernel, const std::vector<Model>& models,
                           bool has_launches, const Catalogue& catalogue) {
  std::vector<Cell> cells = {kernel.name, Cell::number(time_text(kernel.native_seconds))};
  for (const Model& model : models) {
    const PortedModel of_model =
        find(kernel, model) == nullptr ? PortedModel{.model = model} : *find(kernel, model);
    for (const auto& way : {of_model.loops, of_model.indices, of_model.rewritten, of_model.best})
      cells.push_back(range_cell(way));
  }
  const PortedModel& first = kernel.models.front();
  cells.emplace_back(lines_text(kernel, first.model, catalogue));
  const std::string reason = first.model.is(controlled) ? reason_text(first, has_launches) : "";
  cells.emplace_back(fmt::format("{}/{}{}", kernel.experiment, kernel.variant,
                                 reason.empty() ? "" : ": " + reason));
  return cells;
}

/// "0.49 to 0.89 (median 0.56)", of one kernel "0.55"
std::string span_text(const CaseRange& range) {
  if (range.cases == 1) return two_digits(range.middle.median);
  return fmt::format("{} to {} (median {})", two_digits(range.least), two_digits(range.most),
                     two_digits(range.middle.median));
}

/// "Kokkos, float, 8 kernels: loops 0.49 to 0.89 (median 0.56) of the usual CUDA kernel's speed,
/// by index …, rewritten …; tuned, its best reach 0.98 to 1.00 (median 1.00) of CUDA's best."
std::string answer(const std::vector<PortedKernel>& kernels, const Model& model,
                   const std::string& real, const Results& results) {
  const std::string native = native_name(results);
  const auto over = [&](auto way) { return judge::over_kernels(kernels, model, real, way); };
  const CaseRange loops = over(&PortedModel::loops), indices = over(&PortedModel::indices);
  const CaseRange rewritten = over(&PortedModel::rewritten), best = over(&PortedModel::best);
  if (loops.cases == 0) return "";
  std::string text =
      fmt::format("{}, {}, {}: loops {} of the usual {} kernel's speed", label_of(results, model),
                  real, plural(loops.cases, "kernel"), span_text(loops), native);
  if (indices.cases > 0) text += ", by index " + span_text(indices);
  if (rewritten.cases > 0) text += ", rewritten " + span_text(rewritten);
  if (best.cases > 0) text += "; tuned, " + span_text(best) + " of " + native + "'s best";
  return text + ".";
}

/// Lists why `model` lacks variants that native code has in the kernels' experiments.
List without_equivalent(const std::vector<PortedKernel>& kernels, const Model& model,
                        const Catalogue& catalogue) {
  std::map<std::string, std::vector<std::string>> variants;  // by reason
  for (const Experiment& experiment : catalogue) {
    if (std::ranges::find(kernels, experiment.name, &PortedKernel::experiment) == kernels.end())
      continue;
    for (const Variant& variant : experiment.variants) {
      const Support* support = variant.support(model);
      if (support != nullptr && !support->no_equivalent.empty())
        variants[support->no_equivalent].push_back(experiment.name + "/" + variant.name);
    }
  }
  List list;
  for (const auto& [reason, names] : variants)
    list.items.push_back(fmt::format("{}: {}", reason, fmt::join(names, ", ")));
  return list;
}

/// "RAJA has of its own no fence, cache hint, …": the concepts of native code that its file says it
/// has none of. "" for none.
std::string what_is_missing(const Results& results, const Model& model) {
  std::vector<std::string_view> missing;
  const std::vector<Wording>& wordings = dialect_of(model).wordings;
  for (std::size_t k = 0; k < wordings.size(); ++k)
    if (wordings[k].meaning.starts_with("none")) missing.push_back(concepts()[k].name);
  if (missing.empty()) return "";
  return fmt::format("{} has of its own no {}.", label_of(results, model),
                     fmt::join(missing, ", "));
}

}  // namespace

Document porting_page(const judge::Cells& cells, const Catalogue& catalogue) {
  const Results& results = cells.results();
  const std::vector<PortedKernel> kernels = judge::ported_kernels(cells, catalogue);
  Document page;
  if (is_of_host(results)) {
    page.say("What a port costs is told by a run on a GPU; this one is of a host.");
    return page;
  }
  if (kernels.empty()) {
    page.say(
        "This file has none of the kernels that a port is judged by; `tilebridge run tiling "
        "coalescing` measures them.");
    return page;
  }
  const std::vector<Model> models = judge::models_of(kernels);
  const std::string native = native_name(results);
  std::set<std::string> reals;
  for (const PortedKernel& kernel : kernels) reals.insert(kernel.real);
  page.say(device_text(results) + "; " + models_text(results));
  for (const std::string real : {"float", "double"})
    for (const Model& model : models) page.say(answer(kernels, model, real, results));
  for (const std::string real : {"float", "double", ""}) {
    if (!reals.contains(real)) continue;
    Table table = {real.empty() ? "words" : real, columns_of(results, models), {{}}};
    for (const PortedKernel& kernel : kernels)
      if (kernel.real == real)
        table.add(cells_of(kernel, models, cells.have_launches(), catalogue), kernel.experiment);
    for (std::size_t column = table.columns.size(); column-- > 1;) table.leave_out_if_empty(column);
    page.add(std::move(table));
  }
  page.say(fmt::format(
      "Ratios of performance; 1 is as fast as {0}, 0.5 takes twice the time. loops, indices and "
      "rewritten are against the usual {0} kernel, best ÷ best is the model's fastest kernel "
      "against {0}'s fastest, without vendor calls. The median case, and, where there is room, the "
      "range where cases differ.",
      native));
  List missing = without_equivalent(kernels, models.front(), catalogue);
  if (!missing.items.empty()) {
    page.say(fmt::format("What {} code of these experiments does and {} cannot:", native,
                         label_of(results, models.front())));
    page.add(std::move(missing));
  }
  for (const Model& model : models) page.say(what_is_missing(results, model));
  return page;
}

}  // namespace tilebridge::pages
