// SPDX-License-Identifier: Apache-2.0
// A variant whose point is one way of writing Kokkos; its matched form avoids that and nothing
// else.
#pragma once

#include <string>
#include <utility>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// `technique` is written, and costs something where `matters` says. The technique of the matched
/// form may be written instead where `holds_if` says; examples/idioms has the whole change, in a
/// form that is right everywhere.
inline Variant idiom(std::string name, std::string technique, std::string matters,
                     ProblemPointer problem, std::string holds_if = always) {
  return {.name = std::move(name),
          .technique = std::move(technique),
          .models = native_and_kokkos_on_gpu(),
          .problem = std::move(problem),
          .idiom = Idiom{std::move(matters), std::move(holds_if)}};
}

}  // namespace tilebridge
