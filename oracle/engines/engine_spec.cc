#include "oracle/engines/engine_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "oracle/engines/command_line.h"
#include "oracle/engines/replay.h"

namespace regelwerk::engines {
namespace {

constexpr double kLongestSeconds = 1e6;

std::optional<bool> parse_switch(std::string_view text) {
  if (text == "on" || text == "true") return true;
  if (text == "off" || text == "false") return false;
  return std::nullopt;
}

std::optional<std::chrono::milliseconds> parse_seconds(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(value > 0) || value > kLongestSeconds) return std::nullopt;
  return std::chrono::milliseconds(std::max<long long>(1, std::llround(value * 1000)));
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t d = distance(word, candidate);
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

const std::map<std::string, ProtocolKind>& protocols() {
  static const std::map<std::string, ProtocolKind> kProtocols = {
      {"auto", ProtocolKind::kAuto},
      {"exit-code", ProtocolKind::kExitCode},
      {"perftree", ProtocolKind::kPerftree},
      {"uci", ProtocolKind::kUci},
      {"xboard", ProtocolKind::kXboard}};
  return kProtocols;
}

// Reads one value into the spec; what is wrong with it otherwise, or "".
using Reader = std::function<std::string(const std::string&, EngineSpec*)>;

std::string read_command(const std::string& value, EngineSpec* spec) {
  const CommandLine line = split_command(value);
  spec->words = line.words;
  return line.error;
}

std::string read_protocol(const std::string& value, EngineSpec* spec) {
  const auto found = protocols().find(value);
  if (found != protocols().end()) {
    spec->protocol = found->second;
    return "";
  }
  std::vector<std::string> known;
  for (const auto& [name, kind] : protocols()) known.push_back(name);
  return "must be auto, uci, xboard, perftree or exit-code" + nearest(value, known);
}

Reader text_reader(std::string EngineSpec::*member) {
  return [member](const std::string& value, EngineSpec* spec) -> std::string {
    if (value.empty()) return "has no value";
    spec->*member = value;
    return "";
  };
}

Reader seconds_reader(std::optional<std::chrono::milliseconds> EngineSpec::*member) {
  return [member](const std::string& value, EngineSpec* spec) -> std::string {
    spec->*member = parse_seconds(value);
    return spec->*member ? "" : "must be a number of seconds above 0";
  };
}

std::string read_chess960(const std::string& value, EngineSpec* spec) {
  spec->chess960 = parse_switch(value);
  return spec->chess960 ? "" : "must be on or off";
}

std::string read_first_rank(const std::string& value, EngineSpec* spec) {
  if (value != "0" && value != "1") return "must be 0 or 1";
  spec->first_rank = value[0] - '0';
  return "";
}

const std::map<std::string, Reader>& readers() {
  static const std::map<std::string, Reader> kReaders = {
      {"cmd", read_command},
      {"proto", read_protocol},
      {"perft", text_reader(&EngineSpec::perft)},
      {"total", text_reader(&EngineSpec::total)},
      {"variant", text_reader(&EngineSpec::variant)},
      {"name", text_reader(&EngineSpec::name)},
      {"chess960", read_chess960},
      {"deadline", seconds_reader(&EngineSpec::deadline)},
      {"start-deadline", seconds_reader(&EngineSpec::start_deadline)},
      {"first-rank", read_first_rank}};
  return kReaders;
}

std::string read_word(const std::string& word, std::set<std::string>* seen, EngineSpec* spec) {
  static constexpr std::string_view kOption = "option.";
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) {
    return fmt::format("'{}': not KEY=VALUE; quote a command of several words: cmd='PROGRAM {}'",
                       word, word);
  }
  const std::string key = word.substr(0, equals);
  const std::string value = word.substr(equals + 1);
  if (!seen->insert(key).second) return fmt::format("'{}': '{}' is given twice", word, key);
  if (key.rfind(kOption, 0) == 0) {
    if (key.size() == kOption.size()) return fmt::format("'{}': the option has no name", word);
    spec->options.emplace_back(key.substr(kOption.size()), value);
    return "";
  }
  const auto reader = readers().find(key);
  if (reader == readers().end()) {
    std::vector<std::string> known = {"option.NAME"};
    for (const auto& [name, unused] : readers()) known.push_back(name);
    return fmt::format("'{}': unknown key '{}'{}", word, key, nearest(key, known));
  }
  const std::string wrong = reader->second(value, spec);
  return wrong.empty() ? "" : fmt::format("'{}': {}", word, wrong);
}

}  // namespace

EngineSpecResult parse_engine_spec(std::string_view text) {
  EngineSpecResult result;
  const CommandLine line = split_command(text);
  if (!line.error.empty()) {
    result.errors.push_back(fmt::format("{}: '{}'", line.error, text));
    return result;
  }
  if (line.words[0].rfind("cmd=", 0) != 0) {
    result.spec.words = line.words;
    return result;
  }
  std::set<std::string> seen;
  for (const std::string& word : line.words) {
    const std::string wrong = read_word(word, &seen, &result.spec);
    if (!wrong.empty()) result.errors.push_back(wrong);
  }
  const EngineSpec& spec = result.spec;
  const bool script =
      spec.protocol == ProtocolKind::kPerftree || spec.protocol == ProtocolKind::kExitCode;
  if (script && !spec.perft.empty()) {
    result.errors.push_back("'perft=" + spec.perft + "': only for uci and xboard");
  }
  if (script && !spec.options.empty()) {
    result.errors.push_back("'option." + spec.options.front().first +
                            "=': only for uci and xboard");
  }
  return result;
}

std::string write_engine_spec(const EngineSpec& spec) {
  std::string command;
  for (const std::string& word : spec.words)
    command += (command.empty() ? "" : " ") + shell_word(word);
  std::string text = "cmd=" + shell_word(command);
  const auto add = [&](const std::string& key, const std::string& value) {
    if (!value.empty()) text += " " + shell_word(key + "=" + value);
  };
  const auto add_seconds = [&](const std::string& key,
                               const std::optional<std::chrono::milliseconds>& time) {
    if (time) add(key, fmt::format("{:g}", static_cast<double>(time->count()) / 1000));
  };
  for (const auto& [name, kind] : protocols()) {
    if (kind == spec.protocol && kind != ProtocolKind::kAuto) add("proto", name);
  }
  add("perft", spec.perft);
  add("total", spec.total);
  add("variant", spec.variant);
  if (spec.chess960) add("chess960", *spec.chess960 ? "on" : "off");
  if (spec.first_rank) add("first-rank", std::to_string(*spec.first_rank));
  add("name", spec.name);
  add_seconds("deadline", spec.deadline);
  add_seconds("start-deadline", spec.start_deadline);
  for (const auto& [name, value] : spec.options) add("option." + name, value);
  return text;
}

}  // namespace regelwerk::engines
