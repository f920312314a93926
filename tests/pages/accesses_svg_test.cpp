// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

#include "pages/explain.hpp"
#include "tests/pages/subject.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A part whose warp accesses this.
Part part_of(Access access) { return {"native", {}, {}, {{1, 32, {std::move(access)}}}, {}}; }

Address every(std::int64_t bytes) {
  return [bytes](Thread thread, std::int64_t) { return thread.rank * bytes; };
}

std::string drawn(const Part& part, const Architecture& on = nvidia(),
                  Canvas canvas = Canvas::wide) {
  return accesses_svg("stride/copy", std::span(&part, 1), on, canvas);
}

/// The shapes of that look.
std::ptrdiff_t shapes(const std::string& svg, const std::string& look) {
  const std::regex paths("<path class=\"" + look + "\" d=\"([^\"]*)\"");
  std::ptrdiff_t sum = 0;
  for (std::sregex_iterator path(svg.begin(), svg.end(), paths), end; path != end; ++path) {
    const std::string found = path->str(1);
    sum += std::count(found.begin(), found.end(), 'M');
  }
  return sum;
}

TEST(AccessesPicture, AStrideMovesWhatNobodyAsksFor) {
  const std::string svg = drawn(part_of(load("in", 4, every(8))));
  EXPECT_EQ(shapes(svg, "join"), 32);
  EXPECT_EQ(shapes(svg, "asked"), 64);  // lanes and words
  EXPECT_EQ(shapes(svg, "moved"), 8);
  EXPECT_EQ(shapes(svg, "burst"), 4);
  EXPECT_EQ(shapes(svg, "idle"), 0);
  EXPECT_THAT(svg,
              HasSubstr(">2 segments, 8 sectors; 128 of 256 bytes moved are asked for (50.0%)<"));
}

TEST(AccessesPicture, OfManyLinesTheFirstAndTheLastAreDrawn) {
  const std::string svg = drawn(part_of(load("in", 4, every(128))));
  for (const char* name : {">segment 0<", ">segment 5<", ">… 25 more<", ">segment 31<"})
    EXPECT_THAT(svg, HasSubstr(name));
  EXPECT_THAT(svg, Not(HasSubstr(">segment 6<")));
  EXPECT_EQ(shapes(svg, "join"), 7);
  EXPECT_EQ(shapes(svg, "moved"), 7);
  EXPECT_EQ(shapes(svg, "idle"), 3 * 7);
}

TEST(AccessesPicture, AStoreHasNoBursts) {
  const std::string svg = drawn(part_of(store("out", 4, every(128))));
  EXPECT_EQ(shapes(svg, "burst"), 0);
  EXPECT_THAT(svg, Not(HasSubstr("bursts")));
  EXPECT_THAT(drawn(part_of(load("in", 4, every(128)))), HasSubstr("in bursts of 64 bytes"));
}

TEST(AccessesPicture, LanesThatAskForTheSameMeetInOneWord) {
  const std::string svg = drawn(part_of(load("in", 4, every(0))));
  EXPECT_EQ(shapes(svg, "join"), 32);
  EXPECT_EQ(shapes(svg, "asked"), 32 + 1);
}

TEST(AccessesPicture, AnInactiveLaneIsEmpty) {
  const std::string svg = drawn(part_of(load("in", 4, [](Thread thread, std::int64_t) {
    return thread.rank < 3 ? std::int64_t{thread.rank} * 4 : inactive;
  })));
  EXPECT_EQ(shapes(svg, "join"), 3);
  EXPECT_EQ(shapes(svg, "idle"), 29 + 3);  // lanes and sectors
}

TEST(AccessesPicture, AConflictIsAColumn) {
  const std::string svg = drawn(part_of(in_shared(load("tile", 4, every(128)))));
  EXPECT_EQ(shapes(svg, "asked"), 32 + 7);  // words, and the wavefronts that are shown
  EXPECT_THAT(svg, HasSubstr(">… 25 more<"));
  EXPECT_THAT(svg, HasSubstr(">32 wavefronts; a 32-way bank conflict<"));
  const std::string padded = drawn(part_of(in_shared(load("tile", 4, every(132)))));
  EXPECT_EQ(shapes(padded, "asked"), 32 + 32);
  EXPECT_THAT(padded, HasSubstr(">1 wavefront; no conflict<"));
}

TEST(AccessesPicture, SaysThatRowsAreLeftOut) {
  const char* left_out = "(rows without a word are left out)";
  EXPECT_THAT(drawn(part_of(in_shared(load("tile", 4, every(256))))), HasSubstr(left_out));
  EXPECT_THAT(drawn(part_of(in_shared(load("tile", 4, every(128))))), Not(HasSubstr(left_out)));
}

TEST(AccessesPicture, AnArchitectureOfAmdHasItsOwnWords) {
  const Architecture& gfx90a = *find_architecture("gfx90a");
  const Part part = {"native", {}, {}, {{1, 64, {load("in", 4, every(4))}}}, {}};
  const std::string svg = drawn(part, gfx90a);
  EXPECT_EQ(shapes(svg, "join"), 64);
  EXPECT_EQ(shapes(svg, "moved"), 4);
  for (const char* word : {"What a wavefront accesses", ">line 3<", "in a line of 64 bytes",
                           "was checked against no counter"})
    EXPECT_THAT(svg, HasSubstr(word));
  EXPECT_THAT(svg, Not(HasSubstr("burst")));
}

TEST(AccessesPicture, ANarrowOneHasNamesAboveTheirRows) {
  const Part part = part_of(load("in", 4, every(8)));
  EXPECT_THAT(drawn(part), HasSubstr("viewBox=\"0 0 700 "));
  EXPECT_THAT(drawn(part), HasSubstr("text-anchor=\"end\">segment 1<"));
  const std::string narrow = drawn(part, nvidia(), Canvas::narrow);
  EXPECT_THAT(narrow, HasSubstr("viewBox=\"0 0 360 "));
  EXPECT_THAT(narrow, Not(HasSubstr("text-anchor=\"end\"")));
  EXPECT_EQ(shapes(narrow, "join"), 32);
}

TEST(AccessesPicture, SaysWhatTheTextSays) {
  const Parameters small = {{"rows", 256}, {"cols", 256}, {"real", std::string("float")}};
  const std::vector<Part> parts = parts_of(subject_of("transpose", "read_coalesced"), small);
  ASSERT_EQ(parts.size(), 2U);
  const std::string svg = accesses_svg("transpose/read_coalesced", parts);
  for (const Part& part : parts)
    for (const Picture& picture : part.pictures) {
      EXPECT_THAT(svg, HasSubstr(">" + picture.front() + "<"));
      EXPECT_THAT(svg, HasSubstr(">" + picture.back().substr(2) + "<"));
    }
}

TEST(AccessesPicture, OfNoAccessThereIsNone) {
  EXPECT_EQ(accesses_svg("a", {}), "");
  const Part nobody = part_of(load("in", 4, [](Thread, std::int64_t) { return inactive; }));
  EXPECT_EQ(drawn(nobody), "");
}

}  // namespace
}  // namespace tilebridge::pages
