// Programs that are run once for every question: the perftree contract and the exit-code contract.
#pragma once

#include <cstdint>
#include <string>

#include "oracle/engines/protocol.h"

namespace regelwerk::engines {

// PROGRAM DEPTH FEN [MOVES] prints `move count` lines, an empty line, the total.
class PerftreeProtocol : public Protocol {
 public:
  using Protocol::Protocol;
  std::optional<Failure> hold(const std::string& position, const std::vector<std::string>& moves,
                              Held* held) override;
  std::optional<Failure> count(int depth, PerftAnswer* answer) override;

 private:
  std::string position_;
  std::vector<std::string> moves_;
};

// PROGRAM FEN DEPTH NODES ends with 0 if the count is NODES, and with 1 if it is not.
class ExitCodeProtocol : public Protocol {
 public:
  using Protocol::Protocol;
  std::optional<Failure> hold(const std::string& position, const std::vector<std::string>& moves,
                              Held* held) override;
  std::optional<Failure> count(int depth, PerftAnswer* answer) override;

  std::optional<Failure> agree(const std::string& position, int depth, std::uint64_t nodes,
                               bool* agrees);

 private:
  std::string position_;
};

}  // namespace regelwerk::engines
