#include "catalogue/gather.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"
#include "catalogue/real.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t warp_size = 32;

using Indices = std::span<std::uint32_t>;

/// Fills the indices of the warp that begins at `first`, fewer than 32 at the end of n.
using FillWarp = void (*)(Indices warp, std::size_t first, std::size_t n, const Random&);

void in_order(Indices warp, std::size_t first, std::size_t, const Random&) {
  for (std::size_t lane = 0; lane < warp.size(); ++lane)
    warp[lane] = static_cast<std::uint32_t>(first + lane);
}

void reversed(Indices warp, std::size_t first, std::size_t n, const Random& random) {
  in_order(warp, first, n, random);
  std::reverse(warp.begin(), warp.end());
}

/// Fisher and Yates.
void shuffled(Indices warp, std::size_t first, std::size_t n, const Random& random) {
  in_order(warp, first, n, random);
  for (std::size_t lane = warp.size(); lane > 1; --lane)
    std::swap(warp[lane - 1], warp[random.bits(first + lane - 1) % lane]);
}

void anywhere_in_line(Indices warp, std::size_t first, std::size_t, const Random& random) {
  for (std::size_t lane = 0; lane < warp.size(); ++lane)
    warp[lane] = static_cast<std::uint32_t>(first + random.bits(first + lane) % warp.size());
}

void anywhere(Indices warp, std::size_t first, std::size_t n, const Random& random) {
  for (std::size_t lane = 0; lane < warp.size(); ++lane)
    warp[lane] = static_cast<std::uint32_t>(random.bits(first + lane) % n);
}

void all_the_same(Indices warp, std::size_t first, std::size_t, const Random&) {
  std::fill(warp.begin(), warp.end(), static_cast<std::uint32_t>(first));
}

constexpr std::array<std::pair<const char*, FillWarp>, 6> patterns = {{
    {"identity", in_order},
    {"reversed", reversed},
    {"shuffled_warp", shuffled},
    {"shuffled_sector_line", anywhere_in_line},
    {"random", anywhere},
    {"broadcast", all_the_same},
}};

FillWarp fill_warp_of(std::string_view pattern) {
  for (const auto& [word, fill_warp] : patterns)
    if (word == pattern) return fill_warp;
  throw std::out_of_range("no pattern '" + std::string(pattern) + "'");
}

ArraySpec index_input(std::string name, std::size_t n, FillWarp fill_warp) {
  return {std::move(name), n * sizeof(std::uint32_t), Role::input,
          [n, fill_warp](std::span<std::byte> bytes, const Random& random) {
            const Indices index(reinterpret_cast<std::uint32_t*>(bytes.data()), n);
#pragma omp parallel for
            for (std::size_t first = 0; first < n; first += warp_size)
              fill_warp(index.subspan(first, std::min(warp_size, n - first)), first, n, random);
          }};
}

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const std::int64_t n = platform == Platform::host && preset == Preset::quick ? Mi : 32 * Mi;
  std::vector<Parameters> result;
  for (const auto& [word, fill_warp] : patterns) result.push_back({{"n", n}, {"pattern", word}});
  if (preset == Preset::full && platform != Platform::host)
    for (const char* word : {"identity", "random"})
      result.push_back({{"n", 256 * Mi}, {"pattern", word}});
  return result;
}

template <class T>
struct GatherOf {
  static std::vector<ArraySpec> arrays(const Variant&, const Parameters& p) {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input<T>("in", n), index_input("index", n, fill_warp_of(p.word("pattern"))),
            output<T>("out", n)};
  }

  static std::any bind(const Variant&, const ArrayPointers& at, const Parameters& p) {
    return Gather<T>{at.get<const T>("in"), at.get<const std::uint32_t>("index"), at.get<T>("out"),
                     static_cast<std::size_t>(p["n"])};
  }

  static Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
    const auto in = host.get<T>("in");
    const auto index = host.get<std::uint32_t>("index");
    return compare_elements(host.get<T>("out"),
                            [&](std::size_t i) { return exactly(in[index[i]]); });
  }
};

/// A vector's elements a thread, and by the first threads what is too little for one, in both
/// models.
Kernel vector_index(std::int64_t n, int bytes, std::span<const std::uint32_t> index) {
  constexpr int block_size = 128;
  const int width = 16 / bytes;
  const std::int64_t vectors = n / width;
  const auto itself = [](std::int64_t i) { return i; };
  const auto found = [=](std::int64_t i) {
    return std::int64_t{index[static_cast<std::size_t>(i)]};
  };
  const auto whole = [=](int size) { return each(vectors, block_size, size, itself); };
  const Address each_of_vector = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t v = thread.block * block_size + thread.rank;
    return v < vectors ? found(width * v + step) * bytes : inactive;
  };
  const auto rest = [=](int size, auto index_of) {
    return each(n % width, block_size, size,
                [=](std::int64_t i) { return index_of(width * vectors + i); });
  };
  return {blocks_for(n, width * block_size),
          block_size,
          {load("index", 4 * width, whole(4 * width)), load("in", bytes, each_of_vector, width),
           store("out", 16, whole(16)), load("index", 4, rest(4, itself)),
           load("in", bytes, rest(bytes, found)), store("out", bytes, rest(bytes, itself))}};
}

/// One element a thread.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays& host) {
  const int block_size = flat_block_size(variant, model);
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const auto index = host.get<std::uint32_t>("index");
  if (variant.name == "vector_index") return {vector_index(n, bytes, index)};
  const auto in_order = [](std::int64_t i) { return i; };
  const auto found = [=](std::int64_t i) {
    return std::int64_t{index[static_cast<std::size_t>(i)]};
  };
  return {{blocks_for(n, block_size),
           block_size,
           {load("index", 4, each(n, block_size, 4, in_order)),
            load("in", bytes, each(n, block_size, bytes, found)),
            store("out", bytes, each(n, block_size, bytes, in_order))}}};
}

}  // namespace

Experiment gather() {
  std::vector<std::string> words;
  for (const auto& [word, fill_warp] : patterns) words.emplace_back(word);
  Experiment e;
  e.name = "gather";
  e.family = "coalescing";
  e.question = "What does it cost to read where an index array says?";
  e.sources = {{"D1", "§2.3"}, {"D2", "§2.2"}, {"D2", "§4.3"}};
  e.parameters = {
      {"n", "elements of each array, the index array (4 bytes each) included", 32 * Mi, 0,
       std::int64_t{1} << 32},
      {"pattern",
       "where a warp of 32 reads: in order, in reverse, in the order of a permutation, anywhere in "
       "its own 32 elements, anywhere in the array, all lanes one address",
       "random", 0, 0, words},
  };
  e.variants = {
      {"plain", Level::textbook, "out[i] = in[index[i]], one element a thread",
       native_and_kokkos()},
      {"read_only",
       Level::textbook,
       "the same through the read-only data cache: __ldg, a RandomAccess View",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}}},
      {"vector_index",
       Level::tuned,
       "a 16-byte vector of results a thread, all its elements on their way at once, their indices "
       "in a vector too",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}}},
  };
  e.work = [](const Variant&, const Parameters& p) {
    const double elements = static_cast<double>(p["n"]) * real_bytes(p);
    return Work{static_cast<double>(p["n"]) * sizeof(std::uint32_t) + elements, elements, 0};
  };
  e.accesses = accesses;
  ask_in_reals<GatherOf>(e, cases);
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
