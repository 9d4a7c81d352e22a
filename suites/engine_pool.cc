#include "suites/engine_pool.h"

#include <fmt/format.h>

#include <algorithm>

namespace regelwerk::suites {

void Patience::answered(const std::optional<engines::Failure>& failure) {
  if (!failure) {
    hangs_ = 0;
    return;
  }
  switch (failure->kind) {
    case engines::Failure::Kind::kNotFound:
    case engines::Failure::Kind::kOptionRefused:
    case engines::Failure::Kind::kVariantUnknown:
    case engines::Failure::Kind::kNoPerft:
      over_ = failure;
      break;
    case engines::Failure::Kind::kHung:
      if (++hangs_ == kHangsInARow) {
        over_ = failure;
        over_->detail =
            fmt::format("not asked any more: did not answer {} times in a row", kHangsInARow);
      }
      break;
    default:
      hangs_ = 0;
      break;
  }
}

EnginePool::Lease::~Lease() {
  if (engine_ != nullptr) {
    const std::lock_guard<std::mutex> lock(pool_->mutex_);
    pool_->idle_.push_back(std::move(engine_));
  }
}

EnginePool::Lease EnginePool::lease() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<engines::Engine> engine = std::move(idle_.back());
      idle_.pop_back();
      return {this, std::move(engine)};
    }
  }
  return {this, make_()};
}

std::string EnginePool::name() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return name_.empty() ? command_ : name_;
}

void EnginePool::heard(const engines::Engine& engine, const std::vector<std::string>& notes) {
  heard_name(engine.name());
  const std::lock_guard<std::mutex> lock(mutex_);
  spoken_ = engine.spoken_to_as();
  std::vector<std::string> all = engine.notes();
  all.insert(all.end(), notes.begin(), notes.end());
  for (const std::string& note : all) {
    if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
  }
}

std::string EnginePool::spoken() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return spoken_;
}

std::vector<std::string> EnginePool::notes() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return notes_;
}

void EnginePool::heard_name(const std::string& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!name.empty() && name != command_) {
    name_ = name;
  }
}

std::optional<engines::Failure> EnginePool::unusable() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return patience_.over();
}

void EnginePool::answered(const std::optional<engines::Failure>& failure) {
  const std::lock_guard<std::mutex> lock(mutex_);
  patience_.answered(failure);
}

}  // namespace regelwerk::suites
