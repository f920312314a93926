// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pages/measured.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

/// Native code alone.
CaseResult native(const std::string& variant, double seconds) {
  CaseResult c = sample_case(variant);
  c.kernels[native_code].timing = timing(seconds);
  return c;
}

TEST(BestNative, IsTheFastestVariantThatDoesTheSame) {
  const CaseResult slow = native("direct", 4e-3);
  const CaseResult fast = native("padded_tile", 1e-3);
  CaseResult other_size = native("tile", 1e-6);
  other_size.parameters = {{"rows", 64}, {"cols", 64}};
  CaseResult other_work = native("read", 1e-6);
  other_work.work.bytes_written = 0;
  const BestNative best({slow, fast, other_size, other_work});
  EXPECT_EQ(best.seconds(slow), 1e-3);
  EXPECT_EQ(best.seconds(fast), 1e-3);
  EXPECT_EQ(best.seconds(other_size), 1e-6);
  EXPECT_EQ(best.seconds(other_work), 1e-6);
}

TEST(BestNative, WithoutNativeCodeThereIsNone) {
  CaseResult kokkos = native("mdrange", 1e-3);
  kokkos.kernels = {};
  EXPECT_EQ(BestNative({kokkos}).seconds(kokkos), 0);
  CaseResult invalid = native("tile", 1e-3);
  invalid.kernels[native_code].timing.reset();
  EXPECT_EQ(BestNative({invalid}).seconds(invalid), 0);
}

}  // namespace
}  // namespace tilebridge::pages
