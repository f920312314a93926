// SPDX-License-Identifier: Apache-2.0
#include "resources/cubins.hpp"

#include <elf.h>

#include <cstring>
#include <optional>

namespace tilebridge::resources {
namespace {

constexpr std::string_view magic(ELFMAG, SELFMAG);
constexpr std::string_view code_of = ".text.";  // followed by the kernel's name
constexpr int first_architecture = 70;

template <typename T>
std::optional<T> read(std::string_view bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// "" if it is not all there.
std::string_view part(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  if (at > bytes.size() || bytes.size() - at < size) return {};
  return bytes.substr(at, size);
}

/// "" without an end.
std::string_view string_at(std::string_view strings, std::uint64_t at) {
  if (at >= strings.size()) return {};
  const std::size_t end = strings.find('\0', at);
  return end == std::string_view::npos ? std::string_view() : strings.substr(at, end - at);
}

/// 90 of sm_90; where it stands depends on the version of the ABI.
int architecture_of(const Elf64_Ehdr& header) {
  constexpr int since_cuda_13 = 8;
  const unsigned shift = header.e_ident[EI_ABIVERSION] >= since_cuda_13 ? 8 : 0;
  return static_cast<int>(header.e_flags >> shift & 0xff);
}

bool is_cubin(const Elf64_Ehdr& header) {
  return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
         header.e_machine == EM_CUDA && header.e_shentsize == sizeof(Elf64_Shdr) &&
         architecture_of(header) >= first_architecture;
}

std::optional<Elf64_Shdr> section(std::string_view cubin, const Elf64_Ehdr& header,
                                  std::uint64_t index) {
  if (index >= header.e_shnum || header.e_shoff > cubin.size()) return std::nullopt;
  return read<Elf64_Shdr>(cubin, header.e_shoff + index * sizeof(Elf64_Shdr));
}

/// Of the cubin that `cubin` begins with.
void add_kernels(std::string_view cubin, std::vector<KernelCode>& kernels) {
  const auto header = read<Elf64_Ehdr>(cubin, 0);
  if (!header || !is_cubin(*header)) return;
  const auto names = section(cubin, *header, header->e_shstrndx);
  if (!names) return;
  const std::string_view strings = part(cubin, names->sh_offset, names->sh_size);
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto code = section(cubin, *header, i);
    if (!code) return;
    const std::string_view name = string_at(strings, code->sh_name);
    const bool is_there = !part(cubin, code->sh_offset, code->sh_size).empty();
    if (code->sh_type == SHT_PROGBITS && name.starts_with(code_of) && is_there)
      kernels.push_back({std::string(name.substr(code_of.size())), architecture_of(*header),
                         static_cast<std::int64_t>(code->sh_size)});
  }
}

}  // namespace

std::vector<KernelCode> kernel_code_in(std::string_view fatbin) {
  std::vector<KernelCode> kernels;
  for (std::size_t at = fatbin.find(magic); at != std::string_view::npos;
       at = fatbin.find(magic, at + magic.size()))
    add_kernels(fatbin.substr(at), kernels);
  return kernels;
}

}  // namespace tilebridge::resources
