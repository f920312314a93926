#include "catalogue/device_symbol.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform) {
  if (variant.name == "round_trip") return {{{"n", 1}}};
  if (preset == Preset::quick) return {{{"n", 64 * Ki}}};
  return {{{"n", Ki}}, {{"n", 64 * Ki}}, {{"n", 1024 * Ki}}};
}

ArraySpec initial_value() {
  return {"initial", sizeof(float), Role::input,
          [](std::span<std::byte> bytes, const Random&) {
            *reinterpret_cast<float*>(bytes.data()) = 3.14F;
          },
          Space::pinned};
}

std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  if (variant.name == "round_trip")
    return {initial_value(), in(Space::pinned, output<float>("result", 1))};
  if (variant.name == "to_symbol")
    return {in(Space::pinned, uniform_input("in", n)), output<float>("out", n)};
  return {uniform_input("in", n), in(Space::pinned, output<float>("out", n))};
}

/// What crosses the link. The copy on the device that to_symbol makes for validation takes a small
/// part of the time.
Work work(const Variant& variant, const Parameters& p) {
  const double bytes = static_cast<double>(p["n"]) * sizeof(float);
  Work work;
  if (variant.name != "from_symbol") work.to_device = bytes;
  if (variant.name != "to_symbol") work.to_host = bytes;
  return work;
}

std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
  if (variant.name == "round_trip")
    return SymbolRoundTrip{at.get<const float>("initial"), at.get<float>("result")};
  return SymbolCopy{at.get<const float>("in"), at.get<float>("out"),
                    static_cast<std::size_t>(p["n"])};
}

/// The sum of two floats is exact in double precision; one rounding brings it back to single.
Validation validate(const Variant& variant, const HostArrays& host, const Parameters&) {
  if (variant.name == "round_trip") {
    const double sum = double{host.get<float>("initial").front()} + SymbolRoundTrip::increment;
    return compare_elements(host.get<float>("result"),
                            [&](std::size_t) { return exactly(static_cast<float>(sum)); });
  }
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) { return exactly(in[i]); });
}

}  // namespace

Experiment device_symbol() {
  Experiment e;
  e.name = "device_symbol";
  e.family = "memory";
  e.question = "What does it cost to set a variable of the device's from the host, and to read it?";
  e.sources = {{"D4", "variables in file scope"}};
  e.parameters = {{"n", "elements of the variable (4 bytes)", 1, 0,
                   static_cast<std::int64_t>(SymbolCopy::most)}};
  e.variants = {
      {"round_trip",
       Level::textbook,
       "3.14 to a __device__ variable, 2 added by a kernel, 5.14 back; in Kokkos a View of rank 0",
       native_and_kokkos(),
       {},
       {{"n", 1}}},
      {"to_symbol", Level::textbook,
       "pinned memory to a __device__ array, and on to device memory, where it can be validated; "
       "in Kokkos a View",
       native_and_kokkos()},
      {"from_symbol", Level::textbook,
       "a __device__ array, set before the launch, to pinned memory; in Kokkos a View",
       native_and_kokkos()},
  };
  e.cases = cases;
  e.arrays = arrays;
  e.work = work;
  e.bind = bind;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
