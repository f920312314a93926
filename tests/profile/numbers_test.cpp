// SPDX-License-Identifier: Apache-2.0
#include "profile/numbers.hpp"

#include <gmock/gmock.h>

namespace tilebridge::profile {
namespace {

using enum DecimalMark;

TEST(Numbers, AreReadWithThatDecimalMark) {
  EXPECT_EQ(read_number("1234560", point), 1234560);
  EXPECT_EQ(read_number("1,234,560", point), 1234560);
  EXPECT_EQ(read_number("1,234.5", point), 1234.5);
  EXPECT_EQ(read_number("1.234.560", comma), 1234560);
  EXPECT_EQ(read_number("1.234,5", comma), 1234.5);
  EXPECT_EQ(read_number("9,00", comma), 9);
  EXPECT_EQ(read_number("0.125", point), 0.125);
  EXPECT_EQ(read_number(" 1.5e+06 ", point), 1.5e6);
  EXPECT_EQ(read_number("-12,5", comma), -12.5);
}

TEST(Numbers, AreGroupedBySpacesAndApostrophesToo) {
  for (const char* text : {"1 234 560,5", "1'234'560,5", "1\u2019234\u2019560,5",
                           "1\u00a0234\u00a0560,5", "1\u202f234\u202f560,5",
                           "1\xa0"
                           "234\xa0"
                           "560,5"})
    EXPECT_EQ(read_number(text, comma), 1234560.5) << text;
  EXPECT_EQ(read_number("1'234'560.5", point), 1234560.5);
}

TEST(Numbers, AreNoneInAnyOtherForm) {
  for (const char* text :
       {"",         "-",      "n/a",       "nan",       "inf",  "9,00",     "12,34,567", "1,2345",
        "1234,567", "0,125",  "1,234 567", "1 234,567", "1.",   ".5",       "1..5",      "1.5.5",
        "1,234,",   "1,,234", "+5",        "5%",        "0x10", "1 (2; 3)", "1 234 56",  "1e"})
    EXPECT_EQ(read_number(text, point), std::nullopt) << text;
}

TEST(Numbers, TellTheirDecimalMark) {
  for (const auto quantity : {Quantity::any, Quantity::whole}) {
    EXPECT_EQ(mark_of("9,00", quantity), comma);
    EXPECT_EQ(mark_of("66.89", quantity), point);
    EXPECT_EQ(mark_of("1.234.560", quantity), comma);
    EXPECT_EQ(mark_of("1,234.5", quantity), point);
    EXPECT_EQ(mark_of("0.125", quantity), point);
    EXPECT_EQ(mark_of("1234.567", quantity), point);
    EXPECT_EQ(mark_of("1 234,567", quantity), comma);
    for (const char* text : {"12", "1 234", "n/a", "", "1,2,3"})
      EXPECT_EQ(mark_of(text, quantity), std::nullopt) << text;
  }
}

TEST(Numbers, OfWholeQuantitiesAreTakenForGroups) {
  EXPECT_EQ(mark_of("12.345", Quantity::any), std::nullopt);
  EXPECT_EQ(mark_of("12.345", Quantity::whole), comma);
  EXPECT_EQ(mark_of("12,345", Quantity::whole), point);
}

}  // namespace
}  // namespace tilebridge::profile
