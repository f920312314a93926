// SPDX-License-Identifier: Apache-2.0
// How much arithmetic must an element bring before it costs more than the element itself? D1 §1.1.
#pragma once

#include "catalogue/experiment.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge {

Experiment roofline();

}  // namespace tilebridge
