// SPDX-License-Identifier: Apache-2.0
// What the catalogue says its kernels read and write.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "access/traffic.hpp"
#include "catalogue/catalogue.hpp"

namespace tilebridge {
namespace {

constexpr double no_limit = 1e12;
constexpr std::int64_t largest_shared = 48 << 10;  // bytes of a block without asking for more

std::vector<Kernel> kernels_of(const std::string& name, const std::string& variant, Model model,
                               const Parameters& p, const HostArrays& host = {{}, 1}) {
  const Variant& v = catalogue().experiment(name).variant(variant);
  return v.accesses({model, v.form_of(model)}, p, host);
}

std::vector<ArraySpec> arrays_of(const std::string& name, const std::string& variant,
                                 const Parameters& p) {
  return catalogue().experiment(name).variant(variant).problem->arrays(p);
}

Traffic traffic_of(const std::string& name, const std::string& variant, Model model,
                   const Parameters& p, const HostArrays& host = {{}, 1}) {
  return traffic(kernels_of(name, variant, model, p, host), no_limit);
}

Parameters as_it_is(const Experiment&, Parameters p) { return p; }

/// With sizes that no block or tile divides.
Parameters ragged(const Experiment& e, Parameters p) {
  EXPECT_NE(e.ragged.begin(), e.ragged.end()) << e.name << " names no ragged sizes";
  for (const auto& [name, size] : e.ragged) p.set(name, size);
  return p;
}

/// One case of one model of one variant, with the contents of its arrays where they matter.
struct Declared {
  const Experiment& experiment;
  const Variant& variant;
  Model model;
  Parameters parameters;
  std::vector<ArraySpec> specs;
  HostArrays host;

  Declared(const Experiment& e, const Variant& v, Model m, const Parameters& p)
      : experiment(e),
        variant(v),
        model(m),
        parameters(p),
        specs(v.problem->arrays(p)),
        host(e.addresses_follow_data ? specs : std::vector<ArraySpec>{}, 1) {}

  std::string name() const { return experiment.name + "/" + variant.name; }
  std::string describe() const {
    return name() + " " + std::string(name_of(model)) + " " + to_string(parameters);
  }
  std::vector<Kernel> kernels() const {
    return variant.accesses({model, variant.form_of(model)}, parameters, host);
  }
};

/// The case, and the same of doubles where it may be.
std::vector<Parameters> in_reals(const Parameters& p) {
  std::vector<Parameters> cases = {p};
  if (p.has("real")) {
    cases.push_back(p);
    cases.back().set("real", "double");
  }
  return cases;
}

/// Whether a variant has declared accesses: in these families, all but the steps.
bool has_accesses(const Experiment& e, const Variant& v) {
  return (e.family == Family::coalescing || e.family == Family::tiling) && v.form != Form::step;
}

/// Calls check(declared) for all of the families coalescing and tiling, at `change`d quick cases. A
/// host's are smaller, which matters where arrays have to be filled.
template <class Change, class Check>
void for_every_case(const Change& change, const Check& check) {
  for (const Experiment& e : catalogue()) {
    const Platform sizes = e.addresses_follow_data ? Platform::host : Platform::cuda;
    for (const Variant& v : e.variants)
      for (const Support& s : v.models) {
        if (!has_accesses(e, v) || s.model == Model::vendor || s.platforms.empty()) continue;
        for (const Parameters& quick : cases_of(v, Preset::quick, sizes))
          for (const Parameters& p : in_reals(quick)) {
            const Declared declared(e, v, s.model, change(e, p));
            SCOPED_TRACE(declared.describe());
            check(declared);
          }
      }
  }
}

template <class Check>
void for_every_ragged_case(const Check& check) {
  for_every_case(ragged, check);
}

/// The bytes that an access may lie in; 0 for an array that is not there.
std::int64_t bytes_of(const Access& access, const Declared& declared) {
  if (access.memory == Memory::shared) return largest_shared;
  const std::vector<std::string>& own = declared.experiment.workspaces;
  if (std::find(own.begin(), own.end(), access.array) != own.end())
    return std::numeric_limits<std::int64_t>::max();
  const auto found = std::find_if(declared.specs.begin(), declared.specs.end(),
                                  [&](const ArraySpec& spec) { return spec.name == access.array; });
  return found == declared.specs.end() ? 0 : static_cast<std::int64_t>(found->bytes);
}

/// How many of a block's lanes ask for what they may not.
struct Lanes {
  std::int64_t outside = 0;  // of the array
  std::int64_t unaligned = 0;
};

Lanes lanes_of(const Access& access, const Kernel& kernel, std::int64_t block, std::int64_t bytes) {
  Lanes lanes;
  for (std::int64_t step = 0; step < access.steps; ++step)
    for (int rank = 0; rank < kernel.threads; ++rank) {
      const std::int64_t address = access.at({block, rank}, step);
      if (address == inactive) continue;
      lanes.outside += address < 0 || address + access.bytes > bytes;
      lanes.unaligned += address % access.bytes != 0;
    }
  return lanes;
}

void expect_sane(const Access& access, const Kernel& kernel, const Declared& declared) {
  SCOPED_TRACE(access.array);
  const std::int64_t bytes = bytes_of(access, declared);
  ASSERT_GT(bytes, 0) << "no such array";
  for (const std::int64_t block : {std::int64_t{0}, kernel.blocks / 2, kernel.blocks - 1}) {
    const Lanes lanes = lanes_of(access, kernel, block, bytes);
    EXPECT_EQ(lanes.outside, 0) << "block " << block;
    EXPECT_EQ(lanes.unaligned, 0) << "block " << block;
  }
}

void expect_sane(const Declared& declared) {
  const std::vector<Kernel> kernels = declared.kernels();
  ASSERT_FALSE(kernels.empty());
  for (const Kernel& kernel : kernels) {
    ASSERT_GT(kernel.blocks, 0);
    ASSERT_GT(kernel.threads, 0);
    ASSERT_LE(kernel.threads, 1024);
    ASSERT_FALSE(kernel.accesses.empty());
    for (const Access& access : kernel.accesses) expect_sane(access, kernel, declared);
  }
}

TEST(Accesses, LieInTheirArraysAtRaggedSizes) {
  for_every_ragged_case([](const Declared& declared) { expect_sane(declared); });
}

TEST(Accesses, LieInTheirArraysAtQuickSizes) {
  for_every_case(as_it_is, [](const Declared& declared) { expect_sane(declared); });
}

TEST(Accesses, NothingIsAskedOfNothing) {
  const auto none = [](const Experiment& e, Parameters p) {
    for (const auto& [name, size] : e.ragged) p.set(name, 0);
    return p;
  };
  for_every_case(none, [](const Declared& declared) {
    const Traffic t = traffic(declared.kernels(), no_limit);
    EXPECT_EQ(t.shared_atomic.requests, 0);
    if (declared.experiment.name == "reduce") return;  // one block writes the sum of nothing
    EXPECT_EQ(t.load.requests + t.store.requests + t.atomic.requests, 0);
    EXPECT_EQ(t.shared_load.requests + t.shared_store.requests, 0);
  });
}

// Where a variant reads and writes an element once, it asks for the bytes that its work counts.

TEST(Accesses, AskForTheBytesThatWorkCounts) {
  std::set<std::string> explained;  // variants that say why they do not
  std::set<std::string> different;  // and that do not, in some case
  for_every_ragged_case([&](const Declared& declared) {
    const Variant& variant = declared.variant;
    const Traffic t = traffic(declared.kernels(), no_limit);
    const Work work = variant.problem->work(declared.parameters);
    const auto compare = [&](const std::string& what, double asked, double counted,
                             const std::string& reason) {
      if (reason.empty()) {
        EXPECT_EQ(asked, counted) << what;
        return;
      }
      explained.insert(declared.name() + " " + what);
      if (asked != counted) different.insert(declared.name() + " " + what);
    };
    compare("read", t.load.bytes_asked, work.bytes_read, variant.reads_more);
    compare("written", t.store.bytes_asked, work.bytes_written, variant.writes_other);
    if (!work.on_chip) {
      EXPECT_GE(t.load.bytes_asked, work.bytes_read);
    }
  });
  EXPECT_EQ(different, explained);
}

TEST(Accesses, OfSharedMemoryAskForTheBytesThatWorkCounts) {
  for_every_ragged_case([](const Declared& declared) {
    if (declared.experiment.name != "bank_conflict") return;
    std::vector<Kernel> kernels = declared.kernels();
    const double warp_bytes = 32 * kernels.at(0).accesses.at(0).bytes;
    // Of plain Kokkos what a thread holds across a barrier comes on top.
    for (Kernel& kernel : kernels)
      std::erase_if(kernel.accesses, [](const Access& access) { return access.array == "values"; });
    const Traffic t = traffic(kernels, no_limit);
    const Work work = declared.variant.problem->work(declared.parameters);
    EXPECT_EQ(t.shared_load.requests * warp_bytes, work.bytes_read);
    if (work.bytes_written > 0) {  // filling is left out
      EXPECT_EQ(t.shared_store.requests * warp_bytes, work.bytes_written);
    }
  });
}

/// Wavefronts per request of the loads that a bank_conflict variant repeats.
double wavefronts_per_load(const std::string& variant, std::int64_t stride) {
  const Traffic t = traffic_of("bank_conflict", variant, Model::native,
                               {{"stride", stride}, {"repeats", 40}, {"blocks", 1}});
  return t.shared_load.wavefronts / t.shared_load.requests;
}

TEST(Accesses, LanesOfAStrideThatMeetInABank) {
  const std::vector<std::pair<std::int64_t, double>> conflicts = {
      {1, 1}, {3, 1}, {5, 1}, {6, 2}, {12, 4}, {24, 8}, {32, 32}, {33, 1}};
  for (const auto& [stride, lanes] : conflicts)
    EXPECT_EQ(wavefronts_per_load("strided", stride), lanes) << stride;
}

TEST(Accesses, LanesThatMeetInABankWithoutAStride) {
  EXPECT_EQ(wavefronts_per_load("broadcast", 0), 1);
  EXPECT_EQ(wavefronts_per_load("permuted", 1), 1);
  EXPECT_EQ(wavefronts_per_load("three_way", 32), 3);
}

TEST(Accesses, ElementsOf8BytesGoInTwoTurns) {
  // 16 lanes in 32 banks; at a stride of 2 they use half of the banks twice, at 16 two of them.
  EXPECT_EQ(wavefronts_per_load("strided_8_bytes", 1), 2);
  EXPECT_EQ(wavefronts_per_load("strided_8_bytes", 2), 2 * 2);
  EXPECT_EQ(wavefronts_per_load("strided_8_bytes", 16), 2 * 16);
}

TEST(Accesses, AWarpsStoresToOneWordDoNotConflict) {
  const Traffic t = traffic_of("bank_conflict", "same_word_store", Model::native,
                               {{"stride", 0}, {"repeats", 40}, {"blocks", 1}});
  EXPECT_EQ(t.shared_store.requests, 32 * 40);
  EXPECT_EQ(t.shared_store.wavefronts, 32 * 40);
  EXPECT_EQ(t.shared_load.wavefronts, 32 * 40);
}

TEST(Accesses, PermutedLanesLoadEveryWordOfAWarpOnce) {
  const Kernel kernel = kernels_of("bank_conflict", "permuted", Model::native,
                                   {{"stride", 1}, {"repeats", 1}, {"blocks", 1}})
                            .at(0);
  const Access& loads = kernel.accesses.at(2);
  std::set<std::int64_t> words;
  std::int64_t moved = 0;
  for (int lane = 0; lane < 32; ++lane) {
    words.insert(loads.at({0, 32 + lane}, 0) / 4);
    moved += loads.at({0, 32 + lane}, 0) != (32 + lane) * 4;
  }
  EXPECT_EQ(words.size(), 32U);
  EXPECT_EQ(*words.begin(), 32);
  EXPECT_EQ(*words.rbegin(), 63);
  EXPECT_GT(moved, 16);
}

TEST(Accesses, SharedKinds) {
  // 1030 elements are two blocks of 32 warps, of which the second has one with elements, 6. Two
  // rounds: from `even` 2 averages and a last one where there are elements, from `odd` 2.
  const Traffic t =
      traffic_of("shared_kinds", "mixed", Model::native, {{"n", 1030}, {"rounds", 2}});
  EXPECT_EQ(t.load.requests, 33);
  EXPECT_EQ(t.store.bytes_asked, 1030 * 4);
  EXPECT_EQ(t.shared_store.requests, 64 * (1 + 2 + 2));
  EXPECT_EQ(t.shared_load.requests, 2 * (64 * (2 + 2) + 33));
  EXPECT_EQ(t.shared_load.wavefronts, t.shared_load.requests);
}

// Totals by hand. A warp that reads 32 floats from a sector's first byte on touches 4 sectors, from
// another one on 5.

TEST(Accesses, SmoothDirect) {
  // 1022 averages: 31 whole warps and one of 30 lanes. The left neighbours of warp w begin at
  // element 32·w: 4 sectors a warp, and 30 floats are 4 as well. The middle ones begin an element
  // later, the right ones two: 5 a warp but for the last, which ends before the next sector.
  const Traffic t = traffic_of("smooth", "direct", Model::native, {{"n", 1024}});
  EXPECT_EQ(t.load.requests, 3 * 32);
  EXPECT_EQ(t.load.bytes_asked, 3 * 1022 * 4);
  EXPECT_EQ(t.load.sectors, 32 * 4 + 2 * (31 * 5 + 4));
  EXPECT_EQ(t.store.requests, 32);
  EXPECT_EQ(t.store.sectors, 31 * 5 + 4);
  // Lines: 1 a warp for the left neighbours; 2 for the others but in the last warp.
  EXPECT_EQ(t.l1_passes, 32 + 3 * (31 * 2 + 1));
  // A block reads elements 256·b … 256·b + 257: 33 sectors, the last block to the end: 32.
  EXPECT_EQ(t.arrays.at("in").loaded, 3 * 33 + 32);
  EXPECT_EQ(t.arrays.at("out").stored, 3 * 33 + 32);
}

TEST(Accesses, SmoothTileHalo) {
  // Two blocks, of 256 and of 42 averages. Own elements: 8 warps of 5 sectors; elements 257 … 299
  // are 2 warps, from byte 1028 on 5 sectors, from 1156 on 11 floats up to 1200: 2. One left
  // neighbour a block; a right one for the first only, since the second has no thread 255 inside.
  const Traffic native = traffic_of("smooth", "tile_halo", Model::native, {{"n", 300}});
  EXPECT_EQ(native.load.requests, 8 + 2 + 2 + 1);
  EXPECT_EQ(native.load.sectors, 8 * 5 + 5 + 2 + 2 + 1);
  EXPECT_EQ(native.load.bytes_asked, (299 + 3) * 4);
  EXPECT_EQ(native.store.bytes_asked, 298 * 4);
  EXPECT_EQ(native.shared_store.requests, 8 + 2 + 2 + 1);
  EXPECT_EQ(native.shared_load.requests, 3 * (8 + 2));
  EXPECT_EQ(native.shared_load.wavefronts, 3 * (8 + 2));
  // Matched: the second block has all 8 warps stage their elements, most of them zeros.
  const Traffic matched = traffic_of("smooth", "tile_halo_matched", Model::kokkos, {{"n", 300}});
  EXPECT_EQ(matched.load.sectors, native.load.sectors);
  EXPECT_EQ(matched.shared_store.requests, 8 + 8 + 2 + 1);
}

TEST(Accesses, SmoothTileHaloInPlainKokkos) {
  // Elements 0 … 257 by 8 warps of 4 sectors, and two lanes; 256 … 299 by two warps: 4 and 12
  // floats of 2 sectors.
  const Traffic t = traffic_of("smooth", "tile_halo", Model::kokkos, {{"n", 300}});
  EXPECT_EQ(t.load.requests, 8 + 1 + 2);
  EXPECT_EQ(t.load.sectors, 8 * 4 + 1 + 4 + 2);
  EXPECT_EQ(t.load.bytes_asked, (258 + 44) * 4);
  EXPECT_EQ(t.shared_store.requests, 8 + 1 + 2);
  EXPECT_EQ(t.shared_load.requests, 3 * (8 + 2));
  EXPECT_EQ(t.store.bytes_asked, 298 * 4);
}

TEST(Accesses, RangesHaveBlocksOf128Threads) {
  const Parameters p = {{"n", 1024}, {"uses", 3}};
  EXPECT_EQ(kernels_of("dot", "atomic", Model::kokkos, p).at(0).threads, 128);
  for (const char* experiment : {"smooth", "reuse"}) {
    EXPECT_EQ(kernels_of(experiment, "direct", Model::kokkos, p).at(0).threads, 128);
    EXPECT_EQ(kernels_of(experiment, "direct_matched", Model::kokkos, p).at(0).threads, 256);
  }
}

TEST(Accesses, SmoothVectorDirect) {
  // 520 elements: vectors 1 … 128 have both neighbours, 127 in the first block and one in the
  // second; three threads write elements 1 … 3, and 516 … 518.
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("smooth", "vector_direct", model, {{"n", 520}});
    EXPECT_EQ(t.load.requests, 3 * 5 + 2 * 3);
    EXPECT_EQ(t.load.bytes_asked, 128 * (16 + 2 * 4) + 6 * 3 * 4);
    // A warp's vectors are 16 sectors. So are its left neighbours in the first warp, which has 31;
    // in the others the first one lies a sector before. So do the right ones a sector after.
    EXPECT_EQ(t.load.sectors, (4 * 16 + 1) + 2 * (16 + 3 * 17 + 1) + 2 * 3);
    EXPECT_EQ(t.store.requests, 5 + 2);
    EXPECT_EQ(t.store.bytes_asked, 518 * 4);
  }
}

TEST(Accesses, SmoothVectorDirectOfFewElements) {
  // No whole vector; elements 1 and 2 of 4. Of 5, 1 … 3: nothing is left of the last vector.
  for (const std::int64_t n : {4, 5}) {
    const Traffic t = traffic_of("smooth", "vector_direct", Model::native, {{"n", n}});
    EXPECT_EQ(t.load.requests, 3) << n;
    EXPECT_EQ(t.load.bytes_asked, static_cast<double>(3 * (n - 2) * 4)) << n;
    EXPECT_EQ(t.store.bytes_asked, static_cast<double>((n - 2) * 4)) << n;
  }
}

// A RangePolicy has blocks of 128 threads on CUDA: a warp asks for the same, a block for half.

TEST(Accesses, RangesAskAsNativeBlocksDo) {
  const Parameters p = {{"n", 1003},    {"stride", 3}, {"offset", 1},
                        {"bytes", "4"}, {"items", 1},  {"real", "float"}};
  const std::vector<std::pair<std::string, std::string>> variants = {{"stride", "add"},
                                                                     {"stride", "copy"},
                                                                     {"stride", "wrapped"},
                                                                     {"offset", "copy"},
                                                                     {"layout", "soa"},
                                                                     {"layout", "aosoa"},
                                                                     {"element_size", "same_count"},
                                                                     {"layout", "member"},
                                                                     {"reorder", "direct"},
                                                                     {"vector_load", "float1"},
                                                                     {"vector_load", "float2"},
                                                                     {"vector_load", "float4"}};
  for (const auto& [experiment, variant] : variants) {
    SCOPED_TRACE(experiment + "/" + variant);
    EXPECT_EQ(kernels_of(experiment, variant, Model::native, p).at(0).threads, 256);
    EXPECT_EQ(kernels_of(experiment, variant, Model::kokkos, p).at(0).threads, 128);
    const Traffic native = traffic_of(experiment, variant, Model::native, p);
    const Traffic range = traffic_of(experiment, variant, Model::kokkos, p);
    EXPECT_EQ(range.load.requests, native.load.requests);
    EXPECT_EQ(range.load.sectors, native.load.sectors);
    EXPECT_EQ(range.store.requests, native.store.requests);
    EXPECT_EQ(range.store.sectors, native.store.sectors);
  }
}

TEST(Accesses, OffsetCopyInSmallerBlocks) {
  // 128 or 256 floats from the second of a sector on: a sector more than from the first, a block.
  const Parameters p = {{"n", 1024}, {"offset", 1}};
  const Traffic native = traffic_of("offset", "copy", Model::native, p);
  EXPECT_EQ(native.arrays.at("base").loaded, 4 * 33);
  EXPECT_EQ(traffic_of("offset", "copy_matched", Model::kokkos, p).arrays.at("base").loaded,
            4 * 33);
  EXPECT_EQ(traffic_of("offset", "copy", Model::kokkos, p).arrays.at("base").loaded, 8 * 17);
}

// A warp that asks for 32 vectors of 16 bytes touches 16 sectors, in 4 lines.

TEST(Accesses, StrideVectorCopy) {
  // 1003 floats are 250 vectors, of two blocks: 7 whole warps and one of 26 lanes. Three floats are
  // left, of one sector, in the last line.
  const Parameters p = {{"n", 1003}, {"stride", 1}};
  for (const Model model : {Model::native, Model::kokkos}) {
    EXPECT_EQ(kernels_of("stride", "vector_copy", model, p).at(0).blocks, 2);
    const Traffic t = traffic_of("stride", "vector_copy", model, p);
    EXPECT_EQ(t.load.requests, 8 + 1);
    EXPECT_EQ(t.load.sectors, 7 * 16 + 13 + 1);
    EXPECT_EQ(t.store.requests, 8 + 1);
    EXPECT_EQ(t.store.sectors, 7 * 16 + 13 + 1);
    EXPECT_EQ(t.l1_passes, 2 * (7 * 4 + 4 + 1));
  }
}

TEST(Accesses, VectorLoadInSmallBlocks) {
  // 128 threads, so that 1003 floats take two blocks where float4 takes one.
  const Parameters p = {{"n", 1003}, {"items", 1}};
  const Kernel small = kernels_of("vector_load", "float4_small_blocks", Model::native, p).at(0);
  EXPECT_EQ(small.threads, 128);
  EXPECT_EQ(small.blocks, 2);
  EXPECT_EQ(kernels_of("vector_load", "float4", Model::native, p).at(0).blocks, 1);
  const Traffic t = traffic(std::vector{small}, no_limit);
  EXPECT_EQ(t.load.requests, 8 + 1);
  EXPECT_EQ(t.load.sectors, 7 * 16 + 13 + 1);
}

TEST(Accesses, VectorLoadOfItems) {
  // 1003 floats, two vectors a thread: 250 whole ones, of 125 threads of a range, whose second ones
  // are vectors 125 and on: 4 warps each time. 125 is no multiple of a warp's 32, so that of the
  // second time's the first three warps begin in the middle of a sector: 17 sectors.
  const Parameters p = {{"n", 1003}, {"items", 2}};
  const Traffic range = traffic_of("vector_load", "float4", Model::kokkos, p);
  EXPECT_EQ(kernels_of("vector_load", "float4", Model::kokkos, p).at(0).blocks, 1);
  EXPECT_EQ(range.load.requests, 2 * 4 + 1);
  EXPECT_EQ(range.load.sectors, (3 * 16 + 15) + (3 * 17 + 15) + 1);
  EXPECT_EQ(range.load.bytes_asked, 1003 * 4);
  // One block, which needs no second vectors.
  EXPECT_EQ(traffic_of("vector_load", "float4", Model::native, p).load.requests, 8 + 1);
}

TEST(Accesses, LayoutSoaVector) {
  // 1024 particles are 8 warps of vectors, of x and of vx; vx begins at 3 · 1024 floats.
  const Traffic t = traffic_of("layout", "soa_vector", Model::native, {{"n", 1024}});
  EXPECT_EQ(t.load.requests, 2 * 8);
  EXPECT_EQ(t.load.sectors, 2 * 8 * 16);
  EXPECT_EQ(t.store.requests, 8);
  const Kernel kernel = kernels_of("layout", "soa_vector", Model::kokkos, {{"n", 1024}}).at(0);
  EXPECT_EQ(kernel.accesses.at(1).at({1, 2}, 0), (3 * 1024 + 4 * 130) * 4);
  // 1023: member arrays that no vector is aligned in. One float a thread, as `soa`.
  const Traffic scalar = traffic_of("layout", "soa_vector", Model::native, {{"n", 1023}});
  const Traffic soa = traffic_of("layout", "soa", Model::native, {{"n", 1023}});
  EXPECT_EQ(scalar.load.requests, 2 * 32);
  EXPECT_EQ(scalar.load.requests, soa.load.requests);
  EXPECT_EQ(scalar.load.sectors, soa.load.sectors);
}

TEST(Accesses, LayoutDefault) {
  // A GPU's is LayoutLeft: as soa.
  const Kernel soa = kernels_of("layout", "soa", Model::kokkos, {{"n", 1003}}).at(0);
  const Kernel kernel = kernels_of("layout", "default_layout", Model::kokkos, {{"n", 1003}}).at(0);
  EXPECT_EQ(kernel.threads, soa.threads);
  for (const std::size_t i : {0, 1, 2})
    EXPECT_EQ(kernel.accesses.at(i).at({7, 5}, 0), soa.accesses.at(i).at({7, 5}, 0)) << i;
}

TEST(Accesses, Stencil3dDirect) {
  // 32 × 4 × 4: two blocks, a warp per row. All 16 rows are read and written, 4 sectors each; the
  // inner 4 read six neighbours, of 30 lanes, which are 4 sectors too.
  const Parameters p = {{"nx", 32}, {"ny", 4}, {"nz", 4}};
  const Traffic t = traffic_of("stencil3d", "direct", Model::native, p);
  EXPECT_EQ(t.load.requests, 16 + 4 * 6);
  EXPECT_EQ(t.load.sectors, (16 + 4 * 6) * 4);
  EXPECT_EQ(t.store.sectors, 16 * 4);
}

TEST(Accesses, Stencil3dRegisterColumn) {
  // 128 × 3 × 3: one warp of vectors for each of three rows, three planes. Every plane's vectors
  // are read once and written once. One row is inside, in one plane: two neighbouring rows of
  // vectors, and the elements beside each vector, 31 of which exist, in 16 sectors.
  const Parameters p = {{"nx", 128}, {"ny", 3}, {"nz", 3}};
  const Traffic t = traffic_of("stencil3d", "register_column", Model::native, p);
  EXPECT_EQ(t.load.requests, 3 * 3 + 2 + 2);
  EXPECT_EQ(t.load.sectors, 3 * 3 * 16 + 2 * 16 + 2 * 16);
  EXPECT_EQ(t.store.sectors, 3 * 3 * 16);
}

TEST(Accesses, GatherVectorIndex) {
  // In order, 130 elements: 32 indices a vector by one warp, whose four reads touch every fourth
  // float of 512 bytes, so all their 16 sectors each time. Two elements are left.
  const Experiment& e = catalogue().experiment("gather");
  Parameters p = cases_of(e.variant("vector_index"), Preset::quick, Platform::host).front();
  p.set("n", 130);
  ASSERT_EQ(p.word("pattern"), "identity");
  const HostArrays host(arrays_of("gather", "vector_index", p), 1);
  const Traffic t = traffic_of("gather", "vector_index", Model::native, p, host);
  EXPECT_EQ(t.load.requests, 1 + 4 + 2);
  EXPECT_EQ(t.load.sectors, 16 + 4 * 16 + 2);
  EXPECT_EQ(t.store.requests, 1 + 1);
  EXPECT_EQ(t.store.sectors, 16 + 1);
  EXPECT_EQ(t.arrays.at("in").loaded, 17);  // once a block
}

TEST(Accesses, DotAtomic) {
  // 16 warps of two vectors; all lanes of a warp add to one word of one sector.
  const Traffic t = traffic_of("dot", "atomic", Model::native, {{"n", 512}});
  EXPECT_EQ(t.load.sectors, 2 * 16 * 4);
  EXPECT_EQ(t.atomic.requests, 16);
  EXPECT_EQ(t.atomic.sectors, 16);
  EXPECT_EQ(t.atomic.bytes_asked, 512 * 4);
}

TEST(Accesses, DotBlockTree) {
  // Two blocks of 8 warps. The tree's 128, 64, 32, …, 1 threads are 4 + 2 + 6 · 1 = 12 warps, which
  // load twice and store once, without conflicts; 8 warps store before, one thread loads after.
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("dot", "block_tree", model, {{"n", 512}});
    EXPECT_EQ(t.load.requests, 2 * 16);
    EXPECT_EQ(t.load.sectors, 2 * 16 * 4);
    EXPECT_EQ(t.shared_store.requests, 2 * (8 + 12));
    EXPECT_EQ(t.shared_store.wavefronts, 2 * (8 + 12));
    EXPECT_EQ(t.shared_load.requests, 2 * (2 * 12 + 1));
    EXPECT_EQ(t.shared_load.wavefronts, 2 * (2 * 12 + 1));
    EXPECT_EQ(t.atomic.requests, 2);
  }
}

TEST(Accesses, DotWarpShuffle) {
  // A block: 8 warps store a sum each, one warp loads all eight.
  const Traffic native = traffic_of("dot", "warp_shuffle", Model::native, {{"n", 256}});
  EXPECT_EQ(native.shared_store.requests, 8);
  EXPECT_EQ(native.shared_load.requests, 1);
  // Plain Kokkos: 4 warps store a sum, 4 load one and store it again, all 8 load four.
  const Traffic plain = traffic_of("dot", "warp_shuffle", Model::kokkos, {{"n", 256}});
  EXPECT_EQ(plain.shared_store.requests, 4 + 4);
  EXPECT_EQ(plain.shared_load.requests, 4 + 8 * 4);
  // Matched: 8 warps store all products, 16 threads load 16 each and store their sum, one loads 16.
  const Traffic matched = traffic_of("dot", "warp_shuffle_matched", Model::kokkos, {{"n", 256}});
  EXPECT_EQ(matched.shared_store.requests, 8 + 1);
  EXPECT_EQ(matched.shared_load.requests, 16 + 16);
  EXPECT_EQ(matched.shared_load.wavefronts, 16 + 16);
}

TEST(Accesses, Reduce) {
  // 100000 elements: 391 blocks, whose sums one block adds up, 2 a thread.
  for (const char* variant : {"block_tree", "unrolled", "shuffle", "single_pass"}) {
    const bool single = variant == std::string("single_pass");
    const Traffic t = traffic_of("reduce", variant, Model::native, {{"n", 100'000}});
    EXPECT_EQ(t.load.bytes_asked, (100'000 + 391) * 4) << variant;
    EXPECT_EQ(t.store.requests, 391 + 1 + (single ? 1 : 0)) << variant;  // the ticket's reset
    EXPECT_EQ(t.atomic.requests, single ? 391 : 0) << variant;
  }
  // Unrolled: 3 steps of the tree, of 4 + 2 + 1 warps, then one warp: a load and 5 more, 5 stores.
  const Traffic t = traffic_of("reduce", "unrolled", Model::native, {{"n", 256}});
  EXPECT_EQ(t.shared_store.requests, 2 * (8 + 7 + 5));
  EXPECT_EQ(t.shared_load.requests, 2 * (2 * 7 + 1 + 5));
}

TEST(Accesses, ReduceInTwoSteps) {
  // 8 warps store all sums; 16 threads load 16 each and store theirs, one thread loads those. So
  // does the block of the blocks' sums.
  for (const char* variant : {"shuffle_matched", "single_pass_matched"}) {
    const Traffic t = traffic_of("reduce", variant, Model::kokkos, {{"n", 256}});
    const int ticket = variant == std::string("single_pass_matched");
    EXPECT_EQ(t.shared_store.requests, 2 * (8 + 1) + ticket) << variant;
    EXPECT_EQ(t.shared_load.requests, 2 * (16 + 16) + 8 * ticket) << variant;
  }
}

TEST(Accesses, ReduceByATeamsOwnReduction) {
  // 4 warps store a sum, 4 load one and store it again, all 8 load four. So does the team of the
  // teams' sums. A ticket is said to all 8 warps.
  for (const char* variant : {"shuffle", "single_pass"}) {
    const Traffic t = traffic_of("reduce", variant, Model::kokkos, {{"n", 256}});
    const int ticket = variant == std::string("single_pass");
    EXPECT_EQ(t.shared_store.requests, 2 * (4 + 4) + ticket) << variant;
    EXPECT_EQ(t.shared_load.requests, 2 * (4 + 8 * 4) + 8 * ticket) << variant;
    EXPECT_EQ(t.load.bytes_asked, (256 + 1) * 4) << variant;
  }
}

TEST(Accesses, SumsOfDoubles) {
  // 512 doubles: half a kilobyte a request of 16 warps.
  const Parameters p = {{"n", 512}, {"real", "double"}};
  for (const char* variant : {"atomic", "block_tree", "warp_shuffle"}) {
    const Traffic t = traffic_of("dot", variant, Model::native, p);
    EXPECT_EQ(t.load.requests, 2 * 16) << variant;
    EXPECT_EQ(t.load.sectors, 2 * 16 * 8) << variant;
  }
  // A warp's 32 doubles in shared memory are 2 wavefronts, 16 or fewer are one: the tree's 128, 64
  // and 32 threads, and 16, …, 1.
  const Traffic tree = traffic_of("dot", "block_tree", Model::native, p);
  EXPECT_EQ(tree.shared_store.wavefronts, 2 * (8 * 2 + 7 * 2 + 5));
  const Traffic steps = traffic_of("reduce", "shuffle_matched", Model::kokkos, p);
  EXPECT_EQ(steps.shared_store.wavefronts, 3 * (8 * 2 + 1));
  EXPECT_EQ(steps.shared_load.wavefronts, 3 * (16 + 16));
  EXPECT_EQ(steps.store.bytes_asked, (2 + 1) * 8);  // two blocks' sums and theirs
}

TEST(Accesses, VectorSumsOfDoubles) {
  // 4097 doubles: 2048 vectors of dot's first block, and one double.
  const Parameters p = {{"n", 4097}, {"real", "double"}};
  const Traffic t = traffic_of("dot", "vector_load", Model::native, p);
  EXPECT_EQ(t.load.requests, 2 * 64 + 2);
  EXPECT_EQ(t.load.sectors, 2 * 64 * 16 + 2);
  EXPECT_EQ(t.load.bytes_asked, 2 * 4097 * 8);
  EXPECT_EQ(t.atomic.requests, 2);
}

TEST(Accesses, ParallelReduce) {
  // An H200 runs 270336 threads: 1056 blocks of 256. Each has ⌈2^20 / 1056⌉ = 993 elements, in 4
  // steps.
  const std::vector<Kernel> kernels =
      kernels_of("reduce", "parallel_reduce", Model::kokkos, {{"n", 1 << 20}});
  EXPECT_EQ(kernels.at(0).blocks, 1056);
  EXPECT_EQ(kernels.at(0).accesses.at(0).steps, 4);
  EXPECT_EQ(kernels.at(0).accesses.at(0).at({1, 3}, 2), (993 + 2 * 256 + 3) * 4);
  // 2^26: 63551 each, which are rounded up to a multiple of 8, since 40 · 4 indices for each of
  // 270336 threads are fewer than 2^26.
  const std::vector<Kernel> more =
      kernels_of("reduce", "parallel_reduce", Model::kokkos, {{"n", 1 << 26}});
  EXPECT_EQ(more.at(0).accesses.at(0).at({1, 0}, 0), 63'552 * 4);
}

TEST(Accesses, TransposeVectorTile) {
  // 16 warps, and of a thread two cells of two packs: nothing is read or written twice, on chip
  // either.
  for (const Model model : {Model::native, Model::kokkos})
    for (const char* real : {"float", "double"}) {
      const double bytes = real == std::string("double") ? 8 : 4;
      const Parameters p = {{"rows", 64}, {"cols", 64}, {"real", real}};
      const Traffic t = traffic_of("transpose", "vector_tile", model, p);
      EXPECT_EQ(t.load.requests, 16 * 2 * 2);
      EXPECT_EQ(t.load.sectors, 64 * 64 * bytes / 32);
      EXPECT_EQ(t.store.sectors, 64 * 64 * bytes / 32);
      EXPECT_EQ(t.shared_store.wavefronts, 64 * 64 * bytes / 128);
      EXPECT_EQ(t.shared_load.wavefronts, 64 * 64 * bytes / 128);
    }
}

TEST(Accesses, MatmulTile16) {
  // 4 blocks of 8 warps, 2 tiles along k. Filling: a warp has two rows of 16 floats, 2 sectors
  // each.
  const std::vector<std::pair<const char*, Model>> variants = {{"tile16", Model::native},
                                                               {"tile16_matched", Model::kokkos}};
  for (const auto& [variant, model] : variants) {
    const Traffic t = traffic_of("matmul", variant, model, {{"m", 32}, {"n", 32}, {"k", 32}});
    constexpr int fills = 4 * 8 * 2;  // of one tile by a warp
    EXPECT_EQ(t.load.requests, 2 * fills);
    EXPECT_EQ(t.load.sectors, 2 * fills * 4);
    EXPECT_EQ(t.store.sectors, 4 * 8 * 4);
    // Rows of 16 floats lie side by side: 32 words in 32 banks.
    EXPECT_EQ(t.shared_store.requests, 2 * fills);
    EXPECT_EQ(t.shared_store.wavefronts, 2 * fills);
    // A's rows: 4 loads of 16 bytes, one for each half of a warp, in 2 turns. B's: 16 loads of
    // 16 floats, which both halves of a warp share.
    EXPECT_EQ(t.shared_load.requests, fills * (4 + 16));
    EXPECT_EQ(t.shared_load.wavefronts, fills * (4 * 2 + 16));
  }
}

TEST(Accesses, MatmulTile16InPlainKokkos) {
  // The same fills. A's row is read float by float, and every sum once and written once for each of
  // the 2 tiles along k, beside the zero and the result.
  const Traffic t =
      traffic_of("matmul", "tile16", Model::kokkos, {{"m", 32}, {"n", 32}, {"k", 32}});
  constexpr int fills = 4 * 8 * 2;
  EXPECT_EQ(t.load.requests, 2 * fills);
  EXPECT_EQ(t.load.sectors, 2 * fills * 4);
  EXPECT_EQ(t.shared_store.requests, 2 * fills + fills + 4 * 8);
  EXPECT_EQ(t.shared_load.requests, fills * (16 + 16) + fills + 4 * 8);
  EXPECT_EQ(t.shared_load.wavefronts, fills * (16 + 16) + fills + 4 * 8);
}

TEST(Accesses, MatmulDirect) {
  // A warp is two rows of 16. A's elements: one a row, 2 sectors, of 2 lines; B's: 16 floats of a
  // row, 2 sectors. 256 elements of C are 8 warps, 3 times 16 k.
  const Traffic t =
      traffic_of("matmul", "direct", Model::native, {{"m", 16}, {"n", 16}, {"k", 48}});
  EXPECT_EQ(t.load.requests, 2 * 8 * 48);
  EXPECT_EQ(t.load.sectors, (2 + 2) * 8 * 48);
  EXPECT_EQ(t.load.bytes_asked, 2 * 256 * 48 * 4);
  // Kokkos's default tiles: a warp is 16 rows of 2 columns. A's elements: 16 sectors; B's: 1.
  const Traffic k =
      traffic_of("matmul", "mdrange", Model::kokkos, {{"m", 16}, {"n", 16}, {"k", 48}});
  EXPECT_EQ(k.load.requests, 2 * 8 * 48);
  EXPECT_EQ(k.load.sectors, (16 + 1) * 8 * 48);
  EXPECT_EQ(k.store.sectors, 16 * 8);
  // With tiles of 8 × 32 a warp is 8 rows of 4 columns: 8 sectors of A, 1 of B.
  const Traffic tiled =
      traffic_of("matmul", "mdrange_tile", Model::kokkos, {{"m", 16}, {"n", 32}, {"k", 48}});
  EXPECT_EQ(tiled.load.sectors, (8 + 1) * 16 * 48);
  EXPECT_EQ(tiled.store.sectors, 8 * 16);
}

TEST(Accesses, MatmulRegisterTile) {
  // One block of 4 warps; stages of 8, 16 and 16 columns of A. A pack of 16 bytes a thread is half
  // of a stage: of A a warp loads 16 rows of 32 bytes, of B two rows of 256; 16 sectors each.
  const Parameters p = {{"m", 64}, {"n", 64}, {"k", 40}};
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("matmul", "register_tile64", model, p);
    constexpr int loads = 4 * (1 + 2 + 2);  // of one matrix
    EXPECT_EQ(t.load.requests, 2 * loads);
    EXPECT_EQ(t.load.sectors, 2 * loads * 16);
    EXPECT_EQ(t.load.bytes_asked, 2 * 64 * 40 * 4);
    // Whole stages, zeros too. A's floats one by one without a conflict, B's packs in 4 turns.
    EXPECT_EQ(t.shared_store.requests, 3 * 4 * 2 * (4 + 1));
    EXPECT_EQ(t.shared_store.wavefronts, 3 * 4 * 2 * (4 + 4));
    // 16 columns and rows: two quads of A and one of B; lanes in pairs, so 2 turns each.
    EXPECT_EQ(t.shared_load.requests, 3 * 4 * 16 * (2 + 1));
    EXPECT_EQ(t.shared_load.wavefronts, 3 * 4 * 16 * (2 + 1) * 2);
    // 8 rows a thread; a warp's store is 8 rows of 64 bytes.
    EXPECT_EQ(t.store.requests, 4 * 8);
    EXPECT_EQ(t.store.sectors, 4 * 8 * 8 * 2);
  }
}

TEST(Accesses, MatmulRegisterTileOfDoubles) {
  // The same bytes of half as many columns: stages of 4, 8 and 8, and packs of two.
  const Parameters p = {{"m", 64}, {"n", 64}, {"k", 20}, {"real", "double"}};
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("matmul", "register_tile64", model, p);
    constexpr int loads = 4 * (1 + 2 + 2);  // of one matrix
    EXPECT_EQ(t.load.requests, 2 * loads);
    EXPECT_EQ(t.load.sectors, 2 * loads * 16);
    EXPECT_EQ(t.load.bytes_asked, 2 * 64 * 20 * 8);
    // A's doubles one by one without a conflict, half a warp a turn; B's packs in 4 turns.
    EXPECT_EQ(t.shared_store.requests, 3 * 4 * 2 * (2 + 1));
    EXPECT_EQ(t.shared_store.wavefronts, 3 * 4 * 2 * (2 * 2 + 4));
    // 8 columns and rows: four packs of A and two of B, in 2 turns each.
    EXPECT_EQ(t.shared_load.requests, 3 * 4 * 8 * (4 + 2));
    EXPECT_EQ(t.shared_load.wavefronts, 3 * 4 * 8 * (4 + 2) * 2);
    // 8 rows a thread, two packs in each; a warp's store is 8 rows of 64 bytes.
    EXPECT_EQ(t.store.requests, 4 * 8 * 2);
    EXPECT_EQ(t.store.sectors, 4 * 8 * 2 * 8 * 2);
  }
}

TEST(Accesses, MatmulRegisterTileOfSingleDoublesStagesWithoutConflicts) {
  // An odd k. One stage of 4 columns: a warp brings 4 columns of 8 rows, of B half a row.
  const Parameters p = {{"m", 128}, {"n", 128}, {"k", 3}, {"real", "double"}};
  const Traffic t = traffic_of("matmul", "register_tile128", Model::native, p);
  EXPECT_EQ(t.shared_store.requests, 2 * 128 * 4 / 32);
  EXPECT_EQ(t.shared_store.wavefronts, 2 * 128 * 4 / 32 * 2);
}

TEST(Accesses, MatmulRegisterTileAtEdges) {
  // A block of 8 warps for one element: rows and columns beyond it repeat it. Of A's 8 columns, 4
  // packs a thread, every eighth lane has one that exists; of B's 8 rows, the first 4 warps have.
  const Parameters p = {{"m", 1}, {"n", 1}, {"k", 1}};
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("matmul", "register_tile128", model, p);
    EXPECT_EQ(t.load.requests, 8 * 4 + 4);
    EXPECT_EQ(t.load.sectors, 8 * 4 + 4);
    EXPECT_EQ(t.load.bytes_asked, (8 * 4 * 4 + 4 * 32) * 4);
    EXPECT_EQ(t.shared_store.wavefronts, 8 * (4 + 4));
    EXPECT_EQ(t.shared_load.requests, 8 * 8 * (2 + 2));
    EXPECT_EQ(t.store.requests, 1);
    EXPECT_EQ(t.store.bytes_asked, 4);
  }
}

TEST(Accesses, MatmulRegisterTileOfNoProducts) {
  // Without columns of A nothing is loaded; a stage of zeros is staged, read and stored.
  const Traffic t =
      traffic_of("matmul", "register_tile128", Model::native, {{"m", 128}, {"n", 128}, {"k", 0}});
  EXPECT_EQ(t.load.requests, 0);
  EXPECT_EQ(t.shared_store.requests, 8 * (4 + 1));
  EXPECT_EQ(t.shared_load.requests, 8 * 8 * (2 + 2));
  EXPECT_EQ(t.store.bytes_asked, 128 * 128 * 4);
}

TEST(Accesses, MatmulRegisterTileHasTwoStages) {
  // Native code: A's and B's first stage, then the second ones. Kokkos: A's stages, then B's.
  const Parameters p = {{"m", 128}, {"n", 128}, {"k", 24}};
  constexpr std::int64_t a = 8 * 132 * 4;
  constexpr std::int64_t b = 8 * 128 * 4;
  const auto places = [&](Model model, std::size_t access, std::int64_t steps_of_stage) {
    const Access takes = kernels_of("matmul", "register_tile128", model, p).at(0).accesses[access];
    std::vector<std::int64_t> first;
    for (std::int64_t stage = 0; stage < 3; ++stage)
      first.push_back(takes.at({0, 0}, stage * steps_of_stage));
    return first;
  };
  using Places = std::vector<std::int64_t>;
  EXPECT_EQ(places(Model::native, 4, 16), (Places{0, a + b, 0}));
  EXPECT_EQ(places(Model::native, 5, 16), (Places{a, a + b + a, a}));
  EXPECT_EQ(places(Model::kokkos, 4, 16), (Places{0, a, 0}));
  EXPECT_EQ(places(Model::kokkos, 5, 16), (Places{2 * a, 2 * a + b, 2 * a}));
}

TEST(Accesses, Conv2dHalo) {
  // 3 × 3 tiles of 8 × 32. With its halo of 2 a tile has 12 × 36 pixels; in the outer rows of tiles
  // 10 of 12 rows lie in the image, in the outer columns 34 of 36 columns.
  constexpr int pixels = 12 * 36 + 2 * 10 * 36 + 2 * 12 * 34 + 4 * 10 * 34;
  const Parameters p = {{"rows", 24}, {"cols", 96}};
  const Traffic constant = traffic_of("conv2d", "constant_filter", Model::native, p);
  EXPECT_EQ(constant.load.bytes_asked, pixels * 4);
  EXPECT_EQ(constant.store.bytes_asked, 24 * 96 * 4);
  // 432 places are staged, zeros too: 8 warps, then 176 threads, which are 6.
  EXPECT_EQ(constant.shared_store.requests, 9 * (8 + 6));
  EXPECT_EQ(constant.shared_load.requests, 9 * 8 * 25);
  EXPECT_EQ(constant.shared_load.wavefronts, 9 * 8 * 25);
  // The filter: 25 loads a warp of one sector each.
  const Traffic global = traffic_of("conv2d", "tile_halo_matched", Model::kokkos, p);
  EXPECT_EQ(global.load.requests, constant.load.requests + 9 * 8 * 25);
  EXPECT_EQ(global.load.sectors, constant.load.sectors + 9 * 8 * 25);
  EXPECT_EQ(global.load.bytes_asked, (pixels + 25 * 24 * 96) * 4);
  // Of a tile that hangs over the edge matched code sums all rows, native those in the image.
  const Parameters cut = {{"rows", 21}, {"cols", 96}};
  const Traffic returning = traffic_of("conv2d", "tile_halo", Model::native, cut);
  const Traffic summing = traffic_of("conv2d", "tile_halo_matched", Model::kokkos, cut);
  EXPECT_EQ(returning.shared_load.requests, 3 * 21 * 25);
  EXPECT_EQ(summing.shared_load.requests, 3 * 24 * 25);
  EXPECT_EQ(summing.load.sectors - returning.load.sectors, 3 * 3 * 25);
}

TEST(Accesses, Conv2dSquareTile) {
  // 4 tiles of 8 warps, 25 loads each. A row of the tile has 20 words: of the warp's two rows four
  // words meet. The 400 words of a tile are filled by 256 threads and then by 144, of 5 warps.
  const Parameters p = {{"rows", 32}, {"cols", 32}};
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("conv2d", "tile_halo_16x16", model, p);
    EXPECT_EQ(t.shared_load.requests, 4 * 8 * 25);
    EXPECT_EQ(t.shared_load.wavefronts, 2 * 4 * 8 * 25);
  }
  const Traffic native = traffic_of("conv2d", "tile_halo_16x16", Model::native, p);
  EXPECT_EQ(native.shared_store.requests, 4 * (8 + 5));
}

/// A sector for every particle whose 24 bytes begin in it, or eight particles' numbers.
TEST(Accesses, LayoutUpdates) {
  const Traffic aos = traffic_of("layout", "update_aos", Model::native, {{"n", 256}});
  EXPECT_EQ(aos.load.sectors, 2 * 8 * 24);
  EXPECT_EQ(aos.store.sectors, 8 * 24);
  const Traffic soa = traffic_of("layout", "update_soa", Model::native, {{"n", 256}});
  EXPECT_EQ(soa.load.sectors, 2 * 8 * 4);
  EXPECT_EQ(soa.store.sectors, 8 * 4);
}

/// As many sectors in every shape: 8 neighbours along x are one.
TEST(Accesses, BlockShapes) {
  const Parameters p = {{"nx", 256}, {"ny", 16}, {"nz", 8}};
  for (const char* variant : {"line_256", "rectangle_32x8", "square_16x16", "cube_8x8x8"}) {
    const Traffic t = traffic_of("block_shape", variant, Model::native, p);
    EXPECT_EQ(t.load.requests, 2 * 1024) << variant;
    EXPECT_EQ(t.load.sectors, 2 * 1024 * 4) << variant;
    EXPECT_EQ(t.store.sectors, 1024 * 4) << variant;
  }
}

TEST(Accesses, Conv2dHaloInPlainKokkos) {
  // A row of 36 places is a warp's, 32 and then 4; rows 8 … 11 are a second pass.
  const Parameters p = {{"rows", 24}, {"cols", 96}};
  const Traffic native = traffic_of("conv2d", "constant_filter", Model::native, p);
  const Traffic constant = traffic_of("conv2d", "constant_filter", Model::kokkos, p);
  EXPECT_EQ(constant.load.bytes_asked, native.load.bytes_asked);
  EXPECT_EQ(constant.shared_store.requests, 9 * 12 * 2);
  EXPECT_EQ(constant.shared_load.requests, native.shared_load.requests);
  // 9 tiles of which 12, 10 rows lie in the image, and of each two parts, from the halo's left
  // edge.
  EXPECT_EQ(constant.load.requests, 3 * 2 * (10 + 12 + 10));
  const Traffic global = traffic_of("conv2d", "tile_halo", Model::kokkos, p);
  EXPECT_EQ(global.load.requests, constant.load.requests + 9 * 8 * 25);
}

TEST(Accesses, Conv2dRegisterStrip) {
  // 5 warps of 8 rows of 128 pixels. Each reads its rows and two above and below, where there are
  // such: 5 · 12 - 2 · 2. A row: vectors of 16 bytes, 8 to the left but for the first lane, 8 to
  // the right but for the last; 16 sectors each.
  const Parameters p = {{"rows", 40}, {"cols", 128}};
  const Traffic native = traffic_of("conv2d", "register_strip", Model::native, p);
  constexpr int rows = 5 * 12 - 4;
  EXPECT_EQ(native.load.requests, rows * 3);
  EXPECT_EQ(native.load.sectors, rows * 3 * 16);
  EXPECT_EQ(native.load.bytes_asked, rows * (128 * 4 + 2 * 31 * 8));
  EXPECT_EQ(native.store.requests, 40);
  EXPECT_EQ(native.store.sectors, 40 * 16);
  // Kokkos's sixth warp, below the image, reads the two rows above its own.
  const Traffic kokkos = traffic_of("conv2d", "register_strip", Model::kokkos, p);
  EXPECT_EQ(kokkos.load.requests, (rows + 2) * 3);
  EXPECT_EQ(kokkos.store.requests, 40);
}

TEST(Accesses, Conv2dRegisterStripOfDoubles) {
  // 5 warps of 8 rows of 64 pixels, two a thread: all three vectors of a row are of 16 bytes.
  const Parameters p = {{"rows", 40}, {"cols", 64}, {"real", "double"}};
  const Traffic t = traffic_of("conv2d", "register_strip", Model::native, p);
  constexpr int rows = 5 * 12 - 4;
  EXPECT_EQ(t.load.requests, rows * 3);
  EXPECT_EQ(t.load.sectors, rows * 3 * 16);
  EXPECT_EQ(t.load.bytes_asked, rows * (64 * 8 + 2 * 31 * 16));
  EXPECT_EQ(t.store.requests, 40);
  EXPECT_EQ(t.store.sectors, 40 * 16);
}

TEST(Accesses, Conv2dRegisterStripOfSinglePixels) {
  // A row of 7: of 8 pixels around its 4 the first thread has 6, the second one 5; the third one,
  // whose halo reaches into the row, has no pixel of its own.
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("conv2d", "register_strip", model, {{"rows", 1}, {"cols", 7}});
    EXPECT_EQ(t.load.requests, 8);
    EXPECT_EQ(t.load.bytes_asked, (6 + 5) * 4);
    EXPECT_EQ(t.store.requests, 4);
    EXPECT_EQ(t.store.bytes_asked, 7 * 4);
  }
}

TEST(Accesses, Conv2dDirect) {
  // Of 5 taps in a direction the first and the last pixel lose 2, their neighbours 1: 6 in all.
  constexpr int taps = (5 * 24 - 6) * (5 * 96 - 6);
  const Parameters p = {{"rows", 24}, {"cols", 96}};
  for (const char* variant : {"direct", "direct_matched", "mdrange", "mdrange_tile"})
    EXPECT_EQ(traffic_of("conv2d", variant, Model::kokkos, p).load.bytes_asked,
              (taps + 25 * 24 * 96) * 4)
        << variant;
}

TEST(Accesses, VectorSums) {
  // 8195 elements: 2048 vectors of dot's first block and 3 elements; 2 · 2048 / 32 requests of 16
  // sectors, and one more of each array.
  const Parameters p = {{"n", 8195}};
  const Traffic native = traffic_of("dot", "vector_load", Model::native, p);
  EXPECT_EQ(native.load.requests, 2 * 64 + 2);
  EXPECT_EQ(native.load.sectors, 2 * 64 * 16 + 2);
  EXPECT_EQ(native.atomic.requests, 2);
  EXPECT_EQ(native.shared_store.requests, 2 * 16);
  EXPECT_EQ(native.shared_load.requests, 2);
  // All threads' sums to 16, by 32 loads, and those to one.
  const Traffic kokkos = traffic_of("reduce", "vector_load", Model::kokkos, p);
  EXPECT_EQ(kokkos.load.requests, 64 + 1);
  EXPECT_EQ(kokkos.atomic.requests, 1);
  EXPECT_EQ(kokkos.shared_store.requests, 16 + 1);
  EXPECT_EQ(kokkos.shared_load.wavefronts, 32 + 16);
}

/// 512 bytes, byte i is 32·i modulo 256.
class HistogramAccesses : public testing::Test {
 protected:
  HistogramAccesses() {
    const auto in = host_.bytes("in");
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(32 * i % 256);
  }

  const Parameters p_ = {{"n", 512}, {"data", "uniform"}};
  HostArrays host_{arrays_of("histogram", "block_private", p_), 1};
};

TEST_F(HistogramAccesses, BlockPrivate) {
  const Traffic t = traffic_of("histogram", "block_private", Model::native, p_, host_);
  // 32 bytes a warp: a sector.
  EXPECT_EQ(t.load.requests, 16);
  EXPECT_EQ(t.load.sectors, 16);
  // The 8 bins that occur lie in one bank.
  EXPECT_EQ(t.shared_atomic.requests, 16);
  EXPECT_EQ(t.shared_atomic.wavefronts, 16 * 8);
  // 2 blocks clear 256 bins, and add them up.
  EXPECT_EQ(t.shared_store.requests, 16);
  EXPECT_EQ(t.shared_load.wavefronts, 16);
  EXPECT_EQ(t.atomic.requests, 16);
  EXPECT_EQ(t.atomic.sectors, 16 * 4);
}

TEST_F(HistogramAccesses, LanePrivate) {
  // 32 vectors and no whole piece: one warp's 16-byte loads, and 16 atomics without a conflict.
  const Traffic t = traffic_of("histogram", "lane_private", Model::native, p_, host_);
  EXPECT_EQ(t.load.requests, 1);
  EXPECT_EQ(t.load.sectors, 16);
  EXPECT_EQ(t.shared_atomic.requests, 16);
  EXPECT_EQ(t.shared_atomic.wavefronts, 16);
  // 16 warps clear 256 · 32 bins; 8 add them up.
  EXPECT_EQ(t.shared_store.wavefronts, 256);
  EXPECT_EQ(t.shared_load.requests, 8 * 32);
  EXPECT_EQ(t.shared_load.wavefronts, 8 * 32);
  EXPECT_EQ(t.atomic.requests, 8);
}

TEST(Accesses, HistogramLanePrivateCountsEveryByteOnce) {
  // An H200's 264 blocks; 265 pieces, 3 vectors and 5 bytes: the first block has two pieces and the
  // rest.
  const std::int64_t n = 265 * 32768 + 3 * 16 + 5;
  const Parameters p = {{"n", n}, {"data", "constant"}};
  const HostArrays host(arrays_of("histogram", "lane_private", p), 1);
  const std::vector<Kernel> kernels =
      kernels_of("histogram", "lane_private", Model::native, p, host);
  EXPECT_EQ(kernels.at(0).blocks, 264);
  const Traffic t = traffic(kernels, no_limit);
  EXPECT_EQ(t.load.bytes_asked, n);
  EXPECT_EQ(t.load.requests, 265 * 4 * 16 + 1 + 1);
  EXPECT_EQ(t.shared_atomic.wavefronts, (265 * 4 * 16 + 1) * 16 + 1);  // no conflict
}

TEST_F(HistogramAccesses, GlobalAtomic) {
  // The 8 bins that occur lie in 8 sectors.
  const std::vector<std::pair<const char*, Model>> variants = {{"global_atomic", Model::native},
                                                               {"global_atomic", Model::kokkos},
                                                               {"scatter_view", Model::kokkos}};
  for (const auto& [variant, model] : variants) {
    const Traffic t = traffic_of("histogram", variant, model, p_, host_);
    EXPECT_EQ(t.atomic.requests, 16) << variant;
    EXPECT_EQ(t.atomic.sectors, 16 * 8) << variant;
    EXPECT_EQ(t.arrays.at("counts").stored, (model == Model::native ? 2 : 4) * 8) << variant;
  }
}

TEST(Accesses, HistogramGoesAGridAtATime) {
  // An H200's 1056 blocks of 256 at most: a byte more takes a second step, of one thread.
  const Parameters p = {{"n", 1056 * 256 + 1}, {"data", "constant"}};
  const HostArrays host(arrays_of("histogram", "block_private", p), 1);
  const Kernel kernel = kernels_of("histogram", "block_private", Model::native, p, host).at(0);
  EXPECT_EQ(kernel.blocks, 1056);
  const Traffic t = traffic(std::vector{kernel}, no_limit);
  EXPECT_EQ(t.load.requests, 1056 * 8 + 1);
  EXPECT_EQ(t.shared_atomic.wavefronts, 1056 * 8 + 1);  // one word throughout
  // Plain Kokkos: shares of 257 bytes, the last of which has fewer.
  const std::vector<Kernel> plain =
      kernels_of("histogram", "block_private", Model::kokkos, p, host);
  EXPECT_EQ(plain.at(0).blocks, 1056);
  EXPECT_EQ(traffic(plain, no_limit).load.bytes_asked, 1056 * 256 + 1);
  EXPECT_EQ(plain.at(0).accesses.at(1).at({1, 0}, 1), 257 + 256);
  EXPECT_EQ(plain.at(0).accesses.at(1).at({1, 1}, 1), inactive);
}

TEST(Accesses, ReuseReadsEveryWeightInEveryWarp) {
  // 300 elements are two blocks: 16 warps read 5 weights, one at a time and together, though six of
  // them have no element of their own. Of the second block's 44 elements, direct reads 5 times, by
  // whatever lanes they are wanted.
  const Parameters p = {{"n", 300}, {"uses", 5}};
  const Traffic direct = traffic_of("reuse", "direct", Model::native, p);
  EXPECT_EQ(direct.load.bytes_asked, (300 * 5 + 512 * 5) * 4);
  const Traffic staged = traffic_of("reuse", "staged_matched", Model::kokkos, p);
  EXPECT_EQ(staged.load.bytes_asked, (300 + 512 * 5) * 4);
  EXPECT_EQ(staged.load.requests, 8 + 2 + 16 * 5);
  EXPECT_EQ(staged.shared_store.requests, 16);
  EXPECT_EQ(staged.shared_load.requests, 16 * 5);
  EXPECT_EQ(staged.shared_load.wavefronts, 16 * 5);
  // Plain Kokkos: whoever has no element of its own does nothing.
  for (const char* variant : {"direct", "staged"}) {
    const Traffic plain = traffic_of("reuse", variant, Model::kokkos, p);
    const bool is_direct = variant == std::string("direct");
    // Directly: of the last four elements' uses, 1 + 2 + 3 + 4 lie beyond n.
    EXPECT_EQ(plain.load.bytes_asked, (is_direct ? 300 * 5 - 10 + 300 * 5 : 300 + 300 * 5) * 4);
    EXPECT_EQ(plain.shared_load.requests, is_direct ? 0 : 10 * 5);
  }
}

TEST(Accesses, ReorderStaged) {
  // 300 structures are two blocks, the second of 44 structures or 264 words: 8 whole warps and one
  // of 8 lanes. It stages 1536 words in native code, zeros among them; in plain Kokkos its own.
  const Traffic native = traffic_of("reorder", "staged", Model::native, {{"n", 300}});
  const Traffic plain = traffic_of("reorder", "staged", Model::kokkos, {{"n", 300}});
  const Traffic matched = traffic_of("reorder", "staged_matched", Model::kokkos, {{"n", 300}});
  EXPECT_EQ(native.load.requests, 6 * 8 + 9);
  EXPECT_EQ(plain.load.requests, 6 * 8 + 9);
  EXPECT_EQ(native.shared_store.requests, 2 * 6 * 8);
  EXPECT_EQ(matched.shared_store.requests, 2 * 6 * 8);
  EXPECT_EQ(plain.shared_store.requests, 6 * 8 + 9);
  for (const Traffic& t : {native, plain, matched}) {
    EXPECT_EQ(t.shared_store.wavefronts, t.shared_store.requests);
    EXPECT_EQ(t.shared_load.requests, 6 * (8 + 2));
    EXPECT_EQ(t.shared_load.wavefronts, t.shared_load.requests);
  }
}

TEST(Accesses, CachePolicyReadsAPieceAgain) {
  // 300 elements at reuse 2: the second block's 44 threads read 4 bytes twice, those that would
  // read beyond n the block's first element.
  const Parameters p = {{"n", 300}, {"reuse", 2}};
  const Traffic t = traffic_of("cache_policy", "default_load", Model::native, p);
  EXPECT_EQ(t.load.bytes_asked, 300 * 2 * 4);
  EXPECT_EQ(t.load.requests, 2 * (8 + 2));
  // First: 8 · 4, 4 and 12 floats of 2. Then 8 · 4; the first warp reads 12 floats and element
  // 256, 2 + 1; the next one element 256 only.
  EXPECT_EQ(t.load.sectors, 32 + 4 + 2 + 32 + 3 + 1);
}

TEST(Accesses, CacheLoadsByPattern) {
  // 512 elements are 16 warps in two blocks of 256, in four of plain Kokkos.
  const auto of = [](const char* variant, Model model, const char* pattern) {
    const Traffic t = traffic_of("cache_loads", variant, model, {{"n", 512}, {"pattern", pattern}});
    EXPECT_EQ(t.load.requests, 16);
    EXPECT_EQ(t.load.bytes_asked, 512 * 4);
    EXPECT_EQ(t.store.sectors, 16 * 4);
    return t;
  };
  const Model native = Model::native;
  for (const char* variant : {"default_load", "l2_only"}) {
    EXPECT_EQ(of(variant, native, "aligned").load.sectors, 16 * 4);
    EXPECT_EQ(of(variant, native, "misaligned").load.sectors, 16 * 5);
    EXPECT_EQ(of(variant, native, "strided").load.sectors, 16 * 32);
  }
  // From L2, with L1: what a block touches, once.
  EXPECT_EQ(of("default_load", native, "misaligned").arrays.at("in").loaded, 2 * 33);
  EXPECT_EQ(of("default_load", native, "strided").arrays.at("in").loaded, 2 * 32);
  EXPECT_EQ(of("default_load", Model::kokkos, "strided").arrays.at("in").loaded, 4 * 32);
  // Without, every time that it is asked for.
  for (const Model model : {Model::native, Model::kokkos}) {
    EXPECT_EQ(of("compiled_cg", model, "aligned").arrays.at("in").loaded, 16 * 4);
    EXPECT_EQ(of("compiled_cg", model, "misaligned").arrays.at("in").loaded, 16 * 5);
    EXPECT_EQ(of("compiled_cg", model, "strided").arrays.at("in").loaded, 16 * 32);
  }
}

TEST(Accesses, CacheLoadsScatteredAreInSectorsOfTheirOwn) {
  const Parameters p = {{"n", 1 << 16}, {"pattern", "scattered"}};
  const Traffic t = traffic_of("cache_loads", "default_load", Model::native, p);
  EXPECT_EQ(t.load.sectors, 1 << 16);
  EXPECT_EQ(t.arrays.at("in").loaded, 1 << 16);
}

TEST(Accesses, CacheStoresOfThreeSteps) {
  // A block of 8 warps reads `in`, `first` and `second` once each, turned by whole sectors: 32 of
  // each array; it stores to `first` twice and to `second` once.
  const Parameters p = {{"blocks", 2}, {"steps", 3}};
  for (const char* variant : {"default_store", "write_through"}) {
    const Traffic t = traffic_of("cache_stores", variant, Model::native, p);
    EXPECT_EQ(t.load.requests, 3 * 2 * 8);
    EXPECT_EQ(t.load.sectors, 3 * 2 * 32);
    EXPECT_EQ(t.store.sectors, 3 * 2 * 32);
    for (const char* array : {"in", "first", "second"})
      EXPECT_EQ(t.arrays.at(array).loaded, 2 * 32);
  }
  const Parameters twice = {{"blocks", 2}, {"steps", 5}};
  const auto loaded_of_first = [&](const char* variant) {
    return traffic_of("cache_stores", variant, Model::native, twice).arrays.at("first").loaded;
  };
  EXPECT_EQ(loaded_of_first("default_store"), 2 * 32);
  EXPECT_EQ(loaded_of_first("read_from_l2"), 2 * 2 * 32);
}

}  // namespace
}  // namespace tilebridge
