#include "oracle/engines/script_protocol.h"

#include <fmt/format.h>

#include "oracle/engines/move_text.h"
#include "oracle/engines/perft_text.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string ended_with(const Session& session, int exit_code,
                       const std::vector<std::string>& lines) {
  std::string text = fmt::format("exited with code {} after `{}`", exit_code, session.asked());
  if (!lines.empty()) text += "; its last line: " + one_line(lines.back());
  return text + session.last_words();
}

// "n = 0": a position without moves may have no other line.
bool says_zero(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    for (const std::string& word : words_of(line, ":=|()")) {
      if (parse_count(word) == 0u) return true;
    }
  }
  return false;
}

// Runs the program with arguments to its end.
std::optional<Failure> run(Context& context, const std::vector<std::string>& arguments,
                           std::vector<std::string>* lines, int* exit_code) {
  Session& session = context.session;
  if (auto trouble = session.start(context.spec.words, arguments)) return trouble;
  std::string shown;
  for (const std::string& argument : arguments) shown += " '" + argument + "'";
  session.waits_for(joined(context.spec.words) + shown);
  return session.read_to_end(lines, exit_code);
}

}  // namespace

std::optional<Failure> PerftreeProtocol::hold(const std::string& position,
                                              const std::vector<std::string>& moves, Held* held) {
  position_ = position;
  moves_ = moves;
  held->shown.reset();
  return std::nullopt;
}

std::optional<Failure> PerftreeProtocol::count(int depth, PerftAnswer* answer) {
  std::vector<std::string> arguments = {std::to_string(depth), position_};
  if (!moves_.empty()) arguments.push_back(joined(moves_));
  std::vector<std::string> lines;
  int exit_code = 0;
  if (auto trouble = run(context_, arguments, &lines, &exit_code)) return trouble;
  if (exit_code != 0) {
    return failure(Failure::Kind::kDied, ended_with(context_.session, exit_code, lines));
  }
  PerftReader reader(depth, {PerftReader::Style::kAny, 0, context_.spec.total});
  for (const std::string& line : lines) reader.take(line);
  // It has ended: what there is, is all. A position without moves may have no line but the total.
  if (!reader.close() && says_zero(lines)) {
    answer->divided = true;
    return std::nullopt;
  }
  *answer = reader.result();
  if (answer->failure) {
    if (!reader.complete()) {
      answer->failure->detail += fmt::format(" in its {} lines", lines.size());
    }
    return answer->failure;
  }
  for (const DivideLine& entry : answer->divide) {
    if (has_rank_zero(entry.action)) context_.found.rank_zero = true;
  }
  if (context_.spec.first_rank) context_.found.rank_zero = *context_.spec.first_rank == 0;
  if (context_.found.rank_zero) {
    for (DivideLine& entry : answer->divide) entry.action = shift_ranks(entry.action, 1);
  }
  return std::nullopt;
}

std::optional<Failure> ExitCodeProtocol::hold(const std::string& position,
                                              const std::vector<std::string>& moves, Held* held) {
  position_ = position;
  held->shown.reset();
  if (moves.empty()) return std::nullopt;
  return failure(Failure::Kind::kNoPerft, "its contract knows no moves");
}

std::optional<Failure> ExitCodeProtocol::count(int, PerftAnswer*) {
  return failure(Failure::Kind::kNoPerft, "says only whether a count is right, and counts nothing");
}

std::optional<Failure> ExitCodeProtocol::agree(const std::string& position, int depth,
                                               std::uint64_t nodes, bool* agrees) {
  std::vector<std::string> lines;
  int exit_code = 0;
  const std::vector<std::string> arguments = {position, std::to_string(depth),
                                              std::to_string(nodes)};
  if (auto trouble = run(context_, arguments, &lines, &exit_code)) return trouble;
  if (exit_code > 1) {
    return failure(Failure::Kind::kDied, ended_with(context_.session, exit_code, lines));
  }
  *agrees = exit_code == 0;
  return std::nullopt;
}

}  // namespace regelwerk::engines
