// Every variant in every model that a platform has, over sizes that show wrong indexing.
#include "backends/backends.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <map>

#include "catalogue/catalogue.hpp"
#include "catalogue/error.hpp"
#include "measure/suite.hpp"

namespace tilebridge {
namespace {

class Backends : public testing::TestWithParam<Platform> {
 protected:
  void SetUp() override {
    const std::string reason = why_not(GetParam(), 0);
    if (!reason.empty()) GTEST_SKIP() << reason;
    backend_ = open_backend(GetParam(), 0);
  }

  /// Runs every variant of `experiment` at the assigned values, in floats and in doubles where it
  /// has both, and expects every model valid.
  void expect_valid(const std::string& experiment,
                    const std::vector<std::pair<std::string, std::int64_t>>& assignments) {
    Selection selection;
    selection.experiments = {experiment};
    for (const auto& [name, value] : assignments)
      selection.assignments.emplace_back(name, std::to_string(value));
    if (find_experiment(experiment.substr(0, experiment.find('/'))).parameter("real") != nullptr)
      for (const char* real : {"float", "double"}) selection.assignments.emplace_back("real", real);
    selection.caches = {Cache::hot};
    selection.platform = GetParam();
    Suite suite = launching_twice();
    for (const PlannedCase& planned : plan(selection))
      expect_valid(suite.validate(planned), planned);
  }

  /// Validates the second of two launches, so that what the first leaves behind is seen too.
  Suite launching_twice() {
    SuiteOptions options;
    options.seed = 7;
    options.first_launch = [](Model, const Launch& launch) {
      launch();
      launch();
    };
    return {GetParam(), backend_->device(), backend_->implementations(), backend_->missing_kokkos(),
            options};
  }

  /// Skipped by its own prepare function, and not because nobody wrote it.
  static bool is_unavailable(const ModelResult& result) {
    return result.status == Status::skipped && !result.validation &&
           result.reason.find("not written") == std::string::npos;
  }

  void expect_valid(const CaseResult& result, const PlannedCase& planned) {
    ASSERT_FALSE(result.models.empty()) << planned.label();
    for (const auto& [model, model_result] : result.models) {
      if (model == Model::kokkos && !backend_->missing_kokkos().empty()) continue;
      if (model_result.status == Status::no_equivalent) continue;
      if (is_unavailable(model_result)) continue;
      ASSERT_TRUE(model_result.validation)
          << planned.label() << " " << name_of(model) << ": " << model_result.reason;
      EXPECT_TRUE(model_result.validation->ok())
          << planned.label() << " " << name_of(model) << ": " << model_result.reason;
    }
  }

  std::unique_ptr<Backend> backend_;
};

INSTANTIATE_TEST_SUITE_P(, Backends, testing::Values(Platform::host, Platform::cuda, Platform::hip),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST_P(Backends, HaveExactlyWhatTheCatalogueSays) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      for (const Model model : {Model::native, Model::kokkos, Model::vendor}) {
        if (model == Model::kokkos && !backend_->missing_kokkos().empty()) continue;
        EXPECT_EQ(backend_->implementations().has(model, e.name + "/" + v.name),
                  v.runs(model, GetParam()))
            << e.name << "/" << v.name << " " << name_of(model);
      }
}

TEST_P(Backends, StrideIsRightAtAnySize) {
  for (const std::int64_t n :
       {0, 1, 2, 3, 4, 5, 31, 255, 256, 257, 510, 511, 512, 513, 515, 1009, 65536, 100003})
    for (const std::int64_t stride : {1, 2, 3, 32, 1000})
      expect_valid("stride", {{"n", n}, {"stride", stride}});
}

TEST_P(Backends, OffsetIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 31, 32, 33, 255, 256, 257, 1009, 100003})
    for (const std::int64_t offset : {0, 1, 8, 31, 32, 1000})
      expect_valid("offset", {{"n", n}, {"offset", offset}});
}

TEST_P(Backends, ElementSizeIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 31, 255, 256, 257, 1009, 65537})
    for (const std::int64_t bytes : {1, 2, 4, 8, 16})
      expect_valid("element_size", {{"n", n}, {"bytes", bytes}});
}

TEST_P(Backends, VectorLoadIsRightAtAnySize) {
  for (const std::int64_t n : {0,   1,   2,    3,    4,    5,    255,  256,  257,  511,  512,
                               513, 515, 1023, 1024, 1025, 2047, 2049, 4095, 4097, 4099, 100003})
    for (const std::int64_t items : {1, 2, 3, 4})
      expect_valid("vector_load", {{"n", n}, {"items", items}});
}

TEST_P(Backends, CachePolicyIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 31, 32, 33, 255, 256, 257, 511, 513, 1009, 100003})
    for (const std::int64_t reuse : {1, 2, 7, 8, 9, 64})
      expect_valid("cache_policy", {{"n", n}, {"reuse", reuse}});
}

TEST_P(Backends, TransposeIsRightAtAnySize) {
  for (const std::int64_t rows : {0, 1, 7, 31, 32, 33, 66, 100, 257})
    for (const std::int64_t cols : {0, 1, 8, 31, 32, 33, 64, 130, 131})
      expect_valid("transpose", {{"rows", rows}, {"cols", cols}});
}

TEST_P(Backends, MatmulIsRightAtAnySize) {
  for (const std::int64_t m : {0, 1, 7, 16, 33, 101})
    for (const std::int64_t n : {0, 1, 15, 32, 67})
      for (const std::int64_t k : {0, 1, 17, 31, 64, 129})
        expect_valid("matmul", {{"m", m}, {"n", n}, {"k", k}});
}

TEST_P(Backends, MatmulIsRightWhereRowsAreMultiplesOfFour) {
  for (const std::int64_t m : {1, 127, 129, 200})
    for (const std::int64_t n : {4, 60, 132, 256})
      for (const std::int64_t k : {4, 8, 12, 16, 52, 128})
        expect_valid("matmul", {{"m", m}, {"n", n}, {"k", k}});
}

TEST_P(Backends, MatmulIsRightAcrossSeveralTiles) {
  for (const std::int64_t n : {255, 257}) expect_valid("matmul", {{"m", n}, {"n", n}, {"k", n}});
}

TEST_P(Backends, Conv2dIsRightAtAnySize) {
  for (const std::int64_t rows : {0, 1, 2, 5, 7, 8, 9, 37})
    for (const std::int64_t cols : {0, 1, 3, 4, 8, 31, 32, 33, 128, 131, 132})
      expect_valid("conv2d", {{"rows", rows}, {"cols", cols}});
}

TEST_P(Backends, DotIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009, 8191, 8193, 65536, 100003})
    expect_valid("dot", {{"n", n}});
}

TEST_P(Backends, GatherIsRightAtAnySize) {  // in every pattern
  for (const std::int64_t n :
       {0, 1, 2, 3, 4, 5, 31, 32, 33, 255, 256, 257, 511, 512, 513, 515, 1009, 100003})
    expect_valid("gather", {{"n", n}});
}

TEST_P(Backends, LayoutIsRightAtAnySize) {
  for (const std::int64_t n : {0,   1,   2,   3,   4,   5,   31,   32,   33,    255,    256,
                               257, 508, 511, 512, 513, 516, 1009, 1012, 65536, 100003, 100004})
    expect_valid("layout", {{"n", n}});
}

TEST_P(Backends, ReorderIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 15, 16, 17, 42, 43, 255, 256, 257, 1009, 65536, 100003})
    expect_valid("reorder", {{"n", n}});
}

TEST_P(Backends, BankConflictIsRightAtAnySize) {  // at every stride
  for (const std::int64_t blocks : {0, 1, 2, 131})
    for (const std::int64_t repeats : {1, 2, 31, 32, 33, 100})
      expect_valid("bank_conflict", {{"blocks", blocks}, {"repeats", repeats}});
}

TEST_P(Backends, ReduceIsRightAtAnySize) {
  for (const std::int64_t n :
       {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009, 16383, 16386, 65535, 65536, 65537, 100003})
    expect_valid("reduce", {{"n", n}});
}

TEST_P(Backends, SmoothIsRightAtAnySize) {
  for (const std::int64_t n :
       {0,   1,   2,   3,   4,   5,   6,    7,    8,    9,    10,   255,  256,  257,
        258, 259, 260, 513, 514, 515, 1009, 1023, 1024, 1025, 1026, 1028, 1029, 2050})
    expect_valid("smooth", {{"n", n}});
}

TEST_P(Backends, ReuseIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 255, 256, 257, 1009, 65536})
    for (const std::int64_t uses : {1, 2, 3, 31, 255, 256})
      expect_valid("reuse", {{"n", n}, {"uses", uses}});
}

TEST_P(Backends, HistogramIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 255, 256, 257, 1009, 32767, 32768, 32785, 262143, 262144,
                               262145, 1000003, 265 * 32768 + 53})
    expect_valid("histogram", {{"n", n}});
}

TEST_P(Backends, ConstantIsRightAtAnySize) {  // at every index
  for (const std::int64_t n : {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009, 100003})
    expect_valid("constant", {{"n", n}});
}

TEST_P(Backends, TextureIsRightAtAnySize) {
  for (const std::int64_t rows : {0, 1, 2, 7, 8, 9, 37})
    for (const std::int64_t cols : {0, 1, 2, 31, 32, 33, 131})
      expect_valid("texture", {{"rows", rows}, {"cols", cols}});
}

TEST_P(Backends, LocalArrayIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009})
    for (const std::int64_t rounds : {0, 1, 2, 17})
      expect_valid("local_array", {{"n", n}, {"rounds", rounds}});
}

TEST_P(Backends, LaunchBoundsIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009})
    for (const std::int64_t sweeps : {0, 1, 2, 33})
      expect_valid("launch_bounds", {{"n", n}, {"sweeps", sweeps}});
}

TEST_P(Backends, DeviceSymbolIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 31, 32, 1009, 1 << 20})
    expect_valid("device_symbol", {{"n", n}});
}

TEST_P(Backends, CopyIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "for GPUs only";
  for (const std::int64_t n : {0, 1, 2, 255, 1009, 16384, 16385, 100003, 1 << 24})
    expect_valid("copy", {{"bytes", 4 * n}});
}

TEST_P(Backends, BatchingIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "for GPUs only";
  for (const std::int64_t n : {0, 1, 2, 255, 1009, 100003})
    for (const std::int64_t pieces : {1, 2, 3, 256, 1009, 4096})
      expect_valid("batching", {{"bytes", 4 * n}, {"pieces", pieces}});
}

TEST_P(Backends, UnifiedIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "for GPUs only";
  for (const std::int64_t n : {0, 1, 2, 255, 256, 257, 1009, 1023, 1024, 1025, 100003})
    expect_valid("unified", {{"n", n}});
}

TEST_P(Backends, ZeroCopyIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "for GPUs only";
  for (const std::int64_t n : {0, 1, 2, 255, 256, 257, 1009, 100003})
    expect_valid("zero_copy", {{"n", n}});
}

TEST_P(Backends, LatencyIsRightAtAnySize) {
  for (const std::int64_t bytes : {128, 255, 256, 384, 1024, 4224, 32768})
    for (const std::int64_t steps : {1, 2, 31, 1000})
      expect_valid("latency", {{"bytes", bytes}, {"steps", steps}});
  for (const std::int64_t bytes : {262144, 262272, 1000000})
    expect_valid("latency/global", {{"bytes", bytes}, {"steps", 10007}});
}

TEST_P(Backends, RooflineIsRightAtAnySize) {
  for (const std::int64_t n : {0, 1, 2, 3, 4, 5, 1023, 1025, 2047, 2048, 2049, 100003})
    for (const std::int64_t steps : {1, 2, 31, 32, 33, 100})
      expect_valid("roofline", {{"n", n}, {"steps", steps}});
}

TEST_P(Backends, BandwidthIsRightAtAnySize) {
  for (const std::int64_t n : {32, 480, 512, 544, 1024, 4096, 4128, 8192, 8224, 100000})
    for (const std::int64_t steps : {1, 2, 17, 33})
      expect_valid("bandwidth", {{"n", n}, {"steps", steps}});
}

TEST_P(Backends, ShuffleIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "a host has no warps";
  for (const std::int64_t blocks : {0, 1, 2, 131})
    for (const std::int64_t repeats : {1, 2, 3, 31, 32, 33, 100})
      expect_valid("shuffle", {{"blocks", blocks}, {"repeats", repeats}});
}

TEST_P(Backends, FenceIsRightAtAnySize) {  // in either memory
  if (GetParam() == Platform::host) GTEST_SKIP() << "a host has no blocks";
  for (const std::int64_t blocks : {0, 1, 2, 131})
    for (const std::int64_t repeats : {1, 2, 3, 31, 32, 33, 100})
      expect_valid("fence", {{"blocks", blocks}, {"repeats", repeats}});
}

TEST_P(Backends, ClusterIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "a host has no clusters";
  if (std::stoi(backend_->device().info().architecture.substr(3)) < 90)
    GTEST_SKIP() << "needs compute capability 9.0";
  const std::vector<std::int64_t> sizes = {0,    1,    2,    31,   255,    256,    257,
                                           511,  512,  513,  2047, 2048,   2049,   4095,
                                           4096, 4097, 1009, 8193, 135169, 1000003};
  for (const std::int64_t n : sizes)
    for (const std::int64_t bins : {1, 7, 8, 9, 511, 513, 1009, 8192})
      expect_valid("cluster", {{"n", n}, {"bins", bins}});
  for (const std::int64_t bins :
       {8193, 32768, 100003, 262144})  // more than a block has, or may have
    expect_valid("cluster/histogram", {{"n", 1000003}, {"bins", bins}});
}

TEST_P(Backends, OverlapIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "takes a GPU";
  for (const std::int64_t n : {0, 1, 2, 7, 8, 9, 255, 257, 1009, 100003})
    for (const std::int64_t streams : {1, 2, 3, 8, 64})
      expect_valid("overlap", {{"n", n}, {"streams", streams}, {"steps", 5}});
}

TEST_P(Backends, AllocationIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "takes a GPU";
  for (const std::int64_t bytes : {4, 5, 8, 1020, 1024, 1028, 39996, 40000, 400012})
    for (const std::int64_t steps : {1, 2, 7})
      expect_valid("allocation", {{"bytes", bytes}, {"steps", steps}});
}

TEST_P(Backends, BlockSizeIsRightAtAnySize) {
  std::vector<std::int64_t> counts = {1, 2, 3, 8};
  if (GetParam() != Platform::host) counts = {1, 3, 17, 32, 48, 96, 256, 1023, 1024};
  for (const std::int64_t threads : counts) {
    for (const std::int64_t n : {0, 1, 31, 32, 33, 1023, 1024, 1025, 100003})
      expect_valid("block_size", {{"n", n}, {"size", n % 1000}, {"threads", threads}});
  }
}

TEST_P(Backends, OccupancyIsRightAtAnySize) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "takes a GPU";
  for (const std::int64_t n : {0, 1, 255, 256, 257, 1009, 100003})
    for (const std::int64_t kib : {0, 1, 32, 39})
      expect_valid("occupancy", {{"n", n}, {"shared_kib", kib}});
}

TEST_P(Backends, CeilingsAreRight) {
  Suite suite = launching_twice();
  for (PlannedCase planned : plan_ceilings(Preset::quick, GetParam())) {
    if (!planned.parameters.has("n")) continue;  // a copy over the link: see above
    for (const std::int64_t n : {32, 4096, 100000}) {
      planned.parameters.set("n", n);
      expect_valid(suite.validate(planned), planned);
    }
  }
}

/// The longest matrices there may be: as many rows of tiles as gridDim.y goes to.
TEST_P(Backends, TransposeIsRightAtTheLimitOfTheGrid) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "a host has no grid";
  expect_valid("transpose", {{"rows", 65535 * 32}, {"cols", 3}});
  expect_valid("transpose", {{"rows", 3}, {"cols", 65535 * 32}});
}

/// As many bytes as 32 bits count. Other experiments go further, see large_sizes_test.cpp.
TEST_P(Backends, HistogramIsRightAtItsLargestSize) {
  constexpr std::int64_t n = std::numeric_limits<std::uint32_t>::max();
  if (backend_->device().free_bytes() < 2 * std::size_t{n} || GetParam() == Platform::host)
    GTEST_SKIP() << "takes a GPU with " << (2 * n >> 30) << " GiB of free memory";
  Selection selection;
  selection.experiments = {"histogram"};
  selection.assignments = {{"n", std::to_string(n)}, {"data", "uniform"}};
  selection.caches = {Cache::hot};
  selection.platform = GetParam();
  Suite suite = launching_twice();
  for (const PlannedCase& planned : plan(selection)) expect_valid(suite.validate(planned), planned);
}

/// One model of a variant on arrays of its own, ready to be launched.
class PreparedCase {
 public:
  PreparedCase(Backend& backend, const Experiment& e, const Variant& v, Model model,
               const Parameters& p, std::uint64_t seed)
      : backend_(backend),
        experiment_(e),
        variant_(v),
        parameters_(p),
        specs_(e.arrays(v, p)),
        host_(specs_, seed) {
    ArrayPointers pointers;
    for (const ArraySpec& spec : specs_) {
      void* const memory =
          memory_.emplace(spec.name, device().allocate(spec.bytes, spec.space)).first->second.get();
      pointers.set(spec.name, memory);
      if (spec.role == Role::output)
        device().fill(memory, poison, spec.bytes);
      else
        device().upload(memory, host_.bytes(spec.name).data(), spec.bytes);
    }
    launch_ =
        backend.implementations().prepare(model, e.name + "/" + v.name, e.bind(v, pointers, p));
  }

  void launch() const { launch_(); }

  /// The first output, as the platform has it now.
  std::span<std::byte> download() {
    device().synchronize();
    const ArraySpec& output =
        *std::find_if(specs_.begin(), specs_.end(),
                      [](const ArraySpec& spec) { return spec.role == Role::output; });
    const std::span<std::byte> bytes = host_.bytes(output.name);
    device().download(bytes.data(), memory_.at(output.name).get(), bytes.size());
    return bytes;
  }

  Validation validate() const { return validate(variant_); }
  Validation validate(const Variant& variant) const {
    return experiment_.validate(variant, host_, parameters_);
  }

 private:
  PlatformDevice& device() { return backend_.device(); }

  Backend& backend_;
  const Experiment& experiment_;
  const Variant& variant_;
  Parameters parameters_;
  std::vector<ArraySpec> specs_;
  HostArrays host_;
  std::map<std::string, PlatformDevice::Allocation> memory_;
  Launch launch_;
};

/// Calls check(experiment, variant, model) for all that this platform should be able to launch.
template <class Check>
void for_every_model(Platform platform, const std::vector<Model>& models, const Check& check) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      for (const Model model : models) {
        if (!v.runs(model, platform)) continue;
        SCOPED_TRACE(fmt::format("{}/{} {}", e.name, v.name, name_of(model)));
        check(e, v, model);
      }
}

/// A fault planted in any one element of a right result is seen, in every variant.
TEST_P(Backends, APlantedFaultIsSeen) {
  const Random random(11, 0);
  std::uint64_t planted = 0;
  for_every_model(
      GetParam(), {Model::native}, [&](const Experiment& e, const Variant& v, Model model) {
        try {
          const Parameters p = e.cases(v, Preset::quick, Platform::host).front();
          PreparedCase prepared(*backend_, e, v, model, p, 5);
          prepared.launch();
          const std::span<std::byte> result = prepared.download();
          ASSERT_TRUE(prepared.validate().ok());
          const std::size_t at = random.bits(planted++) % (result.size() / 4) * 4;
          result[at + 3] ^= std::byte{0x40};  // the exponent's highest bit but one
          EXPECT_EQ(prepared.validate().wrong, 1U);
        } catch (const Unavailable& reason) {
          EXPECT_NE(GetParam(), Platform::host) << reason.what();  // a host has all that it should
        }
      });
  EXPECT_GT(planted, 0U);
}

/// Where an experiment says that it has one answer, every variant says the same of a result.
TEST_P(Backends, OneAnswerIsOne) {
  int pairs = 0;
  for_every_model(GetParam(), {Model::native},
                  [&](const Experiment& e, const Variant& v, Model model) {
                    if (!e.one_answer) return;
                    try {
                      const Parameters p = e.cases(v, Preset::quick, Platform::host).front();
                      PreparedCase prepared(*backend_, e, v, model, p, 5);
                      prepared.launch();
                      prepared.download();
                      const Validation own = prepared.validate(v);
                      EXPECT_TRUE(own.ok()) << describe(own);
                      for (const Variant& other : e.variants) {
                        if (!share_arrays({&e, &v, p, {}}, {&e, &other, p, {}})) continue;
                        const Validation same = prepared.validate(other);
                        EXPECT_EQ(same.max_error, own.max_error) << other.name;
                        EXPECT_EQ(same.wrong, own.wrong) << other.name;
                        ++pairs;
                      }
                    } catch (const Unavailable&) {
                    }
                  });
  EXPECT_GT(pairs, 0);
}

/// Two prepared cases, of different data, do not share what they should not.
TEST_P(Backends, TwoPreparedCasesAreBothRight) {
  for_every_model(GetParam(), {Model::native, Model::kokkos, Model::vendor},
                  [&](const Experiment& e, const Variant& v, Model model) {
                    if (model == Model::kokkos && !backend_->missing_kokkos().empty()) return;
                    try {
                      const Parameters p = e.cases(v, Preset::quick, Platform::host).front();
                      PreparedCase first(*backend_, e, v, model, p, 5);
                      PreparedCase second(*backend_, e, v, model, p, 6);
                      for (PreparedCase* prepared : {&first, &second, &first}) {
                        prepared->launch();
                        prepared->download();
                        const Validation validation = prepared->validate();
                        EXPECT_TRUE(validation.ok()) << describe(validation);
                      }
                    } catch (const Unavailable&) {
                    }
                  });
}

}  // namespace
}  // namespace tilebridge
