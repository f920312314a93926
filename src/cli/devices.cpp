// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "cli/options.hpp"
#include "pages/device.hpp"
#include "run/start.hpp"
#include "write/text.hpp"

namespace tilebridge::cli {

int print_devices(const DevicesOptions& options) {
  const Json devices = run::see_devices(options.platform, options.device);
  if (options.json)
    fmt::print("{}\n", Json{{"devices", devices}}.dump(2));
  else
    for (const Json& device : devices)
      fmt::print("{}", write::as_text(pages::device_page(device), write::stdout_style()));
  const bool any_available = std::ranges::any_of(
      devices, [](const Json& device) { return !device.contains("unavailable"); });
  return static_cast<int>(any_available ? ExitStatus::fine : ExitStatus::no_platform);
}

}  // namespace tilebridge::cli
