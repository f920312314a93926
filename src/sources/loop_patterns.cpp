// SPDX-License-Identifier: Apache-2.0
#include "sources/loop_patterns.hpp"

#include <algorithm>

#include "sources/kernels.hpp"

namespace tilebridge::sources {
namespace {

bool has_atomics(const Code& code, const Span& text) {
  for (std::size_t i = text.begin; i < text.end; ++i)
    if (code.is_name(i) && code[i].starts_with("atomic_")) return true;
  return false;
}

CudaPattern pattern_in_team(const Code& code, const Span& text) {
  if (code.contains(text, "parallel_reduce", "team_reduce", "parallel_scan", "team_scan"))
    return CudaPattern::block_sum;
  if (has_atomics(code, text)) return CudaPattern::atomics;
  const bool has_scratch =
      code.contains(text, "team_scratch", "get_shmem", "team_shmem", "scratch_memory_space");
  return has_scratch ? CudaPattern::tile : CudaPattern::row_per_block;
}

}  // namespace

Span kernel_text(const Code& code, std::size_t i, std::size_t launch) {
  const Span body = launch < code.size() ? body_of(code, launch).span : Span();
  const Region* const functor = code.around(RegionKind::class_scope, i);
  return body.begin < body.end || functor == nullptr ? body : functor->span;
}

CudaPattern pattern_of_kernel(const Code& code, std::size_t i, std::size_t launch) {
  const Span text = kernel_text(code, i, launch);
  const bool is_known = launch < code.size();
  const bool is_team = (is_known && is_over(code, launch, "TeamPolicy")) ||
                       code.contains(text, "league_rank", "team_rank", "TeamThreadRange");
  if (is_team) return pattern_in_team(code, text);
  if (!is_known) return CudaPattern::other;
  // A sum of a whole range is no kernel of the project's own.
  if (mentions(code[launch], {"reduce", "scan"})) return CudaPattern::other;
  if (has_atomics(code, text)) return CudaPattern::atomics;
  return is_over(code, launch, "MDRangePolicy") ? CudaPattern::range_2d : CudaPattern::flat;
}

CudaPattern pattern_of_directive(std::span<const Token> words) {
  const auto collapsed =
      std::ranges::find_if(words, [](const Token& word) { return word.is("collapse"); });
  return collapsed == words.end() ? CudaPattern::flat : CudaPattern::range_2d;
}

}  // namespace tilebridge::sources
