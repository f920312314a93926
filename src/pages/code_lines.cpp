// SPDX-License-Identifier: Apache-2.0
#include "pages/code_lines.hpp"

#include <fmt/format.h>

#include "pages/listing.hpp"
#include "sources/code_lines.hpp"

namespace tilebridge::pages {

std::string CodeLines::of(const CaseResult& c, const ModelForm& kernel) {
  const Key key = {c.experiment, c.variant, c.platform, kernel};
  const auto found = known_.find(key);
  return found != known_.end() ? found->second : known_[key] = count(c, kernel);
}

std::string CodeLines::count(const CaseResult& c, const ModelForm& kernel) const {
  const Experiment* experiment = catalogue_.find(c.experiment);
  const Variant* variant = experiment == nullptr ? nullptr : experiment->find(c.variant);
  if (variant == nullptr) return "";
  // HIP compiles CUDA's.
  const Platform platform = c.platform == name_of(Platform::host) ? Platform::host : Platform::cuda;
  const int lines = sources::lines_of_code(listing_of(*experiment, *variant, kernel, platform));
  return lines == 0 ? "" : fmt::format("{}", lines);
}

}  // namespace tilebridge::pages
