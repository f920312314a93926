// SPDX-License-Identifier: Apache-2.0
#include "resources/compilations.hpp"

#include <fmt/format.h>
#include <wordexp.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"

namespace tilebridge::resources {
namespace {

using Words = std::vector<std::string>;

UsageError unreadable(const std::filesystem::path& file) {
  return UsageError(
      fmt::format("'{}' is not a compile database; reconfigure the build", file.string()));
}

/// The words of a command line, as a shell would split it.
Words split(const std::string& command) {
  wordexp_t expansion = {};
  if (::wordexp(command.c_str(), &expansion, WRDE_NOCMD) != 0) return {};
  Words words(expansion.we_wordv, expansion.we_wordv + expansion.we_wordc);
  ::wordfree(&expansion);
  return words;
}

std::string program_in(const std::string& word) {
  return std::filesystem::path(word).filename().string();
}

/// How the compiler is called: launchers such as ccache, then the compiler itself.
std::size_t index_of_compiler(const Words& words) {
  const auto option = std::find_if(words.begin(), words.end(),
                                   [](const std::string& word) { return word.starts_with('-'); });
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(option - words.begin(), 1) - 1);
}

/// The model that a kernel file belongs to, by folder: backends/cuda/libraries, backends/cuda or
/// backends/kokkos.
std::optional<Model> model_of(const std::filesystem::path& source) {
  static const std::vector<std::pair<std::string, Model>> folders = {
      {"/backends/cuda/libraries/", Model::vendor},
      {"/backends/cuda/", Model::native},
      {"/backends/kokkos/", Model::kokkos}};
  const std::string path = source.string();
  for (const auto& [folder, model] : folders)
    if (path.find(folder) != std::string::npos) return model;
  return std::nullopt;
}

/// The pair of kernels of the user's own that a file belongs to, which tilebridge_add_pair()
/// defines; "" if it belongs to none.
std::string pair_of(const Words& words) {
  constexpr std::string_view definition = "-DTILEBRIDGE_PAIR=";
  const auto found = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
    return word.starts_with(definition);
  });
  return found == words.end() ? "" : found->substr(definition.size());
}

/// Of a pair, what includes Kokkos has its kernels; one compiler compiles all of them.
Model model_in_pair(const std::filesystem::path& source) {
  std::ifstream file(source);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("#include") && (line.find("Kokkos_") != std::string::npos ||
                                         line.find("/pair_kokkos.hpp") != std::string::npos))
      return Model::kokkos;
  return Model::native;
}

bool starts_with_any(const std::string& word, const Words& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& beginning) { return word.starts_with(beginning); });
}

bool is_one_of(const std::string& word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const Words architecture_argument = {
    "-arch", "-code", "-gencode", "--generate-code", "--gpu-architecture", "--gpu-code"};
const Words architecture = {
    "-arch=", "-code=", "-gencode=", "--generate-code=", "--gpu-architecture=", "--gpu-code="};

bool names_architecture(const Words& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return is_one_of(word, architecture_argument) || starts_with_any(word, architecture);
  });
}

/// The options that concern device code. Omits output options, options for host code, a host
/// compiler's -Werror, for which nvcc requires a kind, and the architectures if others were chosen.
Words device_options(const Words& words, bool with_architectures) {
  static const Words with_argument = {"-o", "-MF", "-MT", "-MQ"};
  static const Words alone = {"-c", "-MD", "-MMD", "-Werror"};
  Words options;
  for (std::size_t i = index_of_compiler(words) + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool is_left_out =
        is_one_of(word, alone) || (!with_architectures && starts_with_any(word, architecture));
    if (is_one_of(word, with_argument) ||
        (!with_architectures && is_one_of(word, architecture_argument)))
      ++i;
    else if (!is_left_out)
      options.push_back(word);
  }
  return options;
}

/// The command line for nvcc. With Kokkos's launcher the compile database names the host compiler
/// or nvcc_wrapper rather than the nvcc call that it makes. A Kokkos for hosts has the launcher's
/// mark too, but no architecture.
std::optional<Words> device_command(const Words& words, const CompilerChoice& choice) {
  const std::string compiler = program_in(words[index_of_compiler(words)]);
  const bool is_nvcc = compiler == "nvcc";
  const bool is_wrapper = compiler == "nvcc_wrapper";
  const bool is_launched = is_one_of("-DKOKKOS_DEPENDENCE", words) && names_architecture(words);
  if (!is_nvcc && !is_wrapper && !is_launched) return std::nullopt;
  Words command = {choice.nvcc};
  if (!is_nvcc) command.insert(command.end(), {"-forward-unknown-to-host-compiler", "-x", "cu"});
  if (is_launched && !is_wrapper)
    command.insert(command.end(), {"-ccbin", words[index_of_compiler(words)]});
  const Words options = device_options(words, choice.architectures.empty());
  command.insert(command.end(), options.begin(), options.end());
  for (const std::string& architecture : choice.architectures)
    command.push_back(fmt::format("--generate-code=arch=compute_{},code={}",
                                  architecture.substr(architecture.find('_') + 1), architecture));
  command.insert(command.end(), {"--fatbin", "--no-compress", "--resource-usage"});
  return command;
}

struct Entry {
  std::filesystem::path source;
  std::filesystem::path directory;
  Words words;
};

std::vector<Entry> read_database(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream)
    throw UsageError(fmt::format(
        "there is no '{}'; name a build folder that CMake configured (cmake --preset cuda-all)",
        file.string()));
  std::vector<Entry> entries;
  try {
    for (const Json& json : parse_json(read_text(file)))
      entries.push_back({json.at("file").get<std::string>(),
                         json.at("directory").get<std::string>(),
                         json.contains("arguments") ? json["arguments"].get<Words>()
                                                    : split(json.at("command"))});
  } catch (const nlohmann::json::exception&) {
    throw unreadable(file);
  }
  std::erase_if(entries, [](const Entry& entry) { return entry.words.empty(); });
  return entries;
}

/// The compiler of the build's .cu files; the one on PATH if it has none.
std::string nvcc_of(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries)
    if (const std::string& word = entry.words[index_of_compiler(entry.words)];
        program_in(word) == "nvcc")
      return word;
  return "nvcc";
}

}  // namespace

std::vector<Compilation> cuda_compilations(const std::filesystem::path& build,
                                           const CompilerChoice& choice) {
  const std::vector<Entry> entries = read_database(build / "compile_commands.json");
  CompilerChoice chosen = choice;
  if (chosen.nvcc.empty()) chosen.nvcc = nvcc_of(entries);
  std::vector<Compilation> compilations;
  for (const Entry& entry : entries) {
    const std::string pair = pair_of(entry.words);
    const auto model = pair.empty() ? model_of(entry.source) : model_in_pair(entry.source);
    if (!model) continue;
    if (const auto command = device_command(entry.words, chosen))
      compilations.push_back({.source = entry.source,
                              .experiment = pair.empty() ? entry.source.stem().string() : pair,
                              .model = *model,
                              .directory = entry.directory,
                              .command = *command});
  }
  if (compilations.empty())
    throw UsageError(fmt::format(
        "the build in '{}' compiles nothing for CUDA; configure a preset cuda-… (cmake --preset "
        "cuda-all), or a pair of your own with a Kokkos for CUDA",
        build.string()));
  return compilations;
}

}  // namespace tilebridge::resources
