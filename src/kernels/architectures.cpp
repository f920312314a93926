// SPDX-License-Identifier: Apache-2.0
#include "kernels/architectures.hpp"

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace tilebridge::kernels {
namespace {

constexpr std::string_view of_cuda = "sm_";

/// 90 of "90", "90-real" and "90a".
int compute_capability(const std::string& text) { return std::atoi(text.c_str()); }

bool has_code(const std::string& built, int capability) {
  const int number = compute_capability(built);
  const bool only_binary = built.ends_with("-real") || built.find('a') != std::string::npos;
  return number > 0 && capability >= number && (!only_binary || capability / 10 == number / 10);
}

}  // namespace

bool has_code_for(const std::string& built, const std::string& architecture) {
  const bool is_cuda = architecture.starts_with(of_cuda);
  const int capability = is_cuda ? compute_capability(architecture.substr(of_cuda.size())) : 0;
  std::istringstream list(built);
  for (std::string entry; std::getline(list, entry, ';');)
    if (is_cuda ? has_code(entry, capability) : entry == architecture) return true;
  return false;
}

}  // namespace tilebridge::kernels
