// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "pages/report.hpp"
#include "tests/pages/compared_cases.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Results some_results() {
  CaseResult rewritten = compared("transpose", "padded_tile_rewritten", Form::rewritten, 0.9);
  rewritten.compared_with = "padded_tile";
  return run_of({compared("stride", "add", Form::loops, 0.7),
                 compared("transpose", "tile", Form::loops, 0.2),
                 compared("transpose", "padded_tile", Form::loops, 0.5), rewritten,
                 compared("heat_flux", "kernel", Form::loops, 0.4), sample_case("tile32")});
}

std::vector<std::string> names_in(const Results& results) {
  std::vector<std::string> names;
  for (const CaseResult& c : results.cases) names.push_back(c.experiment + "/" + c.variant);
  return names;
}

std::vector<std::string> kept(const std::vector<std::string>& names) {
  ReportFile file = {"r.json", some_results()};
  keep_named({&file, 1}, names, catalogue());
  return names_in(file.results);
}

TEST(Selection, KeepsWhatANameChooses) {
  EXPECT_THAT(kept({"stride"}), ElementsAre("stride/add"));
  EXPECT_THAT(kept({"coalescing"}), ElementsAre("stride/add"));
  EXPECT_THAT(kept({"tiling/transpose/tile"}), ElementsAre("transpose/tile"));
  EXPECT_THAT(kept({"transpose/padded_tile"}),
              ElementsAre("transpose/padded_tile", "transpose/padded_tile_rewritten"));
  EXPECT_THAT(kept({"heat_flux", "stride/add"}), ElementsAre("stride/add", "heat_flux/kernel"));
  EXPECT_THAT(kept({"yours"}), ElementsAre("heat_flux/kernel"));
  EXPECT_EQ(kept({}).size(), 6U);
}

TEST(Selection, NamesWithoutACaseDoNotCancelOthers) {
  ReportFile file = {"r.json", some_results()};
  EXPECT_THAT(keep_named({&file, 1}, {"matmul", "stride", "transpos"}, catalogue()),
              ElementsAre("no case of matmul is in 'r.json'; measure it: tilebridge run matmul",
                          "unknown experiment 'transpos'; did you mean 'transpose'?"));
  EXPECT_THAT(names_in(file.results), ElementsAre("stride/add"));
}

TEST(Selection, AnErrorHasALineForEachName) {
  EXPECT_THAT(
      [] {
        kept({"matmul", "transpos"});
      },
      testing::ThrowsMessage<UsageError>(
          testing::MatchesRegex("no case of matmul [^\n]*\nunknown experiment 'transpos'[^\n]*")));
}

TEST(Selection, ANameOfNothingIsAnError) {
  const auto expect_error = [](const char* name, const char* message) {
    EXPECT_THAT([&] { kept({name}); }, testing::ThrowsMessage<UsageError>(HasSubstr(message)));
  };
  expect_error("transpos", "unknown experiment 'transpos'; did you mean 'transpose'?");
  expect_error("transpose/pad", "unknown variant of transpose 'pad'");
  expect_error("matmul", "no case of matmul is in 'r.json'; measure it: tilebridge run matmul");
}

}  // namespace
}  // namespace tilebridge::pages
