// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "write/page.hpp"

namespace tilebridge::write {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Svg, AFileHasTheColoursOfBothThemes) {
  const std::string file = as_svg("<svg class=\"tb\"><text>a</text></svg>");
  EXPECT_THAT(file, StartsWith("<svg class=\"tb\"><style>svg { color-scheme: light dark; }"));
  EXPECT_THAT(file, HasSubstr("light-dark("));
  EXPECT_THAT(file, HasSubstr("</style><text>a</text></svg>"));
}

TEST(Svg, AProgramThatKnowsNoVariablesHasTheColoursForLight) {
  const std::string file = as_svg("<svg></svg>");
  EXPECT_THAT(file, HasSubstr("{ fill: #1a1a1a; fill: var(--ink); }"));
  EXPECT_THAT(file, HasSubstr("{ --mark: var(--native); }"));
  EXPECT_THAT(file, HasSubstr("{ fill: var(--mark); stroke: var(--mark); }"));
}

/// pages::svg::filled() is given these.
TEST(Svg, EveryColourHasAClass) {
  const std::string file = as_svg("<svg></svg>");
  for (const std::string colour :
       {"paper", "dim", "parity-band", "native", "kokkos", "raja", "alpaka", "openmp", "other",
        "style", "launch", "library", "asked", "moved"})
    EXPECT_THAT(file, HasSubstr(".in-" + colour + " { fill: #"));
}

TEST(Svg, APageHasTheSameColours) { EXPECT_THAT(style().text, HasSubstr(picture_style().text)); }

}  // namespace
}  // namespace tilebridge::write
