// SPDX-License-Identifier: Apache-2.0
// Shapes of a compiled program: their text, their size in bytes, and shapes found inside messages.
#ifndef LOGPHEAD_PLAN_SHAPE_H_
#define LOGPHEAD_PLAN_SHAPE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "logphead/base/result.h"

namespace logphead {

namespace hlo_proto {
class Shape;
}  // namespace hlo_proto

// Bytes of the shape's elements on one device: the product of its dimensions (upper bounds where
// they are dynamic) times the element's width, summed over a tuple's parts. The padding that a
// tiled layout adds is not included. Types narrower than a byte take one byte per element unless
// the layout packs them. Tokens and opaque values have no elements: 0. Unknown types, negative
// dimensions and products beyond 2^63 are errors.
Result<int64_t> ShapeBytes(const hlo_proto::Shape& shape);

// The shape as XLA users write it, layout included, e.g. "s32[4,1,4,1024]{3,0,1,2:T(4,128)S(1)}".
// Never fails: an unknown type is written "type_99".
std::string ShapeToString(const hlo_proto::Shape& shape);

// Reads one shape at the beginning of `text` and returns it without layouts, e.g.
// "s32[4,1,4,1024]" for the text above, or "(f32[], token[])". Nothing when no shape stands there.
std::optional<std::string> ReadShape(std::string_view text);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_SHAPE_H_
