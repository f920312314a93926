#include "catalogue/block_size.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

bool is_matmul(const Variant& variant) { return variant.listing() == "matmul"; }

/// Its arrays, its work and its reference are this matmul's.
const Experiment& matrix_product() {
  static const Experiment experiment = matmul();
  return experiment;
}

Parameters matrix_sizes(const Parameters& p) {
  return {{"m", p["size"]}, {"n", p["size"]}, {"k", p["size"]}};
}

std::vector<std::int64_t> thread_counts(const Variant& variant, Preset preset) {
  if (variant.only_at) return {variant.only_at->second};
  const bool quick = preset == Preset::quick;
  if (variant.name == "threads")
    return quick ? std::vector<std::int64_t>{1, 2} : std::vector<std::int64_t>{1, 2, 4, 8, 16, 32};
  return quick ? std::vector<std::int64_t>{32, 256, 1024}
               : std::vector<std::int64_t>{32, 64, 128, 256, 512, 1024};
}

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  std::int64_t n = preset == Preset::full ? 256 * Mi : 32 * Mi;
  std::int64_t size = preset == Preset::full ? 4096 : 2048;
  if (preset == Preset::quick) {
    n = 8 * Mi;
    size = 512;
  }
  if (platform == Platform::host) {
    n = preset == Preset::quick ? Mi : 32 * Mi;
    size = 64;
  }
  std::vector<Parameters> result;
  for (const std::int64_t threads : thread_counts(variant, preset))
    result.push_back({{"n", n}, {"size", size}, {"threads", threads}});
  return result;
}

std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
  if (is_matmul(variant)) return matrix_product().arrays(variant, matrix_sizes(p));
  const auto n = static_cast<std::size_t>(p["n"]);
  return {uniform_input("a", n), uniform_input("b", n), output<float>("c", n)};
}

Work work(const Variant& variant, const Parameters& p) {
  if (is_matmul(variant)) return matrix_product().work(variant, matrix_sizes(p));
  const auto n = static_cast<double>(p["n"]);
  return {2 * n * sizeof(float), n * sizeof(float), n};
}

std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
  const auto threads = static_cast<int>(p["threads"]);
  if (is_matmul(variant))
    return BlockedMatmul{
        std::any_cast<Matmul<float>>(matrix_product().bind(variant, at, matrix_sizes(p))), threads};
  return BlockedAdd{at.get<const float>("a"), at.get<const float>("b"), at.get<float>("c"),
                    static_cast<std::size_t>(p["n"]), threads};
}

/// The sum of two floats is exact in double precision; one rounding brings it back to single.
Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
  if (is_matmul(variant)) return matrix_product().validate(variant, host, matrix_sizes(p));
  const auto a = host.get<float>("a");
  const auto b = host.get<float>("b");
  return compare_elements(host.get<float>("c"), [&](std::size_t i) {
    const double sum = double{a[i]} + double{b[i]};
    return within(sum, unit_roundoff * std::abs(sum));
  });
}

}  // namespace

Experiment block_size() {
  const std::vector<Support> native_and_kokkos_on_gpu = {{Model::native, {Platform::cuda}},
                                                         {Model::kokkos, {Platform::cuda}}};
  const std::vector<Support> kokkos_on_gpu = {{Model::kokkos, {Platform::cuda}}};
  const std::pair<std::string, std::int64_t> usual = {"threads", 256};
  Experiment e;
  e.name = "block_size";
  e.family = "execution";
  e.question = "How many threads should a block have?";
  e.sources = {{"D1", "§5.4"}, {"D5", "block size"}};
  e.parameters = {
      {"n", "elements of each vector (4 bytes), not of `matmul`", 32 * Mi, 0,
       std::int64_t{1} << 30},  // blocks of one thread are then as many
      {"size", "rows and columns of each matrix, `matmul` only", 2048, 0, 32768},
      {"threads", "threads of a block; on a host, of the loop", 256, 1, 1024},
  };
  e.variants = {
      {"add", Level::textbook, "c[i] = a[i] + b[i], one element a thread",
       native_and_kokkos_on_gpu},
      matched("add", "raw team ranks, launch bounds"),
      {"matmul", Level::textbook,
       "one element of C a thread, from global memory; blocks of 32 columns (fewer where 32 does "
       "not divide their threads)",
       native_and_kokkos_on_gpu},
      matched("matmul", "raw team ranks, league and team divided by multiplication, launch bounds"),
      {"add_auto", Level::idiomatic, "add in teams of the size that Kokkos::AUTO takes",
       kokkos_on_gpu, "add", usual},
      {"matmul_auto", Level::idiomatic,
       "matmul in teams of rows of 32, as many as Kokkos::AUTO takes", kokkos_on_gpu, "matmul",
       usual},
      {"threads",
       Level::textbook,
       "add on a host by so many threads",
       {{Model::native, {Platform::host}},
        {Model::kokkos, {}, "a host's execution space always uses all of its threads"}}},
  };
  e.cases = cases;
  e.arrays = arrays;
  e.work = work;
  e.bind = bind;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
