#include "suites/schedule.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <list>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace regelwerk::suites {
namespace {

// Tasks that any thread may take one of.
struct Fork {
  std::vector<Schedule::Task> tasks;
  std::vector<std::exception_ptr> errors;
  std::size_t next = 0;  // first that nobody has taken
  std::size_t open = 0;  // not done yet
};

struct Item {
  std::deque<Schedule::Task> delivered;
  bool done = false;
  std::exception_ptr error;
};

std::exception_ptr error_of(const Schedule::Task& task) {
  try {
    task();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

void throw_first(const std::vector<std::exception_ptr>& errors) {
  for (const std::exception_ptr& error : errors) {
    if (error) {
      std::rethrow_exception(error);
    }
  }
}

}  // namespace

struct Schedule::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::list<Fork*> forks;
  std::vector<Item> items;
  std::size_t next = 0;     // first item that nobody has taken
  std::size_t running = 0;  // items taken and not done
  bool abandoned = false;   // no new items

  using Lock = std::unique_lock<std::mutex>;

  Fork* fork_with_work() {
    for (Fork* fork : forks) {
      if (fork->next < fork->tasks.size()) {
        return fork;
      }
    }
    return nullptr;
  }

  // Takes one task of the fork; the lock is open while it runs.
  void run_one(Fork* fork, Lock& lock) {
    const std::size_t index = fork->next++;
    lock.unlock();
    std::exception_ptr error = error_of(fork->tasks[index]);
    lock.lock();
    fork->errors[index] = std::move(error);
    if (--fork->open == 0) {
      changed.notify_all();
    }
  }

  void run_item(const Work& work, Lock& lock) {
    const std::size_t index = next++;
    ++running;
    lock.unlock();
    const Deliver deliver = [this, index](Task task) {
      const std::lock_guard<std::mutex> guard(mutex);
      items[index].delivered.push_back(std::move(task));
      changed.notify_all();
    };
    std::exception_ptr error = error_of([&] { work(index, deliver); });
    lock.lock();
    abandoned = abandoned || error != nullptr;
    items[index].error = std::move(error);
    items[index].done = true;
    --running;
    changed.notify_all();
  }

  void work_until_done(const Work& work) {
    Lock lock(mutex);
    while (true) {
      if (Fork* fork = fork_with_work()) {
        run_one(fork, lock);
      } else if (!abandoned && next < items.size()) {
        run_item(work, lock);
      } else if (running > 0) {
        changed.wait(lock);  // what still runs may fork
      } else {
        return;
      }
    }
  }

  std::exception_ptr deliver_all() {
    Lock lock(mutex);
    for (Item& item : items) {
      while (true) {
        const bool dropped = abandoned && running == 0;
        if (!item.delivered.empty()) {
          const Task task = std::move(item.delivered.front());
          item.delivered.pop_front();
          lock.unlock();
          std::exception_ptr error = error_of(task);
          lock.lock();
          if (error) {
            abandoned = true;
            changed.notify_all();
            return error;
          }
        } else if (item.error) {
          return item.error;
        } else if (item.done || dropped) {
          break;
        } else {
          changed.wait(lock);
        }
      }
    }
    return nullptr;
  }
};

Schedule::Schedule(int jobs) : jobs_(jobs), shared_(std::make_unique<Shared>()) {
  if (jobs < 1) {
    throw std::invalid_argument("Schedule: wanted at least one job");
  }
}

Schedule::~Schedule() = default;

void Schedule::run(std::size_t count, const Work& work) {
  if (jobs_ == 1) {
    for (std::size_t index = 0; index < count; ++index) {
      work(index, [](const Task& task) { task(); });
    }
    return;
  }
  shared_ = std::make_unique<Shared>();
  shared_->items.resize(count);
  std::vector<std::thread> threads;
  for (int i = 0; i < jobs_; ++i) {
    threads.emplace_back([&] { shared_->work_until_done(work); });
  }
  const std::exception_ptr error = shared_->deliver_all();
  for (std::thread& thread : threads) {
    thread.join();
  }
  if (error) {
    std::rethrow_exception(error);
  }
}

void Schedule::fork(std::vector<Task> tasks) {
  Fork fork;
  fork.errors.resize(tasks.size());
  fork.open = tasks.size();
  fork.tasks = std::move(tasks);
  if (jobs_ == 1 || fork.tasks.size() < 2) {
    for (std::size_t i = 0; i < fork.tasks.size(); ++i) {
      fork.errors[i] = error_of(fork.tasks[i]);
    }
  } else {
    Shared::Lock lock(shared_->mutex);
    const auto place = shared_->forks.insert(shared_->forks.end(), &fork);
    shared_->changed.notify_all();
    while (fork.next < fork.tasks.size()) {
      shared_->run_one(&fork, lock);
    }
    shared_->changed.wait(lock, [&] { return fork.open == 0; });
    shared_->forks.erase(place);
  }
  throw_first(fork.errors);
}

}  // namespace regelwerk::suites
