// SPDX-License-Identifier: Apache-2.0
#include "pages/lines.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <set>

#include "catalogue/catalogue.hpp"
#include "results/file.hpp"
#include "tests/judge/sample_runs.hpp"
#include "tests/pages/compared_cases.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> kernel_lines_of(const Results& results) {
  return kernel_lines(results, catalogue());
}

/// The regular expression that docs/harnesses.md gives.
std::regex documented() {
  std::ifstream page(TILEBRIDGE_DOCS "/harnesses.md");
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("^(")) return std::regex(line);
  throw std::runtime_error("docs/harnesses.md has no regular expression");
}

TEST(KernelLines, HaveTheTimeAndTheRatioOfEachKernel) {
  Results results = tilebridge::run_of(1e-3, 2e-3);
  EXPECT_THAT(kernel_lines_of(results),
              ElementsAre(testing::MatchesRegex("transpose/tile cuda indices: 1\\.000 \\[1\\.000, "
                                                "1\\.000\\] of cuda, 1000\\.000 us, .*"),
                          testing::MatchesRegex("transpose/tile kokkos loops: 0\\.500 \\[0\\.500, "
                                                "0\\.500\\] of cuda, 2000\\.000 us, .*")));
}

TEST(KernelLines, EndWithParametersInPlainNumbers) {
  Results results = tilebridge::run_of(1e-3, 2e-3);
  results.cases[0].parameters = {};
  results.cases[0].parameters.set("rows", std::int64_t{16384});
  results.cases[0].parameters.set("real", std::string("double"));
  results.cases[0].cache = "cold";
  for (const std::string& line : kernel_lines_of(results))
    EXPECT_THAT(line, testing::EndsWith(" us, rows=16384 real=double cache=cold"));
}

TEST(KernelLines, SayWhatIsInvalidAndNothingOfWhatIsSkipped) {
  Results results = tilebridge::run_of(1e-3, 2e-3);
  results.cases[0].comparisons.clear();
  results.cases[0].kernels[kokkos_code] = {Status::invalid, "wrong", invalid()};
  EXPECT_THAT(kernel_lines_of(results).back(),
              testing::StartsWith("transpose/tile kokkos loops: invalid, "));
  results.cases[0].kernels[kokkos_code] = {Status::skipped, "too new", {}};
  EXPECT_THAT(kernel_lines_of(results), testing::SizeIs(1));
}

TEST(KernelLines, HaveNoRatioWhereNothingIsCompared) {
  Results results = tilebridge::run_of(1e-3, 2e-3);
  results.cases[0].comparisons.clear();
  EXPECT_THAT(kernel_lines_of(results).back(),
              testing::StartsWith("transpose/tile kokkos loops: 2000.000 us, "));
}

TEST(KernelLines, NameAFurtherBuildByItsRelease) {
  const std::vector<std::string> lines = kernel_lines_of(results_with_second_build());
  EXPECT_THAT(lines, testing::Contains(HasSubstr(" kokkos loops: ")));
  EXPECT_THAT(lines, testing::Contains(HasSubstr(" kokkos@5.0.2 loops: ")));
}

TEST(KernelLines, AreNotOfPairsOfTheUsersOwn) {
  EXPECT_THAT(
      kernel_lines_of(tilebridge::run_of({compared("heat_flux", "kernel", Form::loops, 0.5)})),
      testing::IsEmpty());
}

TEST(KernelLines, OfStoredRunsMatchTheDocumentedExpressionAndDiffer) {
  const std::regex expression = documented();
  for (const char* name : {"/h200-models.json", "/h100-full.json"}) {
    std::set<std::string> kernels;
    for (const std::string& line :
         kernel_lines_of(read_results(std::string(TILEBRIDGE_RESULTS) + name))) {
      if (line.find(": invalid, ") != std::string::npos) continue;
      std::smatch parts;
      ASSERT_TRUE(std::regex_match(line, parts, expression)) << line;
      const std::string which = fmt::format("{} {} {} {}", parts.str(1), parts.str(2), parts.str(3),
                                            parts.str(parts.size() - 1));
      EXPECT_TRUE(kernels.insert(which).second) << line;
    }
    EXPECT_GT(kernels.size(), 1000U) << name;
  }
}

}  // namespace
}  // namespace tilebridge::pages
