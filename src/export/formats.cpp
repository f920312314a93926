// SPDX-License-Identifier: Apache-2.0
#include "export/formats.hpp"

#include <array>

namespace tilebridge::exports {

std::span<const ExportFormat> export_formats() {
  static constexpr std::array<ExportFormat, 7> formats = {{{"gbench", to_gbench},
                                                           {"gha-smaller", to_gha_smaller},
                                                           {"gha-bigger", to_gha_bigger},
                                                           {"bmf", to_bmf},
                                                           {"p3-csv", to_p3_csv},
                                                           {"csv", to_csv},
                                                           {"junit", to_junit}}};
  return formats;
}

}  // namespace tilebridge::exports
