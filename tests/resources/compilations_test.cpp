// SPDX-License-Identifier: Apache-2.0
#include "resources/compilations.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "base/error.hpp"
#include "base/process.hpp"

namespace tilebridge::resources {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Compilations : public testing::Test {
 protected:
  void write(const std::string& database) const {
    std::ofstream(folder_ / "compile_commands.json") << database;
  }
  std::vector<Compilation> read(const CompilerChoice& choice = {}) const {
    return cuda_compilations(folder_.path(), choice);
  }
  std::string refusal() const {
    try {
      read();
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  TemporaryFolder folder_;
};

constexpr const char* native_entry =
    R"({"directory": "/b", "file": "/s/backends/cuda/dot.cu", "command":
        "/usr/bin/ccache /opt/cuda/bin/nvcc -DTEXT=\\\"a\\ b\\\" --generate-code=arch=compute_90,code=[compute_90,sm_90] -MD -MT dot.o -MF dot.d -x cu -c /s/backends/cuda/dot.cu -o dot.o"})";
constexpr const char* kokkos_entry =
    R"({"directory": "/b", "file": "/s/backends/kokkos/dot.cpp", "command":
        "/usr/bin/c++ -DKOKKOS_DEPENDENCE -arch=sm_90 -Werror -o dot.o -c /s/backends/kokkos/dot.cpp"})";

TEST_F(Compilations, OfNativeCodeAreDeviceCodeOnlyWithoutAnOutput) {
  write(std::string("[") + native_entry + "]");
  const auto compilations = read();
  ASSERT_EQ(compilations.size(), 1U);
  EXPECT_EQ(compilations[0].experiment, "dot");
  EXPECT_EQ(compilations[0].model, Model::native);
  EXPECT_EQ(compilations[0].directory, "/b");
  EXPECT_THAT(
      compilations[0].command,
      ElementsAre("/opt/cuda/bin/nvcc", "-DTEXT=\"a b\"",
                  "--generate-code=arch=compute_90,code=[compute_90,sm_90]", "-x", "cu",
                  "/s/backends/cuda/dot.cu", "--fatbin", "--no-compress", "--resource-usage"));
}

TEST_F(Compilations, OfKokkosGoToTheSameCompiler) {
  write(std::string("[") + kokkos_entry + "," + native_entry + "]");
  const auto compilations = read();
  ASSERT_EQ(compilations.size(), 2U);
  EXPECT_EQ(compilations[0].model, Model::kokkos);
  EXPECT_THAT(
      compilations[0].command,
      ElementsAre("/opt/cuda/bin/nvcc", "-forward-unknown-to-host-compiler", "-x", "cu", "-ccbin",
                  "/usr/bin/c++", "-DKOKKOS_DEPENDENCE", "-arch=sm_90",
                  "/s/backends/kokkos/dot.cpp", "--fatbin", "--no-compress", "--resource-usage"));
  EXPECT_EQ(read({.nvcc = "/other/nvcc"})[1].command[0], "/other/nvcc");
}

TEST_F(Compilations, AreForTheArchitecturesChosen) {
  write(std::string("[") + kokkos_entry + "," + native_entry + "]");
  for (const Compilation& compilation : read({.architectures = {"sm_80", "sm_90a"}})) {
    const std::vector<std::string>& words = compilation.command;
    const auto names_one = [](const std::string& word) {
      return word.find("arch") != std::string::npos;
    };
    EXPECT_EQ(std::count_if(words.begin(), words.end(), names_one), 2);
    EXPECT_THAT(words, testing::IsSupersetOf({"--generate-code=arch=compute_80,code=sm_80",
                                              "--generate-code=arch=compute_90a,code=sm_90a"}));
  }
}

TEST_F(Compilations, KnowNvccWrapperAndArguments) {
  write(R"([{"directory": "/b", "file": "/s/backends/kokkos/dot.cpp",
             "arguments": ["/k/nvcc_wrapper", "-O3", "-c", "/s/backends/kokkos/dot.cpp"]}])");
  EXPECT_THAT(read().at(0).command, ElementsAre("nvcc", "-forward-unknown-to-host-compiler", "-x",
                                                "cu", "-O3", "/s/backends/kokkos/dot.cpp",
                                                "--fatbin", "--no-compress", "--resource-usage"));
}

TEST_F(Compilations, AreNotThoseOfTestsOrOfTheHost) {
  write(std::string("[") + native_entry +
        R"(,{"directory": "/b", "file": "/s/tests/backends/kernels.cu", "command":
             "nvcc -c /s/tests/backends/kernels.cu -o k.o"},
            {"directory": "/b", "file": "/s/backends/cuda/device.cpp", "command":
             "c++ -c /s/backends/cuda/device.cpp -o d.o"}])");
  EXPECT_EQ(read().size(), 1U);
}

/// One compiler compiles native code too: what includes Kokkos has its kernels.
TEST_F(Compilations, OfAPairAreKnownByItsDefinition) {
  std::ofstream(folder_ / "native.cpp") << "#include \"heat_flux.hpp\"\n// not Kokkos_Core.hpp\n";
  std::ofstream(folder_ / "pair.cpp") << "#include <tilebridge/pair_kokkos.hpp>\n";
  const auto entry = [&](const std::string& compiler, const std::string& file) {
    const std::string path = (folder_ / file).string();
    return R"({"directory": "/b", "file": ")" + path + R"(", "command": ")" + compiler +
           " -DTILEBRIDGE_PAIR=heat_flux -c " + path + R"( -o o.o"})";
  };
  for (const char* compiler : {"/k/nvcc_wrapper", "c++ -DKOKKOS_DEPENDENCE -arch=sm_90"}) {
    write("[" + entry(compiler, "native.cpp") + "," + entry(compiler, "pair.cpp") + "]");
    const auto compilations = read();
    ASSERT_EQ(compilations.size(), 2U);
    EXPECT_EQ(compilations[0].experiment, "heat_flux");
    EXPECT_EQ(compilations[0].model, Model::native);
    EXPECT_EQ(compilations[1].experiment, "heat_flux");
    EXPECT_EQ(compilations[1].model, Model::kokkos);
  }
  write("[" + entry("c++ -DKOKKOS_DEPENDENCE", "native.cpp") + "]");  // a Kokkos for hosts
  EXPECT_THAT(refusal(), HasSubstr("or a pair of your own with a Kokkos for CUDA"));
}

TEST_F(Compilations, WithoutACompileDatabaseSaysWhatToDo) {
  EXPECT_THAT(refusal(), HasSubstr("name a build folder that CMake configured"));
  write("[{");
  EXPECT_THAT(refusal(), HasSubstr("is not a compile database"));
  write(R"([{"file": 3}])");
  EXPECT_THAT(refusal(), HasSubstr("is not a compile database"));
}

TEST_F(Compilations, OfAHostBuildThereAreNone) {
  write(R"([{"directory": "/b", "file": "/s/backends/kokkos/dot.cpp", "command":
             "c++ -c /s/backends/kokkos/dot.cpp -o d.o"}])");
  EXPECT_THAT(refusal(), HasSubstr("compiles nothing for CUDA; configure a preset cuda-"));
}

}  // namespace
}  // namespace tilebridge::resources
