// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/layout.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::layout_experiment {

/// The number that is member m of particle i of n.
using Layout = std::int64_t (*)(std::int64_t i, std::int64_t m, std::int64_t n);

constexpr Layout structures = Structures::at, arrays = Arrays::at, tiles = Tiles::at;

std::size_t numbers(Layout layout, std::int64_t n) {
  const std::int64_t in_tiles = blocks_for(n, particle::tile) * particle::tile;
  return static_cast<std::size_t>((layout == tiles ? in_tiles : n) * particle::members);
}

/// Member m of particle i is accessed by thread i of n.
auto member(Layout at, std::int64_t m, std::int64_t n) {
  return [=](std::int64_t i) { return at(i, m, n); };
}

template <Layout layout>
std::vector<Kernel> sums(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], real_bytes(p));
  return {loop.kernel({loop.load("in", member(layout, particle::x, p["n"])),
                       loop.load("in", member(layout, particle::vx, p["n"])),
                       loop.store("out", in_order)})};
}

/// Writes into x of the same array.
template <Layout layout>
std::vector<Kernel> updates(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], real_bytes(p));
  const auto x = member(layout, particle::x, p["n"]);
  return {loop.kernel({loop.load("particles", x),
                       loop.load("particles", member(layout, particle::vx, p["n"])),
                       loop.store("particles", x)})};
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

template <class T>
struct ParticlesProblem {
  Layout layout;

  Particles<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in", numbers(layout, p["n"])), arrays.output<T>("out"),
            p.as_size("n")};
  }
  Work work(const Parameters& p) const { return combined<T>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<T>("in");
    const auto member = [this, in, n = p["n"]](std::size_t i, int m) {
      return in[static_cast<std::size_t>(layout(static_cast<std::int64_t>(i), m, n))];
    };
    return compare_elements(host.get<T>("out"), [&](std::size_t i) {
      return sum_of_two<T>(member(i, particle::x), member(i, particle::vx));
    });
  }
  Cases cases = sizes;
};

/// The particles begin as `start`.
template <class T>
struct UpdateProblem {
  Layout layout;  // not tiles

  Updated<T> make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t count = numbers(layout, p["n"]);
    arrays.uniform<T>("start", count);
    return {arrays.add<T>(updated(output<T>("particles", count), "start")), p.as_size("n")};
  }
  /// A comparison of each particle's two numbers.
  Work work(const Parameters& p) const { return combined<T>(p["n"]); }
  /// Nothing is rounded, and the other members stay as they are.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto start = host.get<T>("start");
    const std::int64_t n = p["n"];
    const std::int64_t apart = layout(0, particle::vx, n) - layout(0, particle::x, n);
    return compare_elements(host.get<T>("particles"), [=, this](std::size_t number) {
      const auto i = static_cast<std::int64_t>(number);
      const bool is_x = (layout == structures ? i % particle::members : i / n) == particle::x;
      const T vx = is_x ? start[number + static_cast<std::size_t>(apart)] : start[number];
      return exactly(static_cast<double>(std::max(start[number], vx)));
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    return {sizes(preset, platform).back()};
  }
};

template <class T>
struct MassesProblem {
  Masses<T> make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.input<Body<T>>(uniform_input<T>("in", n * sizeof(Body<T>) / sizeof(T))),
            arrays.output<T>("out", n), n};
  }
  Work work(const Parameters& p) const { return copied<T>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<Body<T>>("in");
    return compare_elements(host.get<T>("out"), [&](std::size_t i) { return exactly(in[i].mass); });
  }
  Cases cases = sizes;
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<ParticlesProblem>(arrays);
  e.pattern = Pattern::flat;
  e.question =
      "What does using some members of a structure cost, and what does another layout save?";
  e.parameters = {{"n", "particles of six numbers, four for `member`", 4 * Mi, 0, 4 * Gi}};
  e.variants = {
      loops("aos", "x + vx from an array of structures of six numbers, one particle per thread",
            problem_in_reals<ParticlesProblem>(structures), sums<structures>),
      loops("soa", "the same from six arrays, one for each member", sums<arrays>),
      tuned_on_gpu("soa_vector",
                   "soa by 16-byte vectors, one per thread, in blocks of 128 threads; as soa where "
                   "n is not a multiple of a vector's width"),
      loops("aosoa", "the same from tiles: 32 x, then 32 y, and so on",
            problem_in_reals<ParticlesProblem>(tiles), sums<tiles>),
      loops("update_aos", "in place: the larger of x and vx into x, one particle per thread",
            problem_in_reals<UpdateProblem>(structures), updates<structures>),
      loops("update_soa", "the same in six arrays", problem_in_reals<UpdateProblem>(arrays),
            updates<arrays>),
      loops("member", "the last of each structure's four numbers, one structure per thread",
            problem_in_reals<MassesProblem>(), masses),
      builtin("default_layout", "soa",
              "soa as a View<T*[6]> of the default layout, on a GPU LayoutLeft",
              only_kokkos_on_gpu()),
  };
  add_rewritten(e, {"soa", "aosoa", "update_soa", "member"}, by_raw_rank, {"policies/range"});
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0,   1,   2,   3,   4,   5,   31,   32,   33,    255,    256,
                       257, 508, 511, 512, 513, 516, 1009, 1012, 65536, 100003, 100004}}}}};
}

}  // namespace tilebridge::layout_experiment
