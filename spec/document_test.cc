#include "spec/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace regelwerk::spec {
namespace {

using ::testing::HasSubstr;

TEST(Document, KeepsPlacesAndTextAsWritten) {
  const DocumentResult result = parse_document("a: 017\nb:\n  - \"x y\"\n  - ~\n", "f");
  ASSERT_TRUE(result.root);
  EXPECT_TRUE(result.diagnostics.empty());
  const Node* a = result.root->find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->text, "017");
  EXPECT_FALSE(a->quoted);
  EXPECT_EQ(a->place(), (Place{"f", 1, 4}));
  const Node* b = result.root->find("b");
  ASSERT_NE(b, nullptr);
  ASSERT_EQ(b->items.size(), 2U);
  EXPECT_TRUE(b->items[0].quoted);
  EXPECT_EQ(b->items[0].place(), (Place{"f", 3, 5}));
  EXPECT_EQ(b->items[1].kind, Node::Kind::kNull);
}

TEST(Document, ColumnsCountBytesAndIgnoreTheByteOrderMark) {
  const DocumentResult result = parse_document("\xEF\xBB\xBF{\xC3\xA4: 1, b: 2}\r\n", "f");
  ASSERT_TRUE(result.root);
  EXPECT_EQ(result.root->find("b")->line, 1);
  EXPECT_EQ(result.root->source->lines[0], "{\xC3\xA4: 1, b: 2}");
  EXPECT_EQ(result.root->source->lines[0].substr(result.root->find("b")->column - 1, 1), "2");
}

TEST(Document, InputThatMakesOtherReadersLoopIsRefused) {
  for (const char* text :
       {",b", "]", "}", "- a\n,b", "{a", "[", "? ", "- - - {", "%", "&", "*", "|", "\"", "@"}) {
    const DocumentResult result = parse_document(text, "f");
    EXPECT_TRUE(has_errors(result.diagnostics) || result.root) << text;
  }
}

TEST(Document, DeepNestingIsRefused) {
  const DocumentResult result = parse_document(std::string(10000, '['), "f");
  EXPECT_FALSE(result.root);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_EQ(parse_document(std::string(33, '[') + std::string(33, ']'), "f").diagnostics[0].message,
            "nested deeper than 32 levels");
}

TEST(Document, LargeTextsAreRefused) {
  const DocumentResult result = parse_document(std::string(kMaxDocumentBytes + 1, ' '), "f");
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_THAT(result.diagnostics[0].message, HasSubstr("at most 262144"));
  std::string wide;
  for (int i = 0; i < 1001; ++i) wide += "k" + std::to_string(i) + ": 1\n";
  EXPECT_EQ(parse_document(wide, "f").diagnostics[0].message, "more than 1000 keys in one map");
}

TEST(Document, BytesThatAreNotUtf8AreRefusedWhereTheyStand) {
  const DocumentResult result = parse_document("a: 1\nb: \xC3\n", "f");
  EXPECT_EQ(to_string(result.diagnostics), "f:2:4: error: byte 0xc3 is not UTF-8 text\n");
  EXPECT_EQ(to_string(parse_document(std::string("a\0b", 3), "f").diagnostics),
            "f:1:2: error: byte 0x00 is not UTF-8 text\n");
}

RC_GTEST_PROP(DocumentProperties, AnyBytesAreReadOrRefused, (const std::string& text)) {
  const DocumentResult result = parse_document(text, "f");
  RC_ASSERT(result.root.has_value() || has_errors(result.diagnostics));
}

RC_GTEST_PROP(DocumentProperties, AnyYamlPunctuationIsReadOrRefused, ()) {
  const std::string text = *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("ab1 \n\t:,-?[]{}&*!|>'\"%#@~")));
  const DocumentResult result = parse_document(text, "f");
  RC_ASSERT(result.root.has_value() || has_errors(result.diagnostics));
}

}  // namespace
}  // namespace regelwerk::spec
