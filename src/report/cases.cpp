#include "report/cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/text.hpp"

namespace tilebridge {

namespace {

bool stand_together(const CaseResult& a, const CaseResult& b) {
  return a.experiment == b.experiment && a.parameters == b.parameters && a.cache == b.cache;
}

std::string title_of(const CaseResult& c) {
  return tame(fmt::format("{}  {}  {}", c.experiment, to_string(c.parameters), c.cache), 98);
}

}  // namespace

std::vector<Group> group(const std::vector<CaseResult>& cases) {
  std::vector<Group> groups;
  for (const CaseResult& c : cases) {
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return stand_together(*g.cases.front(), c); });
    if (found == groups.end()) found = groups.insert(groups.end(), {title_of(c), {}});
    found->cases.push_back(&c);
  }
  return groups;
}

bool is_shown(const CaseResult& c, Model model) {
  return c.compared_with == c.variant || model != Model::native;
}

std::string case_text(const CaseResult& c) {
  return tame(
      fmt::format("{}/{}  {}  {}", c.experiment, c.variant, to_string(c.parameters), c.cache), 200);
}

std::string device_text(const Results& results) {
  return fmt::format("{} ({})", tame(text_at(results.device, "name"), 60),
                     tame(text_at(results.device, "architecture"), 12));
}

}  // namespace tilebridge
