// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <sstream>

#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "pages/explain.hpp"
#include "tests/write/width.hpp"
#include "write/columns.hpp"

namespace tilebridge::write {
namespace {

using pages::code_listing;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

pages::Code::Listing listing(Model model, std::vector<std::string> lines) {
  return code_listing(std::string(name_of(model)), model, "",
                      {{{"a/b.cu", 7, std::move(lines)}}, {{"h", "a/h.hpp"}}});
}

std::string shown(const pages::Code::Listing& left, const pages::Code::Listing& right,
                  std::size_t width, bool colour = false) {
  return listings_text({{left, right}}, {.colour = colour, .columns = width});
}

TEST(Listings, AreSideBySideWhereTheyFit) {
  const pages::Code::Listing left = listing(Model::native, {"__syncthreads();", "µ();"});
  const pages::Code::Listing right = listing(Model::kokkos, {"team.team_barrier();", "f();"});
  const std::string wide = shown(left, right, 163);
  EXPECT_THAT(wide, ContainsRegex("  7 ⑧ __syncthreads\\(\\); +│   7 ⑧ team.team_barrier"));
  EXPECT_THAT(wide, HasSubstr("helpers: h (a/h.hpp)"));
  std::istringstream lines(wide);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(line.find("│") == std::string::npos ||
                columns(line.substr(0, line.find("│"))) == 81)
        << line;
  EXPECT_THAT(shown(left, right, 159), Not(HasSubstr("│")));
}

TEST(Listings, HaveTheSameMarksAtTheSameHeight) {
  const pages::Code::Listing left =
      listing(Model::native, {"f();", "__syncthreads();", "atomicAdd(p, 1);", "__syncthreads();"});
  const pages::Code::Listing right = listing(
      Model::kokkos, {"team.team_barrier();", "g();", "h();", "team.team_barrier();", "k();"});
  EXPECT_THAT(shown(left, right, 163),
              ContainsRegex("  7   f\\(\\); +│\n"
                            "  8 ⑧ __syncthreads\\(\\); +│   7 ⑧ team[^\n]*\n"
                            "  9 ⑩ atomicAdd[^│]*│   8   g\\(\\);\n"
                            " +│   9   h\\(\\);\n"
                            " 10 ⑧ __syncthreads\\(\\); +│  10 ⑧ team"));
}

TEST(Listings, OfADiffHaveAColourForEachSide) {
  const pages::Code::Listing diff = {
      .title = "diff",
      .lines = {{.number = 1, .text = "a();"},
                {.number = 2, .marks = pages::removed, .text = "b();"},
                {.number = 2, .marks = pages::added, .text = "c(long_name, another_long_name);"}}};
  const auto text = [&](bool colour) {
    return listings_text({{diff}}, {.colour = colour, .columns = 30});
  };
  EXPECT_THAT(text(true), HasSubstr("\x1b[31m  2 - b();\x1b[0m"));
  EXPECT_THAT(text(true), HasSubstr("\x1b[32m  2 + c(long_name,"));
  EXPECT_THAT(text(true), HasSubstr("\x1b[32m      ↪ another_long_name);\x1b[0m\n"));
  EXPECT_THAT(text(false), HasSubstr("\n  2 - b();\n  2 + c("));
  EXPECT_THAT(text(false), Not(HasSubstr("\x1b")));
}

TEST(Listings, FitTheWidth) {
  const Experiment& e = catalogue().experiment("transpose");
  const pages::Code code = pages::code_of({&e, &e.variant("padded_tile")}, Platform::cuda);
  for (const std::size_t width : {40, 80, 160, 201})
    expect_columns(listings_text(code, {.columns = width}), width);
}

TEST(Listings, HaveABlankRowWhereLinesAreLeftOut) {
  const pages::Code::Listing left =
      code_listing("native", Model::native, "",
                   {{{"a.cu", 1, {"f();"}}, {"a.cu", 9, {"g();"}}, {"b.cu", 3, {"h();"}}}, {}});
  EXPECT_THAT(shown(left, {}, 100),
              testing::StartsWith("native\na.cu\n  1  f();\n\n  9  g();\n\nb.cu\n  3  h();\n"));
}

TEST(Listings, HaveColourOnlyWhereAsked) {
  const pages::Code::Listing left = listing(Model::native, {"f();"});
  const pages::Code::Listing right =
      code_listing("Kokkos", Model::kokkos, "no equivalent: none", {});
  EXPECT_THAT(shown(left, right, 200), Not(HasSubstr("\x1b")));
  EXPECT_THAT(shown(left, right, 200, true), HasSubstr("\x1b"));
  EXPECT_THAT(shown(left, right, 200), HasSubstr("│ no equivalent: none"));
}

}  // namespace
}  // namespace tilebridge::write
