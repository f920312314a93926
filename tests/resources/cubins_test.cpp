// SPDX-License-Identifier: Apache-2.0
#include "resources/cubins.hpp"

#include <elf.h>
#include <gmock/gmock.h>

#include <cstring>
#include <fstream>
#include <map>
#include <system_error>

#include "base/process.hpp"

namespace tilebridge::resources {
namespace {

using testing::IsEmpty;

template <typename T>
std::string bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

Elf64_Ehdr cubin_header(unsigned flags, unsigned char abi_version) {
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_ABIVERSION] = abi_version;
  header.e_machine = EM_CUDA;
  header.e_flags = flags;
  header.e_shoff = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 2;
  return header;
}

/// A cubin with one kernel, "k", of 256 bytes.
std::string cubin(unsigned flags = 0x6005a04, unsigned char abi_version = 8) {
  const std::string names = std::string("\0.text.k", 9) + '\0';
  Elf64_Shdr strings = {};
  strings.sh_type = SHT_STRTAB;
  strings.sh_offset = sizeof(Elf64_Ehdr) + 2 * sizeof(Elf64_Shdr);
  strings.sh_size = names.size();
  Elf64_Shdr code = {};
  code.sh_name = 1;
  code.sh_type = SHT_PROGBITS;
  code.sh_offset = strings.sh_offset + names.size();
  code.sh_size = 256;
  return bytes_of(cubin_header(flags, abi_version)) + bytes_of(strings) + bytes_of(code) + names +
         std::string(256, 'c');
}

TEST(Cubins, KernelsAreSectionsOfTheirNames) {
  const auto kernels =
      kernel_code_in("fat binary " + cubin() + "padding" + cubin(0x6007802) + "\n");
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].symbol, "k");
  EXPECT_EQ(kernels[0].bytes, 256);
  EXPECT_EQ(kernels[0].architecture, 90);
  EXPECT_EQ(kernels[1].architecture, 120);
}

TEST(Cubins, OfCuda12HaveTheirArchitectureElsewhere) {
  EXPECT_EQ(kernel_code_in(cubin(0x5a055a, 7)).at(0).architecture, 90);
  EXPECT_THAT(kernel_code_in(cubin(0x3d053d, 7)), IsEmpty());  // sm_61: another length
}

TEST(Cubins, ThatEndEarlyAreNoKernelsAndNoError) {
  const std::string whole = cubin();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THAT(kernel_code_in(whole.substr(0, size)), IsEmpty()) << size;
}

TEST(Cubins, WithAnyByteBrokenAreReadWithinTheirBounds) {
  const std::string whole = cubin();
  for (std::size_t at = 0; at < whole.size() - 256; ++at)
    for (const char byte : {'\0', '\x7f', '\xff'}) {
      std::string broken = whole;
      broken[at] = byte;
      for (const KernelCode& kernel : kernel_code_in(broken))
        EXPECT_LE(kernel.bytes, static_cast<std::int64_t>(whole.size())) << at;
    }
}

TEST(Cubins, AreThoseThatNvccWrites) {
  const TemporaryFolder folder;
  std::ofstream(folder / "k.cu") << "__global__ void tiny(float* p) { p[threadIdx.x] = 1; }\n"
                                    "__global__ void loop(float* p, int n) {\n"
                                    "  float a = 0;\n"
                                    "  for (int i = 0; i < n; ++i) a += p[i] * p[n + i];\n"
                                    "  p[threadIdx.x] = a;\n}\n";
  std::vector<std::string> command = {"nvcc",
                                      "--fatbin",
                                      "--no-compress",
                                      "-o",
                                      (folder / "k.fatbin").string(),
                                      (folder / "k.cu").string()};
  const std::vector<int> architectures = {80, 89, 90, 100, 120};
  for (const int sm : architectures)
    command.push_back("--generate-code=arch=compute_" + std::to_string(sm) + ",code=sm_" +
                      std::to_string(sm));
  try {
    if (run_process(command, folder / "log") != 0) GTEST_SKIP() << "this nvcc compiles no sm_120";
  } catch (const std::system_error&) {
    GTEST_SKIP() << "there is no nvcc";
  }
  std::map<int, std::map<std::string, std::int64_t>> found;
  for (const KernelCode& kernel : kernel_code_in(text_of(folder / "k.fatbin")))
    found[kernel.architecture][kernel.symbol] = kernel.bytes;
  for (const int sm : architectures) {
    ASSERT_EQ(found[sm].size(), 2U) << sm;
    EXPECT_GT(found[sm]["_Z4tinyPf"], 0) << sm;
    EXPECT_EQ(found[sm]["_Z4tinyPf"] % 16, 0) << sm;
    EXPECT_GT(found[sm]["_Z4loopPfi"], found[sm]["_Z4tinyPf"]) << sm;
  }
}

}  // namespace
}  // namespace tilebridge::resources
