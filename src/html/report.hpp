// SPDX-License-Identifier: Apache-2.0
// Result files as one self-contained HTML file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pages/report.hpp"

namespace tilebridge::html {

/// A complete HTML document, written by a program built from `git_state`: all tables and text, a
/// static forest plot, and the data from which its script draws charts. It loads nothing, and text
/// from the files is never markup. If there are more cases than a page can hold, only the first are
/// shown, and the page says so. It also says so if a file was measured by a program built from a
/// different state than the one whose code and claims are shown.
std::string report_page(std::span<const pages::ReportFile> files, const Catalogue& catalogue,
                        std::string_view git_state);

}  // namespace tilebridge::html
