#include "catalogue/reorder.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t members = Reorder::members;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (platform == Platform::host) return {{{"n", preset == Preset::quick ? 128 * Ki : 4 * Mi}}};
  if (preset == Preset::full) return {{{"n", 4 * Mi}}, {{"n", 64 * Mi}}};
  return {{{"n", 4 * Mi}}};
}

std::size_t elements(const Parameters& p) { return static_cast<std::size_t>(p["n"]) * members; }

Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"),
                          [&](std::size_t i) { return exactly(in[i % n * members + i / n]); });
}

constexpr std::int64_t words = Reorder::members;  // of a structure

Address out_of_member(std::int64_t n, int block_size) {
  return [=](Thread thread, std::int64_t m) {
    const std::int64_t i = thread.block * block_size + thread.rank;
    return i < n ? (m * n + i) * 4 : inactive;
  };
}

Kernel direct(std::int64_t n, int block_size) {
  const Address in = [=](Thread thread, std::int64_t m) {
    const std::int64_t i = thread.block * block_size + thread.rank;
    return i < n ? (i * words + m) * 4 : inactive;
  };
  return {blocks_for(n, block_size),
          block_size,
          {load("in", 4, in, words), store("out", 4, out_of_member(n, block_size), words)}};
}

/// Word e of a block's structures is staged at e + e / 96: see the kernels.
constexpr std::int64_t padded(std::int64_t e) { return e + e / 96; }

/// `all`: also where the block's structures go beyond n, zeros are staged.
Kernel staged(std::int64_t n, bool all) {
  constexpr int block_size = 256;
  const auto word = [](Thread thread, std::int64_t k) { return thread.rank + k * block_size; };
  const Address in = [=](Thread thread, std::int64_t k) {
    const std::int64_t e = thread.block * block_size * words + word(thread, k);
    return e < n * words ? e * 4 : inactive;
  };
  const Address fill = [=](Thread thread, std::int64_t k) {
    return all || in(thread, k) != inactive ? padded(word(thread, k)) * 4 : inactive;
  };
  const Address take = [=](Thread thread, std::int64_t m) {
    const std::int64_t i = thread.block * block_size + thread.rank;
    return i < n ? (padded(thread.rank * words) + m) * 4 : inactive;
  };
  return {blocks_for(n, block_size),
          block_size,
          {load("in", 4, in, words), in_shared(store("staged", 4, fill, words)),
           in_shared(load("staged", 4, take, words)),
           store("out", 4, out_of_member(n, block_size), words)}};
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  if (variant.problem() == "direct") return {direct(p["n"], flat_block_size(variant, model))};
  return {staged(p["n"], model == Model::native || variant.level == Level::matched)};
}

}  // namespace

Experiment reorder() {
  Experiment e;
  e.name = "reorder";
  e.family = "tiling";
  e.question =
      "What does it cost to take structures apart into arrays, and what does staging on chip save?";
  e.sources = {{"D2", "§6.3"}};
  e.parameters = {{"n", "structures (six floats, 24 bytes)", 4 * Mi, 0, std::int64_t{1} << 32}};
  e.variants = {
      {"direct", Level::textbook, "one structure a thread: reads 24 bytes apart, writes coalesced",
       native_and_kokkos()},
      {"staged", Level::textbook,
       "256 structures in shared memory, padded: reads and writes coalesced, no bank conflict",
       native_and_kokkos()},
      matched("staged", "raw team ranks, scratch memory by get_shmem"),
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
    return Reorder{at.get<const float>("in"), at.get<float>("out"),
                   static_cast<std::size_t>(p["n"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
