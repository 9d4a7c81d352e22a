#include "oracle/engines/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "oracle/engines/command_line.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

constexpr std::size_t kTranscriptLines = 10'000;
constexpr std::size_t kTranscriptWidth = 1'000;
constexpr std::size_t kSentLines = 100'000;
constexpr std::size_t kLastLines = 3;
// How long a child may take to end after it closed its output, and after "quit".
constexpr std::chrono::milliseconds kEndGrace{1'000};
constexpr std::chrono::milliseconds kQuitGrace{200};

std::string describe(const Process::End& end) {
  const auto with_name = [](int number) {
    const std::string name = signal_name(number);
    return name.empty() ? fmt::format("signal {}", number)
                        : fmt::format("signal {} ({})", number, name);
  };
  if (end.by_signal) return "killed by " + with_name(end.number);
  std::string text = fmt::format("exited with code {}", end.number);
  // A shell script reports the signal that killed its program in this way.
  if (end.number > 128 && !signal_name(end.number - 128).empty()) {
    text += fmt::format(", which from a shell script means {}", with_name(end.number - 128));
  }
  return text;
}

std::string seconds(std::chrono::milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1000.0);
}

}  // namespace

std::string one_line(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::string result;
  for (char c : trim(text)) {
    if (result.size() == kLongest) return result + "...";
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result;
}

Failure failure(Failure::Kind kind, std::string detail) { return {kind, std::move(detail)}; }

Session::Session(const std::atomic<bool>* stop) : stop_(stop) {}

Session::~Session() {
  if (process_ == nullptr) return;
  Process::End end;
  if (process_->write_line("quit", Clock::now() + kQuitGrace)) {
    process_->wait_for_end(Clock::now() + kQuitGrace, &end);
  }
}

bool Session::is(std::string_view line, std::string_view text) { return trim(line) == text; }

void Session::note(char direction, std::string_view text) {
  if (transcript_.size() >= kTranscriptLines + kTranscriptLines / 10) {
    transcript_.erase(transcript_.begin(),
                      transcript_.end() - static_cast<std::ptrdiff_t>(kTranscriptLines));
  }
  const std::chrono::duration<double> time = Clock::now() - born_;
  transcript_.push_back(
      fmt::format("{:.3f} {} {}", time.count(), direction, text.substr(0, kTranscriptWidth)));
}

std::optional<Failure> Session::start(const std::vector<std::string>& words,
                                      const std::vector<std::string>& arguments) {
  process_.reset();
  sent_.clear();
  question_start_ = 0;
  said_.clear();
  started_ = words;
  started_.insert(started_.end(), arguments.begin(), arguments.end());
  if (words.empty() || words[0].empty()) return failure(Failure::Kind::kNotFound, "empty command");
  const std::optional<std::string> program = find_program(words[0]);
  if (!program) {
    const bool bare = words[0].find('/') == std::string::npos;
    return failure(Failure::Kind::kNotFound,
                   fmt::format("no executable file '{}'{}", words[0],
                               bare ? " in PATH, /usr/games or /usr/local/games" : ""));
  }
  started_[0] = *program;
  std::string error;
  process_ = Process::start(*program, {started_.begin() + 1, started_.end()}, &error);
  if (process_ == nullptr) {
    return failure(Failure::Kind::kNotFound, fmt::format("cannot start '{}': {}", *program, error));
  }
  std::string shown = *program;
  for (const std::string& argument : arguments) shown += " '" + argument + "'";
  note('>', "(started " + shown + ")");
  return std::nullopt;
}

void Session::kill(std::string_view why) {
  process_.reset();
  note('>', fmt::format("(ended: {})", why));
}

void Session::begin_question(std::chrono::milliseconds time) {
  allowed_ = time;
  deadline_ = Clock::now() + time;
  in_handshake_ = false;
  if (sent_.size() > kSentLines) {
    std::erase_if(sent_, [](const Sent& line) { return !line.handshake; });
  }
  question_start_ = sent_.size();
}

void Session::begin_handshake(std::chrono::milliseconds time) {
  begin_question(time);
  in_handshake_ = true;
}

void Session::send(const std::string& text) {
  asked_ = text;
  said_.clear();
  note('>', text);
  sent_.push_back({text, in_handshake_});
  // A dead reader shows at the next read, with the reason.
  process_->write_line(text, deadline_);
}

void Session::heard(const std::string& line) {
  note('<', line);
  if (trim(line).empty()) return;
  said_.push_back(line);
  if (said_.size() > kLastLines) said_.erase(said_.begin());
}

Failure Session::ended() {
  Process::End end;
  Failure result;
  if (process_->wait_for_end(Clock::now() + kEndGrace, &end)) {
    result = failure(Failure::Kind::kDied, fmt::format("{} after `{}`", describe(end), asked_));
  } else {
    result =
        failure(Failure::Kind::kClosed,
                fmt::format("closed its output after `{}` without ending, and was killed", asked_));
  }
  result.detail += last_words();
  return result;
}

std::vector<std::string> Session::heard_errors() {
  if (process_ == nullptr) return {};
  std::vector<std::string> lines = process_->take_error_lines();
  for (const std::string& line : lines) note('!', line);
  return lines;
}

std::string Session::last_words() const {
  std::string text;
  for (const std::string& line : said_) {
    text += fmt::format("{} '{}'", text.empty() ? "; its last words:" : "", one_line(line));
  }
  const std::string error = process_ == nullptr ? "" : one_line(process_->last_error_line());
  if (!error.empty()) {
    text +=
        fmt::format("{} on standard error: '{}'", text.empty() ? "; its last words" : ",", error);
  }
  return text;
}

Failure Session::hung() const {
  return failure(Failure::Kind::kHung,
                 fmt::format("no end of the answer to `{}` within {}, and no other sign of life; "
                             "killed ({} sets the time){}",
                             asked_, seconds(allowed_), deadline_key(), last_words()));
}

Failure Session::too_slow(std::string_view alive) const {
  return failure(Failure::Kind::kTooSlow,
                 fmt::format("no end of the answer to `{}` within {}, though it still {}; "
                             "{} sets the time",
                             asked_, seconds(allowed_), alive, deadline_key()));
}

std::string_view Session::deadline_key() const {
  return in_handshake_ ? "start-deadline=SECONDS" : "deadline=SECONDS";
}

Session::Heard Session::hear(std::string* line, Clock::time_point until,
                             std::optional<Failure>* trouble) {
  // In slices, so that a request to stop is seen soon.
  constexpr std::chrono::milliseconds kSlice{50};
  until = std::min(until, deadline_);
  Process::Read read = Process::Read::kDeadline;
  do {
    read = process_->read_line(line, std::min(until, Clock::now() + kSlice));
  } while (read == Process::Read::kDeadline && Clock::now() < until && !stopped());
  switch (read) {
    case Process::Read::kLine:
      heard(*line);
      return Heard::kLine;
    case Process::Read::kEnd:
      *trouble = ended();
      return Heard::kFailure;
    case Process::Read::kDeadline:
      if (stopped()) {
        *trouble =
            failure(Failure::Kind::kHung, fmt::format("stopped while it worked on `{}`", asked_));
        return Heard::kFailure;
      }
      if (until < deadline_) return Heard::kNothing;
      *trouble = hung();
      return Heard::kFailure;
    case Process::Read::kTooLong:
      break;
  }
  *trouble = failure(
      Failure::Kind::kNonsense,
      fmt::format("a line of more than {} bytes after `{}`", Process::kLongestLine, asked_));
  return Heard::kFailure;
}

std::optional<Failure> Session::receive(std::string* line) {
  std::optional<Failure> trouble;
  hear(line, deadline_, &trouble);
  return trouble;
}

std::optional<Failure> Session::read_to_end(std::vector<std::string>* lines, int* exit_code) {
  // More is no answer but a flood.
  constexpr std::size_t kMostLines = 100'000;
  process_->close_input();
  std::string line;
  while (true) {
    const Process::Read read = process_->read_line(
        &line, std::min(deadline_, Clock::now() + std::chrono::milliseconds(50)));
    if (read == Process::Read::kLine) {
      heard(line);
      lines->push_back(line);
      if (lines->size() > kMostLines) {
        return failure(Failure::Kind::kNonsense, fmt::format("more than {} lines", kMostLines));
      }
      continue;
    }
    if (read == Process::Read::kEnd) {
      // A script may end without a last line end.
      if (!process_->rest().empty()) {
        heard(process_->rest());
        lines->push_back(process_->rest());
      }
      break;
    }
    if (read == Process::Read::kTooLong) {
      return failure(Failure::Kind::kNonsense,
                     fmt::format("a line of more than {} bytes", Process::kLongestLine));
    }
    if (stopped()) {
      return failure(Failure::Kind::kHung, fmt::format("stopped while it worked on `{}`", asked_));
    }
    if (Clock::now() >= deadline_) return hung();
  }
  Process::End end;
  if (!process_->wait_for_end(std::max(deadline_, Clock::now() + kEndGrace), &end)) return ended();
  if (end.by_signal || end.number > 128) {
    Failure died =
        failure(Failure::Kind::kDied, fmt::format("{} after `{}`", describe(end), asked_));
    died.detail += last_words();
    return died;
  }
  *exit_code = end.number;
  return std::nullopt;
}

}  // namespace regelwerk::engines
