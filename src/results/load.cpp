// SPDX-License-Identifier: Apache-2.0
#include "results/load.hpp"

#include <fmt/format.h>

namespace tilebridge {
namespace {

/// An idle GPU that drives a screen is utilised by a few per cent. A process that holds memory and
/// computes nothing takes no time from others.
constexpr double most_when_idle = 0.1;

/// 0 if unknown.
double figure(const Json& program, const char* name) {
  const auto load = program.find("load");
  if (load == program.end() || !load->is_object()) return 0;
  const auto found = load->find(name);
  return found != load->end() && found->is_number() ? found->get<double>() : 0;
}

double utilised(const Json& program) { return figure(program, "utilised"); }

}  // namespace

std::string load_text(const Json& program) {
  if (utilised(program) <= most_when_idle) return "";
  const std::string share = fmt::format("{:.0f}% utilised", 100 * utilised(program));
  const double processes = figure(program, "processes");
  if (processes <= 0) return share;  // a container does not show those outside
  return fmt::format("{:.0f} other process{}, {}", processes, processes == 1 ? "" : "es", share);
}

void keep_greater_load(Json& program, const Json& other) {
  if (other.contains("load") && utilised(other) >= utilised(program))
    program["load"] = other.at("load");
}

double seconds_taken(const Results& results) {
  const auto found = results.program.find("seconds");
  return found != results.program.end() && found->is_number() ? found->get<double>() : 0;
}

void add_seconds(Results& results, double seconds) {
  results.program["seconds"] = seconds_taken(results) + seconds;
}

}  // namespace tilebridge
