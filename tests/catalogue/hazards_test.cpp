// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/hazards.hpp"

#include <gtest/gtest.h>

#include <span>

#include "catalogue/catalogue.hpp"

namespace tilebridge {
namespace {

constexpr Word limit = Word{1} << 30U;  // of a word

/// The outcome of a variant whose words are all right, but one.
Validation with_one_word(const std::string& variant, Word planted) {
  const Problem& problem = *catalogue().experiment("hazards").variant(variant).problem;
  const Parameters p = {{"blocks", 1}, {"tiles", 2}, {"late", 0}};
  HostArrays host(problem.arrays(p), 3);
  const auto in = host.get<Word>("in");
  const std::span<std::byte> bytes = host.bytes("out");
  const std::span<Word> out(reinterpret_cast<Word*>(bytes.data()), bytes.size() / sizeof(Word));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = in[i ^ (Reversal::block_size - 1)];
  out[7] = planted;
  return problem.validate(host, p);
}

// A word that was cleared, and of which one bit is then wrong, is as large as no input.
TEST(Hazards, AWordThatIsLateIsCountedAndOneThatIsNoInputIsWrong) {
  for (const char* variant : {"raw", "war", "waw"}) {
    EXPECT_TRUE(with_one_word(variant, 0).ok()) << variant;
    EXPECT_TRUE(with_one_word(variant, limit - 1).ok()) << variant;
    EXPECT_EQ(with_one_word(variant, limit).wrong, 1U) << variant;
  }
}

TEST(Hazards, WithBarriersEveryWordIsRight) {
  EXPECT_EQ(with_one_word("with_barrier", 0).wrong, 1U);
}

}  // namespace
}  // namespace tilebridge
