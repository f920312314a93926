// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_base.hpp"

#include <array>

#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

constexpr std::size_t longest_function_head = 512;  // tokens of a function before its body

bool is_mark_of_device(std::string_view name) {
  return name == "__device__" || name == "HOST_DEVICE" || name.ends_with("_HOST_DEVICE") ||
         name.ends_with("_DEVICE_FUNCTION") || name == "DEVICE_FUNCTION" ||
         name == "__host__device__";
}

/// The token behind the template arguments at i, which may be conditions:
/// enable_if_t<!is_small(n)>; i + 1 if they do not end.
std::size_t behind_angles(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 128;
  int depth = 0;
  for (std::size_t j = i; j < std::min(i + longest, code.size()); ++j) {
    if (code[j] == ";" || code[j] == "{") break;
    depth += code[j] == "<" ? 1 : code[j] == ">" ? -1 : 0;
    if (depth == 0) return j + 1;
    j = code.end_of_brackets(j);
  }
  return i + 1;
}

/// The bracket of the parameters behind a mark, or size() if no function follows.
std::size_t parameters_behind(const Code& code, std::size_t mark) {
  constexpr std::array<std::string_view, 8> with_arguments = {
      "__launch_bounds__", "__attribute__", "__cluster_dims__",    "__block_size__",
      "alignas",           "__align__",     "amdgpu_waves_per_eu", "decltype"};
  for (std::size_t i = mark + 1; i < std::min(mark + longest_function_head, code.size()); ++i) {
    if (code[i] == "<") i = behind_angles(code, i) - 1;
    if (code[i] == "(") {
      if (code.is_name(i - 1) &&
          std::ranges::find(with_arguments, code[i - 1]) == with_arguments.end() &&
          !code[i - 1].starts_with("LAUNCH_BOUNDS"))
        return i;
      if (code[i - 1] == ">" && code.callee(i) < code.size()) return code.call(code.callee(i));
      i = code.end_of_brackets(i);
    } else if (code[i] == "[" && code[i + 1] == "[")
      i = code.end_of_brackets(i);
    else if (code[i] == ";" || code[i] == "=" || code[i] == "{" || code[i] == "}" ||
             code[i] == "[" || code[i] == "#")
      return code.size();
  }
  return code.size();
}

/// The bracket of the body behind parameters, or size() for a declaration.
std::size_t body_behind(const Code& code, std::size_t parameters) {
  for (std::size_t i = code.partner(parameters) + 1;
       i < std::min(code.partner(parameters) + 64, code.size()); ++i) {
    if (code[i] == "{") return i;
    if (code[i] == ";" || code[i] == "}" || code[i] == "=") return code.size();
    i = code.end_of_brackets(i);
  }
  return code.size();
}

/// Words of CUDA, which headers define for other compilers.
bool is_word_of_cuda(std::string_view name) {
  return is_one_of(name, {"__shared__", "__device__", "__global__", "__constant__", "__host__",
                          "__syncthreads", "__restrict__"});
}

/// How many folders two paths have in common.
std::size_t common_folders(std::string_view a, std::string_view b) {
  const auto end = std::ranges::mismatch(a, b).in1;
  return static_cast<std::size_t>(std::count(a.begin(), end, '/'));
}

/// The paths in the lines `#include "…"` and `#include <…>` of a file.
std::vector<std::string_view> included_in(const CudaFile& file) {
  std::vector<std::string_view> paths;
  const std::vector<Token>& tokens = file.tokens;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].is("#") || !tokens[i + 1].is("include")) continue;
    const std::size_t begin = tokens[i + 2].begin + 1;
    const std::size_t end = file.text.find_first_of("\">\n", begin);
    if (end < file.text.size())
      paths.push_back(std::string_view(file.text).substr(begin, end - begin));
  }
  return paths;
}

std::vector<Token> tokens_between(const CudaFile& file, std::size_t begin, std::size_t end) {
  std::vector<Token> tokens;
  for (std::size_t i = begin; i < end; ++i) tokens.push_back(file.code->token(i));
  return tokens;
}

}  // namespace

CudaBase::CudaBase(const std::vector<CudaSource>& sources) {
  files_.reserve(sources.size());
  for (const CudaSource& source : sources)
    files_.push_back({source.path, plain_text(source.text), {}, nullptr});
  for (std::size_t i = 0; i < files_.size(); ++i) {
    files_[i].tokens = tokenise(files_[i].text);
    files_[i].code = std::make_unique<Code>(files_[i].text, files_[i].tokens);
    read_macros(i);
  }
  read_includes();
  for (std::size_t i = 0; i < files_.size(); ++i) {
    read_functions(i);
    read_names(i);
  }
}

void CudaBase::read_macros(std::size_t file) {
  const std::vector<Token>& tokens = files_[file].tokens;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
    if (tokens[i].is("#") && tokens[i].begins_line && tokens[i + 1].is("define") &&
        tokens[i + 2].kind == TokenKind::name)
      read_macro(file, i);
}

void CudaBase::read_macro(std::size_t file, std::size_t at) {
  const std::vector<Token>& tokens = files_[file].tokens;
  const Token& name = tokens[at + 2];
  if (is_word_of_cuda(name.text)) return;
  CudaMacro macro = {file, name.begin, false, {}, {}};
  std::size_t i = at + 3;
  const auto goes_on = [&] { return i < tokens.size() && !tokens[i].begins_line; };
  macro.takes_arguments =
      goes_on() && tokens[i].is("(") && tokens[i].begin == name.begin + name.text.size();
  if (macro.takes_arguments)
    for (++i; goes_on() && !tokens[i - 1].is(")"); ++i)
      if (tokens[i].kind == TokenKind::name || tokens[i].is("."))
        if (!tokens[i].is(".") || !tokens[i - 1].is("."))
          macro.parameters.push_back(tokens[i].text);
  for (; goes_on(); ++i) macro.body.push_back(tokens[i]);
  bool has_block = false, is_kernel = false, is_device = false;
  for (const Token& token : macro.body) {
    has_block = has_block || token.is("{");
    is_kernel = is_kernel || token.is("__global__");
    is_device = is_device || token.is("__device__");
    if (token.kind == TokenKind::name) names_in_macros_.add(token.text, file);
  }
  if (!has_block && !macro.takes_arguments && (is_kernel || is_device))
    marks_.emplace(name.text, is_kernel ? "__global__" : "__device__");
  if (has_block && is_kernel) kernel_macros_.emplace_back(name.text, macro);
  macros_.add(name.text, std::move(macro));
}

bool CudaBase::stands_for(std::string_view name, std::string_view mark) const {
  if (name == mark) return true;
  const auto found = marks_.find(name);
  return found != marks_.end() && found->second == mark;
}

bool CudaBase::is_device_mark(std::string_view name) const {
  return is_mark_of_device(name) || stands_for(name, "__device__");
}

void CudaBase::read_functions(std::size_t file) {
  const Code& code = *files_[file].code;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code.is_name(i)) continue;
    if (stands_for(code[i], "__global__")) read_function(file, i, true);
    if (is_device_mark(code[i])) read_function(file, i, false);
    const bool is_shared = code[i] == "__shared__" && code.enclosing(i) == code.size();
    if (code[i] == "__constant__" || code[i] == "__device__" || is_shared) {
      const std::size_t end = std::min(i + 24, code.size());
      std::size_t j = i + 1;
      while (j < end && code[j] != ";" && code[j] != "=" && code[j] != "(" && code[j] != "[" &&
             code[j] != "{")
        ++j;
      const bool is_array = code[j] == "[" || code[j] == ";" || code[j] == "=";
      if (is_array && code.is_name(j - 1))
        variables_.add(code[j - 1], {file, code.contains({i > 2 ? i - 2 : 0, j}, "__constant__")
                                               ? CudaSpace::constant
                                           : is_shared ? CudaSpace::shared
                                                       : CudaSpace::global});
    }
  }
}

void CudaBase::read_function(std::size_t file, std::size_t mark, bool is_kernel) {
  const Code& code = *files_[file].code;
  const std::size_t parameters = parameters_behind(code, mark);
  if (parameters >= code.size() || code.partner(parameters) >= code.size()) return;
  const std::size_t block = body_behind(code, parameters);
  if (block >= code.size() || code.partner(block) >= code.size()) return;
  const std::size_t name = code.callee(parameters);
  if (name >= code.size() || code[name] == "operator") return;
  const CudaFunction function = {file,
                                 mark,
                                 name,
                                 {parameters + 1, code.partner(parameters)},
                                 {block + 1, code.partner(block)}};
  const auto is_same = [&](const CudaFunction& other) {
    return other.file == file && other.name == name;
  };
  if (!is_kernel) {
    const auto* known = functions_.find(code[name]);
    if (known == nullptr || !is_same(known->back())) functions_.add(code[name], function);
  } else if (kernels_.empty() || !is_same(kernels_.back())) {
    kernels_.push_back(function);
    kernel_names_.add(code[name], file);
  }
}

/// Reads `const int n = 4;`, `constexpr`, `typedef float real;` and `using real = float;`.
void CudaBase::read_names(std::size_t file) {
  const Code& code = *files_[file].code;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::string_view word = code[i];
    if (is_one_of(word, {"enum", "struct", "class"}) && code.is_name(i + 1))
      classes_.insert(code[i + 1]);
    if (word == "typedef" || word == "using") {
      const std::size_t end = code.end_of_statement(i);
      const bool is_using = word == "using";
      if (end - i < 4 || end - i > 16 || (is_using && code[i + 2] != "=")) continue;
      const std::string_view name = is_using ? code[i + 1] : code[end - 2];
      std::size_t type = is_using ? end - 2 : end - 3;
      bool is_pointer = false;
      while (type > i + 1 && (is_one_of(code[type], {"*", "const", "__restrict__", "_Complex"}) ||
                              code[type].ends_with("RESTRICT")))
        is_pointer = code[type--] == "*" || is_pointer;
      if (code.is_name(type)) types_.add(name, {file, code[type], is_pointer});
    }
    if (word != "const" && word != "constexpr") continue;
    std::size_t j = i + 1;
    while (j < i + 8 && code[j] != "=" && code[j] != ";" && code[j] != "(") ++j;
    const std::size_t end = code[j] == "=" ? code.end_of_statement(j) : 0;
    if (end <= j || end - j >= 24 || !code.is_name(j - 1)) continue;
    const Region* const scope = code.around(RegionKind::class_scope, j);
    constants_.add(code[j - 1],
                   {file, scope == nullptr ? "" : code[scope->span.begin],
                    tokens_between(files_[file], j + 1, end - 1), word == "constexpr"});
  }
}

/// Reads `#include "a/b.h"`, and what that includes.
void CudaBase::read_includes() {
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < files_.size(); ++i)
    by_name[std::string_view(files_[i].path).substr(folder_of(files_[i].path).size())].push_back(i);
  std::vector<std::vector<std::size_t>> direct(files_.size());
  for (std::size_t i = 0; i < files_.size(); ++i)
    for (const std::string_view included : included_in(files_[i])) {
      const auto named = by_name.find(included.substr(folder_of(included).size()));
      if (named == by_name.end()) continue;
      const auto rank = [&](std::size_t other) {
        return std::pair(files_[other].path.ends_with(included),
                         common_folders(files_[other].path, files_[i].path));
      };
      direct[i].push_back(std::ranges::max(named->second, {}, rank));
    }
  constexpr std::size_t most = 512;  // files that one file sees
  seen_.resize(files_.size());
  for (std::size_t i = 0; i < files_.size(); ++i) {
    std::vector<std::size_t> waiting = {i};
    std::vector<std::size_t>& seen = seen_[i];
    while (!waiting.empty() && seen.size() < most) {
      const std::size_t next = waiting.back();
      waiting.pop_back();
      for (const std::size_t other : direct[next]) {
        const auto place = std::ranges::lower_bound(seen, other);
        if (place != seen.end() && *place == other) continue;
        seen.insert(place, other);
        waiting.push_back(other);
      }
    }
  }
}

std::size_t CudaBase::nearness(std::size_t other, std::size_t file) const {
  if (other == file) return 4;
  if (std::ranges::binary_search(seen_[file], other)) return 3;
  if (folder_of(files_[other].path) == folder_of(files_[file].path)) return 2;
  return seen_[file].empty() ? elsewhere : 0;
}

const CudaMacro* CudaBase::macro(std::string_view name, std::size_t file) const {
  return nearest(macros_, name, file, [&](const CudaMacro& one) {
    return one.takes_arguments || nearness(one.file, file) > elsewhere;
  });
}

const CudaFunction* CudaBase::function(std::string_view name, std::size_t file) const {
  return nearest(functions_, name, file);
}

const CudaVariable* CudaBase::variable(std::string_view name, std::size_t file) const {
  return nearest(variables_, name, file);
}

}  // namespace tilebridge::sources
