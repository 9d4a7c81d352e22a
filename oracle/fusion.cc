#include "oracle/fusion.h"

namespace regelwerk::oracle {

bool may_fuse(const spec::Variant& variant, Piece stepping, Piece standing) {
  if (!variant.fusion) return false;
  return stepping.player == standing.player && stepping.kind == variant.fusion->of &&
         standing.kind == variant.fusion->of;
}

}  // namespace regelwerk::oracle
