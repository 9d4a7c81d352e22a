#include "tools/uci_generator.h"

#include <optional>
#include <utility>

#include "generator/game.h"
#include "generator/perft_table.h"
#include "oracle/referee.h"

namespace regelwerk::tools {
namespace {

class GeneratorPosition : public UciPosition {
 public:
  GeneratorPosition(std::unique_ptr<generator::Position> position,
                    const std::unique_ptr<generator::PerftTable>& table)
      : position_(std::move(position)), table_(table) {}

  std::string text() const override { return position_->text(); }
  std::uint64_t key() const override { return position_->hash(); }
  std::vector<std::string> actions() const override {
    std::vector<std::string> texts;
    for (const generator::Action action : position_->actions()) {
      texts.push_back(position_->action_text(action));
    }
    return texts;
  }
  bool play(const std::string& action) override {
    const auto found = position_->find(action);
    if (found) position_->apply(*found);
    return found.has_value();
  }
  std::uint64_t count(const std::string& action, int depth,
                      const UciCounting& counting) const override {
    const std::unique_ptr<generator::Position> child = position_->clone();
    child->apply(position_->find(action).value());
    generator::PerftOptions options;
    options.threads = counting.threads;
    options.stop = counting.stop;
    options.table = table_.get();
    return child->perft(depth - 1, options).nodes;
  }

 private:
  std::unique_ptr<generator::Position> position_;
  const std::unique_ptr<generator::PerftTable>& table_;  // of the rules; may be null
};

class GeneratorRules : public UciRules {
 public:
  GeneratorRules(spec::Variant variant, spec::Diagnostics* diagnostics)
      : variant_(std::move(variant)), game_(generator::Game::compile(variant_, diagnostics)) {}

  bool compiled() const { return game_ != nullptr; }
  const spec::Variant& variant() const override { return variant_; }
  std::unique_ptr<UciPosition> read(const std::string& text,
                                    spec::Problems* problems) const override {
    generator::ReadResult result = game_->read(text);
    *problems = std::move(result.problems);
    if (!result.position) return nullptr;
    return std::make_unique<GeneratorPosition>(std::move(result.position), table_);
  }
  void set_table(int mib) override {
    table_.reset();
    if (mib > 0) table_ = std::make_unique<generator::PerftTable>(static_cast<std::size_t>(mib));
  }
  std::string why_not(const UciPosition& position, const std::string& action) const override {
    const oracle::Referee referee(variant_);
    const oracle::ReadResult read = referee.read(position.text());
    if (!read.position) return "";
    const oracle::Verdict verdict = referee.judge(*read.position, action);
    if (verdict.reasons.empty()) return "";
    const oracle::Reason& reason = verdict.reasons.front();
    const std::string& name = reason.clause.empty() ? reason.rule : reason.clause;
    return name + ", " + (reason.shown.empty() ? reason.sentence : reason.shown);
  }

 private:
  const spec::Variant variant_;
  std::unique_ptr<generator::Game> game_;
  std::unique_ptr<generator::PerftTable> table_;
};

}  // namespace

std::unique_ptr<UciRules> make_generator_rules(spec::Variant variant,
                                               spec::Diagnostics* diagnostics) {
  auto rules = std::make_unique<GeneratorRules>(std::move(variant), diagnostics);
  if (!rules->compiled()) return nullptr;
  return rules;
}

}  // namespace regelwerk::tools
