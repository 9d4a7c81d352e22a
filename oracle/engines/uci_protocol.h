// UCI: options, positions, counting in its several spellings, searching for all moves.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "oracle/engines/count_dialogue.h"
#include "oracle/engines/protocol.h"
#include "oracle/engines/uci.h"

namespace regelwerk::engines {

class UciProtocol : public Protocol {
 public:
  using Protocol::Protocol;

  // A line that came between "uci" and "uciok".
  void take_introduction(std::string_view line);

  // Sends "uci" and reads the introduction.
  std::optional<Failure> introduce();

  // Chooses variant and options, once the engine has introduced itself.
  std::optional<Failure> begin();

  std::optional<Failure> explore(bool* again) override;
  std::optional<Failure> hold(const std::string& position, const std::vector<std::string>& moves,
                              Held* held) override;
  std::optional<Failure> count(int depth, PerftAnswer* answer) override;
  std::optional<Failure> list_moves(bool none_expected, std::optional<Listed>* listed) override;
  std::vector<std::string> spellings(const std::string& position,
                                     const std::string& move) const override;
  std::optional<Failure> try_move(const std::string& position, const std::string& move,
                                  Tried* tried) override;

 private:
  std::optional<Failure> fence();
  std::optional<Failure> read_again_after_path();
  std::optional<Failure> choose_variant();
  std::optional<Failure> choose_chess960();
  // Checks a wish against what is offered and sends it.
  std::optional<Failure> set_option(const std::string& name, const std::string& value);
  std::optional<Failure> confirm(const std::string& what, Failure::Kind kind);
  std::optional<Failure> explore_echo();
  std::optional<Failure> explore_listing();
  std::optional<Failure> show(const std::string& command, const std::string& asked,
                              std::optional<std::string>* shown);
  static std::optional<Failure> as_refusal(std::optional<Failure> trouble);
  CountDialogue dialogue();
  // A search to depth 1. `silent` is set if it does not end, though the engine lives.
  struct Search {
    std::string best;
    std::set<std::string> variations;  // the first moves of all that it shows
    std::set<int> numbers;             // of the variations
    bool silent = false;
  };
  std::optional<Failure> search(const std::string& command, std::chrono::milliseconds patience,
                                Search* found);
  long long most_variations() const;

  std::vector<UciOption> offered_;
};

}  // namespace regelwerk::engines
