// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <tuple>

#include "judge/gate.hpp"

namespace tilebridge::judge {
namespace {

bool is_slower(const Change& change) { return change.performance.high < 1 - change.tolerance; }
bool is_faster(const Change& change) { return change.performance.low > 1 + change.tolerance; }
bool is_not_slower(const Change& change) { return change.performance.low >= 1 - change.tolerance; }
bool is_not_faster(const Change& change) { return change.performance.high <= 1 + change.tolerance; }

Judgement judgement_of(const std::vector<Change>& changes) {
  if (std::ranges::all_of(changes, is_slower)) return Judgement::slower;
  if (std::ranges::all_of(changes, is_faster)) return Judgement::faster;
  return std::ranges::any_of(changes, is_not_slower) && std::ranges::any_of(changes, is_not_faster)
             ? Judgement::parity
             : Judgement::undecided;
}

/// Orders by size, the smaller change first. Ties are broken by everything that is shown, so that
/// the order of the runs does not matter.
bool is_smaller(const Change& a, const Change& b) {
  const auto rank = [](const Change& change) {
    return std::tuple(std::abs(std::log(change.performance.median)), change.performance.median,
                      change.performance.low, change.performance.high, change.tolerance,
                      change.base);
  };
  return rank(a) < rank(b);
}

Change smallest(const std::vector<Change>& changes, Judgement judgement) {
  const auto comes_first = [&](const Change& a, const Change& b) {
    const bool a_alone = a.judgement == judgement;
    const bool b_alone = b.judgement == judgement;
    return a_alone != b_alone ? a_alone : is_smaller(a, b);
  };
  return *std::min_element(changes.begin(), changes.end(), comes_first);
}

}  // namespace

Change against_every(const std::vector<Change>& changes) {
  if (changes.front().judgement == Judgement::invalid) return changes.front();
  const Judgement judgement = judgement_of(changes);
  Change all = smallest(changes, judgement);
  all.judgement = judgement;
  for (const Change& change : changes) {
    all.p_slower = std::max(all.p_slower, change.p_slower);
    all.p_faster = std::max(all.p_faster, change.p_faster);
    all.is_host_bound = all.is_host_bound || change.is_host_bound;
  }
  all.is_slower_than_one =
      judgement == Judgement::undecided && std::any_of(changes.begin(), changes.end(), is_slower);
  return all;
}

double discovery_threshold(std::vector<double> p_values) {
  std::sort(p_values.begin(), p_values.end());
  const auto tests = static_cast<double>(p_values.size());
  for (std::size_t rank = p_values.size(); rank > 0; --rank)
    if (p_values[rank - 1] <= false_share * static_cast<double>(rank) / tests)
      return p_values[rank - 1];
  return -1;
}

}  // namespace tilebridge::judge
