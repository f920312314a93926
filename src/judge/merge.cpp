// SPDX-License-Identifier: Apache-2.0
#include "judge/merge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/error.hpp"
#include "judge/match.hpp"

namespace tilebridge::judge {
namespace {

/// Why the two are not parts of one result; "" if they are.
std::string difference(const Results& a, const Results& b, Commits commits = Commits::one) {
  if (const auto found = differences(a, b); !found.empty()) return describe(found).front();
  for (const std::string_view name : {"version", "git", "parity_band"}) {
    if (name == "git" && commits == Commits::several) continue;
    const Json is = a.program.value(name, Json());
    const Json other = b.program.value(name, Json());
    if (is != other) return fmt::format("{}: {} -> {}", name, is.dump(), other.dump());
  }
  if (is_profile(a) != is_profile(b)) return "one is a profile, the other has times";
  const auto both = match(a, b).both;
  if (both.empty()) return "";
  return fmt::format("both have {}{}", case_text(*both.front().current),
                     both.size() > 1 ? fmt::format(" and {} more", both.size() - 1) : "");
}

/// How the part came about, or the parts that it was merged from.
Json origins(const ResultPart& part) {
  const Json& program = part.results.program;
  if (Json parts = program.value("parts", Json::array()); !parts.empty()) {
    for (Json& one : parts)
      if (!one.contains("git")) one["git"] = text_at(program, "git");
    return parts;
  }
  Json origin = {{"file", part.file}, {"git", text_at(program, "git")}};
  for (const char* name : {"command_line", "started", "resumed", "preset", "load"})
    if (program.contains(name)) origin[name] = program[name];
  for (const auto& [name, text] : {std::pair("uuid", text_at(part.results.device, "uuid")),
                                   std::pair("host", text_at(part.results.host, "name"))})
    if (!text.empty()) origin[name] = text;
  return Json::array({origin});
}

void add(Results& all, Results part) {
  std::ranges::move(part.cases, std::back_inserter(all.cases));
  for (const Rate rate :
       {Rate::read, Rate::write, Rate::copy, Rate::l2, Rate::fma, Rate::to_device, Rate::to_host})
    all.ceilings.of(rate) = std::max(all.ceilings.of(rate), part.ceilings.of(rate));
  const Json models = part.builds.value("models", Json::object());
  for (const auto& [key, build] : models.items()) all.builds["models"].emplace(key, Json(build));
  keep_greater_load(all.program, part.program);
  if (const double seconds = seconds_taken(part); seconds > 0) add_seconds(all, seconds);
  if (!part.self_check) return;
  if (!all.self_check) all.self_check = SelfCheck{part.self_check->parity_band, {}};
  std::ranges::move(part.self_check->comparisons, std::back_inserter(all.self_check->comparisons));
}

/// Leaves out of each part the experiments that a later one of another commit has.
void leave_out_replaced(std::vector<ResultPart>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::set<std::string> experiments;
    for (std::size_t k = i + 1; k < parts.size(); ++k)
      if (text_at(parts[k].results.program, "git") != text_at(parts[i].results.program, "git"))
        for (const CaseResult& c : parts[k].results.cases) experiments.insert(c.experiment);
    std::erase_if(parts[i].results.cases,
                  [&](const CaseResult& c) { return experiments.contains(c.experiment); });
  }
}

/// "b451d4b44ffe, 4ff805d9e3d2".
std::string commits_of(const std::vector<ResultPart>& parts) {
  std::vector<std::string> commits;
  for (const ResultPart& part : parts)
    if (const std::string commit = text_at(part.results.program, "git");
        std::ranges::find(commits, commit) == commits.end())
      commits.push_back(commit);
  return fmt::format("{}", fmt::join(commits, ", "));
}

}  // namespace

std::vector<Results> with_parts_merged(std::vector<Results> files) {
  std::ranges::stable_sort(files, {}, [](const Results& results) {
    return std::pair(text_at(results.program, "started"), results.cases.size());
  });
  std::vector<Results> whole;
  for (Results& file : files) {
    const auto other = std::ranges::find_if(
        whole, [&](const Results& known) { return difference(known, file).empty(); });
    if (other == whole.end())
      whole.push_back(std::move(file));
    else
      add(*other, std::move(file));
  }
  return whole;
}

Results merged(std::vector<ResultPart> parts, Commits commits) {
  if (commits == Commits::several) leave_out_replaced(parts);
  Json made_of = Json::array();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k)
      if (const std::string why = difference(parts[k].results, parts[i].results, commits);
          !why.empty())
        throw UsageError(
            fmt::format("cannot merge '{}' and '{}': {}", parts[k].file, parts[i].file, why));
    for (const Json& origin : origins(parts[i])) made_of.push_back(origin);
  }
  const std::string git = commits_of(parts);
  Results all = std::move(parts.front().results);
  for (std::size_t i = 1; i < parts.size(); ++i) add(all, std::move(parts[i].results));
  if (commits == Commits::several) all.program["git"] = git;
  all.program["parts"] = std::move(made_of);
  return all;
}

}  // namespace tilebridge::judge
