// What every fuzz target has in common: the entry point that libFuzzer and the replay program
// call, and how a target says that it found something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "spec/diagnostic.h"

// Each target's source file defines it. Returns 0; throws fuzz::Finding if a property does not
// hold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace regelwerk::fuzz {

// A property that should hold for every input and does not hold for this one. libFuzzer takes the
// uncaught exception for a crash, the replay program names the file and goes on.
class Finding : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// `message` may be a function that makes it, where that is dear.
template <typename Message>
void expect(bool holds, const Message& message) {
  if (holds) return;
  if constexpr (std::is_invocable_v<Message>) {
    throw Finding(message());
  } else {
    throw Finding(message);
  }
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// FNV-1a: what a target does at random depends on its input alone.
std::uint64_t seed_of(std::string_view text);

// For suites::compare_game: so many actions, which depend on `text` alone and on every byte of it.
std::function<std::optional<std::size_t>(std::size_t legal)> actions_by(std::string_view text,
                                                                        int plies);

// Every diagnostic has a message, and a place that is in the text if it is in the file named.
void expect_well_formed(const spec::Diagnostics& diagnostics, std::string_view text,
                        const std::string& file);
// The same for a text on one line: columns from 0 to one behind its end.
void expect_well_formed(const spec::Problems& problems, std::string_view text);

}  // namespace regelwerk::fuzz
