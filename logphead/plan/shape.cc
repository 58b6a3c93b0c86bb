// SPDX-License-Identifier: Apache-2.0
// Shapes: one table of element types behind the sizes, the printing and the reading.
#include "logphead/plan/shape.h"

#include <array>
#include <cctype>

#include "logphead/plan/field_text.h"
#include "logphead/plan/hlo.pb.h"

namespace logphead {
namespace {

// Numbers on the wire, names in text, and bits one element takes in an unpacked array.
struct ElementType {
  int number;
  int bits;
  std::string_view name;
};

constexpr int kTuple = 13;
constexpr int kBuffer = 34;
constexpr int kMaxTextDepth = 64;

constexpr std::array<ElementType, 33> kElementTypes = {{
    {1, 8, "pred"},        {2, 8, "s8"},
    {3, 16, "s16"},        {4, 32, "s32"},
    {5, 64, "s64"},        {6, 8, "u8"},
    {7, 16, "u16"},        {8, 32, "u32"},
    {9, 64, "u64"},        {10, 16, "f16"},
    {11, 32, "f32"},       {12, 64, "f64"},
    {14, 0, "opaque"},     {15, 64, "c64"},
    {16, 16, "bf16"},      {17, 0, "token"},
    {18, 128, "c128"},     {19, 8, "f8e5m2"},
    {20, 8, "f8e4m3fn"},   {21, 8, "s4"},
    {22, 8, "u4"},         {23, 8, "f8e4m3b11fnuz"},
    {24, 8, "f8e5m2fnuz"}, {25, 8, "f8e4m3fnuz"},
    {26, 8, "s2"},         {27, 8, "u2"},
    {28, 8, "f8e4m3"},     {29, 8, "f8e3m4"},
    {30, 8, "s1"},         {31, 8, "u1"},
    {32, 8, "f4e2m1fn"},   {33, 8, "f8e8m0fnu"},
    {kBuffer, 0, "b"},
}};

const ElementType* FindByNumber(int number) {
  for (const ElementType& type : kElementTypes) {
    if (type.number == number) return &type;
  }
  return nullptr;
}

const ElementType* FindByName(std::string_view name) {
  for (const ElementType& type : kElementTypes) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

Result<int64_t> SumOfParts(const hlo_proto::Shape& shape) {
  int64_t total = 0;
  for (const hlo_proto::Shape& part : shape.tuple_shapes()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const int64_t bytes, ShapeBytes(part));
    if (__builtin_add_overflow(total, bytes, &total)) {
      return DataLoss("the bytes of shape " + ShapeToString(shape) + " exceed 2^63");
    }
  }
  return total;
}

void AppendLayout(const hlo_proto::Layout& layout, std::string* out) {
  std::string extra;
  for (const hlo_proto::Tile& tile : layout.tiles()) {
    if (extra.empty()) extra += 'T';
    extra += '(';
    AppendNumbers(tile.dimensions(), &extra);
    extra += ')';
  }
  if (layout.tail_padding_alignment_in_elements() > 1) {
    extra += "L(" + std::to_string(layout.tail_padding_alignment_in_elements()) + ')';
  }
  if (layout.element_size_in_bits() != 0) {
    extra += "E(" + std::to_string(layout.element_size_in_bits()) + ')';
  }
  if (layout.memory_space() != 0) extra += "S(" + std::to_string(layout.memory_space()) + ')';
  if (layout.has_physical_shape()) extra += "P(" + ShapeToString(layout.physical_shape()) + ')';
  AppendUnknownFields(layout, &extra);
  if (layout.minor_to_major().empty() && extra.empty()) return;
  *out += '{';
  AppendNumbers(layout.minor_to_major(), out);
  if (!extra.empty()) *out += ':' + extra;
  *out += '}';
}

void AppendParts(const hlo_proto::Shape& shape, std::string* out) {
  *out += '(';
  for (int i = 0; i < shape.tuple_shapes_size(); ++i) {
    if (i > 0) *out += ", ";
    *out += ShapeToString(shape.tuple_shapes(i));
  }
  *out += ')';
}

// Reads shapes from text; the position advances past what was understood.
class ShapeReader {
 public:
  explicit ShapeReader(std::string_view text) : text_(text) {}

  bool Read(std::string* out, int depth = 0) {
    if (depth > kMaxTextDepth) return false;
    if (Take('(')) return ReadTuple(out, depth);
    const size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const ElementType* type = FindByName(text_.substr(begin, at_ - begin));
    if (type == nullptr || type->number == kBuffer || !Take('[')) return false;
    *out += std::string(type->name) + '[';
    while (at_ < text_.size() && text_[at_] != ']') {
      const char c = text_[at_++];
      if (std::isdigit(static_cast<unsigned char>(c)) == 0 && c != ',' && c != '<' && c != '=') {
        return false;
      }
      *out += c;
    }
    if (!Take(']')) return false;
    *out += ']';
    return !Take('{') || SkipLayout();
  }

 private:
  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool SkipLayout() {
    const size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return false;
    at_ = end + 1;
    return true;
  }

  // XLA numbers every fifth part in a comment.
  void SkipSpaceAndComments() {
    while (at_ < text_.size()) {
      if (text_[at_] == ' ') {
        ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        const size_t end = text_.find("*/", at_);
        if (end == std::string_view::npos) return;
        at_ = end + 2;
      } else {
        return;
      }
    }
  }

  bool ReadTuple(std::string* out, int depth) {
    *out += '(';
    SkipSpaceAndComments();
    for (bool first = true; !Take(')'); first = false) {
      if (!first && !Take(',')) return false;
      if (!first) *out += ", ";
      SkipSpaceAndComments();
      if (!Read(out, depth + 1)) return false;
      SkipSpaceAndComments();
    }
    *out += ')';
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Result<int64_t> ShapeBytes(const hlo_proto::Shape& shape) {
  if (shape.element_type() == kTuple || shape.element_type() == kBuffer) return SumOfParts(shape);
  const ElementType* type = FindByNumber(shape.element_type());
  if (type == nullptr) {
    return DataLoss("the element type " + std::to_string(shape.element_type()) +
                    " of a shape is unknown, so its bytes cannot be counted");
  }
  const int64_t packed = shape.layout().element_size_in_bits();
  const int64_t bits = packed > 0 ? packed : type->bits;
  int64_t total = bits;
  bool overflow = false;
  for (const int64_t dimension : shape.dimensions()) {
    if (dimension < 0) {
      return DataLoss("the shape " + ShapeToString(shape) + " has a negative dimension");
    }
    // A zero later on makes the whole product zero, whatever overflowed before it.
    if (dimension == 0) return int64_t{0};
    overflow = overflow || __builtin_mul_overflow(total, dimension, &total);
  }
  if (overflow) return DataLoss("the bits of shape " + ShapeToString(shape) + " exceed 2^63");
  return total / 8 + (total % 8 != 0 ? 1 : 0);
}

std::string ShapeToString(const hlo_proto::Shape& shape) {
  std::string out;
  if (shape.element_type() == kTuple) {
    AppendParts(shape, &out);
  } else {
    const ElementType* type = FindByNumber(shape.element_type());
    out =
        type != nullptr ? std::string(type->name) : "type_" + std::to_string(shape.element_type());
    out += '[';
    for (int i = 0; i < shape.dimensions_size(); ++i) {
      if (i > 0) out += ',';
      if (i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i)) out += "<=";
      out += std::to_string(shape.dimensions(i));
    }
    out += ']';
    if (shape.tuple_shapes_size() > 0) AppendParts(shape, &out);
  }
  if (shape.has_layout()) AppendLayout(shape.layout(), &out);
  AppendUnknownFields(shape, &out);
  return out;
}

std::optional<std::string> ReadShape(std::string_view text) {
  std::string shape;
  if (!ShapeReader(text).Read(&shape)) return std::nullopt;
  return shape;
}

}  // namespace logphead
