#include "catalogue/histogram.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "catalogue/assumed_device.hpp"
#include "catalogue/block_sums.hpp"
#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

bool adds_to_global_memory(const Variant& variant) {
  return variant.name == "global_atomic" || variant.name == "scatter_view";
}

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  std::vector<std::int64_t> sizes = {Mi};
  // One global atomic a byte takes longer than everything else together at the larger size.
  if (platform != Platform::host && !adds_to_global_memory(variant))
    sizes.push_back(preset == Preset::quick ? 64 * Mi : 1024 * Mi);
  if (platform == Platform::host && preset != Preset::quick) sizes.push_back(64 * Mi);
  std::vector<Parameters> result;
  for (const std::int64_t n : sizes)
    for (const char* data : {"uniform", "skewed", "constant"})
      result.push_back({{"n", n}, {"data", data}});
  return result;
}

unsigned char uniform(std::uint64_t bits) { return static_cast<unsigned char>(bits >> 56U); }
/// b with a probability of 2^-(b+1).
unsigned char skewed(std::uint64_t bits) {
  return static_cast<unsigned char>(std::countl_zero(bits));
}
unsigned char constant(std::uint64_t) { return 100; }

template <unsigned char (*byte)(std::uint64_t)>
void fill(std::span<std::byte> bytes, const Random& random) {
#pragma omp parallel for
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte{byte(random.bits(i))};
}

ArraySpec bytes_input(std::string name, std::size_t elements, const std::string& data) {
  const auto filled = data == "uniform"  ? fill<uniform>
                      : data == "skewed" ? fill<skewed>
                                         : fill<constant>;
  return {std::move(name), elements, Role::input, filled};
}

using Counts = std::array<std::uint32_t, Histogram::bins>;

Counts count(std::span<const unsigned char> in) {
  Counts counts = {};
#pragma omp parallel if (in.size() >= worth_threads)
  {
    Counts of_thread = {};
#pragma omp for nowait
    for (std::size_t i = 0; i < in.size(); ++i) ++of_thread[in[i]];
#pragma omp critical
    for (std::size_t bin = 0; bin < counts.size(); ++bin) counts[bin] += of_thread[bin];
  }
  return counts;
}

Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
  const auto& counts =
      host.once<Counts>("reference", [&] { return count(host.get<unsigned char>("in")); });
  return compare_elements(host.get<std::uint32_t>("counts"),
                          [&](std::size_t bin) { return exactly(counts[bin]); });
}

constexpr int block_size = 256;
static_assert(block_size == Histogram::bins, "a thread clears and adds up one bin");

/// The bin of byte i, in bytes.
class BinOf {
 public:
  explicit BinOf(const HostArrays& host) : in_(host.get<unsigned char>("in")) {}

  std::int64_t operator()(std::int64_t i) const {
    return std::int64_t{in_[static_cast<std::size_t>(i)]} * 4;
  }

 private:
  std::span<const unsigned char> in_;
};

/// A RangePolicy, and a ScatterView on a GPU: one byte a thread, one atomic each on the only bins.
Kernel a_byte_a_thread(std::int64_t n, const BinOf& bin_of) {
  constexpr int threads = 128;
  return {blocks_for(n, threads),
          threads,
          {load("in", 1, each(n, threads, 1, [](std::int64_t i) { return i; })),
           atomic("counts", 4, each(n, threads, 1, bin_of))}};
}

/// A launch of as many blocks as the device holds, in which a thread reads a byte at a time.
struct ByteByByte {
  std::int64_t blocks;
  std::int64_t steps;
  Address byte;
};

std::int64_t resident_blocks(std::int64_t n) {
  return std::min(blocks_for(n, block_size), assumed_device::resident_threads / block_size);
}

/// A thread's bytes lie a grid apart.
ByteByByte a_grid_apart(std::int64_t n) {
  const std::int64_t blocks = resident_blocks(n);
  const std::int64_t grid_size = std::max(blocks, std::int64_t{1}) * block_size;
  return {blocks, (n + grid_size - 1) / grid_size, [=](Thread thread, std::int64_t step) {
            const std::int64_t i = step * grid_size + thread.block * block_size + thread.rank;
            return i < n ? i : inactive;
          }};
}

/// A block's bytes lie side by side.
ByteByByte in_shares(std::int64_t n) {
  const std::int64_t blocks = resident_blocks(n);
  const std::int64_t share = blocks == 0 ? 0 : (n + blocks - 1) / blocks;
  return {blocks, blocks_for(share, block_size), [=](Thread thread, std::int64_t step) {
            const std::int64_t in_share = step * block_size + thread.rank;
            const std::int64_t i = thread.block * share + in_share;
            return in_share < share && i < n ? i : inactive;
          }};
}

/// Added to global bins, or to a block's own.
Kernel counted(const ByteByByte& bytes, const BinOf& bin_of, bool privately) {
  const Address bin = [=, byte = bytes.byte](Thread thread, std::int64_t step) {
    const std::int64_t i = byte(thread, step);
    return i == inactive ? inactive : bin_of(i);
  };
  const Address own = [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; };
  const Access in = load("in", 1, bytes.byte, bytes.steps);
  if (!privately) return {bytes.blocks, block_size, {in, atomic("counts", 4, bin, bytes.steps)}};
  return {bytes.blocks,
          block_size,
          {in_shared(store("bins", 4, own)), in, in_shared(atomic("bins", 4, bin, bytes.steps)),
           in_shared(load("bins", 4, own)), atomic("counts", 4, own)}};
}

/// Byte `byte` of 16-byte vector `vector` of thread.block's pieces, which follow a grid apart; then
/// of the vectors and bytes too few for a piece.
class InPieces {
 public:
  explicit InPieces(std::int64_t n)
      : n_(n),
        blocks_(std::min(blocks_for(n, Histogram::piece),
                         Histogram::blocks_wanted * assumed_device::multiprocessors)) {}

  std::int64_t blocks() const { return blocks_; }
  /// Of one block, and of vectors a thread.
  std::int64_t vectors() const {
    if (blocks_ == 0) return 0;
    return blocks_for(n_ / Histogram::piece, static_cast<int>(blocks_)) * Histogram::loads;
  }

  Address whole() const {
    return [*this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t piece = thread.block + step / Histogram::loads * blocks_;
      const std::int64_t vector = step % Histogram::loads * Histogram::threads + thread.rank;
      if (piece >= n_ / Histogram::piece) return inactive;
      return piece * Histogram::piece + vector * 16;
    };
  }
  std::int64_t steps_of_rest() const {
    if (blocks_ == 0) return 0;
    return blocks_for(Histogram::loads, static_cast<int>(blocks_));
  }
  Address rest() const {
    return [*this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t first = n_ / Histogram::piece * Histogram::piece;
      const std::int64_t vector =
          (step * blocks_ + thread.block) * Histogram::threads + thread.rank;
      const std::int64_t at = first + vector * 16;
      return at + 16 <= n_ ? at : inactive;
    };
  }
  Address last() const {
    return [*this](Thread thread, std::int64_t) -> std::int64_t {
      const std::int64_t at = n_ / 16 * 16 + thread.rank;
      return thread.block == 0 && at < n_ ? at : inactive;
    };
  }

 private:
  std::int64_t n_;
  std::int64_t blocks_;
};

/// A lane's own bin for the byte at `at`, of the `bytes` that one load brings.
Address lanes_bin(const Address& at, int bytes, const BinOf& bin_of) {
  return [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t first = at(thread, step / bytes);
    if (first == inactive) return inactive;
    const std::int64_t lane = thread.rank % Histogram::lanes;
    return bin_of(first + step % bytes) * Histogram::lanes + lane * 4;
  };
}

/// 32 copies of the bins in shared memory, which 256 threads add up.
Kernel in_own_bank(std::int64_t n, const BinOf& bin_of) {
  constexpr int lanes = Histogram::lanes;
  constexpr int clears = Histogram::bins * lanes / Histogram::threads;
  const InPieces pieces(n);
  const auto read_and_count = [&](const Address& at, int bytes, std::int64_t steps) {
    return std::vector<Access>{
        load("in", bytes, at, steps),
        in_shared(atomic("bins", 4, lanes_bin(at, bytes, bin_of), steps * bytes))};
  };
  const Address cleared = [](Thread thread, std::int64_t step) -> std::int64_t {
    return (step * Histogram::threads + thread.rank) * 4;
  };
  const Address turned = [](Thread thread, std::int64_t step) -> std::int64_t {
    if (thread.rank >= Histogram::bins) return inactive;
    return (std::int64_t{thread.rank} * lanes + (thread.rank + step) % lanes) * 4;
  };
  const Address own = [](Thread thread, std::int64_t) -> std::int64_t {
    return thread.rank < Histogram::bins ? std::int64_t{thread.rank} * 4 : inactive;
  };
  Kernel kernel{
      pieces.blocks(), Histogram::threads, {in_shared(store("bins", 4, cleared, clears))}};
  block_sums::append(kernel.accesses, read_and_count(pieces.whole(), 16, pieces.vectors()));
  block_sums::append(kernel.accesses, read_and_count(pieces.rest(), 16, pieces.steps_of_rest()));
  block_sums::append(kernel.accesses, read_and_count(pieces.last(), 1, 1));
  block_sums::append(kernel.accesses,
                     {in_shared(load("bins", 4, turned, lanes)), atomic("counts", 4, own)});
  return kernel;
}

/// Clearing the bins is left out.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays& host) {
  if (model == Model::vendor) return {};
  const std::string& name = variant.problem();
  const bool plain = model == Model::kokkos && variant.level != Level::matched;
  const std::int64_t n = p["n"];
  const BinOf bin_of(host);
  if (name == "lane_private") return {in_own_bank(n, bin_of)};
  if (plain && name != "block_private") return {a_byte_a_thread(n, bin_of)};
  return {counted(plain ? in_shares(n) : a_grid_apart(n), bin_of, name == "block_private")};
}

}  // namespace

Experiment histogram() {
  Experiment e;
  e.name = "histogram";
  e.family = "tiling";
  e.question = "What do atomics on shared bins cost, and what do bins of a block's own save?";
  e.sources = {{"D5", "§3.3"}};
  e.parameters = {
      {"n", "bytes to count", Mi, 0, std::numeric_limits<std::uint32_t>::max()},
      {"data",
       "uniform bytes, skewed ones (b with probability 2^-(b+1)) or one byte throughout",
       "uniform",
       0,
       0,
       {"uniform", "skewed", "constant"}},
  };
  e.variants = {
      {"global_atomic", Level::textbook, "one global atomic a byte", native_and_kokkos()},
      {"block_private", Level::textbook,
       "one atomic a byte on a block's bins in shared memory, one global atomic a bin and block",
       native_and_kokkos()},
      matched("block_private",
              "raw team ranks, scratch memory by get_shmem, bytes a league apart instead of a "
              "share a team"),
      {"lane_private",
       Level::tuned,
       "16-byte loads, of the next bytes while these are counted; one atomic a byte on bins in "
       "shared memory of which every lane of a warp has its own, in its own bank",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}}},
      {"scatter_view",
       Level::idiomatic,
       "a ScatterView: copies of the bins or atomics, as Kokkos chooses",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "global_atomic"},
      {"cub",
       Level::vendor,
       "CUB DeviceHistogram",
       {{Model::vendor, {Platform::cuda}}},
       "lane_private"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {bytes_input("in", static_cast<std::size_t>(p["n"]), p.word("data")),
            output<std::uint32_t>("counts", Histogram::bins)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    return Work{static_cast<double>(p["n"]), Histogram::bins * sizeof(std::uint32_t), 0};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Histogram{at.get<const unsigned char>("in"), at.get<std::uint32_t>("counts"),
                     static_cast<std::size_t>(p["n"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
