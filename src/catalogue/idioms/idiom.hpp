// SPDX-License-Identifier: Apache-2.0
// A variant whose point is one way of writing Kokkos; its matched form avoids that and nothing
// else.
#pragma once

#include <string>
#include <utility>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// `technique` is what is written; it costs something in what `matters` says; code that has the
/// idiom contains `sign`. What the matched form's technique says to write instead may be written
/// where `holds_if` says; examples/idioms has the whole change, in a form that is right everywhere.
inline Variant idiom(std::string name, std::string technique, std::string matters, std::string sign,
                     ProblemPointer problem, std::string holds_if = always) {
  return {.name = std::move(name),
          .technique = std::move(technique),
          .models = native_and_kokkos_on_gpu(),
          .problem = std::move(problem),
          .idiom = Idiom{std::move(matters), std::move(sign), std::move(holds_if)}};
}

}  // namespace tilebridge
