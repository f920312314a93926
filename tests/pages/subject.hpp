// SPDX-License-Identifier: Apache-2.0
// Subjects of `explain` by name.
#pragma once

#include "catalogue/catalogue.hpp"
#include "pages/explain.hpp"

namespace tilebridge::pages {

inline Subject subject_of(const char* experiment, const char* variant) {
  const Experiment& e = catalogue().experiment(experiment);
  return {&e, &e.variant(variant)};
}

}  // namespace tilebridge::pages
