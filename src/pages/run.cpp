// SPDX-License-Identifier: Apache-2.0
#include "pages/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "pages/figures.hpp"
#include "results/load.hpp"

namespace tilebridge::pages {

std::string device_text(const Results& results) {
  return fmt::format("{} ({})", tame(text_at(results.device, "name"), 60),
                     tame(text_at(results.device, "architecture"), 12));
}

std::string device_and_driver_text(const Results& results) {
  return fmt::format("{}, driver {}, {}", device_text(results),
                     tame(text_at(results.device, "driver"), 20),
                     tame(text_at(results.device, "runtime"), 20));
}

std::string kokkos_text(const Results& results) {
  const Json kokkos = results.builds.value("kokkos", Json::object());
  return fmt::format("{} ({})", tame(text_at(kokkos, "version"), 12),
                     tame(text_at(kokkos, "spaces"), 24));
}

std::string program_text(const Results& results) {
  return fmt::format("tilebridge {} ({}), {}", tame(text_at(results.program, "version"), 12),
                     tame(text_at(results.program, "git"), 20),
                     tame(text_at(results.program, "started"), 20));
}

std::string command_line_text(const Results& results) {
  std::vector<std::string> words;
  for (const Json& word : results.program.value("command_line", Json::array()))
    if (word.is_string()) words.push_back(word.get<std::string>());
  return tame(fmt::format("{}", fmt::join(words, " ")), 200);
}

std::string build_warning(const Results& results) {
  const std::string type = text_at(results.builds, "build_type");
  if (type == "Release") return "";
  return fmt::format("built as '{}', not Release: these are not the figures of either model",
                     tame(type, 30));
}

std::string busy_warning(const Results& results) {
  const std::string load = load_text(results.program);
  return load.empty() ? "" : fmt::format("the GPU was busy: {}; times are too long", load);
}

bool is_of_host(const Results& results) {
  return !results.cases.empty() && results.cases.front().platform == "host";
}

std::string host_note(const Results& results) {
  return is_of_host(results)
             ? "No GPU used: results were validated; their times say nothing about a GPU."
             : "";
}

double parity_band(const Results& results) {
  constexpr double usual = 0.05;
  const auto found = results.program.find("parity_band");
  if (found == results.program.end() || !found->is_number()) return usual;
  const double band = found->get<double>();
  return band > 0 && band < 0.9 ? band : usual;
}

std::vector<std::string> self_check_lines(const SelfCheck& check) {
  std::vector<std::string> lines = {
      fmt::format("native against itself, {} comparisons: {} parity, {} slower, {} faster, {} "
                  "inconclusive",
                  check.comparisons.size(), check.count(Verdict::parity),
                  check.count(Verdict::slower), check.count(Verdict::faster),
                  check.count(Verdict::inconclusive)),
      fmt::format("{}: the interval holds 1 in {:.1f}% (nominal: 95%); 99 of 100 ratios within "
                  "±{:.2f}%",
                  check.fails() ? "FAILED" : "passed", 100 * check.coverage(),
                  100 * check.usual_error())};
  if (const auto share = check.narrow_share())
    lines.push_back(
        fmt::format("interval within ±0.5% in {} of those over 20 µs", percent_text(*share)));
  return lines;
}

}  // namespace tilebridge::pages
