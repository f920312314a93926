// SPDX-License-Identifier: Apache-2.0
#include "sources/scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <span>

#include "sources/finders.hpp"
#include "sources/loop_patterns.hpp"
#include "sources/sections.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

/// A rule, and the step that its remedy is, so that `scan` can say what it gains. Remedies that are
/// a part of a step, or another change, have none:
///
///   rule                       remedy                                          step
///   team_control/vector_range  the body called with the raw team rank          by_index
///   team_control/team_range    the same                                        by_index
///   policies/mdrange…_tile     a tile, where the contiguous index is the last  tile
///   policies/team_auto         teams of 256 threads instead of AUTO's 128      launch
///   unmeasured/openmp_loop     a bare kernel (find_openmp.cpp)                 rewritten
struct Finder {
  std::string_view idiom;
  Hits (*find)(const Code&);
  Step step = Step::none;
};

constexpr Finder finders[] = {{"team_control/single", singles},
                              {"team_control/vector_range", vector_ranges, Step::by_index},
                              {"team_control/team_range", team_ranges, Step::by_index},
                              {"team_control/signed_rank", signed_ranks},
                              {"team_control/league_division", league_divisions},
                              {"team_sums/team_reduce", team_reduces},
                              {"team_sums/nested_reduce", nested_reduces},
                              {"team_sums/vector_reduce", vector_reduces},
                              {"policies/mdrange_tile", default_tiles_2, Step::tile},
                              {"policies/mdrange3_tile", default_tiles_3, Step::tile},
                              {"policies/mdrange_reduce", grid_reductions},
                              {"policies/team_auto", flat_teams, Step::launch},
                              {"scratch_use/layout_left", layouts_left},
                              {"scratch_use/run_time_extents", run_time_extents},
                              {"views/deep_copy", deep_copies},
                              {"views/allocation", allocations},
                              {"views/scalar_result", scalar_results},
                              {"atomics/compare", exchanges},
                              {"indexing/neighbour_loop", neighbour_loops},
                              {"unmeasured/mdrange_tile", default_tiles_4},
                              {"unmeasured/team_md_range", team_md_ranges},
                              {"unmeasured/strided_view", strided_views},
                              {"unmeasured/contended_atomic", contended_atomics},
                              {"unmeasured/fence", fences}};

/// A finding and what it belongs to: the parallel_…() around it, a declared policy, or a block.
struct Found {
  Finding finding;
  std::size_t group;
};

void add_kernel(Finding& finding, const Code& code, std::size_t i, std::size_t launch) {
  if (launch < code.size()) finding.kernel = label_of(code, launch);
  finding.is_labelled = !finding.kernel.empty();
  const Region* const functor = code.around(RegionKind::class_scope, i);
  if (!finding.is_labelled && functor != nullptr && code.in_kernel(i))
    finding.kernel = code[functor->span.begin];
}

/// Nothing is said of a gain where the remedy there is no step.
Remedy remedy_of(const Finder& finder, const Hit& hit, const Code& code, std::size_t launch) {
  if (finder.step == Step::none || !hit.step_if) return {};
  const Span text = kernel_text(code, hit.token, launch);
  return {finder.step, hit.pattern ? *hit.pattern : pattern_of_kernel(code, hit.token, launch),
          code.contains(text, "double"), *hit.step_if, "kokkos"};
}

std::vector<Found> found_by(const Finder& finder, const Code& code, const Lines& lines) {
  std::vector<Found> found;
  for (Hit& hit : finder.find(code)) {
    const std::size_t line = code.line(hit.token);
    const std::size_t launch = hit.launch > 0 ? hit.launch : launch_around(code, hit.token);
    Finding finding = {std::string(finder.idiom), line, std::string(lines.text[line - 1])};
    finding.remedy = remedy_of(finder, hit, code, launch);
    finding.advice = std::move(hit.advice);
    finding.is_question = !hit.is_certain;
    add_kernel(finding, code, hit.token, launch);
    const bool is_ignored = finding.code.find("tilebridge: ignore") != std::string::npos ||
                            runs_on_host(code, launch) || is_done_once(code, hit.token) ||
                            is_report(code, hit.token) ||
                            (finding.is_labelled && says_done_once(finding.kernel));
    if (is_ignored) continue;
    found.push_back(
        {std::move(finding), launch < code.size() ? launch : code.enclosing(hit.token)});
  }
  return found;
}

std::vector<LabelledFunctor> functors_of(const Code& code) {
  std::vector<LabelledFunctor> functors;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code.is_parallel(code[i]) || code.call(i) >= code.size() || code.in_kernel(i)) continue;
    const std::string label = label_of(code, i);
    const Span all = inside(code, code.call(i));
    if (label.empty()) continue;
    for (std::size_t j = all.begin; j < all.end; ++j)
      if (code.is_name(j) && std::isupper(static_cast<unsigned char>(code[j][0])) != 0)
        functors.push_back({label, std::string(code[j])});
    if (const Region* own = code.around(RegionKind::class_scope, i); own != nullptr)
      if (code.contains(all, "this"))
        functors.push_back({label, std::string(code[own->span.begin])});
  }
  return functors;
}

/// Each idiom once in lines of one group that follow one another.
void add_merged(std::vector<Finding>& findings, std::vector<Found> found) {
  std::ranges::sort(found, {}, [](const Found& f) { return std::pair(f.group, f.finding.line); });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool continues = i > 0 && found[i - 1].group == found[i].group &&
                           found[i].finding.line <= found[i - 1].finding.line + 1;
    if (!continues) findings.push_back(found[i].finding);
  }
}

/// A model, and what its names begin with.
struct Model {
  std::string_view name;
  std::array<std::string_view, 2> beginnings;
};

constexpr Model other_models[] = {{"CUDA or HIP", {"__global__", "__device__"}},
                                  {"RAJA", {"RAJA", "RAJA_"}},
                                  {"alpaka", {"alpaka", "ALPAKA_"}},
                                  {"SYCL", {"sycl", "SYCL_"}}};

bool mentions_model(std::span<const Token> tokens,
                    const std::array<std::string_view, 2>& beginnings) {
  return std::ranges::any_of(tokens, [&](const Token& token) {
    return token.kind == TokenKind::name &&
           (token.text.starts_with(beginnings[0]) || token.text.starts_with(beginnings[1]));
  });
}

}  // namespace

std::vector<Step> steps_of(std::string_view model) {
  if (model == "openmp") return {Step::rewritten};
  std::vector<Step> steps;
  if (model != "kokkos") return steps;
  for (const Finder& finder : finders)
    if (finder.step != Step::none && std::ranges::find(steps, finder.step) == steps.end())
      steps.push_back(finder.step);
  return steps;
}

Scan scan_source(std::string_view original, const Wrappers& wrappers) {
  const std::string text = plain_text(original);
  const std::vector<Token> tokens = tokenise(text);
  const Code code(text, tokens, wrappers);
  const Lines lines = lines_of(text);
  Scan scan;
  scan.has_kokkos = mentions_model(tokens, {"Kokkos", "KOKKOS_"}) || has_target_regions(tokens) ||
                    std::ranges::any_of(
                        tokens, [&](const Token& token) { return wrappers.contains(token.text); });
  for (const Model& model : other_models)
    if (mentions_model(tokens, model.beginnings)) scan.others.push_back(model.name);
  for (const Finder& finder : finders) add_merged(scan.findings, found_by(finder, code, lines));
  std::ranges::copy(target_loops(tokens, text, lines), std::back_inserter(scan.findings));
  std::ranges::stable_sort(scan.findings, {}, &Finding::line);
  scan.functors = functors_of(code);
  return scan;
}

}  // namespace tilebridge::sources
