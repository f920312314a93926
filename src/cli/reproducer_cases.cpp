// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/error.hpp"
#include "cli/reproducer.hpp"
#include "pages/measured.hpp"

namespace tilebridge::cli {
namespace {

constexpr std::size_t most_bytes = std::size_t{8} << 30U;           // in memory
constexpr std::size_t most_written_bytes = std::size_t{32} << 20U;  // in files
constexpr std::uint64_t seed = 1;

constexpr const char* cases_pattern = R"(// SPDX-License-Identifier: Apache-2.0
// The cases that both kernels run; written by tilebridge. The struct that kernels take is a row of
// bytes, and each address in it is {{byte, index of the array, bytes from its beginning}}.
#pragma once

{}

namespace reproducer {{

constexpr const char* native_form = "{}";
constexpr const char* kokkos_form = "{}";

inline std::vector<Case> cases() {{
#ifdef REPRODUCER_ON_GPU
  return {{
{}  }};
#else
  return {{
{}  }};
#endif
}}

}}  // namespace reproducer
)";

bool is_in_file(const ArraySpec& spec) {
  return spec.role == Role::input && spec.exchangeable == 0;
}

/// The bytes of the inputs that cannot be drawn anew: indices, for instance.
std::size_t written_bytes(std::span<const ArraySpec> specs) {
  std::size_t sum = 0;
  for (const ArraySpec& spec : specs) sum += is_in_file(spec) ? spec.bytes : 0;
  return sum;
}

bool can_be_written(const Variant& variant, const Parameters& p) {
  const std::vector<ArraySpec> specs = variant.problem->arrays(p);
  return total_bytes(specs) <= most_bytes && written_bytes(specs) <= most_written_bytes;
}

/// Whether two right results are the same but for roundings.
bool has_one_result(const Variant& variant) {
  return variant.problem->has_one_result() && !variant.races;
}

std::size_t bytes_of(const Variant& variant, const Parameters& p) {
  return total_bytes(variant.problem->arrays(p));
}

/// The case, or one whose largest number is halved until it can be written.
Parameters writable(const pages::Subject& subject, Parameters p) {
  while (!can_be_written(*subject.variant, p)) {
    const Parameter* largest = nullptr;
    for (const Parameter& parameter : subject.experiment->parameters)
      if (p.has(parameter.name) && parameter.words.empty() && !parameter.is_setting() &&
          (largest == nullptr || p[parameter.name] > p[largest->name]))
        largest = &parameter;
    if (largest == nullptr || p[largest->name] / 2 < std::max<std::int64_t>(largest->minimum, 1))
      throw UsageError(fmt::format("the inputs of {} are too many to send; choose another variant",
                                   subject.name()));
    p.set(largest->name, p[largest->name] / 2 / largest->multiple_of * largest->multiple_of);
  }
  return p;
}

/// The case whose ratio README has; none if it is one of hosts, or from before a parameter existed.
std::optional<Parameters> quoted_case(const pages::Subject& subject, const Results& results) {
  const judge::Cells cells(results);
  const auto largest =
      pages::largest_cases(cells, *subject.experiment, subject.variant->original());
  if (largest.empty() || largest.front()->platform == name_of(Platform::host)) return {};
  const Parameters& quoted = largest.front()->parameters;
  const Parameters now = cases_of(*subject.variant, Preset::quick, Platform::cuda).front();
  for (const auto& [name, value] : now)
    if (!quoted.has(name)) return {};
  return quoted;
}

/// Throws UsageError for a variant whose inputs are too large at any size.
std::vector<Parameters> chosen_cases(const pages::Subject& subject, Platform platform,
                                     const Results& results) {
  const Variant& variant = *subject.variant;
  const Parameters quick = cases_of(variant, Preset::quick, platform).front();
  std::vector<Parameters> chosen = {writable(subject, quick)};
  if (platform == Platform::host) return chosen;
  const std::vector<Parameters> standard = cases_of(variant, Preset::standard, platform);
  const auto bytes = [&](const Parameters& p) { return bytes_of(variant, p); };
  const Parameters large = writable(
      subject, quoted_case(subject, results)
                   .value_or(*std::ranges::max_element(standard, std::ranges::less(), bytes)));
  if (written_bytes(variant.problem->arrays(large)) > 0) return {large};
  if (large != chosen.front()) chosen.push_back(large);
  return chosen;
}

double flops_per_output(const Variant& variant, const Parameters& p) {
  double outputs = 0;
  for (const ArraySpec& spec : variant.problem->arrays(p))
    if (spec.role == Role::output) outputs += static_cast<double>(spec.bytes);
  return outputs > 0 ? variant.problem->work(p).flops / outputs : 0;
}

/// By how much results may differ, relative to the largest element: twice the catalogue's bound, as
/// native code and Kokkos may both be off.
class Tolerance {
 public:
  Tolerance(const Variant& variant, const Parameters& like)
      : variant_(variant), small_(smallest_case(like)) {
    // Sums of -1 and 1 are exact.
    if (!variant.problem->is_long_sum() && has_one_result(variant)) of_small_ = known_bound();
  }

  /// Bounds are proportional to the number of roundings, which is at most that of operations.
  double of(const Parameters& p) const {
    const double per_output = flops_per_output(variant_, small_);
    const double more = per_output > 0 ? flops_per_output(variant_, p) / per_output : 1;
    return std::max(more, 1.0) * of_small_;
  }

 private:
  /// The case in which a reference takes the least time, with numbers of the same type.
  Parameters smallest_case(const Parameters& like) const {
    std::vector<Parameters> cases;
    for (const Platform platform : {Platform::host, Platform::cuda})
      for (const Parameters& p : variant_.problem->cases(Preset::quick, platform))
        cases.push_back(p);
    const auto size = [&](const Parameters& p) {
      return static_cast<double>(bytes_of(variant_, p)) + variant_.problem->work(p).flops;
    };
    Parameters smallest = *std::ranges::min_element(cases, std::ranges::less(), size);
    if (like.has(real_parameter)) smallest.set(real_parameter, real_of(like));
    return smallest;
  }

  /// Twice the bound ÷ the largest element, which is the largest error of outputs that are all 0.
  double known_bound() const {
    const std::vector<ArraySpec> specs = variant_.problem->arrays(small_);
    HostArrays host(specs, seed);
    for (const ArraySpec& spec : specs)
      if (spec.role == Role::output) std::ranges::fill(host.bytes(spec.name), std::byte{0});
    const Validation zeros = variant_.problem->validate(host, small_);
    return zeros.max_error > 0 ? 2 * zeros.bound / zeros.max_error : 0;
  }

  const Variant& variant_;
  Parameters small_;
  double of_small_ = 0;
};

/// Addresses that no memory has, an array's own 2^48 bytes each; `mark` is their highest byte.
std::uint64_t marked_address(std::uint64_t mark, std::size_t array) {
  return mark << 56U | (static_cast<std::uint64_t>(array) + 1) << 48U;
}

Arguments marked_arguments(const Variant& variant, const Parameters& p, std::uint64_t mark) {
  ArrayPointers at;
  std::size_t array = 0;
  for (const ArraySpec& spec : variant.problem->arrays(p))
    at.set(spec.name, reinterpret_cast<void*>(marked_address(mark, array++)));
  return variant.problem->bind(at, p);
}

std::uint64_t word_at(const void* bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, static_cast<const char*>(bytes) + at, sizeof word);
  return word;
}

struct WrittenStruct {
  std::string type;                         // as the compiler names it
  std::vector<unsigned char> bytes;         // 0 where addresses are
  std::vector<std::string> addresses = {};  // "{8, 1, 0}", as an Address
};

/// The struct that kernels take. Its addresses are where two structs differ by their marks.
WrittenStruct written_struct(const Variant& variant, const Parameters& p) {
  constexpr std::uint64_t first_mark = 0x5a, second_mark = 0x3c;
  const Arguments first = marked_arguments(variant, p, first_mark);
  const Arguments second = marked_arguments(variant, p, second_mark);
  const auto* const begin = static_cast<const unsigned char*>(first.data());
  WrittenStruct written = {first.type().name(), {begin, begin + first.bytes()}};
  const std::size_t arrays = variant.problem->arrays(p).size();
  for (std::size_t at = 0; at + sizeof(void*) <= first.bytes(); at += sizeof(void*)) {
    const std::uint64_t address = word_at(first.data(), at);
    const std::uint64_t array = (address >> 48U & 0xffU) - 1;
    const std::uint64_t after = address - marked_address(first_mark, array);
    if (array >= arrays || word_at(second.data(), at) - marked_address(second_mark, array) != after)
      continue;
    written.addresses.push_back(fmt::format("{{{}, {}, {}}}", at, array, after));
    std::memset(&written.bytes[at], 0, sizeof address);
  }
  return written;
}

/// "1, 0, 255" in lines.
std::string lines_of(const std::vector<unsigned char>& bytes) {
  constexpr std::size_t in_line = 20;
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    text += fmt::format("{}{},", i % in_line > 0 ? " " : "\n       ", bytes[i]);
  return text;
}

std::string name_of_element(ElementType element) {
  constexpr std::array names = {"bytes", "words", "halves", "bfloat16s", "floats", "doubles"};
  return fmt::format("Element::{}", names[static_cast<std::size_t>(element)]);
}

std::string name_of_space(Space space) {
  constexpr std::array names = {"device", "pageable", "pinned", "managed"};
  return fmt::format("Space::{}", names[static_cast<std::size_t>(space)]);
}

/// An array as cases.hpp has it; an input that is in a file is added to `files`.
std::string array_text(const ArraySpec& spec, std::size_t stream, Draw draw,
                       std::vector<WrittenFile>& files) {
  std::string contents = spec.exchangeable > 0 ? fmt::format("Contents::random, {}u", spec.below)
                         : spec.begins_as.empty()
                             ? "Contents::unset"
                             : fmt::format("Contents::copy, 0, \"{}\"", spec.begins_as);
  if (is_in_file(spec)) {
    std::string bytes(spec.bytes, '\0');
    spec.fill(std::as_writable_bytes(std::span(bytes)), Random(seed, stream, draw));
    if (std::ranges::find(files, bytes, &WrittenFile::text) == files.end())
      files.push_back({fmt::format("inputs/{}_{}.bin", files.size(), spec.name), bytes});
    contents = fmt::format("Contents::file, 0, \"{}\"",
                           std::ranges::find(files, bytes, &WrittenFile::text)->path);
  }
  return fmt::format("       {{\"{}\", {}u, {}, {}, {}}},\n", spec.name, spec.bytes,
                     name_of_space(spec.space), name_of_element(spec.element), contents);
}

std::string case_text(const Variant& variant, const Parameters& p, const Tolerance& tolerance,
                      std::vector<WrittenFile>& files) {
  const Problem& problem = *variant.problem;
  const bool signs = problem.is_long_sum();
  const std::vector<ArraySpec> specs = problem.arrays(p);
  std::string arrays;
  for (std::size_t i = 0; i < specs.size(); ++i)
    arrays += array_text(specs[i], i, signs ? Draw::signs : Draw::uniform, files);
  const auto [type, bytes, addresses] = written_struct(variant, p);
  return fmt::format(
      "      {{\"{}\",\n"
      "       {{\n{}       }},\n"
      "       \"{}\",\n"
      "       {{{}}},\n"
      "       {{{}}},\n"
      "       /*signs=*/{}, /*has_one_result=*/{}, /*tolerance=*/{:.2g}}},\n",
      to_string(p), arrays, type, lines_of(bytes), fmt::join(addresses, ", "), signs,
      has_one_result(variant), tolerance.of(p));
}

/// "rows=1Ki cols=1Ki, rows=8Ki cols=8Ki".
std::string sizes_text(const std::vector<Parameters>& cases) {
  std::vector<std::string> sizes;
  for (const Parameters& p : cases) sizes.push_back("`" + to_string(p) + "`");
  return fmt::format("{}", fmt::join(sizes, ", "));
}

std::string inputs_text(const Variant& variant, std::size_t bytes) {
  std::string text =
      variant.problem->is_long_sum()
          ? "Random inputs are -1 or 1, whose sums are exact in any order: results "
            "must be equal."
          : "Random inputs are the same in every run: `harness/numbers.hpp` draws them.";
  if (bytes > 0)
    text += fmt::format(" Other inputs, such as indices, are in `inputs/` ({} bytes).", bytes);
  if (!has_one_result(variant))
    return text + " Two right results may differ, and are not compared.";
  if (variant.problem->is_long_sum()) return text;
  return text +
         " What results may differ by is twice the bound that tilebridge derives from the "
         "roundings; `cases.hpp` has it, and the program prints it if they differ.";
}

}  // namespace

bool runs_on(const pages::Subject& subject, Platform platform) {
  const auto& [experiment, variant] = subject;
  return variant->runs(controlled, platform) &&
         experiment->variant(variant->listing()).runs(Model::native, platform);
}

WrittenCases written_cases(const pages::Subject& subject, const Results& results) {
  const Variant& variant = *subject.variant;
  const Tolerance tolerance(
      variant, cases_of(variant, Preset::quick,
                        runs_on(subject, Platform::host) ? Platform::host : Platform::cuda)
                   .front());
  WrittenCases written;
  std::string sizes;
  std::array<std::string, 2> texts;  // of the cases on a host, and on a GPU
  for (const Platform platform : {Platform::host, Platform::cuda}) {
    if (!runs_on(subject, platform)) continue;
    const bool is_host = platform == Platform::host;
    const std::vector<Parameters> cases = chosen_cases(subject, platform, results);
    for (const Parameters& p : cases)
      texts[is_host ? 0 : 1] += case_text(variant, p, tolerance, written.files);
    sizes += fmt::format("Sizes on {}: {}. ", is_host ? "a host" : "a GPU", sizes_text(cases));
  }
  const std::optional<Parameters> quoted = quoted_case(subject, results);
  if (quoted && !can_be_written(variant, *quoted))
    sizes += "The inputs of the size that the ratio above is of are too large for this folder. ";
  std::size_t bytes = 0;
  for (const WrittenFile& file : written.files) bytes += file.text.size();
  written.text = sizes + inputs_text(variant, bytes);
  written.files.push_back(
      {"cases.hpp", fmt::format(cases_pattern, "#include \"harness/case.hpp\"",
                                name_of(subject.experiment->reference_of(variant).form),
                                name_of(variant.form_of(controlled)), texts[1], texts[0])});
  return written;
}

}  // namespace tilebridge::cli
