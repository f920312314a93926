// SPDX-License-Identifier: Apache-2.0
#include "pages/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "pages/cases.hpp"
#include "pages/subject.hpp"

namespace tilebridge::pages {
namespace {

/// Halves the largest number until the arrays are small: the first warp of the middle block still
/// has the same access pattern.
Parameters picture_parameters(const Subject& subject) {
  constexpr std::size_t most_bytes = 4 << 20;
  constexpr std::int64_t least = 64;
  Parameters parameters;
  for (const Parameter& p : subject.experiment->parameters) parameters.set(p.name, p.initial);
  if (const auto& only = subject.variant->only_at) parameters.set(only->first, only->second);
  while (total_bytes(subject.variant->problem->arrays(parameters)) > most_bytes) {
    std::string largest;
    std::int64_t most = 0;
    for (const auto& [name, value] : parameters)
      if (const auto* number = std::get_if<std::int64_t>(&value); number && *number > most) {
        most = *number;
        largest = name;
      }
    if (most <= least) break;
    parameters.set(largest, most / 2);
  }
  return parameters;
}

std::vector<PicturedPart> pictured_parts(const Subject& subject) {
  const Parameters parameters = picture_parameters(subject);
  std::vector<PicturedPart> pictured;
  for (Part& part : parts_of(subject, parameters))
    if (!part.pictures.empty())
      pictured.push_back({fmt::format("{}, with {}", part.title, to_string(parameters)),
                          std::move(part.pictures)});
  return pictured;
}

/// The CUDA code if the variant ran there, else the host code.
Platform platform_of(const ExperimentCases& experiment, const Variant& variant) {
  const bool on_gpu =
      std::any_of(experiment.cases.begin(), experiment.cases.end(), [&](const FileCase& c) {
        return shown_variant(*c.result) == variant.name &&
               c.result->platform == name_of(Platform::cuda);
      });
  return on_gpu ? Platform::cuda : Platform::host;
}

Explanation explanation_of(const Subject& subject, Platform platform) {
  auto [left, right] = listing_columns(subject, platform);
  std::optional<Drawing> drawing;
  std::vector<PicturedPart> pictured;
  if (platform == Platform::cuda) {
    drawing = drawing_of(*subject.variant);
    pictured = pictured_parts(subject);
  }
  return {subject.variant->name, subject.variant->technique,
          std::move(drawing),    std::move(pictured),
          std::move(left),       std::move(right)};
}

}  // namespace

std::vector<Explanation> explanations(const ExperimentCases& experiment) {
  std::vector<Explanation> all;
  if (experiment.known == nullptr) return all;
  std::set<std::string_view> present;
  for (const FileCase& c : experiment.cases) present.insert(shown_variant(*c.result));
  for (const Variant& variant : experiment.known->variants) {
    if (variant.form == Form::matched || !present.contains(variant.name)) continue;
    const Platform platform = platform_of(experiment, variant);
    all.push_back(explanation_of({experiment.known, &variant}, platform));
    if (const Variant* matched = matched_to(*experiment.known, variant))
      all.back().matched = std::make_shared<const Explanation>(
          explanation_of({experiment.known, matched}, platform));
  }
  return all;
}

}  // namespace tilebridge::pages
