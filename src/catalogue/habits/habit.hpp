// SPDX-License-Identifier: Apache-2.0
// A variant whose point is one way of writing Kokkos; its matched form avoids that and nothing
// else.
#pragma once

#include <string>
#include <utility>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// `technique` is what is written; it costs something in what `matters` says; code that has the
/// habit contains `sign`.
inline Variant habit(std::string name, std::string technique, std::string matters, std::string sign,
                     ProblemPointer problem) {
  return {.name = std::move(name),
          .level = Level::textbook,
          .technique = std::move(technique),
          .models = native_and_kokkos_on_gpu(),
          .problem = std::move(problem),
          .habit = Habit{std::move(matters), std::move(sign)}};
}

}  // namespace tilebridge
