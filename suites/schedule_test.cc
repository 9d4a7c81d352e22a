#include "suites/schedule.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace regelwerk::suites {
namespace {

// Lets `count` threads wait for one another.
class Meeting {
 public:
  explicit Meeting(int count) : missing_(count) {}
  void arrive_and_wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    --missing_;
    here_.notify_all();
    here_.wait(lock, [this] { return missing_ <= 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable here_;
  int missing_;
};

RC_GTEST_PROP(ScheduleTest, DeliversInOrderOnTheCallersThread, ()) {
  const int jobs = *rc::gen::inRange(1, 6);
  const auto parts = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::pair<std::size_t, int>> got;
  Schedule schedule(jobs);
  schedule.run(parts.size(), [&](std::size_t index, const Schedule::Deliver& deliver) {
    for (int part = 0; part < parts[index]; ++part) {
      std::vector<int> sums(3);
      std::vector<Schedule::Task> tasks;
      for (int i = 0; i < 3; ++i) {
        tasks.emplace_back([&sums, i, part] { sums[static_cast<std::size_t>(i)] = i + part; });
      }
      schedule.fork(tasks);
      const int sum = sums[0] + sums[1] + sums[2];
      deliver([&, index, sum] {
        RC_ASSERT(std::this_thread::get_id() == caller);
        got.emplace_back(index, (sum - 3) / 3);
      });
    }
  });
  std::vector<std::pair<std::size_t, int>> wanted;
  for (std::size_t index = 0; index < parts.size(); ++index) {
    for (int part = 0; part < parts[index]; ++part) {
      wanted.emplace_back(index, part);
    }
  }
  RC_ASSERT(got == wanted);
}

// These end only if the pieces really go on at the same time.
TEST(ScheduleTest, JobsRunAtTheSameTime) {
  Meeting meeting(3);
  int delivered = 0;
  Schedule(3).run(3, [&](std::size_t, const Schedule::Deliver& deliver) {
    meeting.arrive_and_wait();
    deliver([&] { ++delivered; });
  });
  EXPECT_EQ(delivered, 3);
}

TEST(ScheduleTest, IdleThreadsHelpWithTheOnlyPieceOfWork) {
  Meeting meeting(3);
  Schedule schedule(3);
  schedule.run(1, [&](std::size_t, const Schedule::Deliver&) {
    schedule.fork(std::vector<Schedule::Task>(3, [&] { meeting.arrive_and_wait(); }));
  });
}

TEST(ScheduleTest, AResultIsDeliveredWhileTheRestStillRuns) {
  for (const int jobs : {1, 2}) {
    std::atomic<bool> seen{false};
    Schedule(jobs).run(1, [&](std::size_t, const Schedule::Deliver& deliver) {
      deliver([&] { seen = true; });
      while (!seen) {
        std::this_thread::yield();
      }
    });
  }
}

TEST(ScheduleTest, AnExceptionReachesTheCaller) {
  for (const int jobs : {1, 4}) {
    Schedule schedule(jobs);
    std::vector<std::size_t> delivered;
    const auto fail_at = [&](std::size_t where, bool in_fork, bool in_delivery) {
      delivered.clear();
      schedule.run(50, [&, where, in_fork, in_delivery](std::size_t index,
                                                        const Schedule::Deliver& deliver) {
        const auto fail = [&, index] {
          if (index == where) {
            throw std::runtime_error("piece " + std::to_string(index));
          }
        };
        if (in_fork) {
          schedule.fork({[] {}, fail, [] {}});
        } else if (!in_delivery) {
          fail();
        }
        deliver([&delivered, index, in_delivery, where] {
          if (in_delivery && index == where) {
            throw std::runtime_error("piece " + std::to_string(index));
          }
          delivered.push_back(index);
        });
      });
    };
    for (const auto& [in_fork, in_delivery] :
         std::vector<std::pair<bool, bool>>{{false, false}, {true, false}, {false, true}}) {
      try {
        fail_at(7, in_fork, in_delivery);
        ADD_FAILURE() << "no exception with " << jobs << " jobs";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "piece 7");
      }
      EXPECT_EQ(delivered, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
    }
  }
}

TEST(ScheduleTest, NoJobIsAnError) { EXPECT_THROW(Schedule(0), std::invalid_argument); }

}  // namespace
}  // namespace regelwerk::suites
