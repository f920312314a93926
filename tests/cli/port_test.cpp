// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"
#include "tests/write/width.hpp"

namespace tilebridge::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

/// A folder with a kernel that is a flat loop and one that has a texture.
class CliPort : public testing::Test {
 protected:
  CliPort() {
    std::filesystem::create_directories(folder_ / "src/.hidden");
    write("src/add.cu",
          "__global__ void add(const float* a, float* b, int n) {\n"
          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
          "  if (i < n) b[i] = a[i] + 1;\n"
          "}\n"
          "void run() { add<<<n / 256, dim3(64, 4)>>>(a, b, n); cublasSgemm(h); }\n");
    write("src/image.cuh",
          "__global__ void image(cudaTextureObject_t t, float* b) {\n"
          "  __shared__ float s[32];\n"
          "  b[threadIdx.x] = tex2D<float>(t, threadIdx.x, 0);\n"
          "}\n");
    write("src/plain.hpp", "int add(int a, int b) { return a + b; }\n");
    write("src/.hidden/k.cu", "__global__ void hidden() {}\n");
  }
  void write(const std::string& path, const std::string& text) const {
    std::ofstream(folder_ / path) << text;
  }
  Outcome port(const std::string& arguments) const {
    return run_tilebridge("port " + arguments, folder_);
  }

  TemporaryFolder folder_;
};

TEST_F(CliPort, BeginsWithASummary) {
  EXPECT_THAT(output_of(port("src")),
              StartsWith("2 kernels in 2 of 3 files: 100% flat loops; 1 uses what Kokkos has no "
                         "word for: texture (1)."));
}

TEST_F(CliPort, ForecastsWhatAPortCosts) {
  const std::string out = port("src").out;
  EXPECT_THAT(out,
              ContainsRegex("\nKokkos loops: 0\\.[0-9]+ \\(0\\.[0-9]+–[0-9.]+\\) of today's speed, "
                            "for 100% of the kernels, each\\s+counted once"));
  EXPECT_THAT(out, HasSubstr("measured: NVIDIA H200 (sm_90), measured on 20"));
  write("times.csv",
        "Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Name\n"
        "3000,10,1,1,256,1,1,\"add(const float*, float*, int)\"\n1000,1,1,1,256,1,1,gemm\n");
  const std::string measured = port("src --profile times.csv").out;
  EXPECT_THAT(measured,
              HasSubstr("\n25% of the time is of kernels that are not in these sources: gemm."));
  EXPECT_THAT(measured, ContainsRegex("Kokkos loops: .* of today's speed, for 100% of the time"));
  EXPECT_THAT(measured, ContainsRegex("\n *add +flat loop +100% "));
  const auto json = nlohmann::json::parse(port("src --profile times.csv --json").out);
  EXPECT_EQ(json["forecasts"]["kernels"].size(), 1U);
  EXPECT_EQ(json["forecasts"]["weights"], "seconds");
  EXPECT_LT(json["forecasts"]["ways"][0]["low"], json["forecasts"]["ways"][0]["high"]);
}

/// The stored results have both types.
TEST_F(CliPort, ForecastsCodeInDoublePrecision) {
  std::string text = file_text(folder_ / "src/add.cu");
  for (std::size_t at; (at = text.find("float")) != std::string::npos;)
    text.replace(at, 5, "double");
  write("src/add.cu", text);
  EXPECT_THAT(port("src/add.cu").out,
              ContainsRegex("\nKokkos loops: [01]\\.[0-9]+ .* for 100% of the kernels"));
}

TEST_F(CliPort, TakesTypesFromAProfile) {
  write("times.csv", "Duration (ns),Name\n3000,\"add(const double*, double*, int)\"\n");
  const auto json = nlohmann::json::parse(port("src/add.cu --profile times.csv --json").out);
  EXPECT_EQ(json.at("kernels").at(0).at("type"), "double");
}

/// Blocks that the library chooses take longer to start than this kernel does.
TEST_F(CliPort, ForecastsTheLibrarysTiles) {
  write("src/scale.cu",
        "__global__ void scale(float* a, int n) {\n"
        "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + "
        "threadIdx.y;\n"
        "  a[y * n + x] *= 2;\n"
        "}\n"
        "void run() { scale<<<dim3(128, 512), dim3(32, 8)>>>(a, 4096); }\n");
  write("times.csv",
        "Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Name\n"
        "40000,128,512,1,32,8,1,\"scale(float*, int)\"\n");
  const std::string out = port("src/scale.cu --profile times.csv").out;
  EXPECT_THAT(out, ContainsRegex("\n *Kokkos loops +0\\.1[0-9] "));
  EXPECT_THAT(out, ContainsRegex("\n *Kokkos loops, blocks chosen +0\\.[5-9][0-9] "));
  EXPECT_THAT(out, ContainsRegex("32\\s+threads\\s+in\\s+a\\s+loop\\s+over\\s+two\\s+dimensions"));
  EXPECT_THAT(port("src/scale.cu").out, ContainsRegex("without a\\s+profile"));
}

/// Leaving out the experiments that are forecast, more than half of the kernels are in their
/// intervals, of 80%, and no fewer in loops.
TEST_F(CliPort, SaysHowWellForecastsHold) {
  const std::string out = output_of(port("--tested"));
  EXPECT_THAT(out, ContainsRegex("\n *Kokkos loops +all +[0-9]+ +[789][0-9]% "));
  // By accesses: the median error is below a fifth.
  EXPECT_THAT(
      out, ContainsRegex(
               "\n *Kokkos loops, blocks chosen +2-D or 3-D loop +[0-9]+ +[789][0-9]% +1?[0-9]% "));
  EXPECT_EQ(port("--tested src").status, 2);
  EXPECT_EQ(port("").status, 2);
  EXPECT_EQ(port("src --profile src/add.cu").status, 2);
  EXPECT_THAT(port("src --profile src/add.cu").err,
              StartsWith("tilebridge: cannot read 'src/add.cu': it is no table of kernels' times"));
}

TEST_F(CliPort, ListsKernelsFeaturesAndDoubts) {
  const std::string out = port("src").out;
  EXPECT_THAT(out, ContainsRegex("\n *add +flat loop +float +64 × 4 .*src/add.cu:1"));
  EXPECT_THAT(out, ContainsRegex("\n *image +flat loop .*static 128 B +texture +src/image.cuh:1"));
  EXPECT_THAT(out, ContainsRegex("texture \\(1 kernel.*OpenMP: none"));
  EXPECT_THAT(out, HasSubstr("cuBLAS (1 file): Kokkos Kernels, KokkosBlas"));
  EXPECT_THAT(out, ContainsRegex("no launch was found: image \\(src/image.cuh:1\\)"));
}

/// A file named .c is C unless a kernel is in it.
TEST_F(CliPort, ReadsFilesWithNamesOfC) {
  write("src/solve.c", "__global__ void solve(double* x) { x[threadIdx.x] = 0; }\n");
  write("src/main.c", "int main(void) { return 0; }\n");
  const auto json = nlohmann::json::parse(port("src --json").out);
  EXPECT_EQ(json["kernels"].back()["name"], "solve");
  EXPECT_EQ(json["files_with_kernels"], 3);
  EXPECT_EQ(json["files"], nlohmann::json::parse(port("src/solve.c src --json").out)["files"]);
}

TEST_F(CliPort, FitsIntoTheTerminal) {
  for (const std::size_t width : {60U, 80U, 100U, 140U, 200U}) {
    const std::string line =
        "COLUMNS=" + std::to_string(width) + " " TILEBRIDGE_PROGRAM " port src";
    const Outcome outcome = run_command(line, folder_);
    expect_columns(outcome.out, width);
    EXPECT_THAT(outcome.out, HasSubstr("image"));
  }
}

TEST_F(CliPort, WritesJson) {
  const auto json = nlohmann::json::parse(port("src --json").out);
  ASSERT_EQ(json["kernels"].size(), 2U);
  EXPECT_EQ(json["kernels"][0]["name"], "add");
  EXPECT_EQ(json["kernels"][0]["pattern"], "flat loop");
  EXPECT_EQ(json["kernels"][0]["launches"][0]["shape"], nlohmann::json({64, 4}));
  EXPECT_EQ(json["kernels"][1]["features"], nlohmann::json({"texture"}));
  EXPECT_EQ(json["libraries"]["cuBLAS"], 1);
  EXPECT_EQ(port("src --json -o port.json").status, 0);
  EXPECT_EQ(nlohmann::json::parse(file_text(folder_ / "port.json")), json);
}

TEST_F(CliPort, WritesAPage) {
  const Outcome outcome = port("src -o port.html");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("2 kernels in 2 of 3 files"));
  EXPECT_THAT(file_text(folder_ / "port.html"), HasSubstr("src/image.cuh:1"));
  EXPECT_EQ(port("src -o port.txt").status, 2);
  EXPECT_EQ(port("src --json -o port.html").status, 2);
}

TEST_F(CliPort, ReadsFilesThatAreNamedAndSaysWhatIsMissing) {
  EXPECT_THAT(port("src/add.cu").out, StartsWith("1 kernel in 1 of 1 file: "));
  const Outcome missing = port("src/add.cu none.cu");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.out, StartsWith("1 kernel in 1 of 1 file: "));
  EXPECT_THAT(missing.err, HasSubstr("none.cu"));
  EXPECT_THAT(port("src/plain.hpp").out, StartsWith("no CUDA kernels in 1 file"));
  EXPECT_EQ(port("").status, 2);
  EXPECT_EQ(port("src/.hidden/none").status, 2);
}

}  // namespace
}  // namespace tilebridge::cli
