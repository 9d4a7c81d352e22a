// For tests: a checker that walks the tree of a game and makes one mistake.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suites/diagnosis.h"
#include "suites/reference.h"

namespace regelwerk::suites {

// A position on the way through the tree, with what a spoiled checker keeps in mind beside it.
struct TreeNode {
  std::shared_ptr<const generator::Position> position;  // null: a single leaf
  std::string memory;
};

struct TreeMove {
  std::string action;
  TreeNode child;
};

// Changes the right moves of a node into those of a wrong checker.
using Spoil = std::function<void(const TreeNode& node, std::vector<TreeMove>* moves)>;

class DefectiveChecker {
 public:
  // `reference` must outlive it.
  DefectiveChecker(const Reference& reference, Spoil spoil, bool ends_are_leaves = false)
      : reference_(reference), spoil_(std::move(spoil)), ends_are_leaves_(ends_are_leaves) {}

  DivideAnswer divide(const std::string& text, int depth) const {
    return divide_after(text, {}, depth);
  }

  DivideAnswer divide_after(const std::string& text, const std::vector<std::string>& actions,
                            int depth) const {
    DivideAnswer answer;
    generator::ReadResult read = reference_.game().read(text);
    if (read.position == nullptr) {
      answer.failure = Verdict::kRefused;
      answer.detail = one_line(read.problems);
      return answer;
    }
    TreeNode node{std::move(read.position), ""};
    for (const std::string& action : actions) {
      bool found = false;
      for (const TreeMove& move : moves(node)) {
        if (move.action == action) {
          const TreeNode next = move.child;
          node = next;
          found = true;
          break;
        }
      }
      if (!found || node.position == nullptr) {
        answer.failure = Verdict::kRefused;
        answer.detail = action + " is not played";
        return answer;
      }
    }
    for (const TreeMove& move : moves(node)) {
      answer.add(move.action, count(move.child, depth - 1));
    }
    return answer;
  }

  Suspect suspect(bool plays_moves = false) const {
    Suspect suspect;
    suspect.divide = [this](const std::string& text, int depth) { return divide(text, depth); };
    if (plays_moves) {
      suspect.divide_after = [this](const std::string& text,
                                    const std::vector<std::string>& actions,
                                    int depth) { return divide_after(text, actions, depth); };
    }
    return suspect;
  }

 private:
  std::vector<TreeMove> moves(const TreeNode& node) const {
    std::vector<TreeMove> found;
    for (const generator::Action action : node.position->actions()) {
      std::unique_ptr<generator::Position> next = node.position->clone();
      next->apply(action);
      found.push_back({node.position->action_text(action), {std::move(next), node.memory}});
    }
    spoil_(node, &found);
    return found;
  }

  std::uint64_t count(const TreeNode& node, int depth) const {
    if (depth == 0 || node.position == nullptr) {
      return 1;
    }
    const std::vector<TreeMove> below = moves(node);
    if (below.empty()) {
      return ends_are_leaves_ ? 1 : 0;
    }
    std::uint64_t sum = 0;
    for (const TreeMove& move : below) {
      sum += count(move.child, depth - 1);
    }
    return sum;
  }

  const Reference& reference_;
  Spoil spoil_;
  bool ends_are_leaves_;
};

}  // namespace regelwerk::suites
