// SPDX-License-Identifier: Apache-2.0
// These tests compare what the catalogue says its kernels read and write with counts by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
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

/// Of an experiment that describes its controls.
Traffic control_traffic(const std::string& name, const std::string& variant, const Parameters& p) {
  const Experiment& e = catalogue().experiment(name);
  EXPECT_TRUE(e.control_differs);
  return traffic(e.variant(variant).accesses(control, p, {{}, 1}), no_limit);
}

Parameters as_it_is(const Experiment&, Parameters p) { return p; }

/// The sizes are divided by no block or tile.
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

/// The case in every type of numbers that the variant has.
std::vector<Parameters> in_reals(const Parameters& p, const Variant& variant) {
  std::vector<Parameters> cases;
  for (const std::string& real : variant.problem->reals()) cases.emplace_back(p).set("real", real);
  return cases.empty() ? std::vector{p} : cases;
}

/// Whether a variant must declare its accesses. What fetch_granularity asks is what memory moves.
bool has_accesses(const Experiment& e, const Variant& v) {
  return (e.family == Family::coalescing || e.family == Family::tiling ||
          e.name == "fetch_granularity") &&
         v.form == Form::loops;
}

TEST(Accesses, AreDeclaredForTextbookFormsOfCoalescingAndTiling) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      // A variant in native code alone may leave them out.
      if (!v.accesses && !v.runs(Model::kokkos, Platform::cuda)) continue;
      EXPECT_EQ(v.accesses != nullptr, has_accesses(e, v)) << e.name << "/" << v.name;
    }
}

/// Calls check(declared) for every variant with accesses, at `change`d quick cases. A host's are
/// smaller, which matters where arrays have to be filled.
template <class Change, class Check>
void for_every_case(const Change& change, const Check& check) {
  for (const Experiment& e : catalogue()) {
    const Platform sizes = e.addresses_follow_data ? Platform::host : Platform::cuda;
    for (const Variant& v : e.variants)
      for (const Support& s : v.models) {
        if (!v.accesses || s.platforms.empty()) continue;
        for (const Parameters& quick : cases_of(v, Preset::quick, sizes))
          for (const Parameters& p : in_reals(quick, v)) {
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

TEST(Accesses, OfSharedMemoryAskForTheBytesThatWorkCounts) {
  for_every_ragged_case([](const Declared& declared) {
    if (declared.experiment.name != "bank_conflict") return;
    std::vector<Kernel> kernels = declared.kernels();
    const double warp_bytes = 32 * kernels.at(0).accesses.at(0).bytes;
    // Kokkos in loops also keeps in scratch memory what a thread holds across a barrier.
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

TEST(Accesses, ScanOfBlocks) {
  // 1000 elements are 32 warps in 4 passes of a block's 8. All 1024 places are added to ten times;
  // at a distance of 32 and more one warp, 2, 4, 8 and 16 have no element below.
  const Parameters p = {{"n", 1000}, {"real", "float"}};
  const Traffic t = traffic_of("scan", "block_hillis_steele", Model::native, p);
  EXPECT_EQ(t.load.requests, 32);
  EXPECT_EQ(t.store.bytes_asked, 1000 * 4);
  EXPECT_EQ(t.shared_store.requests, 32 + 10 * 32);
  EXPECT_EQ(t.shared_load.requests, 10 * 32 + (10 * 32 - 1 - 2 - 4 - 8 - 16) + 32);
  EXPECT_EQ(t.shared_load.wavefronts, t.shared_load.requests);
}

TEST(Accesses, ScanUpAndDownATree) {
  // Warps with pairs: 16, 8, 4, 2, 1 and five times one up, and one fewer down.
  // There lanes 0 and 31 of whole warps, 15, 7, 3 and 1, add to elements in one bank.
  const Traffic t =
      traffic_of("scan", "block_blelloch", Model::native, {{"n", 1024}, {"real", "float"}});
  const int up = 16 + 8 + 4 + 2 + 1 + 5, down = up - 1;
  EXPECT_EQ(t.shared_store.requests, 32 + up + down);
  EXPECT_EQ(t.shared_load.requests, 2 * (up + down) + 32);
  EXPECT_EQ(t.shared_load.wavefronts, t.shared_load.requests + 15 + 7 + 3 + 1);
  EXPECT_EQ(t.shared_store.wavefronts, t.shared_store.requests + 15 + 7 + 3 + 1);
}

TEST(Accesses, ScanOfWarpsReadsTwiceInKokkos) {
  const Parameters p = {{"n", 1003}, {"real", "float"}};
  EXPECT_EQ(traffic_of("scan", "warp", Model::native, p).load.requests, 32);
  EXPECT_EQ(traffic_of("scan", "warp", Model::kokkos, p).load.requests, 2 * 32);
}

TEST(Accesses, ScanInTwoPasses) {
  // 3003 elements: three blocks, one for their sums, and 1979 elements to which these are added.
  const std::vector<Kernel> kernels =
      kernels_of("scan", "two_pass", Model::native, {{"n", 3003}, {"real", "float"}});
  ASSERT_EQ(kernels.size(), 3U);
  EXPECT_EQ(kernels[0].blocks, 3);
  EXPECT_EQ(kernels[1].blocks, 1);
  EXPECT_EQ(kernels[2].blocks, 8);
  EXPECT_EQ(traffic(kernels, no_limit).arrays.at("out").stored, 376 + 248);
}

TEST(Accesses, RangesHaveBlocksOf128Threads) {
  const Parameters p = {{"n", 1024}, {"uses", 3}};
  EXPECT_EQ(kernels_of("dot", "atomic", Model::kokkos, p).at(0).threads, 128);
  for (const char* experiment : {"smooth", "reuse"})
    EXPECT_EQ(kernels_of(experiment, "direct", Model::kokkos, p).at(0).threads, 128);
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
  EXPECT_EQ(traffic_of("offset", "copy", Model::kokkos, p).arrays.at("base").loaded, 8 * 17);
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

TEST(Accesses, Stencil3dDirect) {
  // 32 × 4 × 4: two blocks, a warp per row. All 16 rows are read and written, 4 sectors each; the
  // inner 4 read six neighbours, of 30 lanes, which are 4 sectors too.
  const Parameters p = {{"nx", 32}, {"ny", 4}, {"nz", 4}};
  const Traffic t = traffic_of("stencil3d", "direct", Model::native, p);
  EXPECT_EQ(t.load.requests, 16 + 4 * 6);
  EXPECT_EQ(t.load.sectors, (16 + 4 * 6) * 4);
  EXPECT_EQ(t.store.sectors, 16 * 4);
}

TEST(Accesses, Stencil3dStream) {
  // 32 × 8 × 3: one block of 8 warps, with nothing beside it. Of each plane a warp stages its row
  // and what is left and right of it, two warps also what is before and behind; 6 rows of the
  // middle plane read four neighbours from the tile.
  const Parameters p = {{"nx", 32}, {"ny", 8}, {"nz", 3}};
  const Traffic t = traffic_of("stencil3d", "stream", Model::native, p);
  EXPECT_EQ(t.load.requests, 3 * 8);
  EXPECT_EQ(t.load.bytes_asked, 3 * 8 * 32 * 4);
  EXPECT_EQ(t.shared_store.requests, 3 * (8 + 8 + 2));
  EXPECT_EQ(t.shared_load.requests, 6 * 4);
  EXPECT_EQ(t.store.requests, 3 * 8);
  // In loops the middle comes from the tile as well, and so do the neighbours below and above.
  const Traffic in_loops = traffic_of("stencil3d", "stream", Model::kokkos, p);
  EXPECT_EQ(in_loops.load.bytes_asked, 3 * 8 * 32 * 4);
  EXPECT_EQ(in_loops.shared_load.requests, 3 * 8 + 6 * 6);
  EXPECT_EQ(in_loops.store.requests, 3 * 8);
}

TEST(Accesses, Stencil3dTwoSteps) {
  // 30 × 14 × 3: one block of 16 warps, of which 14 have elements of the grid. Each plane from the
  // one below the grid to the one above it is staged, and so is its first step. 12 rows of the
  // middle plane read four neighbours, before each step.
  const Parameters p = {{"nx", 30}, {"ny", 14}, {"nz", 3}};
  const Traffic t = traffic_of("stencil3d", "two_steps", Model::native, p);
  EXPECT_EQ(t.load.bytes_asked, 3 * 14 * 30 * 4);
  EXPECT_EQ(t.shared_store.requests, 5 * (16 + 16 + 2 + 16));
  EXPECT_EQ(t.shared_load.requests, 12 * 4 + 12 * 4);
  EXPECT_EQ(t.store.requests, 3 * 14);
  const Traffic in_loops = traffic_of("stencil3d", "two_steps", Model::kokkos, p);
  EXPECT_EQ(in_loops.load.bytes_asked, 3 * 14 * 30 * 4);
  EXPECT_EQ(in_loops.shared_load.requests, 2 * (3 * 14 + 12 * 6));
  EXPECT_EQ(in_loops.store.requests, 3 * 14);
}

TEST(Accesses, StencilWideStream) {
  // 32 × 9 × 9: two blocks, of which the first has the 24 elements that are not copied, in row 4 of
  // plane 4. It loads its 8 rows and, from the other half, the row behind its first one; the second
  // has one row and 4 of the first's.
  const Parameters p = {{"nx", 32}, {"ny", 9}, {"nz", 9}};
  const Traffic t = traffic_of("stencil_wide", "stream", Model::native, p);
  EXPECT_EQ(t.load.requests, 9 * (8 + 1 + 1 + 4));
  EXPECT_EQ(t.shared_store.requests, 9 * 2 * 8 * 3);
  EXPECT_EQ(t.shared_load.requests, 16);
  EXPECT_EQ(t.store.requests, 9 * 9);
  // In loops the element itself and the eight along z are in a queue in shared memory.
  const Traffic in_loops = traffic_of("stencil_wide", "stream", Model::kokkos, p);
  EXPECT_EQ(in_loops.shared_load.requests, 9 * 9 + 24);
  EXPECT_EQ(in_loops.store.requests, 9 * 9);
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
  // Kokkos in loops: 4 warps store a sum, 4 load one and store it again, all 8 load four.
  const Traffic in_loops = traffic_of("dot", "warp_shuffle", Model::kokkos, {{"n", 256}});
  EXPECT_EQ(in_loops.shared_store.requests, 4 + 4);
  EXPECT_EQ(in_loops.shared_load.requests, 4 + 8 * 4);
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
  // 300000 elements: 1172 pieces of 256, two to a block.
  const Traffic long_sum = traffic_of("reduce", "shuffle", Model::native, {{"n", 300'000}});
  EXPECT_EQ(long_sum.load.bytes_asked, (300'000 + 586) * 4);
  EXPECT_EQ(long_sum.store.requests, 586 + 1);
  // Unrolled: 3 steps of the tree, of 4 + 2 + 1 warps, then one warp: a load and 5 more, 5 stores.
  const Traffic t = traffic_of("reduce", "unrolled", Model::native, {{"n", 256}});
  EXPECT_EQ(t.shared_store.requests, 2 * (8 + 7 + 5));
  EXPECT_EQ(t.shared_load.requests, 2 * (2 * 7 + 1 + 5));
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
}

TEST(Accesses, MatmulTile16) {
  // 4 blocks of 8 warps, 2 tiles along k. Filling: a warp has two rows of 16 floats, 2 sectors
  // each.
  const Traffic t =
      traffic_of("matmul", "tile16", Model::native, {{"m", 32}, {"n", 32}, {"k", 32}});
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

TEST(Accesses, BatchedGemm) {
  // 3 products of 4 × 4. A thread reads A once, B once for each of 4 rows.
  const Parameters p = {{"batch", 3}, {"size", "4"}};
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("batched_gemm", "thread", model, p);
    EXPECT_EQ(t.load.requests, 16 + 4 * 16);
    EXPECT_EQ(t.load.bytes_asked, 3 * (16 + 4 * 16) * 4);
    EXPECT_EQ(t.store.requests, 16);
  }
  // A warp of 16 lanes per product, or 48 lanes in a block, of two warps. A's row is one load of 16
  // bytes; Kokkos in loops reads it number by number.
  const auto expect = [&](const char* variant, int warps) {
    const Traffic native = traffic_of("batched_gemm", variant, Model::native, p);
    EXPECT_EQ(native.load.requests, 2 * warps) << variant;
    EXPECT_EQ(native.load.bytes_asked, 2 * 48 * 4) << variant;
    EXPECT_EQ(native.shared_store.requests, 2 * warps) << variant;
    EXPECT_EQ(native.shared_load.requests, (1 + 4) * warps) << variant;
    const Traffic in_loops = traffic_of("batched_gemm", variant, Model::kokkos, p);
    EXPECT_EQ(in_loops.shared_load.requests, (4 + 4) * warps) << variant;
    // Its control is native code, of a compiler that knows how the tile is aligned.
    EXPECT_EQ(control_traffic("batched_gemm", variant, p).shared_load.requests, (1 + 4) * warps);
    EXPECT_EQ(in_loops.store.bytes_asked, 48 * 4) << variant;
  };
  expect("team", 3);
  expect("packed", 2);
}

TEST(Accesses, Nbody) {
  // 100 bodies are two tiles, and two blocks of two warps. Every warp loads its own bodies, and
  // stages its share of each tile; then it reads all places of the tiles, one at a time.
  const Parameters p = {{"n", 100}};
  const Traffic native = traffic_of("nbody", "tile64", Model::native, p);
  EXPECT_EQ(native.load.requests, 4 + 2 * 4);
  EXPECT_EQ(native.load.bytes_asked, (100 + 2 * 100) * 16);
  EXPECT_EQ(native.shared_store.requests, 2 * 4);
  EXPECT_EQ(native.shared_load.requests, 4 * 128);
  EXPECT_EQ(native.store.requests, 3 * 4);
  // Kokkos in loops: its own bodies for each tile, and three sums to and from scratch memory.
  const Traffic in_loops = traffic_of("nbody", "tile64", Model::kokkos, p);
  EXPECT_EQ(in_loops.load.requests, 2 * 4 + 2 * 4);
  EXPECT_EQ(in_loops.shared_store.requests, 2 * 4 + 3 * (1 + 2) * 4);
  EXPECT_EQ(in_loops.shared_load.requests, 4 * 128 + 3 * (2 + 1) * 4);
  // Doubles take two loads each.
  const Parameters of_doubles = {{"n", 100}, {"real", "double"}};
  const Traffic direct = traffic_of("nbody", "direct", Model::native, of_doubles);
  EXPECT_EQ(direct.load.requests, 2 * (4 + 4 * 100));
}

TEST(Accesses, MatmulDirect) {
  // A warp is two rows of 16. A's elements: one a row, 2 sectors, of 2 lines; B's: 16 floats of a
  // row, 2 sectors. 256 elements of C are 8 warps, 3 times 16 k.
  const Traffic t =
      traffic_of("matmul", "direct", Model::native, {{"m", 16}, {"n", 16}, {"k", 48}});
  EXPECT_EQ(t.load.requests, 2 * 8 * 48);
  EXPECT_EQ(t.load.sectors, (2 + 2) * 8 * 48);
  EXPECT_EQ(t.load.bytes_asked, 2 * 256 * 48 * 4);
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
  const Traffic global = traffic_of("conv2d", "tile_halo", Model::native, p);
  EXPECT_EQ(global.load.requests, constant.load.requests + 9 * 8 * 25);
  EXPECT_EQ(global.load.sectors, constant.load.sectors + 9 * 8 * 25);
  EXPECT_EQ(global.load.bytes_asked, (pixels + 25 * 24 * 96) * 4);
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

/// A team's threads fill the tile in order, in one range over its rows and columns.
TEST(Accesses, Conv2dHaloInKokkosInLoops) {
  const Parameters p = {{"rows", 24}, {"cols", 96}};
  for (const char* variant : {"tile_halo", "constant_filter"}) {
    const Traffic native = traffic_of("conv2d", variant, Model::native, p);
    const Traffic kokkos = traffic_of("conv2d", variant, Model::kokkos, p);
    EXPECT_EQ(kokkos.load.requests, native.load.requests) << variant;
    EXPECT_EQ(kokkos.shared_store.requests, native.shared_store.requests) << variant;
  }
}

TEST(Accesses, Conv2dDirect) {
  // Of 5 taps in a direction the first and the last pixel lose 2, their neighbours 1: 6 in all.
  constexpr int taps = (5 * 24 - 6) * (5 * 96 - 6);
  const Parameters p = {{"rows", 24}, {"cols", 96}};
  for (const Model model : {Model::native, Model::kokkos})
    EXPECT_EQ(traffic_of("conv2d", "direct", model, p).load.bytes_asked, (taps + 25 * 24 * 96) * 4);
}

/// 1024 bytes, byte i is 32·i modulo 256.
class HistogramAccesses : public testing::Test {
 protected:
  HistogramAccesses() {
    const auto in = host_.bytes("in");
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(32 * i % 256);
  }

  const Parameters p_ = {{"n", 1024}, {"data", "uniform"}};
  HostArrays host_{arrays_of("histogram", "block_private", p_), 1};
};

TEST_F(HistogramAccesses, BlockPrivate) {
  const Traffic t = traffic_of("histogram", "block_private", Model::native, p_, host_);
  // 32 words a warp.
  EXPECT_EQ(t.load.requests, 8);
  EXPECT_EQ(t.load.sectors, 8 * 4);
  // Of 32 words, the k-th bytes are of 2 bins, which lie in one bank.
  EXPECT_EQ(t.shared_atomic.requests, 32);
  EXPECT_EQ(t.shared_atomic.wavefronts, 32 * 2);
  // A block clears 256 bins, and adds them up.
  EXPECT_EQ(t.shared_store.requests, 8);
  EXPECT_EQ(t.shared_load.wavefronts, 8);
  EXPECT_EQ(t.atomic.requests, 8);
  EXPECT_EQ(t.atomic.sectors, 8 * 4);
}

TEST_F(HistogramAccesses, GlobalAtomic) {
  // The k-th bytes of a warp's words are of 2 bins in 2 sectors; 8 bins occur.
  for (const Model model : {Model::native, Model::kokkos}) {
    const Traffic t = traffic_of("histogram", "global_atomic", model, p_, host_);
    EXPECT_EQ(t.atomic.requests, 32);
    EXPECT_EQ(t.atomic.sectors, 32 * 2);
    EXPECT_EQ(t.arrays.at("counts").stored, (model == Model::native ? 1 : 2) * 8);
  }
}

TEST(Accesses, HistogramGoesAGridAtATime) {
  // An H200's 1056 blocks of 256 at most: a word more takes a second step, of one thread, and the
  // first thread has a byte that does not fill a word.
  const Parameters p = {{"n", (1056 * 256 + 1) * 4 + 1}, {"data", "constant"}};
  const HostArrays host(arrays_of("histogram", "block_private", p), 1);
  const Kernel kernel = kernels_of("histogram", "block_private", Model::native, p, host).at(0);
  EXPECT_EQ(kernel.blocks, 1056);
  const Traffic t = traffic(std::vector{kernel}, no_limit);
  EXPECT_EQ(t.load.requests, 1056 * 8 + 1 + 1);
  EXPECT_EQ(t.shared_atomic.wavefronts, (1056 * 8 + 1) * 4 + 1);  // one bin throughout
  // Kokkos in loops: shares of 257 words, the last of which has fewer.
  const std::vector<Kernel> in_loops =
      kernels_of("histogram", "block_private", Model::kokkos, p, host);
  EXPECT_EQ(in_loops.at(0).blocks, 1056);
  EXPECT_EQ(traffic(in_loops, no_limit).load.bytes_asked, (1056 * 256 + 1) * 4 + 1);
  EXPECT_EQ(in_loops.at(0).accesses.at(1).at({1, 0}, 1), (257 + 256) * 4);
  EXPECT_EQ(in_loops.at(0).accesses.at(1).at({1, 1}, 1), inactive);
}

/// Rows of 12 to 20 entries, by so many lanes each.
TEST(Accesses, SpmvReadsEveryEntryOnce) {
  const Parameters p = {
      {"rows", 1003}, {"mean", 16}, {"lengths", "uniform"}, {"columns", "banded"}};
  const HostArrays host(arrays_of("spmv", "csr_thread", p), 1);
  const double entries = host.get<int>("offsets").back();
  for (const auto& [variant, lanes] : std::vector<std::pair<std::string, int>>{
           {"csr_thread", 1}, {"csr_lanes_4", 4}, {"csr_lanes_8", 8}, {"csr_warp", 32}})
    for (const Model model : {Model::native, Model::kokkos}) {
      SCOPED_TRACE(variant);
      const Traffic t = traffic_of("spmv", variant, model, p, host);
      EXPECT_EQ(t.load.bytes_asked, 1003 * lanes * 2 * 4 + entries * (4 + 4 + 4));
      EXPECT_EQ(t.store.bytes_asked, 1003 * 4);
    }
  // A warp per row needs one step: two loads of offsets, the columns, the values and x.
  EXPECT_EQ(traffic_of("spmv", "csr_warp", Model::native, p, host).load.requests, 1003 * 5);
}

/// Kokkos by index has no shuffle: all lanes store their sums, and a row's first lane loads those
/// of the others. A team of 256 has 64 rows of 4 lanes: 1003 rows are 16 teams of 8 warps, and 126
/// warps have rows.
TEST(Accesses, SpmvAddsLanesInScratchByIndex) {
  const Parameters p = {
      {"rows", 1003}, {"mean", 16}, {"lengths", "uniform"}, {"columns", "banded"}};
  const Variant& v = catalogue().experiment("spmv").variant("csr_lanes_4");
  const HostArrays host(v.problem->arrays(p), 1);
  const Traffic t = traffic(v.accesses({Model::kokkos, Form::indices}, p, host), no_limit);
  EXPECT_EQ(t.shared_store.requests, 16 * 8);
  EXPECT_EQ(t.shared_load.requests, 126 * 3);
  EXPECT_EQ(t.shared_load.wavefronts, t.shared_load.requests);  // 4 words apart: no conflict
}

/// The last slice has 11 rows; all others are whole, and each of their steps reads four sectors.
TEST(Accesses, SpmvInSlicesIsCoalesced) {
  const Parameters p = {{"rows", 1003}, {"mean", 16}, {"lengths", "skewed"}, {"columns", "banded"}};
  const HostArrays host(arrays_of("spmv", "sliced_ell", p), 1);
  const auto slices = host.get<std::int64_t>("slices");
  const auto whole = static_cast<double>(slices[31]) / 32;  // steps
  const auto last = static_cast<double>(slices[32] - slices[31]) / 32;
  std::vector<Kernel> kernels = kernels_of("spmv", "sliced_ell", Model::native, p, host);
  std::erase_if(kernels.at(0).accesses, [](const Access& a) { return a.array != "values"; });
  const Traffic t = traffic(kernels, no_limit);
  EXPECT_EQ(t.load.requests, whole + last);
  EXPECT_EQ(t.load.sectors, whole * 4 + last * 2);
  EXPECT_EQ(t.load.bytes_asked, (whole * 32 + last * 11) * 4);
}

TEST(Accesses, ReuseReadsEveryWeightInEveryWarp) {
  // 300 elements are two blocks: 16 warps read 5 weights, one at a time and together, though six of
  // them have no element of their own. Of the second block's 44 elements, direct reads 5 times, by
  // whatever lanes they are wanted.
  const Parameters p = {{"n", 300}, {"uses", 5}};
  const Traffic direct = traffic_of("reuse", "direct", Model::native, p);
  EXPECT_EQ(direct.load.bytes_asked, (300 * 5 + 512 * 5) * 4);
  const Traffic staged = traffic_of("reuse", "staged", Model::native, p);
  EXPECT_EQ(staged.load.bytes_asked, (300 + 512 * 5) * 4);
  EXPECT_EQ(staged.load.requests, 8 + 2 + 16 * 5);
  EXPECT_EQ(staged.shared_store.requests, 16);
  EXPECT_EQ(staged.shared_load.requests, 16 * 5);
  EXPECT_EQ(staged.shared_load.wavefronts, 16 * 5);
  // Kokkos in loops: whoever has no element of its own does nothing.
  for (const char* variant : {"direct", "staged"}) {
    const Traffic in_loops = traffic_of("reuse", variant, Model::kokkos, p);
    const bool is_direct = variant == std::string("direct");
    // Directly: of the last four elements' uses, 1 + 2 + 3 + 4 lie beyond n.
    EXPECT_EQ(in_loops.load.bytes_asked, (is_direct ? 300 * 5 - 10 + 300 * 5 : 300 + 300 * 5) * 4);
    EXPECT_EQ(in_loops.shared_load.requests, is_direct ? 0 : 10 * 5);
  }
}

TEST(Accesses, ReorderStaged) {
  // 300 structures are two blocks, the second of 44 structures or 264 words: 8 whole warps and one
  // of 8 lanes. It stages 1536 words in native code, zeros among them; in Kokkos in loops its own.
  const Traffic native = traffic_of("reorder", "staged", Model::native, {{"n", 300}});
  const Traffic in_loops = traffic_of("reorder", "staged", Model::kokkos, {{"n", 300}});
  EXPECT_EQ(native.load.requests, 6 * 8 + 9);
  EXPECT_EQ(in_loops.load.requests, 6 * 8 + 9);
  EXPECT_EQ(native.shared_store.requests, 2 * 6 * 8);
  EXPECT_EQ(in_loops.shared_store.requests, 6 * 8 + 9);
  for (const Traffic& t : {native, in_loops}) {
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
  // 512 elements are 16 warps in two blocks of 256, in four of Kokkos in loops.
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
