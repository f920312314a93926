// SPDX-License-Identifier: Apache-2.0
#include "pages/port.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "pages/listing.hpp"

namespace tilebridge::pages {
namespace {

using sources::CudaKernel;
using sources::CudaPattern;

/// The counterpart of a library in Kokkos's world, where one is known to do the same.
std::string_view counterpart_of(std::string_view library) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"BLAS", "Kokkos Kernels, KokkosBlas"},
      {"SPARSE", "Kokkos Kernels, KokkosSparse"},
      {"FFT", "kokkos-fft"},
      {"cuRAND", "Kokkos_Random.hpp, other generators"},
      {"RAND", "Kokkos_Random.hpp, other generators"},
      {"CUB", "parallel_reduce and parallel_scan of the device; within a block, of a team"},
      {"PRIM", "parallel_reduce and parallel_scan of the device; within a block, of a team"},
      {"Thrust", "Kokkos's standard algorithms (Kokkos_StdAlgorithms.hpp), Kokkos::sort"}};
  const auto upper = [](std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
  };
  for (const auto& [name, counterpart] : known)
    if (upper(library).find(upper(name)) != std::string::npos) return counterpart;
  return "";
}

std::size_t concept_index(std::string_view name) {
  const auto found = std::ranges::find(concepts(), name, &Concept::name);
  return static_cast<std::size_t>(found - concepts().begin());
}

/// Whether the model's file says that it has none of the concept.
bool lacks(const Model& model, std::string_view name) {
  const std::size_t k = concept_index(name);
  return k < concepts().size() && dialect_of(model).wordings[k].meaning.starts_with("none");
}

std::map<std::string, std::size_t> kernels_by_feature(const sources::CudaInventory& inventory) {
  std::map<std::string, std::size_t> counts;
  for (const CudaKernel& kernel : inventory.kernels)
    for (const std::string& feature : kernel.features) ++counts[feature];
  return counts;
}

/// "flat loops", "tiles".
std::string plural_of(CudaPattern pattern) {
  const std::string name(sources::name_of(pattern));
  if (name == "atomics" || name == "small matrices" || name == "other") return name;
  if (const std::size_t per = name.find(" per "); per != std::string::npos)
    return name.substr(0, per) + "s" + name.substr(per);
  if (name == "sum in a block") return "sums in a block";
  return name + "s";
}

/// "40% flat loops, 12% tiles", those of at least a hundredth, the most frequent first.
std::string patterns_text(const sources::CudaInventory& inventory) {
  std::map<CudaPattern, std::size_t> counts;
  for (const CudaKernel& kernel : inventory.kernels) ++counts[kernel.pattern];
  std::vector<std::pair<CudaPattern, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{},
                           &std::pair<CudaPattern, std::size_t>::second);
  constexpr std::size_t most = 6;
  std::vector<std::string> texts;
  std::size_t rest = 0;
  for (const auto& [pattern, count] : sorted) {
    const double share =
        100.0 * static_cast<double>(count) / static_cast<double>(inventory.kernels.size());
    if (texts.size() < most)
      texts.push_back(fmt::format("{:.0f}% {}", share, plural_of(pattern)));
    else
      rest += count;
  }
  if (rest > 0) texts.push_back(fmt::format("{} of other patterns", rest));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// "12 use what Kokkos has no word for: texture (8), cluster (1)".
std::string lacking_text(const sources::CudaInventory& inventory) {
  const Model kokkos("kokkos");
  std::vector<std::pair<std::string, std::size_t>> missing;
  for (const auto& [feature, count] : kernels_by_feature(inventory))
    if (lacks(kokkos, feature)) missing.emplace_back(feature, count);
  const auto users = std::ranges::count_if(inventory.kernels, [&](const CudaKernel& kernel) {
    return std::ranges::any_of(kernel.features,
                               [&](const std::string& f) { return lacks(kokkos, f); });
  });
  if (missing.empty()) return "none uses what Kokkos has no word for";
  std::ranges::stable_sort(missing, std::ranges::greater{},
                           &std::pair<std::string, std::size_t>::second);
  std::vector<std::string> texts;
  for (const auto& [name, count] : missing) texts.push_back(fmt::format("{} ({})", name, count));
  return fmt::format("{} {} what Kokkos has no word for: {}", users, users == 1 ? "uses" : "use",
                     fmt::join(texts, ", "));
}

Table kernels_table(const sources::CudaInventory& inventory) {
  Table table{"Kernels",
              {"kernel", "pattern", column("type", "type", 80), column("block", "block", 100),
               column("shared memory", "shared", 120), column("uses", "uses", 140), "place"}};
  for (const CudaKernel& kernel : inventory.kernels)
    table.add({one_printable_line(kernel.name, 60), sources::name_of(kernel.pattern),
               one_printable_line(kernel.type, 40), block_of(kernel), shared_of(kernel),
               fmt::format("{}", fmt::join(kernel.features, ", ")),
               fmt::format("{}:{}", kernel.path, kernel.line)});
  return table;
}

/// "texture, 8 kernels, 3 files. Kokkos: none: …. RAJA: …": what each model has.
List features_list(const sources::CudaInventory& inventory) {
  std::map<std::string, std::size_t> kernels = kernels_by_feature(inventory);
  for (const auto& [feature, files] : inventory.host_features) kernels[feature];
  List list;
  for (const auto& [feature, count] : kernels) {
    const std::size_t k = concept_index(feature);
    if (k >= concepts().size()) continue;
    const auto host = inventory.host_features.find(feature);
    std::vector<std::string> parts;
    if (count > 0) parts.push_back(plural(count, "kernel"));
    if (host != inventory.host_features.end())
      parts.push_back(fmt::format("host code of {}", plural(host->second, "file")));
    std::vector<std::string> meanings;
    for (const std::string& name : models_with_code())
      if (name != "cuda") {
        const Dialect& dialect = dialect_of(Model(name));
        meanings.push_back(fmt::format("{}: {}", dialect.label, dialect.wordings[k].meaning));
      }
    list.items.push_back(
        fmt::format("{} ({}). {}", feature, fmt::join(parts, ", "), fmt::join(meanings, ". ")));
  }
  return list;
}

List libraries_list(const sources::CudaInventory& inventory) {
  List list;
  for (const auto& [library, files] : inventory.libraries) {
    const std::string_view counterpart = counterpart_of(library);
    list.items.push_back(fmt::format("{} ({}){}", library, plural(files, "file"),
                                     counterpart.empty() ? "" : fmt::format(": {}", counterpart)));
  }
  return list;
}

/// Doubts, each with the kernels that have it.
List doubts_list(const PortReport& report) {
  constexpr std::size_t most = 4;  // kernels that are named
  std::map<std::string, std::vector<std::string>> kernels;
  for (const CudaKernel& kernel : report.inventory.kernels)
    for (const std::string& doubt : kernel.doubts)
      kernels[doubt].push_back(
          fmt::format("{} ({}:{})", one_printable_line(kernel.name, 60), kernel.path, kernel.line));
  List list;
  for (const std::string& doubt : report.inventory.doubts) list.items.push_back(doubt);
  for (auto& [doubt, names] : kernels) {
    const std::size_t count = names.size();
    names.resize(std::min(most, count));
    list.items.push_back(
        fmt::format("{}: {}{}", one_printable_line(doubt, 200), fmt::join(names, ", "),
                    count > most ? fmt::format(" and {} more", count - most) : ""));
  }
  for (const std::string& path : report.unread) list.items.push_back("not read: " + path);
  return list;
}

bool has_unknown_type(const CudaKernel& kernel) {
  return kernel.type.empty() || kernel.is_type_parameter;
}

/// double, double4, cuDoubleComplex.
bool is_double(const std::string& type) {
  return type.find("double") != std::string::npos || type.find("Double") != std::string::npos;
}

bool is_half(const std::string& type) {
  return type.find("half") != std::string::npos || type.find("bfloat") != std::string::npos;
}

/// The type of real numbers that more of the kernels have; "float" where none is known.
std::string usual_type(const std::vector<CudaKernel>& kernels) {
  const auto is_float = [](const CudaKernel& kernel) { return kernel.type.starts_with("float"); };
  return std::ranges::count_if(kernels, is_double, &CudaKernel::type) >
                 std::ranges::count_if(kernels, is_float)
             ? "double"
             : "float";
}

/// A port keeps an index that a kernel divides into those of a grid: its loop is flat.
Pattern pattern_of(const CudaKernel& kernel) {
  const Pattern pattern = pattern_like(kernel.pattern, kernel.dimensions > 1);
  return pattern == Pattern::grid && kernel.dimensions == 1 ? Pattern::flat : pattern;
}

/// A type that is not known counts as the usual one, and words as floats.
std::optional<judge::KernelKind> kind_of(const CudaKernel& kernel, const std::string& usual) {
  const Pattern pattern = pattern_of(kernel);
  if (pattern == Pattern::none || is_half(kernel.type)) return std::nullopt;
  const std::string& type = has_unknown_type(kernel) ? usual : kernel.type;
  judge::KernelKind kind = {pattern, is_double(type) ? "double" : "float"};
  kind.read(kernel);
  if (kernel.dimensions == 3) kind.dimensions = 3;
  return kind;
}

bool is_real(const std::string& type) {
  return is_double(type) || type.find("float") != std::string::npos || is_half(type);
}

struct MeasuredKernel {
  double seconds = 0;
  double threads = 0;     // 0: not known
  std::string real = {};  // of the instance that takes longest; "" if its name does not tell
};

std::map<std::string, MeasuredKernel> by_name(const std::vector<profile::KernelTime>& times) {
  std::map<std::string, MeasuredKernel> measured;
  for (const profile::KernelTime& time : times) {  // the longest first
    const auto [place, is_first] = measured.try_emplace(time.name());
    MeasuredKernel& kernel = place->second;
    if (is_first) kernel.real = time.real();
    kernel.threads = kernel.seconds == 0 || kernel.threads > 0 ? kernel.threads + time.threads : 0;
    kernel.seconds += time.seconds;
  }
  return measured;
}

/// "12% of the time is of kernels that are not in these sources: gemm, …"; "" if none is.
std::string elsewhere_text(const PortReport& report) {
  constexpr std::size_t most = 5;
  double all = 0, elsewhere = 0;
  std::vector<std::string> names;
  for (const profile::KernelTime& time : report.times) {
    all += time.seconds;
    const std::string name = time.name();
    if (std::ranges::find(report.inventory.kernels, name, &CudaKernel::profiled) !=
        report.inventory.kernels.end())
      continue;
    elsewhere += time.seconds;
    if (names.size() < most) names.push_back(one_printable_line(name, 40));
  }
  if (names.empty()) return "";
  return fmt::format("{:.0f}% of the time is of kernels that are not in these sources: {}.",
                     100 * elsewhere / all, fmt::join(names, ", "));
}

}  // namespace

Pattern pattern_like(CudaPattern pattern, bool has_grid) {
  switch (pattern) {
    case CudaPattern::scan:
    case CudaPattern::row_per_warp:
    case CudaPattern::block_sum:
      return Pattern::team_sum;
    case CudaPattern::atomics:
      return Pattern::atomic;
    case CudaPattern::tile:
      return Pattern::tile;
    case CudaPattern::row_per_block:
      return Pattern::team_loop;
    case CudaPattern::range_3d:
    case CudaPattern::range_2d:
      return Pattern::grid;
    case CudaPattern::stencil:
    case CudaPattern::small_matrices:
    case CudaPattern::row_per_thread:
    case CudaPattern::scatter:
    case CudaPattern::gather:
      return has_grid ? Pattern::grid : Pattern::flat;
    case CudaPattern::flat:
      return Pattern::flat;
    case CudaPattern::other:
      break;
  }
  return Pattern::none;
}

std::string block_of(const CudaKernel& kernel) {
  for (const sources::CudaLaunch& launch : kernel.launches)
    if (!launch.shape.empty()) return fmt::format("{}", fmt::join(launch.shape, " × "));
  return kernel.launches.empty() ? "" : one_printable_line(kernel.launches.front().block, 24);
}

std::string shared_of(const CudaKernel& kernel) {
  std::vector<std::string> parts;
  if (kernel.has_static_shared)
    parts.push_back(kernel.shared_bytes > 0 ? fmt::format("static {} B", kernel.shared_bytes)
                                            : "static");
  if (kernel.has_dynamic_shared) parts.emplace_back("dynamic");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string port_summary(const PortReport& report) {
  const sources::CudaInventory& inventory = report.inventory;
  if (inventory.kernels.empty())
    return fmt::format("no CUDA kernels in {}", plural(inventory.files, "file"));
  return fmt::format("{} in {} of {}: {}; {}.", plural(inventory.kernels.size(), "kernel"),
                     inventory.files_with_kernels, plural(inventory.files, "file"),
                     patterns_text(inventory), lacking_text(inventory));
}

void take_types(sources::CudaInventory& inventory, const std::vector<profile::KernelTime>& times) {
  const std::map<std::string, MeasuredKernel> measured = by_name(times);
  for (CudaKernel& kernel : inventory.kernels) {
    const auto found = measured.find(kernel.profiled);
    const bool is_told = found != measured.end() && !found->second.real.empty();
    if (!is_told || !(has_unknown_type(kernel) || is_real(kernel.type))) continue;
    const std::string& real = found->second.real;
    const bool is_alike =
        is_double(real) == is_double(kernel.type) && is_half(real) == is_half(kernel.type);
    if (!has_unknown_type(kernel) && is_alike) continue;  // "double4" says more
    kernel.type = real;
    kernel.is_type_parameter = false;
  }
}

Application application_of(const sources::CudaInventory& inventory,
                           const std::vector<profile::KernelTime>& times) {
  const std::map<std::string, MeasuredKernel> measured = by_name(times);
  std::map<std::string, std::size_t> namesakes;
  for (const CudaKernel& kernel : inventory.kernels) ++namesakes[kernel.profiled];
  const std::string usual = usual_type(inventory.kernels);
  Application application = {.has_times = !times.empty()};
  for (const CudaKernel& kernel : inventory.kernels) {
    KernelOfApplication one = {one_printable_line(kernel.name, 60),
                               std::string(sources::name_of(kernel.pattern)),
                               {kind_of(kernel, usual)},
                               kernel.lines};
    if (application.has_times) {
      const auto found = measured.find(kernel.profiled);
      if (found == measured.end()) continue;
      one.of.weight = found->second.seconds / static_cast<double>(namesakes.at(kernel.profiled));
      if (one.of.kind && found->second.threads > 0)
        one.of.kind->seconds_per_thread = found->second.seconds / found->second.threads;
    }
    application.kernels.push_back(std::move(one));
  }
  return application;
}

Document port_page(const PortReport& report) {
  const sources::CudaInventory& inventory = report.inventory;
  Document page;
  page.say(port_summary(report));
  page.say(elsewhere_text(report));
  page.append(forecast_page(report.forecasts));
  if (!inventory.kernels.empty()) page.add(kernels_table(inventory));
  for (auto& [title, list] :
       {std::pair("What they use, and what each model has for it", features_list(inventory)),
        std::pair("Libraries, and their counterparts for Kokkos", libraries_list(inventory)),
        std::pair("What was not understood", doubts_list(report))}) {
    if (list.items.empty()) continue;
    page.add(Heading{title});
    page.add(list);
  }
  return page;
}

}  // namespace tilebridge::pages
