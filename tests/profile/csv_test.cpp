// SPDX-License-Identifier: Apache-2.0
#include "profile/csv.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace tilebridge::profile {
namespace {

using testing::ElementsAre;

std::vector<std::vector<std::string>> fields_of(std::string_view text, Quotes quotes) {
  std::vector<std::vector<std::string>> fields;
  for (const CsvRow& row : csv_rows(text, quotes)) fields.push_back(row.fields);
  return fields;
}

TEST(Csv, LinesEndInAnyWay) {
  for (const char* text : {"a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\r1,2\r",
                           "\xef\xbb\xbf"
                           "a,b\n1,2"})
    for (const Quotes quotes : {Quotes::doubled, Quotes::doubled_or_not})
      EXPECT_THAT(fields_of(text, quotes),
                  ElementsAre(ElementsAre("a", "b"), ElementsAre("1", "2")))
          << text;
}

TEST(Csv, RowsKnowTheirLines) {
  const std::vector<CsvRow> rows = csv_rows("a\n\n\"b\nb\",c\r\nd\re");
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[1].line, 3U);
  EXPECT_EQ(rows[2].line, 5U);
  EXPECT_EQ(rows[3].line, 6U);
}

TEST(Csv, QuotesInsideQuotesAreDoubledOrNot) {
  EXPECT_THAT(fields_of("\"a \"\"b\"\", c\",d\n", Quotes::doubled),
              ElementsAre(ElementsAre("a \"b\", c", "d")));
  EXPECT_THAT(fields_of("\"a \"b, \"c\"\",\"\",\"d\"\n", Quotes::doubled_or_not),
              ElementsAre(ElementsAre("a \"b, \"c\"", "", "d")));
}

TEST(Csv, AFieldThatIsCutOffIsEmpty) {
  EXPECT_THAT(fields_of("\"a\",\"12", Quotes::doubled), ElementsAre(ElementsAre("a", "")));
  EXPECT_THAT(fields_of("\"a\",\"12\n\"b\",\"3\"", Quotes::doubled_or_not),
              ElementsAre(ElementsAre("a", ""), ElementsAre("b", "3")));
}

TEST(Csv, Utf16IsRefused) {
  EXPECT_THAT([] { csv_rows("\xff\xfe\"\0I\0"); },
              testing::ThrowsMessage<UsageError>("it is in UTF-16; save it as UTF-8"));
}

TEST(Csv, FieldsAreFoundByTheirColumns) {
  const auto rows = csv_rows("a,b\n1,2\n3\n");
  EXPECT_EQ(field_of(rows[1], rows[0], "b"), "2");
  EXPECT_EQ(field_of(rows[2], rows[0], "b"), "");
  EXPECT_EQ(field_of(rows[1], rows[0], "c"), "");
}

}  // namespace
}  // namespace tilebridge::profile
