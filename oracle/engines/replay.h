// A conversation with an engine as a script that repeats it.
#pragma once

#include <string>

#include "oracle/engines/session.h"

namespace regelwerk::engines {

// A script for sh; it needs nothing of this project. With `all` false, only the introduction and
// the last question.
std::string write_replay_script(const Session& session, bool all);

// A word for sh, quoted if need be.
std::string shell_word(const std::string& word);

}  // namespace regelwerk::engines
