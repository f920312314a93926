// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>
#include <unistd.h>

#include <iostream>

#include "base/error.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "cli/measured_commands.hpp"
#include "judge/merge.hpp"
#include "pages/course.hpp"
#include "results/file.hpp"
#include "run/start.hpp"

namespace tilebridge::cli::follow_command {
namespace {

struct Options {
  std::string document;
  std::vector<std::string> words;  // the section, then result files
  bool answers = false;
};

const judge::CoursePage& page_of(const std::string& document) {
  const std::vector<std::string> documents = {"D1", "D2", "D3", "D4", "D5"};
  if (const judge::CoursePage* page = judge::course_page(document)) return *page;
  throw unknown_name("document", document, documents);
}

const judge::CourseSection& section_of(const judge::CoursePage& page, const std::string& key) {
  if (const judge::CourseSection* section = page.find(key)) return *section;
  std::vector<std::string> keys;
  for (const judge::CourseSection& section : page.sections) keys.push_back(section.key);
  throw unknown_name("section", key, keys, "tilebridge follow " + page.document);
}

/// Why kernels cannot be timed here; "" if a CUDA device can be used.
std::string why_no_device() {
  try {
    run::see_devices(Platform::cuda, 0);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

std::vector<Results> results_of(const judge::CoursePage& page, const judge::CourseSection& section,
                                const std::vector<std::string>& files) {
  std::vector<Results> results;
  for (const std::string& path : files) results.push_back(read_results(path));
  if (!files.empty()) return judge::with_parts_merged(std::move(results));
  std::vector<std::string> commands = section.commands();
  std::erase_if(commands, [](const std::string& text) { return !text.starts_with("run "); });
  if (commands.empty()) return results;
  if (const std::string why = why_no_device(); !why.empty()) {
    const std::string stored = stored_results();
    results.push_back(read_results(stored));
    put("Nothing was run: {}.\n{}\n", why, stored_origin(stored, results.back()));
    return results;
  }
  MeasuredCommands measured(program_path(), "follow-" + page.document);
  for (const std::string& command : commands) measured.run(command);
  put("results: {}\n", fmt::join(measured.files(), " "));
  return measured.results();
}

/// Reads a line from whoever sits at the terminal; "" for Enter alone.
std::string prediction() {
  put("\nYour prediction (or Enter): ");
  std::fflush(stdout);
  std::string line;
  std::getline(std::cin, line);
  return line;
}

/// Asks before it shows the answer, where somebody can answer.
void show_section(const judge::CoursePage& page, const judge::CourseSection& section,
                  bool with_answers) {
  const bool asks = !with_answers && !section.question().empty() && ::isatty(STDIN_FILENO) != 0 &&
                    ::isatty(STDOUT_FILENO) != 0;
  if (!asks) return show(pages::section_page(page, section));
  show(pages::question_page(page, section));
  const std::string predicted = one_printable_line(prediction(), 200);
  put("\n");
  show(pages::answer_page(section));
  if (!predicted.empty()) put("\nYou predicted: {}\n", predicted);
}

void follow(const Options& options) {
  const judge::CoursePage& page = page_of(options.document);
  if (options.words.empty()) return show(pages::contents_page(page));
  const judge::CourseSection& section = section_of(page, options.words.front());
  show_section(page, section, options.answers);
  put("\n");
  std::fflush(stdout);
  const std::vector<std::string> files(options.words.begin() + 1, options.words.end());
  show(pages::seen_page(page, section, results_of(page, section, files)));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "follow",
      "Read one of five documents section by section, run what it names, and see what "
      "holds");
  command->add_option("document", options->document, "D1, D2, D3, D4 or D5")
      ->type_name("DOCUMENT")
      ->required();
  command
      ->add_option(
          "section", options->words,
          "A section, by the beginning of its heading: 1.3, registers; without one they "
          "are listed. Then result files to look in instead of running anything; without a GPU the "
          "stored ones are looked in")
      ->type_name("[SECTION [FILE...]]");
  command->add_flag("--answers", options->answers,
                    "In a terminal, show the answer with the question, without asking for a "
                    "prediction first");
  return {command, [options] {
            follow(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli::follow_command
