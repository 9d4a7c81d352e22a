// The other end of the UCI protocol: our rules as an engine that counts and shows, but does not
// search.
//
// lines of text -> UciServer -> UciRules (whoever knows what is legal) -> lines of text. The
// program's own rules are those of uci_generator.h; tests put others in their place.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/load.h"
#include "spec/variant.h"

namespace regelwerk::tools {

// How to count.
struct UciCounting {
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  // once set, the count is given up, too small
};

// A position as an engine needs it.
class UciPosition {
 public:
  virtual ~UciPosition() = default;
  virtual std::string text() const = 0;
  virtual std::uint64_t key() const = 0;
  // Texts of the legal actions, sorted.
  virtual std::vector<std::string> actions() const = 0;
  // Plays a legal action; false, and nothing has changed, if it is not legal.
  virtual bool play(const std::string& action) = 0;
  // Action sequences of length `depth` >= 1 that begin with this action, one of actions().
  virtual std::uint64_t count(const std::string& action, int depth,
                              const UciCounting& counting) const = 0;
};

// The rules of one variant. Positions do not outlive them.
class UciRules {
 public:
  virtual ~UciRules() = default;
  virtual const spec::Variant& variant() const = 0;
  // Position text or "startpos"; null, with the reasons, if it is refused.
  virtual std::unique_ptr<UciPosition> read(const std::string& text,
                                            spec::Problems* problems) const = 0;
  // A new table of that size for counts; 0: none. Throws std::bad_alloc.
  virtual void set_table(int mib) = 0;
  // Why the action is not legal, in one line; empty if that is not known.
  virtual std::string why_not(const UciPosition& position, const std::string& action) const = 0;
};

// Null, with diagnostics, if the rules cannot be made ready.
using MakeUciRules =
    std::function<std::unique_ptr<UciRules>(spec::Variant variant, spec::Diagnostics* diagnostics)>;

struct UciServerOptions {
  std::string name;             // "Regelwerk 0.1.0", for `id name`
  std::string variant;          // bundled name or path; empty: what UCI takes for granted
  spec::OptionChoices choices;  // of that variant
  int most_hash_mib = 1;
};

class UciServer {
 public:
  // Loads all bundled variants of two players; errors of `options.variant` go to `diagnostics`.
  UciServer(UciServerOptions options, MakeUciRules make_rules, spec::Diagnostics* diagnostics);
  ~UciServer();
  UciServer(const UciServer&) = delete;
  UciServer& operator=(const UciServer&) = delete;

  // Whether there are rules to begin with.
  bool ready() const;
  // Answers line by line up to "quit" or the end. A thread reads ahead: "stop" ends the count under
  // way and those asked for before it; everything else waits for its turn. Never throws for bad
  // input.
  void run(std::istream& in, std::ostream& out);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Castling as UCI_Chess960 wants it: written as the king taking his partner, rights by the
// partner's file, from any square of the first rank. Rules without castling, or which write it so
// already, stay as they are.
spec::Variant with_chess960(spec::Variant variant);

// The board as Stockfish draws it.
std::string uci_board_text(const spec::Variant& variant, const std::string& position_text);

}  // namespace regelwerk::tools
