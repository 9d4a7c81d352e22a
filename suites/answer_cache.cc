#include "suites/answer_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "suites/fingerprint.h"

namespace regelwerk::suites {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

Json to_json(const CacheQuestion& question) {
  return {{"engine", question.engine},
          {"spec", question.spec_hash},
          {"position", question.position},
          {"depth", question.depth}};
}

// A text that is no UTF-8 cannot be a question: it would not come back as it was.
std::optional<std::string> key_of(const CacheQuestion& question) {
  if (question.engine.empty()) {
    return std::nullopt;
  }
  try {
    return to_json(question).dump();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::unique_ptr<AnswerCache> AnswerCache::open(const fs::path& folder,
                                               spec::Diagnostics* diagnostics) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) {
    spec::Diagnostic diagnostic;
    diagnostic.place.file = folder.string();
    diagnostic.message = fmt::format("cannot be the folder of a cache: {}",
                                     error ? error.message() : "it is something else");
    diagnostics->push_back(std::move(diagnostic));
    return nullptr;
  }
  return std::unique_ptr<AnswerCache>(new AnswerCache(folder));
}

fs::path AnswerCache::file_of(const std::string& key) const {
  const std::string name = fingerprint(key);
  return folder_ / name.substr(0, 2) / (name.substr(2) + ".json");
}

std::optional<CachedCount> AnswerCache::find(const CacheQuestion& question) const {
  const std::optional<std::string> key = key_of(question);
  if (!key) {
    return std::nullopt;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (own_.count(*key) > 0) {
      return std::nullopt;
    }
  }
  std::ifstream stream(file_of(*key), std::ios::binary);
  if (!stream) {
    return std::nullopt;
  }
  try {
    const Json json = Json::parse(stream);
    if (json.at("format") != kFormat || json.at("question").dump() != *key) {
      return std::nullopt;
    }
    CachedCount answer;
    answer.engine_name = json.at("name").get<std::string>();
    answer.nodes = json.at("nodes").get<std::uint64_t>();
    std::uint64_t sum = 0;
    for (const auto& [move, nodes] : json.at("divide").items()) {
      answer.divide[move] = nodes.get<std::uint64_t>();
      sum += answer.divide[move];
    }
    return sum == answer.nodes ? std::optional(std::move(answer)) : std::nullopt;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

bool AnswerCache::store(const CacheQuestion& question, const CachedCount& answer) {
  const std::optional<std::string> key = key_of(question);
  if (!key) {
    return true;
  }
  std::string temporary_name;  // of no other thread or program
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    own_.insert(*key);
    temporary_name = fmt::format("{}-{}", getpid(), ++stored_);
  }
  Json json;
  json["format"] = kFormat;
  json["question"] = to_json(question);
  json["name"] = answer.engine_name;
  json["nodes"] = answer.nodes;
  json["divide"] = Json::object();
  for (const auto& [move, nodes] : answer.divide) {
    json["divide"][move] = nodes;
  }
  std::string text;
  try {
    text = json.dump() + "\n";
  } catch (const nlohmann::json::exception&) {
    return true;  // moves in bytes that are no text: not worth keeping
  }
  const fs::path file = file_of(*key);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const fs::path temporary = file.string() + "." + temporary_name;
  std::ofstream stream(temporary, std::ios::binary);
  stream << text;
  stream.close();
  if (stream) {
    fs::rename(temporary, file, error);
  }
  if (!stream || error) {
    fs::remove(temporary, error);
    return false;
  }
  return true;
}

}  // namespace regelwerk::suites
