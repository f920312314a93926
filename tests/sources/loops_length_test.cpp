// SPDX-License-Identifier: Apache-2.0
// Kokkos in loops is read as fast as the native code beside it: it is longer by a third at most.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <string>

#include "catalogue/catalogue.hpp"
#include "sources/listing.hpp"
#include "sources/sources.hpp"
#include "tests/sources/long_kernels.hpp"

namespace tilebridge::sources {
namespace {

/// Counts the lines of what kernels of all models have in common, too: one kernel may use more of
/// that than another.
int lines_of_code(std::string_view folder, const std::string& key) {
  int lines = 0;
  for (const Fragment& f : list_backend_sources(folder, key).fragments) lines += lines_of_code(f);
  return lines;
}

/// A third more, rounded up.
int most_lines(int native) { return (4 * native + 2) / 3; }

/// Not idioms: they are loops of other kinds, longer ones among them.
bool is_held_against_native(const Experiment& e, const Variant& v) {
  return v.form == Form::loops && e.family != Family::idioms &&
         v.runs(Model::native, Platform::cuda) && v.runs(Model::kokkos, Platform::cuda);
}

void expect_short(const std::string& family, const std::string& key) {
  const int lines = lines_of_code("backends/kokkos/", key);
  const int most = most_lines(lines_of_code("backends/cuda/" + family + "/", key));
  const auto known = std::find_if(long_kernels.begin(), long_kernels.end(),
                                  [&](const LongKernel& k) { return k.key == key; });
  if (known == long_kernels.end()) {
    EXPECT_LE(lines, most) << key;
    return;
  }
  EXPECT_GT(lines, most) << key << " need not be in long_kernels.hpp";
}

TEST(LengthInLoops, IsTheNativeOneAndAThirdAtMost) {
  std::map<std::string, std::string> keys;  // with their families
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      if (is_held_against_native(e, v)) keys.emplace(e.name + "/" + v.name, name_of(e.family));
  EXPECT_FALSE(keys.empty());
  for (const auto& [key, family] : keys) expect_short(family, key);
  for (const LongKernel& k : long_kernels)
    EXPECT_TRUE(keys.contains(std::string(k.key))) << k.key << " is no such kernel";
}

}  // namespace
}  // namespace tilebridge::sources
