// SPDX-License-Identifier: Apache-2.0
#include "export/formats.hpp"

#include <array>

namespace tilebridge::exports {

std::span<const ExportFormat> export_formats() {
  static constexpr std::array<ExportFormat, 3> formats = {
      {{"gbench", to_gbench}, {"csv", to_csv}, {"junit", to_junit}}};
  return formats;
}

}  // namespace tilebridge::exports
