#include "oracle/engines/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "oracle/engines/move_text.h"
#include "oracle/engines/perft_text.h"
#include "oracle/engines/protocol.h"
#include "oracle/engines/refusals.h"
#include "oracle/engines/replay.h"
#include "oracle/engines/script_protocol.h"
#include "oracle/engines/session.h"
#include "oracle/engines/uci.h"
#include "oracle/engines/uci_protocol.h"
#include "oracle/engines/xboard_protocol.h"

namespace regelwerk::engines {
namespace {

using std::chrono::milliseconds;

// For the try whether a program that does not stay is a perftree script.
constexpr milliseconds kScriptTry{5'000};
// For one thing that is tried to find out what an engine can do.
constexpr milliseconds kShortestTry{3'000};
constexpr milliseconds kLongestTry{10'000};
constexpr const char* kGo = "go depth 1";

bool same_divide(const PerftAnswer& a, const PerftAnswer& b) {
  return a.nodes == b.nodes && a.divide.size() == b.divide.size() &&
         std::equal(a.divide.begin(), a.divide.end(), b.divide.begin(),
                    [](const DivideLine& x, const DivideLine& y) {
                      return x.action == y.action && x.nodes == y.nodes;
                    });
}

std::string how_they_differ(const PerftAnswer& a, const PerftAnswer& b) {
  if (a.nodes != b.nodes) return fmt::format("{} and then {} nodes", a.nodes, b.nodes);
  for (const DivideLine& line : a.divide) {
    const auto other = std::find_if(b.divide.begin(), b.divide.end(),
                                    [&](const DivideLine& x) { return x.action == line.action; });
    if (other == b.divide.end()) return fmt::format("{} and then not", line.action);
    if (other->nodes != line.nodes) {
      return fmt::format("{} and then {} nodes for {}", line.nodes, other->nodes, line.action);
    }
  }
  return "other moves";
}

bool accepted(const CandidateAnswer& answer) { return answer.status == MoveStatus::kAccepted; }

}  // namespace

struct Engine::Impl {
  std::string command;
  const spec::Variant& variant;
  EngineOptions options;
  EngineSpecResult read;
  Findings found;
  Session session;
  std::unique_ptr<Protocol> protocol;
  bool agreement_tried = false;

  Impl(std::string text, const spec::Variant& rules, EngineOptions wishes)
      : command(std::move(text)),
        variant(rules),
        options(std::move(wishes)),
        read(parse_engine_spec(command)),
        session(options.stop) {
    for (const auto& option : options.uci_options) read.spec.options.push_back(option);
  }

  Context context() { return {session, variant, read.spec, found}; }

  ProtocolKind kind() const {
    return read.spec.protocol != ProtocolKind::kAuto ? read.spec.protocol : found.protocol;
  }

  bool is_script() const {
    return kind() == ProtocolKind::kPerftree || kind() == ProtocolKind::kExitCode;
  }

  std::string position_of(std::string_view text) const {
    return std::string(text == "startpos" ? std::string_view(variant.start) : text);
  }

  milliseconds time_for(milliseconds callers) const { return read.spec.deadline.value_or(callers); }

  // After a failure nobody knows what it is still doing: the next question gets a fresh process.
  // But for what was known before it was asked.
  void give_up(const Failure& trouble) {
    if (trouble.kind == Failure::Kind::kNoPerft || trouble.kind == Failure::Kind::kCannotSetUp)
      return;
    session.kill(trouble.detail);
    if (!is_script()) protocol.reset();
  }

  std::optional<Failure> start() {
    if (!read.errors.empty()) {
      std::string text;
      for (const std::string& error : read.errors) text += (text.empty() ? "" : "; ") + error;
      return failure(Failure::Kind::kNotFound, text);
    }
    switch (kind()) {
      case ProtocolKind::kPerftree:
        protocol = std::make_unique<PerftreeProtocol>(context());
        return std::nullopt;
      case ProtocolKind::kExitCode:
        protocol = std::make_unique<ExitCodeProtocol>(context());
        return std::nullopt;
      default:
        break;
    }
    if (auto trouble = session.start(read.spec.words)) return trouble;
    session.begin_handshake(read.spec.start_deadline.value_or(options.start_deadline));
    if (kind() == ProtocolKind::kAuto) return find_protocol();
    if (kind() == ProtocolKind::kXboard) return begin_xboard();
    auto uci = std::make_unique<UciProtocol>(context());
    if (auto trouble = uci->introduce()) return trouble;
    if (auto trouble = uci->begin()) return trouble;
    protocol = std::move(uci);
    return std::nullopt;
  }

  std::optional<Failure> begin_xboard() {
    auto xboard = std::make_unique<XboardProtocol>(context());
    if (auto trouble = xboard->introduce()) return trouble;
    if (auto trouble = xboard->begin()) return trouble;
    found.protocol = ProtocolKind::kXboard;
    protocol = std::move(xboard);
    return std::nullopt;
  }

  // "uci" first. A complaint, or half of the time without an answer: then xboard, with an ear open
  // for a late "uciok". A program that ends by itself may be a script.
  std::optional<Failure> find_protocol() {
    auto uci = std::make_unique<UciProtocol>(context());
    auto xboard = std::make_unique<XboardProtocol>(context());
    session.send("uci");
    const Clock::time_point half = Clock::now() + (session.deadline() - Clock::now()) / 2;
    bool asked_xboard = false;
    const auto ask_xboard = [&] {
      asked_xboard = true;
      xboard->introduce();
      session.waits_for("uci");
    };
    std::string line;
    std::optional<Failure> trouble;
    XboardFeatures features;
    bool heard_any = false;
    while (true) {
      const Session::Heard heard =
          session.hear(&line, asked_xboard ? session.deadline() : half, &trouble);
      if (heard == Session::Heard::kFailure) break;
      if (heard == Session::Heard::kNothing) {
        ask_xboard();
        continue;
      }
      heard_any = true;
      const std::string_view text = trim(line);
      if (text == "uciok") {
        found.protocol = ProtocolKind::kUci;
        if ((trouble = uci->begin())) return trouble;
        protocol = std::move(uci);
        return std::nullopt;
      }
      // An echo of what was sent is no answer.
      if (parse_feature_line(text, &features)) {
        if (!asked_xboard) ask_xboard();
        xboard->take_introduction(text);
        found.protocol = ProtocolKind::kXboard;
        if ((trouble = xboard->begin())) return trouble;
        protocol = std::move(xboard);
        return std::nullopt;
      }
      uci->take_introduction(text);
      if (refuses_move(text) && !asked_xboard) ask_xboard();
    }
    if (trouble->kind == Failure::Kind::kDied && !session.stopped()) {
      // Perhaps of the word alone.
      if (!session.start(read.spec.words)) {
        session.begin_handshake(read.spec.start_deadline.value_or(options.start_deadline));
        if (!begin_xboard()) return std::nullopt;
        session.kill("it does not speak xboard");
      }
    }
    const bool may_be_script = trouble->kind == Failure::Kind::kDied ||
                               (trouble->kind == Failure::Kind::kHung && !heard_any);
    if (may_be_script && !session.stopped() && is_perftree_script()) {
      found.protocol = ProtocolKind::kPerftree;
      protocol = std::make_unique<PerftreeProtocol>(context());
      return std::nullopt;
    }
    return trouble;
  }

  bool is_perftree_script() {
    PerftreeProtocol script(context());
    session.begin_handshake(kScriptTry);
    Held held;
    PerftAnswer answer;
    script.hold(variant.start, {}, &held);
    return !script.count(1, &answer) && answer.divided;
  }

  // Begins a question: a running engine of which is known what it can do, time, and a clean record
  // of what is sent.
  std::optional<Failure> begin(milliseconds deadline) {
    if (auto trouble = run()) return trouble;
    if (auto trouble = explore(deadline)) return trouble;
    session.begin_question(time_for(deadline));
    return std::nullopt;
  }

  std::optional<Failure> run() {
    if (protocol != nullptr && (is_script() || session.running())) return std::nullopt;
    protocol.reset();
    return start();
  }

  // What the engine falls over is not said to it again; what comes after is asked of a new process.
  std::optional<Failure> explore(milliseconds deadline) {
    if (found.broken) return found.broken;
    found.try_time = std::clamp(time_for(deadline), kShortestTry, kLongestTry);
    std::optional<Failure> first;  // of a try to make it count
    while (!found.explored) {
      session.begin_question(time_for(deadline));
      bool again = false;
      if (auto trouble = protocol->explore(&again)) {
        const std::string what = std::exchange(found.trying, "");
        give_up(*trouble);
        if (what.empty() || session.stopped()) return trouble;
        // Searching is what every engine can do.
        found.deadly.insert(what);
        if (what == kGo && first && found.perft == "none") {
          found.broken = first;
          return first;
        }
        const bool echo = what == "d" || what == "fen";
        const bool counts = found.perft == what;  // it began to answer: the question will show
        if (!echo && !found.perft) {
          if (!first) first = trouble;
          if (found.no_perft.empty()) found.no_perft = trouble->detail;
        }
        if (!counts) {
          found.notes.push_back(fmt::format("{} when told `{}`, which it is not told again",
                                            ends_how(*trouble), what));
        }
        if ((trouble = run())) return trouble;
        continue;
      }
      if (again) {
        session.kill("to be asked in other words");
        if (auto trouble = run()) return trouble;
        continue;
      }
      found.explored = true;
    }
    return std::nullopt;
  }

  static std::string_view ends_how(const Failure& trouble) {
    return trouble.kind == Failure::Kind::kHung ? "it falls silent" : "it ends";
  }

  std::optional<Failure> count_position(const std::string& position, int depth,
                                        PerftAnswer* answer) {
    Held held;
    if (auto trouble = protocol->hold(position, {}, &held)) return trouble;
    if (auto trouble = protocol->count(depth, answer)) return trouble;
    return check_moves(position, held, answer);
  }

  // Even an engine that showed the position may have left it since: its moves must be such as the
  // position can have.
  std::optional<Failure> check_moves(const std::string& position, const Held& held,
                                     PerftAnswer* answer) const {
    std::vector<std::string> moves;
    for (const DivideLine& line : answer->divide) moves.push_back(line.action);
    if (!moves_fit_position(position, moves, variant.board.files)) {
      return moves_of_others(position, moves);
    }
    if (held.shown) {
      answer->checked = PositionCheck::kShown;
    } else if (!moves.empty()) {
      answer->checked = PositionCheck::kMoves;
    }
    return std::nullopt;
  }

  static Failure moves_of_others(const std::string& position,
                                 const std::vector<std::string>& moves) {
    return failure(Failure::Kind::kOtherPosition,
                   fmt::format("was sent '{}' but lists moves of other pieces: {}", position,
                               one_line(fmt::format("{}", fmt::join(moves, " ")))));
  }

  PerftAnswer perft(const std::string& position, int depth, milliseconds deadline) {
    PerftAnswer answer;
    std::optional<Failure> trouble = begin(deadline);
    if (!trouble) trouble = count_position(position, depth, &answer);
    if (trouble) {
      give_up(*trouble);
      answer = {};
      answer.failure = trouble;
    }
    return answer;
  }

  // By the means that the engine has, best first.
  std::optional<Failure> find_moves(const std::string& position,
                                    const std::vector<Candidate>& candidates, milliseconds deadline,
                                    RootMovesAnswer* answer) {
    for (const Candidate& candidate : candidates) {
      answer->candidates.push_back({candidate.action, MoveStatus::kNotObservable});
    }
    if (auto trouble = begin(deadline)) return trouble;
    PerftAnswer counted;
    Held held;
    if (auto trouble = protocol->hold(position, {}, &held)) return trouble;
    auto trouble = protocol->count(1, &counted);
    if (!trouble) {
      if ((trouble = check_moves(position, held, &counted))) return trouble;
      if (counted.divided) {
        for (const DivideLine& line : counted.divide) answer->moves.push_back(line.action);
        answer->source = RootMovesAnswer::Source::kPerft;
        answer->complete = true;
        judge_by_list(position, answer);
        return std::nullopt;
      }
      answer->count = counted.nodes;
    } else if (trouble->kind != Failure::Kind::kNoPerft) {
      return trouble;
    }
    return find_moves_without_count(position, candidates, deadline, answer);
  }

  std::optional<Failure> find_moves_without_count(const std::string& position,
                                                  const std::vector<Candidate>& candidates,
                                                  milliseconds deadline, RootMovesAnswer* answer) {
    if (auto trouble = begin(deadline)) return trouble;
    const bool none_legal = std::none_of(candidates.begin(), candidates.end(),
                                         [](const Candidate& one) { return one.legal; });
    Held held;
    if (auto trouble = protocol->hold(position, {}, &held)) return trouble;
    std::optional<Protocol::Listed> listed;
    if (auto trouble = protocol->list_moves(none_legal, &listed)) return trouble;
    if (listed) {
      if (!moves_fit_position(position, listed->moves, variant.board.files)) {
        return moves_of_others(position, listed->moves);
      }
      answer->moves = listed->moves;
      answer->complete = listed->complete;
      answer->source = RootMovesAnswer::Source::kSearch;
      judge_by_list(position, answer);
      if (listed->complete) return std::nullopt;
    }
    return Questioning(*this, position, candidates, deadline, *answer).run();
  }

  // Candidates put to the engine one by one, and their controls.
  class Questioning {
   public:
    Questioning(Impl& engine, const std::string& position, const std::vector<Candidate>& candidates,
                milliseconds deadline, RootMovesAnswer& answer)
        : engine_(engine),
          position_(position),
          candidates_(candidates),
          deadline_(deadline),
          answer_(answer) {
      for (const Candidate& candidate : candidates) {
        if (candidate.legal) legal_.insert(candidate.action);
      }
    }

    std::optional<Failure> run() {
      // Legal ones first: whether it can be confined to one move shows there.
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (!candidates_[i].legal || accepted(answer_.candidates[i])) continue;
        if (cannot_be_confined()) {
          judge();
          return std::nullopt;
        }
        if (auto trouble = ask(candidates_[i].action, true)) return trouble;
      }
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& candidate = candidates_[i];
        if (accepted(answer_.candidates[i])) continue;  // its own list has it
        const bool taken_legal =
            candidate.legal && seen_.at(candidate.action) == Protocol::Tried::kTaken;
        if (candidate.control.empty() || (candidate.legal && !taken_legal)) continue;
        if (auto trouble = ask(candidate.control, false)) return trouble;
        if (candidate.legal || !refused(candidate.control)) continue;
        if (auto trouble = ask(candidate.action, false)) return trouble;
      }
      judge();
      return std::nullopt;
    }

   private:
    using Tried = Protocol::Tried;

    std::optional<Failure> ask(const std::string& action, bool legal) {
      if (seen_.count(action) > 0) return std::nullopt;
      Tried& result = seen_[action];
      result = Tried::kUnseen;
      for (const std::string& text : engine_.spellings(position_, action, legal, legal_)) {
        if (auto trouble = engine_.begin(deadline_)) return trouble;
        if (auto trouble = engine_.protocol->try_move(position_, text, &result)) return trouble;
        if (result == Tried::kTaken) {
          if (legal) taken_as_[action] = text;
          return std::nullopt;
        }
      }
      return std::nullopt;
    }

    // It names what it likes, whatever it is confined to.
    bool cannot_be_confined() const {
      constexpr int kEnough = 3;
      return taken_as_.size() < 2 && std::count_if(seen_.begin(), seen_.end(), [](const auto& one) {
                                       return one.second == Tried::kOther;
                                     }) >= kEnough;
    }

    // Who names another one though he can be confined has this one not.
    bool can_be_confined() const { return taken_as_.size() > 1; }

    bool refused(const std::string& action) const {
      const auto found = seen_.find(action);
      if (found == seen_.end()) return false;
      return found->second == Tried::kRefused ||
             (found->second == Tried::kOther && can_be_confined());
    }

    void judge() {
      bool all_refused = !legal_.empty();
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& candidate = candidates_[i];
        MoveStatus& status = answer_.candidates[i].status;
        if (status == MoveStatus::kAccepted) {
          all_refused = false;
          continue;
        }
        const auto seen = seen_.find(candidate.action);
        const bool taken = seen != seen_.end() && seen->second == Tried::kTaken;
        if (refused(candidate.action)) {
          status = MoveStatus::kRefused;
        } else if (taken && refused(candidate.control)) {
          status = MoveStatus::kAccepted;
          answer_.moves.push_back(candidate.action);
        }
        all_refused = all_refused && (!candidate.legal || status == MoveStatus::kRefused);
        const auto control = seen_.find(candidate.control);
        answer_.takes_anything =
            answer_.takes_anything || (control != seen_.end() && control->second == Tried::kTaken);
      }
      std::sort(answer_.moves.begin(), answer_.moves.end());
      const bool any_seen = std::any_of(seen_.begin(), seen_.end(), [](const auto& entry) {
        return entry.second != Tried::kUnseen;
      });
      if (answer_.source == RootMovesAnswer::Source::kNothing && any_seen) {
        answer_.source = RootMovesAnswer::Source::kPlayed;
      }
      if (!all_refused || answer_.source != RootMovesAnswer::Source::kPlayed) return;
      // It may hold another position, or not understand the moves.
      answer_.refuses_everything = true;
      for (CandidateAnswer& one : answer_.candidates) one.status = MoveStatus::kNotObservable;
    }

    Impl& engine_;
    const std::string& position_;
    const std::vector<Candidate>& candidates_;
    const milliseconds deadline_;
    RootMovesAnswer& answer_;
    std::set<std::string> legal_;
    std::map<std::string, Tried> seen_;
    std::map<std::string, std::string> taken_as_;
  };

  // How to say a move. What means a legal move is never said for another one.
  std::vector<std::string> spellings(const std::string& position, const std::string& action,
                                     bool legal, const std::set<std::string>& all_legal) const {
    std::vector<std::string> texts = protocol->spellings(position, action);
    if (!legal) texts.resize(1);
    std::erase_if(texts, [&](const std::string& text) {
      return (text != action || !legal) && all_legal.count(text) > 0;
    });
    return texts;
  }

  // A candidate is accepted if the list has it, in any of its spellings; a complete list refuses
  // all others.
  void judge_by_list(const std::string& position, RootMovesAnswer* answer) const {
    std::set<std::string> moves;
    for (const std::string& move : answer->moves) {
      moves.insert(move);
      if (const auto plain = coordinates(move)) moves.insert(spelt_plainly(*plain));
    }
    std::set<std::string> asked;
    for (const CandidateAnswer& candidate : answer->candidates) asked.insert(candidate.action);
    for (CandidateAnswer& candidate : answer->candidates) {
      bool listed = moves.count(candidate.action) > 0;
      if (!listed) {
        for (const std::string& text : castling_texts(variant, position, candidate.action)) {
          // A king's step that is a candidate of its own is no other spelling of this one.
          if (asked.count(text) == 0) listed = listed || moves.count(text) > 0;
        }
      }
      if (listed) {
        candidate.status = MoveStatus::kAccepted;
      } else if (answer->complete) {
        candidate.status = MoveStatus::kRefused;
      }
    }
    std::sort(answer->moves.begin(), answer->moves.end());
  }

  // "e7e8=Q" and "e7e8Q" as "e7e8q".
  static std::string spelt_plainly(const std::string& move) {
    if (!looks_like_move(move) || move.size() < 5) return move;
    std::string text;
    for (char c : move) {
      if (c != '=') text += c;
    }
    if ('A' <= text.back() && text.back() <= 'Z' && text.find('-') == std::string::npos) {
      text.back() = static_cast<char>(text.back() - 'A' + 'a');
    }
    return text;
  }

  // Plays a move as any user interface would; in another spelling if the engine is seen to stay
  // where it is.
  std::optional<Failure> play_for_count(const std::string& position, const Candidate& candidate,
                                        const std::set<std::string>& legal, milliseconds deadline) {
    for (const std::string& text : spellings(position, candidate.action, candidate.legal, legal)) {
      if (auto trouble = begin(deadline)) return trouble;
      Held before;
      Held after;
      if (auto trouble = protocol->hold(position, {}, &before)) return trouble;
      if (auto trouble = protocol->hold(position, {text}, &after)) return trouble;
      if (!before.shown || after.shown != before.shown) return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<Failure> divide_by_playing(const std::string& position, int depth,
                                           const std::vector<Candidate>& candidates,
                                           const RootMovesAnswer& root, milliseconds deadline,
                                           PerftAnswer* answer) {
    std::set<std::string> legal;
    for (const Candidate& one : candidates) {
      if (one.legal) legal.insert(one.action);
    }
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& candidate = candidates[i];
      const MoveStatus status = root.candidates[i].status;
      // Whoever takes any move still counts what he takes for legal after a legal one.
      const bool playable =
          candidate.legal ? status != MoveStatus::kRefused : status == MoveStatus::kAccepted;
      if (!playable) continue;
      std::uint64_t nodes = 1;
      if (depth > 1) {
        if (auto trouble = play_for_count(position, candidate, legal, deadline)) return trouble;
        PerftAnswer child;
        if (auto trouble = protocol->count(depth - 1, &child)) return trouble;
        nodes = child.nodes;
      }
      answer->divide.push_back({candidate.action, nodes});
      sum += nodes;
    }
    answer->divided = sum == answer->nodes;
    std::sort(answer->divide.begin(), answer->divide.end(),
              [](const DivideLine& a, const DivideLine& b) { return a.action < b.action; });
    return std::nullopt;
  }

  std::optional<Failure> try_agreement(const std::string& position, int depth, std::uint64_t nodes,
                                       milliseconds deadline, bool* agrees) {
    auto* program = dynamic_cast<ExitCodeProtocol*>(protocol.get());
    if (program == nullptr) throw std::logic_error("Engine::agree: not an exit-code program");
    if (auto trouble = program->agree(position, depth, nodes, agrees)) return trouble;
    if (!*agrees || agreement_tried) return std::nullopt;
    bool with_a_wrong_count = false;
    session.begin_question(time_for(deadline));
    if (auto trouble = program->agree(position, depth, nodes + 1, &with_a_wrong_count)) {
      return trouble;
    }
    if (with_a_wrong_count) {
      return failure(Failure::Kind::kNonsense,
                     fmt::format("agrees with {} as well as with {} nodes", nodes, nodes + 1));
    }
    agreement_tried = true;
    return std::nullopt;
  }
};

Engine::Engine(std::string command, const spec::Variant& variant, EngineOptions options)
    : impl_(std::make_unique<Impl>(std::move(command), variant, std::move(options))) {}

Engine::~Engine() = default;

const std::string& Engine::command() const { return impl_->command; }

std::string Engine::name() const {
  if (!impl_->read.spec.name.empty()) return impl_->read.spec.name;
  return impl_->found.name.empty() ? impl_->command : impl_->found.name;
}

ProtocolKind Engine::protocol() const { return impl_->kind(); }

std::string Engine::spoken_to_as() const {
  if (!impl_->read.errors.empty() || impl_->kind() == ProtocolKind::kAuto) return impl_->command;
  EngineSpec spec = impl_->read.spec;
  for (const auto& option : impl_->options.uci_options) std::erase(spec.options, option);
  spec.protocol = impl_->kind();
  const Findings& found = impl_->found;
  if (!impl_->is_script() && found.perft) {
    spec.perft = *found.perft;
  }
  if (found.rank_zero && !spec.first_rank) spec.first_rank = 0;
  return write_engine_spec(spec);
}

std::vector<std::string> Engine::notes() const { return impl_->found.notes; }

PerftAnswer Engine::perft(std::string_view position_text, int depth, milliseconds deadline) {
  // "go perft 0" starts an endless search in common engines.
  if (depth < 1) throw std::invalid_argument("Engine::perft: depth must be at least 1");
  return impl_->perft(impl_->position_of(position_text), depth, deadline);
}

PerftAnswer Engine::perft_twice(std::string_view position_text, int depth, milliseconds deadline) {
  PerftAnswer first = perft(position_text, depth, deadline);
  if (first.failure) return first;
  impl_->session.kill("to be asked once more");
  if (!impl_->is_script()) impl_->protocol.reset();
  PerftAnswer second = perft(position_text, depth, deadline);
  if (second.failure) return second;
  if (same_divide(first, second)) return first;
  PerftAnswer answer;
  answer.failure = failure(Failure::Kind::kNondeterministic,
                           fmt::format("says {} when asked again", how_they_differ(first, second)));
  return answer;
}

PerftAnswer Engine::divide(std::string_view position_text, int depth,
                           const std::vector<Candidate>& candidates, milliseconds deadline) {
  PerftAnswer answer = perft(position_text, depth, deadline);
  if (answer.failure || answer.divided || !answer.said.empty()) return answer;
  const RootMovesAnswer root = root_moves(position_text, candidates, deadline);
  std::optional<Failure> trouble = root.failure;
  if (!trouble) {
    trouble = impl_->divide_by_playing(impl_->position_of(position_text), depth, candidates, root,
                                       deadline, &answer);
    if (trouble) impl_->give_up(*trouble);
  }
  if (trouble) {
    answer = {};
    answer.failure = std::move(trouble);
  }
  return answer;
}

RootMovesAnswer Engine::root_moves(std::string_view position_text,
                                   const std::vector<Candidate>& candidates,
                                   milliseconds deadline) {
  RootMovesAnswer answer;
  std::optional<Failure> trouble =
      impl_->find_moves(impl_->position_of(position_text), candidates, deadline, &answer);
  if (trouble) {
    impl_->give_up(*trouble);
    answer = {};
    for (const Candidate& candidate : candidates) {
      answer.candidates.push_back({candidate.action, MoveStatus::kNotObservable});
    }
    answer.failure = std::move(trouble);
  }
  return answer;
}

PlayAnswer Engine::play(std::string_view position_text, const std::vector<std::string>& moves,
                        milliseconds deadline) {
  PlayAnswer answer;
  const std::string position = impl_->position_of(position_text);
  std::optional<Failure> trouble = impl_->begin(deadline);
  Held held;
  if (!trouble) trouble = impl_->protocol->hold(position, {}, &held);
  if (!trouble && held.shown) {
    answer.observable = true;
    answer.held = *held.shown;
    // Move by move: an engine that stops in the middle shows the same position from there on.
    for (std::size_t count = 1; count <= moves.size() && !trouble; ++count) {
      Held after;
      trouble = impl_->protocol->hold(
          position, {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count)}, &after);
      if (trouble || !after.shown || *after.shown == answer.held) break;
      answer.held = *after.shown;
      answer.played = count;
    }
  }
  if (trouble) {
    impl_->give_up(*trouble);
    answer = {};
    answer.failure = std::move(trouble);
  }
  return answer;
}

AgreeAnswer Engine::agree(std::string_view position_text, int depth, std::uint64_t nodes,
                          milliseconds deadline) {
  if (depth < 1) throw std::invalid_argument("Engine::agree: depth must be at least 1");
  AgreeAnswer answer;
  if (impl_->kind() != ProtocolKind::kExitCode) {
    const PerftAnswer counted = perft(position_text, depth, deadline);
    answer.failure = counted.failure;
    answer.agrees = !counted.failure && counted.nodes == nodes;
    return answer;
  }
  std::optional<Failure> trouble = impl_->begin(deadline);
  if (!trouble) {
    trouble = impl_->try_agreement(impl_->position_of(position_text), depth, nodes, deadline,
                                   &answer.agrees);
  }
  if (trouble) {
    impl_->give_up(*trouble);
    answer.agrees = false;
    answer.failure = std::move(trouble);
  }
  return answer;
}

const std::vector<std::string>& Engine::transcript() const { return impl_->session.transcript(); }

std::string Engine::replay_script(Replay replay) const {
  return write_replay_script(impl_->session, replay == Replay::kAll);
}

}  // namespace regelwerk::engines
