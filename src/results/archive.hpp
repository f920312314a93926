// SPDX-License-Identifier: Apache-2.0
// Result files for others to read: what tells whose machine it was is left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// Whether a file of an archive meets every rule, or is shown apart from those that do.
enum class ArchiveLabel { checked, reported };

std::string_view name_of(ArchiveLabel label);

struct Archived {
  /// Compact, with the label and the reasons in `program.archive`.
  Results results;
  /// "host.name: node17", "device.uuid: GPU-…": what the results have no longer.
  std::vector<std::string> removed;
  ArchiveLabel label = ArchiveLabel::checked;
  std::vector<std::string> reasons;  // why it is `reported`; none if it is `checked`
};

/// Keeps what makes results comparable (device, driver, limits, compilers, flags without paths,
/// releases, commit, every case) and nothing else of `program`, `host`, `device` and `builds`.
/// Archiving what is archived removes nothing.
///
/// It is `checked` if it has a self-check that passes, no invalid result, few throttled cases, a
/// GPU of its own, a release build of a commit, and the measured rates of the device's memory.
///
/// Throws UsageError, one line, for results that have no case, kernels that are not of this
/// program, or times that do not follow from the medians of their blocks.
Archived archived(Results results);

/// "nvidia/h200/2026-11-29-1a2b3c4d.json": vendor and device, or "host" and processor, in small
/// letters, digits and hyphens; the day; the first digits of the SHA-256 of the file's `text`.
std::string archive_path(const Results& results, std::string_view text);

}  // namespace tilebridge
