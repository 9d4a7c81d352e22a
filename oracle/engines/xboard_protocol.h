// The xboard protocol (CECP), version 2.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/engines/count_dialogue.h"
#include "oracle/engines/protocol.h"

namespace regelwerk::engines {

// What an engine says of itself in `feature` lines.
struct XboardFeatures {
  bool seen = false;
  bool done = false;  // feature done=1
  bool ping = false;
  bool setboard = false;
  bool usermove = false;
  bool san = false;  // it wants moves in short algebraic notation
  std::string name;
  std::vector<std::string> variants;
  std::vector<std::string> options;  // names
};

// Takes a line in; false if it is no `feature` line.
bool parse_feature_line(std::string_view line, XboardFeatures* features);

class XboardProtocol : public Protocol {
 public:
  using Protocol::Protocol;

  // A line that came after "protover 2".
  void take_introduction(std::string_view line);
  std::optional<Failure> introduce();
  std::optional<Failure> begin();

  std::optional<Failure> explore(bool* again) override;
  std::optional<Failure> hold(const std::string& position, const std::vector<std::string>& moves,
                              Held* held) override;
  std::optional<Failure> count(int depth, PerftAnswer* answer) override;
  std::vector<std::string> spellings(const std::string& position,
                                     const std::string& move) const override;
  std::optional<Failure> try_move(const std::string& position, const std::string& move,
                                  Tried* tried) override;

 private:
  template <typename See>
  std::optional<Failure> sync(See see);
  std::optional<Failure> await_features();
  std::optional<Failure> new_game();
  std::optional<Failure> set_options();
  std::optional<Failure> set_position(const std::string& position, Held* held);
  std::optional<Failure> edit_position(const std::string& position);
  std::optional<Failure> show(const std::string& command, std::optional<std::string>* shown);
  std::optional<Failure> play(const std::string& move, bool* illegal);
  CountDialogue dialogue();
  std::string outgoing(const std::string& move) const;
  bool ranks_from_zero() const;

  XboardFeatures features_;
  std::string variant_;  // as chosen; empty: the one it plays untold
  int pings_ = 0;
};

}  // namespace regelwerk::engines
