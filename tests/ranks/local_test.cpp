// SPDX-License-Identifier: Apache-2.0
#include "ranks/local.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>

#include "base/error.hpp"

namespace tilebridge::ranks {
namespace {

using testing::ExitedWithCode;

class LocalRanks : public testing::Test {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // other tests leave threads of OpenMP
  }
};

/// Starts `size` ranks; each ends with what `body` returns. The process that stays behind is the
/// death test's.
template <class Body>
[[noreturn]] void fork_and_exit(int size, const Body& body) {
  const std::unique_ptr<Ranks> ranks = fork_ranks(size);
  ::_exit(body(*ranks));
}

TEST_F(LocalRanks, ExchangeTheirTexts) {
  EXPECT_EXIT(
      fork_and_exit(3,
                    [](Ranks& ranks) {
                      const std::string own = fmt::format("rank {}", ranks.rank());
                      const std::vector<std::string> expected = {"rank 0", "rank 1", "rank 2"};
                      for (int i = 0; i < 100; ++i)
                        if (ranks.exchange(own) != expected) return 1;
                      return 42;
                    }),
      ExitedWithCode(42), "");
}

TEST_F(LocalRanks, ExchangeMoreThanASocketHolds) {
  EXPECT_EXIT(fork_and_exit(2,
                            [](Ranks& ranks) {
                              const std::string own(5'000'000,
                                                    static_cast<char>('a' + ranks.rank()));
                              const auto texts = ranks.exchange(own);
                              const bool right = texts.at(0) == std::string(5'000'000, 'a') &&
                                                 texts.at(1) == std::string(5'000'000, 'b');
                              return right ? 42 : 1;
                            }),
              ExitedWithCode(42), "");
}

TEST_F(LocalRanks, EndWithTheLargestStatus) {
  EXPECT_EXIT(fork_and_exit(3, [](Ranks& ranks) { return ranks.rank() == 1 ? 7 : 0; }),
              ExitedWithCode(7), "");
}

TEST_F(LocalRanks, OneThatCrashesIsGoneForTheOthers) {
  EXPECT_EXIT(
      fork_and_exit(3,
                    [](Ranks& ranks) {
                      ranks.exchange("all there");
                      if (ranks.rank() == 0) ::raise(SIGKILL);
                      const auto texts = ranks.exchange("alive");
                      return texts == std::vector<std::string>{"", "alive", "alive"} ? 42 : 1;
                    }),
      ExitedWithCode(42), "");
}

TEST_F(LocalRanks, ACrashIsNoSuccess) {
  EXPECT_EXIT(fork_and_exit(2,
                            [](Ranks& ranks) {
                              if (ranks.rank() == 1) ::raise(SIGKILL);
                              return 0;
                            }),
              ExitedWithCode(static_cast<int>(ExitStatus::no_platform)), "");
}

/// So that whoever started them knows it from an error that they have reported.
TEST_F(LocalRanks, EndBySignalIfAllDid) {
  EXPECT_EXIT(fork_and_exit(2, [](Ranks&) { return ::raise(SIGKILL); }),
              testing::KilledBySignal(SIGKILL), "");
}

TEST_F(LocalRanks, ASignalReachesEveryRank) {
  EXPECT_EXIT(fork_and_exit(2,
                            [](Ranks& ranks) {
                              static volatile std::sig_atomic_t asked = 0;
                              std::signal(SIGTERM, [](int) { asked = 1; });
                              ranks.exchange("listening");
                              if (ranks.rank() == 0) ::kill(::getppid(), SIGTERM);
                              while (asked == 0) ::usleep(1000);
                              return 42;
                            }),
              ExitedWithCode(42), "");
}

TEST_F(LocalRanks, ANumberThatCannotBeIsRefused) {
  EXPECT_THROW(fork_ranks(0), UsageError);
  EXPECT_THROW(fork_ranks(5000), UsageError);
}

TEST(CountApart, IsWhatTheFunctionReturnsAndZeroWhereItThrows) {
  EXPECT_EQ(count_apart([] { return 8; }), 8);
  EXPECT_EQ(count_apart([]() -> int { throw UsageError("unknown platform"); }), 0);
  EXPECT_THROW(count_apart([]() -> int { std::abort(); }), PlatformError);
}

std::string reason_of(const std::function<std::string()>& text) try {
  return "no reason: " + text_apart(text);
} catch (const PlatformError& error) {
  return error.what();
}

TEST(TextApart, TakesATextFromAProcessOfItsOwn) {
  EXPECT_EQ(text_apart([] { return std::string(); }), "");
  EXPECT_EQ(text_apart([] { return std::string(5'000'000, 'a'); }), std::string(5'000'000, 'a'));
  int calls = 0;
  EXPECT_EQ(text_apart([&] { return std::to_string(++calls); }), "1");
  EXPECT_EQ(calls, 0);  // here
}

TEST(TextApart, SaysWhyThereIsNone) {
  EXPECT_EQ(reason_of([]() -> std::string { throw UsageError("no such device"); }),
            "no such device");
  EXPECT_EQ(reason_of([]() -> std::string { std::abort(); }),
            "the process that opens a device crashed");
}

}  // namespace
}  // namespace tilebridge::ranks
