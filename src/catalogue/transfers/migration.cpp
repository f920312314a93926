// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/migration.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/pages.hpp"

namespace tilebridge::migration_experiment {

/// The element that thread i of n reads.
using IndexOf = std::uint64_t (*)(std::uint64_t i, std::uint64_t n, const Random& random);

std::uint64_t in_order(std::uint64_t i, std::uint64_t, const Random&) { return i; }

/// Neighbouring threads are a page apart: one element of every page, then the next of every page.
std::uint64_t page_by_page(std::uint64_t i, std::uint64_t n, const Random&) {
  constexpr std::uint64_t stride = page_bytes / sizeof(float);
  return (i * stride + i * stride / n) % n;
}

std::uint64_t anywhere(std::uint64_t i, std::uint64_t n, const Random& random) {
  return random.bits(i) % n;
}

constexpr std::array<std::pair<const char*, IndexOf>, 3> patterns = {{
    {"sequential", in_order},
    {"stride", page_by_page},
    {"random", anywhere},
}};

ArraySpec index_input(std::size_t n, IndexOf index_of) {
  return filled<Word>("index", n, [=](std::size_t i, const Random& random) {
    return static_cast<Word>(index_of(i, n, random));
  });
}

/// `in` lies in `space`. With `to_and_fro`, the host has used it before each launch.
struct MigrationProblem {
  Space space;
  bool to_and_fro;

  Migration make(ArrayList& arrays, const Parameters& p) const {
    const auto n = p.as_size("n");
    return {arrays.add<float>(placed_in(space, uniform_input("in", n))),
            arrays.input<Word>(index_input(n, named(patterns, p.word("pattern")))),
            arrays.output<float>("out", n), n};
  }
  /// Numbers that the host has cross the link.
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    const double numbers = n * sizeof(float);
    const double indices = n * sizeof(Word);
    return {.bytes_read = to_and_fro ? indices : numbers + indices,
            .bytes_written = numbers,
            .flops = n,
            .to_device = to_and_fro ? numbers : 0};
  }
  /// A square is exact in double precision; one rounding brings it back to single.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto index = host.get<Word>("index");
    return compare_from<float>(host, [&](auto in, std::size_t i) {
      const double number = in[index[i]];
      return within(number * number, unit_roundoff * number * number);
    });
  }
  /// Sizes are small: a page that moves by a fault takes many times as long as a copy of it.
  static std::vector<Parameters> in_every_order(std::int64_t n) {
    return every(
        {{"n", {n}}, {"pattern", words_of<std::vector<Value>>(patterns)}, {"left_mib", {0}}});
  }
  Cases cases = {.quick = in_every_order(256 * Ki), .standard = in_every_order(4 * Mi)};
};

/// The managed memory is larger than what is left of the device's.
struct CrowdedProblem {
  MigrationProblem migration = {.space = Space::managed, .to_and_fro = true};

  static std::size_t left(const Parameters& p) { return p.as_size("left_mib") * Mi; }

  CrowdedMigration make(ArrayList& arrays, const Parameters& p) const {
    return {migration.make(arrays, p), left(p)};
  }
  /// Pages that do not fit cross the link in every launch, and more if pages leave that are needed
  /// next.
  Work work(const Parameters& p) const {
    if (left(p) == 0) return MigrationProblem{Space::managed, false}.work(p);
    Work work = migration.work(p);
    work.to_device -= std::min(work.to_device, static_cast<double>(left(p)));
    return work;
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return migration.validate(host, p);
  }
  /// Only the full preset takes memory, since nobody else gets any meanwhile.
  Cases cases = {.quick = {{{"n", 256 * Ki}, {"pattern", "sequential"}, {"left_mib", 0}}},
                 .full = {{{"n", 64 * Mi}, {"pattern", "sequential"}, {"left_mib", 128}}}};
};

ProblemPointer migration_of(Space space, bool to_and_fro) {
  return problem(MigrationProblem{.space = space, .to_and_fro = to_and_fro});
}

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.pattern = Pattern::transfer;
  e.question = "How does the order of access change the cost of page migration?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 4 * Mi, 0, 256 * Mi},
      one_of("pattern", words_of(patterns), "sequential",
             "what neighbouring threads read: neighbours, elements a page of 4 KiB apart, any "
             "elements"),
      {"left_mib",
       "MiB of device memory that `crowded` leaves free before its launches (0: it takes none)", 0,
       0, Mi},
  };
  e.variants = {
      loops("on_device", "the numbers in device memory, which never move",
            migration_of(Space::device, false)),
      loops("second_touch",
            "managed memory that nobody but the kernel touches: its pages stay on the device from "
            "the first launch, which is not timed",
            migration_of(Space::managed, false)),
      loops("first_touch",
            "managed memory of which the host touches every page before each launch; the pages' "
            "way back to the host is timed too",
            migration_of(Space::managed, true)),
      native_only("crowded",
                  "managed memory beside an allocation that leaves left_mib of the device's (0: "
                  "there is none): what does not fit is fetched in every launch",
                  "the kernel would be first_touch's; Kokkos does not say how much device memory "
                  "is free, which is taken first",
                  problem(CrowdedProblem{})),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 255, 256, 257, 1009, 1023, 1024, 1025, 100003}},
                           {"left_mib", {0}}}}};
}

}  // namespace tilebridge::migration_experiment
