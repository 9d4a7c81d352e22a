// Counts of engines, kept from one run of the program to the next in a folder.
//
// Only answers that were counts are kept, right or wrong; an engine that died, hung or spoke
// nonsense is asked again. A file for each answer, written whole or not at all, so that several
// runs may share a folder. A file that cannot be read or holds another question counts as absent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "spec/diagnostic.h"

namespace regelwerk::suites {

struct CacheQuestion {
  std::string engine;     // engine_fingerprint()
  std::string spec_hash;  // Variant::meaning_hash
  std::string position;   // as sent
  int depth = 1;
};

struct CachedCount {
  std::string engine_name;  // as the engine calls itself
  std::uint64_t nodes = 0;
  std::map<std::string, std::uint64_t> divide;  // in the engine's spelling; adds up to `nodes`
  bool operator==(const CachedCount&) const = default;
};

// May be used from several threads.
class AnswerCache {
 public:
  // Makes the folder if need be; nullptr, with an error in `diagnostics`, if that is impossible.
  static std::unique_ptr<AnswerCache> open(const std::filesystem::path& folder,
                                           spec::Diagnostics* diagnostics);

  // What was stored before this object was made; its own answers are not given back, so that what
  // comes from the cache does not depend on the order of the questions.
  std::optional<CachedCount> find(const CacheQuestion& question) const;

  // Nothing is stored for a question without a fingerprint. Returns false if the answer could not
  // be written.
  bool store(const CacheQuestion& question, const CachedCount& answer);

 private:
  explicit AnswerCache(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path file_of(const std::string& key) const;

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::set<std::string> own_;  // keys stored by this object
  std::uint64_t stored_ = 0;
};

}  // namespace regelwerk::suites
