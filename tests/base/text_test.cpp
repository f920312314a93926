// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/base/environment.hpp"

namespace tilebridge {
namespace {

TEST(Text, TameCutsBetweenCharacters) {
  EXPECT_EQ(one_printable_line("µµµµ", 8), "µµµµ");
  EXPECT_EQ(one_printable_line("µµµµµ", 8), "µµ...");
  EXPECT_EQ(one_printable_line("\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", 8), "€...");
}

TEST(Text, TameReplacesWhatControlsTheTerminalOrTheDirectionOfText) {
  EXPECT_EQ(one_printable_line("a\033[2J\nb\x7f", 20), "a?[2J?b?");
  EXPECT_EQ(one_printable_line("a\u202eb\u2066c\u2069", 20), "a?b?c?");
  EXPECT_EQ(one_printable_line("a…b — ‘c’", 30), "a…b — ‘c’");
}

/// A terminal that nobody looks at.
class Terminal {
 public:
  Terminal() : screen_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    ::grantpt(screen_);
    ::unlockpt(screen_);
    descriptor_ = ::open(::ptsname(screen_), O_RDWR | O_NOCTTY);
  }
  ~Terminal() {
    ::close(descriptor_);
    ::close(screen_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int screen_;
  int descriptor_;
};

TEST(Text, EscapesAreForATerminalThatObeysThem) {
  const Terminal terminal;
  const EnvironmentVariable kind("TERM", "xterm");
  EXPECT_TRUE(obeys_escapes(terminal.descriptor()));
  const int file = ::open("/dev/null", O_WRONLY);
  EXPECT_FALSE(obeys_escapes(file));
  ::close(file);
}

TEST(Text, EscapesAreNotForADumbTerminal) {
  const Terminal terminal;
  const EnvironmentVariable kind("TERM", "dumb");
  EXPECT_FALSE(obeys_escapes(terminal.descriptor()));
  ::unsetenv("TERM");
  EXPECT_FALSE(obeys_escapes(terminal.descriptor()));
}

TEST(Text, PrintableTextHasNoControlOrDirectionCharacter) {
  EXPECT_EQ(printable("a\033[2J\r\x7f"), "a?[2J??");
  EXPECT_EQ(printable("\u0080a\u009b2J\u009f"), "?a?2J?");
  EXPECT_EQ(printable("\u061c\u200e\u200f\u202a\u202e\u2066\u2069"), "???????");
  EXPECT_EQ(printable("one\ttwo\n"), "one\ttwo\n");
  EXPECT_EQ(printable("µ…€\U0001f600\u00a0\u2010"), "µ…€\U0001f600\u00a0\u2010");
}

TEST(Text, PrintableTextIsUtf8) {
  EXPECT_EQ(printable("r\xe9s"), "r?s");
  EXPECT_EQ(printable("a\x9b\u00b5\x9b"), "a?µ?");
  EXPECT_EQ(printable("\xc2"), "?");
  EXPECT_EQ(printable("\xe2\x82"), "??");
  EXPECT_EQ(printable("\xc0\x9b\xe0\x82\x9b"), "?????");  // longer than they need to be
  EXPECT_EQ(printable("\xed\xa0\x80\xf4\x90\x80\x80\xff"), "????????");
}

TEST(Text, TheMiddleOfWhatIsTooLongIsLeftOut) {
  EXPECT_EQ(shortened("padded_tile", 11), "padded_tile");
  EXPECT_EQ(shortened("padded_tile", 8), "pad…tile");
  EXPECT_EQ(shortened("µµµµµµ", 4), "µ…µµ");
}

TEST(Text, SpacesAndLineBreaksAtItsEndAreLeftOut) {
  EXPECT_EQ(without_trailing_spaces(" a  b \n \n"), " a  b");
  EXPECT_EQ(without_trailing_spaces(" \n"), "");
}

TEST(Text, CodeIsContinuedWithASign) {
  EXPECT_THAT(wrapped_code("  f(aaaaaaa, bbbbbbb);", 16),
              testing::ElementsAre("  f(aaaaaaa,", "  ↪ bbbbbbb);"));
  EXPECT_THAT(wrapped_code("aaaaaaaaaaaaaaaaaaaa", 16),
              testing::ElementsAre("aaaaaaaaaaaaaaaa", "↪ aaaa"));
  EXPECT_THAT(wrapped_code("short", 16), testing::ElementsAre("short"));
  EXPECT_THAT(wrapped_code("", 16), testing::ElementsAre(""));
}

TEST(Text, ColumnsAreCharacters) {
  EXPECT_EQ(columns("µ ①"), 3U);
  EXPECT_EQ(padded("µ", 3), "µ  ");
  EXPECT_EQ(padded("long", 3), "long");
}

TEST(Text, ANumberOfThingsHasItsPlural) {
  EXPECT_EQ(plural(0, "case"), "0 cases");
  EXPECT_EQ(plural(1, "case"), "1 case");
  EXPECT_EQ(plural(2, "case"), "2 cases");
}

TEST(FigureText, ShortensNumbersThatNoCountHas) {
  EXPECT_EQ(figure_text("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(figure_text("1" + std::string(300, '0') + ".25 µs, 7"), "1.000e+300 µs, 7");
  EXPECT_EQ(figure_text("−" + std::string(25, '1')), "−1.111e+24");
  EXPECT_EQ(figure_text("0.123456789012345678901234 2.5 a1.b"),
            "0.123456789012345678901234 2.5 a1.b");
  EXPECT_EQ(figure_text(std::string(400, '9')), "9.999e+399");
  EXPECT_EQ(figure_text(""), "");
}

}  // namespace
}  // namespace tilebridge
