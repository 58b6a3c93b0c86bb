// SPDX-License-Identifier: Apache-2.0
// Fake plugin: buffers, in host memory.
#include <cstring>

#include "logphead/pjrt/fake_plugin/objects.h"

namespace logphead::fake {
namespace {

size_t ElementBytes(PJRT_Buffer_Type type) {
  switch (type) {
    case PJRT_Buffer_Type_PRED:
    case PJRT_Buffer_Type_S8:
    case PJRT_Buffer_Type_U8:
      return 1;
    case PJRT_Buffer_Type_S16:
    case PJRT_Buffer_Type_U16:
    case PJRT_Buffer_Type_F16:
    case PJRT_Buffer_Type_BF16:
      return 2;
    case PJRT_Buffer_Type_S64:
    case PJRT_Buffer_Type_U64:
    case PJRT_Buffer_Type_F64:
      return 8;
    default:
      return 4;
  }
}

// Appends the array below `data`, dense and row-major.
void Gather(const PJRT_Client_BufferFromHostBuffer_Args& args, const char* data, size_t axis,
            std::string* out) {
  if (axis == args.num_dims) {
    out->append(data, ElementBytes(args.type));
    return;
  }
  auto stride = static_cast<int64_t>(ElementBytes(args.type));
  if (args.num_byte_strides != 0) {
    stride = args.byte_strides[axis];
  } else {
    for (size_t i = axis + 1; i < args.num_dims; ++i) stride *= args.dims[i];
  }
  for (int64_t i = 0; i < args.dims[axis]; ++i) Gather(args, data + i * stride, axis + 1, out);
}

PJRT_Error* FromHost(PJRT_Client_BufferFromHostBuffer_Args* args) {
  FAKE_ENTER(PJRT_Client_BufferFromHostBuffer, args);
  if (args->data == nullptr) return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "fake: null data");
  ++TheControls().live_buffers;
  auto* buffer =
      new PJRT_Buffer{args->type, {args->dims, args->dims + args->num_dims}, "", nullptr};
  Gather(*args, static_cast<const char*>(args->data), 0, &buffer->bytes);
  args->buffer = buffer;
  args->done_with_host_buffer = MakeEvent();
  if (args->host_buffer_semantics == PJRT_HostBufferSemantics_kImmutableZeroCopy) {
    args->done_with_host_buffer->of_host_data = true;
    args->done_with_host_buffer->until_freed = buffer;
    buffer->host_event = args->done_with_host_buffer;
  }
  return nullptr;
}

PJRT_Error* Destroy(PJRT_Buffer_Destroy_Args* args) {
  if (args->buffer->host_event != nullptr) args->buffer->host_event->until_freed = nullptr;
  --TheControls().live_buffers;
  delete args->buffer;
  FAKE_ENTER(PJRT_Buffer_Destroy, args);
  return nullptr;
}

PJRT_Error* ElementType(PJRT_Buffer_ElementType_Args* args) {
  FAKE_ENTER(PJRT_Buffer_ElementType, args);
  args->type = args->buffer->type;
  return nullptr;
}

PJRT_Error* Dimensions(PJRT_Buffer_Dimensions_Args* args) {
  FAKE_ENTER(PJRT_Buffer_Dimensions, args);
  args->dims = args->buffer->dims.data();
  args->num_dims = args->buffer->dims.size();
  return nullptr;
}

PJRT_Error* ToHost(PJRT_Buffer_ToHostBuffer_Args* args) {
  FAKE_ENTER(PJRT_Buffer_ToHostBuffer, args);
  const PJRT_Buffer_MemoryLayout* layout = args->host_layout;
  bool row_major = layout != nullptr && layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled &&
                   layout->tiled.num_tiles == 0 &&
                   layout->tiled.minor_to_major_size == args->src->dims.size();
  for (size_t i = 0; row_major && i < args->src->dims.size(); ++i) {
    row_major =
        layout->tiled.minor_to_major[i] == static_cast<int64_t>(args->src->dims.size() - 1 - i);
  }
  if (!row_major || args->dst == nullptr || args->dst_size < args->src->bytes.size()) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "fake: bad destination");
  }
  std::memcpy(args->dst, args->src->bytes.data(), args->src->bytes.size());
  args->event = MakeEvent();
  return nullptr;
}

PJRT_Error* ReadyEvent(PJRT_Buffer_ReadyEvent_Args* args) {
  FAKE_ENTER(PJRT_Buffer_ReadyEvent, args);
  args->event = MakeEvent();
  return nullptr;
}

}  // namespace

void AddBufferFunctions(PJRT_Api& api) {
  api.PJRT_Client_BufferFromHostBuffer = FromHost;
  api.PJRT_Buffer_Destroy = Destroy;
  api.PJRT_Buffer_ElementType = ElementType;
  api.PJRT_Buffer_Dimensions = Dimensions;
  api.PJRT_Buffer_ToHostBuffer = ToHost;
  api.PJRT_Buffer_ReadyEvent = ReadyEvent;
}

}  // namespace logphead::fake
