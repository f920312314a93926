// SPDX-License-Identifier: Apache-2.0
// How much faster a change makes a model's kernel: from the catalogue's kernels in which the change
// was measured.
#pragma once

#include "judge/forecast.hpp"
#include "sources/scan.hpp"

namespace tilebridge::judge {

/// The way in which code in loops of that model is written after the step.
PortedWay way_after(sources::Step step, const Model& model);

/// Forecasts what steps gain, of kernels that somebody has written in a model already. The speed of
/// a witness is relative to the same model's kernel before the step, in the same case; its way is
/// the one after it. No time of a kernel is known: all witnesses count alike.
Forecaster gains_of(const Cells& cells, const Catalogue& catalogue);

}  // namespace tilebridge::judge
