// SPDX-License-Identifier: Apache-2.0
// The reference and the error bound of a sum whose order is not known.
#pragma once

#include <cmath>
#include <cstddef>

#include "catalogue/problem.hpp"

namespace tilebridge {

/// Σ t(i), rounded once, and Σ t(i)².
struct Sum {
  double value = 0;
  double squares = 0;
  bool is_whole = false;  // all terms are whole numbers
};

/// Accumulated in the type of the terms, which is Wide<T> for the sum of a result in T.
template <class Term>
Sum sum_of(std::size_t n, const Term& term) {
  using Real = decltype(term(n));
  Real value = 0;
  Real squares = 0;
  bool is_whole = true;
#pragma omp parallel for reduction(+ : value, squares) reduction(&& : is_whole) \
    if (n >= worth_threads)
  for (std::size_t i = 0; i < n; ++i) {
    const Real t = term(i);
    value += t;
    squares += t * t;
    is_whole = is_whole && t == std::trunc(t);
  }
  return {static_cast<double>(value), static_cast<double>(squares), is_whole};
}

/// Returns what a sum of these terms in T must be; `sum.squares` may be an upper bound of
/// Σt².
///
/// The bound follows Higham and Mary (SIAM J. Sci. Comput. 41(5), 2019): roundings behave as
/// independent errors of at most u, so after k additions of partial sums no larger than S the error
/// stays below λ·√k·u·S, except with probability 2·exp(-λ²/2): 7e-6 for λ = 5, 3e-14 for λ = 8.
/// `longest_chain` is the k of the variant: the number of additions that one term passes through.
/// The terms have mean zero and are in no particular order, so a partial sum strays at most about
/// 4·√Σt² from the line between 0 and the whole sum. The worst-case bound n·u·Σ|t| would pass
/// almost anything.
///
/// With hundreds of millions of terms even this bound exceeds many of them together. Sums of
/// whole numbers are exact while they stay below 1/u, which 64·√Σt² leaves no doubt of: there the
/// bound is 0, and a single missing term shows.
template <class T = float>
Expected expected_sum(const Sum& sum, double longest_chain, double lambda = 5) {
  const double spread = std::sqrt(sum.squares);
  if (sum.is_whole && std::abs(sum.value) + 64 * spread < 1 / roundoff<T>)
    return exactly(sum.value);
  const double largest_partial_sum = std::abs(sum.value) + 4 * spread;
  // One more rounding for the product, one for the conversion of the result.
  const double roundings = std::sqrt(longest_chain + 2);
  return within(sum.value, lambda * roundings * roundoff<T> * largest_partial_sum);
}

/// Compares a one-element result with `sum`.
template <class T>
Validation compare_sum(std::span<const T> result, const Sum& sum, double longest_chain) {
  return compare_all(result, expected_sum<T>(sum, longest_chain));
}

/// The number of additions that one of n terms of `bytes` passes through.
using LongestChain = double (*)(double n, int bytes);

/// All terms are added to one accumulator in turn: Kokkos, too, may give them to one thread (Serial
/// does).
inline double one_by_one(double n, int) { return n; }

}  // namespace tilebridge
