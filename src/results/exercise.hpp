// SPDX-License-Identifier: Apache-2.0
// Exercises: pairs whose result is graded: on a GPU by the share of the reference's performance
// that it reaches, on a host by what its warps access and by what its streams overlap.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// An exercise counts what warps access: sectors of global memory, passes through shared
/// memory, atomics of warps in global memory, and their instructions that load from it or store
/// to it; and how long copies and kernels on streams take (tilebridge_timeline in pair.h).
enum class Amount { sectors, wavefronts, atomics, requests, timeline };

std::string_view name_of(Amount amount);

/// Reads what a pair says of its grade (tilebridge_pair_exercise() in pair.h).
struct Exercise {
  std::string name = {};  // of the pair
  double at_least = 0;    // the share of the reference's performance that passes, in its language
  std::string slow = {};  // a case of the catalogue that is slow for the same reason
  std::string good = {};  // one that is not
  std::string unwritten = {}, wrong = {}, slowness = {};  // hints
  std::string row = {};  // the parameter that says how long a row of the output is; "": none does
  std::map<Amount, double> at_most = {};  // that pass on a host, in multiples of the reference's
  std::optional<std::size_t> team_barriers = {};  // that the text of a kernel in Kokkos has
  Amount about = Amount::sectors;  // of at_most, the last named: what `slowness` asks about
};

/// Counts the calls of team_barrier() in a text, but not in comments of `//`.
std::size_t team_barriers_in(std::string_view text);

/// Those that were run; none in other results.
std::vector<Exercise> exercises_of(const Results& results);

/// The results with the exercise's cases alone.
Results results_of(const Exercise& exercise, Results results);

/// Whether results are of a host, where an exercise has no times.
bool is_untimed(const Results& results);

/// Whether the results are of Kokkos's kernels, too.
bool has_kokkos(const Results& results);

/// The share that passes on a GPU: the user's `at_least`, or else the exercise's.
double share_asked(const Exercise& exercise, double at_least);

/// How much the learner's kernel accesses, in multiples of the reference's; the most of all cases.
struct CountedAmount {
  Amount amount;
  double multiple;
  double at_most;
  Counters yours, reference;  // of that case

  bool passes() const { return multiple <= at_most; }
};

/// Returns what was counted; empty if nothing was.
std::vector<CountedAmount> counted_amounts(const Exercise& exercise, const Results& results);

/// "8.0 times the reference's sectors, of at most 1.1 times"
std::string text_of(const CountedAmount& counted);

}  // namespace tilebridge
