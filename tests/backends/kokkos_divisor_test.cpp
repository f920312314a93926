// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::techniques {
namespace {

TEST(Divisor_host, AgreesWithDivision) {
  constexpr int largest = std::numeric_limits<int>::max();
  for (const int divisor : {1, 2, 3, 5, 7, 31, 32, 33, 641, 1000, 4095, 4096, 4097, 65535, 65536,
                            1 << 30, largest - 1, largest}) {
    const Divisor d(divisor);
    for (const int n : {0, 1, 2, divisor - 1, divisor, largest / 2, largest - 1, largest}) {
      EXPECT_EQ(d.quotient(n), n / divisor) << n << " / " << divisor;
      EXPECT_EQ(d.remainder(n, d.quotient(n)), n % divisor) << n << " % " << divisor;
    }
    for (int multiple = divisor; multiple < largest - divisor && multiple / divisor < 1000;
         multiple += divisor) {
      EXPECT_EQ(d.quotient(multiple - 1), multiple / divisor - 1);
      EXPECT_EQ(d.quotient(multiple), multiple / divisor);
    }
  }
}

}  // namespace
}  // namespace tilebridge::kokkos::techniques
