// SPDX-License-Identifier: Apache-2.0
#include "measure/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "catalogue/arrays.hpp"

namespace tilebridge::measure {
namespace {

/// The lengths are no multiple of a word, and one is worth several threads.
TEST(Digest, EveryByteCounts) {
  for (const std::size_t length :
       {std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{29}}) {
    std::vector<std::byte> bytes(length, std::byte{3});
    std::set<std::uint64_t> digests = {digest_of(bytes)};
    for (std::byte& byte : bytes) {
      byte = std::byte{4};
      digests.insert(digest_of(bytes));
      byte = std::byte{3};
    }
    EXPECT_EQ(digests.size(), length + 1) << length;
  }
}

TEST(Digest, DependsOnPlaces) {
  std::vector<std::byte> bytes(8 * worth_threads + 5);
  bytes[8] = std::byte{1};
  const std::uint64_t before = digest_of(bytes);
  EXPECT_EQ(digest_of(bytes), before);
  std::swap(bytes[8], bytes[bytes.size() - 16]);
  EXPECT_NE(digest_of(bytes), before);
}

TEST(Digest, OfNothingIsZero) { EXPECT_EQ(digest_of({}), 0U); }

}  // namespace
}  // namespace tilebridge::measure
