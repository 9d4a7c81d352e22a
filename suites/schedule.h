// Independent pieces of work on several threads, their results delivered in order.
//
//   Schedule schedule(jobs);
//   schedule.run(rows.size(), [&](std::size_t index, const Schedule::Deliver& deliver) {
//     Answer answer = check(rows[index]);              // on any thread
//     deliver([&, answer] { answers.push_back(answer); });  // on the caller's, in order of index
//   });
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace regelwerk::suites {

class Schedule {
 public:
  using Task = std::function<void()>;
  using Deliver = std::function<void(Task)>;
  using Work = std::function<void(std::size_t index, const Deliver& deliver)>;

  // jobs >= 1: so many pieces of work go on at a time. With one job everything happens on the
  // caller's thread, one after the other.
  explicit Schedule(int jobs);
  ~Schedule();
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;

  // Calls `work` for each index from 0 to `count` - 1, started in this order. What it delivers is
  // called on the thread that called run(): first all of index 0 as it comes, then all of index 1,
  // and so on. Returns when everything was delivered. An exception ends the run: what has not begun
  // is dropped, and the exception of the smallest index (or of a delivered task) is thrown here.
  void run(std::size_t count, const Work& work);

  // Only from inside `work`: calls all `tasks`, those that other threads have time for on theirs,
  // and returns when all are done. An exception is thrown here, the first in order of the tasks.
  void fork(std::vector<Task> tasks);

 private:
  struct Shared;
  int jobs_;
  std::unique_ptr<Shared> shared_;
};

}  // namespace regelwerk::suites
