// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <map>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/run.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

/// Caliper's name of a time, which Hatchet calls "time". Bytes and operations are named as
/// RAJAPerf's, of which they are of one launch too.
constexpr std::array profile_columns = {
    "path",       "sum#time.duration", "time low",      "time high",        "ratio",    "ratio low",
    "ratio high", "Bytes/Rep",         "BytesRead/Rep", "BytesWritten/Rep", "Flops/Rep"};

/// Caliper's JSON-split: rows of values, each of a node of a tree.
class Profile {
 public:
  void add(const judge::Cell& cell) {
    const CaseResult& c = *cell.of;
    const Interval& seconds = cell.result->timing->seconds;
    const Work& work = c.work;
    const std::size_t variant = node(pages::shown_variant(c), node(c.experiment, none));
    Json row = {node(pages::setting_of(c), variant), seconds.median, seconds.low, seconds.high};
    for (const auto end : {&Interval::median, &Interval::low, &Interval::high})
      row.push_back(cell.against_native ? Json(cell.against_native->ratio.*end) : Json());
    for (const double amount : {work.bytes(), work.bytes_read, work.bytes_written, work.flops})
      row.push_back(amount);
    rows_.push_back(std::move(row));
  }

  /// Puts the metadata of the run beside the profile's own members.
  Json json(Json metadata) const {
    metadata["data"] = rows_;
    metadata["columns"] = profile_columns;
    metadata["nodes"] = nodes_;
    for (const std::string_view column : profile_columns)
      metadata["column_metadata"].push_back({{"is_value", column != profile_columns.front()}});
    return metadata;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Nodes of equal names below one parent are one.
  std::size_t node(const std::string& name, std::size_t parent) {
    const std::string label = one_printable_line(name, 400);
    const auto [known, is_new] = places_.emplace(std::pair(parent, label), nodes_.size());
    if (!is_new) return known->second;
    Json node = {{"column", profile_columns.front()}, {"label", label}};
    if (parent != none) node["parent"] = parent;
    nodes_.push_back(std::move(node));
    return known->second;
  }

  Json rows_ = Json::array();
  Json nodes_ = Json::array();
  std::map<std::pair<std::size_t, std::string>, std::size_t> places_;
};

/// RAJAPerf's names for a model and a form are variant and tuning.
Json metadata_of(const Results& results, const ModelForm& kernel, const std::string& platform) {
  const Json build = build_of(results, kernel.model);
  return {{"performance.suite", "tilebridge"},
          {"platform", platform},
          {"device", text_at(results.device, "name")},
          {"architecture", text_at(results.device, "architecture")},
          {"driver", text_at(results.device, "driver")},
          {"runtime", text_at(results.device, "runtime")},
          {"launchdate", text_at(results.program, "started")},
          {"tilebridge", text_at(results.program, "version")},
          {"git", text_at(results.program, "git")},
          {"preset", text_at(results.program, "preset")},
          {"variant", pages::label_of(results, kernel.model)},
          {"tuning", name_of(kernel.form)},
          {"release", text_at(build, "release")},
          {"compiler", text_at(build, "compiler")},
          {"compiler flags", text_at(build, "flags")}};
}

using Texts = std::map<std::string, std::string>;  // by the names of files

/// Letters, digits, points and hyphens; a name that is taken gets a number.
std::string new_file_name(const Texts& texts, const std::string& platform,
                          const ModelForm& kernel) {
  constexpr std::size_t longest = 100;
  std::string name = fmt::format("{}-{}-{}", platform.substr(0, longest), kernel.model.key(),
                                 name_of(kernel.form));
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '-';
  std::string free = name + ".json";
  for (int n = 2; texts.contains(free); ++n) free = fmt::format("{}-{}.json", name, n);
  return free;
}

}  // namespace

std::map<std::string, std::string> to_caliper(std::span<const judge::Cells> files) {
  Texts texts;
  const std::vector<std::string> platforms = platform_names(files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::map<ModelForm, Profile> profiles;
    for (const judge::Cell& cell : files[i].shown(judge::Builds::all)) {
      const Model model = cell.is_first_build ? Model(cell.kernel.model.name()) : cell.kernel.model;
      if (cell.result->timing) profiles[{model, cell.kernel.form}].add(cell);
    }
    for (const auto& [kernel, profile] : profiles)
      texts[new_file_name(texts, platforms[i], kernel)] =
          json_text(profile.json(metadata_of(files[i].results(), kernel, platforms[i])));
  }
  return texts;
}

}  // namespace tilebridge::write
