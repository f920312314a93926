// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace tilebridge {
namespace {

/// The edit distance: insertions, deletions, replacements and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, std::move(row));
  }
  return last[b.size()];
}

/// Up to one error in three characters counts as a typo.
std::string nearest_by_distance(std::string_view name, std::span<const std::string> known) {
  std::string best;
  std::size_t best_distance = std::numeric_limits<std::size_t>::max();
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, lower_case(candidate));
    if (distance >= best_distance || distance > std::max(name.size(), candidate.size()) / 3)
      continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

/// The known name that begins with `name` and is a prefix of every other one that does:
/// "padded_tile" if there is also a "padded_tile_rewritten"; "" if there is none.
std::string completed(std::string_view name, std::span<const std::string> known) {
  constexpr std::size_t shortest = 3;
  if (name.size() < shortest) return "";
  std::vector<std::string> found;
  std::ranges::copy_if(known, std::back_inserter(found), [&](const std::string& candidate) {
    return lower_case(candidate).starts_with(name);
  });
  if (found.empty()) return "";
  const std::string first = std::ranges::min(found);
  const auto begins_so = [&](const std::string& other) { return other.starts_with(first); };
  return std::ranges::all_of(found, begins_so) ? first : "";
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> known) {
  const std::string wanted = lower_case(name);
  const std::string near = nearest_by_distance(wanted, known);
  return near.empty() ? completed(wanted, known) : near;
}

UsageError unknown_name(std::string_view what, std::string_view name,
                        std::span<const std::string> known, std::string_view lister) {
  constexpr std::size_t most_listed = 12;
  const std::string unknown = fmt::format("unknown {} '{}'", what, name);
  const std::string suggestion = nearest(name, known);
  if (!suggestion.empty())
    return UsageError(fmt::format("{}; did you mean '{}'?", unknown, suggestion));
  if (known.size() > most_listed)
    return UsageError(fmt::format("{}; `{}` shows them", unknown, lister));
  return UsageError(fmt::format("{}; known are: {}", unknown, fmt::join(known, ", ")));
}

}  // namespace tilebridge
