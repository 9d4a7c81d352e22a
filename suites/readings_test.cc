// Generator and referee read position texts by code of their own. Texts that are nearly right, made
// from the positions of the bundled suites by small changes, must find the same ears: both refuse
// or both accept, and write the same canonical text, which both read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "spec/load.h"
#include "suites/reference.h"
#include "suites/suite_files.h"

namespace regelwerk::suites {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int kTexts = 2000;  // sanitizers take some ten times as long
#else
constexpr int kTexts = 20000;
#endif
constexpr unsigned kSeed = 20;

std::vector<std::string> bundled_positions(const spec::Variant& variant) {
  std::vector<std::string> positions = {variant.start};
  for (const auto& path : bundled_suite_files(spec::data_directory(), variant.name)) {
    const SuiteFile suite = read_suite_file(path).suite;
    for (const CountCase& count : suite.counts.cases) positions.push_back(count.position);
    for (const Example& example : suite.examples.examples) positions.push_back(example.position);
    for (const RefusalCase& refusal : suite.refusals.cases) positions.push_back(refusal.position);
  }
  return positions;
}

std::vector<std::string> fields_of(const std::string& text) {
  std::vector<std::string> fields(1);
  for (const char character : text) {
    if (character == ' ') {
      fields.emplace_back();
    } else {
      fields.back() += character;
    }
  }
  return fields;
}

class Misspeller {
 public:
  explicit Misspeller(std::vector<std::string> texts) : texts_(std::move(texts)) {
    for (const std::string& text : texts_) {
      for (const char character : text) {
        if (characters_.find(character) == std::string::npos) characters_ += character;
      }
    }
  }

  std::string next() {
    std::string text = texts_[below(texts_.size())];
    for (std::size_t changes = 1 + below(3); changes > 0 && !text.empty(); --changes) {
      change(&text);
    }
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  char any_character() { return characters_[below(characters_.size())]; }

  void change(std::string* text) {
    switch (below(6)) {
      case 0: {
        const std::size_t at = below(text->size());
        (*text)[at] = any_character();
        break;
      }
      case 1: {
        const std::size_t at = below(text->size() + 1);
        text->insert(at, 1, any_character());
        break;
      }
      case 2:
        text->erase(below(text->size()), 1);
        break;
      case 3: {
        const std::size_t one = below(text->size());
        const std::size_t other = below(text->size());
        std::swap((*text)[one], (*text)[other]);
        break;
      }
      case 4: {  // a piece beside where it stood
        const std::size_t end = std::min(text->find(' '), text->size());
        if (end < 2) break;
        const std::size_t at = below(end - 1);
        std::swap((*text)[at], (*text)[at + 1]);
        break;
      }
      default: {  // a field of another position
        std::vector<std::string> fields = fields_of(*text);
        const std::vector<std::string> others = fields_of(texts_[below(texts_.size())]);
        const std::size_t field = below(std::min(fields.size(), others.size()));
        fields[field] = others[field];
        text->clear();
        for (const std::string& word : fields) *text += (text->empty() ? "" : " ") + word;
      }
    }
  }

  std::vector<std::string> texts_;
  std::string characters_;
  std::mt19937 random_{kSeed};
};

class Readings : public testing::TestWithParam<std::string> {};

TEST_P(Readings, BothSidesReadNearlyRightTextsAlike) {
  spec::Diagnostics diagnostics;
  const auto reference = Reference::load(GetParam(), {}, &diagnostics);
  ASSERT_NE(reference, nullptr) << spec::to_string(diagnostics);
  Misspeller misspeller(bundled_positions(reference->variant()));
  int accepted = 0;
  int refused = 0;
  for (int i = 0; i < kTexts && !HasFailure(); ++i) {
    const std::string text = misspeller.next();
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", text " << i << ": " << text);
    const generator::ReadResult generated = reference->game().read(text);
    const oracle::ReadResult judged = reference->referee().read(text);
    ASSERT_EQ(generated.position != nullptr, judged.position.has_value())
        << "generator: " << one_line(generated.problems)
        << "\nreferee: " << one_line(judged.problems);
    if (generated.position == nullptr) {
      ++refused;
      continue;
    }
    ++accepted;
    const std::string canonical = generated.position->text();
    ASSERT_EQ(reference->referee().text(*judged.position), canonical);
    const generator::ReadResult again = reference->game().read(canonical);
    ASSERT_NE(again.position, nullptr) << one_line(again.problems);
    EXPECT_EQ(again.position->text(), canonical);
    EXPECT_EQ(again.position->hash(), generated.position->hash());
    const oracle::ReadResult again_judged = reference->referee().read(canonical);
    ASSERT_TRUE(again_judged.position) << one_line(again_judged.problems);
    EXPECT_EQ(reference->referee().text(*again_judged.position), canonical);
  }
  EXPECT_GT(accepted, kTexts / 100);
  EXPECT_GT(refused, kTexts / 100);
}

INSTANTIATE_TEST_SUITE_P(Bundled, Readings, testing::ValuesIn(spec::bundled_variants()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace regelwerk::suites
