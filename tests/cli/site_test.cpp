// SPDX-License-Identifier: Apache-2.0
// An archive of result files, and the web site that is made of it.
#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "base/sha256.hpp"
#include "results/archive.hpp"
#include "results/json.hpp"
#include "tests/cli/archive_files.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::Not;

const std::string models = TILEBRIDGE_RESULTS "/h200-models.json";
const std::string build_site =
    "python3 '" TILEBRIDGE_DOCS "/../scripts/site.py' archive site --program " TILEBRIDGE_PROGRAM;

Outcome export_archive(const std::string& files, const TemporaryFolder& folder) {
  return run_tilebridge("export --format archive -o archive " + files, folder);
}

/// Writes the files of `count` machines into archive/.
void invent(const fs::path& folder, unsigned count, std::size_t cases) {
  const Results base = read_results(models);
  fs::create_directories(folder);
  for (unsigned seed = 0; seed < count; ++seed) {
    const Archived archive = archived(InventedRun(base, seed, cases).results());
    const std::string text = to_text(to_json(archive.results)) + "\n";
    const fs::path path = folder / archive_path(archive.results, text);
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// The files that a page leads to.
std::vector<fs::path> links(const fs::path& page) {
  std::vector<fs::path> files;
  const std::string html = file_text(page);
  const std::regex link("href=\"([^\"#]*)\"");
  for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at)
    files.push_back((page.parent_path() / (*at)[1].str()).lexically_normal());
  return files;
}

std::vector<fs::path> dead_links(const fs::path& page) {
  std::vector<fs::path> dead = links(page);
  std::erase_if(dead, [](const fs::path& file) { return fs::exists(file); });
  return dead;
}

/// The files that a reader of `page` can come to.
std::set<fs::path> reached_from(const fs::path& page) {
  std::set<fs::path> reached = {page};
  std::vector<fs::path> next = {page};
  while (!next.empty()) {
    const fs::path from = next.back();
    next.pop_back();
    if (from.extension() != ".html") continue;
    for (const fs::path& to : links(from))
      if (reached.insert(to).second) next.push_back(to);
  }
  return reached;
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST(CliArchive, WritesAStrippedFileOnceUnderItsOwnName) {
  const TemporaryFolder folder;
  const Results stored = read_results(models);
  const std::string day = stored.program["started"].get<std::string>().substr(0, 10);
  const std::string first = output_of(export_archive("'" + models + "'", folder));
  EXPECT_THAT(first, HasSubstr("wrote archive/nvidia/h200/" + day + "-"));
  EXPECT_THAT(first, HasSubstr(std::to_string(stored.cases.size()) + " cases"));
  EXPECT_THAT(first, HasSubstr("it has no self-check: "));
  EXPECT_THAT(first, HasSubstr("device.uuid: GPU-"));
  EXPECT_THAT(first, HasSubstr("device: name, architecture, driver"));
  const std::vector<fs::path> files = files_below(folder / "archive");
  ASSERT_EQ(files.size(), 1U);
  const std::string text = file_text(files.front());
  EXPECT_THAT(text, Not(HasSubstr("GPU-")));
  EXPECT_THAT(files.front().stem().string(), testing::EndsWith(sha256(text).substr(0, 8)));
  const auto time = fs::last_write_time(files.front());
  const Outcome again = export_archive("'" + files.front().string() + "' '" + models + "'", folder);
  EXPECT_THAT(again.out, testing::StartsWith("unchanged archive/"));
  EXPECT_THAT(again.out, Not(HasSubstr("wrote")));
  EXPECT_EQ(fs::last_write_time(files.front()), time);
  EXPECT_EQ(files_below(folder / "archive").size(), 1U);
}

TEST(CliArchive, AnArchivedFileIsReadAsAnyOther) {
  const TemporaryFolder folder;
  export_archive("'" + models + "'", folder);
  const std::string file = files_below(folder / "archive").at(0).string();
  for (const std::string question : {"", "--porting ", "--summary ", "--limits "})
    EXPECT_EQ(output_of("report " + question + file, folder),
              output_of("report " + question + "'" + models + "'", folder))
        << question;
}

TEST(CliArchive, RefusesInOneLine) {
  const TemporaryFolder folder;
  Results results = read_results(models);
  results.builds["pairs"] = {{{"name", "mine"}, {"question", ""}}};
  write_results(folder / "pair.json", results);
  results.builds.erase("pairs");
  results.builds["models"]["sample@1"] = {{"label", "Sample"}};
  write_results(folder / "model.json", results);
  for (const auto& [file, reason] :
       {std::pair("pair.json", "a pair of your own"), std::pair("model.json", "model 'sample'"),
        std::pair("'" TILEBRIDGE_RESULTS "/h100-full.json'", "an older tilebridge measured it"),
        std::pair("missing.json", "No such file")})
    expect_refused(export_archive(file, folder), reason);
  EXPECT_EQ(run_tilebridge("export --format archive pair.json", folder).status, 2);
  EXPECT_FALSE(fs::exists(folder / "archive"));
}

TEST(CliArchive, ARecordSaysWhyAFileHasNone) {
  const TemporaryFolder folder;
  write(folder / "broken.json", "{");
  const std::string out = output_of("export --format records broken.json '" + models + "'", folder);
  std::istringstream lines(out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(Json::parse(line).at("file"), "broken.json");
  EXPECT_THAT(Json::parse(line).at("error").get<std::string>(), HasSubstr("'broken.json'"));
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(Json::parse(line).at("device").at("name"), "NVIDIA H200");
  EXPECT_FALSE(Json::parse(line).at("removed").empty());
  EXPECT_FALSE(std::getline(lines, line));
}

TEST(CliSite, HasAPageForEachFileAndKind) {
  const TemporaryFolder folder;
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  constexpr unsigned count = 30;
  invent(folder / "archive", count, 40);
  const std::string out = output_of(run_command(build_site, folder));
  EXPECT_EQ(out, "wrote site/index.html: 30 files, 0 left out\n");
  std::size_t pages = 0;
  for (const fs::path& file : files_below(folder / "site")) {
    if (file.extension() != ".html") continue;
    ++pages;
    EXPECT_THAT(dead_links(file), testing::IsEmpty()) << file;
    EXPECT_THAT(file_text(file), Not(HasSubstr("secret"))) << file;
  }
  constexpr unsigned kinds = 6, with_each_model = 5;
  EXPECT_EQ(pages, count + kinds + with_each_model);
  EXPECT_EQ(files_below(folder / "site/files").size(), count);
  const std::string index = file_text(folder / "site/index.html");
  const std::string all = index.substr(std::min(index.find("<h2>All machines"), index.size()));
  for (const auto& kind : fs::directory_iterator(folder / "archive/nvidia"))
    EXPECT_THAT(all, HasSubstr("gpu/nvidia/" + kind.path().filename().string() + ".html"));
  const std::set<fs::path> reached = reached_from(folder / "site/index.html");
  EXPECT_EQ(reached.size() + 1, files_below(folder / "site").size());  // all but the marker
  ASSERT_EQ(run_command("mv site before", folder).status, 0);
  EXPECT_EQ(run_command(build_site, folder).status, 0);
  EXPECT_EQ(run_command("diff -r before site", folder).out, "");
}

TEST(CliSite, NeverMixesLabels) {
  const TemporaryFolder folder;
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  invent(folder / "archive", 24, 40);  // seeds 0, 4, 8 … have no self-check
  ASSERT_EQ(run_command(build_site, folder).status, 0);
  const std::string index = file_text(folder / "site/index.html");
  EXPECT_THAT(index, HasSubstr("18 <span class=\"label checked\">"));
  EXPECT_THAT(index, HasSubstr(", 6 <span class=\"label reported\">"));
  const std::size_t reported = index.find("reported files</h2>");
  ASSERT_NE(reported, std::string::npos);
  EXPECT_LT(index.find("checked files</h2>"), reported);
  // Seeds of an H200 are 0, 6, 12, 18: two of each label.
  const std::string h200 = file_text(folder / "site/gpu/nvidia/h200.html");
  EXPECT_THAT(h200, HasSubstr("checked</span> 2 files</h2>"));
  EXPECT_THAT(h200, HasSubstr("reported</span> 2 files</h2>"));
  for (const fs::path& file : files_below(folder / "site/file/nvidia/h200"))
    EXPECT_THAT(file_text(file), HasSubstr(" of the 2 ")) << file;
  // Without the reported files, all that is said of the checked ones stays.
  for (const fs::path& file : files_below(folder / "archive"))
    if (read_results(file).program["archive"]["label"] == "reported") fs::remove(file);
  ASSERT_EQ(run_command(build_site, folder).status, 0);
  const auto of_checked = [](const std::string& page, const std::string& end) {
    const std::size_t begin = page.find("<h2>");
    return page.substr(begin, std::min(page.find(end), page.find("<h2>All")) - begin);
  };
  const std::string alone = file_text(folder / "site/gpu/nvidia/h200.html");
  const std::string next = "<h2><span class=\"label reported\">";
  EXPECT_EQ(of_checked(alone, "</main>"), of_checked(h200, next));
  EXPECT_EQ(of_checked(file_text(folder / "site/index.html"), "</main>"),
            of_checked(index, "<h2>Speed relative to CUDA, in loops and rewritten: reported"));
}

TEST(CliSite, HostileFilesHarmNothing) {
  const TemporaryFolder folder;
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  invent(folder / "archive", 1, 40);
  Results results = InventedRun(read_results(models), 1, 40).results();
  results.device["name"] = "<script>alert(1)</script>\"' ../../x";
  results.device["driver"] = "<img src=x>";
  write_results(folder / "hostile.json", results);
  ASSERT_EQ(export_archive("hostile.json", folder).status, 0);
  ASSERT_TRUE(fs::exists(folder / "archive/nvidia/script-alert-1-script-x"));
  const std::string good = files_below(folder / "archive/nvidia/h200").at(0).string();
  write(folder / "archive/nvidia/h200/2026-01-01-00000000.json", "{\"a\": ");
  write(folder / "archive/nvidia/h200/2026-01-01-11111111.json", file_text(good));
  write(folder / "archive/nvidia/h200/2026-01-01-22222222.json",
        file_text(folder / "hostile.json"));
  write(folder / "archive/nvidia/h200/<b>.json", file_text(good));
  write(folder / "archive/-o.json", file_text(good));
  write_results(folder / "archive/nvidia/h200/2026-01-01-33333333.json", results);
  fs::create_symlink("/etc/passwd", folder / "archive/nvidia/h200/2026-01-01-44444444.json");
  const Outcome outcome = run_command(build_site, folder);
  EXPECT_EQ(outcome.out, "wrote site/index.html: 2 files, 6 left out\n");
  for (const fs::path& file : files_below(folder / "site"))
    if (file.extension() == ".html") {
      EXPECT_THAT(file_text(file), Not(HasSubstr("<script"))) << file;
      EXPECT_THAT(file_text(file), Not(HasSubstr("<img"))) << file;
      EXPECT_THAT(file_text(file), Not(HasSubstr("<b>"))) << file;
      EXPECT_THAT(dead_links(file), testing::IsEmpty()) << file;
    }
  const std::string left_out = file_text(folder / "site/left-out.html");
  for (const char* reason :
       {"<td class=w>cannot read &#x27;nvidia/h200/2026-01-01-00000000.json&#x27;: ",
        "it is not JSON", "2026-01-01-11111111.json<td class=w>its contents belong to nvidia/h200/",
        "2026-01-01-33333333.json<td class=w>it was not made by", "nvidia/h200/&lt;b&gt;.json",
        "-o.json<td class=w>an archived file is called"})
    EXPECT_THAT(left_out, HasSubstr(reason));
}

TEST(CliSite, AFileThatEndsTheProgramIsLeftOutAlone) {
  const TemporaryFolder folder;
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  invent(folder / "archive", 3, 40);
  write(folder / "crashing",
        "#!/bin/sh\ncase \"$*\" in */l40s/*|*/h200/*) kill -9 $$ ;; esac\nexec " TILEBRIDGE_PROGRAM
        " \"$@\"\n");
  fs::permissions(folder / "crashing", fs::perms::owner_all);
  const Outcome outcome = run_command(build_site + " --program ./crashing", folder);
  EXPECT_EQ(outcome.out, "wrote site/index.html: 2 files, 1 left out\n");
  EXPECT_THAT(file_text(folder / "site/left-out.html"), HasSubstr("it ended with -9"));
}

TEST(CliSite, ReplacesOnlyASite) {
  const TemporaryFolder folder;
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  invent(folder / "archive", 1, 40);
  write(folder / "site/thesis.txt", "text");
  const Outcome refused = run_command(build_site, folder);
  EXPECT_NE(refused.status, 0);
  EXPECT_EQ(refused.err,
            "site.py: 'site' has files that this script did not write: name another folder\n");
  EXPECT_TRUE(fs::exists(folder / "site/thesis.txt"));
  fs::remove_all(folder / "site");
  EXPECT_EQ(run_command(build_site, folder).status, 0);
  write(folder / "site/file/old.html", "");
  EXPECT_EQ(run_command(build_site, folder).status, 0);
  EXPECT_FALSE(fs::exists(folder / "site/file/old.html"));
}

}  // namespace
}  // namespace tilebridge::cli
