// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/bank_conflict.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/tiling/bank_conflict_accesses.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t tile_words = std::size_t{TileExchange::tile} * TileExchange::tile;

std::vector<Parameters> strides(Preset preset, Platform platform) {
  const std::int64_t blocks = platform == Platform::host ? 32 : 8 * 132;
  const std::int64_t repeats = preset == Preset::quick ? 32 : 256;
  std::vector<Parameters> result;
  for (const std::int64_t stride : {1, 2, 4, 8, 16, 32, 33})
    result.push_back({{"stride", stride}, {"repeats", repeats}, {"blocks", blocks}});
  return result;
}

/// The bytes the repeats request from shared memory when every thread requests one word in each;
/// the initial fill is not counted.
double bytes_asked(std::size_t threads, const Parameters& p) {
  return static_cast<double>(threads) * static_cast<double>(p["repeats"]) * sizeof(std::uint32_t);
}

/// The result of the threads of a block, the same for every block.
std::vector<std::uint32_t> sums_of_block(const HostArrays& host, const Parameters& p) {
  const auto in = host.get<std::uint32_t>("in");
  const auto stride = p.as_size("stride");
  const std::size_t repeats = p.as_size("repeats");
  std::vector<std::uint32_t> sums(StridedLoads::block_size);
#pragma omp parallel for
  for (std::size_t thread = 0; thread < sums.size(); ++thread)
    for (std::size_t r = 0; r < repeats; ++r)
      for (std::size_t k = 0; k < StridedLoads::loads; ++k)
        sums[thread] += in[thread * stride % StridedLoads::span + r % 32 + 32 * k];
  return sums;
}

struct LoadsProblem {
  static std::size_t threads(const Parameters& p) {
    return p.as_size("blocks") * StridedLoads::block_size;
  }

  StridedLoads make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<std::uint32_t>(random_words("in", StridedLoads::words)),
            .out = arrays.output<std::uint32_t>("out", threads(p)),
            .blocks = static_cast<int>(p["blocks"]),
            .stride = static_cast<int>(p["stride"]),
            .repeats = static_cast<int>(p["repeats"])};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = StridedLoads::loads * bytes_asked(threads(p), p), .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::vector<std::uint32_t> sums = sums_of_block(host, p);
    return compare_elements(host.get<std::uint32_t>("out"),
                            [&](std::size_t i) { return exactly(sums[i % sums.size()]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    return strides(preset, platform);
  }
};

struct ExchangeProblem {
  static std::size_t threads(const Parameters& p) { return p.as_size("blocks") * tile_words; }

  TileExchange make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<std::uint32_t>(random_words("in", tile_words)),
            .out = arrays.output<std::uint32_t>("out", threads(p)),
            .blocks = static_cast<int>(p["blocks"]),
            .repeats = static_cast<int>(p["repeats"])};
  }
  Work work(const Parameters& p) const {
    const double bytes = bytes_asked(threads(p), p);
    return {.bytes_read = bytes, .bytes_written = bytes, .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<std::uint32_t>("in");
    const std::size_t repeats = p.as_size("repeats");
    const auto added = static_cast<std::uint32_t>(repeats * (repeats - 1) / 2);
    return compare_elements(host.get<std::uint32_t>("out"), [&](std::size_t i) {
      const std::size_t from = (i + repeats * TileExchange::tile) % tile_words;
      return exactly(static_cast<std::uint32_t>(in[from] + added));
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    return strides(preset, platform);
  }
};

}  // namespace

Experiment bank_conflict() {
  const ProblemPointer loads = problem(LoadsProblem{});
  const ProblemPointer exchange = problem(ExchangeProblem{});
  const std::string ranks =
      "raw team ranks, scratch memory by get_shmem, all loads of a thread before its first store";
  const std::string registers =
      "raw team ranks, a thread's loaded value in a register, scratch memory by get_shmem";
  Experiment e;
  e.name = "bank_conflict";
  e.family = Family::tiling;
  e.question = "What does it cost when threads of a warp access the same bank of shared memory?";
  e.sources = {{"D3", "§5"}, {"D4", "memory banks"}, {"D5", "§1.3"}};
  e.parameters = {
      {"stride", "distance between neighbouring threads' words (4 bytes), in words", 32, 0, 33},
      {"repeats", "times a thread loads 16 words, or stores one and loads one", 256, 1, 1 << 20},
      {"blocks", "blocks (of 256 threads for `strided` and `broadcast`, else of 1024)", 8 * 132, 0,
       1 << 20},
  };
  // Static shared memory has no equivalent in Kokkos: a team's scratch memory is always dynamic.
  e.variants = {
      {.name = "strided",
       .level = Level::textbook,
       .technique = "strided loads from static shared memory (Kokkos: dynamic scratch); a host "
                    "has no banks",
       .models = native_and_kokkos(),
       .problem = loads,
       .accesses = bank_conflict_accesses::strided},
      matched("strided", ranks),
      {.name = "broadcast",
       .level = Level::textbook,
       .technique = "the same loads, all lanes read one word",
       .models = native_and_kokkos_on_gpu(),
       .only_at = {{"stride", 0}},
       .problem = loads,
       .accesses = bank_conflict_accesses::strided},
      matched("broadcast", ranks),
      {.name = "row_row",
       .level = Level::textbook,
       .technique = "a 32×32 tile in static shared memory (Kokkos: dynamic scratch); a warp stores "
                    "a row, loads a row",
       .models = native_and_kokkos_on_gpu(),
       .only_at = {{"stride", 1}},
       .problem = exchange,
       .accesses = bank_conflict_accesses::row_row},
      matched("row_row", registers),
      {.name = "column_column",
       .level = Level::textbook,
       .technique = "the same tile; a warp stores a column, loads a column: 32 words in one bank",
       .models = native_and_kokkos_on_gpu(),
       .only_at = {{"stride", 32}},
       .problem = exchange,
       .accesses = bank_conflict_accesses::column_column},
      matched("column_column", registers),
      {.name = "padded_column",
       .level = Level::textbook,
       .technique = "columns of a 32×33 tile: no bank conflict",
       .models = native_and_kokkos_on_gpu(),
       .only_at = {{"stride", 33}},
       .problem = exchange,
       .accesses = bank_conflict_accesses::padded_column},
      matched("padded_column", registers),
      {.name = "dynamic_column",
       .level = Level::textbook,
       .technique = "column_column in dynamic shared memory, as Kokkos's always is",
       .models = native_and_kokkos_on_gpu(),
       .only_at = {{"stride", 32}},
       .problem = exchange,
       .accesses = bank_conflict_accesses::column_column},
      matched("dynamic_column", registers),
  };
  for (Variant& variant : e.variants)
    variant.reads_more = variant.writes_other =
        "its work counts what is requested from shared memory";
  // At every stride of a preset.
  e.ragged = {{"blocks", 3}};
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 131}}, {"repeats", {1, 2, 31, 32, 33, 100}}}}};
  return e;
}

}  // namespace tilebridge
