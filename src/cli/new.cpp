// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>
#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "cli/reproducer.hpp"
#include "sources/sources.hpp"

namespace tilebridge::cli::new_command {
namespace {

const Choices<std::string, 2> hosts = {{{"github", "github"}, {"gitlab", "gitlab"}}};
const Choices<std::string, 2> languages = {{{"cuda", "cuda"}, {"kokkos", "kokkos"}}};

/// "lennard_jones" as a class: "LennardJones".
std::string class_name(const std::string& name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    if (c != '_') result += begins_word ? static_cast<char>(std::toupper(c)) : c;
    begins_word = c == '_';
  }
  return result;
}

std::string replaced(const std::string& text, const std::string& pattern, const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

std::string named(std::string_view text, const std::string& name) {
  return replaced(replaced(std::string(text), "my_kernel", name), "MyKernel", class_name(name));
}

/// Throws UsageError.
void check_name(const std::string& name, const char* of, std::size_t longest = 60) {
  if (name.size() > longest || !std::regex_match(name, std::regex("[a-z][a-z0-9_]*")))
    throw UsageError(fmt::format(
        "'{}' is no name for a {}: use at most {} small letters, digits and _, a letter first",
        name, of, longest));
}

/// Throws UsageError for a name whose class would be another one that the template has, or that no
/// target of CMake can have.
void check_free(const std::string& name) {
  static constexpr std::array targets = {"all",     "clean",      "edit_cache",     "help",
                                         "install", "package",    "package_source", "rebuild_cache",
                                         "test",    "preinstall", "uninstall",      "tilebridge"};
  if (std::ranges::find(targets, name) != targets.end())
    throw UsageError(fmt::format("'{}' is no name for a pair: CMake has such a target", name));
  static const std::regex identifier(R"([A-Za-z_]\w*)");
  const std::string of_class = class_name(name);
  if (name == "my_kernel") return;
  for (const auto& [file, text] : sources::pair_template())
    for (std::cregex_iterator found(text.data(), text.data() + text.size(), identifier), end;
         found != end; ++found)
      if (found->str() == of_class)
        throw UsageError(fmt::format(
            "'{}' is no name for a pair: its class would be {}, which its files have already", name,
            of_class));
}

/// The models of `--models`, native code first.
std::vector<std::string> models_of(const std::vector<std::string>& asked) {
  std::vector<std::string> models;
  for (const std::string& name : asked) {
    check_name(name, "model");
    const std::string model = name == "cuda" || name == "hip" ? "native" : name;
    // The name of a file, and what kernels::Pair refuses.
    if (model == "pair" || model == "vendor" || model.size() > 31)
      throw UsageError(fmt::format("no model may be called '{}'", model));
    if (std::ranges::find(models, model) != models.end())
      throw UsageError(fmt::format("--models names '{}' twice", model));
    models.insert(model == "native" ? models.begin() : models.end(), model);
  }
  return models;
}

/// The command that builds a folder, by a generator that is there: machines may lack `make`.
std::string build_line(const std::string& folder) {
  return fmt::format("  cmake {0}-S {1} -B {2} && cmake --build {2}\n",
                     is_on_path("ninja") ? "-G Ninja " : "", shell_word(folder),
                     shell_word(folder + "/build"));
}

struct NewPair {
  std::string name;
  std::vector<std::string> models = {"cuda", "kokkos"};
  bool team = false;
  std::string ci;  // "github", "gitlab" or ""
};

/// Leaves out what a template has for other pairs: "#if KOKKOS" or "#if TEAM", "#else" and "#endif"
/// are around the lines for pairs with a kernel in Kokkos, or with teams. Other conditions stay.
std::string chosen_lines(const std::string& text, const std::map<std::string, bool>& holds) {
  std::istringstream lines(text);
  std::string result;
  std::string open;  // of each condition around the line: '+' holds, '-' does not, ' ' stays
  for (std::string line; std::getline(lines, line);) {
    const bool begins = line.starts_with("#if");
    const auto found = begins ? holds.find(line.substr(line.find(' ') + 1)) : holds.end();
    if (begins) open += found == holds.end() ? ' ' : found->second ? '+' : '-';
    const bool is_own = (begins || line == "#else" || line == "#endif") && open.back() != ' ';
    if (is_own && line == "#else") open.back() = open.back() == '+' ? '-' : '+';
    if (!is_own && open.find('-') == std::string::npos) result += line + "\n";
    if (line == "#endif") open.pop_back();
  }
  return result;
}

/// A file called MODEL is written for each model but Kokkos; in others a line with MODEL is
/// repeated for each of them.
void write_file(const std::filesystem::path& folder, const std::string& file,
                const std::string& text, const std::vector<std::string>& models) {
  if (file == "MODEL.cpp") {
    for (const std::string& model : models)
      if (model != "kokkos")
        replace_text(folder / (model + ".cpp"), replaced(text, "MODEL", model));
    return;
  }
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);)
    if (line.find("MODEL") == std::string::npos)
      result += line + "\n";
    else
      for (const std::string& model : models)
        if (model != "kokkos") result += replaced(line, "MODEL", model) + "\n";
  replace_text(folder / file, result);
}

void write_kernels(const NewPair& pair, const std::vector<std::string>& models) {
  std::error_code error;
  std::filesystem::create_directory(pair.name, error);
  if (error)
    throw UsageError(fmt::format("cannot make the folder '{}': {}", pair.name, error.message()));
  const bool has_kokkos = std::ranges::find(models, "kokkos") != models.end();
  for (const auto& [file, text] : sources::pair_template()) {
    std::string lines =
        chosen_lines(named(text, pair.name), {{"KOKKOS", has_kokkos}, {"TEAM", pair.team}});
    lines = replaced(lines, "\"MODELS\"", fmt::format("\"{}\"", fmt::join(models, "\", \"")));
    lines = replaced(lines, "MODELS", fmt::format("{}", fmt::join(models, ", ")));
    write_file(pair.name, named(file, pair.name), lines, models);
  }
  put("wrote {0}/: a kernel in {1}, ready to build and run:\n{2}"
      "  tilebridge run {0}/build/{0}.so\n",
      pair.name, fmt::join(models, ", "), build_line(pair.name));
}

/// The scripts, and the file of the code host, whose first line says where it belongs. Git ignores
/// what they build.
void write_gate(const NewPair& pair) {
  const std::filesystem::path folder = pair.name;
  for (const auto& [file, text] : sources::gate_template()) {
    if (file.ends_with(".yml") && file != pair.ci + ".yml") continue;
    const std::filesystem::path path = folder / file;
    if (std::filesystem::exists(path))
      throw UsageError(fmt::format("'{}' already exists; remove it first", path.string()));
    const std::string written = named(text, pair.name);
    replace_text(path, written);
    if (file.ends_with(".sh")) std::filesystem::permissions(path, std::filesystem::perms(0755));
    const std::size_t about = written.find("# ") + 2;
    put("wrote {}: {}\n", path.string(), written.substr(about, written.find('\n', about) - about));
  }
  if (!std::filesystem::exists(folder / ".gitignore"))
    replace_text(folder / ".gitignore", "build/\n");
}

/// In the folder of a pair that is already there, --ci alone adds its files.
int write_pair(const NewPair& pair, bool describes_kernels) {
  check_name(pair.name, "pair");
  const std::vector<std::string> models = models_of(pair.models);
  const bool is_there = std::filesystem::exists(pair.name);
  if (is_there && (pair.ci.empty() || describes_kernels))
    throw UsageError(fmt::format(
        "'{}' already exists; choose another name, or give it a gate with --ci alone", pair.name));
  if (!is_there) {
    check_free(pair.name);
    write_kernels(pair, models);
  }
  if (!pair.ci.empty()) write_gate(pair);
  return 0;
}

struct NewExercise {
  std::string name;  // "": none is asked for
  std::string language = "cuda";
  bool solution = false;
};

/// A file of exercises/; "" if there is none.
std::string_view exercise_file(const std::string& path) {
  const auto files = sources::exercises();
  const auto found = std::ranges::find(files, path, &sources::SourceFile::path);
  return found == files.end() ? std::string_view() : found->text;
}

/// In the order of their README.
std::vector<std::string> exercise_names() {
  std::vector<std::string> names;
  for (const auto& [path, text] : sources::exercises())
    if (path.ends_with("/README.md")) names.emplace_back(path.substr(0, path.find('/')));
  return names;
}

/// "tile                 Transposes a matrix: out[x, y] = in[y, x].", a line each.
int list_exercises() {
  for (const std::string& name : exercise_names()) {
    const std::string_view about = exercise_file(name + "/" + name + ".hpp").substr(3);
    put("{:20} {}\n", name, about.substr(0, about.find('\n')));
  }
  return 0;
}

/// The files of its folder, and where in exercises/ each is from. A kernel that is to be ported is
/// there in the other language: its solution in that.
std::vector<std::pair<std::string, std::string>> files_of(const NewExercise& exercise) {
  const std::string& name = exercise.name;
  const std::string yours = (exercise.solution ? "solution/" : "") + exercise.language + ".hpp";
  std::vector<std::pair<std::string, std::string>> files = {
      {"CMakeLists.txt", "common/CMakeLists.txt"}, {"pair.cpp", "common/pair.cpp"},
      {"README.md", name + "/README.md"},          {name + ".hpp", name + "/" + name + ".hpp"},
      {"reference.hpp", name + "/reference.hpp"},  {"yours.hpp", name + "/" + yours}};
  if (name.starts_with("port_")) {
    const std::string other = exercise.language == "cuda" ? "kokkos" : "cuda";
    files.emplace_back("in_" + other + ".hpp", name + "/solution/" + other + ".hpp");
  }
  return files;
}

int write_exercise(const NewExercise& exercise, const std::string& named_folder) {
  const std::string& name = exercise.name;
  if (name == "list") return list_exercises();
  const std::vector<std::string> names = exercise_names();
  if (std::ranges::find(names, name) == names.end())
    throw UsageError(
        fmt::format("there is no exercise '{}'; there are {}", name, fmt::join(names, ", ")));
  const std::string folder =
      named_folder.empty() ? name + (exercise.solution ? "_solution" : "") : named_folder;
  if (std::filesystem::exists(folder))
    throw UsageError(fmt::format("'{}' already exists; name another folder", folder));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("cannot make '{}': {}", folder, error.message()));
  for (const auto& [file, from] : files_of(exercise))
    replace_text(std::filesystem::path(folder) / file,
                 chosen_lines(named(exercise_file(from), name),
                              {{"KOKKOS", exercise.language == "kokkos"}}));
  put("wrote {}/: {} in yours.hpp; README.md says what to do. Build it, and have it graded:\n"
      "{}  tilebridge run {}\n",
      folder, exercise.solution ? "the solution" : "a kernel that is right and slow",
      build_line(folder), shell_word(fmt::format("{}/build/{}.so", folder, name)));
  return 0;
}

/// Writes a variant of the catalogue into a folder that is called after it, or as the user says.
int write_reproducer(const std::string& variant, const std::string& named,
                     const std::string& file) {
  const pages::Subject subject = variant_named(variant, "--from");
  const std::string name = named.empty() ? subject.variant->name : named;
  constexpr std::size_t longest = 40;  // a model's key has at most 47 bytes: kokkos@name
  check_name(name, "reproducer", longest);
  if (std::filesystem::exists(name))
    throw UsageError(fmt::format("'{}' already exists; name another folder", name));
  for (const auto& [path, text] : reproducer_files(
           subject, name, read_timed_results(file.empty() ? stored_results() : file))) {
    const std::filesystem::path written = std::filesystem::path(name) / path;
    std::error_code error;
    std::filesystem::create_directories(written.parent_path(), error);
    if (error)
      throw UsageError(fmt::format("cannot make the folder '{}': {}", name, error.message()));
    replace_text(written, text);
  }
  put("wrote {0}/: {1} in native code and Kokkos, to send, build and run without tilebridge; "
      "README.md has the ratio:\n{2}  {0}/build/{0}\n",
      name, subject.name(), build_line(name));
  return 0;
}

}  // namespace

Command add(CLI::App& app) {
  const auto pair = std::make_shared<NewPair>();
  const auto exercise = std::make_shared<NewExercise>();
  CLI::App* command = app.add_subcommand(
      "new", "Write kernels of your own that do the same in several models, to build and run");
  command->add_option("name", pair->name,
                      "Of the pair and of the folder that is made for it; or the folder of an "
                      "exercise or of a variant");
  const CLI::Option* models =
      command
          ->add_option("--models", pair->models,
                       "Its models, comma-separated: cuda (or native), kokkos, and others, which "
                       "begin as copies of the native kernel")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->capture_default_str();
  command->add_flag("--team", pair->team,
                    "The kernels sum the rows of a matrix, each by a team of threads (a block)");
  add_choice(command, "--ci", pair->ci, hosts,
             "Also write gate.sh, which compares two commits of your repository, and the file with "
             "which this code host runs it for each pull request; the folder may be that of a pair "
             "that you have");
  command->add_option(
      "--exercise", exercise->name,
      fmt::format("Write an exercise instead, which `tilebridge run` grades: {}, or "
                  "list, which says what they do",
                  fmt::join(exercise_names(), ", ")));
  add_choice(command, "--in", exercise->language, languages,
             "Language of the exercise's kernel (default: cuda)");
  command->add_flag("--solution", exercise->solution, "Write the exercise's solution");
  for (const char* option : {"--in", "--solution"})
    command->get_option(option)->needs("--exercise");
  const auto from = std::make_shared<std::string>();
  const auto results = std::make_shared<std::string>();
  command
      ->add_option("--from", *from,
                   "Write this variant of the catalogue instead: its native and its Kokkos kernel "
                   "as a folder that is built and run without tilebridge, and their ratio")
      ->type_name("EXPERIMENT/VARIANT")
      ->excludes("--exercise");
  add_file(command, "--results", *results,
           "Result file whose ratio to write (default: the first stored one that has it)")
      ->needs("--from");
  for (const char* option : {"--models", "--team", "--ci"}) {
    command->get_option(option)->excludes("--exercise");
    command->get_option(option)->excludes("--from");
  }
  return {command, [pair, exercise, models, from, results] {
            if (!from->empty()) return write_reproducer(*from, pair->name, *results);
            if (!exercise->name.empty()) return write_exercise(*exercise, pair->name);
            if (pair->name.empty())
              throw UsageError("name the pair: tilebridge new NAME; or --exercise NAME");
            return write_pair(*pair, models->count() > 0 || pair->team);
          }};
}

}  // namespace tilebridge::cli::new_command
