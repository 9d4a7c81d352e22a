#include "oracle/engines/process.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <deque>
#include <thread>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>
#include <boost/process/args.hpp>
#include <boost/process/async_pipe.hpp>
#include <boost/process/child.hpp>
#include <boost/process/error.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/io.hpp>

namespace regelwerk::engines {
namespace {

namespace asio = boost::asio;
namespace process = boost::process;

constexpr std::size_t kErrorLines = 1'000;

// Keeps a write to a dead child from ending this program: SIGPIPE is held back in this thread, and
// one that arose meanwhile is taken away. Ignoring the signal for the whole program instead would
// be inherited by every child.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&only_sigpipe_);
    sigaddset(&only_sigpipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &only_sigpipe_, &old_mask_);
  }
  ~WithoutSigpipe() {
    if (!was_pending_) {
      const timespec no_wait{0, 0};
      while (sigtimedwait(&only_sigpipe_, nullptr, &no_wait) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t only_sigpipe_;
  sigset_t old_mask_;
  bool was_pending_ = false;
};

// Runs in the child between fork and exec: own group, default signals, no file of ours but the
// three streams. Files are marked to be closed by exec rather than closed, because the pipe that
// reports a failed exec is one of them.
void prepare_child() {
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
#ifdef CLOSE_RANGE_CLOEXEC
  if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  const long limit = sysconf(_SC_OPEN_MAX);
  for (int file = 3; file < limit; ++file) {
    const int flags = fcntl(file, F_GETFD);
    if (flags >= 0) fcntl(file, F_SETFD, flags | FD_CLOEXEC);
  }
}

}  // namespace

struct Process::Impl {
  // What arrived on one output stream.
  struct Stream {
    explicit Stream(asio::io_context& context) : pipe(context) {}
    process::async_pipe pipe;
    std::array<char, 16384> buffer;
    std::string partial;
    std::deque<std::string> lines;
    bool ended = false;
    bool too_long = false;
  };

  asio::io_context context;
  process::async_pipe input{context};
  Stream output{context};
  Stream errors{context};
  std::string last_error;
  std::deque<std::string> new_errors;  // not yet taken
  process::child child;
  pid_t pid = -1;
  bool reaped = false;
  End end;

  void start_reading(Stream& stream) {
    stream.pipe.async_read_some(
        asio::buffer(stream.buffer),
        [this, &stream](const boost::system::error_code& error, std::size_t size) {
          if (error) {
            stream.ended = true;
            return;
          }
          take(stream, size);
          if (!stream.too_long) start_reading(stream);
        });
  }

  void take(Stream& stream, std::size_t size) {
    const char* begin = stream.buffer.data();
    const char* const stop = begin + size;
    while (begin != stop) {
      const void* found = std::memchr(begin, '\n', static_cast<std::size_t>(stop - begin));
      const char* line_end = found == nullptr ? stop : static_cast<const char*>(found);
      stream.partial.append(begin, line_end);
      if (stream.partial.size() > kLongestLine) {
        stream.too_long = true;
        return;
      }
      if (found == nullptr) return;
      if (!stream.partial.empty() && stream.partial.back() == '\r') stream.partial.pop_back();
      if (&stream == &errors) {
        last_error = std::exchange(stream.partial, {});
        new_errors.push_back(last_error);
        if (new_errors.size() > kErrorLines) new_errors.pop_front();
      } else {
        stream.lines.push_back(std::exchange(stream.partial, {}));
      }
      begin = line_end + 1;
    }
  }

  // Lets one thing happen: false at the deadline, or if nothing can happen any more.
  bool run_one(Clock::time_point deadline) {
    const WithoutSigpipe guard;
    context.restart();
    return context.run_one_until(deadline) > 0;
  }

  // Asks for the end without taking it away: while it can still be asked for, the number of the
  // group belongs to the child, so that the group can be killed without hitting a stranger.
  bool has_ended() {
    if (reaped) return true;
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0) return true;
    if (info.si_pid != pid) return false;
    end.by_signal = info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
    end.number = info.si_status;
    return true;
  }

  void reap() {
    if (reaped) return;
    kill(-pid, SIGKILL);
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    reaped = true;
  }
};

std::unique_ptr<Process> Process::start(const std::string& program,
                                        const std::vector<std::string>& arguments,
                                        std::string* error) {
  std::error_code code;
  std::unique_ptr<Impl> impl;
  try {
    impl = std::make_unique<Impl>();
    impl->child = process::child(
        process::exe = program, process::args = arguments,
        process::std_in<impl->input, process::std_out> impl->output.pipe,
        process::std_err > impl->errors.pipe,
        process::extend::on_exec_setup = [](auto&) { prepare_child(); }, code);
  } catch (const std::system_error& failure) {  // no pipes, no processes left
    code = failure.code();
  }
  if (code) {
    *error = code.message();
    return nullptr;
  }
  // Reaped here, by number, and not by Boost, which cannot tell a signal from an exit code.
  impl->pid = impl->child.id();
  impl->child.detach();
  impl->start_reading(impl->output);
  impl->start_reading(impl->errors);
  return std::unique_ptr<Process>(new Process(std::move(impl)));
}

Process::Process(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Process::~Process() { kill_group(); }

bool Process::write_line(const std::string& text, Clock::time_point deadline) {
  const std::string line = text + "\n";
  enum class State { kPending, kDone, kFailed };
  // Shared with the handler: a write that is cancelled calls back after this function has left.
  auto state = std::make_shared<State>(State::kPending);
  auto bytes = std::make_shared<std::string>(line);
  {
    const WithoutSigpipe guard;  // the first attempt is made at once, not in run_one
    asio::async_write(impl_->input, asio::buffer(*bytes),
                      [state, bytes](const boost::system::error_code& error, std::size_t) {
                        *state = error ? State::kFailed : State::kDone;
                      });
  }
  while (*state == State::kPending) {
    if (!impl_->run_one(deadline)) return false;
  }
  return *state == State::kDone;
}

Process::Read Process::read_line(std::string* line, Clock::time_point deadline) {
  Impl::Stream& output = impl_->output;
  while (output.lines.empty()) {
    if (output.too_long) return Read::kTooLong;
    if (output.ended) return Read::kEnd;
    if (!impl_->run_one(deadline)) return Read::kDeadline;
  }
  // A child that never stops talking must not outlive its deadline.
  if (Clock::now() >= deadline) return Read::kDeadline;
  *line = std::move(output.lines.front());
  output.lines.pop_front();
  return Read::kLine;
}

std::string Process::rest() const { return impl_->output.partial; }

void Process::close_input() {
  boost::system::error_code ignored;
  impl_->input.close(ignored);
}

std::string Process::last_error_line() const {
  const WithoutSigpipe guard;
  impl_->context.restart();
  impl_->context.poll();
  return impl_->last_error.empty() ? impl_->errors.partial : impl_->last_error;
}

std::vector<std::string> Process::take_error_lines() {
  const WithoutSigpipe guard;
  impl_->context.restart();
  impl_->context.poll();
  std::vector<std::string> lines(impl_->new_errors.begin(), impl_->new_errors.end());
  impl_->new_errors.clear();
  return lines;
}

bool Process::wait_for_end(Clock::time_point deadline, End* end) {
  while (!impl_->has_ended()) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  impl_->reap();
  *end = impl_->end;
  return true;
}

void Process::kill_group() { impl_->reap(); }

std::string signal_name(int number) {
  static constexpr std::pair<int, const char*> kNames[] = {
      {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
      {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
      {SIGKILL, "SIGKILL"}, {SIGSEGV, "SIGSEGV"}, {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"},
      {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}, {SIGSYS, "SIGSYS"},
      {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}};
  for (const auto& [known, name] : kNames) {
    if (known == number) return name;
  }
  return "";
}

}  // namespace regelwerk::engines
