#include "report/cases.hpp"

#include <gmock/gmock.h>

namespace tilebridge {
namespace {

CaseResult case_of(const std::string& data) {
  CaseResult c;
  c.experiment = "histogram";
  c.variant = "shared";
  c.parameters = {{"n", std::int64_t{1024}}, {"data", data}};
  c.cache = "cold";
  return c;
}

std::vector<std::size_t> sizes(const std::vector<CaseResult>& cases) {
  std::vector<std::size_t> all;
  for (const Group& g : group(cases)) all.push_back(g.cases.size());
  return all;
}

TEST(Group, HoldsVariantsOfOneExperimentParametersAndCache) {
  std::vector<CaseResult> cases(5, case_of("uniform"));
  cases[1].variant = "global";
  cases[2].experiment = "reduce";
  cases[3].parameters.set("n", std::int64_t{2048});
  cases[4].cache = "hot";
  EXPECT_THAT(sizes(cases), testing::ElementsAre(2, 1, 1, 1));
}

TEST(Group, TellsApartWhatDiffersBeyondTheEndOfItsTitle) {
  const std::string word(200, 'x');
  const std::vector<CaseResult> cases = {case_of(word + "a"), case_of(word + "b"),
                                         case_of(word + "a")};
  EXPECT_THAT(sizes(cases), testing::ElementsAre(2, 1));
  EXPECT_LE(group(cases)[0].title.size(), 98U);
}

}  // namespace
}  // namespace tilebridge
