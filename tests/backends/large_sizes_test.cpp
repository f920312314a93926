// SPDX-License-Identifier: Apache-2.0
// Sizes beyond 2³² elements: more than a host can compare with a reference, or hold, in a test's
// time. All elements are compared all the same, by one of two means.
//
// Most experiments make every element of the output of a few of the input. Where the input repeats
// after a period, so must the output: what a case of a few periods should have is compared with the
// reference, and where the large case lies, that what it has begins and ends so and repeats in
// between. No period divides a power of two, so an index that has lost its upper bits is seen.
//
// The sum of zeros and of random numbers here and there is the sum of the numbers.
//
// On a host the same is done at small sizes, so that the means themselves are tested.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "backends/backends.hpp"
#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/backends/own_models.hpp"
#include "tests/backends/rows.hpp"

namespace tilebridge {
namespace {

constexpr std::uint64_t seed = 7;

struct Sizes {
  std::int64_t period;      // of elements
  std::int64_t n;           // of them, beyond 2³²
  std::int64_t round_n;     // the same, a multiple of 32
  std::int64_t limited_n;   // of experiments that allow no more than 2³²
  std::int64_t structures;  // of four elements, of six
  std::int64_t row_period;  // of rows
  std::int64_t rows, cols;  // of matrices and images
  std::int64_t m, k;        // of matmul's A
};

constexpr std::int64_t two_to_the_32 = std::int64_t{1} << 32;

constexpr Sizes beyond_32_bits = {.period = 4095 * 1024,
                                  .n = two_to_the_32 + 1055,
                                  .round_n = two_to_the_32 + 1056,
                                  .limited_n = two_to_the_32,
                                  .structures = two_to_the_32 / 4 + 1056,
                                  .row_period = 61,
                                  .rows = 65500,
                                  .cols = 65600,
                                  .m = 65535 * 16,
                                  .k = 4100};
constexpr Sizes on_a_host = {.period = 63 * 1024,
                             .n = 5 * 65536 + 1055,
                             .round_n = 5 * 65536 + 1056,
                             .limited_n = 5 * 65536,
                             .structures = 5 * 65536 + 1056,
                             .row_period = 61,
                             .rows = 400,
                             .cols = 164,
                             .m = 400,
                             .k = 36};

/// Cases of an experiment, or of one variant of it, in which one parameter is large.
struct Large {
  std::string name;
  std::string scaled;  // which one
  std::int64_t size;
  std::int64_t period;  // of that parameter
  std::vector<std::pair<std::string, Value>> others = {};
  std::int64_t edge = 2048;       // of that parameter: what may differ at the beginning and the end
  std::size_t rows = 1;           // of the output: each repeats
  std::size_t input_periods = 1;  // that the input has in one of the output
  bool has_few_digits = false;    // the input: sums of a few products are exact in every order
};

std::vector<Large> repeating(const Sizes& s) {
  constexpr std::int64_t edge_rows = 16;
  const auto whole_periods = (s.n + s.period - 1) / s.period * s.period;
  const auto linear = [&](const char* name,
                          std::vector<std::pair<std::string, Value>> others = {}) {
    return Large{name, "n", s.n, s.period, std::move(others)};
  };
  const auto by_rows = [&](const char* name) {
    return Large{name, "rows", s.rows, s.row_period, {{"cols", s.cols}}, edge_rows};
  };
  const auto units = [&](const char* name) {  // of 16 bytes each
    return Large{name, "n", s.structures / 4, s.period / 16, {{"bytes", "1"}}, 256};
  };
  Large transposed = by_rows("transpose");
  transposed.rows = static_cast<std::size_t>(s.cols);
  // cuBLAS 13.0 (on an H200) adds in another order in the matrices of a call after 65535 · 2ᵏ, so
  // that their last bits differ.
  Large products = {"batched_gemm", "batch", s.structures / 4, s.period / 16, {{"size", "4"}}, 256};
  products.has_few_digits = true;
  Large product = {"matmul", "m", s.m, s.row_period, {{"n", 4}, {"k", s.k}}, edge_rows};
  return {
      linear("stride", {{"stride", 1}}),
      {"stride", "n", whole_periods, s.period, {{"stride", 2}}},  // for those that wrap around
      linear("offset", {{"offset", 1}}),
      {"gather", "n", s.limited_n, s.period, {{"pattern", "random"}}},
      {"element_size", "n", s.limited_n, s.period, {{"bytes", "1"}}},
      {"element_size", "n", s.limited_n, s.period, {{"bytes", "4"}}},
      units("element_size/same_bytes"),
      units("element_size/same_bytes_rewritten"),
      linear("vector_load", {{"items", 2}}),
      // 12 is a multiple of the numbers of a structure, of six and of four.
      {"layout", "n", s.structures, s.period, {}, 2048, 1, 12},
      linear("cache_policy", {{"reuse", 2}}),
      linear("cache_loads", {{"pattern", "misaligned"}}),
      linear("cache_loads", {{"pattern", "strided"}}),
      linear("smooth"),
      linear("scan"),
      linear("reuse", {{"uses", 3}}),
      linear("async_copy", {{"uses", 3}}),
      linear("shared_kinds", {{"rounds", 1}}),
      {"reorder", "n", s.structures, s.period, {}, 2048, 6},
      transposed,
      by_rows("conv2d"),
      by_rows("texture"),
      {"stencil3d", "nz", s.rows / 3, 31, {{"nx", s.cols}, {"ny", 3}}, edge_rows},
      {"stencil_wide", "nz", s.rows / 3, 31, {{"nx", s.cols / 3}, {"ny", 9}}, edge_rows},
      {"block_shape", "nz", s.rows / 3, 31, {{"nx", s.cols}, {"ny", 3}}, edge_rows},
      product,
      products,
      linear("constant", {{"index", "same"}}),
      linear("constant", {{"index", "per_lane"}}),
      linear("lookup", {{"table", 1000}, {"beyond", "wrap"}}),
      linear("local_array", {{"rounds", 1}}),
      linear("launch_bounds", {{"sweeps", 0}}),
      linear("occupancy", {{"shared_kib", 0}}),
      linear("roofline", {{"steps", 1}}),
      {"allocation", "bytes", 4 * s.limited_n, 4 * s.period, {{"steps", 1}}},
      {"copy/d2d", "bytes", 4 * s.limited_n, 4 * s.period},
      // Whole clusters of 2048 words.
      {"cluster/exchange", "n", s.limited_n - 1, 2 * s.period},
      {"cluster/exchange_read", "n", s.limited_n - 1, 2 * s.period},
      {"cluster/exchange_blocks", "n", s.limited_n - 1, 2 * s.period},
      {"bandwidth/dram_write", "n", s.round_n, 65536},  // which it writes again and again
      {"bandwidth/dram_copy", "n", s.round_n, s.period, {{"steps", 1}}},
      {"bandwidth/fma", "n", s.round_n, s.period, {{"steps", 1}}},
      {"bandwidth/shared", "n", s.round_n, s.period, {{"steps", 1}}},
      {"bandwidth/l1", "n", s.round_n, s.period, {{"steps", 1}}},
      {"bandwidth/texture", "n", s.round_n, s.period, {{"steps", 1}}},
      {"bandwidth/constant", "n", s.round_n, s.period, {{"steps", 1}}},
      {"bandwidth/argument", "n", s.round_n, s.period, {{"steps", 1}}},
  };
}

struct LargeSum {
  std::string name;
  std::int64_t n;
};

std::vector<LargeSum> sums(const Sizes& s) {
  return {{"dot", s.n},
          {"reduce", s.n},
          {"bandwidth/dram_read", s.round_n},
          {"bandwidth/read_range", s.round_n},
          {"bandwidth/l2", s.round_n},
          {"cluster/reduce", s.limited_n - 1},
          {"cluster/reduce_bounded", s.limited_n - 1},
          {"cluster/reduce_blocks", s.limited_n - 1},
          {"cluster/reduce_blocks_rewritten", s.limited_n - 1}};
}

/// These experiments have no large size, for the reason given.
const std::map<std::string, std::string> left_out = {
    {"launching", "a word or 256 per launch"},
    {"policies", "2³⁰ elements at most"},
    {"team_control", "4000 blocks at most"},
    {"scratch_use", "2¹³ blocks at most"},
    {"team_sums", "small by its point: a team's sum"},
    {"atomics", "small by its point: few words"},
    {"indexing", "small by its point: what fits in L2"},
    {"views", "the host's part of a launch"},
    {"dot/atomic", "four billion additions to one word, in turn"},
    {"histogram", "counts of 32 bits: fewer than 2³² bytes"},
    {"scatter", "2³⁰ additions at most"},
    {"reducers", "counts and indices of 32 bits: fewer than 2³¹ elements"},
    {"spmv", "offsets of 32 bits: fewer than 2³¹ entries"},
    {"cluster/histogram", "counts of 32 bits: fewer than 2³² words"},
    {"cluster/histogram_blocks", "counts of 32 bits: fewer than 2³² words"},
    {"layout/update_aos", "its output begins as a copy of its input"},
    {"layout/update_soa", "its output begins as a copy of its input"},
    {"layout/update_soa_rewritten", "its output begins as a copy of its input"},
    {"block_size", "2³⁰ elements at most: so many blocks of one thread"},
    {"scan/two_pass", "sums of all elements before do not repeat"},
    {"scan/two_pass_rewritten", "sums of all elements before do not repeat"},
    {"scan/range_scan", "sums of all elements before do not repeat"},
    {"scan/look_back", "sums of all elements before do not repeat"},
    {"scan/sums_ahead", "sums of all elements before do not repeat"},
    {"scan/cub", "sums of all elements before do not repeat"},
    {"bank_conflict", "2²⁰ blocks at most"},
    {"cache_stores", "2²⁰ blocks at most"},
    {"shuffle", "2²⁰ blocks at most"},
    {"same_word", "2³⁰ threads at most"},
    {"fence", "2¹⁸ blocks at most"},
    {"divergent_barrier", "2¹⁸ blocks at most"},
    {"message_order", "128 blocks at most"},
    {"hazards", "2²⁸ tiles at most, of which it counts the wrong words"},
    {"nbody", "2²⁰ bodies at most: as many steps for each"},
    {"settings", "its kernels are those of other experiments"},
    {"stencil3d/two_launches", "two outputs; it is direct twice"},
    {"concurrency", "small by its point: short kernels"},
    {"residency", "2³¹ words at most"},
    {"fetch_granularity", "2³¹ words at most"},
    {"launch_bounds/walk_blocks_1", "its walk begins anywhere: the output does not repeat"},
    {"launch_bounds/walk_blocks_8", "its walk begins anywhere: the output does not repeat"},
    {"launch_bounds/walk_maxnreg", "its walk begins anywhere: the output does not repeat"},
    {"launch_bounds/walk_maxrregcount", "its walk begins anywhere: the output does not repeat"},
    {"texture/bilinear", "a turned image: the output's rows do not repeat"},
    {"texture/bilinear_rewritten", "a turned image: the output's rows do not repeat"},
    {"texture/filtered", "a turned image: the output's rows do not repeat"},
    {"local_array/large", "16 times the time of the others, which index the same arrays"},
    {"carveout", "2³⁰ threads at most"},
    {"conflict_latency", "its table has 32 rows"},
    {"latency", "its links are of 32 bits, of the words of a chain"},
    {"device_symbol", "a variable of a fixed size"},
    {"copy", "from or to memory of the host, but for d2d"},
    {"batching", "from memory of the host"},
    {"overlap", "from and to memory of the host"},
    {"unified", "memory that host and device share"},
    {"migration", "memory that host and device share"},
    {"page_size", "memory that host and device share"},
    {"linked_list", "memory that host and device share"},
    {"allocation/uncleared", "it has no output of n elements"},
    {"allocation/per_step_pageable", "memory of the host"},
    {"allocation/per_step_pinned", "memory of the host"},
    {"allocation/per_step_managed", "memory that host and device share"},
    {"zero_copy", "from memory of the host"},
};

const ArraySpec& output_of(const std::vector<ArraySpec>& specs) {
  return *std::find_if(specs.begin(), specs.end(),
                       [](const ArraySpec& spec) { return spec.role == Role::output; });
}

/// Copies of the first `period` bytes after themselves.
void repeat(std::span<std::byte> bytes, std::size_t period) {
  for (std::size_t done = period; done < bytes.size(); done += period)
    std::memcpy(&bytes[done], bytes.data(), std::min(period, bytes.size() - done));
}

/// Rounds numbers of at most 1 so that their products have 16 bits.
template <class T>
void keep_few_digits(std::span<std::byte> bytes) {
  constexpr T parts = 256;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    T number;
    std::memcpy(&number, &bytes[at], sizeof(T));
    number = std::round(number * parts) / parts;
    std::memcpy(&bytes[at], &number, sizeof(T));
  }
}

/// The arrays of a large case, in the platform's memory alone.
class LargeArrays {
 public:
  LargeArrays(kernels::PlatformDevice& device, std::vector<ArraySpec> specs)
      : device_(device), specs_(std::move(specs)) {
    for (const ArraySpec& spec : specs_) {
      memory_[spec.name] = device.allocate(spec.bytes, spec.space);
      pointers_.set(spec.name, memory_[spec.name].get());
    }
  }

  const ArrayPointers& pointers() const { return pointers_; }
  std::byte* at(const std::string& name) const {
    return static_cast<std::byte*>(memory_.at(name).get());
  }

  /// Fills `spec` with copies of `first`, one after another.
  void fill_repeating(const ArraySpec& spec, std::span<const std::byte> first) const {
    device_.upload(at(spec.name), first.data(), std::min(first.size(), spec.bytes));
    for (std::size_t done = first.size(); done < spec.bytes; done *= 2)
      device_.upload(at(spec.name) + done, at(spec.name), std::min(done, spec.bytes - done));
  }

  /// Fills `spec` with zeros, and with pieces of `numbers` from the first element to the last.
  void fill_islands(const ArraySpec& spec, std::span<const std::byte> numbers) const {
    constexpr std::size_t pieces = 64;
    constexpr std::size_t vector = 16;  // bytes, a multiple of any element
    const std::size_t piece = numbers.size() / pieces;
    const std::size_t apart = (spec.bytes - piece) / (pieces - 1) / vector * vector;
    device_.fill(at(spec.name), 0, spec.bytes);
    for (std::size_t i = 0; i < pieces; ++i) {
      const std::size_t place = i + 1 < pieces ? i * apart : spec.bytes - piece;
      device_.upload(at(spec.name) + place, &numbers[i * piece], piece);
    }
  }

 private:
  kernels::PlatformDevice& device_;
  std::vector<ArraySpec> specs_;
  std::map<std::string, kernels::PlatformDevice::Allocation> memory_;
  ArrayPointers pointers_;
};

class LargeSizes : public testing::TestWithParam<Platform> {
 protected:
  void SetUp() override {
    const std::string reason = why_not(GetParam(), 0);
    if (!reason.empty()) GTEST_SKIP() << reason;
    if (!can_compare_on(GetParam())) GTEST_SKIP() << "rows are compared by a CUDA kernel";
    backend_ = open_backend(own_models(), GetParam(), 0);
    const std::size_t needed = std::size_t{100} << 30U;
    if (GetParam() != Platform::host && device().free_bytes() < needed)
      GTEST_SKIP() << "takes a GPU with " << (needed >> 30U) << " GiB of free memory";
  }

  kernels::PlatformDevice& device() { return backend_->device(); }
  const Sizes& sizes() const { return GetParam() == Platform::host ? on_a_host : beyond_32_bits; }

  /// How many of the models that the catalogue promises of `v` this build has.
  int promised_models(const Variant& v) const {
    constexpr std::array models = {Model::native, Model::kokkos};
    return static_cast<int>(std::count_if(models.begin(), models.end(), [&](const Model& model) {
      return v.runs(model, GetParam()) && !backend_->missing().contains(model);
    }));
  }

  /// Calls check(experiment, variant, parameters) for the variants of `name` that the platform has,
  /// of floats and of doubles.
  template <class Check>
  void for_every_case(const std::string& name,
                      const std::vector<std::pair<std::string, Value>>& assigned,
                      const Check& check) {
    const std::size_t slash = name.find('/');
    const Experiment& e = catalogue().experiment(name.substr(0, slash));
    const auto cases_in = [&](const char* real) {
      for (const Variant& v : e.variants) {
        if (slash != std::string::npos && v.name != name.substr(slash + 1)) continue;
        if (left_out.contains(e.name + "/" + v.name)) continue;
        const std::vector<std::string> reals = v.problem->reals();
        if (!reals.empty() && std::ranges::find(reals, real) == reals.end()) continue;
        Parameters p = cases_of(v, Preset::quick, GetParam()).front();
        for (const auto& [parameter, value] : assigned)
          if (p.has(parameter)) p.set(parameter, value);
        if (v.only_at) p.set(v.only_at->first, v.only_at->second);
        if (p.has("real")) p.set("real", real);
        promised_ += promised_models(v);
        check(e, v, p);
      }
    };
    cases_in("float");
    if (e.parameter("real") != nullptr) cases_in("double");
  }

  /// Launches every model of a variant on poisoned outputs and calls check().
  template <class Check>
  void for_every_model(const Experiment& e, const Variant& v, const Parameters& p,
                       const LargeArrays& arrays, const Check& check) {
    for (const Model& model : {Model::native, Model::kokkos}) {
      const std::string key = e.name + "/" + v.name;
      if (!backend_->implementations().has(model, key)) continue;
      SCOPED_TRACE(fmt::format("{} {} {}", key, to_string(p), name_of(model)));
      const ArraySpec output = output_of(v.problem->arrays(p));
      device().fill(arrays.at(output.name), poison, output.bytes);
      try {
        backend_->implementations().prepare(model, key, v.problem->bind(arrays.pointers(), p))();
      } catch (const Unavailable& reason) {
        std::cout << fmt::format("  {} {}: {}\n", key, name_of(model), reason.what());
        ++skipped_;
        continue;
      }
      device().synchronize();
      check();
      ++launched_;
    }
  }

  bool fits(const std::vector<ArraySpec>& specs) {
    constexpr std::size_t for_others = std::size_t{1} << 30U;
    return total_bytes(specs) + for_others <= device().free_bytes();
  }

  void expect_right(const Large& large, const Experiment& e, const Variant& v, Parameters p);
  void expect_right_sum(const Experiment& e, const Variant& v, const Parameters& p);

  /// The variants of an experiment share this.
  struct Held {
    const Experiment* experiment;
    Parameters parameters;
    std::vector<ArraySpec> specs;
    HostArrays host;  // of few periods
    LargeArrays large;

    bool serve(const Experiment& e, const Parameters& p,
               const std::vector<ArraySpec>& asked) const {
      return experiment == &e && parameters == p &&
             std::equal(specs.begin(), specs.end(), asked.begin(), asked.end(),
                        [](const ArraySpec& a, const ArraySpec& b) {
                          return a.name == b.name && a.bytes == b.bytes && a.role == b.role;
                        });
    }
  };

  std::unique_ptr<kernels::Backend> backend_;
  std::unique_ptr<Held> held_;
  int promised_ = 0;  // models of variants at a size, by the catalogue
  int launched_ = 0;
  int skipped_ = 0;  // it is said why
};

INSTANTIATE_TEST_SUITE_P(, LargeSizes,
                         testing::Values(Platform::host, Platform::cuda, Platform::hip),
                         [](const auto& info) { return std::string(name_of(info.param)); });

/// Beginning, end and repetition of a large output, whose rows each repeat.
struct Output {
  std::size_t rows;
  std::size_t row;        // bytes
  std::size_t small_row;  // of the case of few periods
  std::size_t period;
  std::size_t edge;
};

/// Returns the places where `output` does not repeat.
std::optional<std::size_t> irregular(Platform platform, const Output& o, const std::byte* output) {
  const std::size_t from = o.period + o.edge;
  return first_difference(platform, output + from, output + o.edge, o.row,
                          {o.rows, o.row - o.edge - from});
}

/// A case of few periods has these elements, if it begins and ends as the large one.
void take_ends(Platform platform, const Output& o, const std::byte* output,
               std::span<std::byte> small) {
  const std::size_t head = o.small_row - o.edge;
  download_rows(platform, small.data(), o.small_row, output, o.row, {o.rows, head});
  download_rows(platform, &small[head], o.small_row, output + o.row - o.edge, o.row,
                {o.rows, o.edge});
}

void LargeSizes::expect_right(const Large& large, const Experiment& e, const Variant& v,
                              Parameters p) {
  const auto with_size = [&](std::int64_t size) {
    Parameters changed = p;
    changed.set(large.scaled, size);
    return changed;
  };
  const std::int64_t few = 2 * large.period + large.size % large.period;
  const Parameters few_periods = with_size(few);
  p = with_size(large.size);
  std::vector<ArraySpec> small = v.problem->arrays(few_periods);
  const std::vector<ArraySpec> one_more = v.problem->arrays(with_size(few + large.period));
  const std::vector<ArraySpec> specs = v.problem->arrays(p);
  if (held_ && !held_->serve(e, p, specs)) held_.reset();  // its memory goes back first
  if (!held_ && !fits(specs)) {
    std::cout << fmt::format("  {}/{} {}: left out, {} GiB of memory are too little\n", e.name,
                             v.name, to_string(p), device().free_bytes() >> 30U);
    skipped_ += promised_models(v);
    return;
  }

  void (*round)(std::span<std::byte>) = nullptr;
  if (large.has_few_digits)
    round = real_bytes(p) == sizeof(float) ? keep_few_digits<float> : keep_few_digits<double>;
  std::map<std::string, std::size_t> periods;  // in bytes; 0: is as large in every case
  for (std::size_t i = 0; i < small.size(); ++i) {
    const std::size_t period = (one_more[i].bytes - small[i].bytes) / large.input_periods;
    periods[small[i].name] = period;
    if (small[i].role == Role::input && period > 0)
      small[i].fill = [fill = small[i].fill, period, round](std::span<std::byte> bytes,
                                                            const Random& random) {
        fill(bytes, random);
        if (round != nullptr) round(bytes);
        repeat(bytes, period);
      };
  }
  if (!held_) {
    held_.reset(new Held{&e, p, specs, HostArrays(small, seed), LargeArrays(device(), specs)});
    for (const ArraySpec& spec : specs) {
      if (spec.role == Role::output) continue;
      const std::size_t period = periods[spec.name];
      held_->large.fill_repeating(
          spec, held_->host.bytes(spec.name).first(period > 0 ? period : spec.bytes));
    }
  }
  HostArrays& host = held_->host;
  const LargeArrays& arrays = held_->large;

  const std::string& name = output_of(specs).name;
  const std::size_t period = periods[name] * large.input_periods / large.rows;
  const Output o = {
      large.rows, output_of(specs).bytes / large.rows, output_of(small).bytes / large.rows, period,
      period * static_cast<std::size_t>(large.edge) / static_cast<std::size_t>(large.period)};
  for_every_model(e, v, p, arrays, [&] {
    ASSERT_GT(o.row, o.small_row);
    ASSERT_GE(o.small_row, o.period + 2 * o.edge);
    EXPECT_EQ(irregular(GetParam(), o, arrays.at(name)), std::nullopt);
    take_ends(GetParam(), o, arrays.at(name), host.bytes(name));
    const Validation validation = v.problem->validate(host, few_periods);
    EXPECT_TRUE(validation.ok()) << describe(validation);
  });
}

void LargeSizes::expect_right_sum(const Experiment& e, const Variant& v, const Parameters& p) {
  constexpr std::int64_t numbers = 1 << 18;
  Parameters few = p;
  few.set("n", numbers);
  HostArrays host(v.problem->arrays(few), seed);
  const std::vector<ArraySpec> specs = v.problem->arrays(p);
  const LargeArrays arrays(device(), specs);
  for (const ArraySpec& spec : specs)
    if (spec.role == Role::input) arrays.fill_islands(spec, host.bytes(spec.name));
  for_every_model(e, v, p, arrays, [&] {
    const std::span<std::byte> result = host.bytes(output_of(specs).name);
    device().download(result.data(), arrays.at(output_of(specs).name), result.size());
    const Validation validation = v.problem->validate(host, few);
    EXPECT_TRUE(validation.ok()) << describe(validation);
  });
}

TEST_P(LargeSizes, AreRight) {
  for (const Large& large : repeating(sizes()))
    for_every_case(large.name, large.others,
                   [&](const Experiment& e, const Variant& v, const Parameters& p) {
                     expect_right(large, e, v, p);
                   });
  EXPECT_EQ(launched_ + skipped_, promised_);
}

TEST_P(LargeSizes, OfSumsAreRight) {
  for (const LargeSum& sum : sums(sizes()))
    for_every_case(sum.name, {{"n", sum.n}, {"steps", 1}},
                   [&](const Experiment& e, const Variant& v, const Parameters& p) {
                     expect_right_sum(e, v, p);
                   });
  EXPECT_EQ(launched_ + skipped_, promised_);
}

TEST_P(LargeSizes, AreOfEveryExperiment) {  // or it is said why not
  std::set<std::string> named;
  const auto add = [&](const std::string& name) { named.insert(name.substr(0, name.find('/'))); };
  for (const Large& large : repeating(sizes())) add(large.name);
  for (const LargeSum& sum : sums(sizes())) add(sum.name);
  for (const auto& [name, reason] : left_out) add(name);
  for (const Experiment& e : catalogue()) EXPECT_TRUE(named.contains(e.name)) << e.name;
}

}  // namespace
}  // namespace tilebridge
