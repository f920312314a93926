// SPDX-License-Identifier: Apache-2.0
#include "pages/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "judge/claims.hpp"
#include "pages/claims.hpp"

namespace tilebridge::pages {
namespace {

struct Step {
  const char* name;
  const char* gain;  // a check, as documents/README.md describes it
};

constexpr std::array<Step, 6> steps = {{
    {"coalesced access", "rate(stride/add stride=1) ÷ rate(stride/add stride=32)"},
    {"sums in the block before atomics",
     "time(histogram/global_atomic) ÷ time(histogram/block_private)"},
    {"a padded tile to transpose", "time(transpose/read_coalesced) ÷ time(transpose/padded_tile)"},
    {"blocks of 256 threads, not 32",
     "time(block_size/add threads=32) ÷ time(block_size/add threads=256)"},
    {"staging data used 64 times", "time(reuse/direct uses=64) ÷ time(reuse/staged uses=64)"},
    {"no bank conflicts", "time(transpose/tile) ÷ time(transpose/padded_tile)"},
}};

}  // namespace

std::string advice_line(const Results& results) {
  std::vector<std::pair<double, const char*>> gains;
  for (const Step& step : steps)
    if (const auto gain = judge::measured(step.gain, results)) gains.emplace_back(*gain, step.name);
  std::ranges::stable_sort(gains, std::greater(), &std::pair<double, const char*>::first);
  gains.resize(std::min<std::size_t>(gains.size(), 3));
  std::string text;
  for (const auto& [gain, name] : gains)
    text += fmt::format("{}{} {}", text.empty() ? "what gains most in native code: " : ", ", name,
                        figure(gain, "×"));
  return text;
}

}  // namespace tilebridge::pages
