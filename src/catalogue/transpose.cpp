#include "catalogue/transpose.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const Parameters document = {{"rows", 1024}, {"cols", 1024}};
  if (platform == Platform::host) {
    if (preset == Preset::quick) return {document};
    return {document, {{"rows", 4096}, {"cols", 4096}}, {{"rows", 3000}, {"cols", 5001}}};
  }
  if (preset == Preset::quick) return {document, {{"rows", 8192}, {"cols", 8192}}};
  return {document, {{"rows", 16384}, {"cols", 16384}}, {{"rows", 10007}, {"cols", 20011}}};
}

std::size_t elements(const Parameters& p) {
  return static_cast<std::size_t>(p["rows"]) * static_cast<std::size_t>(p["cols"]);
}

Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto rows = static_cast<std::size_t>(p["rows"]);
  const auto cols = static_cast<std::size_t>(p["cols"]);
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"),
                          [&](std::size_t i) { return exactly(in[i % rows * cols + i / rows]); });
}

}  // namespace

Experiment transpose() {
  constexpr std::int64_t largest =
      std::int64_t{65535} * 32;  // the listing's rows of tiles are gridDim.y
  const std::vector<Support> kokkos = {{Model::kokkos, {Platform::host, Platform::cuda}}};
  Experiment e;
  e.name = "transpose";
  e.family = "tiling";
  e.question = "What does it cost to read rows and write columns, and what does a tile save?";
  e.sources = {{"D3", "§4"}, {"D4", "matrix transpose"}};
  e.parameters = {
      {"rows", "rows of the input", 1024, 0, largest},
      {"cols", "columns of the input", 1024, 0, largest},
  };
  e.variants = {
      {"read_coalesced", Level::textbook,
       "neighbouring threads read along a row, write down a column", native_and_kokkos()},
      {"write_coalesced", Level::textbook,
       "neighbouring threads read down a column, write along a row", native_and_kokkos()},
      {"tile", Level::textbook, "a 32×32 tile in shared memory, 8 rows a pass; columns conflict",
       native_and_kokkos()},
      {"padded_tile", Level::textbook, "the same tile with one more column: no bank conflict",
       native_and_kokkos()},
      {"swizzled_tile", Level::textbook,
       "the same tile, column index xor row: no conflict, no padding", native_and_kokkos()},
      {"mdrange", Level::idiomatic, "an MDRangePolicy with its default tile", kokkos,
       "read_coalesced"},
      {"layout_copy", Level::idiomatic, "deep_copy from a LayoutRight into a LayoutLeft View",
       kokkos, "padded_tile"},
      {"geam", Level::vendor, "cuBLAS sgeam", {{Model::vendor, {Platform::cuda}}}, "padded_tile"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("in", elements(p)), output<float>("out", elements(p))};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const double bytes = static_cast<double>(elements(p)) * sizeof(float);
    return Work{bytes, bytes, 0};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Transpose{at.get<const float>("in"), at.get<float>("out"), static_cast<int>(p["rows"]),
                     static_cast<int>(p["cols"])};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
