// SPDX-License-Identifier: Apache-2.0
#include "pages/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "claims/evaluation.hpp"

namespace tilebridge::pages {
namespace {

struct Step {
  const char* name;
  claims::Performance gain;
};

std::vector<Step> steps() {
  return {
      {"coalesced access",
       {{"stride", "add", {{"stride", 1}}}, {"stride", "add", {{"stride", 32}}}, claims::By::rate}},
      {"sums in the block before atomics",
       {{"histogram", "block_private"}, {"histogram", "global_atomic"}}},
      {"a padded tile to transpose",
       {{"transpose", "padded_tile"}, {"transpose", "read_coalesced"}}},
      {"blocks of 256 threads, not 32",
       {{"block_size", "add", {{"threads", 256}}}, {"block_size", "add", {{"threads", 32}}}}},
      {"staging data used 64 times",
       {{"reuse", "staged", {{"uses", 64}}}, {"reuse", "direct", {{"uses", 64}}}}},
      {"no bank conflicts", {{"transpose", "padded_tile"}, {"transpose", "tile"}}}};
}

}  // namespace

std::string advice_line(const Results& results) {
  std::vector<std::pair<double, const char*>> gains;
  for (const Step& step : steps())
    if (const auto gain = claims::measured(step.gain, results))
      gains.emplace_back(*gain, step.name);
  std::ranges::stable_sort(gains, std::greater(), &std::pair<double, const char*>::first);
  std::string text;
  for (const auto& [gain, name] : gains)
    text += fmt::format("{}{} {}", text.empty() ? "what gains most in native code: " : ", ", name,
                        claims::figure(gain, "×"));
  return text;
}

}  // namespace tilebridge::pages
