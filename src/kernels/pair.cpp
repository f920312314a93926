// SPDX-License-Identifier: Apache-2.0
#include "kernels/pair.hpp"

#include <fmt/format.h>
#include <tilebridge/pair.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalogue/compare.hpp"
#include "kernels/object.hpp"
#include "kernels/problem.hpp"

namespace tilebridge::kernels {
namespace {

using DescribePair = const tilebridge_pair* (*)();
using ListSources = const char* (*)();

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), is_letter);
}

constexpr std::uint32_t most_items = 1000;  // arrays, or parameters

/// Says what is wrong with an object's description of itself; "" if nothing is.
std::string problem_of(const tilebridge_pair& pair) {
  if (pair.name == nullptr || !is_identifier(pair.name)) return "its name is not a C identifier";
  if (pair.question == nullptr) return "it has no question";
  if (pair.array_count == 0 || pair.array_count > most_items)
    return fmt::format("it has {} arrays, not from 1 to {}", pair.array_count, most_items);
  if (pair.parameter_count > most_items)
    return fmt::format("it has {} parameters, more than {}", pair.parameter_count, most_items);
  if (pair.parameter_count > 0 && pair.parameters == nullptr)
    return fmt::format("it describes none of its {} parameters", pair.parameter_count);
  if (!std::isfinite(pair.tolerance) || pair.tolerance < 0)
    return fmt::format("its tolerance is {}, not a number from 0", pair.tolerance);
  if (pair.arrays == nullptr || pair.work == nullptr || pair.has == nullptr ||
      pair.open == nullptr || pair.prepare == nullptr || pair.launch == nullptr ||
      pair.release == nullptr || pair.close == nullptr || pair.kokkos == nullptr)
    return "it leaves out a function that only 'reference' may be";
  for (std::uint32_t i = 0; i < pair.parameter_count; ++i) {
    const tilebridge_parameter& p = pair.parameters[i];
    if (p.name == nullptr || !is_identifier(p.name) || p.meaning == nullptr || p.least < 0 ||
        p.value < p.least || p.value > p.most)
      return fmt::format("parameter {} has no name, no meaning, or no range that holds its default",
                         i);
    if (p.name == std::string_view("real") || p.name == std::string_view("cache"))
      return fmt::format("'{}' is a parameter of tilebridge's own; call its parameter otherwise",
                         p.name);
    const auto has_its_name = [&](const tilebridge_parameter& other) {
      return std::string_view(other.name) == p.name;
    };
    if (std::any_of(pair.parameters, pair.parameters + i, has_its_name))
      return fmt::format("two parameters are called '{}'", p.name);
  }
  return "";
}

std::vector<Parameter> parameters_of(const tilebridge_pair& pair) {
  std::vector<Parameter> parameters;
  for (std::uint32_t i = 0; i < pair.parameter_count; ++i) {
    const tilebridge_parameter& p = pair.parameters[i];
    parameters.push_back({p.name, tame(p.meaning, 200), p.value, p.least, p.most});
  }
  return parameters;
}

/// "the pair 'axpy' describes itself wrongly".
std::string wrongly_described(const tilebridge_pair& pair) {
  return fmt::format("the pair '{}' describes itself wrongly", pair.name);
}

/// The models that it has, each with the platforms that it has it for.
std::vector<Support> models_of(const tilebridge_pair& pair) {
  std::vector<Support> models;
  for (const Model model : {Model::native, Model::kokkos}) {
    Support support{model, {}};
    for (const Platform platform : {Platform::host, Platform::cuda, Platform::hip})
      if (called<UsageError>(wrongly_described(pair),
                             [&] { return pair.has(number_of(platform), number_of(model)); }) != 0)
        support.platforms.push_back(platform);
    if (!support.platforms.empty()) models.push_back(std::move(support));
  }
  return models;
}

Experiment experiment_of(const tilebridge_pair& pair) {
  Experiment e;
  e.name = pair.name;
  e.family = Family::yours;
  e.question = tame(pair.question, 200);
  e.parameters = parameters_of(pair);
  Variant variant;
  variant.name = variant_name;
  variant.technique = pair.reference != nullptr ? "validated against its own reference"
                                                : "without a reference: models validate each other";
  variant.models = models_of(pair);
  variant.problem = problem_of_pair(pair);
  e.variants = {std::move(variant)};
  return e;
}

}  // namespace

struct Pair::Object {
  explicit Object(const std::filesystem::path& named) : file(named) {
    const auto describe =
        reinterpret_cast<DescribePair>(function_of(file, "tilebridge_export_pair"));
    if (describe == nullptr)
      throw UsageError(
          fmt::format("{} is no pair of kernels: it exports no tilebridge_export_pair(); "
                      "`tilebridge new` shows how",
                      in_quotes(file)));
    pair = called<UsageError>(in_quotes(file), describe);
    if (pair == nullptr || pair->version != TILEBRIDGE_PAIR_VERSION)
      throw UsageError(fmt::format(
          "{} has version {} of the pair interface, this program has {}; build it again with this "
          "program's headers",
          in_quotes(file), pair == nullptr ? 0 : pair->version, TILEBRIDGE_PAIR_VERSION));
    if (const std::string problem = problem_of(*pair); !problem.empty())
      throw UsageError(fmt::format("{}: {}", in_quotes(file), problem));
  }
  ~Object() {
    if (is_open) pair->close();
  }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::filesystem::path file;
  const tilebridge_pair* pair = nullptr;
  bool is_open = false;
};

bool is_object(std::string_view name) { return name.ends_with(".so"); }

bool are_objects(const std::vector<std::string>& names) {
  const auto objects = std::count_if(names.begin(), names.end(), is_object);
  if (objects > 0 && objects != std::ssize(names))
    throw UsageError("pairs of your own and experiments of the catalogue are runs of their own");
  return objects > 0;
}

Pair::Pair(const std::filesystem::path& file)
    : object_(std::make_shared<Object>(file)), experiment_(experiment_of(*object_->pair)) {}

Pair::~Pair() = default;

std::string Pair::kokkos() const {
  const tilebridge_pair& pair = *object_->pair;
  const char* const text = called<UsageError>(wrongly_described(pair), pair.kokkos);
  if (text == nullptr)
    throw UsageError(wrongly_described(pair) + ": it does not say which Kokkos is inside");
  return line_of(text);
}

const std::filesystem::path& Pair::file() const { return object_->file; }

std::vector<std::filesystem::path> Pair::sources() const {
  const auto list =
      reinterpret_cast<ListSources>(function_of(object_->file, "tilebridge_pair_sources"));
  const char* const named = list == nullptr ? nullptr : list();
  std::istringstream lines(named == nullptr ? "" : named);
  std::vector<std::filesystem::path> paths;
  for (std::string line; std::getline(lines, line);) paths.emplace_back(line);
  return paths;
}

bool Pair::has_reference() const { return object_->pair->reference != nullptr; }

void reject_unconfirmed(CaseResult& result) {
  const auto is_ok = [](const auto& entry) { return entry.second.status == Status::ok; };
  if (std::count_if(result.kernels.begin(), result.kernels.end(), is_ok) != 1) return;
  KernelResult& alone = std::find_if(result.kernels.begin(), result.kernels.end(), is_ok)->second;
  alone = {Status::invalid,
           "nothing confirms it: the pair has no reference, and no other model agrees",
           {},
           {}};
  result.comparisons.clear();
}

void Pair::open(Platform platform, int device, const CurrentQueue& queue,
                Implementations& implementations) {
  const tilebridge_pair& pair = *object_->pair;
  Reason reason{};
  const std::string opening =
      fmt::format("the pair '{}' cannot be opened on {}", pair.name, name_of(platform));
  const int failed = called<PlatformError>(opening, [&] {
    return pair.open(number_of(platform), device, reason.data(), reason.size());
  });
  if (failed != 0) throw PlatformError(fmt::format("{}: {}", opening, text_of(reason)));
  object_->is_open = true;
  for (const Support& support : experiment_.variants.front().models) {
    if (!support.runs_on(platform)) continue;
    implementations.add(
        {support.model, fmt::format("{}/{}", pair.name, variant_name), std::nullopt,
         typeid(PairArguments),
         [object = object_, model = support.model, queue](const Arguments& arguments, const auto&) {
           return launch_of(object, *object->pair, model, arguments.as<PairArguments>(), queue());
         }});
  }
}

}  // namespace tilebridge::kernels
