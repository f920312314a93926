// SPDX-License-Identifier: Apache-2.0
#include "export/junit_xml.hpp"

#include <gmock/gmock.h>

namespace tilebridge::exports {
namespace {

using testing::HasSubstr;

TEST(JunitXml, CountsAndNamesWhatFailedAndWasSkipped) {
  const std::string xml =
      junit_xml({"suite",
                 "2026-11-20T10:00:00Z",
                 "node1",
                 {{"device", "NVIDIA H200"}},
                 {{"group", "good", 0.25, TestOutcome::passed},
                  {"group", "bad", 0.5, TestOutcome::failed, "too slow"},
                  {"group", "none", 0, TestOutcome::skipped, "no such thing"}}});
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"suite\" tests=\"3\" failures=\"1\" errors=\"0\" "
                             "skipped=\"1\" time=\"0.750\" timestamp=\"2026-11-20T10:00:00Z\" "
                             "hostname=\"node1\">"));
  EXPECT_THAT(xml, HasSubstr("<property name=\"device\" value=\"NVIDIA H200\"/>"));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"group\" name=\"good\" time=\"0.250000000\"/>"));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"tilebridge\" message=\"too slow\"/>"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"no such thing\"/>"));
}

TEST(JunitXml, EscapesEveryText) {
  const std::string hostile = "\"><x>&\x01";
  const std::string xml = junit_xml({hostile,
                                     hostile,
                                     hostile,
                                     {{hostile, hostile}},
                                     {{hostile, hostile, 0, TestOutcome::failed, hostile}}});
  EXPECT_THAT(xml, testing::Not(HasSubstr("<x>")));
  EXPECT_THAT(xml, testing::Not(HasSubstr("\x01")));
}

}  // namespace
}  // namespace tilebridge::exports
