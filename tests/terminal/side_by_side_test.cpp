// SPDX-License-Identifier: Apache-2.0
#include "terminal/side_by_side.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "base/text.hpp"
#include "catalogue/catalogue.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;
using testing::Not;

pages::ListingColumn column(Model model, std::vector<std::string> lines) {
  return pages::listing_column(std::string(name_of(model)), model, "",
                               {{{"a/b.cu", 7, std::move(lines)}}, {{"h", "a/h.hpp"}}});
}

TEST(SideBySide, PutsColumnsBesideEachOtherWhereTheyFit) {
  const pages::ListingColumn left = column(Model::native, {"__syncthreads();", "µ();"});
  const pages::ListingColumn right = column(Model::kokkos, {"team.team_barrier();", "f();"});
  const std::string wide = side_by_side(left, right, 163, {});
  EXPECT_THAT(wide,
              testing::ContainsRegex("  7 ⑧ __syncthreads\\(\\); +│   7 ⑧ team.team_barrier"));
  EXPECT_THAT(wide, HasSubstr("helpers: h (a/h.hpp)"));
  EXPECT_THAT(wide, HasSubstr("⑧ barrier"));
  EXPECT_THAT(wide, Not(HasSubstr("only")));
  std::istringstream lines(wide);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(line.find("│") == std::string::npos ||
                columns(line.substr(0, line.find("│"))) == 81)
        << line;
  EXPECT_THAT(side_by_side(left, right, 159, {}), Not(HasSubstr("│")));
}

TEST(SideBySide, PutsTheSameMarksBesideEachOther) {
  const pages::ListingColumn left =
      column(Model::native, {"f();", "__syncthreads();", "atomicAdd(p, 1);", "__syncthreads();"});
  const pages::ListingColumn right = column(
      Model::kokkos, {"team.team_barrier();", "g();", "h();", "team.team_barrier();", "k();"});
  const std::string shown = side_by_side(left, right, 163, {});
  EXPECT_THAT(shown, testing::ContainsRegex("  7   f\\(\\); +│\n"
                                            "  8 ⑧ __syncthreads\\(\\); +│   7 ⑧ team[^\n]*\n"
                                            "  9 ⑩ atomicAdd[^│]*│   8   g\\(\\);\n"
                                            " +│   9   h\\(\\);\n"
                                            " 10 ⑧ __syncthreads\\(\\); +│  10 ⑧ team"));
}

TEST(SideBySide, SaysWhatStandsOnOneSideOnly) {
  const std::string shown = side_by_side(column(Model::native, {"__ldg(p);"}),
                                         column(Model::kokkos, {"in(i);"}), 100, {});
  EXPECT_THAT(shown, testing::ContainsRegex("⑫ read-only load .*\\(here native only\\)"));
}

TEST(SideBySide, FitsIntoTheWidth) {
  const Experiment& e = catalogue().experiment("transpose");
  const Variant& v = e.variant("padded_tile");
  const auto listed = [&](const char* title, Model model) {
    return pages::listing_column(title, model, "", pages::listing_of(e, v, model, Platform::cuda));
  };
  const pages::ListingColumn left = listed("native", Model::native);
  const pages::ListingColumn right = listed("Kokkos", Model::kokkos);
  for (const std::size_t width : {40, 80, 160, 201}) {
    std::istringstream lines(side_by_side(left, right, width, {}));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), width) << line;
  }
}

TEST(SideBySide, ABlankRowStandsWhereLinesAreLeftOut) {
  const pages::ListingColumn left = pages::listing_column(
      "native", Model::native, "",
      {{{"a.cu", 1, {"f();"}}, {"a.cu", 9, {"g();"}}, {"b.cu", 3, {"h();"}}}, {}});
  EXPECT_THAT(side_by_side(left, {}, 100, {}),
              testing::StartsWith("native\na.cu\n  1  f();\n\n  9  g();\n\nb.cu\n  3  h();\n"));
}

TEST(SideBySide, ColourOnlyWhereAsked) {
  const pages::ListingColumn left = column(Model::native, {"f();"});
  const pages::ListingColumn right =
      pages::listing_column("Kokkos", Model::kokkos, "no equivalent: none", {});
  EXPECT_THAT(side_by_side(left, right, 200, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(side_by_side(left, right, 200, {true}), HasSubstr("\x1b"));
  EXPECT_THAT(side_by_side(left, right, 200, {}), HasSubstr("│ no equivalent: none"));
}

}  // namespace
}  // namespace tilebridge::terminal
