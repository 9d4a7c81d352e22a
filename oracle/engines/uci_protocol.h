// UCI: options, positions, counting in its several spellings, searching for all moves.
#pragma once

#include <map>
#include <utility>

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

  std::optional<Failure> hold(const std::string& position, const std::vector<std::string>& moves,
                              Held* held) override;
  std::optional<Failure> count(int depth, PerftAnswer* answer) override;
  std::optional<Failure> list_moves(std::optional<Listed>* listed) override;
  std::optional<Failure> try_move(const std::string& position, const std::string& move,
                                  MoveStatus* status) override;

 private:
  std::optional<Failure> fence();
  std::optional<Failure> read_again_after_path();
  std::optional<Failure> choose_variant();
  std::optional<Failure> choose_chess960();
  // Checks a wish against what is offered and sends it.
  std::optional<Failure> set_option(const std::string& name, const std::string& value);
  std::optional<Failure> confirm(const std::string& what, Failure::Kind kind);
  std::optional<Failure> show(const std::string& asked, std::optional<std::string>* shown);
  // With the words of one dialect; `known` false: it is only a try, answered or not soon.
  enum class Outcome { kCounted, kUnknown };
  std::optional<Failure> count_by(const std::string& words, int depth, PerftAnswer* answer,
                                  Outcome* outcome);
  bool stop_reveals_search();
  std::optional<Failure> try_dialect(const std::string& words, bool* works);
  std::optional<Failure> find_dialect();
  std::optional<Failure> search(const std::string& command, std::string* best,
                                std::map<int, std::string>* variations);
  Failure no_perft() const;

  std::vector<UciOption> offered_;
  // Held last.
  std::string position_;
  std::vector<std::string> moves_;
};

}  // namespace regelwerk::engines
