#include "oracle/engines/engine_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace regelwerk::engines {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(EngineSpec, IsACommandWithoutKeys) {
  const EngineSpecResult read = parse_engine_spec("'./my engine' proto=xboard --x");
  EXPECT_THAT(read.errors, IsEmpty());
  EXPECT_THAT(read.spec.words, ElementsAre("./my engine", "proto=xboard", "--x"));
  EXPECT_EQ(read.spec.protocol, ProtocolKind::kAuto);
  EXPECT_FALSE(read.spec.deadline);
}

TEST(EngineSpec, HasKeysBehindCmd) {
  const EngineSpecResult read = parse_engine_spec(
      "cmd='./mine --x \"a b\"' proto=xboard perft='test perft' variant=gothic chess960=on "
      "name='My engine' deadline=2.5 start-deadline=20 first-rank=0 option.Hash=16 "
      "'option.Clear Hash=' option.Path=a=b");
  EXPECT_THAT(read.errors, IsEmpty());
  const EngineSpec& spec = read.spec;
  EXPECT_THAT(spec.words, ElementsAre("./mine", "--x", "a b"));
  EXPECT_EQ(spec.protocol, ProtocolKind::kXboard);
  EXPECT_EQ(spec.perft, "test perft");
  EXPECT_EQ(spec.variant, "gothic");
  EXPECT_EQ(spec.chess960, true);
  EXPECT_EQ(spec.name, "My engine");
  EXPECT_EQ(spec.deadline, 2500ms);
  EXPECT_EQ(spec.start_deadline, 20s);
  EXPECT_EQ(spec.first_rank, 0);
  EXPECT_THAT(spec.options,
              ElementsAre(Pair("Hash", "16"), Pair("Clear Hash", ""), Pair("Path", "a=b")));
}

TEST(EngineSpec, KnowsAllProtocols) {
  for (const auto& [word, kind] :
       std::vector<std::pair<std::string, ProtocolKind>>{{"auto", ProtocolKind::kAuto},
                                                         {"uci", ProtocolKind::kUci},
                                                         {"xboard", ProtocolKind::kXboard},
                                                         {"perftree", ProtocolKind::kPerftree},
                                                         {"exit-code", ProtocolKind::kExitCode}}) {
    EXPECT_EQ(parse_engine_spec("cmd=x proto=" + word).spec.protocol, kind) << word;
  }
}

TEST(EngineSpec, NamesEveryWrongWord) {
  const EngineSpecResult read = parse_engine_spec(
      "cmd=x proto=xbord dedline=3 deadline=0 chess960=maybe first-rank=2 name= option.=1 --fast "
      "cmd=y");
  EXPECT_THAT(
      read.errors,
      ElementsAre(HasSubstr("'proto=xbord': must be auto, uci, xboard, perftree or exit-code; did "
                            "you mean 'xboard'?"),
                  HasSubstr("'dedline=3': unknown key 'dedline'; did you mean 'deadline'?"),
                  HasSubstr("'deadline=0': must be a number of seconds above 0"),
                  HasSubstr("'chess960=maybe': must be on or off"),
                  HasSubstr("'first-rank=2': must be 0 or 1"), HasSubstr("'name=': has no value"),
                  HasSubstr("'option.=1': the option has no name"),
                  HasSubstr("'--fast': not KEY=VALUE"),
                  HasSubstr("'cmd=y': 'cmd' is given twice")));
}

TEST(EngineSpec, RefusesWhatIsNoNumberOfSeconds) {
  for (const char* value : {"", "x", "1s", "-1", "nan", "inf", "1e9"}) {
    EXPECT_EQ(parse_engine_spec(std::string("cmd=x deadline=") + value).errors.size(), 1u) << value;
  }
}

TEST(EngineSpec, RefusesKeysThatItsProtocolDoesNotHave) {
  EXPECT_THAT(parse_engine_spec("cmd=x proto=perftree perft=divide option.Hash=1").errors,
              ElementsAre(HasSubstr("'perft=divide'"), HasSubstr("'option.Hash='")));
}

TEST(EngineSpec, RefusesNoCommand) {
  EXPECT_THAT(parse_engine_spec("").errors, ElementsAre(HasSubstr("empty command")));
  EXPECT_THAT(parse_engine_spec("cmd= proto=uci").errors, ElementsAre("'cmd=': empty command"));
  EXPECT_THAT(parse_engine_spec("cmd='a").errors, ElementsAre(HasSubstr("quote without end")));
  EXPECT_THAT(parse_engine_spec("cmd=\"a 'b\"").errors,
              ElementsAre("'cmd=a 'b': quote without end"));
}

}  // namespace
}  // namespace regelwerk::engines
