// SPDX-License-Identifier: Apache-2.0
// Machines side by side: what kernels cost in each model on each of them. Every file is a machine
// of its own; nothing is averaged over files.
#pragma once

#include "pages/document.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// Whether the files that have times are three or more, or two of different devices.
bool are_machines(std::span<const ReportFile> files);

/// Which letter is which machine, and what the files differ in.
List machines_list(const Report& report);

/// A row for each kernel that people know, in loops, and a column for each model on each GPU, at
/// the sizes that all of these have; then the same of hosts. Says first what the files differ in.
/// Files without such a kernel have their cases shown.
Document machines_page(const Report& report);

/// A row for each kernel of each case instead.
Document machines_selection_page(const Report& report);

}  // namespace tilebridge::pages
