// The processes of one engine for one variant: as many as are asked at the same time.
//
//   EnginePool::Lease engine = pool.lease();  // an idle process, or a new one
//   engine->perft(...);                       // nobody else has it; given back by ~Lease
//
// Also what a run learns about the engine. Whether it is worth asking any more follows from the
// answers in the order of the cases, not in the order of time: then the result does not depend on
// how many processes were asked.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "oracle/engines/engine.h"

namespace regelwerk::suites {

// How long an engine is still worth asking, from its answers one after the other.
class Patience {
 public:
  static constexpr int kHangsInARow = 3;  // then it is not asked any more

  // The next answer: a failure, or none if it counted.
  void answered(const std::optional<engines::Failure>& failure);
  // The failure after which it is not to be asked any more.
  const std::optional<engines::Failure>& over() const { return over_; }

 private:
  std::optional<engines::Failure> over_;
  int hangs_ = 0;  // in a row
};

// May be used from several threads.
class EnginePool {
 public:
  using Make = std::function<std::unique_ptr<engines::Engine>()>;

  // `command` is the engine's name within a run; `identity` is its engine_fingerprint().
  EnginePool(std::string command, std::string identity, Make make)
      : command_(std::move(command)), identity_(std::move(identity)), make_(std::move(make)) {}

  class Lease {
   public:
    Lease(EnginePool* pool, std::unique_ptr<engines::Engine> engine)
        : pool_(pool), engine_(std::move(engine)) {}
    ~Lease();
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    engines::Engine* operator->() const { return engine_.get(); }
    engines::Engine& operator*() const { return *engine_; }

   private:
    EnginePool* pool_;
    std::unique_ptr<engines::Engine> engine_;  // null after a move
  };
  Lease lease();

  const std::string& command() const { return command_; }
  const std::string& identity() const { return identity_; }

  // As the engine calls itself; the command until someone has heard it.
  std::string name() const;
  void heard_name(const std::string& name);

  // How it is spoken to, and what is to be said of it: Checker::spoken and notes.
  void heard(const engines::Engine& engine, const std::vector<std::string>& notes = {});
  std::string spoken() const;
  std::vector<std::string> notes() const;

  // Patience over the answers in the order of the cases.
  std::optional<engines::Failure> unusable() const;
  void answered(const std::optional<engines::Failure>& failure);

 private:
  const std::string command_;
  const std::string identity_;
  const Make make_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<engines::Engine>> idle_;
  std::string name_;
  std::string spoken_;
  std::vector<std::string> notes_;
  Patience patience_;
};

}  // namespace regelwerk::suites
