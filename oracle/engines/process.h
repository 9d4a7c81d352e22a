// One child process, spoken to line by line with deadlines.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace regelwerk::engines {

using Clock = std::chrono::steady_clock;

// A child process in a process group of its own, its three standard streams held by pipes. It
// inherits no other file. Not for use from several threads at once; several Processes may be used
// in several threads.
class Process {
 public:
  // A line longer than this is not waited for.
  static constexpr std::size_t kLongestLine = 1 << 20;

  enum class Read {
    kLine,      // `line` holds the next one, without LF or CR LF
    kEnd,       // the output was closed; a last line without its end does not count as a line
    kDeadline,  // the deadline passed
    kTooLong,   // more than kLongestLine bytes without a line end
  };

  // How the child ended.
  struct End {
    bool by_signal = false;
    int number = 0;  // of the signal, or the exit code
  };

  // Starts `program` (a path) with `arguments`. Null with `error` set if it cannot be started.
  static std::unique_ptr<Process> start(const std::string& program,
                                        const std::vector<std::string>& arguments,
                                        std::string* error);

  // Kills the whole group.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Sends `text` and a line end. False if the child does not read it: by the deadline, or ever.
  bool write_line(const std::string& text, Clock::time_point deadline);

  Read read_line(std::string* line, Clock::time_point deadline);

  // What was read after the last line end.
  std::string rest() const;

  // The child reads the end of its input.
  void close_input();

  // The line that the child last wrote to its standard error; empty if there is none.
  std::string last_error_line() const;

  // The lines that arrived on its standard error since the last call, of a flood the last 1,000.
  std::vector<std::string> take_error_lines();

  // Waits until the child ends by itself; false if it has not by the deadline. The rest of its
  // group is killed then.
  bool wait_for_end(Clock::time_point deadline, End* end);

  // Kills the child with its whole group, and waits for the child.
  void kill_group();

 private:
  struct Impl;
  explicit Process(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// "SIGSEGV"; empty for a number without a name.
std::string signal_name(int number);

}  // namespace regelwerk::engines
