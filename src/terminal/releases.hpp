// SPDX-License-Identifier: Apache-2.0
// What another Kokkos changes, in columns of text.
#pragma once

#include <string>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"

namespace tilebridge::terminal {

/// At most 100 columns; "" without another Kokkos. The `most` largest changes of each are shown.
std::string releases_text(const Results& results, const Catalogue& catalogue, std::size_t most);

}  // namespace tilebridge::terminal
