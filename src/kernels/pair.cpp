// SPDX-License-Identifier: Apache-2.0
#include "kernels/pair.hpp"

#include <fmt/format.h>
#include <tilebridge/pair.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "access/traffic.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "catalogue/problem.hpp"
#include "kernels/object.hpp"
#include "kernels/problem.hpp"
#include "results/results.hpp"

namespace tilebridge::kernels {
namespace {

std::int32_t number_of(Platform platform) {
  static_assert(static_cast<int>(Platform::host) == TILEBRIDGE_HOST &&
                static_cast<int>(Platform::cuda) == TILEBRIDGE_CUDA &&
                static_cast<int>(Platform::hip) == TILEBRIDGE_HIP);
  return static_cast<std::int32_t>(platform);
}

bool is_identifier(std::string_view name, std::string_view others = "_") {
  const auto is_letter = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || others.find(c) != std::string_view::npos;
  };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), is_letter);
}

constexpr std::uint32_t most_items = 1000;   // arrays, parameters, or models
constexpr std::size_t longest_name = 31;     // of a model
constexpr std::size_t longest_release = 15;  // in its key

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
  // With 1 or more, zeros would be right whatever is expected.
  if (!(pair.tolerance >= 0 && pair.tolerance < 1))
    return fmt::format("its tolerance is {}, not a number from 0 and below 1", pair.tolerance);
  if (pair.arrays == nullptr || pair.work == nullptr || pair.has == nullptr ||
      pair.open == nullptr || pair.prepare == nullptr || pair.launch == nullptr ||
      pair.discard == nullptr || pair.close == nullptr || pair.release == nullptr)
    return "it leaves out a function that only 'reference' may be";
  if (pair.model_count == 0 || pair.model_count > most_items || pair.models == nullptr)
    return fmt::format("it names {} models, not from 1 to {}", pair.model_count, most_items);
  for (std::uint32_t i = 0; i < pair.model_count; ++i) {
    const std::string_view name = pair.models[i] == nullptr ? "" : pair.models[i];
    const bool is_taken = name == "cuda" || name == "hip" || name == "vendor" ||
                          (i > 0 && name == "native");  // where users choose models
    if (!is_identifier(name, "_-") || name.size() > longest_name || is_taken)
      return fmt::format("its model {} cannot be called '{}'", i,
                         one_printable_line(name, longest_name));
    if (std::find(pair.models, pair.models + i, name) != pair.models + i)
      return fmt::format("two models are called '{}'", name);
  }
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

/// "the pair 'axpy' describes itself wrongly".
std::string wrongly_described(const tilebridge_pair& pair) {
  return fmt::format("the pair '{}' describes itself wrongly", pair.name);
}

std::string release_of(const tilebridge_pair& pair, std::uint32_t model) {
  const char* const text =
      called<UsageError>(wrongly_described(pair), [&] { return pair.release(model); });
  if (text == nullptr)
    throw UsageError(fmt::format("{}: it does not say which release of {} it has",
                                 wrongly_described(pair), pair.models[model]));
  return line_of(text);
}

/// The first word of what the pair says of a model's release is in its key.
Model model_of(const tilebridge_pair& pair, std::uint32_t model) {
  const std::string release = release_of(pair, model);
  const std::size_t end = release.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+_-");
  return tilebridge::model_of(pair.models[model],
                              release.substr(0, std::min(end, longest_release)));
}

/// The models, in the pair's order, each with the platforms that it has it for.
std::vector<Support> models_of(const tilebridge_pair& pair) {
  std::vector<Support> models;
  for (std::uint32_t i = 0; i < pair.model_count; ++i) {
    Support support{model_of(pair, i), {}};
    for (const Platform platform : {Platform::host, Platform::cuda, Platform::hip})
      if (called<UsageError>(wrongly_described(pair),
                             [&] { return pair.has(number_of(platform), i); }) != 0)
        support.platforms.push_back(platform);
    models.push_back(std::move(support));
  }
  return models;
}

Experiment experiment_of(const tilebridge_pair& pair) {
  Experiment e;
  e.name = pair.name;
  e.family = Family::yours;
  e.question = one_printable_line(pair.question, 200);
  for (std::uint32_t i = 0; i < pair.parameter_count; ++i) {
    const tilebridge_parameter& p = pair.parameters[i];
    e.parameters.push_back({p.name, one_printable_line(p.meaning, 200), p.value, p.least, p.most});
  }
  Variant variant;
  variant.name = pair_variant;
  variant.technique = pair.reference != nullptr ? "validated against its own reference"
                                                : "without a reference: models validate each other";
  variant.models = models_of(pair);
  variant.problem = problem_of_pair(pair);
  e.variants = {std::move(variant)};
  return e;
}

}  // namespace

namespace {

/// Adds what an object tells; what is no request is left out.
void add_told(void* sum, const tilebridge_request* told) {
  static_assert(static_cast<int>(Operation::load) == TILEBRIDGE_LOAD &&
                static_cast<int>(Operation::store) == TILEBRIDGE_STORE &&
                static_cast<int>(Operation::atomic) == TILEBRIDGE_ATOMIC);
  const bool is_size = std::ranges::count(std::array{1, 2, 4, 8, 16}, told->bytes) == 1;
  if (!is_size || told->operation < TILEBRIDGE_LOAD || told->operation > TILEBRIDGE_ATOMIC) return;
  add_request(*static_cast<Traffic*>(sum),
              told->space == TILEBRIDGE_SHARED ? Memory::shared : Memory::global,
              {{std::begin(told->addresses), std::end(told->addresses)},
               told->bytes,
               static_cast<Operation>(told->operation)});
}

}  // namespace

struct Pair::Object {
  explicit Object(const std::filesystem::path& named) : file(named) {
    const auto describe = reinterpret_cast<decltype(&tilebridge_export_pair)>(
        function_of(file, "tilebridge_export_pair"));
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
    observe = reinterpret_cast<decltype(observe)>(function_of(file, "tilebridge_pair_observe"));
    timeline = reinterpret_cast<decltype(timeline)>(function_of(file, "tilebridge_pair_timeline"));
    if (const std::string problem = problem_of(*pair); !problem.empty())
      throw UsageError(fmt::format("{}: {}", in_quotes(file), problem));
  }
  ~Object() {
    if (is_open) pair->close();
  }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Throws KernelFailed, with the pair's own reason, where it fails to prepare or to launch. A
  /// launch that it prepares keeps `self`.
  static Launch launch(const std::shared_ptr<Object>& self, std::uint32_t model,
                       const PairArguments& arguments, void* queue) {
    const tilebridge_pair& pair = *self->pair;
    Reason reason{};
    const std::string preparing = fmt::format("preparing its {} kernel", pair.models[model]);
    void* const prepared = called<KernelFailed>(preparing, [&] {
      return pair.prepare(model, arguments.parameters.data(), arguments.arrays.data(), queue,
                          reason.data(), reason.size());
    });
    if (prepared == nullptr) throw KernelFailed(fmt::format("{}: {}", preparing, text_of(reason)));
    return launch_of({prepared, [self](void* p) { self->pair->discard(p); }}, pair.launch,
                     fmt::format("launching its {} kernel", pair.models[model]));
  }

  /// Launches once and counts what the warps access, and what is on streams, as the object tells.
  static Counters counted(const Object& object, const Launch& launch) {
    Counters counters = counters_of(traffic_of(object, launch));
    if (object.timeline == nullptr) return counters;
    tilebridge_timeline told = {};
    object.timeline(&told);
    using enum Counter;
    counters.values.insert({{timeline_bytes, told.bytes},
                            {timeline_longest_bytes, told.longest},
                            {timeline_calls, told.calls},
                            {timeline_streams, told.streams},
                            {timeline_host_waits, told.host_waits}});
    return counters;
  }
  static Traffic traffic_of(const Object& object, const Launch& launch) {
    Traffic sum;
    object.observe(add_told, &sum);
    struct Ended {
      decltype(&tilebridge_pair_observe) observe;
      ~Ended() { observe(nullptr, nullptr); }
    } const ended{object.observe};
    launch();
    return sum;
  }

  std::filesystem::path file;
  const tilebridge_pair* pair = nullptr;
  decltype(&tilebridge_pair_observe) observe = nullptr;    // null: it cannot tell
  decltype(&tilebridge_pair_timeline) timeline = nullptr;  // likewise
  bool is_open = false;
};

bool is_object(std::string_view name) { return name.ends_with(".so"); }

bool are_objects(const std::vector<std::string>& names) {
  const auto objects = std::count_if(names.begin(), names.end(), is_object);
  if (objects > 0 && objects != std::ssize(names))
    throw UsageError("pairs of your own and experiments of the catalogue are runs of their own");
  return objects > 0;
}

namespace {

/// Sets the values that `tune` tries, a line for each parameter: "threads 32 64 128". Throws
/// UsageError for what is no such line.
void add_settings(Experiment& experiment, const char* lines) {
  for (const std::string& line : split(lines == nullptr ? "" : lines, '\n')) {
    const std::vector<std::string> words = split(line, ' ');
    const auto parameter =
        std::ranges::find(experiment.parameters, words.front(), &Parameter::name);
    if (parameter == experiment.parameters.end())
      throw UsageError(fmt::format("the pair '{}' has settings of '{}', which is no parameter",
                                   experiment.name,
                                   one_printable_line(words.front(), longest_name)));
    for (std::size_t i = 1; i < words.size(); ++i)
      parameter->tries.push_back(parse_value(*parameter, words[i]));
  }
}

/// Returns what an object's optional function returns; null if it has none. Throws UsageError if it
/// throws.
const char* text_from(const std::filesystem::path& file, const char* name) {
  const auto function =
      reinterpret_cast<decltype(&tilebridge_pair_sources)>(function_of(file, name));
  return function == nullptr
             ? nullptr
             : called<UsageError>(fmt::format("{}: {}()", in_quotes(file), name), function);
}

}  // namespace

Pair::Pair(const std::filesystem::path& file)
    : object_(std::make_shared<Object>(file)), experiment_(experiment_of(*object_->pair)) {
  add_settings(experiment_, text_from(file, "tilebridge_pair_settings"));
  if (const char* const text = text_from(file, "tilebridge_pair_exercise"); text != nullptr)
    exercise_ = text;
}

std::string Pair::release(std::size_t model) const {
  return release_of(*object_->pair, static_cast<std::uint32_t>(model));
}

const std::filesystem::path& Pair::file() const { return object_->file; }

std::vector<std::string> Pair::sources() const {
  const char* const named = text_from(object_->file, "tilebridge_pair_sources");
  return split(named == nullptr ? "" : named, '\n');
}

bool Pair::is_counted() const { return object_->observe != nullptr; }

bool Pair::has_reference() const { return object_->pair->reference != nullptr; }

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
  const std::vector<Support>& models = this->models();
  Implementations::Count count;
  if (object_->observe != nullptr && platform == Platform::host)
    count = [object = object_](const Launch& launch) { return Object::counted(*object, launch); };
  for (std::uint32_t i = 0; i < models.size(); ++i) {
    if (!models[i].runs_on(platform)) continue;
    implementations.add({models[i].model, fmt::format("{}/{}", pair.name, pair_variant),
                         std::nullopt, typeid(PairArguments),
                         [object = object_, i, queue](const Arguments& arguments, const auto&) {
                           return Object::launch(object, i, arguments.as<PairArguments>(), queue());
                         },
                         count});
  }
}

}  // namespace tilebridge::kernels
