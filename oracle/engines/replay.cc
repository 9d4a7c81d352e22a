#include "oracle/engines/replay.h"

#include <algorithm>

namespace regelwerk::engines {

std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
           std::string("_-./:=,@%+").find(c) != std::string::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string text = "'";
  for (char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string write_replay_script(const Session& session, bool all) {
  std::string program;
  for (const std::string& word : session.started()) {
    program += (program.empty() ? "" : " ") + shell_word(word);
  }
  std::string text =
      "#!/bin/sh\n# Says to an engine what was said to it, and shows what it answers.\n";
  const auto& sent = session.sent();
  if (sent.empty()) return text + program + "\necho \"exit status $?\"\n";
  text += "# The seconds at the end are for its last answer: sh FILE 60\n{\n";
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (!all && !sent[i].handshake && i < session.question_start()) continue;
    text += "  printf '%s\\n' " + shell_word(sent[i].text) + "\n";
    // What does not count or search is answered at once.
    if (i + 1 < sent.size()) text += "  sleep 0.1\n";
  }
  text += "  sleep \"${1:-5}\"\n} | " + program + "\necho \"exit status $?\"\n";
  return text;
}

}  // namespace regelwerk::engines
