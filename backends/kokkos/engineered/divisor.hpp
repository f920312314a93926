// Division by a number known before the launch.
#pragma once

#include <bit>
#include <cstdint>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos {

/// Quotient and remainder of non-negative ints by a multiplication and a shift (Granlund and
/// Montgomery, PLDI 1994, for 31-bit dividends), where a GPU's own division takes some 20 dependent
/// instructions. A league is one-dimensional: a team that wants the row and column of its tile,
/// which CUDA's blockIdx.y and blockIdx.x are, has to divide first.
class Divisor {
 public:
  /// `divisor` ≥ 1.
  explicit Divisor(int divisor)
      : divisor_(divisor), shift_(31 + std::bit_width(static_cast<std::uint32_t>(divisor - 1))) {
    const std::uint64_t power = std::uint64_t{1} << static_cast<unsigned>(shift_);
    multiplier_ =
        (power + static_cast<std::uint64_t>(divisor) - 1) / static_cast<std::uint64_t>(divisor);
  }

  KOKKOS_FUNCTION int quotient(int n) const {
    return static_cast<int>((static_cast<std::uint64_t>(n) * multiplier_) >> shift_);
  }
  KOKKOS_FUNCTION int remainder(int n, int quotient) const { return n - quotient * divisor_; }

 private:
  int divisor_;
  int shift_;
  std::uint32_t multiplier_;
};

}  // namespace tilebridge::kokkos
