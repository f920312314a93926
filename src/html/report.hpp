// Result files as one HTML file that needs nothing else.
#pragma once

#include <span>
#include <string>

#include "results/results.hpp"

namespace tilebridge {

struct ReportFile {
  std::string name;  // as the user gave it
  Results results;
};

/// A whole HTML document: all tables and text, a static forest plot, and the data that its script
/// draws charts from. It loads nothing, and text from the files is only ever text. Of more cases
/// than a page can hold the first ones are shown, and the page says so.
std::string report_page(std::span<const ReportFile> files);

}  // namespace tilebridge
