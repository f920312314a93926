// SPDX-License-Identifier: Apache-2.0
#include "resources/kernel_name.hpp"

#include <cxxabi.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <regex>
#include <vector>

namespace tilebridge::resources {
namespace {

constexpr std::string_view kokkos = "Kokkos::";
constexpr std::string_view kokkos_launch = "Kokkos::Impl::cuda_parallel_launch_";
constexpr std::string_view engineered = "tilebridge::kokkos::engineered::";

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

int depth_change(char c) {
  if (c == '<' || c == '(') return 1;
  return c == '>' || c == ')' ? -1 : 0;
}

/// "f<1>" of "void f<1>(int)".
std::string_view without_signature(std::string_view name) {
  constexpr std::string_view result = "void ";
  if (name.starts_with(result)) name.remove_prefix(result.size());
  if (!name.ends_with(')')) return name;
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += depth_change(name[i]);
    if (depth == 0) return name.substr(0, i);
  }
  return name;
}

/// "A<B, C>" and "D" of "f<A<B, C>, D>".
std::vector<std::string> template_arguments(std::string_view name) {
  std::vector<std::string> arguments;
  int depth = 0;
  for (const char c : name.substr(std::min(name.find('<'), name.size()))) {
    depth += depth_change(c);
    const bool separates = depth == 1 && (c == '<' || c == ',');
    if (depth == 0) break;
    if (separates)
      arguments.emplace_back();
    else if (c != ' ' || !arguments.back().empty())
      arguments.back() += c;
  }
  return arguments;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
    text.replace(at, what.size(), by);
}

/// Removes namespaces that are implied, and the execution space, which is always Cuda.
std::string shortened(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> replacements = {
      {{"(anonymous namespace)::", ""},
       {engineered, ""},
       {"<Kokkos::Cuda>", ""},
       {"Kokkos::Cuda, ", ""},
       {", Kokkos::Cuda>", ">"},
       {"tilebridge::cuda::", ""},
       {"tilebridge::kokkos::", ""},
       {"tilebridge::", ""},
       {"Kokkos::Impl::", ""},
       {"Kokkos::", ""},
       {" >", ">"}}};
  static const std::regex unsigned_suffix(R"(\b(\d+)u(l?)\b)");
  static const std::regex versioned(R"(\b(CUB|THRUST)_[0-9A-Z_]+::)");
  // nvcc's name of an unnamed namespace around a lambda; its last number differs between
  // compilations.
  static const std::regex unnamed(R"(\b_INTERNAL_[0-9a-f]{8}_\d+_\w+?_[0-9a-f]{8}_\d+::)");
  for (const auto& [what, by] : replacements) replace_all(text, what, by);
  text = std::regex_replace(text, unsigned_suffix, "$1");
  return std::regex_replace(std::regex_replace(text, versioned, ""), unnamed, "");
}

/// "f<1>" of "f<1>(int)::{lambda(long)#1}".
std::string enclosing_function(const std::string& functor) {
  const std::size_t lambda = functor.find("::{lambda(");
  if (lambda == std::string::npos) return functor;
  return std::string(without_signature(std::string_view(functor).substr(0, lambda)));
}

/// Candidate names for a kernel, the shortest first.
std::vector<std::string> names_of(const std::string& symbol) {
  const std::string whole = demangled(symbol);
  const std::string name(without_signature(whole));
  if (!name.starts_with(kokkos_launch)) return {shortened(name), name};
  const std::vector<std::string> launched = template_arguments(name);
  const std::vector<std::string> pattern =
      launched.empty() ? launched : template_arguments(launched[0]);
  if (pattern.size() < 2) return {shortened(name), name};
  std::string functor = pattern[0];
  if (functor.starts_with("Kokkos::Impl::CombinedFunctorReducer<"))
    functor = template_arguments(functor)[0];
  const std::string prefix(functor.starts_with(kokkos) ? kokkos : "");
  functor = prefix + shortened(functor);
  const std::string policy = ", " + shortened(pattern[1]);
  const bool is_engineered = prefix.empty() && whole.find(engineered) != std::string::npos;
  const std::string suffix(is_engineered ? " (engineered)" : "");
  return {enclosing_function(functor) + suffix, functor + suffix, functor + policy + suffix, name};
}

}  // namespace

std::map<std::string, std::string> readable_names(const std::set<std::string>& symbols) {
  std::map<std::string, std::vector<std::string>> candidates;
  std::map<std::string, int> uses;  // number of kernels per candidate
  for (const std::string& symbol : symbols) {
    const std::vector<std::string> names = names_of(symbol);
    for (const std::string& name : std::set<std::string>(names.begin(), names.end())) ++uses[name];
    candidates[symbol] = names;
  }
  std::map<std::string, std::string> readable;
  for (const auto& [symbol, names] : candidates) {
    readable[symbol] = symbol;
    for (const std::string& name : names)
      if (uses[name] == 1) {
        readable[symbol] = name;
        break;
      }
  }
  return readable;
}

bool is_of_kokkos(std::string_view readable_name) { return readable_name.starts_with(kokkos); }

}  // namespace tilebridge::resources
