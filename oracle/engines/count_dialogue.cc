#include "oracle/engines/count_dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "oracle/engines/move_text.h"
#include "oracle/engines/refusals.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

using std::chrono::milliseconds;

constexpr const char* kNone = "none";
constexpr std::string_view kDepth = "{depth}";
// A line that an answer goes on after such a silence is not waited for, where nothing else ends it.
constexpr milliseconds kQuiet{250};
// How long a try waits before it asks whether the engine still hears, and after it has said so.
constexpr milliseconds kBeforeFence{1'000};
constexpr milliseconds kAfterFence{1'000};
// How long a search may take to end after "stop", and an engine to show that it lives.
constexpr milliseconds kAfterStop{2'000};
constexpr milliseconds kAlive{1'500};

bool is_search_line(std::string_view line) {
  return line.find(" score ") != std::string_view::npos && parse_variation(line).has_value();
}

bool is_go(const std::string& words) { return words.rfind("go ", 0) == 0; }

}  // namespace

std::string CountDialogue::spoken(const std::string& words, int depth) const {
  std::string text = words;
  const std::size_t at = text.find(kDepth);
  if (at == std::string::npos) {
    text += fmt::format(" {}", depth);
  } else {
    text.replace(at, kDepth.size(), std::to_string(depth));
  }
  return context_.found.second_number ? text + " 1" : text;
}

void CountDialogue::say(const std::string& words, int depth) {
  const std::string text = spoken(words, depth);
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(';', from), text.size());
    context_.session.send(std::string(trim(text.substr(from, to - from))));
    from = to + 1;
  }
  context_.session.waits_for(text);
}

PerftReader CountDialogue::reader_for(const std::string& words, int depth) const {
  PerftReader::Form form;
  form.style = is_go(words) ? PerftReader::Style::kLabelled : PerftReader::Style::kAny;
  form.skip = context_.found.totals_each_depth ? depth - 1 : 0;
  form.total = context_.spec.total;
  return PerftReader(depth, form);
}

void CountDialogue::note_no_perft(std::string why) {
  std::string& first = context_.found.no_perft;
  if (first.empty()) first = std::move(why);
}

void CountDialogue::to_our_ranks(PerftAnswer* answer) {
  Findings& found = context_.found;
  for (const DivideLine& entry : answer->divide) {
    found.rank_zero = found.rank_zero || has_rank_zero(entry.action);
  }
  if (context_.spec.first_rank) found.rank_zero = *context_.spec.first_rank == 0;
  if (!found.rank_zero) return;
  for (DivideLine& entry : answer->divide) entry.action = shift_ranks(entry.action, 1);
}

std::optional<Failure> CountDialogue::listen(PerftReader& reader, const std::string& command,
                                             Patience patience, End* end) {
  Session& session = context_.session;
  bool stopped = false;
  Fence fence;
  bool fenced = false;
  bool answered = false;
  std::string line;
  std::optional<Failure> trouble;
  const bool soon = patience.trying || patience.close_when_quiet;
  Clock::time_point until = soon ? Clock::now() + kBeforeFence : session.deadline();
  while (!reader.complete()) {
    const Session::Heard heard = session.hear(&line, until, &trouble);
    if (heard == Session::Heard::kFailure) {
      const bool late = trouble->kind == Failure::Kind::kHung && !session.stopped();
      return late && !patience.trying ? slow_or_hung(command) : trouble;
    }
    if (heard == Session::Heard::kNothing) {
      if (stopped) {
        note_no_perft(fmt::format("took `{}` for a search, and does not stop", command));
        *end = End::kSearches;
        return std::nullopt;
      }
      const bool closable = patience.close_when_quiet && reader.started();
      const bool whole = patience.lines > 0 && reader.lines() >= patience.lines;
      if (whole || (closable && (answered || fence_().question.empty()))) {
        reader.close();
        break;
      }
      if (answered || (fenced && fence.question.empty())) {
        *end = End::kSilent;
        return std::nullopt;
      }
      if (fenced) continue;
      fence = fence_();
      fenced = true;
      if (!fence.question.empty()) {
        session.send(fence.question);
        session.waits_for(command);
      }
      until = fence.question.empty() ? Clock::now() + kAfterFence : session.deadline();
      continue;
    }
    if (fenced && !fence.question.empty() && trim(line) == fence.answer) {
      answered = true;
      until = Clock::now() + (reader.started() ? kQuiet : kAfterFence);
      continue;
    }
    if (const auto best = parse_bestmove(line)) {
      if (context_.found.perft && !patience.trying && best->empty()) {
        *end = End::kNoMoves;
        return std::nullopt;
      }
      note_no_perft(fmt::format("took `{}` for a search: '{}'", command, one_line(line)));
      *end = End::kSearches;
      return std::nullopt;
    }
    if (is_unknown_command(line)) {
      note_no_perft(one_line(line));
      *end = End::kUnknown;
      return std::nullopt;
    }
    if (!stopped && !reader.started() && is_go(command) && is_search_line(line)) {
      // It searches, for how long nobody knows.
      stopped = true;
      session.send("stop");
      session.waits_for(command);
      until = Clock::now() + kAfterStop;
      continue;
    }
    reader.take(line);
    if (patience.bare > 0 && reader.bare_numbers() >= patience.bare) reader.close();
    const bool whole = patience.lines > 0 && reader.lines() >= patience.lines;
    if ((patience.close_when_quiet && reader.started()) || whole) until = Clock::now() + kQuiet;
  }
  *end = End::kCounted;
  return std::nullopt;
}

// After the deadline: who answers something else is slow.
std::optional<Failure> CountDialogue::slow_or_hung(const std::string& command) {
  Session& session = context_.session;
  const Failure hung = session.hung();
  const auto answers = [&](const Fence& question, auto&& is_answer) {
    if (question.question.empty()) return false;
    session.extend(kAlive);
    session.send(question.question);
    session.waits_for(command);
    std::string line;
    std::optional<Failure> trouble;
    const Clock::time_point until = Clock::now() + kAlive;
    while (session.hear(&line, until, &trouble) == Session::Heard::kLine) {
      if (is_answer(trim(line), question)) return true;
    }
    return false;
  };
  const Fence fence = fence_();
  if (answers(fence,
              [](std::string_view line, const Fence& asked) { return line == asked.answer; })) {
    return session.too_slow(fmt::format("answers `{}`", fence.question));
  }
  const Fence stop{context_.found.protocol == ProtocolKind::kXboard ? "?" : "stop", ""};
  const auto is_move = [](std::string_view line, const Fence&) {
    return parse_bestmove(line).has_value() || line.substr(0, 5) == "move ";
  };
  if (session.running() && answers(stop, is_move)) {
    return session.too_slow(fmt::format("answers `{}`", stop.question));
  }
  return hung;
}

std::optional<Failure> CountDialogue::explore(const std::vector<std::string>& usual, bool* again) {
  Findings& found = context_.found;
  std::vector<std::string> known = usual;
  if (!context_.spec.perft.empty()) known = {context_.spec.perft};
  if (context_.spec.perft == kNone) known.clear();
  for (const std::string& words : known) {
    if (found.perft) break;
    bool works = false;
    if (auto trouble = once(context_, words, [&] { return try_words(words, &works, again); })) {
      return trouble;
    }
    if (*again) return std::nullopt;
  }
  if (!found.perft) found.perft = kNone;
  if (*found.perft == kNone || found.counts_on || (found.divides && found.gives_total)) {
    return std::nullopt;
  }
  return once(context_, "each depth", [&]() -> std::optional<Failure> {
    PerftAnswer first;
    if (auto trouble = count(1, &first)) return trouble;
    return learn_totals(first.nodes);
  });
}

std::optional<Failure> CountDialogue::try_words(const std::string& words, bool* works, bool* busy) {
  Findings& found = context_.found;
  *works = false;
  Patience patience;
  patience.trying = true;
  patience.close_when_quiet = true;
  const auto ask = [&](PerftReader& reader, End* end) {
    say(words, 1);
    return listen(reader, spoken(words, 1), patience, end);
  };
  PerftReader reader = reader_for(words, 1);
  End end = End::kSilent;
  if (auto trouble = ask(reader, &end)) {
    // What begins to count is no unknown command.
    if (reader.started()) found.perft = words;
    return trouble;
  }
  *busy = end == End::kSearches || (end == End::kSilent && is_go(words));
  if (end == End::kSilent) note_no_perft(fmt::format("no answer to `{}`", spoken(words, 1)));
  if (end == End::kSilent && is_go(words)) {
    // Perhaps it searches in silence: then it says so at the end.
    Session& session = context_.session;
    session.send("stop");
    std::string line;
    std::optional<Failure> trouble;
    const Clock::time_point until = Clock::now() + kQuiet;
    while (session.hear(&line, until, &trouble) == Session::Heard::kLine) {
      if (!parse_bestmove(line)) continue;
      found.no_perft =
          fmt::format("took `{}` for a search: '{}'", spoken(words, 1), one_line(line));
      break;
    }
  }
  if (end != End::kCounted) return std::nullopt;
  *works = true;
  found.perft = words;
  found.bare = reader.bare_numbers() > 0;
  const PerftAnswer answer = reader.result();
  found.gives_total = answer.failure || reader.gave_total();
  found.divides = answer.divided && !answer.divide.empty();
  PerftAnswer copy = answer;
  to_our_ranks(&copy);
  if (!is_go(words)) found.counts_on = goes_on(answer);
  *busy = found.counts_on;
  if (found.counts_on) return std::nullopt;
  if (found.divides || answer.failure || is_go(words) || words.find(kDepth) != std::string::npos) {
    return std::nullopt;
  }
  // A second number makes some divide.
  found.second_number = true;
  PerftReader divided = reader_for(words, 1);
  if (auto trouble = ask(divided, &end)) {
    found.second_number = false;
    return trouble;
  }
  const PerftAnswer second = end == End::kCounted ? divided.result() : PerftAnswer{};
  found.second_number = !second.failure && !second.divide.empty();
  if (found.second_number) {
    found.divides = true;
    found.bare = divided.bare_numbers() > 0;
    copy = second;
    to_our_ranks(&copy);
  }
  return std::nullopt;
}

// Whether a count of depth 2 follows though nobody asked for it.
bool CountDialogue::goes_on(const PerftAnswer& first) {
  PerftReader next = reader_for(*context_.found.perft, 2);
  std::string line;
  std::optional<Failure> trouble;
  const Clock::time_point until = Clock::now() + kQuiet;
  while (!next.complete() &&
         context_.session.hear(&line, until, &trouble) == Session::Heard::kLine) {
    next.take(line);
  }
  return next.gave_total() && next.result().nodes != first.nodes;
}

std::optional<Failure> CountDialogue::learn_totals(std::uint64_t first) {
  Findings& found = context_.found;
  say(*found.perft, 2);
  Patience patience;
  patience.close_when_quiet = found.bare || !found.gives_total;
  PerftReader reader = reader_for(*found.perft, 2);
  End end = End::kSilent;
  if (auto trouble = listen(reader, spoken(*found.perft, 2), patience, &end)) return trouble;
  if (end != End::kCounted) return std::nullopt;
  if (found.bare) {
    found.totals_each_depth = reader.bare_numbers() == 2;
    return std::nullopt;
  }
  const PerftAnswer answer = reader.result();
  if (answer.failure || answer.nodes != first) return std::nullopt;
  // The count of depth 1; if another one follows, each depth has its own.
  PerftReader next = reader_for(*found.perft, 2);
  patience.trying = true;
  patience.close_when_quiet = false;
  if (auto trouble = listen(next, spoken(*found.perft, 2), patience, &end)) return trouble;
  found.totals_each_depth =
      end == End::kCounted && !next.result().failure && next.result().nodes != first;
  return std::nullopt;
}

std::optional<Failure> CountDialogue::count(int depth, PerftAnswer* answer) {
  Findings& found = context_.found;
  const std::string& words = *found.perft;
  if (words == kNone) {
    return failure(Failure::Kind::kNoPerft,
                   found.no_perft.empty() ? "it was told not to count" : found.no_perft);
  }
  Patience patience;
  if (found.bare) patience.bare = found.totals_each_depth ? depth : 1;
  if (!found.gives_total) {
    if (depth == 1) {
      patience.close_when_quiet = true;
    } else {
      // Nothing but the number of its moves tells when the divide is over.
      PerftAnswer moves;
      if (auto trouble = count(1, &moves)) return trouble;
      if (moves.divide.empty()) {
        *answer = moves;
        return std::nullopt;
      }
      patience.lines = moves.divide.size();
    }
  }
  PerftReader reader = reader_for(words, depth);
  End end = End::kSilent;
  say(words, depth);
  // Nothing is said before the answer: there are engines that end a count when something comes.
  if (auto trouble = listen(reader, spoken(words, depth), patience, &end)) return trouble;
  if (end == End::kNoMoves) {
    *answer = {};
    answer->divided = true;
    answer->notes.push_back("it says that there is no move instead of counting");
    // Some fall over just then; that belongs to this question.
    const Fence fence = fence_();
    if (fence.question.empty()) return std::nullopt;
    return context_.session.ask(fence.question, fence.answer, [](const std::string&) {});
  }
  if (end == End::kSilent && patience.close_when_quiet) {
    // A divide without lines and without a total.
    *answer = {};
    answer->divided = true;
    return std::nullopt;
  }
  if (end != End::kCounted) {
    return failure(Failure::Kind::kNonsense,
                   fmt::format("has counted before, but answers `{}` otherwise{}",
                               spoken(words, depth), context_.session.last_words()));
  }
  *answer = reader.result();
  if (answer->failure) return answer->failure;
  to_our_ranks(answer);
  if (found.counts_on) context_.session.kill("it counts on to greater depths");
  return std::nullopt;
}

}  // namespace regelwerk::engines
