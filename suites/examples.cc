#include "suites/examples.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>

#include "suites/text_file.h"
#include "suites/yaml_file.h"

namespace regelwerk::suites {
namespace {

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) {
    result += (result.empty() ? "" : " ") + text;
  }
  return result.empty() ? "none" : result;
}

class Reader {
 public:
  Reader(const std::string& text, const std::string& file)
      : yaml_(text, file, &result_.diagnostics) {
    result_.file.file = file;
  }

  ExampleFileResult run() {
    if (yaml_.root() == nullptr) {
      return std::move(result_);
    }
    const auto top = yaml_.map(*yaml_.root(), {"variant", "options", "examples"});
    if (const auto found = top.find("variant"); found != top.end()) {
      result_.file.variant = yaml_.text(*found->second);
    }
    if (const auto found = top.find("options"); found != top.end()) {
      for (const auto& [name, value] : yaml_.map(*found->second, {})) {
        result_.file.options[name] = yaml_.text(*value);
      }
    }
    const auto found = top.find("examples");
    if (found == top.end()) {
      yaml_.error(*yaml_.root(), "no 'examples' in this file");
      return std::move(result_);
    }
    for (const spec::Node& node : yaml_.list(*found->second)) {
      read_example(node);
    }
    if (result_.file.examples.empty() && result_.diagnostics.empty()) {
      yaml_.error(*found->second, "no example in this file");
    }
    return std::move(result_);
  }

 private:
  void read_example(const spec::Node& node) {
    const auto entries = yaml_.map(node, {"name", "clauses", "why", "position", "moves", "legal",
                                          "illegal", "actions", "count", "status", "after"});
    if (entries.empty()) {
      return;
    }
    Example example;
    example.line = node.line;
    const auto with = [&](const char* key, const std::function<void(const spec::Node&)>& read) {
      const auto entry = entries.find(key);
      if (entry != entries.end()) {
        read(*entry->second);
      }
      return entry != entries.end();
    };
    for (const char* key : {"name", "position"}) {
      if (entries.count(key) == 0) {
        yaml_.error(node, std::string("an example without '") + key + "'");
      }
    }
    with("name", [&](const spec::Node& value) {
      example.name = yaml_.text(value);
      if (!names_.insert(example.name).second) {
        yaml_.error(value, "a second example named '" + example.name + "'");
      }
    });
    with("clauses", [&](const spec::Node& value) { example.clauses = yaml_.texts(value); });
    with("why", [&](const spec::Node& value) { example.why = yaml_.text(value); });
    with("position", [&](const spec::Node& value) { example.position = yaml_.text(value); });
    with("moves", [&](const spec::Node& value) { example.moves = yaml_.texts(value); });
    bool asserts = false;
    asserts |= with("legal", [&](const spec::Node& value) { example.legal = yaml_.texts(value); });
    asserts |= with("illegal", [&](const spec::Node& value) { read_illegal(value, example); });
    asserts |= with("actions",
                    [&](const spec::Node& value) { example.actions = sorted(yaml_.texts(value)); });
    asserts |= with("count", [&](const spec::Node& value) { example.count = yaml_.number(value); });
    asserts |= with("status", [&](const spec::Node& value) { read_status(value, example); });
    asserts |= with("after", [&](const spec::Node& value) { read_after(value, example); });
    if (!asserts) {
      yaml_.error(node,
                  "an example that says nothing; wanted legal, illegal, actions, count, status or "
                  "after");
    }
    result_.file.examples.push_back(std::move(example));
  }

  void read_illegal(const spec::Node& node, Example& example) {
    for (const auto& [action, value] : yaml_.map(node, {})) {
      Example::Illegal illegal{action, "", ""};
      if (value->kind != spec::Node::Kind::kNull) {
        for (const auto& [key, text] : yaml_.map(*value, {"clause", "rule"})) {
          (key == "clause" ? illegal.clause : illegal.rule) = yaml_.text(*text);
        }
      }
      example.illegal.push_back(std::move(illegal));
    }
  }

  void read_status(const spec::Node& node, Example& example) {
    Example::Status status;
    for (const auto& [key, value] : yaml_.map(node, {"ending", "clause", "winner", "claims"})) {
      if (key == "claims") {
        status.claims = sorted(yaml_.texts(*value));
      } else if (key == "winner") {
        status.winner = yaml_.text(*value);
      } else {
        (key == "ending" ? status.ending : status.clause) = yaml_.text(*value);
      }
    }
    example.status = std::move(status);
  }

  void read_after(const spec::Node& node, Example& example) {
    Example::After after;
    const auto entries = yaml_.map(node, {"action", "position"});
    for (const char* key : {"action", "position"}) {
      const auto entry = entries.find(key);
      if (entry == entries.end()) {
        yaml_.error(node, std::string("'after' without '") + key + "'");
      } else {
        (std::string(key) == "action" ? after.action : after.position) = yaml_.text(*entry->second);
      }
    }
    example.after = std::move(after);
  }

  ExampleFileResult result_;
  YamlFile yaml_;
  std::set<std::string> names_;
};

// Collects the lines of what is not as the example says.
class Findings {
 public:
  void add(const std::string& line) { text_ += (text_.empty() ? "" : "\n") + line; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// What every side is asked about its list of legal actions.
void compare_actions(const Example& example, const std::vector<std::string>& actions,
                     const std::function<bool(const std::string&)>& is_legal, Findings& findings) {
  // Rearrangements are legal without being listed: see RearrangementRule.
  const auto has = [&](const std::string& action) {
    return action.front() == '@' ? is_legal(action)
                                 : std::binary_search(actions.begin(), actions.end(), action);
  };
  for (const std::string& action : example.legal) {
    if (!has(action)) {
      findings.add(action + " is not in the list of legal actions");
    }
  }
  for (const Example::Illegal& illegal : example.illegal) {
    if (has(illegal.action)) {
      findings.add(illegal.action + " is in the list of legal actions");
    }
  }
  if (example.actions && *example.actions != actions) {
    std::vector<std::string> missing;
    std::vector<std::string> extra;
    std::set_difference(example.actions->begin(), example.actions->end(), actions.begin(),
                        actions.end(), std::back_inserter(missing));
    std::set_difference(actions.begin(), actions.end(), example.actions->begin(),
                        example.actions->end(), std::back_inserter(extra));
    findings.add("legal actions differ: missing " + joined(missing) + "; extra " + joined(extra));
  }
  if (example.count && *example.count != static_cast<int>(actions.size())) {
    findings.add(std::to_string(actions.size()) + " legal actions instead of " +
                 std::to_string(*example.count));
  }
}

Verdict check_generator(const Reference& reference, const Example& example, Findings& findings) {
  generator::ReadResult read = reference.game().read(example.position);
  if (read.position == nullptr) {
    findings.add("position refused: " + one_line(read.problems));
    return Verdict::kRefused;
  }
  generator::Position& position = *read.position;
  for (const std::string& move : example.moves) {
    const std::optional<generator::Action> action = position.find(move);
    if (!action) {
      findings.add("the move " + move + " of 'moves' is not legal");
      return Verdict::kWrongAnswer;
    }
    position.apply(*action);
  }
  std::vector<std::string> actions;
  for (const generator::Action action : position.actions()) {
    actions.push_back(position.action_text(action));
  }
  compare_actions(
      example, sorted(std::move(actions)),
      [&](const std::string& action) { return position.find(action).has_value(); }, findings);
  if (example.status && !example.status->ending.empty()) {
    const std::string ending = ending_name(position.outcome());
    if (ending != example.status->ending) {
      findings.add("ending is " + ending + " instead of " + example.status->ending);
    }
  }
  if (example.after) {
    const std::optional<generator::Action> action = position.find(example.after->action);
    if (!action) {
      findings.add(example.after->action + " of 'after' is not legal");
    } else {
      position.apply(*action);
      if (position.text() != example.after->position) {
        findings.add("after " + example.after->action + ": " + position.text() + " instead of " +
                     example.after->position);
      }
    }
  }
  return findings.text().empty() ? Verdict::kAgrees : Verdict::kWrongAnswer;
}

std::string reasons_text(const oracle::Verdict& verdict) {
  std::string text;
  for (const oracle::Reason& reason : verdict.reasons) {
    text += (text.empty() ? "" : "; ") + reason.rule;
    if (!reason.clause.empty()) {
      text += " (" + reason.clause + ")";
    }
    if (!reason.shown.empty()) {
      text += ": " + reason.shown;
    }
  }
  return text.empty() ? "no reason" : text;
}

void check_verdicts(const oracle::Referee& referee, const oracle::Position& position,
                    const Example& example, Findings& findings) {
  for (const std::string& action : example.legal) {
    const oracle::Verdict verdict = referee.judge(position, action);
    if (!verdict.legal) {
      findings.add(action + " is judged illegal: " + reasons_text(verdict));
    }
  }
  for (const Example::Illegal& illegal : example.illegal) {
    const oracle::Verdict verdict = referee.judge(position, illegal.action);
    if (verdict.legal) {
      findings.add(illegal.action + " is judged legal");
      continue;
    }
    const bool named = std::any_of(
        verdict.reasons.begin(), verdict.reasons.end(), [&](const oracle::Reason& reason) {
          return (illegal.clause.empty() || reason.clause == illegal.clause) &&
                 (illegal.rule.empty() || reason.rule == illegal.rule);
        });
    if (!named) {
      findings.add(illegal.action + " is illegal for another reason: " + reasons_text(verdict) +
                   "; wanted " + illegal.rule +
                   (illegal.clause.empty() ? "" : " (" + illegal.clause + ")"));
    }
  }
}

void check_status(const Reference& reference, const oracle::Position& position,
                  const std::vector<oracle::Position>& history, const Example::Status& wanted,
                  Findings& findings) {
  const oracle::Status status = reference.referee().status(position, history);
  if (!wanted.ending.empty() && status.ending != wanted.ending) {
    findings.add("ending is " + status.ending + " instead of " + wanted.ending);
  }
  if (wanted.winner) {
    const std::string winner =
        status.winner ? reference.variant().players.at(*status.winner).name : "none";
    if (winner != *wanted.winner) {
      findings.add("winner is " + winner + " instead of " + *wanted.winner);
    }
  }
  std::vector<std::string> claims;
  std::vector<std::string> clauses{status.clause};
  for (const oracle::Status::Claim& claim : status.claims) {
    claims.push_back(claim.rule);
    clauses.push_back(claim.clause);
  }
  claims = sorted(std::move(claims));
  if (wanted.claims && claims != *wanted.claims) {
    findings.add("claims are " + joined(claims) + " instead of " + joined(*wanted.claims));
  }
  // An example of a claim names the claim's clause, since the game itself goes on.
  if (!wanted.clause.empty() &&
      std::find(clauses.begin(), clauses.end(), wanted.clause) == clauses.end()) {
    findings.add("neither the ending nor a claim names clause " + wanted.clause);
  }
}

Verdict check_oracle(const Reference& reference, const Example& example, Findings& findings) {
  const oracle::Referee& referee = reference.referee();
  const oracle::ReadResult read = referee.read(example.position);
  if (!read.position) {
    findings.add("position refused: " + one_line(read.problems));
    return Verdict::kRefused;
  }
  oracle::Position position = *read.position;
  std::vector<oracle::Position> history;
  for (const std::string& move : example.moves) {
    const oracle::Verdict verdict = referee.judge(position, move);
    if (!verdict.legal) {
      findings.add("the move " + move + " of 'moves' is judged illegal: " + reasons_text(verdict));
      return Verdict::kWrongAnswer;
    }
    history.push_back(position);
    position = referee.after(position, move);
  }
  compare_actions(
      example, sorted(referee.legal_actions(position)),
      [&](const std::string& action) { return referee.judge(position, action).legal; }, findings);
  check_verdicts(referee, position, example, findings);
  if (example.status) {
    check_status(reference, position, history, *example.status, findings);
  }
  if (example.after) {
    const oracle::Verdict verdict = referee.judge(position, example.after->action);
    if (!verdict.legal) {
      findings.add(example.after->action +
                   " of 'after' is judged illegal: " + reasons_text(verdict));
    } else {
      const std::string text = referee.text(referee.after(position, example.after->action));
      if (text != example.after->position) {
        findings.add("after " + example.after->action + ": " + text + " instead of " +
                     example.after->position);
      }
    }
  }
  return findings.text().empty() ? Verdict::kAgrees : Verdict::kWrongAnswer;
}

Outcome timed(const std::string& checker, const std::function<Verdict(Findings&)>& check) {
  const auto start = std::chrono::steady_clock::now();
  Findings findings;
  Outcome outcome;
  outcome.checker = checker;
  outcome.verdict = check(findings);
  outcome.detail = findings.text();
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace

ExampleFileResult read_examples_text(const std::string& text, const std::string& file) {
  return Reader(text, file).run();
}

ExampleFileResult read_examples(const std::filesystem::path& path) {
  ExampleFileResult result;
  const std::optional<std::string> text = read_file(path, &result.diagnostics);
  return text ? read_examples_text(*text, path.string()) : std::move(result);
}

CaseResult check_example(const Reference& reference, const std::string& file,
                         const Example& example, Sides sides) {
  CaseResult result;
  result.kind = CaseKind::kExample;
  result.suite = file;
  result.line = example.line;
  result.name = example.name;
  result.position = example.position;
  result.note = example.why;
  if (sides.generator) {
    result.outcomes.push_back(timed("generator", [&](Findings& findings) {
      return check_generator(reference, example, findings);
    }));
  }
  if (sides.oracle) {
    result.outcomes.push_back(timed(
        "oracle", [&](Findings& findings) { return check_oracle(reference, example, findings); }));
  }
  return result;
}

}  // namespace regelwerk::suites
