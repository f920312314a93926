// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/layout.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::layout_experiment {

// How n particles lie in memory: as how many numbers, at which of them member m of particle i is,
// and which member a number is.

struct ArrayOfStructures {
  static constexpr std::int64_t numbers(std::int64_t n) { return n * particle::members; }
  static constexpr std::int64_t place(std::int64_t i, std::int64_t m, std::int64_t /*n*/) {
    return i * particle::members + m;
  }
  static constexpr std::int64_t member(std::int64_t number, std::int64_t /*n*/) {
    return number % particle::members;
  }
};

struct StructureOfArrays {
  static constexpr std::int64_t numbers(std::int64_t n) { return n * particle::members; }
  static constexpr std::int64_t place(std::int64_t i, std::int64_t m, std::int64_t n) {
    return m * n + i;
  }
  static constexpr std::int64_t member(std::int64_t number, std::int64_t n) { return number / n; }
};

/// Tiles of particles as arrays of members: the members of one tile, then those of the next.
struct Tiles {
  static constexpr std::int64_t numbers(std::int64_t n) {
    return blocks_for(n, particle::tile) * particle::tile * particle::members;
  }
  static constexpr std::int64_t place(std::int64_t i, std::int64_t m, std::int64_t /*n*/) {
    constexpr std::int64_t tile = particle::tile;
    return (i / tile * particle::members + m) * tile + i % tile;
  }
};

/// Member m of particle i is accessed by thread i of n.
template <class Layout>
auto member(std::int64_t m, std::int64_t n) {
  return [=](std::int64_t i) { return Layout::place(i, m, n); };
}

template <class Layout>
std::vector<Kernel> sums(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], real_bytes(p));
  return {loop.kernel({loop.load("in", member<Layout>(particle::x, p["n"])),
                       loop.load("in", member<Layout>(particle::vx, p["n"])),
                       loop.store("out", in_order)})};
}

/// Writes into x of the same array.
template <class Layout>
std::vector<Kernel> updates(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], real_bytes(p));
  return {loop.kernel({loop.load("particles", member<Layout>(particle::x, p["n"])),
                       loop.load("particles", member<Layout>(particle::vx, p["n"])),
                       loop.store("particles", member<Layout>(particle::x, p["n"]))})};
}

std::vector<Kernel> masses(const ModelForm& form, const Parameters& p, const HostArrays&) {
  constexpr std::int64_t numbers = 4;  // per body
  constexpr std::int64_t mass = 3;     // its position among them
  const FlatLoop loop(form, p["n"], real_bytes(p));
  const auto mass_of = [](std::int64_t i) { return i * numbers + mass; };
  return {loop.kernel({loop.load("in", mass_of), loop.store("out", in_order)})};
}

const Cases sizes = {.quick = {{{"n", 4 * Mi}}},
                     .full = every({{"n", {4 * Mi, 128 * Mi}}}),
                     .host_quick = {{{"n", 256 * Ki}}},
                     .host = {{{"n", 4 * Mi}}}};

template <class T, class Layout>
struct ParticlesProblem {
  Particles<T> make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.in = arrays.uniform<T>("in", static_cast<std::size_t>(Layout::numbers(p["n"]))),
            .out = arrays.output<T>("out", n),
            .n = n};
  }
  Work work(const Parameters& p) const { return combined<T>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<T>("in");
    const auto member = [in, n = p["n"]](std::size_t i, int m) {
      const std::int64_t place = Layout::place(static_cast<std::int64_t>(i), m, n);
      return in[static_cast<std::size_t>(place)];
    };
    return compare_elements(host.get<T>("out"), [&](std::size_t i) {
      return sum_of_two<T>(member(i, particle::x), member(i, particle::vx));
    });
  }
  Cases cases = sizes;
};

template <class T>
using AosProblem = ParticlesProblem<T, ArrayOfStructures>;
template <class T>
using SoaProblem = ParticlesProblem<T, StructureOfArrays>;
template <class T>
using AosoaProblem = ParticlesProblem<T, Tiles>;

/// The particles begin as `start`.
template <class T, class Layout>
struct UpdateProblem {
  Updated<T> make(ArrayList& arrays, const Parameters& p) const {
    const auto numbers = static_cast<std::size_t>(Layout::numbers(p["n"]));
    arrays.uniform<T>("start", numbers);
    return {.particles = arrays.add<T>(updated(output<T>("particles", numbers), "start")),
            .n = p.as_size("n")};
  }
  /// A comparison of each particle's two numbers.
  Work work(const Parameters& p) const { return combined<T>(p["n"]); }
  /// Nothing is rounded, and the other members stay as they are.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto start = host.get<T>("start");
    const std::int64_t n = p["n"];
    const std::int64_t apart = Layout::place(0, particle::vx, n) - Layout::place(0, particle::x, n);
    return compare_elements(host.get<T>("particles"), [=](std::size_t number) {
      const bool is_x = Layout::member(static_cast<std::int64_t>(number), n) == particle::x;
      const T vx = is_x ? start[number + static_cast<std::size_t>(apart)] : start[number];
      return exactly(static_cast<double>(std::max(start[number], vx)));
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    return {sizes(preset, platform).back()};
  }
};

template <class T>
using AosUpdate = UpdateProblem<T, ArrayOfStructures>;
template <class T>
using SoaUpdate = UpdateProblem<T, StructureOfArrays>;

template <class T>
struct MassesProblem {
  Masses<T> make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.in = arrays.input<Body<T>>(uniform_input<T>("in", n * sizeof(Body<T>) / sizeof(T))),
            .out = arrays.output<T>("out", n),
            .n = n};
  }
  Work work(const Parameters& p) const { return copied<T>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<Body<T>>("in");
    return compare_elements(host.get<T>("out"), [&](std::size_t i) { return exactly(in[i].mass); });
  }
  Cases cases = sizes;
};

Experiment experiment() {
  const std::string ranks = "teams of 256 threads, one element each by raw team rank";
  Experiment e;
  e.problem = problem_in_reals<SoaProblem>();
  e.pattern = Pattern::flat;
  e.question =
      "What does using some members of a structure cost, and what does another layout save?";
  e.parameters = {{"n", "particles of six numbers, four for `member`", 4 * Mi, 0, 4 * Gi}};
  e.variants = {
      {.name = "aos",
       .technique = "x + vx from an array of structures of six numbers, one particle per thread",
       .problem = problem_in_reals<AosProblem>(),
       .accesses = sums<ArrayOfStructures>},
      {.name = "soa",
       .technique = "the same from six arrays, one for each member",
       .accesses = sums<StructureOfArrays>},
      matched("soa", ranks, {"policies/range"}),
      tuned_on_gpu("soa_vector",
                   "soa by 16-byte vectors, one per thread, in blocks of 128 threads; as soa where "
                   "n is not a multiple of a vector's width"),
      {.name = "aosoa",
       .technique = "the same from tiles: 32 x, then 32 y, and so on",
       .problem = problem_in_reals<AosoaProblem>(),
       .accesses = sums<Tiles>},
      matched("aosoa", ranks, {"policies/range"}),
      {.name = "update_aos",
       .technique = "in place: the larger of x and vx into x, one particle per thread",
       .problem = problem_in_reals<AosUpdate>(),
       .accesses = updates<ArrayOfStructures>},
      {.name = "update_soa",
       .technique = "the same in six arrays",
       .problem = problem_in_reals<SoaUpdate>(),
       .accesses = updates<StructureOfArrays>},
      matched("update_soa", ranks, {"policies/range"}),
      {.name = "member",
       .technique = "the last of each structure's four numbers, one structure per thread",
       .problem = problem_in_reals<MassesProblem>(),
       .accesses = masses},
      matched("member", ranks, {"policies/range"}),
      {.name = "default_layout",
       .form = Form::construct,
       .technique = "soa as a View<T*[6]> of the default layout, on a GPU LayoutLeft",
       .models = only_kokkos_on_gpu(),
       .stands_for = "soa"},
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0,   1,   2,   3,   4,   5,   31,   32,   33,    255,    256,
                       257, 508, 511, 512, 513, 516, 1009, 1012, 65536, 100003, 100004}}}}};
  return e;
}

}  // namespace tilebridge::layout_experiment
