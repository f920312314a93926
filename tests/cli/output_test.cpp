// SPDX-License-Identifier: Apache-2.0
// No command writes over what it reads.
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

struct Writing {
  std::string arguments;  // FILE stands for the file that is read, and OUT for its other names
  std::string file;       // a file of these tests
};

/// Every subcommand with -o.
const std::vector<Writing> commands = {
    {"scan FILE -o OUT", "in.cpp"},
    {"scan . --format sarif -o OUT", "in.cpp"},
    {"scan in.cpp --results FILE -o OUT", "r.json"},
    {"port FILE --json -o OUT", "in.cpp"},
    {"report FILE -o OUT", "r.html"},
    {"report FILE -o OUT", "t.html"},
    {"export FILE --format csv -o OUT", "r.json"},
    {"compare FILE again.json -o OUT", "r.json"},
    {"compare again.json FILE -o OUT", "r.json"},
    {"compare again.json again.json --again FILE -o OUT", "r.json"},
    {"merge again.json FILE -o OUT --overwrite", "r.json"},
    {"run ./FILE -o OUT --overwrite", "pair.so"},
    {"tune ./FILE -o OUT --overwrite", "pair.so"},
    {"profile ./FILE -o OUT --overwrite", "pair.so"},
};

class CliOutput : public testing::TestWithParam<Writing> {
 protected:
  CliOutput() {
    std::ofstream(folder_ / "in.cpp") << "void f() { for (;;) Kokkos::deep_copy(a, 0); }\n";
    const std::filesystem::path results = TILEBRIDGE_RESULTS "/h200-models.json";
    for (const char* name : {"r.json", "again.json", "r.html"})
      std::filesystem::copy_file(results, folder_ / name);
    std::filesystem::copy_file(TILEBRIDGE_RESULTS "/h100-tuning.json", folder_ / "t.html");
    std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "pair.so");
  }

  TemporaryFolder folder_;
};

std::string with(std::string text, const std::string& word, const std::string& name) {
  if (const auto at = text.find(word); at != std::string::npos) text.replace(at, word.size(), name);
  return text;
}

TEST_P(CliOutput, IsNoInput) {
  const auto& [arguments, file] = GetParam();
  const std::string ending = std::filesystem::path(file).extension().string();
  std::filesystem::create_symlink(file, folder_ / ("link" + ending));
  std::filesystem::create_hard_link(folder_ / file, folder_ / ("hard" + ending));
  const std::string before = file_text(folder_ / file);
  for (const std::string& name : {file, "./" + file, "link" + ending, "hard" + ending}) {
    expect_refused(run_tilebridge(with(with(arguments, "FILE", file), "OUT", name), folder_),
                   "'" + name + "' is read; name another file");
    EXPECT_EQ(file_text(folder_ / file), before) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CliOutput, testing::ValuesIn(commands));

TEST(CliOutputs, OfAPictureIsNoPairAndNeedsNoResults) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder / "pair.so");
  std::filesystem::copy_file(TILEBRIDGE_RESULTS "/h200-models.json", folder / "r.json");
  const std::string before = file_text(folder / "pair.so");
  for (const char* arguments :
       {"explain ./pair.so --svg -o pair.so", "explain transpose/tile r.json --svg -o x.svg"})
    expect_refused(run_tilebridge(arguments, folder), "");
  EXPECT_EQ(file_text(folder / "pair.so"), before);
  EXPECT_FALSE(std::filesystem::exists(folder / "x.svg"));
}

/// Writes a file where it reads none: `explain --svg`, which takes neither results nor pairs.
constexpr std::string_view without_inputs = "explain";

/// A subcommand that is new is in the list above.
TEST(CliOutputs, AreAllTested) {
  const TemporaryFolder folder;
  const std::string help = output_of("--help", folder);
  const Outcome all =
      run_command("for c in $(" TILEBRIDGE_PROGRAM
                  " --help | awk '$1 ~ /^[a-z]+$/ { print $1 }' | sort -u); do " TILEBRIDGE_PROGRAM
                  " $c --help 2>/dev/null | grep -q -e '--output' && echo $c; done",
                  folder);
  std::istringstream names(all.out);
  int count = 0;
  for (std::string name; names >> name; ++count)
    EXPECT_TRUE(
        name == without_inputs ||
        std::ranges::any_of(commands,
                            [&](const Writing& w) { return w.arguments.starts_with(name + " "); }))
        << name;
  EXPECT_GT(count, 5) << help;
}

}  // namespace
}  // namespace tilebridge::cli
