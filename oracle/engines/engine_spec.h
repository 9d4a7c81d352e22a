// How to start and speak to an outside program, as a user writes it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regelwerk::engines {

enum class ProtocolKind {
  kAuto,  // found out: UCI, then xboard, then the perftree contract
  kUci,
  kXboard,    // CECP, protocol version 2
  kPerftree,  // PROGRAM DEPTH FEN prints `move count` lines, an empty line, the total
  kExitCode,  // PROGRAM FEN DEPTH NODES ends with 0 if the count is right, with 1 if it is wrong
};

struct EngineSpec {
  std::vector<std::string> words;  // program and arguments
  ProtocolKind protocol = ProtocolKind::kAuto;
  // How it is told to count: the words before the depth ("go perft", "perft", "divide"), or words
  // with `{depth}` in them, several lines divided by `;` ("sd {depth};perft"); "none": it cannot
  // count. Empty: found out. Only for UCI and xboard.
  std::string perft;
  std::string total;    // what stands before the total ("n ="); empty: the usual words
  std::string variant;  // what the engine calls the variant; empty: as the variant's spec says
  std::optional<bool> chess960;  // UCI_Chess960; not set: as the variant's spec says
  std::string name;              // empty: as the engine calls itself
  std::optional<std::chrono::milliseconds> deadline;        // for each question; not set: caller's
  std::optional<std::chrono::milliseconds> start_deadline;  // not set: EngineOptions'
  std::optional<int> first_rank;  // 0 or 1: how it numbers ranks; not set: found out
  std::vector<std::pair<std::string, std::string>> options;  // of the engine, in order
};

struct EngineSpecResult {
  EngineSpec spec;
  std::vector<std::string> errors;  // all that are wrong, each names the word
};

// Two forms, both split like shell words (command_line.h):
//   PROGRAM ARGUMENTS...
//   cmd=COMMAND KEY=VALUE...   if the first word begins with "cmd="
// COMMAND is split once more: cmd='./mine --fast'. The keys:
//   proto=auto|uci|xboard|perftree|exit-code   perft='go perft'|perft|divide|WORDS|none
//   total=TEXT  variant=NAME  chess960=on|off  name=TEXT  deadline=SECONDS  start-deadline=SECONDS
//   first-rank=0|1  option.NAME=VALUE
EngineSpecResult parse_engine_spec(std::string_view text);

// The second form, such that parse_engine_spec reads the same from it.
std::string write_engine_spec(const EngineSpec& spec);

}  // namespace regelwerk::engines
