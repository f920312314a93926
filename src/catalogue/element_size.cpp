#include "catalogue/element_size.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t largest_element = 16;

std::size_t element_bytes(const Parameters& p) { return std::stoul(p.word("bytes")); }

std::size_t count(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  return variant.listing() == "same_count" ? n : n * largest_element / element_bytes(p);
}

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  const bool same_bytes = variant.listing() == "same_bytes";
  std::int64_t n = same_bytes ? 8 * Mi : 32 * Mi;
  if (preset == Preset::quick) n = same_bytes ? 4 * Mi : 16 * Mi;
  if (platform == Platform::host) n = preset == Preset::quick ? 256 * Ki : 4 * Mi;
  std::vector<Parameters> result;
  for (const char* bytes : {"1", "2", "4", "8", "16"})
    result.push_back({{"n", n}, {"bytes", bytes}});
  if (preset == Preset::full && platform != Platform::host && same_bytes)
    for (const char* bytes : {"1", "4", "16"}) result.push_back({{"n", 32 * Mi}, {"bytes", bytes}});
  return result;
}

/// Random bytes, none of them the poison: a byte that was never written cannot be right.
ArraySpec byte_input(std::string name, std::size_t bytes) {
  return {std::move(name), bytes, Role::input,
          [](std::span<std::byte> values, const Random& random) {
#pragma omp parallel for
            for (std::size_t i = 0; i < values.size(); ++i)
              values[i] = static_cast<std::byte>(random.bits(i) % poison);
          }};
}

/// Byte by byte: a double does not hold the larger elements.
Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
  const auto in = host.get<std::uint8_t>("in");
  return compare_elements(host.get<std::uint8_t>("out"),
                          [&](std::size_t i) { return exactly(in[i]); });
}

/// One element a thread.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const int block_size = flat_block_size(variant, model);
  const auto elements = static_cast<std::int64_t>(count(variant, p));
  const auto bytes = static_cast<int>(element_bytes(p));
  const Address in_order = each(elements, block_size, bytes, [](std::int64_t i) { return i; });
  return {{blocks_for(elements, block_size),
           block_size,
           {load("in", bytes, in_order), store("out", bytes, in_order)}}};
}

}  // namespace

Experiment element_size() {
  Experiment e;
  e.name = "element_size";
  e.family = "coalescing";
  e.question = "What does the size of the element that a thread copies cost?";
  e.sources = {{"D2", "§4.2"}};
  e.parameters = {
      {"n", "elements (`same_count`), or units of 16 bytes (`same_bytes`)", 32 * Mi, 0,
       std::int64_t{1} << 32},
      {"bytes", "size of an element, in bytes", "4", 0, 0, {"1", "2", "4", "8", "16"}},
  };
  const std::string ranks = "teams of 256 threads, one element each by raw team rank";
  e.variants = {
      {"same_count", Level::textbook, "n elements whatever their size, one a thread",
       native_and_kokkos()},
      matched("same_count", ranks),
      {"same_bytes", Level::textbook,
       "16·n bytes whatever the elements' size, one element a thread", native_and_kokkos()},
      matched("same_bytes", ranks),
  };
  e.cases = cases;
  e.arrays = [](const Variant& variant, const Parameters& p) -> std::vector<ArraySpec> {
    const std::size_t bytes = count(variant, p) * element_bytes(p);
    return {byte_input("in", bytes), output<std::uint8_t>("out", bytes)};
  };
  e.work = [](const Variant& variant, const Parameters& p) {
    const auto bytes = static_cast<double>(count(variant, p) * element_bytes(p));
    return Work{bytes, bytes, 0};
  };
  e.bind = [](const Variant& variant, const ArrayPointers& at, const Parameters& p) -> std::any {
    return SizedCopy{at.get<const void>("in"), at.get<void>("out"), count(variant, p),
                     static_cast<int>(element_bytes(p))};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
