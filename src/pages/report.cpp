// SPDX-License-Identifier: Apache-2.0
#include "pages/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "base/error.hpp"
#include "judge/summary.hpp"
#include "pages/cases.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::size_t most_cases = 1000;  // per experiment
constexpr std::size_t most_unknown = 50;  // experiments that the catalogue does not have

std::map<std::string, ExperimentCases> by_name(const std::vector<judge::Cells>& files) {
  std::map<std::string, ExperimentCases> found;
  for (std::size_t file = 0; file < files.size(); ++file)
    for (const Group& g : group(files[file].cases()))
      for (const CaseResult* c : g.cases) {
        ExperimentCases& experiment = found[c->experiment];
        if (experiment.cases.size() < most_cases)
          experiment.cases.push_back({file, c, &files[file]});
        else
          ++experiment.left_out;
      }
  return found;
}

/// Returns that of the first file that has one.
std::string question_of(const std::string& pair, std::span<const ReportFile> files) {
  std::string question;
  for (const ReportFile& file : files)
    if (question.empty()) question = pages::question_of(pair, file.results);
  return question;
}

std::string ceilings_or_none(const Ceilings& ceilings) {
  return ceilings.copy_bytes_per_s == 0 ? "not measured" : ceilings_text(ceilings);
}

std::string compiler(const Json& build) {
  const std::string name = text_at(build, "compiler");
  return name.empty() ? "not built" : fmt::format("{} {}", name, text_at(build, "flags"));
}

/// "Kokkos 4.7.01: nvcc 13.0.88 -O3; RAJA 2025.09.1: …", of every model besides native code.
std::string model_compilers(const Results& results) {
  std::vector<std::string> all;
  for (const Model& model : measured_builds(results)) {
    if (model.is_native()) continue;
    const Json build = build_of(results, model);
    const std::string name =
        label_of(results, Model(model.name())) + " " + text_at(build, "release");
    all.push_back(fmt::format("{}: {}", one_printable_line(name, 40), compiler(build)));
  }
  return all.empty() ? "no other model" : fmt::format("{}", fmt::join(all, "; "));
}

std::string build_text(const Results& results) {
  const std::string warning = build_warning(results);
  return warning.empty() ? text_at(results.builds, "build_type") : warning;
}

std::string started_text(const Results& results) {
  const std::string warning = busy_warning(results);
  return text_at(results.program, "started") + (warning.empty() ? "" : "; ") + warning;
}

std::string program_and_preset(const Results& results) {
  return fmt::format("tilebridge {} ({}), preset {}", text_at(results.program, "version"),
                     text_at(results.program, "git"), text_at(results.program, "preset"));
}

/// A file says this of its run. It is shown in the table of files, in a line of what the files
/// differ in, or in both.
struct FileProperty {
  const char* name;
  std::function<std::string(const Results&)> of;
  bool is_in_table = true;
  bool is_in_line = true;
};

const std::vector<FileProperty>& properties() {
  static const std::vector<FileProperty> all = {
      {"device", device_text, true, false},
      {"driver", [](const Results& r) { return text_at(r.device, "driver"); }},
      {"runtime", [](const Results& r) { return text_at(r.device, "runtime"); }},
      {"measured ceilings", [](const Results& r) { return ceilings_or_none(r.ceilings); }, true,
       false},
      {"datasheet", [](const Results& r) { return ceilings_or_none(r.datasheet); }, true, false},
      {"models", models_text, true, false},
      {"build", build_text},
      {"host compiler", [](const Results& r) { return compiler(r.builds.value("host", Json())); }},
      {"GPU compiler", [](const Results& r) { return compiler(r.builds.value("cuda", Json())); }},
      {"compilers of other models", model_compilers, true, false},
      {"program", program_and_preset, true, false},
      {"started", started_text, true, false},
      {"commit", [](const Results& r) { return text_at(r.program, "git"); }, false},
      {"preset", [](const Results& r) { return text_at(r.program, "preset"); }, false},
      {"date", [](const Results& r) { return text_at(r.program, "started").substr(0, 10); }, false},
      {"cases", [](const Results& r) { return fmt::format("{}", r.cases.size()); }, true, false}};
  return all;
}

/// "driver: 580.159 (A, C), 570.86 (B)"; "" where all files are alike.
std::string difference_line(const Report& report, const std::string& name,
                            const std::function<std::string(const Results&)>& of) {
  std::vector<std::pair<std::string, std::vector<std::string>>> values;  // with the files' labels
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const std::string value = of(report.files[i].results);
    auto known = std::ranges::find(values, value, [](const auto& entry) { return entry.first; });
    if (known == values.end()) known = values.insert(known, {value, {}});
    known->second.push_back(label_of(report, i));
  }
  if (values.size() < 2) return "";
  std::vector<std::string> texts;
  for (const auto& [value, labels] : values)
    texts.push_back(fmt::format("{} ({})", value.empty() ? "none" : one_printable_line(value, 200),
                                fmt::join(labels, ", ")));
  return fmt::format("{}: {}", name, fmt::join(texts, ", "));
}

/// The models that any of the files has, in the order in which they are shown, with their labels.
std::map<std::pair<std::size_t, Model>, std::string> models_besides_native(const Report& report) {
  std::map<std::pair<std::size_t, Model>, std::string> models;
  for (const ReportFile& file : report.files)
    for (const Model& build : measured_builds(file.results))
      if (const Model model(build.name()); !model.is_native())
        models.emplace(std::pair(place_of(model), model), label_of(file.results, model));
  return models;
}

/// "4.7.01, nvcc 13.0.88 -O3" of its first build; "" in a file without the model.
std::string release_and_compiler(const Results& results, const Model& model) {
  if (builds_of(results, model).empty()) return "";
  const Json build = build_of(results, model);
  return fmt::format("{}, {}", text_at(build, "release"), compiler(build));
}

struct Choice {
  std::string experiment;
  std::string variant;  // "": all of them
};

bool is_any_of(const CaseResult& c, const std::vector<Choice>& choices) {
  return std::ranges::any_of(choices, [&](const Choice& choice) {
    return belongs_to(c, choice.experiment, choice.variant);
  });
}

bool has_any_of(std::span<const ReportFile> files, const std::vector<Choice>& choices) {
  return std::ranges::any_of(files, [&](const ReportFile& file) {
    return std::ranges::any_of(file.results.cases,
                               [&](const CaseResult& c) { return is_any_of(c, choices); });
  });
}

/// "'a.json', 'b.json'".
std::string quoted_names(std::span<const ReportFile> files) {
  std::vector<std::string> names;
  for (const ReportFile& file : files) names.push_back("'" + file.name + "'");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<Choice> choices_of(const std::string& name, std::span<const ReportFile> files,
                               const Catalogue& catalogue) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  std::vector<Choice> choices = {
      {name.substr(0, slash), name.substr(std::min(slash + 1, name.size()))}};
  if (has_any_of(files, choices)) return choices;
  choices.clear();
  if (name == tilebridge::name_of(Family::yours))
    for (const ReportFile& file : files)
      for (const CaseResult& c : file.results.cases)
        if (judge::is_of_pair(c, catalogue)) choices.push_back({c.experiment, ""});
  if (!choices.empty()) return choices;
  for (const auto& [experiment, variant] : catalogue.named(name))
    choices.push_back({experiment->name, variant == nullptr ? "" : variant->name});
  if (!has_any_of(files, choices))
    throw UsageError(fmt::format("no case of {0} is in {1}; measure it: tilebridge run {0}", name,
                                 quoted_names(files)));
  return choices;
}

}  // namespace

Report report_of(std::span<const ReportFile> files, const Catalogue& catalogue,
                 std::string_view git_state) {
  Report report{files, {}, {}, catalogue, std::string(git_state), {}, 0};
  for (const ReportFile& file : files) report.cells.emplace_back(file.results);
  for (const judge::Cells& cells : report.cells)
    report.kernels.push_back(judge::all_kernels(cells));
  auto found = by_name(report.cells);
  for (const Experiment& experiment : catalogue) {
    auto node = found.extract(experiment.name);
    if (node.empty()) continue;
    node.mapped().id = node.mapped().name = experiment.name;
    node.mapped().known = &experiment;
    node.mapped().question = experiment.question;
    report.experiments.push_back(std::move(node.mapped()));
  }
  report.experiments_left_out = found.size() - std::min(found.size(), most_unknown);
  std::size_t yours = 0;
  for (auto& [name, experiment] : found) {
    if (yours == most_unknown) break;
    experiment.id = fmt::format("yours-{}", ++yours);
    experiment.name = name;
    experiment.question = question_of(name, files);
    report.experiments.push_back(std::move(experiment));
  }
  return report;
}

std::string built_otherwise(const Report& report) {
  std::vector<std::string> states;
  for (std::size_t i = 0; i < report.files.size(); ++i)
    if (const std::string state = text_at(report.files[i].results.program, "git");
        state != report.git_state)
      states.push_back(labelled(report, i, state.empty() ? "an unknown commit" : state));
  if (states.empty()) return "";
  return fmt::format(
      "Measured by tilebridge at {}; the questions, code and access patterns shown are "
      "those of the tilebridge that wrote this page, at {}.",
      fmt::join(states, ", "), report.git_state);
}

std::string left_out_text(const ExperimentCases& experiment) {
  if (experiment.left_out == 0) return "";
  return fmt::format("The first {} of {} cases; tilebridge report without -o prints all.",
                     experiment.cases.size(), experiment.cases.size() + experiment.left_out);
}

std::string left_out_text(const Report& report) {
  if (report.experiments_left_out == 0) return "";
  return fmt::format("{} more experiments that this program does not know are not shown.",
                     report.experiments_left_out);
}

Table files_table(const Report& report) {
  Table table = {"Devices and builds", {{"", "property"}}};
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const std::string label = label_of(report, i);
    const std::string name = file_name(report.files[i]);
    table.columns.push_back(
        {label.empty() ? name : fmt::format("{}: {}", label, name), fmt::format("{}", i)});
  }
  for (const FileProperty& property : properties()) {
    if (!property.is_in_table) continue;
    std::vector<Cell> cells = {property.name};
    for (const ReportFile& file : report.files) cells.push_back(property.of(file.results));
    table.add(std::move(cells));
  }
  return table;
}

std::vector<std::string> differences_of(const Report& report) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name, const auto& of) {
    if (std::string line = difference_line(report, name, of); !line.empty())
      lines.push_back(std::move(line));
  };
  for (const FileProperty& property : properties())
    if (property.is_in_line) add(property.name, property.of);
  for (const auto& model : models_besides_native(report))
    add(model.second,
        [&](const Results& results) { return release_and_compiler(results, model.first.second); });
  return lines;
}

std::string file_name(const ReportFile& file) {
  return std::filesystem::path(file.name).filename().string();
}

std::string label_of(const Report& report, std::size_t file) {
  if (report.files.size() == 1) return "";
  if (report.files.size() > 26) return fmt::format("{}", file + 1);
  return {static_cast<char>('A' + file)};
}

std::string labelled(const Report& report, std::size_t file, const std::string& name) {
  const std::string label = label_of(report, file);
  return label.empty() ? name : fmt::format("{} ({})", name, label);
}

Measure measure_of(const ExperimentCases& experiment) {
  std::map<Measure, int> counts;
  for (const FileCase& c : experiment.cases)
    ++counts[measure_of(*c.result, c.cells->results().ceilings)];
  return std::ranges::max_element(counts, {}, &std::pair<const Measure, int>::second)->first;
}

NamedCases named_cases(std::span<const ReportFile> files, const std::vector<std::string>& names,
                       const Catalogue& catalogue) {
  if (names.empty()) return {[](const CaseResult&) { return true; }, {}};
  std::vector<std::string> missing;
  std::vector<Choice> choices;
  for (const std::string& name : names) {
    try {
      for (Choice& choice : choices_of(name, files, catalogue))
        choices.push_back(std::move(choice));
    } catch (const UsageError& error) {
      missing.emplace_back(error.what());
    }
  }
  if (choices.empty()) throw UsageError(fmt::format("{}", fmt::join(missing, "\n")));
  return {[choices](const CaseResult& c) { return is_any_of(c, choices); }, std::move(missing)};
}

std::vector<std::string> keep_named(std::span<ReportFile> files,
                                    const std::vector<std::string>& names,
                                    const Catalogue& catalogue) {
  NamedCases named = named_cases(files, names, catalogue);
  for (ReportFile& file : files) std::erase_if(file.results.cases, std::not_fn(named.takes));
  return std::move(named.missing);
}

}  // namespace tilebridge::pages
