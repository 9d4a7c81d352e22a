// A conversation with one child process after another: deadlines, transcript, what was sent.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/engines/answers.h"
#include "oracle/engines/process.h"

namespace regelwerk::engines {

// One line for messages from text of any kind; cut to 200 characters.
std::string one_line(std::string_view text);

Failure failure(Failure::Kind kind, std::string detail);

class Session {
 public:
  // A line that was sent since the process was started.
  struct Sent {
    std::string text;
    bool handshake = false;  // belongs to no question
  };

  // `stop`, if not null, ends the question under way when it becomes true.
  explicit Session(const std::atomic<bool>* stop);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Starts `words` (program first); the one before is killed. Further arguments follow `words`.
  std::optional<Failure> start(const std::vector<std::string>& words,
                               const std::vector<std::string>& arguments = {});
  bool running() const { return process_ != nullptr; }
  // Kills what runs.
  void kill(std::string_view why);

  // A new question, with so much time.
  void begin_question(std::chrono::milliseconds time);
  void begin_handshake(std::chrono::milliseconds time);
  Clock::time_point deadline() const { return deadline_; }
  // So much time from now, past the deadline.
  void extend(std::chrono::milliseconds time) { deadline_ = Clock::now() + time; }
  bool stopped() const { return stop_ != nullptr && stop_->load(); }

  void send(const std::string& text);

  enum class Heard { kLine, kNothing, kFailure };
  // The next line; kNothing at `until` if that is before the deadline.
  Heard hear(std::string* line, Clock::time_point until, std::optional<Failure>* trouble);
  std::optional<Failure> receive(std::string* line);

  // Sends `text` and reads up to the line that is exactly `last`; hands every line before to `see`.
  template <typename See>
  std::optional<Failure> ask(const std::string& text, std::string_view last, See see) {
    send(text);
    std::string line;
    while (true) {
      if (auto trouble = receive(&line)) return trouble;
      if (is(line, last)) return std::nullopt;
      see(line);
    }
  }

  // Reads to the end of a program that ends by itself; its exit code.
  std::optional<Failure> read_to_end(std::vector<std::string>* lines, int* exit_code);

  // What arrived on standard error since the last call; also noted in the transcript.
  std::vector<std::string> heard_errors();

  // "; its last words: '...', on standard error: '...'" or nothing: what it said since the last
  // line that was sent to it.
  std::string last_words() const;

  // The process did not answer in time, and shows no sign of life.
  Failure hung() const;
  // Nor did it, but it answers something else: `alive` names what.
  Failure too_slow(std::string_view alive) const;

  // Names the command that is waited for, where it is not the one sent last.
  void waits_for(std::string asked) { asked_ = std::move(asked); }
  const std::string& asked() const { return asked_; }

  const std::vector<std::string>& transcript() const { return transcript_; }
  // Of the process that runs or ran last.
  const std::vector<Sent>& sent() const { return sent_; }
  const std::vector<std::string>& started() const { return started_; }
  std::size_t question_start() const { return question_start_; }

 private:
  static bool is(std::string_view line, std::string_view text);
  void note(char direction, std::string_view text);
  void heard(const std::string& line);
  std::string_view deadline_key() const;
  Failure ended();

  const std::atomic<bool>* stop_;
  std::unique_ptr<Process> process_;
  std::vector<std::string> transcript_;
  std::vector<Sent> sent_;
  std::vector<std::string> started_;
  std::size_t question_start_ = 0;
  bool in_handshake_ = true;
  Clock::time_point born_ = Clock::now();
  Clock::time_point deadline_{};
  std::chrono::milliseconds allowed_{};
  std::string asked_;
  std::vector<std::string> said_;  // its last lines since something was sent; blank ones left out
};

}  // namespace regelwerk::engines
