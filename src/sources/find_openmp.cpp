// SPDX-License-Identifier: Apache-2.0
// Finds idioms of OpenMP's target regions: in directives, which Code leaves out.
#include <algorithm>

#include "sources/finders.hpp"
#include "sources/loop_patterns.hpp"

namespace tilebridge::sources {
namespace {

using Tokens = std::span<const Token>;

/// The words of each `#pragma omp` of a file, and where it begins.
template <class Take>
void for_directives(Tokens tokens, const Take& take) {
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
    if (!tokens[i].is("#") || !tokens[i].begins_line || !tokens[i + 1].is("pragma") ||
        !tokens[i + 2].is("omp"))
      continue;
    const auto ends = [](const Token& token) { return token.begins_line; };
    const Tokens rest = tokens.subspan(i + 3);
    take(tokens[i], rest.first(std::ranges::find_if(rest, ends) - rest.begin()));
  }
}

bool has(Tokens words, std::string_view word) {
  return std::ranges::any_of(words, [&](const Token& token) { return token.is(word); });
}

bool is_target(Tokens words) { return !words.empty() && words.front().is("target"); }

/// Whether it is `target teams distribute parallel for`, or `target teams loop`, and leaves the
/// number of teams to the runtime.
bool is_loop_of_runtime(Tokens words) {
  const bool is_flat = has(words, "loop") || (has(words, "distribute") && has(words, "parallel"));
  return is_target(words) && has(words, "teams") && is_flat && !has(words, "num_teams") &&
         !has(words, "reduction");
}

}  // namespace

bool has_target_regions(Tokens tokens) {
  bool has_any = false;
  for_directives(tokens,
                 [&](const Token&, Tokens words) { has_any = has_any || is_target(words); });
  return has_any;
}

std::vector<Finding> target_loops(Tokens tokens, std::string_view text, const Lines& lines) {
  std::vector<Finding> findings;
  std::size_t line = 1, counted = 0;
  for_directives(tokens, [&](const Token& first, Tokens words) {
    line += static_cast<std::size_t>(
        std::count(text.begin() + counted, text.begin() + first.begin, '\n'));
    counted = first.begin;
    const std::string code(lines.text[line - 1]);
    if (!is_loop_of_runtime(words) || code.find("tilebridge: ignore") != std::string::npos) return;
    findings.push_back(
        {.idiom = "unmeasured/openmp_loop",
         .line = line,
         .code = code,
         .advice = {.written = "a flat loop of OpenMP target whose teams the runtime chooses",
                    .matters = "where an iteration does little, as a copy or an update does, and "
                               "the range is long: `tilebridge explain stride/copy --models "
                               "cuda,openmp` has both codes",
                    .instead = "`target teams ompx_bare num_teams((n + 255) / 256) "
                               "thread_limit(256)`, the index ompx_block_id_x() * 256 + "
                               "ompx_thread_id_x(), and a test of it",
                    .holds_if = "clang 18 or later, a GPU"},
         .is_question = true,
         .remedy = {
             .step = Step::rewritten, .pattern = pattern_of_directive(words), .model = "openmp"}});
  });
  return findings;
}

}  // namespace tilebridge::sources
