#include "catalogue/shuffle.hpp"

#include <algorithm>
#include <array>

#include "catalogue/compare.hpp"
#include "catalogue/words.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t warp_size = WarpExchange::warp_size;
using Lanes = std::array<std::uint32_t, warp_size>;

bool sums(const Variant& variant) {
  return variant.name == "sum_shuffle" || variant.name == "sum_shared";
}
bool scans(const Variant& variant) { return variant.name == "scan"; }

std::vector<Parameters> cases(const Variant&, Preset preset, Platform) {
  const std::int64_t repeats = preset == Preset::quick ? 64 : 256;
  return {{{"repeats", repeats}, {"blocks", 1}}, {{"repeats", repeats}, {"blocks", 8 * 132}}};
}

std::size_t threads(const Parameters& p) {
  return static_cast<std::size_t>(p["blocks"]) * WarpExchange::block_size;
}

/// One block cannot fill a multiprocessor: what is asked is how long a step takes. Many ask how
/// much is exchanged; a sum or a scan asks for every value once.
Work work(const Variant& variant, const Parameters& p) {
  double steps = static_cast<double>(p["repeats"]);
  if (!sums(variant) && !scans(variant)) steps *= WarpExchange::distances;
  const double bytes = static_cast<double>(threads(p)) * steps * sizeof(std::uint32_t);
  Work work = {bytes, 0, 0, true};
  if (p["blocks"] == 1) work.steps = steps;
  return work;
}

/// Where a lane's value comes from.
std::size_t source(const Variant& variant, std::size_t lane, std::size_t distance) {
  if (variant.name == "broadcast") return 0;
  if (variant.name == "up") return lane < distance ? lane : lane - distance;
  if (variant.name == "down") return lane + distance < warp_size ? lane + distance : lane;
  return lane ^ distance;
}

void exchange(const Variant& variant, const std::uint32_t* in, Lanes& values) {
  for (std::size_t distance = 1; distance < warp_size; distance *= 2) {
    const Lanes before = values;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
      values[lane] = before[source(variant, lane, distance)] + in[lane];
  }
}

void scan(const std::uint32_t* in, Lanes& values) {
  std::uint32_t sum = 0;
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    sum += values[lane];
    values[lane] = in[lane] ^ sum;
  }
}

void sum_up(const std::uint32_t* in, Lanes& values) {
  std::uint32_t sum = 0;
  for (const std::uint32_t value : values) sum += value;
  for (std::size_t lane = 0; lane < warp_size; ++lane) values[lane] = in[lane] ^ sum;
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
  const auto in = host.get<std::uint32_t>("in");
  std::vector<Lanes> expected(in.size() / warp_size);
#pragma omp parallel for
  for (std::size_t warp = 0; warp < expected.size(); ++warp) {
    const std::uint32_t* own = in.data() + warp * warp_size;
    Lanes& values = expected[warp];
    std::copy_n(own, warp_size, values.begin());
    for (std::int64_t r = 0; r < p["repeats"]; ++r) {
      if (sums(variant))
        sum_up(own, values);
      else if (scans(variant))
        scan(own, values);
      else
        exchange(variant, own, values);
    }
  }
  return compare_elements(host.get<std::uint32_t>("out"), [&](std::size_t i) {
    return exactly(expected[i / warp_size][i % warp_size]);
  });
}

}  // namespace

Experiment shuffle() {
  const std::vector<Support> both_on_gpu = {{Model::native, {Platform::cuda}},
                                            {Model::kokkos, {Platform::cuda}}};
  const auto native_only = [](const char* reason) -> std::vector<Support> {
    return {{Model::native, {Platform::cuda}}, {Model::kokkos, {}, reason}};
  };
  Experiment e;
  e.name = "shuffle";
  e.family = "execution";
  e.question =
      "What does it cost to exchange values within a warp, and what does it save over shared "
      "memory?";
  e.sources = {{"D4", "the warp shuffle instruction"}};
  e.parameters = {
      {"repeats", "times 5 exchanges, or a sum or scan, in turn", 256, 1, 1 << 20},
      {"blocks", "blocks of 256 threads; of 1, the time of a step is asked", 8 * 132, 0, 1 << 20},
  };
  e.variants = {
      {"broadcast", Level::textbook,
       "all lanes take lane 0's value (Kokkos: single over a thread's vector lanes)", both_on_gpu},
      {"up", Level::textbook, "a lane takes the value of the lane 1, 2, 4, 8, 16 below",
       native_only("there is no portable shuffle: vector lanes can be summed, scanned and sent one "
                   "lane's value, not shifted")},
      {"down", Level::textbook, "a lane takes the value of the lane 1, 2, 4, 8, 16 above",
       native_only("there is no portable shuffle: vector lanes can be summed, scanned and sent one "
                   "lane's value, not shifted")},
      {"xor_butterfly", Level::textbook, "lanes whose numbers differ in bit 0, 1, 2, 3, 4 swap",
       native_only("there is no portable shuffle: vector lanes can be summed, scanned and sent one "
                   "lane's value, not swapped")},
      {"sum_shuffle", Level::textbook,
       "a warp's sum, five shuffles down and a broadcast (Kokkos: parallel_reduce over "
       "ThreadVectorRange)",
       both_on_gpu},
      matched("sum_shuffle",
              "CUDA's shuffles inside a team's kernel, by KOKKOS_IF_ON_DEVICE; not portable"),
      {"sum_shared", Level::textbook, "the same sum as a tree in shared memory",
       native_only("a team's only barrier is team_barrier, for all its threads; there is none for "
                   "a warp")},
      {"scan", Level::textbook, "a warp's inclusive scan, five shuffles up",
       native_only("parallel_scan over ThreadVectorRange may call its function for one lane's "
                   "element on another, so what a lane holds in a register cannot be scanned")},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {random_words("in", threads(p)), output<std::uint32_t>("out", threads(p))};
  };
  e.work = work;
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return WarpExchange{at.get<const std::uint32_t>("in"), at.get<std::uint32_t>("out"),
                        static_cast<int>(p["blocks"]), static_cast<int>(p["repeats"])};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
