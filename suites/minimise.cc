#include "suites/minimise.h"

#include <algorithm>
#include <set>
#include <vector>

namespace regelwerk::suites {
namespace {

class Minimiser {
 public:
  Minimiser(const spec::Variant& variant, spec::RawPosition position, const StillShows& still_shows,
            const MinimiseOptions& options)
      : variant_(variant),
        raw_(std::move(position)),
        still_shows_(still_shows),
        options_(options),
        tried_{spec::write_position_text(variant, raw_)} {}

  spec::RawPosition run() {
    while (!stopped() && (remove_parts() || remove_groups() || remove_royals() || remove_pairs() ||
                          clear_fields())) {
    }
    return std::move(raw_);
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  bool attempt(const spec::RawPosition& smaller) {
    if (stopped()) {
      return false;
    }
    const std::string text = spec::write_position_text(variant_, smaller);
    if (!tried_.insert(text).second || !still_shows_(text)) {
      return false;
    }
    raw_ = smaller;
    return true;
  }

  static std::string or_dash(std::string text) { return text.empty() ? "-" : text; }

  // With the castling rights as they are, with one fewer, or with none: a piece that goes may take
  // its right along.
  bool attempt_with_rights(spec::RawPosition smaller) {
    const std::string rights = smaller.castling.text;
    if (attempt(smaller)) {
      return true;
    }
    for (std::size_t i = 0; rights != "-" && i < rights.size(); ++i) {
      smaller.castling.text = or_dash(rights.substr(0, i) + rights.substr(i + 1));
      if (attempt(smaller)) {
        return true;
      }
    }
    smaller.castling.text = "-";
    return attempt(smaller);
  }

  bool is_royal(const spec::PlacedPiece& piece) const {
    return variant_.pieces[static_cast<std::size_t>(piece.kind)].royal;
  }

  // Indices of the pieces that are royal, or of the others.
  std::vector<std::size_t> indices(bool royal) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < raw_.pieces.size(); ++i) {
      if (is_royal(raw_.pieces[i]) == royal) {
        found.push_back(i);
      }
    }
    return found;
  }

  spec::RawPosition without(const std::vector<std::size_t>& removed) const {
    spec::RawPosition smaller = raw_;
    smaller.pieces.clear();
    for (std::size_t i = 0; i < raw_.pieces.size(); ++i) {
      if (std::find(removed.begin(), removed.end(), i) == removed.end()) {
        smaller.pieces.push_back(raw_.pieces[i]);
      }
    }
    return smaller;
  }

  bool remove_parts() {
    if (!variant_.part_removal) {
      return false;
    }
    bool any = false;
    for (const spec::Part& part : variant_.board.parts) {
      std::set<spec::Square> removed(raw_.removed.begin(), raw_.removed.end());
      spec::RawPosition smaller = raw_;
      smaller.removed.clear();
      bool fresh = false;
      for (int rank = variant_.board.ranks - 1; rank >= 0; --rank) {
        for (int file = 0; file < variant_.board.files; ++file) {
          const spec::Square square{file, rank};
          const bool was = removed.count(square) > 0;
          if (was || part.area.contains(square)) {
            smaller.removed.push_back(square);
            fresh = fresh || !was;
          }
        }
      }
      std::erase_if(smaller.pieces, [&](const spec::PlacedPiece& piece) {
        return part.area.contains(piece.square);
      });
      any = (fresh && attempt_with_rights(std::move(smaller))) || any;
    }
    return any;
  }

  // All pieces but the royals at once, then halves of them, and so on down to single ones.
  bool remove_groups() {
    bool any = false;
    for (std::size_t size = std::max<std::size_t>(indices(false).size(), 1); size >= 1; size /= 2) {
      for (std::size_t start = 0; !stopped();) {
        const std::vector<std::size_t> pieces = indices(false);
        if (start >= pieces.size()) {
          break;
        }
        const std::size_t end = std::min(start + size, pieces.size());
        const std::vector<std::size_t> group(pieces.begin() + static_cast<std::ptrdiff_t>(start),
                                             pieces.begin() + static_cast<std::ptrdiff_t>(end));
        if (attempt_with_rights(without(group))) {
          any = true;
        } else {
          start = end;
        }
      }
    }
    return any;
  }

  bool remove_royals() {
    for (const std::size_t i : indices(true)) {
      if (attempt_with_rights(without({i}))) {
        return true;
      }
    }
    return false;
  }

  bool remove_pairs() {
    if (raw_.pieces.size() > options_.pair_limit) {
      return false;
    }
    for (std::size_t i = 0; i < raw_.pieces.size(); ++i) {
      for (std::size_t j = i + 1; j < raw_.pieces.size(); ++j) {
        if (attempt_with_rights(without({i, j}))) {
          return true;
        }
      }
    }
    return false;
  }

  bool clear_castling() {
    bool any = false;
    while (raw_.castling.text != "-") {
      const std::string rights = raw_.castling.text;
      bool dropped = false;
      for (std::size_t i = 0; i < rights.size() && !dropped; ++i) {
        spec::RawPosition smaller = raw_;
        smaller.castling.text = or_dash(rights.substr(0, i) + rights.substr(i + 1));
        dropped = attempt(smaller);
      }
      if (!dropped) {
        break;
      }
      any = true;
    }
    return any;
  }

  bool clear_fields() {
    bool any = false;
    for (spec::Field spec::RawPosition::*field :
         {&spec::RawPosition::castling, &spec::RawPosition::en_passant,
          &spec::RawPosition::alliances, &spec::RawPosition::rights, &spec::RawPosition::owed,
          &spec::RawPosition::unmoved}) {
      spec::RawPosition smaller = raw_;
      (smaller.*field).text = "-";
      any = attempt(smaller) || any;
    }
    any = clear_castling() || any;
    spec::RawPosition smaller = raw_;
    smaller.also_asked = -1;
    smaller.next_regular = -1;
    any = attempt(smaller) || any;
    smaller = raw_;
    smaller.halfmoves = 0;
    smaller.move_number = 1;
    any = attempt(smaller) || any;
    smaller = raw_;
    smaller.halfmoves = 0;
    any = attempt(smaller) || any;
    smaller = raw_;
    smaller.move_number = 1;
    any = attempt(smaller) || any;
    return any;
  }

  const spec::Variant& variant_;
  spec::RawPosition raw_;
  const StillShows& still_shows_;
  const MinimiseOptions& options_;
  std::set<std::string> tried_;
};

}  // namespace

spec::RawPosition minimise(const spec::Variant& variant, spec::RawPosition position,
                           const StillShows& still_shows, const MinimiseOptions& options) {
  return Minimiser(variant, std::move(position), still_shows, options).run();
}

}  // namespace regelwerk::suites
