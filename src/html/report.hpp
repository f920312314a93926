// SPDX-License-Identifier: Apache-2.0
// Result files as one HTML file that needs nothing else.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "results/results.hpp"

namespace tilebridge {

struct ReportFile {
  std::string name;  // as the user gave it
  Results results;
};

/// A whole HTML document, written by a program built from `git_state`: all tables and text, a
/// static forest plot, and the data that its script draws charts from. It loads nothing, and text
/// from the files is only ever text. Of more cases than a page can hold the first ones are shown,
/// and the page says so; so it does where a file was measured by a program built from another state
/// than the one whose code and claims it shows.
std::string report_page(std::span<const ReportFile> files, std::string_view git_state);

}  // namespace tilebridge
