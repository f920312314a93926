// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/escape.hpp"
#include "judge/portability.hpp"
#include "write/csv_line.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using judge::Efficiency;
using judge::PortableKernel;
using judge::PortableVariant;

/// "stride/n:33554432/stride:1/real:float/cache:cold/read:268435456/written:134217728": the same in
/// every file, whichever other problems that has.
std::string problem_name(const CaseResult& c) {
  std::string name = c.experiment;
  for (const auto& [parameter, value] : std::map(c.parameters.begin(), c.parameters.end()))
    std::visit([&](const auto& v) { name += fmt::format("/{}:{}", parameter, v); }, value);
  name += "/cache:" + c.cache;
  const Work& w = c.work;
  const std::array<std::pair<const char*, double>, 6> amounts = {{{"read", w.bytes_read},
                                                                  {"written", w.bytes_written},
                                                                  {"flops", w.flops},
                                                                  {"to_device", w.to_device},
                                                                  {"to_host", w.to_host},
                                                                  {"steps", w.steps}}};
  for (const auto& [what, amount] : amounts)
    if (amount > 0) name += fmt::format("/{}:{:.0f}", what, amount);
  return name;
}

/// The library refuses an efficiency above 1 and one that is missing, and counts what it does not
/// know as 0.
double architectural_efficiency(const Efficiency& efficiency) {
  return efficiency.architectural ? std::min(efficiency.architectural->median, 1.0) : 0;
}

std::string rows_of(const PortableVariant& variant, const PortableKernel& kernel,
                    const std::vector<std::string>& platforms) {
  std::string rows;
  for (std::size_t i = 0; i < kernel.on.size(); ++i) {
    if (!kernel.on[i]) continue;
    const judge::Cell& cell = *kernel.on[i]->cell;
    rows += csv_line(
        {csv_field(problem_name(*cell.of)), csv_field(platforms[variant.machines[i]]),
         csv_field(fmt::format("{}/{}/{}", kernel.model, variant.variant, name_of(kernel.form))),
         csv_number(cell.result->timing->seconds.median),
         csv_number(kernel.on[i]->application.median),
         csv_number(architectural_efficiency(*kernel.on[i])),
         csv_field(text_at(cell.in->program, "started"))});
  }
  return rows;
}

}  // namespace

std::string to_p3(std::span<const judge::Cells> files) {
  const std::vector<std::string> platforms = platform_names(files);
  std::string text =
      csv_line({"problem", "platform", "application", "fom", "app eff", "arch eff", "date"});
  for (const PortableVariant& variant : judge::portable_variants(files))
    for (const PortableKernel& kernel : variant.kernels)
      text += rows_of(variant, kernel, platforms);
  return text;
}

}  // namespace tilebridge::write
