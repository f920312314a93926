#include "catalogue/bank_conflict.hpp"

#include <utility>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t tile_words = std::size_t{TileExchange::tile} * TileExchange::tile;

bool loads_only(const Variant& variant) {
  return variant.problem() == "strided" || variant.problem() == "broadcast";
}

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  const std::int64_t blocks = platform == Platform::host ? 32 : 8 * 132;
  const std::int64_t repeats = preset == Preset::quick ? 32 : 256;
  std::vector<std::int64_t> strides = {1, 2, 4, 8, 16, 32, 33};
  if (variant.only_at) strides = {variant.only_at->second};
  std::vector<Parameters> result;
  for (const std::int64_t stride : strides)
    result.push_back({{"stride", stride}, {"repeats", repeats}, {"blocks", blocks}});
  return result;
}

std::size_t threads(const Variant& variant, const Parameters& p) {
  return static_cast<std::size_t>(p["blocks"]) *
         (loads_only(variant) ? StridedLoads::block_size : tile_words);
}

ArraySpec random_words(std::string name, std::size_t words) {
  return {std::move(name), words * sizeof(std::uint32_t), Role::input,
          [words](std::span<std::byte> bytes, const Random& random) {
            auto* word = reinterpret_cast<std::uint32_t*>(bytes.data());
            for (std::size_t i = 0; i < words; ++i)
              word[i] = static_cast<std::uint32_t>(random.bits(i));
          }};
}

std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
  return {random_words("in", loads_only(variant) ? StridedLoads::words : tile_words),
          output<std::uint32_t>("out", threads(variant, p))};
}

/// What the repeats ask of shared memory; filling it the first time is left out.
Work work(const Variant& variant, const Parameters& p) {
  const double bytes = static_cast<double>(threads(variant, p)) *
                       static_cast<double>(p["repeats"]) * sizeof(std::uint32_t);
  if (loads_only(variant)) return {StridedLoads::loads * bytes, 0, 0, true};
  return {bytes, bytes, 0, true};
}

std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
  const auto* in = at.get<const std::uint32_t>("in");
  auto* out = at.get<std::uint32_t>("out");
  const auto blocks = static_cast<int>(p["blocks"]);
  const auto repeats = static_cast<int>(p["repeats"]);
  if (loads_only(variant))
    return StridedLoads{in, out, blocks, static_cast<int>(p["stride"]), repeats};
  return TileExchange{in, out, blocks, repeats};
}

/// Every block has the same sums.
Validation validate_loads(const HostArrays& host, std::size_t stride, std::size_t repeats) {
  const auto in = host.get<std::uint32_t>("in");
  std::vector<std::uint32_t> sums(StridedLoads::block_size);
#pragma omp parallel for
  for (std::size_t thread = 0; thread < sums.size(); ++thread)
    for (std::size_t r = 0; r < repeats; ++r)
      for (std::size_t k = 0; k < StridedLoads::loads; ++k)
        sums[thread] += in[thread * stride % StridedLoads::span + r % 32 + 32 * k];
  return compare_elements(host.get<std::uint32_t>("out"),
                          [&](std::size_t i) { return exactly(sums[i % sums.size()]); });
}

Validation validate_exchange(const HostArrays& host, std::size_t repeats) {
  const auto in = host.get<std::uint32_t>("in");
  const auto added = static_cast<std::uint32_t>(repeats * (repeats - 1) / 2);
  return compare_elements(host.get<std::uint32_t>("out"), [&](std::size_t i) {
    const std::size_t from = (i + repeats * TileExchange::tile) % tile_words;
    return exactly(static_cast<std::uint32_t>(in[from] + added));
  });
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
  const auto repeats = static_cast<std::size_t>(p["repeats"]);
  if (!loads_only(variant)) return validate_exchange(host, repeats);
  return validate_loads(host, static_cast<std::size_t>(p["stride"]), repeats);
}

/// Filling shared memory, the loads of repeat step / loads, and the sum.
Kernel strided_loads(const Parameters& p) {
  constexpr int block_size = StridedLoads::block_size;
  constexpr std::int64_t passes = StridedLoads::words / block_size;
  const std::int64_t stride = p["stride"];
  const Address fill = [](Thread thread, std::int64_t pass) {
    return (thread.rank + pass * block_size) * 4;
  };
  const Address take = [=](Thread thread, std::int64_t step) {
    const std::int64_t first = thread.rank * stride % StridedLoads::span;
    const std::int64_t repeat = step / StridedLoads::loads;
    return (first + repeat % 32 + 32 * (step % StridedLoads::loads)) * 4;
  };
  const Address sum = [](Thread thread, std::int64_t) {
    return (thread.block * block_size + thread.rank) * 4;
  };
  return {p["blocks"],
          block_size,
          {load("in", 4, fill, passes), in_shared(store("words", 4, fill, passes)),
           in_shared(load("words", 4, take, p["repeats"] * StridedLoads::loads)),
           store("out", 4, sum)}};
}

/// A tile of rows of `columns` words; thread (y, x) stores in row y, or in column y.
Kernel exchange(const Parameters& p, std::int64_t columns, bool in_row) {
  constexpr int tile = TileExchange::tile;
  const auto place = [=](std::int64_t y, std::int64_t x) {
    return (in_row ? y * columns + x : x * columns + y) * 4;
  };
  const Address in = [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; };
  const Address put = [=](Thread thread, std::int64_t) {
    return place(thread.rank / tile, thread.rank % tile);
  };
  const Address take = [=](Thread thread, std::int64_t) {
    return place((thread.rank / tile + 1) % tile, thread.rank % tile);
  };
  const Address out = [](Thread thread, std::int64_t) {
    return (thread.block * tile * tile + thread.rank) * 4;
  };
  return {p["blocks"],
          tile * tile,
          {load("in", 4, in), in_shared(store("words", 4, put, p["repeats"])),
           in_shared(load("words", 4, take, p["repeats"])), store("out", 4, out)}};
}

/// What a thread of plain Kokkos holds across a barrier, in scratch memory.
void keep_in_scratch(Kernel& kernel, std::int64_t repeats) {
  const Address own = [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; };
  kernel.accesses.push_back(in_shared(store("values", 4, own, repeats + 1)));
  kernel.accesses.push_back(in_shared(load("values", 4, own, repeats + 1)));
}

/// The loads alone are the same in both models, and in plain and matched code.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  if (loads_only(variant)) return {strided_loads(p)};
  const std::string& name = variant.problem();
  const bool padded = name == "padded_column";
  Kernel kernel = exchange(p, TileExchange::tile + (padded ? 1 : 0), name == "row_row");
  const bool is_plain = model == Model::kokkos && variant.level == Level::textbook;
  if (is_plain) keep_in_scratch(kernel, p["repeats"]);
  return {kernel};
}

}  // namespace

Experiment bank_conflict() {
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  const std::string ranks =
      "raw team ranks, scratch memory by get_shmem, all loads of a thread before its first store";
  const std::string registers =
      "raw team ranks, what a thread has loaded in a register, scratch memory by get_shmem";
  Experiment e;
  e.name = "bank_conflict";
  e.family = "tiling";
  e.question = "What does it cost when threads of a warp meet in one bank of shared memory?";
  e.sources = {{"D3", "§5"}, {"D4", "memory banks"}, {"D5", "§1.3"}};
  e.parameters = {
      {"stride", "distance between neighbouring threads' words (4 bytes), in words", 32, 0, 33},
      {"repeats", "times a thread loads 16 words, or stores one and loads one", 256, 1, 1 << 20},
      {"blocks", "blocks (of 256 threads for `strided` and `broadcast`, else of 1024)", 8 * 132, 0,
       1 << 20},
  };
  // Static shared memory has no equivalent in Kokkos: a team's scratch memory is always dynamic.
  e.variants = {
      {"strided", Level::textbook,
       "loads at a stride, of static shared memory (Kokkos: dynamic scratch); a host has no banks",
       native_and_kokkos()},
      matched("strided", ranks),
      {"broadcast",
       Level::textbook,
       "the same loads, all lanes of one word",
       on_gpu,
       {},
       {{"stride", 0}}},
      matched("broadcast", ranks),
      {"row_row",
       Level::textbook,
       "a 32×32 tile of static shared memory (Kokkos: dynamic scratch); a warp stores a row, loads "
       "a row",
       on_gpu,
       {},
       {{"stride", 1}}},
      matched("row_row", registers),
      {"column_column",
       Level::textbook,
       "the same tile; a warp stores a column, loads a column: 32 words of one bank",
       on_gpu,
       {},
       {{"stride", 32}}},
      matched("column_column", registers),
      {"padded_column",
       Level::textbook,
       "columns of a 32×33 tile: no bank conflict",
       on_gpu,
       {},
       {{"stride", 33}}},
      matched("padded_column", registers),
      {"dynamic_column",
       Level::textbook,
       "column_column in dynamic shared memory, as Kokkos's always is",
       on_gpu,
       {},
       {{"stride", 32}}},
      matched("dynamic_column", registers),
  };
  e.cases = cases;
  e.arrays = arrays;
  e.work = work;
  e.bind = bind;
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
