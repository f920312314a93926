// SPDX-License-Identifier: Apache-2.0
#include "cli/reproducer.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>

#include "catalogue/catalogue.hpp"
#include "harness/compare.hpp"
#include "results/file.hpp"
#include "sources/listing.hpp"
#include "sources/sections.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

/// The texts of a folder's C++ files include no file of the project that the folder lacks.
void expect_complete(const std::vector<WrittenFile>& files, const std::string& variant) {
  std::set<std::string> known = {"build_info.hpp"};  // CMake writes it
  for (const WrittenFile& file : files)
    for (const char* folder : {"harness/src/", "harness/", ""})
      if (file.path.starts_with(folder))
        known.insert(file.path.substr(std::string_view(folder).size()));
  for (const WrittenFile& file : files)
    for (const std::string_view line : sources::lines_of(file.text).text) {
      const std::string name(sources::included_by(line));
      EXPECT_TRUE(name.empty() || known.contains(name))
          << variant << ": " << file.path << " includes " << name;
    }
}

/// The file registers kernels under this key and no other.
void expect_registers(const WrittenFile& file, const std::string& key) {
  std::set<std::string_view> keys;
  for (const std::string_view line : sources::lines_of(file.text).text)
    if (const auto found = sources::registered_by(line)) keys.insert(*found);
  EXPECT_THAT(keys, testing::ElementsAre(key)) << file.path;
}

/// Returns why no folder is written; "" if it is.
std::string refusal_of(const pages::Subject& subject) {
  try {
    const std::vector<WrittenFile> files = reproducer_files(subject, "here", Results());
    expect_complete(files, subject.name());
    const std::string native = subject.experiment->name + "/" + subject.variant->listing();
    for (const WrittenFile& file : files) {
      if (file.path == "kokkos.cpp") expect_registers(file, subject.name());
      if (file.path.starts_with("native.")) expect_registers(file, native);
    }
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(Reproducer, IsWrittenOfEachKokkosKernelButThoseWithCompilerOptions) {
  std::size_t written = 0;
  for (const Experiment& experiment : catalogue())
    for (const Variant& variant : experiment.variants) {
      const pages::Subject subject = {&experiment, &variant};
      const std::string refusal = refusal_of(subject);
      written += refusal.empty() ? 1 : 0;
      const bool exists = variant.runs(Model::kokkos, Platform::host) ||
                          variant.runs(Model::kokkos, Platform::cuda);
      const bool has_options =
          refusal.find("compares options of the compiler") != std::string::npos;
      EXPECT_EQ(refusal.empty(), exists && !has_options) << subject.name() << ": " << refusal;
      EXPECT_TRUE(exists || refusal.starts_with(subject.name() + " has no Kokkos kernel"))
          << refusal;
    }
  EXPECT_GT(written, catalogue().size());
}

TEST(Reproducer, RefusesInOneLine) {
  const TemporaryFolder folder;
  for (const char* options :
       {"transpose", "tiling", "transpose/vector_tile_of_none", "transpose/geam",
        "cache_loads/compiled_ca", "transpose/tile --team", "transpose/tile Capital",
        "transpose/tile --exercise tile", "transpose/tile --results none.json",
        "transpose/tile a_name_of_more_than_forty_characters_here"}) {
    expect_refused(run_tilebridge(std::string("new --from ") + options, folder), "");
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      EXPECT_FALSE(entry.is_directory()) << options;
  }
}

/// Writes, configures and builds a variant's folder without the program's package; returns what a
/// failure says.
std::string built(const std::string& variant, const std::string& name,
                  const TemporaryFolder& folder) {
  const Outcome written = run_tilebridge("new --from " + variant + " " + name, folder);
  if (written.status != 0) return written.err;
  const Outcome built = run_command(cmake_command() + " -S " + name + " -B " + name +
                                        "/build -DKokkos_DIR=" TILEBRIDGE_KOKKOS
                                        " -DCMAKE_BUILD_TYPE=Test"
                                        " -DCMAKE_CXX_FLAGS='-O1 -Wall -Wextra -Werror'"
                                        " && cmake --build " +
                                        name + "/build",
                                    folder);
  return built.status == 0 ? "" : built.out + built.err;
}

/// The program of the folder, without anything of tilebridge on the PATH.
Outcome run_alone(const std::string& name, const TemporaryFolder& folder) {
  return run_command("PATH=/usr/bin:/bin " + name + "/build/" + name, folder);
}

std::string why_not_built() {
  if (!is_installed("cmake")) return "no CMake";
  if (std::string(TILEBRIDGE_KOKKOS).empty()) return "no installed Kokkos";
  return TILEBRIDGE_KOKKOS_GPU && !std::filesystem::exists("/dev/nvidia0") ? "no GPU" : "";
}

constexpr const char* ratio = "native ÷ Kokkos time: [0-9]";

TEST(Reproducer, RunsAloneAndInTilebridgeAndFindsAWrongKernel) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_built(); !reason.empty()) GTEST_SKIP() << reason;
  const std::string variant = "transpose/padded_tile";
  ASSERT_EQ(built(variant, "mine", folder), "");
  const std::string alone = output_of(run_alone("mine", folder));
  EXPECT_THAT(alone, testing::ContainsRegex("Kokkos [0-9.]+ \\("));
  EXPECT_THAT(alone, testing::ContainsRegex("out: [0-9]+ elements, 0 differ"));
  EXPECT_THAT(alone, testing::ContainsRegex(ratio));

  EXPECT_THAT(file_text(folder / "mine/README.md"),
              HasSubstr("tilebridge run " + variant + " --also kokkos@mine"));
  if (why_not_runnable().empty()) {
    const Outcome model = run_command("cmake --build mine/build --target kokkos-mine", folder);
    ASSERT_EQ(model.status, 0) << model.out;
    const std::string ran =
        output_of("run " + variant +
                      " --platform host --also kokkos@mine --model-from "
                      "mine/build --set rows=100,cols=70 --budget 0.01 -o r.json",
                  folder);
    for (const CaseResult& c : read_results(folder / "r.json").cases)
      EXPECT_EQ(c.kernels.at(Model("kokkos@mine")).status, Status::ok) << ran;
  }

  std::string kernel = file_text(folder / "mine/kokkos.cpp");
  const std::string right = "out(x0 + c, y0 + r) = ";
  ASSERT_NE(kernel.find(right), std::string::npos) << kernel;
  kernel.insert(kernel.find(right) + right.size(), "x0 + c + y0 + r == 0 ? T(7) : ");
  std::ofstream(folder / "mine/kokkos.cpp") << kernel;
  ASSERT_EQ(run_command("cmake --build mine/build", folder).status, 0);
  const Outcome wrong = run_alone("mine", folder);
  EXPECT_EQ(wrong.status, 1);
  EXPECT_EQ(wrong.out.find("÷"), std::string::npos) << wrong.out;
  EXPECT_THAT(wrong.err,
              testing::MatchesRegex(
                  "kokkos loops: out is wrong in 1 of [0-9]+ elements: element 0 is 7, .*\n"));
}

/// Offsets and columns are in files, and the sums of a row's products are exact; a step counts by
/// atomics and is registered by another file.
TEST(Reproducer, RunsAloneWithInputsInFilesAndWithAtomics) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_built(); !reason.empty()) GTEST_SKIP() << reason;
  for (const char* chosen : {"spmv/csr_warp", "histogram/block_private_step1"}) {
    const std::string variant = chosen;
    const std::string name = variant.substr(variant.find('/') + 1);
    ASSERT_EQ(built(variant, name, folder), "");
    const std::string alone = output_of(run_alone(name, folder));
    EXPECT_THAT(alone, testing::ContainsRegex("[0-9]+ elements, 0 differ"));
    EXPECT_THAT(alone, testing::ContainsRegex(ratio));
    std::filesystem::remove_all(folder / (name + "/inputs"));
    const Outcome without_inputs = run_alone(name, folder);
    EXPECT_EQ(without_inputs.status, 1);
    EXPECT_THAT(without_inputs.err, testing::StartsWith("cannot read inputs/"));
  }
}

template <class T>
void expect_drawn_alike(const ArraySpec& spec, reproducer::Element element) {
  constexpr std::uint64_t seed = 1, stream = 2;
  for (const Draw kind : {Draw::uniform, Draw::signs}) {
    std::vector<T> expected(spec.bytes / sizeof(T)), drawn(expected.size());
    spec.fill(std::as_writable_bytes(std::span(expected)), Random(seed, stream, kind));
    const reproducer::Array array = {
        "",        spec.bytes, reproducer::Space::device, element, reproducer::Contents::random,
        spec.below};
    reproducer::draw(drawn.data(), array, stream, kind == Draw::signs);
    EXPECT_EQ(std::memcmp(drawn.data(), expected.data(), spec.bytes), 0);
  }
}

TEST(Reproducer, DrawsTheNumbersOfTheCatalogue) {
  constexpr std::size_t n = 1000;
  expect_drawn_alike<float>(uniform_input<float>("in", n), reproducer::Element::floats);
  expect_drawn_alike<double>(uniform_input<double>("in", n), reproducer::Element::doubles);
  expect_drawn_alike<Half>(uniform_input<Half>("in", n), reproducer::Element::halves);
  expect_drawn_alike<BFloat16>(uniform_input<BFloat16>("in", n), reproducer::Element::bfloat16s);
  expect_drawn_alike<std::uint32_t>(random_words("in", n, 77), reproducer::Element::words);
}

TEST(Reproducer, ComparesWithinTheToleranceAndFindsWhatIsNotWritten) {
  const auto bytes_of = [](std::vector<float> values) {
    reproducer::Bytes bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  };
  const reproducer::Array out = {"out", 8, reproducer::Space::device, reproducer::Element::floats,
                                 reproducer::Contents::unset};
  const auto text = [&](const reproducer::Bytes& kokkos) {
    return reproducer::comparison_text("k", out, bytes_of({1, 4}), kokkos, 0.25);
  };
  EXPECT_EQ(text(bytes_of({1, 4})), "k: out: 2 elements, 0 differ");
  EXPECT_THAT(text(bytes_of({2, 4})), HasSubstr("1 differ, by at most 0.25 of the largest"));
  EXPECT_THROW(text(bytes_of({2.5, 4})), std::runtime_error);
  EXPECT_THROW(text(bytes_of({1, std::nanf("")})), std::runtime_error);
  const reproducer::Bytes unset(8, reproducer::unset);
  EXPECT_THROW(text(unset), std::runtime_error);
  EXPECT_THROW(reproducer::comparison_text("k", out, unset, unset, 0.25), std::runtime_error);
}

TEST(Reproducer, QuotesTheStoredRatioAndItsGpu) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_tilebridge("new --from transpose/padded_tile", folder).status, 0);
  const std::string readme = file_text(folder / "padded_tile" / "README.md");
  EXPECT_THAT(readme, HasSubstr("performance ÷ that of native code on NVIDIA H200"));
  EXPECT_THAT(readme,
              testing::ContainsRegex("Measured by tilebridge .* on NVIDIA H200 .*Kokkos 4"));
  EXPECT_THAT(readme, testing::Not(HasSubstr("{")));
}

}  // namespace
}  // namespace tilebridge::cli
