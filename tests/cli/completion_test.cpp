// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// What bash offers after "tilebridge " + `words`, of which the last is being typed.
std::string bash_offers(const std::string& words, const TemporaryFolder& folder) {
  const std::string script =
      "eval \"$(" TILEBRIDGE_PROGRAM " completion bash)\"; COMP_WORDS=(tilebridge " + words +
      "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tilebridge; echo "
      "\" ${COMPREPLY[*]} \"";
  return run_command("bash -c '" + script + "'", folder).out;
}

TEST(CliCompletion, BashOffersSubcommandsExperimentsAndChoices) {
  const TemporaryFolder folder;
  EXPECT_THAT(bash_offers("\"\"", folder), AllOf(HasSubstr(" run "), HasSubstr(" explain ")));
  EXPECT_THAT(bash_offers("\"\"", folder), Not(HasSubstr(" manual ")));
  const std::string experiments = bash_offers("run \"\"", folder);
  for (const Experiment& experiment : catalogue())
    EXPECT_THAT(experiments, HasSubstr(" " + experiment.name + " "));
  EXPECT_EQ(bash_offers("run --preset q", folder), " quick \n");
  EXPECT_EQ(bash_offers("run --preset = q", folder), " quick \n");  // as bash takes it apart
  EXPECT_THAT(bash_offers("run --preset =", folder), HasSubstr(" standard "));
  EXPECT_EQ(bash_offers("run --self", folder), " --self-check \n");
  EXPECT_EQ(bash_offers("explain transpose/vec", folder), " transpose/vector_tile \n");
  EXPECT_EQ(bash_offers("run --budget \"\"", folder), "  \n");
}

TEST(CliCompletion, FishOffersSubcommandsExperimentsAndChoices) {
  const TemporaryFolder folder;
  if (!is_installed("fish", folder)) GTEST_SKIP() << "fish is not installed";
  const auto offers = [&](const std::string& line) {
    return run_command("export HOME=$PWD; fish -c '" TILEBRIDGE_PROGRAM
                       " completion fish | source; complete -C \"tilebridge " +
                           line + "\"'",
                       folder)
        .out;
  };
  EXPECT_THAT(offers(""), AllOf(HasSubstr("run\t"), HasSubstr("explain\t")));
  EXPECT_THAT(offers("run occupancy tra"), HasSubstr("transpose\n"));
  EXPECT_THAT(offers("run --preset q"), AllOf(HasSubstr("quick\t"), Not(HasSubstr("standard\t"))));
}

TEST(CliCompletion, ZshOffersChoices) {
  const TemporaryFolder folder;
  if (!is_installed("zsh", folder)) GTEST_SKIP() << "zsh is not installed";
  // _arguments is heard out instead of drawing on a terminal.
  const std::string script =
      "compdef() { :; }; _arguments() { print -rl -- \"$@\"; }; eval \"$(" TILEBRIDGE_PROGRAM
      " completion zsh)\"; words=(tilebridge run \"\"); CURRENT=3; _tilebridge";
  const Outcome outcome = run_command("zsh -fc '" + script + "'", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("*--preset[How many parameter values to run, and how long\\: a few, "
                        "the usual ones, or all]"
                        ":quick|standard|full:(quick standard full)\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("*-o[Result file to write (default\\: results-<time>.json)]:FILE:_files"));
}

TEST(CliCompletion, AnUnknownShellIsRefused) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("completion bahs", folder);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "tilebridge: unknown shell 'bahs'; did you mean 'bash'?\n");
}

TEST(CliCompletion, WritesAFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_tilebridge("completion bash -o script", folder).status, 0);
  EXPECT_EQ(read_text(folder / "script"), run_tilebridge("completion bash", folder).out);
  EXPECT_EQ(run_tilebridge("completion bash -o absent/script", folder).status, 2);
}

}  // namespace
}  // namespace tilebridge::cli
