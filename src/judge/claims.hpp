// SPDX-License-Identifier: Apache-2.0
// The claims of the documents in documents/, and whether a result file reproduces them.
// documents/README.md describes the format of their files.
#pragma once

#include "judge/records.hpp"
#include "results/results.hpp"

namespace tilebridge::judge {

/// Both ends are included. An infinite end is no bound.
struct Range {
  double low = 0;
  double high = 0;
};

struct Claim {
  std::string id;  // document, place, subject: "D1-2.2-stride-32"
  std::string section;
  std::string statement;
  std::string unit;                  // "×", "cycles", …; "%" for a share, where 1 is all
  std::string device;                // as the document names it; "" where it means every GPU
  std::optional<Range> stated = {};  // none where the document has no figure
  Range accepted = {};               // values that are the same finding
  std::string check;                 // "time(stride/copy stride=32) ÷ time(stride/copy stride=1)"
  std::optional<double> value = {};  // of a check that needs no result file
  std::string cause_above = {};      // why a value is larger than what is accepted; "" if unknown
  std::string cause_below = {};
  std::string caveat = {};       // what an accepted value shows instead of what is stated; "": that
  std::string examined_on = {};  // the device that showed these; "" if they hold on all

  /// Why that value is not reproduced, or what it shows if it is; "" if that is unknown.
  const std::string& cause_of(double measured) const;
};

/// Names what an answer rests on, the strongest last.
enum class Basis { text, device, modelled, counted, measured };

/// "measured", "counted", "modelled", "property of the device", "text".
std::string_view name_of(Basis basis);

/// A product of several has that of its strongest factor.
Basis basis_of(const Claim& claim);

/// A section's key without its §.
inline std::string_view without_sign(std::string_view section) {
  return section.starts_with("§") ? section.substr(std::string_view("§").size()) : section;
}

/// A document, "D1", and a section of it, "§1.2" or a beginning: "1", "shared". Empty is any.
struct Place {
  std::string document;
  std::string section;

  bool holds(std::string_view of_document, std::string_view of_section) const;
};

/// Those of a place, in order. Throws UsageError if there are none.
std::vector<Claim> claims_in(const Place& place);

/// Throws UsageError for what it does not understand.
std::vector<Claim> parse_claims(std::string_view text);

/// Those of documents/, in order.
const std::vector<Claim>& claims();

/// Lists what the documents in documents/ show or state beside claims, and where that is run,
/// checked or stated; "document" is "D1". Throws UsageError if the place has none.
std::vector<Record> items_in(const Place& place);

/// Returns what the places rest on that a record of items_in() names, the strongest first.
std::vector<Basis> basis_of(const Record& item);

/// Native cases on a GPU with these parameters, of floats where they do not say otherwise. If
/// several match, the largest counts, and cold before hot; of several as large, the last in the
/// alphabetical order of their parameters.
struct CaseRef {
  std::string variant;                       // "stride/copy"
  std::vector<std::string> parameters = {};  // "n=32Mi"
};

/// The cases that a check looks for; none where it needs no kernel.
std::vector<CaseRef> cases_of(const std::string& check);

/// The value of a check; none where the results lack it.
std::optional<double> measured(const std::string& check, const Results& results,
                               const Model& model = Model::native);

enum class Finding { reproduced, at_the_limit, more_than_stated, not_reproduced, not_tested };

std::string_view name_of(Finding finding);

struct ClaimResult {
  std::optional<double> measured;
  Finding finding = Finding::not_tested;
  std::string untested = {};  // why it is not tested
  int runs = 1;               // that test it
  int agreeing = 1;           // of these, with this finding

  bool is_contradicted() const { return agreeing < runs; }
};

/// *At the limit* is a time that is as near to an end of the accepted range as two runs of one GPU
/// are to each other. *More than stated* is a gain or a loss above that range. A figure of another
/// device is not tested, but still has its measured value. Results without an NVIDIA GPU test
/// nothing.
ClaimResult evaluate(const Claim& claim, const Results& results,
                     const Model& model = Model::native);

/// The forms of that model's kernels that a check takes from the results, each once.
std::vector<Form> forms_of(const std::string& check, const Results& results, const Model& model);

/// Result files and profiles of one device, which are taken together.
using Evidence = std::vector<const Results*>;

/// Groups files by their devices' names, in the order of these.
std::vector<Evidence> by_device(const std::vector<Results>& files);

/// The finding of all that test the claim. Where they differ it is the least favourable, with a
/// value that has it. The order of the files makes no difference.
ClaimResult evaluate(const Claim& claim, const Evidence& evidence,
                     const Model& model = Model::native);

}  // namespace tilebridge::judge
