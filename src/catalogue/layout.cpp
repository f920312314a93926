#include "catalogue/layout.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"
#include "catalogue/real.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t members = particle::members;
constexpr std::size_t tile = particle::tile;
constexpr std::size_t body_reals = 4;
constexpr std::size_t mass = 3;  // which of a body's numbers is its mass

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (platform == Platform::host) return {{{"n", preset == Preset::quick ? 256 * Ki : 4 * Mi}}};
  if (preset == Preset::full) return {{{"n", 4 * Mi}}, {{"n", 128 * Mi}}};
  return {{{"n", 4 * Mi}}};
}

std::size_t reals(const Variant& variant, std::size_t n) {
  if (variant.listing() == "member") return n * body_reals;
  if (variant.listing() == "aosoa") return (n + tile - 1) / tile * tile * members;
  return n * members;
}

Work work(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<double>(p["n"]);
  const double bytes = n * real_bytes(p);
  if (variant.listing() == "member") return {bytes, bytes, 0};
  return {2 * bytes, bytes, n};
}

/// One rounding: the sum is exact, or nearly so, in the wider type. `place(i, m)` is where member m
/// of particle i lies.
template <class T, class Place>
Validation validate_sums(const HostArrays& host, const Place& place) {
  const auto in = host.get<T>("in");
  return compare_elements(host.get<T>("out"), [&](std::size_t i) {
    const auto sum = static_cast<double>(Wide<T>{in[place(i, particle::x)]} +
                                         Wide<T>{in[place(i, particle::vx)]});
    return within(sum, roundoff<T> * std::abs(sum));
  });
}

template <class T>
struct LayoutOf {
  static std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input<T>("in", reals(variant, n)), output<T>("out", n)};
  }

  static std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
    const auto n = static_cast<std::size_t>(p["n"]);
    T* out = at.get<T>("out");
    if (variant.listing() == "member") return Masses<T>{at.get<const Body<T>>("in"), out, n};
    return Particles<T>{at.get<const T>("in"), out, n};
  }

  static Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
    const auto n = static_cast<std::size_t>(p["n"]);
    if (variant.listing() == "aos")
      return validate_sums<T>(host, [](std::size_t i, std::size_t m) { return i * members + m; });
    if (variant.listing() == "soa" || variant.listing() == "soa_vector")
      return validate_sums<T>(host, [n](std::size_t i, std::size_t m) { return m * n + i; });
    if (variant.listing() == "aosoa")
      return validate_sums<T>(host, [](std::size_t i, std::size_t m) {
        return (i / tile * members + m) * tile + i % tile;
      });
    const auto in = host.get<T>("in");
    return compare_elements(host.get<T>("out"),
                            [&](std::size_t i) { return exactly(in[i * body_reals + mass]); });
  }
};

/// A vector's particles a thread, in both models; n is a multiple of the vector's width.
Kernel soa_vector(std::int64_t n, int width) {
  constexpr int block_size = 128;
  const std::int64_t vectors = n / width;
  const auto member = [=](std::int64_t m) {
    return each(vectors, block_size, 16, [=](std::int64_t v) { return m * vectors + v; });
  };
  return {blocks_for(vectors, block_size),
          block_size,
          {load("in", 16, member(particle::x)), load("in", 16, member(particle::vx)),
           store("out", 16, member(0))}};
}

/// One particle a thread; so does soa_vector, in blocks as soa's in either model, where n is no
/// multiple of a vector's width.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const int block_size = variant.level == Level::tuned ? 256 : flat_block_size(variant, model);
  constexpr auto all = static_cast<std::int64_t>(members);
  constexpr auto in_tile = static_cast<std::int64_t>(tile);
  const std::string& listing = variant.listing();
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const int width = 16 / bytes;
  if (listing == "soa_vector" && n % width == 0) return {soa_vector(n, width)};
  const auto at = [&](auto index_of) { return each(n, block_size, bytes, index_of); };
  const auto member = [&](std::int64_t m) {
    if (listing == "aos") return at([=](std::int64_t i) { return i * all + m; });
    if (listing == "soa" || listing == "soa_vector")
      return at([=](std::int64_t i) { return m * n + i; });
    return at([=](std::int64_t i) { return (i / in_tile * all + m) * in_tile + i % in_tile; });
  };
  const Access stored = store("out", bytes, at([](std::int64_t i) { return i; }));
  Kernel kernel{blocks_for(n, block_size), block_size, {}};
  if (listing == "member")
    kernel.accesses = {load("in", bytes, at([](std::int64_t i) {
                              return i * static_cast<std::int64_t>(body_reals) +
                                     static_cast<std::int64_t>(mass);
                            })),
                       stored};
  else
    kernel.accesses = {load("in", bytes, member(particle::x)),
                       load("in", bytes, member(particle::vx)), stored};
  return {kernel};
}

}  // namespace

Experiment layout() {
  const std::string ranks = "teams of 256 threads, one element each by raw team rank";
  Experiment e;
  e.name = "layout";
  e.family = "coalescing";
  e.question =
      "What does it cost to use some members of a structure, and what does another layout save?";
  e.sources = {{"D2", "§3.2"}, {"D2", "§6.1"}};
  e.parameters = {
      {"n", "particles of six numbers, of four for `member`", 4 * Mi, 0, std::int64_t{1} << 32}};
  e.variants = {
      {"aos", Level::textbook,
       "x + vx of an array of structures of six numbers, one particle a thread",
       native_and_kokkos()},
      {"soa", Level::textbook, "the same of six arrays, one for each member", native_and_kokkos()},
      matched("soa", ranks),
      {"soa_vector",
       Level::tuned,
       "soa by 16-byte vectors, one a thread, in blocks of 128 threads; as soa where n is no "
       "multiple of a vector's width",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}}},
      {"aosoa", Level::textbook, "the same of tiles: 32 x, then 32 y, and so on",
       native_and_kokkos()},
      matched("aosoa", ranks),
      {"member", Level::textbook,
       "the last of each structure's four numbers, one structure a thread", native_and_kokkos()},
      matched("member", ranks),
      {"default_layout",
       Level::idiomatic,
       "soa as a View<T*[6]> of the default layout, on a GPU LayoutLeft",
       {{Model::kokkos, {Platform::cuda}}},
       "soa"},
  };
  e.work = work;
  e.accesses = accesses;
  ask_in_reals<LayoutOf>(e, cases);
  return e;
}

}  // namespace tilebridge
