// SPDX-License-Identifier: Apache-2.0
#include "judge/machines.hpp"

#include <gmock/gmock.h>

#include <array>

#include "tests/pages/compared_cases.hpp"

namespace tilebridge::judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CaseResult at(std::int64_t rows, const std::string& variant = "tile",
              const std::string& real = "float") {
  CaseResult c = compared("transpose", variant, Form::loops, 1);
  c.parameters = {{"rows", rows}, {"real", real}};
  return c;
}

CaseResult rewritten(CaseResult c) {
  c.compared_with = c.variant;
  c.variant += "_rewritten";
  c.form = name_of(Form::rewritten);
  return c;
}

CommonCases common(const Results& a, const Results& b) {
  const Cells of_a(a), of_b(b);
  return CommonCases(std::array{&of_a, &of_b});
}

TEST(TaskKey, IsOfTheWorkAndNotOfTheVariantOrThePlatform) {
  CaseResult c = at(64);
  CaseResult other = at(64, "padded_tile");
  other.platform = "hip";
  other.parameters = {{"real", std::string("float")}, {"rows", 64}};
  EXPECT_EQ(task_key(c), task_key(other));
  other.work.bytes_read *= 2;
  EXPECT_EQ(setting_key(c), setting_key(other));
  EXPECT_NE(task_key(c), task_key(other)) << "a copy and an addition";
  c.cache = name_of(Cache::hot);
  EXPECT_NE(setting_key(c), setting_key(at(64)));
}

TEST(CommonCases, AreInAllFilesThatHaveTheVariant) {
  const Results a = run_of({at(64), at(128), at(64, "padded_tile")});
  const CommonCases both = common(a, run_of({at(64), at(256)}));
  EXPECT_TRUE(both.has(at(64)));
  EXPECT_FALSE(both.has(at(128)));
  EXPECT_FALSE(both.has(at(256)));
  EXPECT_TRUE(both.has(at(64, "padded_tile"))) << "one file alone has the variant";
  EXPECT_THAT(both.without(), IsEmpty());
}

TEST(CommonCases, ATypeThatOneFileLacksHidesNoOther) {
  const CommonCases both = common(run_of({at(64), at(64, "tile", "double")}), run_of({at(64)}));
  EXPECT_TRUE(both.has(at(64)));
  EXPECT_TRUE(both.has(at(64, "tile", "double")));
}

TEST(CommonCases, ARewrittenKernelHasTheSizesOfItsVariant) {
  const Results a = run_of({at(64), rewritten(at(64)), rewritten(at(128))});
  const CommonCases both = common(a, run_of({at(64)}));
  EXPECT_TRUE(both.has(rewritten(at(64))));
  EXPECT_FALSE(both.has(rewritten(at(128))));
}

TEST(CommonCases, NamesVariantsWithoutACommonSize) {
  const CommonCases both = common(run_of({at(64)}), run_of({at(128)}));
  EXPECT_FALSE(both.has(at(64)));
  EXPECT_THAT(both.without(), ElementsAre("transpose/tile"));
}

}  // namespace
}  // namespace tilebridge::judge
