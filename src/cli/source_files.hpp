// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pages/scan.hpp"

namespace tilebridge::cli {

/// Scans these files, and the C++ files in these folders and below; hidden folders are left out.
/// Throws UsageError for what cannot be read, or if there is no such file.
std::vector<pages::ScannedFile> scanned_files(const std::vector<std::string>& paths);

}  // namespace tilebridge::cli
