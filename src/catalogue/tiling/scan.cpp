// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/scan.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::scan_experiment {

using Blocks = ScanBlocks;

/// The workspace that kernels allocate for the blocks' sums.
constexpr const char* block_sums = "sums";

// ---- Accesses -------------------------------------------------------------------------------

/// A thread's elements of its block's segment are a block apart; elements beyond n are inactive.
Address in_segment(std::int64_t n, int bytes) {
  return [=](Thread thread, std::int64_t pass) -> std::int64_t {
    const std::int64_t i = thread.block * Blocks::elements + pass * Blocks::threads + thread.rank;
    return i < n ? i * bytes : inactive;
  };
}

/// A native lane shuffles what it has loaded. Kokkos 4.7 calls the functor twice: for the element
/// of the lane below, whose sums it shuffles, and for the lane's own.
std::vector<Kernel> warp(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(Blocks::threads, p["n"], real_bytes(p));
  std::vector<Access> accesses = {loop.load("in", in_order), loop.store("out", in_order)};
  if (form.is_kokkos_in_loops()) {
    const Address lane_below = [n = p["n"], bytes = real_bytes(p)](Thread thread, std::int64_t) {
      const std::int64_t i = thread.block * Blocks::threads + thread.rank - 1;
      return thread.rank % Blocks::lanes > 0 && i < n ? i * bytes : inactive;
    };
    accesses.insert(accesses.begin(), load("in", real_bytes(p), lane_below));
  }
  return {loop.kernel(std::move(accesses))};
}

/// The memory instructions of a block that scans its segment in shared memory.
using SegmentScan = std::vector<Access> (*)(int bytes);

/// Scans between two arrays of a segment's size. Step s is pass s mod 4 over the segment at
/// distance 2^(s / 4): every element of one array and the one at that distance below are added to
/// the other.
std::vector<Access> hillis_steele(int bytes) {
  constexpr int passes = Blocks::per_thread;
  constexpr int doublings = 10;
  static_assert(1 << doublings == Blocks::elements);
  const auto element = [=](std::int64_t array, bool is_below) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t level = step / passes, distance = is_below ? std::int64_t{1} << level : 0;
      const std::int64_t i = step % passes * Blocks::threads + thread.rank - distance;
      return i < 0 ? inactive : ((level + array) % 2 * Blocks::elements + i) * bytes;
    };
  };
  constexpr std::int64_t steps = std::int64_t{doublings} * passes;
  return {in_shared(store("segment", bytes, element(0, false), passes)),
          in_shared(load("segment", bytes, element(0, false), steps)),
          in_shared(load("segment", bytes, element(0, true), steps)),
          in_shared(store("segment", bytes, element(1, false), steps))};
}

/// A pass of a block's threads over pairs of elements that are `distance` apart.
struct Sweep {
  int distance, pass;
};

/// Returns all passes on the way up or down; their order does not matter to a count.
std::vector<Sweep> sweeps(int ends) {
  std::vector<Sweep> sweeps;
  for (int distance = 1; distance < Blocks::elements; distance *= 2)
    for (int pass = 0; pass * Blocks::threads < Blocks::pairs(distance, ends); ++pass)
      sweeps.push_back({distance, pass});
  return sweeps;
}

std::int64_t spread_address(int i, int bytes) {
  const auto element = static_cast<unsigned>(i);
  const unsigned place =
      bytes == 4 ? Blocks::place<float>(element) : Blocks::place<double>(element);
  return std::int64_t{place} * bytes;
}

/// Adds the left element of each pair to the right one.
std::vector<Access> added(int ends, int bytes) {
  const auto at = [=, sweeps = sweeps(ends)](int distances) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const auto [distance, pass] = sweeps[static_cast<std::size_t>(step)];
      const int pair = pass * Blocks::threads + thread.rank;
      if (pair >= Blocks::pairs(distance, ends)) return inactive;
      return spread_address(Blocks::left(pair, distance, ends) + distances * distance, bytes);
    };
  };
  const Address left = at(0), right = at(1);
  const auto steps = static_cast<std::int64_t>(sweeps(ends).size());
  return {in_shared(load("segment", bytes, right, steps)),
          in_shared(load("segment", bytes, left, steps)),
          in_shared(store("segment", bytes, right, steps))};
}

std::vector<Access> blelloch(int bytes) {
  const Address own = [=](Thread thread, std::int64_t pass) {
    return spread_address(static_cast<int>(pass) * Blocks::threads + thread.rank, bytes);
  };
  std::vector<Access> accesses = {in_shared(store("segment", bytes, own, Blocks::per_thread))};
  for (const std::vector<Access>& more : {added(1, bytes), added(2, bytes)})
    accesses.insert(accesses.end(), more.begin(), more.end());
  return accesses;
}

/// Blocks that each scan a segment of `from`, which has n elements, to `to`.
template <SegmentScan scan>
Kernel scan_blocks(const char* from, const char* to, std::int64_t n, int bytes) {
  const Address elements = in_segment(n, bytes);
  const Address scanned = [=](Thread thread, std::int64_t pass) -> std::int64_t {
    if (elements(thread, pass) == inactive) return inactive;
    const int i = static_cast<int>(pass) * Blocks::threads + thread.rank;
    return scan == blelloch ? spread_address(i, bytes) : std::int64_t{i} * bytes;
  };
  Kernel kernel{blocks_for(n, Blocks::elements),
                Blocks::threads,
                {load(from, bytes, elements, Blocks::per_thread)}};
  for (Access& access : scan(bytes)) kernel.accesses.push_back(std::move(access));
  kernel.accesses.push_back(in_shared(load("segment", bytes, scanned, Blocks::per_thread)));
  kernel.accesses.push_back(store(to, bytes, elements, Blocks::per_thread));
  return kernel;
}

template <SegmentScan scan>
std::vector<Kernel> in_blocks(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {scan_blocks<scan>("in", "out", p["n"], real_bytes(p))};
}

/// Each block also stores its sum, which is its last element.
Kernel with_sums(Kernel kernel, int bytes) {
  const auto first_thread = [](std::int64_t at, std::int64_t apart) -> Address {
    return [=](Thread thread, std::int64_t) {
      return thread.rank == 0 ? at + thread.block * apart : inactive;
    };
  };
  const std::int64_t last = std::int64_t{Blocks::elements - 1} * bytes;
  kernel.accesses.push_back(in_shared(load("segment", bytes, first_thread(last, 0))));
  kernel.accesses.push_back(store(block_sums, bytes, first_thread(0, bytes)));
  return kernel;
}

/// Each element of `to` after the first block is increased by the sum of all blocks before its own.
/// Kokkos in loops does this in a RangePolicy.
Kernel add_sums(const ModelForm& form, const char* to, std::int64_t n, int bytes) {
  const FlatLoop loop(form, n - Blocks::elements, bytes);
  const auto element = [](std::int64_t i) { return i + Blocks::elements; };
  Kernel kernel =
      loop.kernel({loop.load(block_sums, [](std::int64_t i) { return i / Blocks::elements; }),
                   loop.load(to, element), loop.store(to, element)});
  kernel.name = "add";
  return kernel;
}

std::vector<Kernel> two_pass(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const int bytes = real_bytes(p);
  std::vector<std::int64_t> levels = {p["n"]};
  Blocks::for_each_level(
      p.as_size("n"), [&](std::size_t sums) { levels.push_back(static_cast<std::int64_t>(sums)); });
  std::vector<Kernel> kernels;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const char* from = level == 0 ? "in" : block_sums;
    const char* to = level == 0 ? "out" : block_sums;
    Kernel kernel = scan_blocks<hillis_steele>(from, to, levels[level], bytes);
    kernel.name = level == 0 ? "blocks" : "sums";
    if (level + 1 < levels.size()) kernel = with_sums(std::move(kernel), bytes);
    kernels.push_back(std::move(kernel));
  }
  for (std::size_t level = levels.size() - 1; level-- > 0;)
    kernels.push_back(add_sums(form, level == 0 ? "out" : block_sums, levels[level], bytes));
  return kernels;
}

// ---- The problem ----------------------------------------------------------------------------

constexpr std::size_t all_elements = std::numeric_limits<std::size_t>::max();

/// At every level a term passes through at most 1023 additions of its block's scan, and one of the
/// sum of the blocks before.
double in_levels(double n, int) {
  int levels = 1;
  Blocks::for_each_level(static_cast<std::size_t>(n), [&](std::size_t) { ++levels; });
  return static_cast<double>(levels) * Blocks::elements;
}

/// A term is in one tile's sum, and the tiles' sums may be added one by one.
double in_tiles(double n, int bytes) {
  const int tile = bytes == 4 ? LookBack::tile<float> : LookBack::tile<double>;
  return tile + std::ceil(n / tile);
}

template <class T>
struct ScanProblem {
  static constexpr bool is_long_sum = true;

  std::size_t segment;  // elements that are scanned; the last segment may have fewer
  LongestChain longest_chain;

  Scan<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<T>("out"), p.as_size("n")};
  }
  /// Every element is read and written once, as one pass would.
  Work work(const Parameters& p) const { return copied<T>(p.as_size("n"), 1); }

  /// Every element is a sum whose order is not known, of as many terms as come before it in its
  /// segment, and itself: no term passes through more additions than there are terms. With λ = 8
  /// the bound holds for each of hundreds of millions of elements. The terms lie in [-1, 1], so
  /// their squares add up to their number at most. Signs add up exactly.
  Validation validate(const HostArrays& host, const Parameters&) const {
    constexpr double lambda = 8;
    const auto in = host.get<T>("in");
    const bool is_whole = host.once<bool>("is whole", [&] {
      return std::all_of(in.begin(), in.end(), [](T term) { return term == std::trunc(term); });
    });
    const auto& sums = host.once<std::vector<double>>("sums of " + std::to_string(segment),
                                                      [&] { return sums_of(in); });
    const double chain = longest_chain(static_cast<double>(in.size()), sizeof(T));
    return compare_elements(host.get<T>("out"), [&](std::size_t i) {
      const auto terms = static_cast<double>(i % segment + 1);
      return expected_sum<T>(Sum{sums[i], terms, is_whole}, std::min(terms, chain), lambda);
    });
  }
  Cases cases = {.quick = {{{"n", 16 * Mi}}},
                 .standard = every({{"n", {Mi, 100'000'007, 256 * Mi}}}),
                 .host_quick = {{{"n", Mi / 4}}},
                 .host = every({{"n", {Mi, 16 * Mi}}})};

 private:
  std::vector<double> sums_of(std::span<const T> in) const {
    std::vector<double> sums(in.size());
    Wide<T> sum = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
      sum = i % segment == 0 ? Wide<T>{in[i]} : sum + in[i];
      sums[i] = static_cast<double>(sum);
    }
    return sums;
  }
};

ProblemPointer scan_of(std::size_t segment, LongestChain longest_chain = one_by_one) {
  return problem_in_reals<ScanProblem>(segment, longest_chain);
}

// ---- The experiment -------------------------------------------------------------------------

void describe(Experiment& e) {
  const ProblemPointer of_warps = scan_of(Blocks::lanes);
  const ProblemPointer of_blocks = scan_of(Blocks::elements);
  const ProblemPointer in_one_pass = scan_of(all_elements, in_tiles);
  const std::string no_cooperation =
      "Kokkos does not promise that teams which wait for each other make progress";
  e.problem = scan_of(all_elements);
  e.pattern = Pattern::team_sum;
  e.known = KnownKernel{"two_pass", "prefix sum"};
  e.question = "What does a prefix sum cost, and what does a single pass over memory save?";
  e.parameters = {{"n", "elements of each array", Mi, 0, 16 * Gi}};
  e.variants = {
      loops("warp",
            "32 elements per warp, five shuffles up (Kokkos: parallel_scan over a "
            "ThreadVectorRange)",
            Pattern::team_loop, of_warps, warp),
      loops("block_hillis_steele",
            "1024 elements per block of 256 threads: in each of ten steps all add the element "
            "1, 2, 4, … below, between two arrays in shared memory",
            of_blocks, in_blocks<hillis_steele>),
      rewritten("block_hillis_steele",
                "raw team ranks, scratch memory by get_shmem, unrolled steps, indices of 32 bits "
                "within a segment",
                {"team_control/team_range", "scratch_use/view", "indexing/index_64"}),
      loops("block_blelloch",
            "the same sums up a tree in shared memory and down again (Blelloch's two sweeps, the "
            "second for inclusive sums): 2036 additions instead of 9217, in 19 steps",
            of_blocks, in_blocks<blelloch>),
      rewritten("block_blelloch",
                "raw team ranks, scratch memory by get_shmem, 8 teams per SM, indices of 32 bits "
                "within a segment",
                {"team_control/team_range", "scratch_use/view", "indexing/index_64"}),
      builtin("team_scan", "block_hillis_steele", "parallel_scan over a TeamThreadRange",
              of_blocks),
      loops("two_pass",
            "all elements: block_hillis_steele, the same of the blocks' sums, which are then added "
            "to the blocks",
            scan_of(all_elements, in_levels), two_pass),
      rewritten(
          "two_pass",
          "the blocks as in block_hillis_steele_rewritten; teams of 256 threads, one element each "
          "by raw team rank, add the sums",
          {"team_control/team_range", "scratch_use/view", "indexing/index_64", "policies/range"}),
      builtin("range_scan", "two_pass", "parallel_scan over a RangePolicy", Pattern::array_sum),
      variant(Form::tuned, "look_back",
              "all elements in one pass: eight 16-byte loads in flight per thread, scanned by "
              "shuffles; a block of 512 threads adds up what those before it have published, two "
              "per lane of a warp at a time, until it finds a whole prefix",
              only_native_on_gpu(no_cooperation), in_one_pass),
      variant(Form::tuned, "sums_ahead",
              "the same by as many blocks as fit on the GPU: the copy engine (sm_90) brings the "
              "next two tiles of a block, which publishes its next tile's sum before it looks back",
              only_native_on_gpu(no_cooperation), in_one_pass),
      vendor("cub", "look_back", "CUB DeviceScan", Pattern::array_sum),
  };
  e.ragged = {{"n", 3003}};
  e.tested_at = {
      {.axes = {{"n", {0,     1,     2,      31,     32,     33,      255,     256,    257,
                       1009,  1023,  1024,   1025,   4095,   8191,    8192,    8193,   16383,
                       16384, 16385, 100003, 262143, 262145, 1048576, 1048577, 2100001}}}},
      // Second and third tiles of each block, and a last one of few elements.
      {.axes = {{"n", {6488064, 6488065, 8650753, 8650757}}},
       .variant = "sums_ahead",
       .platforms = {Platform::cuda}}};
  e.workspaces = {block_sums};
}

}  // namespace tilebridge::scan_experiment
