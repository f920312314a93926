// SPDX-License-Identifier: Apache-2.0
#include "cli/former.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/error.hpp"
#include "base/say.hpp"

namespace tilebridge::cli {
namespace {

struct FormerName {
  std::string_view name;
  std::string_view instead;
};

constexpr std::array<FormerName, 5> commands = {{
    {"advise", "`tilebridge report --summary FILE` says what gains most"},
    {"bisect", "use `git bisect run scripts/bisect-kokkos.sh`: docs/gate.md"},
    {"occupancy", "`tilebridge explain VARIANT --arch sm_90` shows it for a variant's kernels"},
    {"resources", "use scripts/resources.py BUILD: registers, stack, spills and shared memory"},
    {"submit", "`tilebridge check FILE --json` prints the entry"},
}};

constexpr std::string_view with_jq = "export gbench, and convert it with jq: docs/gate.md";
constexpr std::array<FormerName, 4> formats = {{
    {"bmf", with_jq},
    {"gha-bigger", with_jq},
    {"gha-smaller", with_jq},
    {"p3-csv", with_jq},
}};

void check_not_dropped(std::span<const FormerName> dropped, const char* kind,
                       std::string_view name) {
  const auto found = std::ranges::find(dropped, name, &FormerName::name);
  if (found != dropped.end())
    throw UsageError(fmt::format("the {} '{}' was dropped; {}", kind, name, found->instead));
}

}  // namespace

std::string renamed_command(const std::string& name) {
  if (name != "prices") return name;
  say("tilebridge: the command 'prices' is called 'costs' now\n");
  return "costs";
}

void check_not_dropped_command(std::string_view name) {
  check_not_dropped(commands, "command", name);
}

void check_not_dropped_format(std::string_view name) { check_not_dropped(formats, "format", name); }

}  // namespace tilebridge::cli
