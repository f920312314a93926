// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gmock/gmock.h>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

/// The library that an application loads, called as Kokkos calls it.
class CliKernels : public testing::Test {
 protected:
  void SetUp() override {
    library_ = ::dlopen(TILEBRIDGE_TOOLS_FILE, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << ::dlerror();
    ::setenv("TILEBRIDGE_KERNELS", (folder_ / "log.json").c_str(), 1);
    call<void(int, std::uint64_t, std::uint32_t, void*)>("kokkosp_init_library")(0, 20240906, 0,
                                                                                 nullptr);
  }
  void TearDown() override {
    if (library_ != nullptr) ::dlclose(library_);
    ::unsetenv("TILEBRIDGE_KERNELS");
  }

  template <class Function>
  Function* call(const char* name) const {
    return reinterpret_cast<Function*>(::dlsym(library_, name));
  }
  void kernel(const char* name) const {
    std::uint64_t id = 0;
    call<void(const char*, std::uint32_t, std::uint64_t*)>("kokkosp_begin_parallel_for")(name, 0,
                                                                                         &id);
    call<void(std::uint64_t)>("kokkosp_end_parallel_for")(id);
  }
  void fence(const char* name) const {
    std::uint64_t id = 0;
    call<void(const char*, std::uint32_t, std::uint64_t*)>("kokkosp_begin_fence")(name, 0, &id);
    call<void(std::uint64_t)>("kokkosp_end_fence")(id);
  }
  struct Space {
    char name[64];
  };
  void copy() const {
    call<void(Space, const char*, const void*, Space, const char*, const void*, std::uint64_t)>(
        "kokkosp_begin_deep_copy")({"Cuda"}, "x", nullptr, {"Host"}, "x_host", nullptr, 8192);
    kernel("part of the copy");
    fence("part of the copy");
    call<void()>("kokkosp_end_deep_copy")();
  }
  void allocation() const {
    call<void(Space, const char*, const void*, std::uint64_t)>("kokkosp_allocate_data")(
        {"Cuda"}, "tmp", nullptr, 1024);
  }
  void finalize() const { call<void()>("kokkosp_finalize_library")(); }

  TemporaryFolder folder_;
  void* library_ = nullptr;
};

TEST_F(CliKernels, WhatTheLibraryWritesIsShown) {
  fence("before any kernel");
  allocation();
  kernel("Kokkos::View::initialization [x]");
  fence("before any kernel of the application");
  for (int i = 0; i < 12; ++i) {
    kernel("axpy");
    allocation();
    kernel("Kokkos::View::initialization [tmp] via memset");
    fence("mine");
    copy();
    fence("Kokkos::Tools: fence for a tool");
  }
  testing::internal::CaptureStderr();
  finalize();
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("tilebridge kernels "));
  const std::string out = output_of("kernels log.json", folder_);
  EXPECT_THAT(out, testing::ContainsRegex("axpy +for +12 "));
  EXPECT_THAT(out, HasSubstr("\n  12 allocations after the first kernel\n"));
  EXPECT_THAT(out, HasSubstr("\n    views/allocation, "));
  EXPECT_THAT(file_text(folder_ / "log.json"),
              testing::ContainsRegex("\"name\": \"mine\",\n *\"calls\": 12,"));
  EXPECT_THAT(out, testing::ContainsRegex("mine +fence +12 "));
  EXPECT_THAT(out, testing::ContainsRegex("tmp +allocation +12 +[0-9.]+ .* 1 KiB"));
  EXPECT_THAT(out, testing::ContainsRegex("x_host -> x, Host to Cuda +copy +12 .* 8 KiB"));
  EXPECT_THAT(out, testing::Not(HasSubstr("part of the copy")));
  EXPECT_THAT(out, testing::Not(HasSubstr("View::initialization")));
  EXPECT_EQ(run_tilebridge("kernels log.json --bytes axpy=1e6", folder_).status, 2);
  EXPECT_THAT(output_of("kernels log.json --results " TILEBRIDGE_RESULTS
                        "/h200-models.json --bytes axpy=1e6",
                        folder_),
              HasSubstr("\ncosts and ceilings are not shown: the results are of NVIDIA H200, and "
                        "the kernels ran on Serial\n"));
}

/// docs/your-own-code.md shows this command.
TEST(CliKernelsOfAnApplication, AreThoseThatItHas) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(); !reason.empty()) GTEST_SKIP() << reason;
  const auto seen = [&](const std::string& options) {
    EXPECT_EQ(run_command("KOKKOS_PROFILE_LIBRARY=" TILEBRIDGE_TOOLS_FILE
                          " KOKKOS_TOOLS_LIBS=" TILEBRIDGE_TOOLS_FILE
                          " TILEBRIDGE_KERNELS=log.json " TILEBRIDGE_MOLECULAR_DYNAMICS " 40 6 " +
                              options,
                          folder)
                  .status,
              0);
    return output_of("kernels log.json", folder);
  };
  const std::string written = seen("");
  EXPECT_THAT(written, HasSubstr(" kernels on "));
  // 41 times, and in the first list and each of the two others.
  EXPECT_THAT(written, testing::ContainsRegex("\n +forces +for +41 "));
  EXPECT_THAT(written, testing::ContainsRegex("\n +kinetic_energy +reduce +41 "));
  EXPECT_THAT(written, testing::ContainsRegex("Scalar -> forces.* copy +41 "));
  EXPECT_THAT(written, testing::ContainsRegex("cell_atoms +allocation +2 "));
  const std::string fixed = seen("--fixed");
  EXPECT_THAT(fixed, testing::ContainsRegex("\n +forces +for +41 "));
  EXPECT_THAT(fixed, testing::ContainsRegex("\n +kinetic_energy +reduce +1 "));
  EXPECT_THAT(fixed, testing::Not(HasSubstr("-> forces")));
  EXPECT_THAT(fixed, testing::Not(HasSubstr("cell_atoms")));
}

TEST_F(CliKernels, ANameMayHoldAnything) {
  kernel("\xff\"</script>\n");
  finalize();
  EXPECT_EQ(run_tilebridge("kernels log.json", folder_).status, 0);
}

TEST_F(CliKernels, ALogFromBeforeDevicesIsShownWithALine) {
  const std::string out =
      output_of("kernels " TILEBRIDGE_RESULTS
                "/h100-molecular-dynamics.json --results " TILEBRIDGE_RESULTS "/h100-full.json",
                folder_);
  EXPECT_THAT(out, HasSubstr("\nthe costs are those of NVIDIA H100 80GB HBM3; the log does "
                             "not name its device\n"));
  EXPECT_THAT(out, HasSubstr("views/deep_copy"));
}

TEST_F(CliKernels, WhatIsNoLogIsOneLineAndStatusTwo) {
  finalize();
  std::ofstream(folder_ / "empty.json") << "";
  std::ofstream(folder_ / "list.json") << "[]";
  std::ofstream(folder_ / "cut.json") << R"({"tilebridge_kernels": 2, "seconds": 1)";
  std::ofstream(folder_ / "earlier.json") << R"({"tilebridge_kernels": 1})";
  std::ofstream(folder_ / "no-devices.json")
      << R"({"tilebridge_kernels": 3, "seconds": 1, "kernels": [],
    "deep_copies": [], "allocations": [], "fences": []})";
  for (const char* arguments :
       {"empty.json", "list.json", "cut.json", "earlier.json", "no-devices.json", "none.json",
        "log.json --bytes axpy", "log.json --bytes axpy=x --results r.json",
        "log.json --bytes axpy=-1"})
    expect_refused(run_tilebridge(std::string("kernels ") + arguments, folder_), "");
}

}  // namespace
}  // namespace tilebridge::cli
